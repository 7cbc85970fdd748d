"""What stands under each figure of a table's day: the slips, the lines, the rounds.

Every line that is added is here and adds up to its figure; what is void stands apart, listed and
in no figure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import numpy as np

from countroom.domain.access import Viewer
from countroom.domain.denominations import Instrument, Side
from countroom.domain.papers import PAPERS
from countroom.domain.table_day import TableDay
from countroom.engine.house import TAKEN
from countroom.engine.records import Columns
from countroom.errors import NotFoundError
from countroom.inquiries import played, revenue
from countroom.inquiries.revenue import Row
from countroom.money import Money, total
from countroom.stores import Tx, bookings, documents, lines_under
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.lines_under import FormLine

FIGURES: Final = (
    *("opening", "fills", "credits", "currency", "value_chips", "rake_chips"),
    *("checks", "closing"),
)
"""Figures of a table's day that are added from lines."""

_COUNTED: Final = {
    Instrument.CURRENCY: "currency",
    Instrument.COIN: "currency",
    Instrument.VALUE_CHIP: "value_chips",
    Instrument.PLAQUE: "value_chips",
    Instrument.RAKE_CHIP: "rake_chips",
}
_ON_THE_DAY: Final = ("inventory_slip", "fill_slip", "credit_slip", "counter_check", "box_count")
_MICROSECONDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line under a figure.

    Attributes:
        form: Number of the form it stands on.
        box: Of a counted box.
        says: What it is, in words.
        denomination: Face of one piece; of an adjustment nothing.
        pieces: How many.
        amount: What it adds.
    """

    form: str
    box: str
    says: str
    denomination: Money | None
    pieces: int
    amount: Money


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and what it is added from.

    Attributes:
        name: ``currency``.
        amount: As the worksheet shows it; nothing while a slip is missing.
        lines: What it is added from.
    """

    name: str
    amount: Money | None
    lines: tuple[Line, ...]

    @property
    def added(self) -> Money:
        """The lines added up: the figure again."""
        return total([line.amount for line in self.lines])


@dataclass(frozen=True, slots=True)
class Void:
    """A form that is void: listed, and in no figure."""

    form: str
    title: str


@dataclass(frozen=True, slots=True)
class Figures:
    """A table's day and everything under it.

    Attributes:
        row: The day as the worksheet has it.
        figures: Each with its lines.
        coupons: Serials found; their value is a memo.
        void: Forms that are void.
    """

    row: Row
    figures: tuple[Figure, ...]
    coupons: tuple[str, ...]
    void: tuple[Void, ...]


def figures(database: Database, viewer: Viewer, gaming_date: date, table: str) -> Figures:
    """What stands under each figure of a table's day.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: The table has no day of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        row = _row(tx, gaming_date, table)
        lines: dict[str, list[Line]] = {name: [] for name in FIGURES}
        for name, line in _lines(tx, row.day):
            lines[name].append(line)
        void = tuple(_void(tx, row.day))
    return Figures(
        row,
        tuple(Figure(name, getattr(row.day, name), tuple(lines[name])) for name in FIGURES),
        row.day.coupons,
        void,
    )


def _row(tx: Tx, gaming_date: date, table: str) -> Row:
    for row in revenue.rows_of(tx, gaming_date):
        if row.day.table == table:
            return row
    msg = f"{table} has no day of {gaming_date.isoformat()}."
    raise NotFoundError(msg)


def _lines(tx: Tx, day: TableDay) -> Iterator[tuple[str, Line]]:
    slips = {
        **dict.fromkeys(day.fill_slips, "fills"),
        **dict.fromkeys(day.credit_slips, "credits"),
    }
    for line in lines_under.of_forms(tx, tuple(slips)):
        yield slips[line.form], _line(line)
    for name, slip in (("opening", day.opening_slip), ("closing", day.closing_slip)):
        for line in lines_under.of_forms(tx, (slip,) if slip else ()):
            yield name, _line(line)
    yield from _boxes(tx, day)
    for one in day.own:
        yield one.part.value, Line(one.name, "", "adjustment", None, 1, one.amount)


def _boxes(tx: Tx, day: TableDay) -> Iterator[tuple[str, Line]]:
    """Lines of the period's boxes, of counts that are concluded, and its Counter Checks."""
    if day.period is None:
        return
    hidden = frozenset(bookings.boxes(tx, day.period).going_on)
    for line in lines_under.of_period(tx, day.period):
        if line.side is Side.CHECK:
            yield "checks", _line(line)
        elif line.side in {Side.COUNT, Side.SUPPLEMENT} and line.count not in hidden:
            name = _COUNTED.get(line.instrument)
            if name is not None:
                yield name, _line(line)


def _line(line: FormLine) -> Line:
    parts = (line.instrument.value.replace("_", " "), line.chip_set, line.reference)
    says = " ".join(part for part in parts if part)
    return Line(line.form, line.box, says, line.denomination, line.pieces, line.amount)


def _void(tx: Tx, day: TableDay) -> Iterator[Void]:
    """Void forms of the table and date: a slip that never left has no drop period."""
    for paper in _ON_THE_DAY:
        for one in documents.find(tx, paper=paper, gaming_date=day.gaming_date, table=day.table):
            if one.state == bookings.VOID:
                yield Void(one.name, PAPERS[one.paper].title)


# ------------------------------------------------------------------------------- the rounds


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round and what it brought the house, by the book.

    Attributes:
        number: Of the round at its table and period.
        at: When, on the wall.
        staked: Chips on it.
        house: What it brought the tray; of a pot its rake.
    """

    number: int
    at: datetime
    staked: Money
    house: Money


def rounds(
    database: Database, viewer: Viewer, gaming_date: date, table: str, folder: Path
) -> tuple[RoundResult, ...]:
    """The rounds under a table's engine result, each with what it brought: they add up to it.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which day.
        table: Which table.
        folder: Of all rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: The table has no day of that date, or no rounds are on record.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        row = _row(tx, gaming_date, table)
        zone = house_on(tx, gaming_date).property.zone_info
        found = None if row.day.period is None else played.by_book(tx, folder, row.day.period)
    if found is None and not row.day.opened:
        return ()
    if found is None:
        msg = f"No rounds of {table} are on record of {gaming_date.isoformat()}."
        raise NotFoundError(msg)
    period, columns = found
    return _by_round(columns, zone, banking=period.module.KIND == "banking")


def _by_round(columns: Columns, zone: ZoneInfo, *, banking: bool) -> tuple[RoundResult, ...]:
    net = columns["rake_cents"]
    if banking:
        net = sum(columns[name] for name in TAKEN) - columns["paid_tray_cents"]
    numbers, first, which = np.unique(columns["round"], return_index=True, return_inverse=True)
    house, staked = (np.zeros(len(numbers), np.int64) for _ in range(2))
    np.add.at(house, which, net)
    np.add.at(staked, which, columns["stake_cents"])
    return tuple(
        RoundResult(number, datetime.fromtimestamp(at // _MICROSECONDS, zone), Money(a), Money(b))
        for number, at, a, b in zip(
            numbers.tolist(),
            columns["at"][first].tolist(),
            staked.tolist(),
            house.tolist(),
            strict=True,
        )
    )
