"""Where every box is, now and at any moment; who had it; how it came there; the emergencies."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from countroom.domain import gaming_day
from countroom.domain.access import Viewer
from countroom.domain.drop import REMOVED, BoxState
from countroom.domain.house import House
from countroom.errors import EntryError
from countroom.inquiries import standing
from countroom.stores import Tx, custody, room, states
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
        hands: Who has it, in words.
    """

    box: str
    label: str
    state: BoxState
    place: str
    since: datetime | None = None
    by: str = ""
    hands: str = "nobody: it is in the store"


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A box that came off its table and whose money is in no record yet.

    Attributes:
        place: Where it is and who has it.
        table: The table it came off.
        off_at: When it came off.
        gaming_date: Of the drop that took it off, or nothing where none did.
        emergency: An emergency box, or taken by an emergency drop.
        missing: The Drop Variance Report that names it missing, or empty.
    """

    place: BoxPlace
    table: str
    off_at: datetime
    gaming_date: date | None
    emergency: bool
    missing: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Where a box was at a moment that was asked for, and what it did next.

    Attributes:
        at: The moment.
        place: Where it was and who had it.
        until: When it went on from there, or nothing where it is there still.
    """

    at: datetime
    place: BoxPlace
    until: datetime | None


@dataclass(frozen=True, slots=True)
class BoxMove:
    """One move of a box; ``place`` is where it went, in words, ``number`` which of its moves."""

    state: BoxState
    place: str
    at: datetime
    by: str
    number: int


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


def where(
    database: Database, viewer: Viewer, now: datetime, at: datetime | None = None
) -> tuple[BoxPlace, ...]:
    """Every box of the house and where it is, or was at a moment, in the order of the house.

    Raises:
        AccessError: The duty has nothing to do with boxes.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_at(tx, now)
        found = custody.where(tx) if at is None else custody.where_at(tx, at)
        return tuple(
            _box_place(tx, house, box.code, found.get(box.code), at or now) for box in house.boxes
        )


def _box_place(tx: Tx, house: House, box: str, stands: Standing | None, at: datetime) -> BoxPlace:
    label = house.box(box).label
    if stands is None:
        return BoxPlace(box, label, BoxState.STORED_EMPTY, "store")
    by = standing.name_of(house, stands.person)
    hands = _hands(tx, house, stands, at)
    return BoxPlace(box, label, stands.state, _place(stands), stands.at, by, hands)


_LOCKED: Final = frozenset({BoxState.ON_TABLE, BoxState.STUCK_ON_TABLE})


def _hands(tx: Tx, house: House, stands: Standing, at: datetime) -> str:
    """Who has a box at a moment: on a table and in the store nobody does."""
    person = standing.name_of(house, stands.person)
    if stands.state is BoxState.STORED_EMPTY:
        return "nobody: it is in the store"
    if stands.state in _LOCKED:
        return f"nobody: locked to {stands.table} by {person}"
    if stands.state is BoxState.IN_TRANSIT:
        carrier = standing.name_of(house, str(stands.about.get("carrier", stands.person)))
        return f"{carrier}, with trolley {stands.about.get('trolley', '')}".rstrip()
    keys = room.keys(tx, stands.count, at) if stands.count else None
    if keys is None:
        return person
    a, b = standing.name_of(house, keys.a), standing.name_of(house, keys.b)
    return f"{person}; content key A {a}, key B {b}"


def removed(database: Database, viewer: Viewer, now: datetime) -> tuple[Uncounted, ...]:
    """Every box that is off its table and not yet counted, the longest off first.

    Raises:
        AccessError: The duty has nothing to do with boxes.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_at(tx, now)
        named = _named_missing(tx)
        found = [
            _uncounted(tx, house, stands, now, named.get(box, ""))
            for box, stands in custody.where(tx).items()
            if stands.state in REMOVED
        ]
    return tuple(sorted(found, key=lambda box: (box.off_at, box.place.box)))


def _named_missing(tx: Tx) -> dict[str, str]:
    """Boxes that a count went on without and that have not turned up: box to its report."""
    return {
        moved.subject.partition("|")[2]: str(about(moved).get("report", ""))
        for moved in states.current(tx, "missing").values()
        if moved.to_state == "missing"
    }


def _uncounted(tx: Tx, house: House, stands: Standing, now: datetime, missing: str) -> Uncounted:
    dropped = custody.last_drop(tx, stands.box)
    facts = {} if dropped is None else about(dropped)
    day = facts.get("gaming_date")
    return Uncounted(
        place=_box_place(tx, house, stands.box, stands, now),
        table=str(facts.get("table", stands.table)),
        off_at=stands.at if dropped is None else dropped.at,
        gaming_date=None if day is None else date.fromisoformat(day),
        emergency=bool(facts.get("emergency", False)),
        missing=missing,
    )


def at_moment(
    database: Database, viewer: Viewer, now: datetime, box: str, day: date, wall: time
) -> tuple[Answer, ...]:
    """Where a box was and who had it, when the house's clocks showed a time of a gaming date.

    Two answers in the hour that comes twice, when daylight saving ends.

    Raises:
        AccessError: The duty has nothing to do with boxes.
        NotFoundError: There is no such box; a table's label is not a box's.
        EntryError: The clocks never showed that time, or it is still to come.
    """
    with database.read() as tx:
        house = house_at(tx, now)
    moments = moments_of(house, day, wall, now)
    return tuple(_answer(database, viewer, now, box, at) for at in moments)


def moments_of(house: House, day: date, wall: time, now: datetime) -> tuple[datetime, ...]:
    """The moments that a gaming date and a time of the clock name, up to now.

    Raises:
        EntryError: The clocks never showed that time, or it is still to come.
    """
    facts = house.property
    found = gaming_day.moments(day, wall, facts.zone_info, facts.gaming_day_start)
    if not found:
        says = f"The clocks went over {wall:%H:%M} on the night of {day.isoformat()}."
        raise EntryError({"time": says})
    if found[0] > now:
        raise EntryError({"time": f"{wall:%H:%M} of {day.isoformat()} is still to come."})
    return tuple(at for at in found if at <= now)


def _answer(database: Database, viewer: Viewer, now: datetime, box: str, at: datetime) -> Answer:
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_at(tx, now)
        house.box(box)
        moves = states.history(tx, "box", box)
        before = [moved for moved in moves if moved.at <= at]
        after = next((moved.at for moved in moves if moved.at > at), None)
        stands = _stands(before[-1]) if before else None
        return Answer(at, _box_place(tx, house, box, stands, at), after)


def _stands(moved: states.Moved) -> Standing:
    state = BoxState(moved.to_state)
    return Standing(moved.subject, state, moved.at, moved.person, about(moved))


_A_PAGE: Final = 60
"""Moves of a box that are shown at once."""


def history(
    database: Database, viewer: Viewer, now: datetime, box: str, *, before: int | None = None
) -> tuple[BoxMove, ...]:
    """The newest moves of a box, newest first; or the newest before one of them.

    Args:
        database: The property's.
        viewer: Who asks.
        now: The server's time.
        box: Which box.
        before: Number of a move: those before it are told.

    Raises:
        AccessError: The duty has nothing to do with boxes.
        NotFoundError: There is no such box; a table's label is not a box's.
    """
    standing.require_any(viewer, standing.HANDLERS)
    with database.read() as tx:
        house = house_at(tx, now)
        house.box(box)
        moves = states.newest(tx, "box", box, _A_PAGE, before)
    return tuple(
        BoxMove(
            BoxState(moved.to_state),
            _place(_stands(moved)),
            moved.at,
            standing.name_of(house, moved.person),
            moved.sequence,
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
