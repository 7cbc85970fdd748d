"""Whether the chip bank is open, by what was last said of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain.chip_books import BankState
from countroom.stores import Tx, states

KIND: Final = "chip_bank"
"""What its transitions are called on record."""

SUBJECT: Final = "chip bank"


@dataclass(frozen=True, slots=True)
class Standing:
    """How the chip bank stands.

    Attributes:
        state: Open or closed.
        since: Since when, if that was ever said.
        by: Badge of who said it, or empty.
    """

    state: BankState
    since: datetime | None = None
    by: str = ""


def standing(tx: Tx) -> Standing:
    """How the chip bank stands; one of which nothing was ever said is open."""
    moved = states.last(tx, KIND, SUBJECT)
    if moved is None:
        return Standing(BankState.OPEN)
    return Standing(BankState(moved.to_state), moved.at, moved.person)
