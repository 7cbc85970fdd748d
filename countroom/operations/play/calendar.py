"""How the days of the demo go: ordinary days of a house, and what the newest ones have to show."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from countroom.domain.house import House
from countroom.operations.play.plan import Plan
from countroom.operations.play.truth import Disturbance

LEAST: Final = 3
"""Days that show something: a table that closed, a day that went wrong, a day to be counted."""

_ONE_DAY: Final = timedelta(days=1)
_BUSY: Final = (70, 75, 80, 90, 125, 150, 105)
"""Rounds of a weekday in a hundred of the usual, Monday first."""


def plans(house: House, first: date, days: int, pace: int) -> tuple[Plan, ...]:
    """How so many days go, from a first one on.

    Args:
        house: The house.
        first: The first gaming date.
        days: How many; the last is dropped and waits for its count.
        pace: Rounds an hour on a usual day; weekends are busier.
    """
    newest = _newest(house, first + (days - LEAST) * _ONE_DAY)
    older = [_ordinary(house, first + n * _ONE_DAY, n) for n in range(days - LEAST)]
    return tuple(
        replace(plan, seed=number, rounds_per_hour=max(1, pace * _BUSY[plan.day.weekday()] // 100))
        for number, plan in enumerate((*older, *newest), start=1)
    )


def _banking(house: House) -> Sequence[str]:
    return [table.code for table in house.tables if table.kind.value == "banking"]


def _ordinary(house: House, day: date, number: int) -> Plan:
    """A day on which nothing goes wrong: one table or none stays closed, one or none closes."""
    banking = _banking(house)
    never = banking[number % len(banking)]
    closes = banking[(number + 5) % len(banking)]
    voids = banking[(number + 2) % len(banking)]
    return Plan(
        day=day,
        seed=0,
        never=(never,) if day.weekday() < 4 else (),
        closes=(closes,) if number % 2 else (),
        voids=(voids,) if number % 6 == 3 else (),
    )


def _newest(house: House, first: date) -> tuple[Plan, ...]:
    """The last days: one quiet, one with a discrepancy, one to be counted.

    The second has every form of the floor at least once, and a missing slip, a void one, an
    emergency box and a box that is not on the manifest as well.

    Over night two chips go from the container of a closed table: the books of neither day move,
    and both show that its rack differed from its slip.
    """
    banking = _banking(house)
    closed = next(table.code for table in house.tables if table.code not in banking)
    wheels = [table.code for table in house.tables if table.game == "roulette"]
    never = (banking[-1], closed)
    short = Disturbance(banking[0], "chip_gone", cents=2_500, pieces=1)
    over_night = Disturbance(banking[1], "chip_gone", cents=2_500, pieces=2)
    no_slip = Disturbance(banking[2], "slip_gone")
    return (
        Plan(day=first, seed=0, never=never, closes=(banking[1],), disturb=(over_night,)),
        Plan(
            day=first + _ONE_DAY,
            seed=0,
            never=(closed,),
            closes=(banking[6],),
            voids=(banking[3],),
            emergency=(banking[4],),
            shifts=(banking[5],),
            unlisted=(banking[7],),
            wheels_short=tuple(wheels),
            disturb=(short, no_slip),
        ),
        Plan(day=first + 2 * _ONE_DAY, seed=0, never=never),
    )
