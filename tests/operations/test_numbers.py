"""Box against system, the series register, and what internal audit is due in two days."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from countroom.domain.access import Viewer
from countroom.domain.papers.blank_form import FormKind
from countroom.domain.people import Role
from countroom.domain.slip_numbers import Status
from countroom.errors import AccessError, EntryError, NotFoundError, StaleError
from countroom.inquiries import numbers, revenue
from countroom.operations import audit, counting, fallback, slip_numbers
from countroom.operations.acts import Who, perform
from countroom.regulations import V_20, V_25
from countroom.stores import Tx, migrating
from countroom.stores.database import Database
from tests.operations import fixture_day as fixture
from tests.operations.fixture_day import COUNT, DAY, PROVED, TABLES, TEAM, FixtureDay, box_of
from tests.operations.fixture_day import sheet_of as honest
from tests.plumbing.houses import a_person

AUDITOR = Who(a_person("IA1", Role.INTERNAL_AUDIT), Role.INTERNAL_AUDIT)
ACCOUNTING = Viewer(a_person("A1", Role.ACCOUNTING), Role.ACCOUNTING)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, datetime]:
    """The worked day concluded; a fill slip was not in the box of BJ-101."""
    path = tmp_path_factory.mktemp("numbers") / "room.db"
    database = Database(f"sqlite:///{path}")
    migrating.migrate(database)
    day = fixture.in_the_room(database, PROVED)
    for number, table in enumerate(TABLES):
        sheet = honest(table)
        if table == "BJ-101":
            sheet = replace(sheet, documents=replace(sheet.documents, fill_slips=1))
        by, second = TEAM[number % 3], TEAM[(number + 1) % 3]
        day.count_box(COUNT, box_of(table), sheet, station="S1", by=by, second=second)
    day.do(counting.all_recorded, "T1", count=COUNT)
    day.agree()
    day.to_the_end()
    database.close()
    return path, day.now


@pytest.fixture
def day(template: tuple[Path, datetime], tmp_path: Path) -> Iterator[FixtureDay]:
    path, now = template
    shutil.copy(path, tmp_path / "room.db")
    database = Database(f"sqlite:///{tmp_path / 'room.db'}")
    yield FixtureDay(database, fixture.the_house(PROVED), now)
    database.close()


def say(day: FixtureDay, number: str, what: str, **changed: Any) -> str:
    asked = {"table": "BJ-101", "gaming_date": DAY, "why": "Looked twice.", **changed}
    return day.do(slip_numbers.say, "A1", number=number, what=what, **asked).says


def findings(day: FixtureDay, table: str) -> list[tuple[str, str]]:
    found = revenue.day(day.database, ACCOUNTING, DAY)
    (row,) = [row for row in found.rows if row.day.table == table]
    return [(one.rule.number, one.sentence) for one in row.findings]


@pytest.mark.rule(V_25)
def test_a_slip_missing_in_a_box_is_named_with_what_it_could_be(day: FixtureDay) -> None:
    assert (
        "V-25",
        "BJ-101: 1 fill slips in the boxes, 2 on record (F-0001, F-0002): 1 of them not there.",
    ) in findings(day, "BJ-101")
    assert not [one for one in findings(day, "CR-301") if one[0] == "V-25"]
    papers = {one.table: one for one in numbers.box_papers_of(day.database, ACCOUNTING, DAY)}
    kinds = {one.kind: one for one in papers["BJ-101"].kinds}
    assert kinds["fill slips"].differs
    assert kinds["requests for fill"].names == ("FR-0001", "FR-0002")
    assert not kinds["openers"].differs
    assert papers["BJ-101"].boxes == (box_of("BJ-101"),)


@pytest.mark.rule(V_20)
def test_case_E3_a_slip_the_system_lacks_and_one_the_box_lacks_are_two_exceptions(
    day: FixtureDay,
) -> None:
    assert "stands on the list for internal audit" in say(day, "F-0002", "missing")
    say(day, "f-0006", "not on record")
    found = [sentence for rule, sentence in findings(day, "BJ-101") if rule == "V-20"]
    assert found == [
        "BJ-101: F-0002 is on record and not in the box. Looked twice.",
        "BJ-101: F-0006 lies in the box and is not on record. Looked twice.",
    ]
    register = {one.name: one for one in numbers.of_day(day.database, ACCOUNTING, DAY)}
    assert register["F-0002"].status is Status.MISSING
    assert register["F-0002"].last == "Person F1 (sample)"
    assert register["F-0006"].status is Status.UNKNOWN
    said = {
        one.name
        for table in numbers.box_papers_of(day.database, ACCOUNTING, DAY)
        for one in table.said
    }
    assert said == {"F-0002", "F-0006"}
    assert say(day, "F-0002", "found") == "F-0002 of BJ-101 is cleared."
    assert [one for one in findings(day, "BJ-101") if one[0] == "V-20"] == [("V-20", found[1])]


def test_what_the_record_says_is_not_said_against_it(day: FixtureDay) -> None:
    with pytest.raises(EntryError, match="is on record: say that it was used twice"):
        say(day, "F-0001", "not on record")
    with pytest.raises(EntryError, match="is not on record"):
        say(day, "F-0099", "missing")
    with pytest.raises(EntryError, match="Nothing stands against F-0001"):
        say(day, "F-0001", "found")
    with pytest.raises(EntryError, match="Say how it came out"):
        say(day, "F-0001", "missing", why=" ")
    with pytest.raises(NotFoundError):
        say(day, "F-0001", "missing", table="ZZ-1")
    say(day, "F-0001", "reused")
    with pytest.raises(AccessError):
        day.do(
            slip_numbers.say,
            "F1",
            number="F-0001",
            what="missing",
            table="BJ-101",
            gaming_date=DAY,
            why="x",
        )


def _copied(tx: Tx, name: str, to: str, number: int, series: str = "") -> None:
    """A form once more under another number, the ones between left out: as a fault would do."""
    tx.execute(  # type: ignore[deprecated]
        text(
            "INSERT INTO document (id, paper, series, number, name, gaming_date, table_code, "
            "journal_seq) SELECT id + 9000, paper, COALESCE(NULLIF(:series, ''), series), "
            ":number, :to, gaming_date, table_code, journal_seq FROM document WHERE name = :name"
        ),
        {"name": name, "to": to, "number": number, "series": series},
    )
    tx.execute(  # type: ignore[deprecated]
        text(
            "INSERT INTO document_version SELECT id + 9000, document_id + 9000, version, "
            "schema_number, content, sha256, reason, second_person, at, issued_by, "
            "journal_seq FROM document_version WHERE document_id = "
            "(SELECT id FROM document WHERE name = :name)"
        ),
        {"name": name},
    )


def _skip_a_number(database: Database) -> None:
    """F-0009 is on record though F-0005 to F-0008 never were."""
    with database.write() as tx:
        _copied(tx, "F-0004", "F-0009", 9)


@pytest.mark.rule(V_20)
def test_case_E4_numbers_left_out_are_unaccounted_for_with_their_last_user(
    day: FixtureDay,
) -> None:
    series = {one.prefix: one for one in numbers.series(day.database, ACCOUNTING)}
    assert (series["F"].highest, series["F"].missing) == (4, 0)
    _skip_a_number(day.database)
    series = {one.prefix: one for one in numbers.series(day.database, ACCOUNTING)}
    assert (series["F"].highest, series["F"].used, series["F"].missing) == (9, 5, 4)
    register = [one for one in numbers.of_day(day.database, ACCOUNTING, DAY) if one.series == "F"]
    assert [one.name for one in register if one.status is Status.MISSING] == [
        "F-0005",
        "F-0006",
        "F-0007",
        "F-0008",
    ]
    assert register[4].last == "Person F1 (sample)"
    listed = numbers.for_audit(day.database, ACCOUNTING, day.now)
    assert [one.number for one in listed if one.kind == "number missing"] == [
        one.name for one in register[4:8]
    ]


def test_blank_forms_are_unused_until_they_are_keyed_in_or_spoiled(day: FixtureDay) -> None:
    asked: dict[str, Any] = {"gaming_date": DAY, "kind": FormKind.RECOUNT, "how_many": 3}
    day.do(fallback.print_blank_forms, "S1", **asked)
    second = day.proof("B1")
    day.do(fallback.spoil_form, "S1", form="NB-0002", reason="torn", second=second)
    found = numbers.of_day(day.database, ACCOUNTING, DAY)
    blank = [(one.name, one.status) for one in found if one.series == "NB"]
    assert blank == [
        ("NB-0001", Status.UNUSED),
        ("NB-0002", Status.VOID),
        ("NB-0003", Status.UNUSED),
    ]
    (series,) = [one for one in numbers.series(day.database, ACCOUNTING) if one.prefix == "NB"]
    assert (series.used, series.void, series.unused, series.missing) == (3, 1, 2, 0)


def test_a_series_whose_first_number_is_missing_has_no_last_user(day: FixtureDay) -> None:
    day.do(fallback.print_blank_forms, "S1", gaming_date=DAY, kind=FormKind.RECOUNT, how_many=1)
    with day.database.write() as tx:
        _copied(tx, "NB-0001", "NB-0003", 3)
    listed = numbers.for_audit(day.database, ACCOUNTING, day.now)
    assert [(one.number, one.last) for one in listed] == [("NB-0002", "Person S1 (sample)")]
    with day.database.write() as tx:
        _copied(tx, "F-0001", "EN-0002", 2, series="EN")
    listed = numbers.for_audit(day.database, ACCOUNTING, day.now)
    assert ("EN-0001", "") in [(one.number, one.last) for one in listed]


def test_the_two_day_clock_runs_from_when_it_came_up(day: FixtureDay) -> None:
    say(day, "F-0002", "missing")
    (one,) = numbers.for_audit(day.database, ACCOUNTING, day.now)
    assert (one.kind, one.number, one.table) == ("number missing", "F-0002", "BJ-101")
    assert one.due - one.at == timedelta(days=2)
    assert not one.late
    (later,) = numbers.for_audit(day.database, ACCOUNTING, one.due + timedelta(seconds=1))
    assert later.late
    with pytest.raises(AccessError):
        day.do(audit.see, "A1", exception=one.name)
    with pytest.raises(NotFoundError):
        perform(day.database, audit.see, who=AUDITOR, now=day.now, exception="void|F-0099")
    now = one.due + timedelta(hours=1)
    done = perform(day.database, audit.see, who=AUDITOR, now=now, exception=one.name, note="Filed.")
    assert done.says == "number missing F-0002 is seen, late."
    with pytest.raises(StaleError):
        perform(day.database, audit.see, who=AUDITOR, now=now, exception=one.name)
    (seen,) = numbers.for_audit(day.database, ACCOUNTING, now)
    assert (seen.seen_at, seen.note, seen.late) == (now, "Filed.", True)
