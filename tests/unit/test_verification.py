"""Whatever is touched on record, ``verify`` names the place; a backup brings all of it back."""

import io
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import SQLModel

from countroom.domain.canonical import digest_bytes
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.coupon_ranges import serials
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Signature
from countroom.domain.papers import presentation
from countroom.domain.papers.presentation import Laid, PoolEntry
from countroom.domain.people import Person, Role
from countroom.errors import SettingsError
from countroom.inquiries.evidence import kept_as
from countroom.inquiries.verification import verify
from countroom.operations import backup as backups
from countroom.operations import opening, papers
from countroom.operations.acts import Act, Done, Who, perform
from countroom.regulations import V_71
from countroom.settings import AppSettings
from countroom.stores import coupons, documents, registry
from countroom.stores.database import Database
from countroom.stores.documents import About, Kept
from countroom.stores.registry import Registered, RoundsFile
from countroom.stores.rows import DayTotalRow
from countroom.stores.schema import APPEND_ONLY
from tests.plumbing import postgres

NOW = datetime(2011, 6, 15, 12, tzinfo=UTC)
DAY = date(2011, 6, 14)
ADMIN = Person("A1", "Sample Admin", "Administrator", (Role.ADMINISTRATOR,), "C-1")
WHO = Who(ADMIN, Role.ADMINISTRATOR, device="tablet 1")


def fill_everything(act: Act, *, rounds: bytes) -> Done:
    """Add at least one row to every append-only table."""
    for kind in registry.IDENTITY:
        act.add(registry.identity_row(kind, "A1", act.seq))
    act.flush()
    act.add(registry.row(act.tx, Registered("pit", "P1", DAY, False, "{}", act.seq)))
    act.add(registry.count_row(count="2011-06-14/1", gaming_date=DAY, seq=act.seq))
    period = registry.period_row(act.tx, table="A1", gaming_date=DAY, from_at=NOW, seq=act.seq)
    act.add(period)
    act.flush()
    file = RoundsFile("r.parquet", digest_bytes(rounds), "poker", "d", "A1", period.id)
    act.add(registry.rounds_file_row(act.tx, file, act.seq))
    entry = PoolEntry(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 2_000, loose=5)
    made = papers.issue(
        act,
        presentation.PRESENTATION,
        Laid("2011-06-14/1", 100, (entry,)),
        About(DAY, count="2011-06-14/1", table="A1", box="A1", period=period.id),
    )
    version = documents.version_row(act.tx, made.id, 1)
    signature = Signature("team", "A1", "Sample Admin", "T", "C-1", NOW, made.digest)
    act.add(documents.signature_row(act.tx, version.id, signature, act.seq))
    act.add(
        documents.print_row(
            act.tx,
            Kept(
                0,
                version.id,
                "ORIGINAL",
                "KEPT",
                1,
                "",
                digest_bytes(b"%PDF"),
                0,
                "",
                NOW,
                "A1",
                b"%PDF",
            ),
            act.seq,
        )
    )
    act.add(
        DayTotalRow(
            id=1,
            count_id="2011-06-14/1",
            gaming_date=DAY,
            table_code="A1",
            period_id=period.id,
            version=1,
            content="{}",
            sha256="d",
            journal_seq=act.seq,
        )
    )
    came = Movement("MP25", serials("A-1", "A-9"), None, CouponPlace.STOCK, made.name)
    for row in coupons.rows(act.tx, came, document=made.id, day=DAY, at=NOW, seq=act.seq):
        act.add(row)
    act.move("box", "A1", "B1", about="{}")
    return act.seal("fill", "everything", {"n": 1}, done=Done("Filled."))


def later(act: Act) -> Done:
    act.move("box", "A1", "B2", about="{}")
    return act.seal("drop", "A1", done=Done("Dropped."))


ROUNDS = b"rounds"


def filled(settings: AppSettings) -> Database:
    opened = opening.migrate(settings)
    settings.rounds.mkdir()
    (settings.rounds / "r.parquet").write_bytes(ROUNDS)
    perform(opened, fill_everything, who=WHO, now=NOW, rounds=ROUNDS)
    perform(opened, later, who=WHO, now=NOW)
    return opened


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> AppSettings:
    return AppSettings.for_data(tmp_path / "data", database=database_url, environment={})


@pytest.fixture
def database(settings: AppSettings) -> Iterator[Database]:
    opened = filled(settings)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a row in every append-only table, to be copied and tampered with."""
    folder = tmp_path_factory.mktemp("house") / "data"
    opened = filled(AppSettings.for_data(folder, environment={}))
    opened.close()
    with sqlite3.connect(folder / "countroom.db") as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def tampered(house: Path, folder: Path, *statements: str, keep: bool = True) -> list[str]:
    """Copy the house, do what an intruder with the file would do, and say what is found.

    He takes the triggers off, changes what he likes and puts them back as they were.
    """
    shutil.copytree(house, folder)
    raw = sqlite3.connect(folder / "countroom.db", isolation_level=None)
    triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        raw.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        raw.execute(statement)
    for _, made in triggers if keep else ():
        raw.execute(made)
    raw.close()
    settings = AppSettings.for_data(folder, environment={})
    opened = opening.open_database(settings)
    try:
        return [finding.text() for finding in verify(opened, rounds=settings.rounds)]
    finally:
        opened.close()


def columns() -> list[tuple[str, str]]:
    return [
        (table.name, column.name)
        for table in SQLModel.metadata.sorted_tables
        if table.name in APPEND_ONLY
        for column in table.columns
    ]


@pytest.mark.rule(V_71)
@pytest.mark.parametrize(("table", "column"), columns())
def test_a_change_to_any_value_of_any_record_is_found(
    house: Path, tmp_path: Path, table: str, column: str
) -> None:
    kind = str(SQLModel.metadata.tables[table].columns[column].type).upper()
    name = f'"{column}"'
    if "INT" in kind:
        other = f"COALESCE({name}, 0) + 1"
    elif "BOOL" in kind:
        other = f"NOT {name}"
    elif "DATE" in kind:
        other = "'2001-01-01 00:00:00.000000'" if "TIME" in kind else "'2001-01-01'"
    elif "BLOB" in kind:
        other = "X'00'"
    else:
        other = f"COALESCE({name}, '') || 'x'"
    try:
        found = tampered(house, tmp_path / "copy", f'UPDATE "{table}" SET {name} = {other}')
    except sqlite3.IntegrityError:
        return  # a CHECK refuses it even with the triggers off
    assert found


@pytest.mark.rule(V_71)
@pytest.mark.parametrize("table", APPEND_ONLY)
def test_a_record_taken_out_is_found(house: Path, tmp_path: Path, table: str) -> None:
    assert tampered(house, tmp_path / "copy", f'DELETE FROM "{table}"')


def test_the_newest_entries_cut_off_are_found(house: Path, tmp_path: Path) -> None:
    found = tampered(
        house,
        tmp_path / "copy",
        "DELETE FROM transition WHERE journal_seq = 2",
        "DELETE FROM journal WHERE seq = 2",
    )
    assert found == ["journal 2: the newest entries were removed"]


def test_a_figure_changed_in_a_line_names_the_line(house: Path, tmp_path: Path) -> None:
    found = tampered(house, tmp_path / "copy", "UPDATE line SET pieces = 6, amount_cents = 12000")
    assert found == [
        "line 1: was changed after journal entry 1 sealed it",
        "PS-0001 version 1: its lines are not the figures of its content",
    ]


def test_a_trigger_taken_off_is_found(house: Path, tmp_path: Path) -> None:
    found = tampered(house, tmp_path / "copy", keep=False)
    assert len(found) == 2 * len(APPEND_ONLY)
    assert found[0].startswith("trigger keep_box_delete: missing")


def test_a_trigger_that_does_nothing_is_found(house: Path, tmp_path: Path) -> None:
    found = tampered(
        house,
        tmp_path / "copy",
        "CREATE TRIGGER keep_line_update BEFORE UPDATE ON line BEGIN SELECT 1; END",
        keep=False,
    )
    assert any(text.startswith("trigger keep_line_update: altered") for text in found)


def test_a_view_that_leaves_something_out_is_found(house: Path, tmp_path: Path) -> None:
    found = tampered(
        house,
        tmp_path / "copy",
        "DROP VIEW line_in_force",
        "CREATE VIEW line_in_force AS SELECT * FROM line",
    )
    assert found == ["view line_in_force: gone or altered: the database no longer enforces this"]


def test_a_value_that_cannot_be_read_is_found_and_no_crash(house: Path, tmp_path: Path) -> None:
    for number, statement in enumerate(
        (
            "UPDATE signature SET at = 'yesterday'",
            "UPDATE journal SET at = 'yesterday'",
            "UPDATE document_version SET content = X'7B'",
            "UPDATE registry SET valid_from = 'x'",
        )
    ):
        assert tampered(house, tmp_path / str(number), statement)


def test_a_print_or_a_file_of_rounds_that_changed_is_found(house: Path, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    source = tmp_path / "source" / "data"
    shutil.copytree(house, source)
    (source / "rounds" / "r.parquet").write_bytes(b"others")
    assert tampered(source, tmp_path / "a") == [
        "rounds r.parquet: the file is not the one that was recorded"
    ]
    (source / "rounds" / "r.parquet").unlink()
    assert tampered(source, tmp_path / "b") == ["rounds r.parquet: the file is missing"]
    found = tampered(house, tmp_path / "c", "UPDATE kept_print SET content = X'00'")
    assert "print 1 of document 1: its bytes are not what its digest says" in found


def test_on_both_databases_all_is_well_and_a_missing_trigger_shows(
    database: Database, settings: AppSettings
) -> None:
    assert verify(database, rounds=settings.rounds) == []
    assert kept_as(database, b"%PDF") is not None
    assert kept_as(database, b"other") is None
    dropped = "DROP TRIGGER keep_line_update"
    with database.write() as tx:
        tx.connection().execute(text(dropped if database.is_sqlite else f"{dropped} ON line"))
    (finding,) = verify(database)
    assert finding.place == "trigger keep_line_update: missing"


def test_postgresql_with_a_trigger_switched_off_or_hollowed_out_shows(
    postgres_url: str, tmp_path: Path
) -> None:
    opened = filled(AppSettings.for_data(tmp_path / "data", database=postgres_url, environment={}))
    with opened.write() as tx:
        run = tx.connection().execute
        run(text("ALTER TABLE line DISABLE TRIGGER keep_line_delete"))
        run(
            text(
                "CREATE OR REPLACE FUNCTION keep_on_record() RETURNS trigger LANGUAGE plpgsql "
                "AS $$ BEGIN RETURN NEW; END $$"
            )
        )
        run(text("UPDATE line SET reference = 'x' WHERE pieces = 1"))
        run(text("UPDATE journal SET device = 'x' WHERE seq = 1"))
    found = [finding.place for finding in verify(opened)]
    opened.close()
    assert found[:2] == [
        "function keep_on_record: gone or altered",
        "trigger keep_line_delete: altered",
    ]
    assert "journal 1" in found


def test_a_backup_is_taken_at_work_and_brought_back_whole(
    database: Database, settings: AppSettings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings.secret()
    taken = tmp_path / "backup.tar"
    head = backups.backup(database, settings, taken, now=NOW)
    assert head.seq == 2
    assert taken.stat().st_mode & 0o077 == 0
    perform(database, later_again, who=WHO, now=NOW)
    with pytest.raises(SettingsError, match="exists already"):
        backups.backup(database, settings, taken, now=NOW)
    elsewhere = None
    if not database.is_sqlite:
        elsewhere = request.getfixturevalue("second_postgres_url")
    new = AppSettings.for_data(tmp_path / "new", database=elsewhere, environment={})
    opened = backups.restore(taken, new)
    assert verify(opened, rounds=new.rounds) == []
    with opened.read() as tx:
        assert documents.by_name(tx, "PS-0001").version == 1
    opened.close()
    assert new.secret() == settings.secret()
    with pytest.raises(SettingsError, match="is not empty"):
        backups.restore(taken, new)


def later_again(act: Act) -> Done:
    act.move("box", "A1", "B3", about="{}")
    return act.seal("load", "A1", done=Done("Loaded."))


@pytest.fixture
def second_postgres_url() -> Iterator[str]:
    with postgres.database() as url:
        yield url


def test_a_damaged_or_foreign_backup_is_refused_in_a_sentence(
    database: Database, settings: AppSettings, tmp_path: Path
) -> None:
    taken = tmp_path / "backup.tar"
    backups.backup(database, settings, taken, now=NOW)
    fresh = AppSettings.for_data(tmp_path / "new", environment={})
    (tmp_path / "note.txt").write_text("hello")
    with pytest.raises(SettingsError, match="is not a backup"):
        backups.restore(tmp_path / "note.txt", fresh)
    for number, (name, content, says) in enumerate(
        (
            ("rounds/r.parquet", b"damaged", "is damaged at rounds/r.parquet"),
            ("../outside", b"x", "not whole"),
            ("manifest.json", b'{"format": 9}', "is not a backup"),
        )
    ):
        changed = tmp_path / f"{number}.tar"
        with tarfile.open(taken) as old, tarfile.open(changed, "w") as new:
            for member in old:
                if member.name != name:
                    new.addfile(member, old.extractfile(member))
            made = tarfile.TarInfo(name)
            made.size = len(content)
            new.addfile(made, io.BytesIO(content))
        with pytest.raises(SettingsError, match=says):
            backups.restore(changed, fresh)
    assert not fresh.data.exists()


def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no property"):
        opening.open_ready(AppSettings.for_data(tmp_path / "none", environment={}))
