"""What every list of a gaming date says of itself: whose it is, of which state of the record."""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain.house import House
from countroom.domain.journal import Head
from countroom.stores import journal
from countroom.stores.database import Database
from countroom.stores.house import house_at, house_on


@dataclass(frozen=True, slots=True)
class Frame:
    """What a list says of itself on every page: no secret.

    Attributes:
        facility: Name of the casino.
        zone: Its time zone, ``America/New_York``.
        head: The journal's head as it stands.
    """

    facility: str
    zone: str
    head: Head


def frame(database: Database, gaming_date: date) -> Frame:
    """What a list of a gaming date says of itself.

    Raises:
        NotFoundError: No house is on record for that day.
    """
    with database.read() as tx:
        house = house_on(tx, gaming_date)
        return Frame(house.property.name, house.property.zone, journal.head(tx))


def facility(database: Database, gaming_date: date) -> str:
    """Name of the casino on a gaming date.

    Raises:
        NotFoundError: No house is on record for that day.
    """
    return frame(database, gaming_date).facility


def house_of(database: Database, gaming_date: date) -> House:
    """The house as it stood on a gaming date.

    Raises:
        NotFoundError: None is on record for that day.
    """
    with database.read() as tx:
        return house_on(tx, gaming_date)


def facility_at(database: Database, now: datetime) -> str:
    """Name of the casino now.

    Raises:
        NotFoundError: No house is on record.
    """
    with database.read() as tx:
        return house_at(tx, now).property.name
