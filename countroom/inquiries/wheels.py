"""Roulette wheels: colours, marks, the last impressment, and the log of what was missing."""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.findings import Finding
from countroom.domain.wheel_chips import Colour, Counted, Mark, colours_of, discrepancies
from countroom.errors import NotFoundError
from countroom.stores import wheels
from countroom.stores.database import Database
from countroom.stores.house import house_at


@dataclass(frozen=True, slots=True)
class ColourThere:
    """A colour of a wheel.

    Attributes:
        code: Of its set.
        name: As screens name it.
        mark: What a stack is worth now, or nothing.
        last: As last counted, or nothing.
    """

    code: str
    name: str
    mark: Mark | None
    last: Colour | None


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel.

    Attributes:
        table: Code of its table.
        colours: Its colours.
        impressed: Its last impressment, or nothing.
    """

    table: str
    colours: tuple[ColourThere, ...]
    impressed: Counted | None


def wheel(database: Database, viewer: Viewer, now: datetime, table: str) -> Wheel:
    """A table's nonvalue chips.

    Raises:
        AccessError: The duty does not work in the pit.
        NotFoundError: There is no such table, or it has no nonvalue chips.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        house = house_at(tx, now)
        sets = colours_of(house.chip_sets_of(house.table(table)))
        if not sets:
            msg = f"{table} has no nonvalue chips."
            raise NotFoundError(msg)
        marks, counted = wheels.marks(tx, table), wheels.impressments(tx, table)
    last = {} if not counted else {colour.chip_set: colour for colour in counted[-1].colours}
    return Wheel(
        table,
        tuple(ColourThere(s.code, s.name, marks.get(s.code), last.get(s.code)) for s in sets),
        counted[-1] if counted else None,
    )


def log(database: Database, viewer: Viewer) -> tuple[Finding, ...]:
    """The discrepancy log of all wheels, newest first.

    Raises:
        AccessError: The duty may not see the day's work.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        found = discrepancies(wheels.impressments(tx))
    return tuple(entry.finding for entry in reversed(found))
