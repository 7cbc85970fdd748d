"""Months and quarters of the programme: what is counted and reported in each.

Reference:
    525.21(n), (o); V_97, V_98.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Gaming dates from a first to a last.

    Attributes:
        first: The first.
        last: The last.
        name: ``2011-06`` or ``2011-Q2``.
    """

    first: date
    last: date
    name: str


def _months(day: date, months: int, *, named: str) -> Span:
    """So many months, of which the first begins at a multiple of them in the year."""
    begin = (day.month - 1) // months * months
    after = begin + months
    first = date(day.year, begin + 1, 1)
    last = date(day.year + after // 12, after % 12 + 1, 1) - _ONE_DAY
    return Span(first, last, named)


def month_of(day: date) -> Span:
    """The calendar month of a gaming date.

    >>> month_of(date(2011, 12, 14)).last
    datetime.date(2011, 12, 31)
    """
    return _months(day, 1, named=f"{day:%Y-%m}")


def quarter_of(day: date) -> Span:
    """The quarter of a gaming date.

    >>> quarter_of(date(2011, 6, 14))
    Span(first=datetime.date(2011, 4, 1), last=datetime.date(2011, 6, 30), name='2011-Q2')
    """
    return _months(day, 3, named=f"{day.year}-Q{(day.month + 2) // 3}")


def spans(first: date, last: date, *, quarters: bool) -> Iterator[Span]:
    """Every month, or quarter, that gaming dates from a first to a last fall in, in order."""
    span_of = quarter_of if quarters else month_of
    span = span_of(first)
    while span.first <= last:
        yield span
        span = span_of(span.last + _ONE_DAY)
