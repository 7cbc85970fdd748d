"""Watching over thirty days: hold against the games, differences that repeat, suspect notes.

Concluded gaming dates alone, and what was reckoned of their rounds; what is not reckoned yet is
left out and said to be.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from countroom.domain import coupons, reconciliation, watching
from countroom.domain.access import Viewer
from countroom.domain.papers import PAPERS
from countroom.domain.reconciliation import Variance
from countroom.domain.revenue import Banking
from countroom.domain.table_day import TableDay
from countroom.domain.watching import DayHold, Differed, Judged, Reckoned, Signs
from countroom.errors import NotFoundError
from countroom.inquiries import revenue
from countroom.money import ZERO, Money, total
from countroom.stores import Tx, parts_taken, reckoned, totals
from countroom.stores.adjusting import concluded_dates
from countroom.stores.database import Database
from countroom.stores.parts_taken import BoxNote

DAYS: Final = 30
"""Gaming dates that are looked at together."""

_BEFORE: Final = 60
"""Dates a table's own history is taken from, the day itself among them."""

_AT_THE_TABLE: Final = tuple(
    code
    for code, paper in PAPERS.items()
    if any(step.name == "dealer" for step in paper.signatures)
)
_REPORTS: Final = ("banking_count", "nonbanking_count")


@dataclass(frozen=True, slots=True)
class TableWatch:
    """A banking table over the days.

    Attributes:
        table: Code.
        game: Code of its game.
        days: In order, those of the span.
        today: The asked date against its games, or nothing.
        span: All days that are reckoned, against their games.
        history: The asked date against the table's own days before.
        reckoned: How many of the days are.
        running: Days running that it differed the same way.
    """

    table: str
    game: str
    days: tuple[DayHold, ...]
    today: Judged | None
    span: Judged | None
    history: Judged | None
    reckoned: int
    running: int

    @property
    def looks(self) -> bool:
        """Whether something of it is out of the ordinary."""
        found = (self.today, self.span, self.history)
        return self.running >= watching.RUNNING or any(one and one.outside for one in found)


@dataclass(frozen=True, slots=True)
class PartsDay:
    """The variance of a date's tables, part by part, as far as it is known.

    Attributes:
        gaming_date: Which.
        cash: Currency.
        checks: Counter Checks.
        chips: Inventories.
        coupons: Coupons counted and not settled, or settled and not counted.
        tables: How many are in it.
    """

    gaming_date: date
    cash: Money
    checks: Money
    chips: Money
    coupons: int
    tables: int

    @property
    def total(self) -> Money:
        """All of it; a coupon is no money."""
        return self.cash + self.checks + self.chips


@dataclass(frozen=True, slots=True)
class Suspects:
    """Suspect notes of a table and shift."""

    table: str
    shift: str
    notes: int
    amount: Money


@dataclass(frozen=True, slots=True)
class Watch:
    """What there is to see over the days that end with a date.

    Attributes:
        gaming_date: The last.
        first: The first.
        tables: Banking tables in order, those that are not reckoned too.
        house: All banking tables together, date by date.
        parts: The variance, date by date.
        signs: Which way days differed: by table, shift, dealer, count team member.
        suspects: Suspect notes by table and shift.
        hours: Buy-ins by weekday, Monday first, and hour, 06 first.
        opened: Table days that were open.
        missing: Of these, those that are not reckoned.
    """

    gaming_date: date
    first: date
    tables: tuple[TableWatch, ...]
    house: tuple[Judged | None, ...]
    house_days: tuple[DayHold, ...]
    parts: tuple[PartsDay, ...]
    signs: tuple[Signs, ...]
    suspects: tuple[Suspects, ...]
    hours: tuple[tuple[Money, ...], ...]
    opened: int
    missing: int

    @property
    def tests(self) -> int:
        """How many tables are looked at together."""
        return len(self.tables)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A table day with what was reckoned of it, and how the two differ."""

    day: TableDay
    known: Reckoned | None
    variance: Variance | None

    def hold(self) -> DayHold | None:
        """The day of a banking table whose win can be said."""
        books = self.day.books
        if not isinstance(books, Banking):
            return None
        banks = self.known is not None and self.known.banks
        mean = self.known.mean if self.known is not None and banks else None
        square = self.known.deviation.cents**2 if self.known is not None and banks else 0
        return DayHold(self.day.gaming_date, books.drop, books.win, mean, square)


def _variance(day: TableDay, known: Reckoned | None) -> Variance | None:
    """The books of a table day against its games."""
    books = day.books
    if books is None or known is None:
        return None
    matched = coupons.compare(day.coupons, known.played.coupons)
    if isinstance(books, Banking):
        return reconciliation.of_banking(books, known.played, matched)
    return reconciliation.of_nonbanking(books, known.played, matched)


def watch(database: Database, viewer: Viewer, gaming_date: date) -> Watch:
    """What there is to see over the days that end with a gaming date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        entries = _entries(tx, gaming_date)
        first = gaming_date - timedelta(days=DAYS - 1)
        within = [one for one in entries if one.day.gaming_date >= first]
        notes = parts_taken.box_notes(tx, first, gaming_date)
        among = _among(tx, first, gaming_date, notes)
    tables = _tables(entries, first, gaming_date)
    days = _house(within)
    return Watch(
        gaming_date=gaming_date,
        first=first,
        tables=tables,
        house=tuple(watching.judged(day, 1) for day in days),
        house_days=days,
        parts=_parts(within),
        signs=watching.signs(_differed(within, among)),
        suspects=_suspects(notes, {one.day.gaming_date for one in within}),
        hours=_hours(within),
        opened=len(within),
        missing=sum(one.known is None for one in within),
    )


def of_table(found: Watch, table: str) -> TableWatch:
    """One of the tables watched.

    Raises:
        NotFoundError: It was not open, or is no banking table.
    """
    for one in found.tables:
        if one.table == table:
            return one
    msg = f"{table} is no banking table that was open in these days."
    raise NotFoundError(msg)


def house_days(database: Database, viewer: Viewer, gaming_date: date) -> tuple[DayHold, ...]:
    """All banking tables together, date by date: what a day's page shows.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return _house(_entries(tx, gaming_date, DAYS))


def _entries(tx: Tx, last: date, days: int = _BEFORE) -> list[_Entry]:
    """Table days that were open, of dates whose count is concluded."""
    open_to = concluded_dates(tx)
    within = totals.between(tx, last - timedelta(days=days - 1), last)
    found = [one for one in within if one.opened and one.gaming_date in open_to]
    known = reckoned.of_periods(tx, [one.period for one in found if one.period is not None])
    games = [None if one.period is None else known.get(one.period) for one in found]
    return [_Entry(day, of, _variance(day, of)) for day, of in zip(found, games, strict=True)]


def _house(entries: Iterable[_Entry]) -> tuple[DayHold, ...]:
    """Banking tables whose win and games are both known, added up date by date."""
    found: dict[date, list[DayHold]] = {}
    for entry in entries:
        hold = entry.hold()
        if hold is not None and hold.mean is not None:
            found.setdefault(hold.gaming_date, []).append(hold)
    sums = (watching.added(some, day) for day, some in sorted(found.items()))
    return tuple(day for day in sums if day is not None)


def _tables(entries: list[_Entry], first: date, last: date) -> tuple[TableWatch, ...]:
    by_table: dict[str, list[_Entry]] = {}
    for entry in entries:
        if entry.hold() is not None:
            by_table.setdefault(entry.day.table, []).append(entry)
    looked_at = [some for some in by_table.values() if some[-1].day.gaming_date >= first]
    return tuple(_table(some, first, last, len(looked_at)) for some in looked_at)


def _table(entries: list[_Entry], first: date, last: date, tests: int) -> TableWatch:
    every = [hold for entry in entries if (hold := entry.hold()) is not None]
    days = [hold for hold in every if hold.gaming_date >= first]
    known = [hold for hold in days if hold.mean is not None]
    today = next((hold for hold in days if hold.gaming_date == last), None)
    before = [hold for hold in every if hold.gaming_date < last]
    together = watching.added(known, last)
    amounts = [each.total for one in entries if (each := one.variance) is not None]
    return TableWatch(
        table=entries[-1].day.table,
        game=entries[-1].day.game,
        days=tuple(days),
        today=None if today is None else watching.judged(today, tests),
        span=None if together is None else watching.judged(together, tests),
        history=None if today is None else watching.of_history(before, today, tests),
        reckoned=len(known),
        running=watching.running(amounts),
    )


def _parts(entries: Iterable[_Entry]) -> tuple[PartsDay, ...]:
    found: dict[date, list[Variance]] = {}
    for entry in entries:
        variance = entry.variance
        if variance is not None:
            found.setdefault(entry.day.gaming_date, []).append(variance)
    return tuple(
        PartsDay(
            day,
            total([one.cash for one in some]),
            total([one.checks for one in some]),
            total([one.chips for one in some]),
            sum(len(one.coupons.missing) + len(one.coupons.extra) for one in some),
            len(some),
        )
        for day, some in sorted(found.items())
    )


# ----------------------------------------------------------------- who had a part in a day

_Among = Mapping[tuple[str, date, str], frozenset[str]]
"""Kind of group, date and table (empty for every table) to names."""


def _among(tx: Tx, first: date, last: date, notes: Iterable[BoxNote]) -> _Among:
    found: dict[tuple[str, date, str], set[str]] = {}
    for one in parts_taken.signed_as(tx, "dealer", _AT_THE_TABLE, first, last):
        found.setdefault(("dealer", one.gaming_date, one.table), set()).add(one.name)
    for one in parts_taken.signed_as(tx, "count_team", _REPORTS, first, last):
        found.setdefault(("count team", one.gaming_date, ""), set()).add(one.name)
    for box in notes:
        if box.shift:
            found.setdefault(("shift", box.gaming_date, box.table), set()).add(box.shift)
    return {key: frozenset(names) for key, names in found.items()}


def _differed(entries: Iterable[_Entry], among: _Among) -> Iterable[Differed]:
    for entry in entries:
        variance, day, table = entry.variance, entry.day.gaming_date, entry.day.table
        if variance is None or variance.total == ZERO:
            continue
        nobody: frozenset[str] = frozenset()
        groups = {
            "dealer": among.get(("dealer", day, table), nobody),
            "shift": among.get(("shift", day, table), nobody),
            "count team": among.get(("count team", day, ""), nobody),
        }
        yield Differed(day, table, variance.total, groups)


def _suspects(notes: Iterable[BoxNote], dates: set[date]) -> tuple[Suspects, ...]:
    found: dict[tuple[str, str], list[int]] = {}
    for box in notes:
        if box.suspects and box.gaming_date in dates:
            cents = [each for each, _ in box.suspects]
            found.setdefault((box.table, box.shift), []).extend(cents)
    return tuple(
        Suspects(table, shift, len(cents), Money(sum(cents)))
        for (table, shift), cents in sorted(found.items())
    )


def _hours(entries: Iterable[_Entry]) -> tuple[tuple[Money, ...], ...]:
    found = [[0] * 24 for _ in range(7)]
    for entry in entries:
        for hour, amount in enumerate(entry.known.hours if entry.known is not None else ()):
            found[entry.day.gaming_date.weekday()][hour] += amount.cents
    return tuple(tuple(map(Money, row)) for row in found)
