"""Serials of several printings together: typed line by line, put together, taken apart.

Coupons of one design may come from several printings, each a series of its own; here they are
handled as one, ``tuple[Serials, ...]`` with each series once and in order.

Reference:
    525.21(f)(3), (h)(1); V_86.
"""

from collections.abc import Iterable

from countroom.domain.coupon_ranges import Serials, Series, serials
from countroom.errors import EntryError
from countroom.regulations import V_86

Several = tuple[Serials, ...]
"""Serials of any number of series, each series once, in order."""


def gather(parts: Iterable[Serials], *, field: str = "serials") -> Several:
    """Put serials together that may not overlap.

    Raises:
        EntryError: Some stand in two parts (V-86).
    """
    found: dict[Series, Serials] = {}
    for part in parts:
        known = found.get(part.series, Serials(part.series))
        if twice := known & part:
            raise EntryError({field: f"{twice} is listed twice ({V_86.citation})."})
        found[part.series] = known | part
    return tuple(found[series] for series in sorted(found) if found[series])


def union(parts: Iterable[Serials]) -> Several:
    """Put serials together, whether they overlap or not."""
    found: dict[Series, Serials] = {}
    for part in parts:
        found[part.series] = found.get(part.series, Serials(part.series)) | part
    return tuple(found[series] for series in sorted(found) if found[series])


def without(of: Several, others: Iterable[Serials]) -> Several:
    """Take serials away from others."""
    away = {each.series: each for each in union(others)}
    left = (each - away.get(each.series, Serials(each.series)) for each in of)
    return tuple(each for each in left if each)


def shared(of: Several, others: Serials) -> int:
    """How many of some serials are among others."""
    return sum(each.shared(others) for each in of if each.series == others.series)


def count(of: Iterable[Serials]) -> int:
    """How many there are.

    >>> count(read_ranges("A-01 to A-03"))
    3
    """
    return sum(each.quantity for each in of)


def text(of: Iterable[Serials]) -> str:
    """Write them, series by series.

    >>> text(read_ranges("B-7 A-01 A-03".replace(" A-01", chr(10) + "A-01")))
    'A-01 to A-03, B-7'
    """
    return ", ".join(each.text() for each in of)


def newest_text(of: Iterable[Serials], most: int = 40) -> str:
    """Write the last ranges of each series, and how many there are before them.

    >>> newest_text(read_ranges(chr(10).join(["A-01", "A-03", "A-05"])), 1)
    '2 ranges, and A-05'
    """
    return ", ".join(_newest(each, most) for each in of)


def _newest(of: Serials, most: int) -> str:
    earlier = len(of.ranges) - most
    if earlier <= 0:
        return of.text()
    return f"{earlier:,} ranges, and {Serials(of.series, of.ranges[earlier:]).text()}"


def read_ranges(typed: str, *, field: str = "serials") -> Several:
    """Read ranges as they are typed or scanned, one a line: first serial, last serial.

    Args:
        typed: Lines; an empty one is passed over.
        field: What the faults are said of.

    Raises:
        EntryError: A line is no range, or two overlap.
    """
    lines = filter(None, map(str.strip, typed.splitlines()))
    return gather((read_line(line, field=field) for line in lines), field=field)


def read_line(line: str, *, field: str = "serials") -> Serials:
    """Read one line: one serial, or the first and the last.

    Raises:
        EntryError: It is no range.
    """
    ends = [word for word in line.replace(",", " ").split() if word.lower() not in {"to", "-"}]
    if not 0 < len(ends) < 3:
        raise EntryError({field: f"{line}: write a first and a last serial, a line each range."})
    try:
        return serials(*ends)
    except EntryError as fault:
        raise EntryError({field: fault.message}) from None
