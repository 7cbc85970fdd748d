"""A list as screens show it: columns, cells, a foot, and the ways to take it away."""

from dataclasses import dataclass, field

from countroom.money import Money


@dataclass(frozen=True, slots=True)
class Column:
    """One column; figures stand right."""

    title: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        text: What it says.
        to: Where it leads, or empty.
        look: State that it shows, in shape and colour beside the word, or empty.
        value: What it is in a file, where that is not its text.
    """

    text: str
    to: str = ""
    look: str = ""
    value: Money | int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row; ``look`` marks it as something to look at."""

    cells: tuple[Cell, ...]
    look: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, with what it says when it is empty.

    Attributes:
        id: Unique on its page.
        title: What it lists.
        columns: In order.
        rows: In order.
        foot: Sums under the columns, or nothing.
        nothing: Sentence of an empty list.
        nothing_next: What to do then.
        nothing_to: Where that is done, or empty.
        links: Pairs of word and address: ``("CSV", "/…")``.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...] = ()
    foot: tuple[Cell, ...] = ()
    nothing: str = "Nothing here yet."
    nothing_next: str = ""
    nothing_to: str = ""
    links: tuple[tuple[str, str], ...] = field(default=())


def cells(*entries: "str | int | Money | Cell") -> tuple[Cell, ...]:
    """Make cells of plain values; amounts and numbers are written as everywhere."""
    return tuple(_cell(entry) for entry in entries)


def row(*entries: "str | int | Money | Cell", look: bool = False) -> TableRow:
    """Make a row of plain values."""
    return TableRow(cells(*entries), look)


def _cell(entry: "str | int | Money | Cell") -> Cell:
    match entry:
        case Cell():
            return entry
        case Money():
            return Cell(entry.text(), value=entry)
        case int():
            return Cell(f"{entry:,}", value=entry)
        case _:
            return Cell(entry)
