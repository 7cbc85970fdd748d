"""The drop on the floor: which table is next, which boxes are off, whether surveillance knows."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.drop import BoxState
from countroom.domain.floor import BoxUse
from countroom.domain.house import House
from countroom.domain.inventory import SlipKind, TableState
from countroom.errors import NotFoundError
from countroom.inquiries import standing
from countroom.stores import Tx, bookings, custody, documents, registry, states
from countroom.stores.custody import Standing
from countroom.stores.database import Database
from countroom.stores.house import house_at
from countroom.stores.registry import Period

_CARRIED = frozenset({SlipKind.DROP, SlipKind.SHIFT})


class Stage(StrEnum):
    """How far the drop of a table has come."""

    NO_BOX = "no_box"
    WAITS_FOR_SLIP = "waits_for_slip"
    READY = "ready"
    STUCK = "stuck"
    DONE = "done"

    @property
    def word(self) -> str:
        """In a few words."""
        return _WORDS[self]


_WORDS = {
    Stage.NO_BOX: "no box on it",
    Stage.WAITS_FOR_SLIP: "waits for its drop slip",
    Stage.READY: "ready to drop",
    Stage.STUCK: "box is stuck",
    Stage.DONE: "done",
}


@dataclass(frozen=True, slots=True)
class DropTable:
    """A table in the drop.

    Attributes:
        table: Code of the table.
        state: Open or closed.
        stage: How far its drop has come.
        box: The box on it, or stuck on it; empty if there is none.
        slip: Name of the signed slip of this drop, or empty.
        replacement: Box that the slip's duplicate goes into, or empty.
        gaming_date: Day of its running drop period; nothing before its first box.
    """

    table: str
    state: TableState
    stage: Stage
    box: str
    slip: str
    replacement: str
    gaming_date: date | None


@dataclass(frozen=True, slots=True)
class Off:
    """A box that came off and is in no trolley yet."""

    box: str
    table: str
    at: datetime
    gaming_date: date
    emergency: bool


@dataclass(frozen=True, slots=True)
class Told:
    """Surveillance knows: who was told, by whom, when."""

    officer: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Floor:
    """The drop of a gaming date.

    Attributes:
        gaming_date: The day that is dropped: the oldest that a table still stands in.
        told: Whether surveillance knows, and since when.
        in_window: Whether the filed window is open now.
        window: The window, ``05:00 to 09:00``.
        tables: In the order of the house.
        off: Boxes that came off and are in no trolley yet.
        manifests: Names of the manifests of this day and of the one before.
    """

    gaming_date: date
    told: Told | None
    in_window: bool
    window: str
    tables: tuple[DropTable, ...]
    off: tuple[Off, ...]
    manifests: tuple[str, ...]

    @property
    def open_tables(self) -> tuple[DropTable, ...]:
        """Tables that are not done."""
        return tuple(table for table in self.tables if table.stage is not Stage.DONE)

    @property
    def following(self) -> DropTable | None:
        """The next table that is ready."""
        return next((table for table in self.tables if table.stage is Stage.READY), None)


def _told(tx: Tx, house: House, day: date) -> Told | None:
    moved = states.last(tx, "notice", f"drop|{day.isoformat()}")
    if moved is None:
        return None
    facts = custody.about(moved)
    officer = standing.name_of(house, str(facts.get("officer", "")))
    return Told(officer, standing.name_of(house, moved.person), moved.at)


def _slip(tx: Tx, period: Period, box: str) -> tuple[str, str]:
    """The signed slip that this drop's box goes with, and the box it names to come."""
    signed = bookings.inventory_slips(tx, period.id)
    for slip in reversed(signed):
        fits = slip.content.kind in _CARRIED and slip.content.original == box
        if fits and states.last(tx, "slip", slip.name) is None:
            return slip.name, slip.content.duplicate
    return "", ""


def _drop_table(
    tx: Tx, code: str, day: date, boxes: dict[str, Standing], period: Period | None
) -> DropTable:
    moved = states.last(tx, "table", code)
    state = TableState.CLOSED if moved is None else TableState(moved.to_state)
    there = boxes.get(code)
    slip, replacement = ("", "")
    if there is not None and period is not None:
        slip, replacement = _slip(tx, period, there.box)
    return DropTable(
        table=code,
        state=state,
        stage=_stage(state, there, slip, done=period is not None and period.gaming_date > day),
        box="" if there is None else there.box,
        slip=slip,
        replacement=replacement,
        gaming_date=None if period is None else period.gaming_date,
    )


def _stage(state: TableState, there: Standing | None, slip: str, *, done: bool) -> Stage:
    if done:
        return Stage.DONE
    if there is None:
        return Stage.NO_BOX
    if there.state is BoxState.STUCK_ON_TABLE:
        return Stage.STUCK
    waits = state is TableState.OPEN and not slip
    return Stage.WAITS_FOR_SLIP if waits else Stage.READY


def _on_tables(tx: Tx) -> dict[str, Standing]:
    held = {BoxState.ON_TABLE, BoxState.STUCK_ON_TABLE}
    found = [stands for stands in custody.where(tx).values() if stands.state in held]
    on_table = sorted(found, key=lambda stands: stands.state is BoxState.ON_TABLE)
    return {stands.table: stands for stands in on_table}


def _off(tx: Tx) -> tuple[Off, ...]:
    return tuple(
        Off(
            box=box,
            table=stands.table,
            at=stands.at,
            gaming_date=date.fromisoformat(stands.about["gaming_date"]),
            emergency=bool(stands.about.get("emergency", False)),
        )
        for box, stands in custody.where(tx).items()
        if stands.state is BoxState.DROPPED
    )


def floor(database: Database, viewer: Viewer, now: datetime) -> Floor:
    """The drop as it stands.

    Raises:
        AccessError: The duty has no part in the drop.
        NotFoundError: No house is on record.
    """
    access.require(viewer.duty, Permission.DROP_RUN)
    with database.read() as tx:
        house = house_at(tx, now)
        periods = {table.code: registry.current_period(tx, table.code) for table in house.tables}
        days = [period.gaming_date for period in periods.values() if period is not None]
        day = min(days, default=house.property.gaming_date(now))
        boxes = _on_tables(tx)
        tables = tuple(
            _drop_table(tx, code, day, boxes, period) for code, period in periods.items()
        )
        off = _off(tx)
        manifests = [
            document.name
            for each in (day - timedelta(days=1), day)
            for document in documents.find(tx, paper="drop_manifest", gaming_date=each)
        ]
        told = _told(tx, house, day)
    wall = now.astimezone(house.property.zone_info).time()
    return Floor(
        gaming_date=day,
        told=told,
        in_window=house.settings.in_drop_window(wall),
        window=house.settings.drop_window,
        tables=tables,
        off=off,
        manifests=tuple(manifests),
    )


@dataclass(frozen=True, slots=True)
class AtTable:
    """One table of the drop, and the boxes in the store that may come to it.

    Attributes:
        table: Which.
        gaming_date: Day of its running drop period.
        told: Whether surveillance knows, and since when.
        spares: Boxes in the store that may come to it.
        closed_window: The filed window where it is closed now, ``05:00 to 09:00``; else empty.
    """

    table: DropTable
    gaming_date: date
    told: Told | None
    spares: tuple[str, ...]
    closed_window: str = ""


def at_table(database: Database, viewer: Viewer, now: datetime, code: str) -> AtTable:
    """One table of the drop, found by its label or by the box that is on it.

    Raises:
        AccessError: The duty has no part in the drop.
        NotFoundError: There is no such table, and no such box on a table.
    """
    access.require(viewer.duty, Permission.DROP_RUN)
    with database.read() as tx:
        house = house_at(tx, now)
        boxes = _on_tables(tx)
        table = _table_of(house, boxes, code)
        period = registry.current_period(tx, table)
        day = house.property.gaming_date(now) if period is None else period.gaming_date
        where = custody.where(tx)
        spares = tuple(
            box.code
            for box in house.boxes
            if box.table in {"", table}
            and (box.use is not BoxUse.TABLE or box.table == table)
            and _is_free(where.get(box.code))
        )
        found = _drop_table(tx, table, day, boxes, period)
        wall = now.astimezone(house.property.zone_info).time()
        settings = house.settings
        closed = "" if settings.in_drop_window(wall) else settings.drop_window
        return AtTable(found, day, _told(tx, house, day), spares, closed)


def _is_free(stands: Standing | None) -> bool:
    return stands is None or stands.state in {BoxState.STORED_EMPTY, BoxState.RECORDED}


def _table_of(house: House, boxes: dict[str, Standing], code: str) -> str:
    if code in {table.code for table in house.tables}:
        return code
    house.box(code)
    for table, stands in boxes.items():
        if stands.box == code:
            return table
    msg = f"Box {code} is on no table."
    raise NotFoundError(msg)
