"""What the tables of a gaming date won, as the books say: the revenue worksheet (4.22).

After the conclusion only, and to whoever may see the day.
"""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import CountView, Viewer
from countroom.domain.count import CountState
from countroom.domain.findings import Finding
from countroom.domain.floor import TableKind
from countroom.domain.house import House
from countroom.domain.revenue import Banking, banking_total
from countroom.domain.slip_numbers import finding
from countroom.domain.table_day import TableDay
from countroom.errors import NotFoundError
from countroom.money import Money, total
from countroom.stores import Tx, mismatches, registry, slip_numbers, states, totals
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.mismatches import Standing


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the worksheet.

    Attributes:
        day: What its drop period came to.
        from_at: When the period began, or nothing where no box was ever placed.
        to_at: When it ended, or nothing while it runs.
        drop: Currency and Counter Checks, or nothing while it is incomplete.
        win: Of a nonbanking table its rake; nothing while it is incomplete.
        hold: Win by drop, or nothing.
        mismatches: Racks that differed from their slips, resolved ones too.
        numbers: What was said of the numbers of its slips.
    """

    day: TableDay
    from_at: datetime | None
    to_at: datetime | None
    drop: Money | None
    win: Money | None
    hold: str | None
    mismatches: tuple[Standing, ...] = ()
    numbers: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What does not fit; a mismatch until it is resolved."""
        still = [one.mismatch.finding for one in self.mismatches if not one.resolved]
        return (*self.day.findings(), *still, *self.numbers)


@dataclass(frozen=True, slots=True)
class RevenueDay:
    """A gaming date.

    Attributes:
        gaming_date: Which.
        counts: Names of its concluded counts.
        rows: In table order.
        banking: Banking tables added up, or nothing while one is incomplete.
        rake: Nonbanking tables added up, or nothing while one is incomplete.
    """

    gaming_date: date
    counts: tuple[str, ...]
    rows: tuple[Row, ...]
    banking: Banking | None
    rake: Money | None

    @property
    def complete(self) -> bool:
        """Whether every table's win can be said."""
        return all(row.win is not None for row in self.rows)


def concluded_counts(tx: Tx, viewer: Viewer, day: date) -> tuple[str, ...]:
    """The concluded counts of a gaming date, if this person may see its win.

    Raises:
        AccessError: The duty may not see it, or no count of that date is concluded.
        NotFoundError: There is no count of that date.
    """
    done = concluded(tx, day)
    access.reconciliation(viewer, embargo(done)).require()
    return done


def concluded(tx: Tx, day: date) -> tuple[str, ...]:
    """The counts of a gaming date that are concluded."""
    named = registry.counts_of(tx, day)
    return tuple(name for name in named if _is_concluded(tx, name))


def embargo(done: tuple[str, ...]) -> CountView:
    """What access needs to know of a date's counts: whether one of them is concluded."""
    return CountView(CountState.CONCLUDED if done else CountState.COUNTING)


def _is_concluded(tx: Tx, count: str) -> bool:
    moved = states.last(tx, "count", count)
    return moved is not None and moved.to_state == CountState.CONCLUDED


def day(database: Database, viewer: Viewer, gaming_date: date) -> RevenueDay:
    """The revenue worksheet of a gaming date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    with database.read() as tx:
        counts = concluded_counts(tx, viewer, gaming_date)
        rows = rows_of(tx, gaming_date)
    return RevenueDay(
        gaming_date=gaming_date,
        counts=counts,
        rows=rows,
        banking=_banking(rows),
        rake=_rake(rows),
    )


def month(database: Database, viewer: Viewer, of: date) -> tuple[TableDay, ...]:
    """What every table's drop period came to, of a month's concluded gaming dates.

    Args:
        database: The property's.
        viewer: Who asks.
        of: Any day of the month.

    Raises:
        AccessError: The duty may not see it.
    """
    access.reconciliation(viewer, CountView(CountState.CONCLUDED)).require()
    first = of.replace(day=1)
    last = of.replace(day=monthrange(of.year, of.month)[1])
    with database.read() as tx:
        within = totals.between(tx, first, last)
        open_to = {day for day in {one.gaming_date for one in within} if concluded(tx, day)}
    return tuple(entry for entry in within if entry.gaming_date in open_to)


def rows_of(tx: Tx, gaming_date: date) -> tuple[Row, ...]:
    """Every table's row, as last stored, in table order.

    Raises:
        NotFoundError: There is no total of that date.
    """
    stored = {entry.table: entry for entry in totals.stored(tx, gaming_date)}
    if not stored:
        msg = f"There are no totals of {gaming_date.isoformat()}."
        raise NotFoundError(msg)
    differ = mismatches.of_day(tx, gaming_date)
    said = [one for one in slip_numbers.said(tx).values() if one.gaming_date == gaming_date]
    return tuple(
        _row(
            tx,
            stored[code],
            tuple(one for one in differ if one.mismatch.table == code),
            tuple(finding(one) for one in said if one.table == code),
        )
        for code in _order(house_on(tx, gaming_date), stored)
    )


def _order(house: House, stored: Iterable[str]) -> list[str]:
    place = {table.code: table.order for table in house.tables}
    return sorted(stored, key=lambda code: (place.get(code, len(place) + 1), code))


def _row(
    tx: Tx, entry: TableDay, differ: tuple[Standing, ...], numbers: tuple[Finding, ...]
) -> Row:
    period = None if entry.period is None else registry.period(tx, entry.period)
    books = entry.books
    return Row(
        day=entry,
        from_at=None if period is None else period.from_at,
        to_at=None if period is None else period.to_at,
        drop=None if books is None else books.drop,
        win=None if books is None else books.win,
        hold=None if books is None else books.hold,
        mismatches=differ,
        numbers=numbers,
    )


def _banking(rows: Iterable[Row]) -> Banking | None:
    books = [row.day.books for row in rows if row.day.kind is TableKind.BANKING]
    found = [entry for entry in books if isinstance(entry, Banking)]
    return banking_total(found) if len(found) == len(books) else None


def _rake(rows: Iterable[Row]) -> Money | None:
    wins = [row.win for row in rows if row.day.kind is TableKind.NONBANKING]
    found = [win for win in wins if win is not None]
    return total(found) if len(found) == len(wins) else None
