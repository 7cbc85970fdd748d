"""Pictures of the watching: hold within its limits, variance by part, buy-ins by hour."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from countroom.domain import watching
from countroom.domain.watching import FALSE_ALARM_ONE_IN, DayHold, Judged
from countroom.inquiries.watching import TableWatch, Watch
from countroom.money import Money
from countroom.reports.pictures import Bars, HeatMap, LimitLine, Reading, Series, Unit

WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
HOURS: Final = tuple(f"{(hour + 6) % 24:02d}" for hour in range(24))
_MONTHS: Final = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)


def day_label(day: date) -> str:
    """A gaming date as a picture has room for it.

    >>> day_label(date(2011, 6, 4))
    '4 Jun'
    """
    return f"{day.day} {_MONTHS[day.month - 1]}"


def _percent(amount: Money, drop: Money) -> float | None:
    return 100 * amount.cents / drop.cents if drop.cents > 0 else None


def _reading(day: DayHold, against: Judged | None) -> Reading:
    expected = None if day.mean is None else _percent(day.mean, day.drop)
    return Reading(
        day_label(day.gaming_date),
        _percent(day.win, day.drop),
        expected,
        None if against is None else _percent(against.low, day.drop),
        None if against is None else _percent(against.high, day.drop),
        outside=against is not None and against.outside,
    )


def _line(name: str, title: str, days: Iterable[DayHold], tests: int) -> LimitLine:
    every = list(days)
    against = [watching.judged(day, tests) for day in every]
    out = [one.day for one in against if one is not None and one.outside]
    named = ", ".join(day_label(day.gaming_date) for day in out)
    tells = f"outside its limits on {named}" if out else "within its limits on every one of them"
    return LimitLine(
        name=name,
        title=title,
        alt=f"{title}: {len(every)} days, {tells}.",
        unit=Unit.PERCENT,
        readings=tuple(_reading(day, one) for day, one in zip(every, against, strict=True)),
        said=("hold", "expected of the wagers made", f"limits, 1 day in {FALSE_ALARM_ONE_IN}"),
    )


def hold_line(days: Iterable[DayHold]) -> LimitLine:
    """The hold of all banking tables together, within what their wagers allow."""
    return _line("hold", "Hold against its limits", days, 1)


def table_line(found: Watch, table: TableWatch) -> LimitLine:
    """A table's hold within what its wagers allow, its limits shared with the other tables."""
    return _line(
        f"hold.{table.table}",
        f"Hold of {table.table} against its limits",
        table.days,
        found.tests,
    )


def parts_bars(found: Watch) -> Bars:
    """The variance day by day: cash, checks, chips."""
    days = found.parts
    uneven = sum(any(part.cents for part in (day.cash, day.checks, day.chips)) for day in days)
    return Bars(
        name="parts",
        title="Variance by part",
        alt=f"Variance of {len(days)} days by cash, checks and chips: {uneven} of them uneven.",
        labels=tuple(day_label(day.gaming_date) for day in days),
        series=tuple(
            Series(part, tuple(getattr(day, part).cents / 100 for day in days))
            for part in ("cash", "checks", "chips")
        ),
    )


def hours_map(found: Watch) -> HeatMap:
    """Buy-ins by weekday and hour."""
    amounts = {
        (day, hour): found.hours[at][place].cents
        for at, day in enumerate(WEEKDAYS)
        for place, hour in enumerate(HOURS)
    }
    most = max(amounts, key=lambda key: amounts[key])
    tells = f"most on {most[0]} from {most[1]}:00" if amounts[most] else "none on record"
    return HeatMap(
        name="hours",
        title="Drop by weekday and hour",
        alt=f"Buy-ins by weekday and hour: {tells}.",
        rows=WEEKDAYS,
        columns=HOURS,
        values=tuple(
            tuple(amount.cents / 100 if amount.cents else None for amount in row)
            for row in found.hours
        ),
    )
