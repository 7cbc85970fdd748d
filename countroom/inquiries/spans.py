"""The revenue worksheet by table, game, pit and house: day, month to date, year to date (4.22).

Only gaming dates whose count is concluded are added. What is incomplete is left out and counted.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from countroom.domain.access import Viewer
from countroom.domain.floor import Table, TableKind
from countroom.domain.house import House
from countroom.domain.spans import (
    Level,
    Span,
    Summed,
    Which,
    add,
    by_table,
    joined,
    months,
    together,
)
from countroom.domain.table_day import TableDay
from countroom.errors import NotFoundError
from countroom.inquiries import revenue
from countroom.money import Money, total
from countroom.stores import totals
from countroom.stores.adjusting import concluded_dates
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the worksheet.

    Attributes:
        span: Which span.
        first: Its first gaming date.
        level: What is added together.
        code: Of the table, game or pit; of the house its kind of tables.
        kind: Of its tables.
        pit: Of a table.
        game: Of a table.
        sums: What they came to.
        fill_slips: Of a table's day.
        credit_slips: Of a table's day.
    """

    span: Span
    first: date
    level: Level
    code: str
    kind: TableKind
    pit: str
    game: str
    sums: Summed
    fill_slips: tuple[str, ...] = ()
    credit_slips: tuple[str, ...] = ()

    @property
    def hold(self) -> str | None:
        """Win by drop."""
        return self.sums.hold(self.kind)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The worksheet of a gaming date.

    Attributes:
        gaming_date: The last of every span.
        lines: Span by span; tables, games, pits, the house.
    """

    gaming_date: date
    lines: tuple[Line, ...]

    def house(self, kind: TableKind) -> dict[Span, Summed]:
        """What the house's tables of one kind came to, span by span."""
        return {
            line.span: line.sums
            for line in self.lines
            if line.level is Level.HOUSE and line.kind is kind
        }


@dataclass(frozen=True, slots=True)
class DaySums:
    """One gaming date of a span: what its tables of each kind came to."""

    gaming_date: date
    banking: Summed
    nonbanking: Summed

    @property
    def gross(self) -> Money | None:
        """Win, rake and prior periods, or nothing while one of them cannot be said."""
        return _together([one.taxed for one in (self.banking, self.nonbanking) if one.days])


def worksheet(database: Database, viewer: Viewer, gaming_date: date) -> Worksheet:
    """The revenue worksheet of a gaming date and of the spans that end with it.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        house, open_to = house_on(tx, gaming_date), concluded_dates(tx)
        entries = totals.between(tx, gaming_date, gaming_date)
        year = [
            totals.month_sums(tx, first, last, open_to)
            for first, last in months(Span.YEAR.first(gaming_date), gaming_date)
        ]
    sums = {
        Span.DAY: by_table(entries, Span.DAY),
        Span.MONTH: year[-1],
        Span.YEAR: joined(year, Span.YEAR),
    }
    slips = {entry.table: (entry.fill_slips, entry.credit_slips) for entry in entries}
    lines = [
        replace(line, fill_slips=slips[line.code][0], credit_slips=slips[line.code][1])
        if (line.span, line.level) == (Span.DAY, Level.TABLE)
        else line
        for span in Span
        for line in _of_span(house, span, gaming_date, sums[span])
    ]
    return Worksheet(gaming_date, tuple(lines))


def days(database: Database, viewer: Viewer, gaming_date: date, span: Span) -> tuple[DaySums, ...]:
    """The gaming dates that are added up in a span, each by itself, in order.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        open_to = concluded_dates(tx)
        within = totals.between(tx, span.first(gaming_date), gaming_date)
    entries = [one for one in within if one.gaming_date in open_to]
    found: dict[date, dict[TableKind, list[TableDay]]] = {}
    for entry in entries:
        by_kind = found.setdefault(entry.gaming_date, {kind: [] for kind in TableKind})
        by_kind[entry.kind].append(entry)
    return tuple(
        DaySums(
            each,
            add(kinds[TableKind.BANKING], Span.DAY),
            add(kinds[TableKind.NONBANKING], Span.DAY),
        )
        for each, kinds in found.items()
    )


def under(
    database: Database,
    viewer: Viewer,
    gaming_date: date,
    span: Span,
    level: Level,
    code: str,
    kind: TableKind,
) -> tuple[TableDay, ...]:
    """The table days that one line of the worksheet is added from, date by date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: The worksheet has no such line.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        open_to, house = concluded_dates(tx), house_on(tx, gaming_date)
        within = totals.between(tx, span.first(gaming_date), gaming_date)
    code_of = _codes({table.code: table for table in house.tables})[level]
    found = tuple(
        one
        for one in within
        if one.gaming_date in open_to
        and one.kind is kind
        and code_of(Which(one.table, one.game, one.kind)) == code
    )
    if not found:
        msg = f"The worksheet has no {level.value} {code}."
        raise NotFoundError(msg)
    return found


def _of_span(house: House, span: Span, last: date, sums: Mapping[Which, Summed]) -> Iterator[Line]:
    tables = {table.code: table for table in house.tables}
    for level, code_of in _codes(tables).items():
        groups: dict[tuple[str, TableKind], list[Which]] = {}
        for which in sums:
            groups.setdefault((code_of(which), which.kind), []).append(which)
        places = _places(house, level)
        for code, kind in sorted(groups, key=lambda each: (places.get(each[0], len(places)), each)):
            some = groups[code, kind]
            table = tables.get(code) if level is Level.TABLE else None
            yield Line(
                span=span,
                first=span.first(last),
                level=level,
                code=code,
                kind=kind,
                pit="" if table is None else table.pit,
                game=some[-1].game if level is Level.TABLE else "",
                sums=together([sums[which] for which in some], span),
            )


def _codes(tables: dict[str, Table]) -> dict[Level, Callable[[Which], str]]:
    """What a table is added under; the pit is the one that it stands in now."""

    def pit_of(which: Which) -> str:
        return tables[which.table].pit if which.table in tables else ""

    return {
        Level.TABLE: lambda which: which.table,
        Level.GAME: lambda which: which.game,
        Level.PIT: pit_of,
        Level.HOUSE: lambda which: which.kind.value,
    }


def _places(house: House, level: Level) -> dict[str, int]:
    """The order of a level's lines: tables in theirs, pits in theirs, the rest by name."""
    if level is Level.TABLE:
        return {table.code: place for place, table in enumerate(house.tables)}
    if level is Level.PIT:
        return {pit.code: place for place, pit in enumerate(house.pits)}
    return {}


def gross(found: Worksheet, span: Span) -> Money | None:
    """What a span is taxed on, or nothing while a part of it cannot be said."""
    return _together(
        [line.sums.taxed for line in found.lines if (line.level, line.span) == (Level.HOUSE, span)]
    )


def _together(wins: list[Money | None]) -> Money | None:
    known = [win for win in wins if win is not None]
    return total(known) if known and len(known) == len(wins) else None
