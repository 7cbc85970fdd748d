"""The grid of a rack: every denomination of the sets that a table holds."""

from collections.abc import Iterable
from typing import Final

from countroom.domain.denominations import Instrument
from countroom.domain.floor import ChipSet
from countroom.domain.inventory import Pieces, PiecesKey
from countroom.errors import EntryError
from countroom.web.grid import Grid, GridRow, Part

RACK: Final = 100
"""Chips in a full rack."""

_RACKED: Final = frozenset({Instrument.VALUE_CHIP, Instrument.RAKE_CHIP})
RACKS_AND_PIECES: Final = (
    Part("racks", f"Racks of {RACK}", RACK, _RACKED),
    Part("pieces", "Pieces"),
)
"""Columns in which chips are counted out or moved."""


def chip_grid(keys: Iterable[PiecesKey], chip_sets: Iterable[ChipSet]) -> Grid:
    """A grid with a row for everything that a rack holds."""
    names = {chip_set.code: chip_set.name for chip_set in chip_sets}
    rows = tuple(
        GridRow(
            section=names.get(chip_set, "Coins"),
            instrument=instrument,
            denomination_cents=cents,
            chip_set=chip_set,
        )
        for instrument, chip_set, cents in keys
    )
    return Grid(rows, RACKS_AND_PIECES)


def pieces_in(grid: Grid, *, every: bool = False) -> tuple[Pieces, ...]:
    """What was typed into the grid of a rack.

    Args:
        grid: As sent.
        every: Each denomination must be entered, 0 included.

    Raises:
        EntryError: A cell is wrong, or left blank where none may be.
    """
    read = grid.read()
    missing: dict[str, str] = {}
    found: list[Pieces] = []
    for row in grid.rows:
        typed = {part: entry for part, entry in read[row.key].items() if entry is not None}
        if typed:
            count = sum(typed.get(part.name, 0) * part.factor for part in grid.parts)
            found.append(Pieces(row.instrument, row.denomination_cents, count, row.chip_set))
        elif every:
            cell = grid.cell(row, grid.parts[-1])
            missing[cell] = f"{row.name}: not entered; enter 0 where there are none."
    if missing:
        grid.errors = missing
        raise EntryError(missing)
    return tuple(found)


def put_pieces(grid: Grid, pieces: Iterable[Pieces]) -> Grid:
    """Show pieces in the grid, full racks first."""
    rows = {(row.instrument, row.chip_set, row.denomination_cents): row for row in grid.rows}
    for entry in pieces:
        row = rows[entry.key]
        racks, loose = divmod(entry.pieces, RACK)
        if row.instrument not in _RACKED:
            racks, loose = 0, entry.pieces
        grid.put(row, "racks", racks or None)
        grid.put(row, "pieces", loose if loose or not racks else None)
    return grid
