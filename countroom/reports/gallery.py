"""Every picture, one line each: from which inquiry it is drawn.

A picture asks the same inquiry as the table beneath it, as the same person: who may not see the
figures is refused the picture in the same sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from countroom.domain.access import Viewer
from countroom.domain.reconciliation import Band
from countroom.errors import NotFoundError
from countroom.inquiries import floor_plan, watching
from countroom.inquiries.floor_plan import PitResults
from countroom.inquiries.reconcile import TableResult
from countroom.inquiries.registers import Database
from countroom.money import Money
from countroom.reports.pictures import FloorMap, Look, Picture, Tile
from countroom.reports.watch_pictures import hold_line, hours_map, parts_bars, table_line


@dataclass(frozen=True, slots=True)
class Sight:
    """Who looks at which day.

    Attributes:
        database: The property's.
        viewer: Who looks.
        day: The gaming date.
        rounds: The folder of rounds.
    """

    database: Database
    viewer: Viewer
    day: date
    rounds: Path


def picture(name: str, sight: Sight) -> Picture:
    """Make a picture.

    Raises:
        NotFoundError: There is none of that name, or nothing of that day.
        AccessError: The duty may not see its figures, or not yet.
    """
    kind, _, of = name.partition(".")
    if kind not in PICTURES:
        msg = f"There is no picture {name}. There are: {', '.join(PICTURES)}."
        raise NotFoundError(msg)
    return PICTURES[kind](sight, of)


# --------------------------------------------------------------------------------- the floor

_LOOKS: Final = {None: Look.CALM, Band.EVEN: Look.CALM, Band.LOOK: Look.LOOK}


def whole_dollars(amount: Money) -> str:
    """An amount as a picture has room for it: nearest dollar, thousands apart.

    >>> whole_dollars(Money(-1_260_60))
    '-1,261'
    """
    nearest = (abs(amount).cents + 50) // 100
    return f"{'-' if amount.cents < 0 and nearest else ''}{nearest:,}"


def _differs(table: TableResult) -> str:
    variance = table.variance
    return "" if variance is None or variance.is_even else variance.total.in_words()


def _look(table: TableResult) -> Look:
    if not table.row.day.opened:
        return Look.CLOSED
    if table.variance is not None and not table.variance.is_even and table.band is Band.EVEN:
        return Look.LOOK  # its parts differ and make each other up
    return _LOOKS.get(table.band, Look.STOP)


def _taken(table: TableResult) -> Money | None:
    """What the table took: drop, or the rake of one that has none."""
    return table.row.win if table.row.drop is None else table.row.drop


def _tile(table: TableResult, most: int) -> Tile:
    taken = _taken(table)
    says = "closed" if not table.row.day.opened else "not yet"
    if table.row.win is not None and table.row.day.opened:
        says = whole_dollars(table.row.win)
    share = 0 if taken is None else max(taken.cents, 0) / most
    return Tile(table.row.day.table, says, share, _look(table), _differs(table))


def floor_map(pits: tuple[PitResults, ...]) -> FloorMap:
    """The floor of a day: each table's win, and which of them differ from their games."""
    tables = [table for pit in pits for table in pit.tables]
    taken = [_taken(table) for table in tables]
    most = max((amount.cents for amount in taken if amount is not None), default=0)
    differing = [f"{one.row.day.table} {_differs(one)}" for one in tables if _differs(one)]
    open_ = sum(not table.complete for table in tables)
    tells = "; ".join(differing) if differing else "none of those compared differs from its games"
    tells += f"; {open_} not compared yet" if open_ else ""
    return FloorMap(
        name="floor",
        title="The floor",
        alt=f"Win of {len(tables)} tables, pit by pit: {tells}.",
        pits=tuple(
            (pit.name, tuple(_tile(table, max(most, 1)) for table in pit.tables)) for pit in pits
        ),
        says="Win in dollars; darker is more drop. Thick border: differs. Dashed: to explain.",
    )


def _floor(sight: Sight, of: str) -> Picture:
    del of
    found = floor_plan.floor(sight.database, sight.viewer, sight.day, sight.rounds)
    return floor_map(found)


# ----------------------------------------------------------------------------- the watching


def _hold(sight: Sight, table: str) -> Picture:
    """The house's hold within its limits, or a table's."""
    if not table:
        return hold_line(watching.house_days(sight.database, sight.viewer, sight.day))
    found = watching.watch(sight.database, sight.viewer, sight.day)
    return table_line(found, watching.of_table(found, table))


def _parts(sight: Sight, of: str) -> Picture:
    del of
    return parts_bars(watching.watch(sight.database, sight.viewer, sight.day))


def _hours(sight: Sight, of: str) -> Picture:
    del of
    return hours_map(watching.watch(sight.database, sight.viewer, sight.day))


PICTURES: Final[dict[str, Callable[[Sight, str], Picture]]] = {
    "floor": _floor,
    "hold": _hold,
    "parts": _parts,
    "hours": _hours,
}
"""Every picture by its name; ``hold.BJ-101`` is that of a table."""
