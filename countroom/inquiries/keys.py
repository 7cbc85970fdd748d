"""The key log: where each key is, and who had it, out and in, on a gaming date."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain.access import Permission, Viewer
from countroom.domain.house import House
from countroom.domain.keys import CONTENT, HOLDERS, UNUSABLE, Key, KeyState, keys_of
from countroom.domain.people import Role
from countroom.errors import NotFoundError
from countroom.inquiries import standing
from countroom.stores import Tx, custody, room, states
from countroom.stores.database import Database
from countroom.stores.house import house_at
from countroom.stores.states import Moved

SEE: Final = (*standing.HANDLERS, Permission.KEYS_SIGN)
"""Whose place shows the keys."""

_KIND: Final = "key"
_OF_COUNT: Final = "keys"


@dataclass(frozen=True, slots=True)
class KeyStands:
    """One key as it stands.

    Attributes:
        key: Which.
        state: In, out, lost or broken.
        holder: Name of who has it, or had it last; empty if nobody ever did.
        since: Since when; nothing for one that never moved.
        purpose: What it is out for, or how it came to be lost or broken.
        overnight: It went out before this gaming date began and is out still.
        roles: Duties that it may be given to; a content key is given out for a count.
    """

    key: Key
    state: KeyState
    holder: str = ""
    since: datetime | None = None
    purpose: str = ""
    overnight: bool = False
    roles: frozenset[Role] = frozenset()

    @property
    def content(self) -> bool:
        """Whether it opens contents."""
        return self.key.kind in CONTENT

    @property
    def unusable(self) -> bool:
        """Whether its lock waits to be re-keyed."""
        return self.state in UNUSABLE


@dataclass(frozen=True, slots=True)
class ContentOut:
    """Both content keys out for a count."""

    count: str
    a: str
    b: str
    since: datetime


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of the log.

    Attributes:
        key: What it is called.
        act: ``out``, ``in``, ``lost``, ``broken`` or ``re-keyed``.
        at: When.
        holder: Who took or brought it; both holders for the content keys.
        by: Who recorded it.
        says: What for, how it came, who was told, or who re-keyed it.
    """

    key: str
    act: str
    at: datetime
    holder: str
    by: str
    says: str


def standing_of(tx: Tx, house: House, key: Key, day_from: datetime) -> KeyStands:
    """One key as it stands."""
    moved = states.last(tx, _KIND, key.name)
    roles = HOLDERS.get(key.kind, frozenset())
    if moved is None:
        return KeyStands(key, KeyState.IN, roles=roles)
    facts = custody.about(moved)
    state = KeyState(moved.to_state)
    return KeyStands(
        key=key,
        state=state,
        holder=standing.name_of(house, str(facts.get("holder", ""))),
        since=moved.at,
        purpose=str(facts.get("purpose", facts.get("why", ""))),
        overnight=state is KeyState.OUT and moved.at < day_from,
        roles=roles,
    )


def keys(database: Database, viewer: Viewer, now: datetime) -> tuple[KeyStands, ...]:
    """Every key of the house as it stands.

    Raises:
        AccessError: The duty has nothing to do with keys.
        NotFoundError: No house is on record.
    """
    standing.require_any(viewer, SEE)
    with database.read() as tx:
        house = house_at(tx, now)
        begins = house.property.bounds(house.property.gaming_date(now))[0]
        return tuple(standing_of(tx, house, key, begins) for key in keys_of(house))


def one(database: Database, viewer: Viewer, now: datetime, name: str) -> KeyStands:
    """One key as it stands.

    Raises:
        AccessError: The duty has nothing to do with keys.
        NotFoundError: There is no such key.
    """
    found = [stands for stands in keys(database, viewer, now) if stands.key.name == name]
    if not found:
        msg = f"There is no key {name}."
        raise NotFoundError(msg)
    return found[0]


def content_out(database: Database, viewer: Viewer, now: datetime) -> tuple[ContentOut, ...]:
    """Counts whose content keys are out, and who holds them.

    Raises:
        AccessError: The duty has nothing to do with keys.
    """
    standing.require_any(viewer, SEE)
    with database.read() as tx:
        house = house_at(tx, now)
        found = [(count, room.keys(tx, count)) for count in states.current(tx, _OF_COUNT)]
        return tuple(
            ContentOut(
                count,
                standing.name_of(house, out.a),
                standing.name_of(house, out.b),
                out.since,
            )
            for count, out in found
            if out is not None
        )


def log(database: Database, viewer: Viewer, now: datetime, day: date) -> tuple[KeyEntry, ...]:
    """Every key out and in of a gaming date, in order of happening.

    Raises:
        AccessError: The duty has nothing to do with keys.
    """
    standing.require_any(viewer, SEE)
    with database.read() as tx:
        house = house_at(tx, now)
        begins, ends = house.property.bounds(day)
        named = {key.name: key.printed for key in keys_of(house)}
        moves = [
            *states.between(tx, _KIND, begins, ends),
            *states.between(tx, _OF_COUNT, begins, ends),
        ]
        moves.sort(key=lambda moved: moved.seq)
        return tuple(_entry(house, moved, named) for moved in moves)


def _entry(house: House, moved: Moved, named: dict[str, str]) -> KeyEntry:
    facts = custody.about(moved)
    by = standing.name_of(house, moved.person)
    if moved.kind == _OF_COUNT:
        says = ", ".join(["content keys of count " + moved.subject, *facts.get("gone", ())])
        pair = [standing.name_of(house, facts[one]) for one in ("a", "b") if one in facts]
        return KeyEntry("Content keys A, B", moved.to_state, moved.at, " and ".join(pair), by, says)
    act = "re-keyed" if "rekeyed_by" in facts else moved.to_state
    holder = str(facts.get("holder", ""))
    return KeyEntry(
        key=named.get(moved.subject, moved.subject),
        act=act,
        at=moved.at,
        holder=standing.name_of(house, holder) if holder else "",
        by=by,
        says=_says(house, facts),
    )


def _says(house: House, facts: dict[str, object]) -> str:
    parts = [str(facts[name]) for name in ("purpose", "why", "rekeyed_by") if name in facts]
    told = facts.get("told")
    if isinstance(told, list):
        parts.append("told: " + ", ".join(standing.name_of(house, badge) for badge in told))
    witnesses = [facts[name] for name in ("security", "representative") if name in facts]
    if witnesses:
        names = ", ".join(standing.name_of(house, str(badge)) for badge in witnesses)
        parts.append(f"beside {names}")
    return "; ".join(parts)
