"""Reading the journal: who did what, when, from where; never the figures that it seals.

An entry's body may hold amounts that are closed to whoever reads: they stay where they are.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.journal import Entry
from countroom.domain.people import Role
from countroom.stores import journal
from countroom.stores.database import Database
from countroom.stores.house import house_at

PAGE: Final = 200
"""Entries on one page."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One entry of the journal, without its body.

    Attributes:
        seq: Its number.
        at: When, aware UTC.
        person: Badge of who did it.
        name: His name as registered today, or his badge.
        duty: In which duty.
        via: ``web``, ``cli`` or ``played``.
        device: From where.
        act: What was done.
        subject: To what.
        digest: Of the entry, its first twelve characters.
    """

    seq: int
    at: datetime
    person: str
    name: str
    duty: str
    via: str
    device: str
    act: str
    subject: str
    digest: str


@dataclass(frozen=True, slots=True)
class Trail:
    """Some entries, newest first.

    Attributes:
        traces: What was found.
        before: Number to ask on from for older ones, or nothing.
    """

    traces: tuple[Trace, ...]
    before: int | None


def _printed(duty: str) -> str:
    return Role(duty).printed if duty in set(Role) else duty


def read(
    database: Database,
    viewer: Viewer,
    now: datetime,
    *,
    day: date | None = None,
    words: str = "",
    before: int | None = None,
) -> Trail:
    """Read the journal.

    Args:
        database: The property's.
        viewer: Who asks.
        now: The server's time.
        day: Only of this gaming date, by the clock.
        words: Only entries whose act, subject or person contains this.
        before: Only entries older than this one.

    Raises:
        AccessError: The duty does not read the journal.
    """
    access.require(viewer.duty, Permission.JOURNAL_READ)
    wanted = words.strip()
    with database.read() as tx:
        house = house_at(tx, now)
        names = {person.code: person.name for person in house.people}
        since, until = (None, None) if day is None else house.property.bounds(day)
        named = [code for code, name in names.items() if wanted.lower() in name.lower()]
        found = journal.newest(
            tx,
            limit=PAGE + 1,
            before=before,
            since=since,
            until=until,
            words=wanted,
            people=named,
        )
    traces = tuple(_trace(entry, digest, names) for entry, digest in found[:PAGE])
    return Trail(traces, traces[-1].seq if len(found) > PAGE else None)


def _trace(entry: Entry, digest: str, names: dict[str, str]) -> Trace:
    return Trace(
        seq=entry.seq,
        at=entry.at,
        person=entry.person,
        name=names.get(entry.person, entry.person),
        duty=_printed(entry.duty),
        via=entry.via,
        device=entry.device,
        act=entry.act,
        subject=entry.subject,
        digest=digest[:12],
    )
