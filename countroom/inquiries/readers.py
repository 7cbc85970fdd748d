"""Programs that read the house's figures: which there are, and who a token speaks for."""

import hmac
from dataclasses import dataclass
from datetime import datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.house import House
from countroom.domain.people import Person
from countroom.domain.readers import Reader
from countroom.errors import NotFoundError
from countroom.inquiries import standing
from countroom.stores import Tx, readers
from countroom.stores.database import Database
from countroom.stores.house import house_at


@dataclass(frozen=True, slots=True)
class Listed:
    """A reader as the administrator sees it.

    Attributes:
        reader: Which.
        answers: Name of who answers for it.
        good: Whether its token opens anything now.
        why_not: Why it opens nothing; empty where it does.
    """

    reader: Reader
    answers: str
    good: bool
    why_not: str


def listed(database: Database, viewer: Viewer, now: datetime) -> tuple[Listed, ...]:
    """Every reader that was ever let in, the newest first.

    Raises:
        AccessError: The duty does not look after people.
    """
    access.require(viewer.duty, Permission.ADMIN_PEOPLE)
    with database.read() as tx:
        house = house_at(tx, now)
        return tuple(_listed(house, one, now) for one in readers.everyone(tx))


def _listed(house: House, reader: Reader, now: datetime) -> Listed:
    why_not = _why_not(house, reader, now)
    answers = standing.name_of(house, reader.person)
    return Listed(reader, answers, good=not why_not, why_not=why_not)


def _why_not(house: House, reader: Reader, now: datetime) -> str:
    if reader.ended_at is not None:
        return "shut out"
    if not reader.reads(now):
        return "over"
    person = _person(house, reader)
    if person is None or reader.duty not in person.roles:
        return "who answers for it holds the duty no more"
    return ""


def _person(house: House, reader: Reader) -> Person | None:
    try:
        return house.person(reader.person)
    except NotFoundError:
        return None


def whose(
    database: Database, now: datetime, number: str, digest: str
) -> tuple[Viewer, House] | None:
    """Whom a token speaks for, and the house as it stands.

    Args:
        database: The property's.
        now: The server's time.
        number: The reader's, as its token says.
        digest: Of the secret half of its token.

    Returns:
        Nothing for a token that is none, is shut out or over, or whose person no longer holds
        the duty.
    """
    with database.read() as tx:
        return _whose(tx, now, number, digest)


def _whose(tx: Tx, now: datetime, number: str, digest: str) -> tuple[Viewer, House] | None:
    reader = readers.find(tx, number)
    if reader is None or not hmac.compare_digest(reader.token_sha256, digest):
        return None
    house = house_at(tx, now)
    person = _person(house, reader)
    if person is None or _why_not(house, reader, now):
        return None
    return Viewer(person, reader.duty), house
