"""Table days added up: by table, game, pit and house, for a day, a month or a year to date.

Reference:
    601a.9(c)-(d); V_110.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from countroom.domain.floor import TableKind
from countroom.domain.revenue import hold_of
from countroom.domain.table_day import TableDay
from countroom.money import Money, total


class Span(StrEnum):
    """How far back is added."""

    DAY = "day"
    MONTH = "month_to_date"
    YEAR = "year_to_date"

    def first(self, day: date) -> date:
        """The first gaming date of the span that ends with a date."""
        if self is Span.DAY:
            return day
        return day.replace(day=1) if self is Span.MONTH else day.replace(month=1, day=1)


class Level(StrEnum):
    """What is added together."""

    TABLE = "table"
    GAME = "game"
    PIT = "pit"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Summed:
    """Some table days added up, of one kind of table.

    Amounts are nothing where they cannot be said: where no table day is complete, and, of a
    single gaming date, where one is not. Of longer spans the complete ones are added, and
    ``incomplete`` says how many are not among them.

    Attributes:
        dates: Gaming dates that are added.
        complete: Table days that are added.
        incomplete: Table days that are not: a slip or a Counter Check is outstanding.
        opening: Of a single gaming date only.
        fills: Of slips.
        credits: Of slips.
        currency: Counted.
        checks: Entered.
        drop: Currency and checks that bought chips.
        closing: Of a single gaming date only.
        value_chips: Counted.
        rake_chips: Counted.
        win: Of nonbanking tables the rake.
        prior_period: What adjustments of filed periods, posted in the span, add to revenue.
        coupons: How many were found, a memo.
        coupon_value: Their face value, a memo.
    """

    dates: frozenset[date]
    complete: int
    incomplete: int
    opening: Money | None = None
    fills: Money | None = None
    credits: Money | None = None
    currency: Money | None = None
    checks: Money | None = None
    drop: Money | None = None
    closing: Money | None = None
    value_chips: Money | None = None
    rake_chips: Money | None = None
    win: Money | None = None
    prior_period: Money | None = None
    coupons: int = 0
    coupon_value: Money | None = None

    @property
    def taxed(self) -> Money | None:
        """The win, and what of earlier periods is posted here."""
        if self.win is None or self.prior_period is None:
            return None
        return self.win + self.prior_period

    @property
    def days(self) -> int:
        """How many gaming dates."""
        return len(self.dates)

    def hold(self, kind: TableKind) -> str | None:
        """Win by drop, of banking tables."""
        if kind is TableKind.NONBANKING or self.win is None or self.drop is None:
            return None
        return hold_of(self.win, self.drop)


NOTHING: Final = Summed(frozenset(), 0, 0)
"""No table day at all."""

_ADDED: Final = (
    *("fills", "credits", "currency", "checks", "drop"),
    *("value_chips", "rake_chips", "win", "prior_period", "coupon_value"),
)
_RACKS: Final = ("opening", "closing")


def of_one(entry: TableDay) -> Summed:
    """What one table day came to."""
    dates, books = frozenset({entry.gaming_date}), entry.books
    if books is None:
        return Summed(dates, 0, 1)
    return Summed(
        dates,
        1,
        0,
        opening=books.opening,
        fills=entry.fills,
        credits=entry.credits,
        currency=entry.currency,
        checks=entry.checks,
        drop=books.drop,
        closing=books.closing,
        value_chips=entry.value_chips,
        rake_chips=entry.rake_chips,
        win=books.win,
        prior_period=entry.prior_win,
        coupons=len(entry.coupons),
        coupon_value=entry.coupon_value,
    )


def together(parts: Iterable[Summed], span: Span) -> Summed:
    """Add sums up that have no table day in common.

    Args:
        parts: Of one kind of table.
        span: Whether they are of one gaming date.
    """
    every = list(parts)
    dates: frozenset[date] = frozenset().union(*(part.dates for part in every))
    complete = sum(part.complete for part in every)
    left_out = sum(part.incomplete for part in every)
    if complete == 0 or (span is Span.DAY and left_out):
        return Summed(dates, 0, complete + left_out)
    names = (*_ADDED, *_RACKS) if span is Span.DAY else _ADDED
    return Summed(
        dates,
        complete,
        left_out,
        coupons=sum(part.coupons for part in every),
        **{name: _known(every, name) for name in names},
    )


def _known(parts: Iterable[Summed], name: str) -> Money:
    amounts = (getattr(part, name) for part in parts)
    return total([amount for amount in amounts if amount is not None])


def add(entries: Iterable[TableDay], span: Span) -> Summed:
    """Add table days of one kind of table up."""
    return together(map(of_one, entries), span)


@dataclass(frozen=True, slots=True)
class Which:
    """Whose days are added: a table, with the game that was dealt there."""

    table: str
    game: str
    kind: TableKind


def by_table(entries: Iterable[TableDay], span: Span) -> dict[Which, Summed]:
    """Add table days up, table by table."""
    found: dict[Which, list[TableDay]] = {}
    for entry in entries:
        found.setdefault(Which(entry.table, entry.game, entry.kind), []).append(entry)
    return {which: add(some, span) for which, some in found.items()}


def joined(parts: Iterable[Mapping[Which, Summed]], span: Span) -> dict[Which, Summed]:
    """Join what was added table by table over months that follow each other."""
    found: dict[Which, list[Summed]] = {}
    for part in parts:
        for which, sums in part.items():
            found.setdefault(which, []).append(sums)
    return {which: together(some, span) for which, some in found.items()}


def months(first: date, last: date) -> tuple[tuple[date, date], ...]:
    """The calendar months of a span, each cut to it.

    >>> months(date(2011, 4, 30), date(2011, 5, 2))[0][1].isoformat()
    '2011-04-30'
    """
    found = []
    while first <= last:
        following = (first.replace(day=1) + timedelta(days=32)).replace(day=1)
        found.append((first, min(last, following - timedelta(days=1))))
        first = following
    return tuple(found)
