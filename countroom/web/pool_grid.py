"""The grid of the pools: straps, loose and mutilated of every denomination, pool by pool."""

from collections.abc import Iterable, Mapping

from countroom.domain.papers.presentation import Method, PoolEntry
from countroom.errors import EntryError
from countroom.inquiries.pool_sheets import PoolField, PoolSheet
from countroom.web.grid import Grid, GridRow, laid_out


def row_of(field: PoolField) -> GridRow:
    """The row of a denomination."""
    pool, instrument, chip_set, cents = field.key
    return GridRow(
        section=pool.printed,
        instrument=instrument,
        denomination_cents=cents,
        chip_set=chip_set,
        group=f"{pool.value}-{instrument.value}",
        note="straps note by note" if field.directed else "",
    )


def pool_grid(sheet: PoolSheet, typed: Mapping[str, str]) -> Grid:
    """A grid with a row for everything that is to be entered, and what was typed so far."""
    rows = tuple(row_of(field) for field in sheet.fields)
    return Grid(rows, laid_out(sheet.strap_notes)).fill(typed)


def entries_in(
    grid: Grid, fields: Iterable[PoolField], methods: Mapping[str, str]
) -> tuple[PoolEntry, ...]:
    """What was typed into the grid of the pools.

    Args:
        grid: As sent.
        fields: What is to be entered.
        methods: Row key to how it was counted (``method_of``); rows without one are as usual.

    Raises:
        EntryError: A cell is wrong, or a denomination is not entered: blank is not zero.
    """
    read = grid.read()
    missing: dict[str, str] = {}
    found: list[PoolEntry] = []
    for field in fields:
        row = row_of(field)
        typed = {part: entry for part, entry in read[row.key].items() if entry is not None}
        if not typed:
            cell = grid.cell(row, grid.parts[1])
            missing[cell] = f"{field.title[:1].upper()}{field.title[1:]} is not entered."
            continue
        straps, loose, device = method_of(methods.get(row.key, ""))
        pool, instrument, chip_set, cents = field.key
        found.append(
            PoolEntry(
                pool=pool,
                instrument=instrument,
                denomination_cents=cents,
                straps=typed.get("straps", 0),
                loose=typed.get("loose", 0),
                mutilated=typed.get("mutilated", 0),
                chip_set=chip_set,
                strap_method=straps,
                loose_method=loose,
                device=device,
            )
        )
    if missing:
        grid.errors = missing
        raise EntryError(missing)
    return tuple(found)


def ways_of(field: PoolField, devices: Iterable[str]) -> list[tuple[str, str]]:
    """How a denomination may be counted again: value and words, the usual way first."""
    usual = [] if field.directed or not field.strapped else [("bulk|hand", "bulk, hand")]
    ways = [*usual, ("hand|hand", "hand")]
    for device in devices:
        if usual:
            ways.append((f"bulk|device|{device}", f"bulk, {device}"))
        ways.append((f"device|device|{device}", device))
    return ways


def method_of(way: str) -> tuple[Method, Method, str]:
    """Straps, everything else, and the device, of a way that was chosen.

    >>> method_of("bulk|device|CM-2")
    (<Method.BULK: 'bulk'>, <Method.DEVICE: 'device'>, 'CM-2')

    Raises:
        EntryError: It is no way of counting.
    """
    straps, _, rest = (way or "bulk|hand").partition("|")
    loose, _, device = rest.partition("|")
    try:
        return Method(straps), Method(loose), device
    except ValueError:
        msg = "Choose how each denomination was counted."
        raise EntryError({"method": msg}) from None
