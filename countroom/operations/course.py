"""The course of a count from the last box to the conclusion: where it stands, how it moves on."""

import json

from countroom.domain import count as counts
from countroom.domain.count import CountState
from countroom.domain.house import House
from countroom.operations import room
from countroom.operations.acts import Act
from countroom.stores import Tx, registry
from countroom.stores.documents import About
from countroom.stores.house import house_on


def house(tx: Tx, count: str) -> House:
    """The house as it is on a count's gaming date.

    Raises:
        NotFoundError: There is no such count.
    """
    return house_on(tx, registry.count_date(tx, count))


def about(act: Act, count: str) -> About:
    """What a paper of a count is about."""
    return About(gaming_date=registry.count_date(act.tx, count), count=count)


def may_step(act: Act, count: str, to: CountState) -> CountState:
    """Refuse a move before anything is recorded; tell where the count stands.

    Raises:
        NotFoundError: There is no such count.
        RuleError: The order of the count does not allow it.
    """
    now = room.state(act, count)
    counts.move(now, to)
    return now


def step(act: Act, count: str, to: CountState, **particulars: str | int) -> CountState:
    """Move a count; part of another act.

    Raises:
        RuleError: The order of the count does not allow it.
    """
    now = may_step(act, count, to)
    text = json.dumps(particulars, sort_keys=True) if particulars else ""
    act.move("count", count, to.value, from_state=now.value, about=text)
    return to
