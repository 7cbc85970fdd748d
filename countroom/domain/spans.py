"""Table days added up: by table, game, pit and house, for a day, a month or a year to date.

Reference:
    601a.9(c)-(d); V_110.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

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
        days: Gaming dates that are added.
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
        coupons: How many were found, a memo.
        coupon_value: Their face value, a memo.
    """

    days: int
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
    coupons: int = 0
    coupon_value: Money | None = None

    def hold(self, kind: TableKind) -> str | None:
        """Win by drop, of banking tables."""
        if kind is TableKind.NONBANKING or self.win is None or self.drop is None:
            return None
        return hold_of(self.win, self.drop)


_ADDED = ("fills", "credits", "currency", "checks", "value_chips", "rake_chips", "coupon_value")


def add(entries: Iterable[TableDay], span: Span) -> Summed:
    """Add table days up.

    Args:
        entries: Of one kind of table.
        span: Whether they are of one gaming date.
    """
    every = list(entries)
    known = [(entry, books) for entry in every if (books := entry.books) is not None]
    days, left_out = len({entry.gaming_date for entry in every}), len(every) - len(known)
    if not known or (span is Span.DAY and left_out):
        return Summed(days, 0, len(every))
    sums = {name: total([getattr(entry, name) for entry, _ in known]) for name in _ADDED}
    if span is Span.DAY:
        for name in ("opening", "closing"):
            sums[name] = total([getattr(books, name) for _, books in known])
    return Summed(
        days,
        len(known),
        left_out,
        drop=total([books.drop for _, books in known]),
        win=total([books.win for _, books in known]),
        coupons=sum(len(entry.coupons) for entry, _ in known),
        **sums,
    )
