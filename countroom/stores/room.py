"""The count room as it stands: the count's state, who is in, who was, who holds the keys."""

import json
from dataclasses import dataclass
from datetime import datetime

from countroom.domain.count import CountState
from countroom.domain.people import Role
from countroom.stores import Tx, states
from countroom.stores.custody import about
from countroom.stores.recall import Question, recall
from countroom.stores.states import Moved

IN = "in"
OUT = "out"


@dataclass(frozen=True, slots=True)
class CountStanding:
    """Where a count stands.

    Attributes:
        state: Its state, ``SUSPENDED`` included.
        stands: Where it stands, or stood when it was suspended.
        at: Since when.
        person: Badge of who moved it there.
    """

    state: CountState
    stands: CountState
    at: datetime
    person: str


def count_standing(tx: Tx, count: str) -> CountStanding | None:
    """Where a count stands; nothing if there is no such count."""
    moved = states.last(tx, "count", count)
    if moved is None:
        return None
    state = CountState(moved.to_state)
    stands = CountState(moved.from_state) if state is CountState.SUSPENDED else state
    return CountStanding(state, stands, moved.at, moved.person)


@dataclass(frozen=True, slots=True)
class Stay:
    """Someone's stay in the room.

    Attributes:
        person: Badge.
        duty: The duty he is signed on for.
        came: When he signed on.
        left: When he left, nothing while he is in.
        purpose: What for, as said on entering.
        why: Why he left, as said on leaving.
        door_event: Number of the door alarm's event, where the house keeps them.
    """

    person: str
    duty: Role
    came: datetime
    left: datetime | None = None
    purpose: str = ""
    why: str = ""
    door_event: str = ""


def attendance_subject(count: str, person: str, duty: Role) -> str:
    """What an attendance is called on record."""
    return f"{count}|{person}|{duty.value}"


def _stay(moved: Moved, left: Moved | None) -> Stay:
    _, person, duty = moved.subject.rsplit("|", 2)
    facts = about(moved)
    return Stay(
        person=person,
        duty=Role(duty),
        came=moved.at,
        left=None if left is None else left.at,
        purpose=facts.get("purpose", ""),
        why="" if left is None else about(left).get("why", ""),
        door_event=facts.get("door_event", ""),
    )


def stays(tx: Tx, count: str) -> tuple[Stay, ...]:
    """Every stay in the room of a count, in the order of coming."""
    question = Question("attendance", f"{count}|", "stays", several=True)
    return recall(tx, question, lambda: _stays(tx, count))


def _stays(tx: Tx, count: str) -> tuple[Stay, ...]:
    found: list[Stay] = []
    inside: dict[str, tuple[int, Moved]] = {}
    for moved in states.histories(tx, "attendance", prefix=f"{count}|"):
        if moved.to_state == IN:
            inside[moved.subject] = (len(found), moved)
            found.append(_stay(moved, None))
        else:
            place, came = inside.pop(moved.subject)
            found[place] = _stay(came, moved)
    return tuple(found)


def present(tx: Tx, count: str) -> tuple[Stay, ...]:
    """Who is in the room now, in order of badge and duty."""
    question = Question("attendance", f"{count}|", "present", several=True)
    return recall(tx, question, lambda: _present(tx, count))


def _present(tx: Tx, count: str) -> tuple[Stay, ...]:
    current = states.current(tx, "attendance", prefix=f"{count}|")
    return tuple(_stay(moved, None) for moved in current.values() if moved.to_state == IN)


@dataclass(frozen=True, slots=True)
class Keys:
    """Who holds the two content keys."""

    a: str
    b: str
    since: datetime


def keys(tx: Tx, count: str, at: datetime | None = None) -> Keys | None:
    """Who holds the content keys of a count, now or at a moment; nothing while they are in."""
    if at is None:
        moved = states.last(tx, "keys", count)
    else:
        so_far = [one for one in states.history(tx, "keys", count) if one.at <= at]
        moved = so_far[-1] if so_far else None
    if moved is None or moved.to_state != OUT:
        return None
    facts = json.loads(moved.about)
    return Keys(facts["a"], facts["b"], moved.at)
