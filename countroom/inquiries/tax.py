"""The weekly tax on table games: each filing week's revenue, its days, and what is due.

Taken from the stored totals of gaming dates that are concluded and complete; every other date
of the week is named with what it waits for, and its figures are no part of the sums.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from countroom.domain import access, tax
from countroom.domain.access import Permission, Viewer
from countroom.domain.gaming_day import days_between
from countroom.domain.table_day import TableDay
from countroom.domain.tax import Assessment, Gross
from countroom.inquiries import revenue
from countroom.stores import Tx, adjusting, registry, totals
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class TaxDay:
    """One gaming date of a week.

    Attributes:
        gaming_date: Which.
        concluded: Its count is concluded, so that its page has figures.
        gross: Its revenue, or nothing while it cannot be said.
        waits: What it waits for, or empty.
    """

    gaming_date: date
    concluded: bool
    gross: Gross | None
    waits: str = ""


@dataclass(frozen=True, slots=True)
class TaxWeek:
    """One filing week.

    Attributes:
        first: Its first gaming date.
        last: Its last.
        days: All seven.
        due: What its complete days owe, or why that cannot be said.
    """

    first: date
    last: date
    days: tuple[TaxDay, ...]
    due: Assessment

    @property
    def incomplete(self) -> tuple[TaxDay, ...]:
        """The days that are no part of the sums."""
        return tuple(day for day in self.days if day.gross is None)

    @property
    def newest(self) -> date:
        """Its newest gaming date that is concluded: the one that its files are asked by."""
        return max(day.gaming_date for day in self.days if day.concluded)


def week(database: Database, viewer: Viewer, gaming_date: date) -> TaxWeek:
    """The filing week that a concluded gaming date lies in.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
        RuleError: The house has not stated which weekday its filing week begins with.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return _week(tx, gaming_date, adjusting.concluded_dates(tx))


def weeks(database: Database, viewer: Viewer, *, newest: int = 8) -> tuple[TaxWeek, ...]:
    """The filing weeks with a concluded gaming date, newest first.

    Args:
        database: The property's.
        viewer: Who asks.
        newest: So many at most.

    Raises:
        AccessError: The duty does not open the day's books.
        RuleError: The house has not stated which weekday its filing week begins with.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        done = adjusting.concluded_dates(tx)
        firsts: dict[date, date] = {}
        for day in sorted(done, reverse=True):
            firsts.setdefault(_ends(tx, day)[0], day)
            if len(firsts) == newest:
                break
        return tuple(_week(tx, day, done) for day in firsts.values())


def day(database: Database, viewer: Viewer, gaming_date: date) -> Assessment | None:
    """What a gaming date alone would owe, as it accrues; nothing while it is incomplete.

    The week is what is filed: its losing days offset the winning ones, and it is rounded once.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        house = house_on(tx, gaming_date)
        found = _day(tx, gaming_date, frozenset({gaming_date}), totals.stored(tx, gaming_date))
    if found.gross is None:
        return None
    return tax.assess({gaming_date: found.gross}, house.bookkeeping)


@dataclass(frozen=True, slots=True)
class TaxMonth:
    """A month of table games as the Board lists it.

    Attributes:
        first: Its first gaming date.
        days: Gaming dates with a concluded, complete count.
        tables: Tables that were open on any of them.
        table_days: Tables that were open, day by day, added up.
        due: What these days owe, or why that cannot be said.
    """

    first: date
    days: int
    tables: int
    table_days: int
    due: Assessment


def month(database: Database, viewer: Viewer, gaming_date: date) -> TaxMonth:
    """The month of a concluded gaming date up to that date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    first = gaming_date.replace(day=1)
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        done = adjusting.concluded_dates(tx)
        by_day: dict[date, list[TableDay]] = {}
        for entry in totals.between(tx, first, gaming_date):
            by_day.setdefault(entry.gaming_date, []).append(entry)
        found = [_day(tx, day, done, entries) for day, entries in by_day.items()]
        terms = house_on(tx, gaming_date).bookkeeping
    complete = {one.gaming_date: one.gross for one in found if one.gross is not None}
    opened = [one.table for day in complete for one in by_day[day] if one.opened]
    due = tax.assess(complete, terms)
    return TaxMonth(first, len(complete), len(set(opened)), len(opened), due)


def _ends(tx: Tx, gaming_date: date) -> tuple[date, date]:
    return tax.week_of(gaming_date, house_on(tx, gaming_date).bookkeeping.tax_week_starts)


def _week(tx: Tx, gaming_date: date, done: frozenset[date]) -> TaxWeek:
    first, last = _ends(tx, gaming_date)
    by_day: dict[date, list[TableDay]] = {}
    for entry in totals.between(tx, first, last):
        by_day.setdefault(entry.gaming_date, []).append(entry)
    days = tuple(_day(tx, each, done, by_day.get(each, [])) for each in days_between(first, last))
    revenues = {each.gaming_date: each.gross for each in days if each.gross is not None}
    terms = house_on(tx, gaming_date).bookkeeping
    return TaxWeek(first, last, days, tax.assess(revenues, terms))


def _day(tx: Tx, gaming_date: date, done: frozenset[date], entries: Iterable[TableDay]) -> TaxDay:
    if gaming_date not in done:
        counted = bool(registry.counts_of(tx, gaming_date))
        waits = "its count is not concluded" if counted else "no count of it is on record"
        return TaxDay(gaming_date, concluded=False, gross=None, waits=waits)
    every = tuple(entries)
    missing = [entry.table for entry in every if not entry.complete]
    if missing:
        waits = f"a slip or Counter Checks are outstanding: {', '.join(missing)}"
        return TaxDay(gaming_date, concluded=True, gross=None, waits=waits)
    return TaxDay(gaming_date, concluded=True, gross=adjusting.gross(tx, gaming_date, every))
