"""The grids of the watching: what its pictures are drawn from, and what repeats."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from countroom.domain.access import Viewer
from countroom.domain.revenue import NO_HOLD, hold_of
from countroom.domain.watching import DayHold, Judged, off_by
from countroom.inquiries import watching
from countroom.inquiries.registers import Database
from countroom.inquiries.watching import TableWatch, Watch
from countroom.reports.grids import Grid, Value
from countroom.reports.watch_pictures import HOURS, WEEKDAYS

_HOLD: Final = ("drop", "win", "hold", "expected", "low", "high", "deviations", "says")
NOT_RECKONED: Final = "not reckoned"


def hundredths(number: Fraction | None) -> str | None:
    """Write deviations as a number with two places.

    >>> hundredths(Fraction(-5, 4)), hundredths(None)
    ('-1.25', None)
    """
    if number is None:
        return None
    whole = abs(int(number * 100))
    return f"{'-' if number < 0 else ''}{whole // 100}.{whole % 100:02d}"


def chance_text(chance: Fraction) -> str:
    """Write how likely something is as one in so many.

    >>> chance_text(Fraction(1, 32)), chance_text(Fraction(1))
    ('1 in 32', '1 in 1')
    """
    return f"1 in {chance.denominator // chance.numerator:,}"


def _held(day: DayHold | None, against: Judged | None) -> tuple[Value, ...]:
    if day is None:
        return (*(None,) * (len(_HOLD) - 1), NOT_RECKONED)
    low, high = (None, None) if against is None else (against.low, against.high)
    says = NOT_RECKONED if against is None else against.says
    hold = hold_of(day.win, day.drop)
    shown = NO_HOLD if hold is None else Decimal(hold)
    return (day.drop, day.win, shown, day.mean, low, high, hundredths(off_by(day)), says)


def _tables(found: Watch) -> Iterator[tuple[Value, ...]]:
    for one in found.tables:
        together = None if one.span is None else one.span.day
        yield (
            *(one.table, one.game, len(one.days), one.reckoned),
            *_held(together, one.span),
            *_latest(one),
        )


def _latest(one: TableWatch) -> tuple[Value, ...]:
    today = None if one.today is None else one.today.says
    history = None if one.history is None else one.history.says
    return (today, history, one.running)


def grids(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """Everything the watching holds of the days that end with a date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    found = watching.watch(database, viewer, day)
    return (
        Grid(
            "watching",
            "Tables: hold against the games, all days together",
            ("table", "game", "days", "reckoned", *_HOLD, "this_day", "own_history", "running"),
            tuple(_tables(found)),
            blank="",
        ),
        Grid(
            "watching_house",
            "The house: hold against the games, day by day",
            ("gaming_date", *_HOLD),
            tuple(
                (each.gaming_date, *_held(each, one))
                for each, one in zip(found.house_days, found.house, strict=True)
            ),
        ),
        Grid(
            "watching_parts",
            "Variance by part, day by day",
            ("gaming_date", "tables", "cash", "checks", "chips", "variance", "coupons_differing"),
            tuple(
                (
                    *(one.gaming_date, one.tables, one.cash, one.checks, one.chips),
                    *(one.total, one.coupons),
                )
                for one in found.parts
            ),
        ),
        Grid(
            "watching_repeats",
            "Differences that repeat: table days short and over, and how likely by chance",
            ("of", "who", "short", "over", "amount", "chance", "repeats"),
            tuple(
                (
                    *(one.of, one.who, one.short, one.over, one.amount),
                    *(chance_text(one.chance), one.repeats(len(found.signs))),
                )
                for one in found.signs
            ),
        ),
        Grid(
            "watching_suspects",
            "Suspect notes by table and shift",
            ("table", "shift", "notes", "amount"),
            tuple((one.table, one.shift, one.notes, one.amount) for one in found.suspects),
        ),
        Grid(
            "watching_hours",
            "Buy-ins by weekday and hour",
            ("from", *WEEKDAYS),
            tuple(
                (f"{hour}:00", *(row[place] for row in found.hours))
                for place, hour in enumerate(HOURS)
            ),
        ),
    )


def on_paper(found: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """What is looked at of the tables on one list, their limits on another: both fit the page."""
    tables, *others = found
    shown = ("table", "days", "reckoned", "drop", "win", "hold", "expected", "deviations", "says")
    return (
        tables.pick("Tables: hold against the games, all days together", *shown),
        tables.pick(
            "Tables: limits of all days together, this day, own history",
            *("table", "game", "low", "high", "this_day", "own_history", "running"),
        ),
        *others,
    )
