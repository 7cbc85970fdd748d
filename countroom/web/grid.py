"""The denomination grid: rows of denominations, cells of pieces, read and shown again as typed.

A grid is not a WTForms form since its rows are the house's own. The name of a cell is
``grid.<row>.<part>``; the same names stand in drafts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from countroom.domain.denominations import (
    Instrument,
    denomination_label,
    pieces_of_amount,
    pieces_typed,
)
from countroom.errors import EntryError
from countroom.money import Money, dollars

PIECES: Final = "pieces"
AMOUNT: Final = "amount"


@dataclass(frozen=True, slots=True)
class Part:
    """A column in which pieces are typed.

    Attributes:
        name: Part of the cell's name.
        label: Head of the column.
        factor: Pieces that one of these stands for; a strap is 100 notes.
        instruments: Instruments that have this column; none means all.
    """

    name: str
    label: str
    factor: int = 1
    instruments: frozenset[Instrument] = frozenset()

    def applies(self, instrument: Instrument) -> bool:
        """Whether a row has this column."""
        return not self.instruments or instrument in self.instruments


ONLY_PIECES: Final = (Part(PIECES, "Pieces"),)
"""One column: boxes hold no straps."""


def laid_out(strap_notes: int) -> tuple[Part, ...]:
    """Straps, loose, mutilated: the columns of proof, presentation and recount."""
    notes = frozenset({Instrument.CURRENCY})
    return (
        Part("straps", f"Straps of {strap_notes}", strap_notes, notes),
        Part("loose", "Loose"),
        Part("mutilated", "Mutilated", 1, notes),
    )


@dataclass(frozen=True, slots=True)
class GridRow:
    """One denomination.

    Attributes:
        section: Heading it stands under, a pool or an instrument.
        instrument: What it is.
        denomination_cents: Face of one piece.
        chip_set: Of chips, which set.
        group: Word for the section in names, ``currency``.
        note: Said beside the denomination.
        code: Name of the row, where it has one of its own.
    """

    section: str
    instrument: Instrument
    denomination_cents: int
    chip_set: str = ""
    group: str = ""
    note: str = ""
    code: str = ""

    @property
    def key(self) -> str:
        """Name of the row, unique in its grid."""
        if self.code:
            return self.code
        place = self.group or self.instrument.value
        return "-".join(filter(None, (place, self.chip_set, str(self.denomination_cents))))

    @property
    def label(self) -> str:
        """The denomination as people say it."""
        return denomination_label(self.denomination_cents)

    @property
    def name(self) -> str:
        """The denomination for a sentence or a screen reader: ``$100 currency``."""
        return f"{self.section} {self.label}" if self.section else self.label


@dataclass
class Grid:
    """What was typed, row by row.

    Attributes:
        rows: In the order of the screen, highest denomination first in each section.
        parts: Columns.
        typed: Cell name to what was typed.
        errors: Cell name to its sentence.
        by_amount: Sections that are typed in dollars instead of pieces.
        valued: Whether values and totals show: not where pieces of two kinds stand side by side.
    """

    rows: tuple[GridRow, ...]
    parts: tuple[Part, ...] = ONLY_PIECES
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    by_amount: frozenset[str] = frozenset()
    valued: bool = True

    def cell(self, row: GridRow, part: Part) -> str:
        """Name of a cell."""
        return f"grid.{row.key}.{part.name}"

    def cells(self) -> Iterable[tuple[GridRow, Part, str]]:
        """Every cell that exists, in the order it is walked."""
        for row in self.rows:
            for part in self.parts:
                if part.applies(row.instrument):
                    yield row, part, self.cell(row, part)

    def sections(self) -> dict[str, list[GridRow]]:
        """Rows by section, in order."""
        found: dict[str, list[GridRow]] = {}
        for row in self.rows:
            found.setdefault(row.section, []).append(row)
        return found

    def columns(self, section: str) -> list[Part]:
        """Parts that some row of a section has."""
        rows = [row for row in self.rows if row.section == section]
        return [part for part in self.parts if any(part.applies(row.instrument) for row in rows)]

    def fill(self, typed: Mapping[str, str]) -> "Grid":
        """Show what a draft or a form held."""
        self.typed = {name: typed[name] for _, _, name in self.cells() if name in typed}
        return self

    def put(self, row: GridRow, part: str, pieces: int | None) -> None:
        """Show a number of pieces."""
        if pieces is not None:
            self.typed[f"grid.{row.key}.{part}"] = str(pieces)

    def pieces(self, row: GridRow, part: Part) -> int | None:
        """Pieces of a cell, or nothing where nothing is typed.

        Raises:
            EntryError: It is no whole number within the limit, or no multiple.
        """
        name = self.cell(row, part)
        text = self.typed.get(name, "")
        try:
            if row.section in self.by_amount and text.strip():
                return pieces_of_amount(_dollars(text, row), row.denomination_cents, name=row.name)
            return pieces_typed(text, name=self._said(row, part))
        except EntryError as wrong:
            raise EntryError({name: wrong.message}) from None

    def _said(self, row: GridRow, part: Part) -> str:
        return row.name if len(self.parts) == 1 else f"{row.name}, {part.label.lower()}"

    def read(self) -> dict[str, dict[str, int | None]]:
        """Pieces by row and part; cells that are wrong get their sentence.

        Raises:
            EntryError: Some cell is wrong; every one under its name.
        """
        self.errors = {}
        found: dict[str, dict[str, int | None]] = {row.key: {} for row in self.rows}
        for row, part, name in self.cells():
            try:
                found[row.key][part.name] = self.pieces(row, part)
            except EntryError as wrong:
                self.errors[name] = wrong.message
        if self.errors:
            raise EntryError(self.errors)
        return found

    def take(self, fields: Mapping[str, str]) -> dict[str, str]:
        """Show sentences beside their cells; one about a row stands at its first cell.

        Returns:
            The sentences that are about no cell of this grid.
        """
        cells = [name for _, _, name in self.cells()]
        first = {row.key: self.cell(row, self._parts(row)[0]) for row in self.rows}
        left: dict[str, str] = {}
        for name, sentence in fields.items():
            place = name if name in cells else first.get(name, "")
            if place:
                self.errors[place] = sentence
            else:
                left[name] = sentence
        return left

    def _parts(self, row: GridRow) -> list[Part]:
        return [part for part in self.parts if part.applies(row.instrument)]

    def open_rows(self) -> list[GridRow]:
        """Rows in which nothing is typed yet."""
        filled = {name for name, text in self.typed.items() if text.strip()}
        entered = {row.key for row, _, name in self.cells() if name in filled}
        return [row for row in self.rows if row.key not in entered]

    def value(self, row: GridRow) -> Money | None:
        """Value of a row as far as it can be read; nothing where nothing is typed."""
        pieces: list[int] = []
        for part in self.parts:
            if part.applies(row.instrument):
                try:
                    one = self.pieces(row, part)
                except EntryError:
                    return None
                pieces += [] if one is None else [one * part.factor]
        return Money(sum(pieces) * row.denomination_cents) if pieces else None

    def total(self, section: str | None = None) -> Money:
        """Value of a section, or of the grid, as far as it can be read."""
        values = [
            value
            for row in self.rows
            if section is None or row.section == section
            if (value := self.value(row)) is not None
        ]
        return Money(sum(value.cents for value in values))


def _dollars(text: str, row: GridRow) -> Money:
    try:
        return dollars(text)
    except ValueError as wrong:
        raise EntryError({row.name: f"{row.name}: {wrong}"}) from None
