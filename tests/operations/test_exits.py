"""No state without an exit, and no way round the order: what days of chance have found."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.count import CountState
from countroom.domain.inventory import SlipKind
from countroom.errors import EntryError, RuleError
from countroom.operations import (
    attendance,
    closing_room,
    counting,
    drop,
    proving,
    recheck,
    signing,
)
from countroom.regulations import COUNT_ORDER, V_06
from countroom.stores import migrating
from countroom.stores.database import Database
from tests.operations import fixture_day as fixture
from tests.operations.fixture_day import BOTH, COUNT, DAY, PROVED, TABLES, FixtureDay, laid


@dataclass
class Shapes:
    """The day before its drop and after its last box, made once each."""

    folder: Path
    made: dict[str, datetime] = field(default_factory=dict)

    def day(self, name: str, folder: Path) -> FixtureDay:
        """A copy of a day, to go on with."""
        path = self.folder / f"{name}.db"
        if name not in self.made:
            database = Database(f"sqlite:///{path}")
            migrating.migrate(database)
            day = fixture.begin(database, PROVED) if name == "open" else None
            if day is None:
                day = fixture.counted(database, PROVED)
            else:
                day.open_floor()
            database.close()
            self.made[name] = day.now
        shutil.copy(path, folder / "countroom.db")
        database = Database(f"sqlite:///{folder / 'countroom.db'}")
        return FixtureDay(database, fixture.the_house(PROVED), self.made[name])


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Shapes:
    return Shapes(tmp_path_factory.mktemp("exits"))


@pytest.fixture
def day(shapes: Shapes, tmp_path: Path) -> Iterator[FixtureDay]:
    """Every box is recorded."""
    found = shapes.day("counted", tmp_path)
    yield found
    found.database.close()


@pytest.fixture
def floor(shapes: Shapes, tmp_path: Path) -> Iterator[FixtureDay]:
    """Every table but PK-502 is open; surveillance knows of the drop."""
    found = shapes.day("open", tmp_path)
    found.now = fixture.NIGHT
    found.do(drop.tell_surveillance, "R1", what="drop", gaming_date=DAY, officer="V1")
    yield found
    found.database.close()


# ------------------------------------------------------------------------------ in the room


@pytest.mark.rule(COUNT_ORDER)
def test_no_pools_are_proved_once_the_money_was_recounted(day: FixtureDay) -> None:
    day.prove()
    day.present()
    day.enter_cashier()
    for _ in range(2):
        day.recount(laid(n2000=-1))
    day.do(recheck.escalate, "S1", count=COUNT)
    with pytest.raises(RuleError) as refused:
        day.do(proving.prove, "T1", count=COUNT, entries=laid())
    assert refused.value.rule is COUNT_ORDER
    assert day.state() is CountState.TEAM_RECHECK


@pytest.mark.rule(COUNT_ORDER)
def test_a_concluded_count_takes_no_direction_and_lets_nobody_in(day: FixtureDay) -> None:
    day.agree()
    day.to_the_end()
    with pytest.raises(RuleError) as refused:
        day.direct(100_00)
    assert refused.value.rule is COUNT_ORDER
    with pytest.raises(RuleError) as refused:
        day.do(attendance.sign_on, "B2", count=COUNT, proof=day.proof("B2"))
    assert refused.value.rule is COUNT_ORDER


def test_who_came_after_the_agreement_signs_nothing_though_the_count_paused(
    day: FixtureDay,
) -> None:
    day.agree()
    duty = day.house.person(BOTH).roles[1]
    day.do(attendance.sign_on, BOTH, duty, count=COUNT, proof=day.proof(BOTH, duty))
    day.do(counting.suspend, "S1", count=COUNT, why="a fire alarm", sealed=True)
    both: dict[str, Any] = {"supervisor": day.proof("S1"), "representative": day.proof("B1")}
    day.do(counting.resume_count, "S1", count=COUNT, **both)
    day.sign_all()
    assert day.state() is CountState.CCR_SIGNED


@pytest.mark.rule(COUNT_ORDER)
def test_a_count_of_which_a_copy_is_out_is_not_reopened(day: FixtureDay) -> None:
    day.agree()
    day.sign_all()
    copy: dict[str, Any] = {"copy": "SECOND COPY", "recipient": day.proof("B1")}
    day.do(closing_room.hand_copy, "S1", count=COUNT, **copy)
    assert day.state() is CountState.CCR_SIGNED
    again: dict[str, Any] = {"reason": "look again", "representative": day.proof("B1")}
    with pytest.raises(RuleError) as refused:
        day.do(signing.reopen, "S1", count=COUNT, **again)
    assert refused.value.rule is COUNT_ORDER


# ------------------------------------------------------------------------------ on the floor


def _jam(floor: FixtureDay) -> None:
    told = ("B1", "G1", "S1")
    floor.do(drop.stuck, "R1", table="RO-201", box="1201", why="the lock is jammed", told=told)


@pytest.mark.rule(V_06)
def test_an_open_table_is_counted_before_its_day_ends_with_a_stuck_box(
    floor: FixtureDay,
) -> None:
    _jam(floor)
    stays: dict[str, Any] = {"table": "RO-201", "why": "stuck", "explanation": "the lock is jammed"}
    with pytest.raises(RuleError) as refused:
        floor.do(drop.not_dropped, "R1", **stays)
    assert refused.value.rule is V_06
    rack = TABLES["RO-201"].closing
    floor.slip("RO-201", SlipKind.DROP, rack, dealer="D1", floor="F1", incoming="2201")
    assert "was not dropped" in floor.do(drop.not_dropped, "R1", **stays).says


def test_a_stuck_box_still_takes_the_papers_of_its_table(floor: FixtureDay) -> None:
    _jam(floor)
    rack = TABLES["RO-201"].closing
    slip = floor.slip("RO-201", SlipKind.CLOSE, rack, dealer="D1", floor="F1")
    floor.do(drop.drop_box, "R1", table="RO-201", box="1201", replacement="2201")
    assert slip.startswith("IS-")


def test_a_table_that_was_open_is_not_closed_all_day(floor: FixtureDay) -> None:
    rack = TABLES["RO-201"].closing
    floor.slip("RO-201", SlipKind.CLOSE, rack, dealer="D1", floor="F1")
    with pytest.raises(EntryError, match="RO-201 was open"):
        floor.do(drop.not_dropped, "R1", table="RO-201", why="closed", explanation="closed")


@pytest.mark.rule(V_06)
def test_a_days_end_has_a_drop_slip_and_no_shift_slip(floor: FixtureDay) -> None:
    rack = TABLES["RO-201"].closing
    slip = floor.slip("RO-201", SlipKind.SHIFT, rack, dealer="D1", floor="F1", incoming="2201")
    asked: dict[str, Any] = {"table": "RO-201", "box": "1201", "replacement": "2201", "slip": slip}
    with pytest.raises(RuleError) as refused:
        floor.do(drop.drop_box, "R1", **asked)
    assert refused.value.rule is V_06
