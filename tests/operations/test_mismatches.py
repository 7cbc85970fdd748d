"""A rack that lost chips over night: both days show it, the books of neither move."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RepeatError
from countroom.inquiries import openings, reconcile, registers, revenue
from countroom.inquiries.verification import verify
from countroom.operations import mismatches
from countroom.operations.acts import Who, perform
from countroom.regulations import V_10, V_13
from countroom.stores import documents
from countroom.stores.database import Database
from tests.plumbing import playing
from tests.plumbing.playing import DAY, NEXT, viewer

TABLE = "BA-201"


@dataclass
class Played:
    """Two days; the first one's closed table lost two chips of $25 before it opened again."""

    database: Database
    rounds: Path
    opener: str


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    database = playing.a_mismatch(tmp_path)
    with database.read() as tx:
        (error,) = documents.find(tx, paper="error_notification")
    yield Played(database, tmp_path / "rounds", error.content.new_slip)
    database.close()


def resolve(played: Played, role: Role = Role.ACCOUNTING, **asked: Any) -> None:
    person = playing.a_house().people_with(role)[0]
    now = playing.a_house().property.bounds(NEXT)[1]
    usual: dict[str, Any] = {
        "gaming_date": DAY,
        "slip": played.opener,
        "reason": "Two chips lay below.",
    }
    with played.database.read() as tx:
        now = max(now, documents.by_name(tx, played.opener).at)
    perform(played.database, mismatches.resolve, who=Who(person, role), now=now, **usual | asked)


def findings(played: Played, day: Any) -> dict[str, list[str]]:
    rows = revenue.day(played.database, viewer(), day).rows
    return {
        row.day.table: [one.rule.number for one in row.findings] for row in rows if row.findings
    }


@pytest.mark.rule(V_10, V_13)
def test_both_days_show_the_mismatch_until_it_is_resolved_and_no_book_moves(
    played: Played,
) -> None:
    before = reconcile.day(played.database, viewer(), DAY, played.rounds)
    for day in (DAY, NEXT):
        assert findings(played, day) == {TABLE: ["V-13"]}
        found = reconcile.day(played.database, viewer(), day, played.rounds)
        assert (found["complete"], {one["variance_cents"] for one in found["tables"]}) == (
            True,
            {0},
        )
    for refused, asked in (
        (NotFoundError, {"slip": "IS-0001"}),
        (EntryError, {"reason": " "}),
        (AccessError, {"role": Role.FLOORPERSON}),
        (AccessError, {"gaming_date": NEXT.replace(year=2012)}),
    ):
        with pytest.raises(refused):
            resolve(played, **asked)
    resolve(played)
    with pytest.raises(RepeatError, match="Two chips lay below"):
        resolve(played, gaming_date=NEXT)
    for day in (DAY, NEXT):
        assert findings(played, day) == {}
        (sheet,) = openings.of_day(played.database, viewer(), day)
        assert (sheet.slip, sheet.resolved) == (played.opener, "Two chips lay below.")
        assert sheet.sentence.endswith(f"short 50.00 against {sheet.closer}, by EN-0001.")
        listed = registers.exceptions(played.database, viewer(), day)
        assert [one.says for one in listed if one.kind == "mismatch resolved"] == [
            f"{sheet.sentence} Resolved: Two chips lay below."
        ]
    assert reconcile.day(played.database, viewer(), DAY, played.rounds) == before
    assert verify(played.database, rounds=played.rounds) == []


def test_the_played_floor_told_surveillance_who_signed(played: Played) -> None:
    with played.database.read() as tx:
        (error,) = documents.find(tx, paper="error_notification")
    assert error.state == "done"
    assert [entry.step for entry in error.signatures] == [
        "dealer",
        "floorperson",
        "security",
        "surveillance",
    ]
    register = registers.slip_register(played.database, viewer(), NEXT)
    (listed,) = [entry for entry in register if entry.number == "EN-0001"]
    assert listed.total is not None
    assert listed.total.cents == -5_000


def test_case_D5_a_table_closed_all_day_has_its_slip_on_the_list_of_a_concluded_day(
    played: Played,
) -> None:
    rows = {row.day.table: row for row in revenue.day(played.database, viewer(), DAY).rows}
    assert not rows["MS-102"].day.opened
    assert rows["MS-102"].findings == ()
    assert rows["MS-102"].day.opening == rows["MS-102"].day.closing
    slips = registers.slip_register(played.database, viewer(), DAY)
    (listed,) = [entry for entry in slips if entry.table == "MS-102"]
    assert (listed.title, listed.state) == ("Table Inventory Slip", "done")
    assert listed.number == rows["MS-102"].day.closing_slip
