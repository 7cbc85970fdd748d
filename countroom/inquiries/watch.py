"""What surveillance was told of, and by whom: drops and counts, never a figure."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from countroom.domain.access import Viewer
from countroom.inquiries import standing
from countroom.stores import custody, states
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at


@dataclass(frozen=True, slots=True)
class Notice:
    """Something surveillance was told.

    Attributes:
        what: ``drop`` or ``count``.
        gaming_date: Of which day.
        officer: Name of the officer who was told.
        by: Name of who told him.
        at: When.
    """

    what: str
    gaming_date: date
    officer: str
    by: str
    at: datetime


def notices(
    database: Database, viewer: Viewer, now: datetime, *, days: int = 7
) -> tuple[Notice, ...]:
    """What surveillance was told lately, newest first.

    Args:
        database: The property's.
        viewer: Who asks.
        now: The server's time.
        days: How many gaming days back.

    Raises:
        AccessError: The duty has nothing to do with a count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        house = house_at(tx, now)
        since = gaming_date_at(tx, now) - timedelta(days=days)
        found = []
        for subject, moved in states.current(tx, "notice").items():
            what, _, day = subject.partition("|")
            if date.fromisoformat(day) < since:
                continue
            officer = standing.name_of(house, str(custody.about(moved).get("officer", "")))
            by = standing.name_of(house, moved.person)
            found.append(Notice(what, date.fromisoformat(day), officer, by, moved.at))
    return tuple(sorted(found, key=lambda notice: notice.at, reverse=True))
