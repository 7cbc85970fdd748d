"""The entry log of the count room: who, with which credential, what for, from when to when."""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain.access import Permission, Viewer
from countroom.domain.people import Role
from countroom.inquiries import standing
from countroom.stores import registry
from countroom.stores import room as rooms
from countroom.stores.database import Database

_READERS = (*standing.WATCHERS, Permission.SECURITY_MOVE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One stay in the room.

    Attributes:
        person: Badge.
        name: Full name.
        credential: Board-issued credential number.
        duty: The duty he was signed on for.
        purpose: What for, as said on entering.
        came: When he came in.
        left: When he left; nothing while he is in.
        why: Why he left, where he said it.
        door_event: Number of the door alarm's event, where the house keeps them.
    """

    person: str
    name: str
    credential: str
    duty: Role
    purpose: str
    came: datetime
    left: datetime | None
    why: str
    door_event: str


def log(database: Database, viewer: Viewer, count: str) -> tuple[Entry, ...]:
    """Every stay in the room of a count, in the order of coming.

    Raises:
        AccessError: The duty has nothing to do with the room.
        NotFoundError: There is no such count.
    """
    standing.require_any(viewer, _READERS)
    with database.read() as tx:
        registry.count_date(tx, count)
        house = standing.house_of(tx, count)
        stays = rooms.stays(tx, count)
    people = {person.code: person for person in house.people}
    return tuple(
        Entry(
            person=stay.person,
            name=standing.name_of(house, stay.person),
            credential=people[stay.person].credential if stay.person in people else "",
            duty=stay.duty,
            purpose=stay.purpose,
            came=stay.came,
            left=stay.left,
            why=stay.why,
            door_event=stay.door_event,
        )
        for stay in stays
    )
