"""The games beside the books over a month and a year to date: engine result and the four parts.

Added from what was reckoned of each drop period, month by month, and kept in memory: a month is
added again only when a total of it was stored, or a period reckoned, since. A sum says nothing
while the games of one of its complete table days are not reckoned: it would not be the books'.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final
from weakref import WeakKeyDictionary

from countroom.domain import coupons, reconciliation
from countroom.domain.access import Viewer
from countroom.domain.floor import TableKind
from countroom.domain.reconciliation import Played
from countroom.domain.revenue import Banking
from countroom.domain.spans import Level, Span, Which, months
from countroom.domain.table_day import TableDay
from countroom.domain.watching import Reckoned
from countroom.inquiries import revenue
from countroom.inquiries.compared import Compared, Place
from countroom.money import ZERO, Money
from countroom.stores import Tx, reckoned, totals
from countroom.stores.adjusting import concluded_dates
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.recall import memory_of

SpanPlace = tuple[Span, Level, str, TableKind]
"""A line of the worksheet: span, level, code, kind of tables."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """Some table days of one table."""

    house_net: Money = ZERO
    cash: Money = ZERO
    checks: Money = ZERO
    chips: Money = ZERO
    coupons: int = 0
    missing: int = 0

    def plus(self, other: "_Sum") -> "_Sum":
        return _Sum(
            self.house_net + other.house_net,
            self.cash + other.cash,
            self.checks + other.checks,
            self.chips + other.chips,
            self.coupons + other.coupons,
            self.missing + other.missing,
        )

    def compared(self) -> Compared | None:
        """As the worksheet shows it."""
        if self.missing:
            return None
        variance = self.cash + self.checks + self.chips
        return Compared(self.house_net, variance, self.cash, self.checks, self.chips, self.coupons)


_NONE: Final = _Sum()
_NOT_RECKONED: Final = replace(_NONE, missing=1)

_Sums = Mapping[Which, _Sum]
_added: WeakKeyDictionary[Any, dict[tuple[date, date], tuple[object, _Sums]]] = WeakKeyDictionary()


def to_date(database: Database, viewer: Viewer, gaming_date: date) -> dict[SpanPlace, Compared]:
    """What the games came to, for the lines of the worksheet's month and year to date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        pits = {table.code: table.pit for table in house_on(tx, gaming_date).tables}
        dates = concluded_dates(tx)
        year = [
            _month(tx, first, last, dates)
            for first, last in months(Span.YEAR.first(gaming_date), gaming_date)
        ]
    found: dict[SpanPlace, _Sum] = {}
    for span, parts in ((Span.MONTH, year[-1:]), (Span.YEAR, year)):
        for part in parts:
            for which, one in part.items():
                for place in _places(which, pits):
                    found[span, *place] = found.get((span, *place), _NONE).plus(one)
    shown = {place: sums.compared() for place, sums in found.items()}
    return {place: one for place, one in shown.items() if one is not None}


def _places(which: Which, pits: Mapping[str, str]) -> Iterable[Place]:
    codes = {
        Level.TABLE: which.table,
        Level.GAME: which.game,
        Level.PIT: pits.get(which.table, ""),
        Level.HOUSE: which.kind.value,
    }
    return [(level, code, which.kind) for level, code in codes.items()]


def _month(tx: Tx, first: date, last: date, dates: frozenset[date]) -> _Sums:
    within = frozenset(day for day in dates if first <= day <= last)
    mark = (totals.mark_of(tx, first, last), reckoned.many(tx), within)
    known = _added.setdefault(memory_of(tx), {})
    if (first, last) in known and known[first, last][0] == mark:
        return known[first, last][1]
    entries = [day for day in totals.between(tx, first, last) if day.gaming_date in within]
    games = reckoned.of_periods(tx, [day.period for day in entries if day.period is not None])
    found: dict[Which, _Sum] = {}
    for day in entries:
        which = Which(day.table, day.game, day.kind)
        found[which] = found.get(which, _NONE).plus(_of_day(day, games))
    known[first, last] = (mark, found)
    return found


def _of_day(day: TableDay, games: Mapping[int, Reckoned]) -> _Sum:
    """One table day; one whose win cannot be said is in no sum, neither here nor in the books."""
    books = day.books
    if books is None:
        return _NONE
    known = games.get(day.period or 0)
    if known is None and day.opened:
        return _NOT_RECKONED
    played = Played() if known is None else known.played
    matched = coupons.compare(day.coupons, played.coupons)
    compare = (
        reconciliation.of_banking(books, played, matched)
        if isinstance(books, Banking)
        else reconciliation.of_nonbanking(books, played, matched)
    )
    differing = len(matched.missing) + len(matched.extra)
    return _Sum(played.house_net, compare.cash, compare.checks, compare.chips, differing)
