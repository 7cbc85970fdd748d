"""The newest day of a house with many days behind it, against the first day of a new one.

A small house is really played and counted, day after day; the screens of accounting, the cage,
the drop and the coupons, and the reports, are asked for its first day when it is the only one and
for its newest when all others lie behind it. The budget is the ratio of the two.

The long house's year to date is held against adding up the lines of its record.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from sqlalchemy import text

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.domain.spans import Span
from countroom.inquiries import (
    chip_bank,
    coupons_due,
    custody,
    gaming_days,
    keys,
    reconcile,
    registers,
    revenue,
    spans,
)
from countroom.operations.play import Plan, count_day, enter_checks, play_day
from countroom.operations.play import coupons as programme
from countroom.stores.database import Database
from tests.benchmarks.conftest import Show
from tests.plumbing import playing

DAYS: Final = 60
TIMES: Final = 5
BUDGET: Final = 1.1
FASTER: Final = 10


@dataclass(frozen=True)
class House:
    """A house, and its newest concluded day."""

    database: Database
    rounds: Path
    day: date


def _played(where: Path, days: int) -> House:
    where.mkdir()
    house = playing.a_house()
    database = playing.loaded(where, replace(house))
    truth, day = None, playing.DAY
    for number in range(days):
        day = playing.DAY + timedelta(days=number)
        begins, ends = house.property.bounds(day)
        plan = Plan(day=day, seed=number + 1, rounds_per_hour=1, coupons=1, rack_percent=70)
        with database.together():
            programme.hand_out(database, day, quantity=440, at=begins)
            truth = play_day(database, where / "rounds", plan, previous=truth)
            programme.close_day(database, day, left=40, kept=20, at=ends - timedelta(minutes=30))
            count_day(database, truth)
            enter_checks(database, truth)
            programme.process_day(database, day, at=ends + timedelta(hours=8))
    return House(database, where / "rounds", day)


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[House, House]]:
    """A house on its second day, and one with many days behind it."""
    made = (_played(tmp_path / "new", 1), _played(tmp_path / "old", DAYS))
    yield made
    for house in made:
        house.database.close()


def _asked(house: House) -> dict[str, Callable[[], Any]]:
    """What people look at, as inquiries that the screens and reports of a day ask."""
    database, day, rounds = house.database, house.day, house.rounds
    now = playing.a_house().property.bounds(day)[1] + timedelta(hours=12)

    def someone(role: Role) -> Viewer:
        return Viewer(playing.a_house().people_with(role)[0], role)

    books, cage = someone(Role.ACCOUNTING), someone(Role.CHIP_BANK_CASHIER)
    return {
        "day": lambda: revenue.day(database, books, day),
        "why": lambda: reconcile.day(database, books, day, rounds),
        "worksheet": lambda: spans.worksheet(database, books, day),
        "gaming days": lambda: gaming_days.days(database, books),
        "slip register": lambda: registers.slip_register(database, books, day),
        "box lines": lambda: registers.box_lines(database, books, day),
        "exceptions": lambda: registers.exceptions(database, books, day),
        "chip bank": lambda: chip_bank.bank(database, cage, now),
        "keys": lambda: keys.keys(database, someone(Role.SECURITY), now),
        "boxes": lambda: custody.where(database, someone(Role.SECURITY), now),
        "coupons due": lambda: coupons_due.due(database, someone(Role.FINANCE), now),
    }


def _seconds(ask: Callable[[], Any]) -> float:
    ask()
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return median(taken)


def test_the_newest_of_many_days_costs_what_the_first_did(
    houses: tuple[House, House], show: Show
) -> None:
    new, old = houses
    first, last = _asked(new), _asked(old)
    rows, worst = [], 0.0
    for name, ask in first.items():
        before, after = _seconds(ask), _seconds(last[name])
        worst = max(worst, after / before)
        rows.append([name, f"{before * 1000:.1f}", f"{after * 1000:.1f}", f"{after / before:.2f}"])
    show(
        f"Day {DAYS} against day 1",
        ("what is looked at", "day 1 ms", f"day {DAYS} ms", "ratio"),
        rows,
        f"budget {BUDGET:.1f} for each; the worst is {worst:.2f}",
    )
    assert rows


def test_the_year_to_date_is_quicker_than_its_lines(
    houses: tuple[House, House], show: Show
) -> None:
    _, old = houses
    books = Viewer(playing.a_house().people_with(Role.ACCOUNTING)[0], Role.ACCOUNTING)

    def lines() -> Any:
        with old.database.read() as tx:
            query = text(
                "SELECT table_code, side, instrument, SUM(amount_cents) FROM line_in_force "
                "GROUP BY table_code, side, instrument"
            )
            return tx.connection().execute(query).all()

    page = _seconds(lambda: spans.days(old.database, books, old.day, Span.YEAR))
    added = _seconds(lines)
    show(
        f"Year to date over {DAYS} days",
        ("way", "ms", "ratio"),
        [
            ["by totals", f"{page * 1000:.1f}", "1.00"],
            ["by lines", f"{added * 1000:.1f}", f"{added / page:.1f}"],
        ],
        f"aim: {FASTER} times quicker",
    )
    assert page > 0
