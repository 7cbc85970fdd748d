"""Who works in the house, and whether each can sign in; nothing of what they did."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.people import Person
from countroom.stores import Tx, desk
from countroom.stores.database import Database
from countroom.stores.house import house_at


class Way(StrEnum):
    """Whether somebody can sign in."""

    PIN = "pin"
    CODE = "code"
    EXPIRED = "expired"
    NONE = "none"

    @property
    def word(self) -> str:
        """In a few words."""
        return _WORDS[self]


_WORDS = {
    Way.PIN: "has a PIN",
    Way.CODE: "has a one-time code",
    Way.EXPIRED: "code has expired",
    Way.NONE: "cannot sign in yet",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A person of the house.

    Attributes:
        person: As registered.
        way: Whether he can sign in.
        until: When his one-time code ends, if he has one that ends.
    """

    person: Person
    way: Way
    until: datetime | None = None


def _way(tx: Tx, code: str, now: datetime) -> tuple[Way, datetime | None]:
    pin = desk.secret(tx, code, "pin")
    if pin is not None and pin.hashed:
        return Way.PIN, None
    kept = desk.secret(tx, code, "code")
    if kept is None or kept.used_at is not None:
        return Way.NONE, None
    over = kept.expires_at is not None and kept.expires_at <= now
    return (Way.EXPIRED if over else Way.CODE), kept.expires_at


def _listed(tx: Tx, person: Person, now: datetime) -> Listed:
    way, until = _way(tx, person.code, now)
    return Listed(person, way, until)


def everybody(database: Database, viewer: Viewer, now: datetime) -> tuple[Listed, ...]:
    """Everybody registered today, by name.

    Raises:
        AccessError: The duty does not look after people.
    """
    access.require(viewer.duty, Permission.ADMIN_PEOPLE)
    with database.read() as tx:
        people = house_at(tx, now).people
        return tuple(_listed(tx, person, now) for person in sorted(people, key=lambda p: p.name))


def one(database: Database, viewer: Viewer, now: datetime, code: str) -> Listed:
    """One person.

    Raises:
        AccessError: The duty does not look after people.
        NotFoundError: Nobody has this badge today.
    """
    access.require(viewer.duty, Permission.ADMIN_PEOPLE)
    with database.read() as tx:
        return _listed(tx, house_at(tx, now).person(code), now)
