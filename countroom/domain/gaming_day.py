"""The house's calendar: a gaming day runs from 06:00:00 to 05:59:59 and is no calendar day.

It is cut on wall-clock local time, so that it has 23 hours on the day daylight saving begins
and 25 on the day it ends; its end is found by asking for the next day's start, never by adding
24 hours. Instants come in and go out as aware UTC.

Reference:
    58 Pa. Code 525.3 (465a.31).
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from countroom.errors import EntryError

START: Final = time(6)
"""When a gaming day begins, by the law."""

EARLIEST_START: Final = time(4)
LATEST_START: Final = time(12)
"""Between these, a zone's change of clocks never falls on the start itself."""

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2199

_WRITTEN: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", re.ASCII)
_ONE_DAY: Final = timedelta(days=1)
_ONE_HOUR: Final = timedelta(hours=1)

_WEEKDAYS: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def start_fault(start: time) -> str | None:
    """Say why a gaming day cannot begin at this time, or nothing."""
    if start.tzinfo is not None or start.second or start.microsecond:
        return "must be a whole minute of the wall clock, such as 06:00."
    if not EARLIEST_START <= start <= LATEST_START:
        return f"must lie between {EARLIEST_START:%H:%M} and {LATEST_START:%H:%M}."
    return None


def require_aware(at: datetime) -> datetime:
    """Return an instant in UTC.

    Raises:
        EntryError: The time says no zone, so nobody knows when it was.
    """
    if at.utcoffset() is None:
        raise EntryError({"time": "A time without a zone is not an instant: give it its zone."})
    return at.astimezone(UTC)


def gaming_date(at: datetime, zone: ZoneInfo, start: time = START) -> date:
    """Tell which gaming day an instant belongs to.

    >>> zone = ZoneInfo("America/New_York")
    >>> gaming_date(datetime(2011, 6, 15, 9, 59, 59, tzinfo=UTC), zone).isoformat()
    '2011-06-14'
    >>> gaming_date(datetime(2011, 6, 15, 10, 0, 0, tzinfo=UTC), zone).isoformat()
    '2011-06-15'

    Raises:
        EntryError: The time says no zone.
    """
    wall = require_aware(at).astimezone(zone)
    return wall.date() if wall.time() >= start else wall.date() - _ONE_DAY


def _instant(on: date, wall: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(on, wall, zone).astimezone(UTC)


def bounds(day: date, zone: ZoneInfo, start: time = START) -> tuple[datetime, datetime]:
    """Return the first instant of a gaming day, and the first one after it (aware UTC)."""
    return _instant(day, start, zone), _instant(day + _ONE_DAY, start, zone)


def length(day: date, zone: ZoneInfo, start: time = START) -> timedelta:
    """Return how long a gaming day lasts: 23, 24 or 25 hours where clocks move by one."""
    begins, ends = bounds(day, zone, start)
    return ends - begins


def hours(day: date, zone: ZoneInfo, start: time = START) -> tuple[datetime, ...]:
    """Return where each hour of a gaming day begins (aware UTC), none lost or doubled.

    >>> len(hours(date(2026, 3, 7), ZoneInfo("America/New_York")))
    23
    """
    begins, ends = bounds(day, zone, start)
    count = -((begins - ends) // _ONE_HOUR)
    return tuple(begins + number * _ONE_HOUR for number in range(count))


def moments(day: date, wall: time, zone: ZoneInfo, start: time = START) -> tuple[datetime, ...]:
    """Return the instants of a gaming day at which its clocks show a time, in order.

    There is one, but for the night daylight saving begins (none in the hour left out) and the
    night it ends (two in the hour that comes twice): somebody has to say which is meant.

    >>> zone = ZoneInfo("America/New_York")
    >>> [clock_text(at, zone) for at in moments(date(2026, 10, 31), time(1, 30), zone)]
    ['2026-11-01 01:30:00 EDT', '2026-11-01 01:30:00 EST']
    """
    on = day if wall >= start else day + _ONE_DAY
    shown = datetime.combine(on, wall)
    both = (shown.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    return tuple(
        sorted({at for at in both if at.astimezone(zone).replace(tzinfo=None, fold=0) == shown})
    )


def clock_text(at: datetime, zone: ZoneInfo) -> str:
    """Write an instant as the house's clocks show it, with the zone's name at that moment.

    Raises:
        EntryError: The time says no zone.
    """
    return require_aware(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S %Z")


def parse_gaming_date(typed: str) -> date:
    """Read a gaming date as typed or sent by a date field: ``2011-06-14``.

    Raises:
        EntryError: It is not a date in that form, or not of this age.
    """
    match = _WRITTEN.fullmatch(typed.strip())
    sentence = "Enter a gaming date such as 2011-06-14."
    if match is None:
        raise EntryError({"gaming_date": sentence})
    year, month, day_of_month = map(int, match.groups())
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise EntryError({"gaming_date": f"{sentence} The year lies outside what is kept here."})
    try:
        return date(year, month, day_of_month)
    except ValueError:
        raise EntryError({"gaming_date": f"{sentence} There is no such day."}) from None


def format_gaming_date(day: date) -> str:
    """Write a gaming date for tables, names of files and machines.

    >>> format_gaming_date(date(2011, 6, 14))
    '2011-06-14'
    """
    return day.isoformat()


def long_gaming_date(day: date) -> str:
    """Write a gaming date as a heading says it, in English whatever the machine speaks.

    >>> long_gaming_date(date(2011, 6, 14))
    'Tuesday, June 14, 2011'
    """
    return f"{_WEEKDAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"


def days_between(first: date, last: date) -> tuple[date, ...]:
    """Return every gaming date from the first to the last, both included."""
    return tuple(first + number * _ONE_DAY for number in range((last - first).days + 1))
