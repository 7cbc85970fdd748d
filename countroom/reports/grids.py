"""A grid: rows of values under named columns, before it is CSV, a spreadsheet, JSON or paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from countroom.domain import canonical
from countroom.money import Money, total

Value = str | int | bool | Money | Decimal | date | datetime | None
"""What a cell holds. A number that is a name (a serial, a box) is text; nothing is blank; a
decimal is a share, 0.2413."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of values.

    Attributes:
        name: For files and sheets, ``box_lines``.
        title: For people.
        columns: Names of the columns, always the same.
        rows: A value a column.
        blank: What is printed for nothing; while it is empty, columns of nothing are not printed.
        summed: Columns whose amounts are added up where they are printed.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    blank: str = ""
    summed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows), "a value a column"
        assert set(self.summed) <= set(self.columns)

    def pick(
        self, title: str, *columns: str, blank: str = "", summed: tuple[str, ...] = ()
    ) -> "Grid":
        """Take some columns, in this order."""
        places = [self.columns.index(column) for column in columns]
        rows = tuple(tuple(row[place] for place in places) for row in self.rows)
        return Grid(self.name, title, columns, rows, blank, summed)

    def plain(self) -> list[list[canonical.Plain]]:
        """Give the rows as what has a canonical form."""
        return [[plain(value) for value in row] for row in self.rows]

    def sum_of(self, column: str) -> Money | None:
        """Add a column of amounts up; nothing where one of them is nothing."""
        place = self.columns.index(column)
        amounts = [row[place] for row in self.rows]
        known = [amount for amount in amounts if isinstance(amount, Money)]
        return total(known) if len(known) == len(amounts) else None


def plain(value: Value) -> canonical.Plain:
    """Write a value as what has a canonical form; a share as its digits."""
    return str(value) if isinstance(value, Decimal) else canonical.to_plain(value)


def _value(value: Any) -> Value:
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, str | int | bool | Money | Decimal | date | datetime | type(None)), (
        value
    )
    return value


def of_facts(name: str, title: str, kind: type[Any], facts: Iterable[Any]) -> Grid:
    """Make a grid of facts of one kind: a column for each attribute."""
    names = tuple(field.name for field in fields(kind))
    rows = tuple(tuple(_value(getattr(fact, each)) for each in names) for fact in facts)
    return Grid(name, title, names, rows)


_CENTS: Final = "_cents"


def of_plain(
    name: str, title: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]
) -> Grid:
    """Make a grid of plain values; ``..._cents`` becomes an amount without that ending."""
    made = tuple(
        tuple(_amount(column, _joined(row.get(column))) for column in columns) for row in rows
    )
    return Grid(name, title, tuple(column.removesuffix(_CENTS) for column in columns), made)


def _amount(column: str, value: Value) -> Value:
    if column.endswith(_CENTS) and type(value) is int:
        return Money(value)
    return value


def _joined(value: Any) -> Value:
    return " ".join(map(str, value)) if isinstance(value, list) else _value(value)
