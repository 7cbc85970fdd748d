"""The records hold: one writer at a time, one act a key, append-only by the database itself."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from countroom.domain.denominations import Instrument, Pool
from countroom.domain.papers import presentation
from countroom.domain.papers.presentation import Laid, PoolEntry
from countroom.domain.people import Person, Role
from countroom.errors import AccessError, NotFoundError, RepeatError
from countroom.inquiries.verification import verify
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof, Who, perform
from countroom.regulations import V_20, V_71
from countroom.stores import desk, documents, journal, migrating, registry, states
from countroom.stores.database import Database
from countroom.stores.documents import About
from countroom.stores.schema import APPEND_ONLY, MUTABLE

NOW = datetime(2011, 6, 15, 12, tzinfo=UTC)
DAY = date(2011, 6, 14)
ADMIN = Person("A1", "Sample Admin", "Administrator", (Role.ADMINISTRATOR,), "C-1")
FILLED = {"journal", "person", "line", "document", "document_version", "transition"}
WHO = Who(ADMIN, Role.ADMINISTRATOR, device="tablet 1")


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    opened = Database(database_url, anchor=tmp_path / "journal.head")
    migrating.migrate(opened)
    yield opened
    opened.close()


def place_person(act: Act, *, code: str) -> Done:
    act.add(registry.identity_row("person", code, act.seq))
    act.add(registry.identity_row("box", code, act.seq))
    return act.seal("place", code, done=Done("Placed.", name=code))


def laid(pieces: int) -> Laid:
    entry = PoolEntry(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 2_000, loose=pieces)
    return Laid("2011-06-14/1", 100, (entry,))


def issue_sheet(act: Act, *, pieces: int) -> Done:
    made = papers.issue(act, presentation.PRESENTATION, laid(pieces), About(DAY))
    return act.seal("present", made.name, done=Done("Made.", name=made.name, document=made.id))


def change_sheet(act: Act, *, name: str, pieces: int) -> Done:
    made = documents.by_name(act.tx, name)
    papers.change(act, made, laid(pieces), reason="recount", second_person="A1")
    return act.seal("change", name, done=Done("Changed.", name=name))


def run(database: Database, operation: Any, **asked: Any) -> Done:
    return perform(database, operation, who=WHO, now=NOW, **asked)


def test_case_A5_the_same_key_and_body_is_the_same_act(database: Database) -> None:
    first = run(database, place_person, key="k", code="7")
    again = run(database, place_person, key="k", code="7")
    assert again == first
    with database.read() as tx:
        assert len(journal.entries(tx)) == 1


def test_case_A2_the_same_key_with_another_body_is_told_what_was_recorded(
    database: Database,
) -> None:
    run(database, place_person, key="k", code="7")
    with pytest.raises(RepeatError, match="Already recorded as 7") as told:
        run(database, place_person, key="k", code="8")
    assert told.value.recorded == "7"


@pytest.mark.rule(V_20)
def test_case_A11_numbers_follow_each_other_whoever_asks(database: Database) -> None:
    names: list[str] = []
    threads = [
        threading.Thread(
            target=lambda pieces=pieces: names.append(
                run(database, issue_sheet, pieces=pieces).name
            )
        )
        for pieces in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names) == [f"PS-{number:04d}" for number in range(1, 13)]
    assert verify(database) == []


def test_an_act_that_fails_leaves_nothing(database: Database) -> None:
    def fails(act: Act) -> Done:
        act.add(registry.identity_row("person", "9", act.seq))
        msg = "no"
        raise NotFoundError(msg)

    with pytest.raises(NotFoundError):
        run(database, fails)
    with database.read() as tx:
        assert not registry.exists(tx, "person", "9")
        assert journal.head(tx).seq == 0
    assert run(database, issue_sheet, pieces=1).name == "PS-0001"


def test_an_operation_that_does_not_seal_is_a_bug(database: Database) -> None:
    def forgets(act: Act) -> Done:
        del act
        return Done("?")

    with pytest.raises(AssertionError, match="left its act unsealed"):
        run(database, forgets)


def _every_record(database: Database) -> None:
    run(database, place_person, code="7")
    run(database, issue_sheet, pieces=1)

    def move(act: Act) -> Done:
        act.move("box", "7", "B1", about="{}")
        return act.seal("move", "7", done=Done("Moved."))

    run(database, move)


@pytest.mark.rule(V_71)
@pytest.mark.parametrize("table", sorted(set(APPEND_ONLY) & FILLED))
@pytest.mark.parametrize("statement", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}", "REPLACE"])
def test_the_database_itself_refuses_to_change_a_record(
    database: Database, table: str, statement: str
) -> None:
    _every_record(database)
    column = {"journal": "seq", "person": "code"}.get(table, "id")
    if statement == "REPLACE":
        written = (
            f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
            if database.is_sqlite
            else f"TRUNCATE {table} CASCADE"
        )
    else:
        written = statement.format(f'"{table}"', column)
    with pytest.raises(DBAPIError, match="append-only"), database.write() as tx:
        tx.connection().execute(text(written))


@pytest.mark.parametrize(
    "values",
    [
        "1, 1, 1, NULL, NULL, '{box}', 'count', 'currency', '', '', 'USD', 2000, -1, 1, -2000, ''",
        "1, 1, 1, NULL, NULL, '{box}', 'count', 'currency', '', '', 'USD', 2000, 3, 1, 5999, ''",
        "1, 1, 1, NULL, NULL, 'nobox', 'count', 'currency', '', '', 'USD', 2000, 3, 1, 6000, ''",
        "1, 1, 1, NULL, NULL, '{box}', 'count', 'currency', '', '', 'USD', 2000, 3, 2, 12000, ''",
    ],
    ids=["fewer than none", "does not multiply out", "no such box", "no sign"],
)
def test_case_J2_the_raw_database_refuses_what_the_form_refuses(
    database: Database, values: str
) -> None:
    _every_record(database)
    columns = (
        "id, version_id, place, period_id, table_code, box_code, side, instrument, pool, chip_set, "
        "currency_code, denomination_cents, pieces, sign, amount_cents, reference, gaming_date, "
        "memo, journal_seq"
    )
    written = (
        f"INSERT INTO line ({columns}) VALUES (99, 1, 99, "
        + values.format(box="7").removeprefix("1, 1, 1, ")
        + ", '2011-06-14', false, 1)"
    )
    with pytest.raises(DBAPIError), database.write() as tx:
        tx.connection().execute(text(written))


def test_case_J3_a_naive_time_is_refused_and_never_stored(database: Database) -> None:
    with pytest.raises(AssertionError, match="aware"):
        perform(database, place_person, who=WHO, now=NOW.replace(tzinfo=None), code="7")


def test_a_changed_document_keeps_its_old_version(database: Database) -> None:
    name = run(database, issue_sheet, pieces=5).name
    run(database, change_sheet, name=name, pieces=6)
    with database.read() as tx:
        newest = documents.by_name(tx, name)
        old, new = documents.versions(tx, newest.id)
        assert (old.version, old.superseded, new.version) == (1, True, 2)
        assert old.content == laid(5)
        assert new.content == laid(6)
        assert new.reason == "recount"
        (total,) = documents.sums(tx, gaming_date=DAY)
        assert total.pieces == 6
        with pytest.raises(NotFoundError, match="no version 3"):
            documents.get(tx, newest.id, version=3)
        with pytest.raises(NotFoundError, match="no form PS-9999"):
            documents.by_name(tx, "PS-9999")
        with pytest.raises(NotFoundError, match="no such form"):
            documents.get(tx, 99)


def test_a_void_document_counts_no_more_and_keeps_its_number(database: Database) -> None:
    name = run(database, issue_sheet, pieces=5).name

    def cancel(act: Act) -> Done:
        made = documents.by_name(act.tx, name)
        papers.void(act, made, reason="wrong day", second_person="A1")
        return act.seal("void", name, done=Done("Voided."))

    run(database, cancel)
    with database.read() as tx:
        assert documents.sums(tx) == ()
        assert documents.by_name(tx, name).state == "void"
    assert run(database, issue_sheet, pieces=5).name == "PS-0002"


def test_a_proof_is_used_once_by_its_person_and_soon(database: Database) -> None:
    other = replace(ADMIN, code="B1")

    def use(act: Act, *, proof: Proof) -> Done:
        act.use(proof)
        return act.seal("use", "", done=Done("Used."))

    with database.write() as tx:
        tx.add(registry.identity_row("person", "A1", 1))
        for nonce in ("one", "two"):
            desk.add_proof(tx, nonce=nonce, person="A1", at=NOW)
        desk.add_proof(tx, nonce="old", person="A1", at=NOW.replace(hour=11))
        tx.connection().execute(text("DELETE FROM proof WHERE 1 = 0"))
        journal_row = Act(tx, NOW, WHO)
        journal_row.seal("load", "", done=Done(""))
    run(database, use, proof=Proof(ADMIN, Role.ADMINISTRATOR, "pin", "one"))
    for nonce, person, says in (
        ("one", ADMIN, "already used"),
        ("two", other, "already used"),
        ("old", ADMIN, "too much time"),
        ("none", ADMIN, "already used"),
    ):
        with pytest.raises(AccessError, match=says):
            run(database, use, proof=Proof(person, Role.ADMINISTRATOR, "pin", nonce))
    with pytest.raises(AssertionError, match="played acts only"):
        run(database, use, proof=Proof(ADMIN, Role.ADMINISTRATOR, "played"))
    played = replace(WHO, via="played")
    proof = Proof(ADMIN, Role.ADMINISTRATOR, "played")
    perform(database, use, who=played, now=NOW, proof=proof)


def test_every_table_is_append_only_or_listed_mutable(database: Database) -> None:
    assert not set(APPEND_ONLY) & set(MUTABLE)
    assert verify(database) == []
    with database.write() as tx:
        tx.connection().execute(text("CREATE TABLE stranger (id int)"))
    (finding,) = verify(database)
    assert finding.place == "table stranger: neither append-only nor listed mutable"


def test_transitions_are_read_back_by_subject_and_prefix(database: Database) -> None:
    def move(act: Act, *, subject: str, to: str) -> Done:
        act.move("table", subject, to, from_state=act.state("table", subject))
        return act.seal("move", subject, done=Done("Moved."))

    for subject, to in (("BJ-1", "open"), ("BJ-1", "closed"), ("RO-1", "open")):
        run(database, move, subject=subject, to=to)
    with database.read() as tx:
        assert {name: moved.to_state for name, moved in states.current(tx, "table").items()} == {
            "BJ-1": "closed",
            "RO-1": "open",
        }
        assert [moved.to_state for moved in states.history(tx, "table", "BJ-1")] == [
            "open",
            "closed",
        ]
        assert list(states.current(tx, "table", prefix="RO")) == ["RO-1"]
        assert states.last(tx, "table", "none") is None


def test_the_shape_declared_is_the_shape_migrated(database: Database) -> None:
    migrating.check_at_head(database)
    migrating.check_matches(database)
    migrating.migrate(database)
