"""Where every box is, always; how it came there; and the log of emergencies."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain.access import Viewer
from countroom.domain.drop import BoxState
from countroom.domain.house import House
from countroom.inquiries import standing
from countroom.stores import custody, states
from countroom.stores.custody import Standing, about
from countroom.stores.database import Database
from countroom.stores.house import house_at, house_on


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Where a box is.

    Attributes:
        box: As labelled.
        label: Table on its label, SPARE or EMERGENCY.
        state: Its state.
        place: Where that is, in words.
        since: Since when; nothing for a box that never left the store.
        by: Name of who moved it last.
    """

    box: str
    label: str
    state: BoxState
    place: str
    since: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class BoxMove:
    """One move of a box; ``place`` is where it went, in words."""

    state: BoxState
    place: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class EmergencyDrop:
    """An entry of the emergency log."""

    box: str
    table: str
    replacement: str
    at: datetime
    by: str
    reason: str
    ordered_by: str
    independent: str
    representative: str


_PLACES: Final = {
    BoxState.STORED_EMPTY: "store",
    BoxState.ON_TABLE: "on {table}",
    BoxState.STUCK_ON_TABLE: "on {table}, its lock jammed",
    BoxState.DROPPED: "off {table}, with the drop team",
    BoxState.IN_TRANSIT: "in the trolley, from {table}",
    BoxState.RECEIVED: "count room, waiting for {count}",
    BoxState.RECORDED: "count room, empty and locked",
}


def _place(stands: Standing) -> str:
    words = _PLACES.get(stands.state, "count room, station {station}")
    station = stands.about.get("station", "")
    return words.format(table=stands.table, count=stands.count, station=station)


def where(database: Database, viewer: Viewer, now: datetime) -> tuple[BoxPlace, ...]:
    """Every box of the house and where it is, in the order of the house.

    Raises:
        AccessError: The duty has nothing to do with boxes.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house, found = house_at(tx, now), custody.where(tx)
    return tuple(_box_place(house, box.code, box.label, found.get(box.code)) for box in house.boxes)


def _box_place(house: House, box: str, label: str, stands: Standing | None) -> BoxPlace:
    if stands is None:
        return BoxPlace(box, label, BoxState.STORED_EMPTY, "store")
    by = standing.name_of(house, stands.person)
    return BoxPlace(box, label, stands.state, _place(stands), stands.at, by)


def history(database: Database, viewer: Viewer, now: datetime, box: str) -> tuple[BoxMove, ...]:
    """Every move of a box, oldest first.

    Raises:
        AccessError: The duty has nothing to do with boxes.
        NotFoundError: There is no such box; a table's label is not a box's.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_at(tx, now)
        house.box(box)
        moves = states.history(tx, "box", box)
    return tuple(
        BoxMove(
            BoxState(moved.to_state),
            _place(Standing(box, BoxState(moved.to_state), moved.at, moved.person, about(moved))),
            moved.at,
            standing.name_of(house, moved.person),
        )
        for moved in moves
    )


def emergency_log(
    database: Database, viewer: Viewer, gaming_date: date
) -> tuple[EmergencyDrop, ...]:
    """Every emergency drop of a gaming date, in order.

    Raises:
        AccessError: The duty has nothing to do with boxes.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_on(tx, gaming_date)
        moves = custody.emergencies(tx, gaming_date)
    return tuple(
        EmergencyDrop(
            box=moved.subject,
            table=facts["table"],
            replacement=facts.get("replacement", ""),
            at=moved.at,
            by=standing.name_of(house, moved.person),
            reason=facts.get("why", "an emergency box"),
            ordered_by=standing.name_of(house, facts.get("ordered_by", "")),
            independent=standing.name_of(house, facts.get("independent", "")),
            representative=standing.name_of(house, facts.get("representative", "")),
        )
        for moved, facts in ((moved, about(moved)) for moved in moves)
    )
