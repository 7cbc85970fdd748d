"""Readers of the house's figures, as their transitions tell."""

from datetime import datetime
from typing import Final

from countroom.domain.people import Role
from countroom.domain.readers import Reader, ReaderState
from countroom.stores import Tx, custody, states
from countroom.stores.states import Moved

KIND: Final = "reader"
"""What a reader's transitions are called on record."""


def about_text(made: Reader) -> str:
    """Write what holds of a reader that is let in."""
    return custody.about_text(
        name=made.name,
        person=made.person,
        duty=made.duty.value,
        token=made.token_sha256,
        until=made.until.isoformat(),
    )


def _read(opened: Moved, last: Moved) -> Reader:
    facts = custody.about(opened)
    return Reader(
        number=opened.subject,
        name=facts["name"],
        person=facts["person"],
        duty=Role(facts["duty"]),
        token_sha256=facts["token"],
        made_at=opened.at,
        until=datetime.fromisoformat(facts["until"]),
        ended_at=last.at if last.to_state == ReaderState.ENDED else None,
    )


def find(tx: Tx, number: str) -> Reader | None:
    """One reader, shut out or not, or nothing."""
    moves = states.history(tx, KIND, number)
    return _read(moves[0], moves[-1]) if moves else None


def everyone(tx: Tx) -> tuple[Reader, ...]:
    """Every reader that was ever let in, the newest first."""
    found = [find(tx, number) for number in states.current(tx, KIND)]
    known = [one for one in found if one is not None]
    return tuple(sorted(known, key=lambda one: int(one.number[2:]), reverse=True))
