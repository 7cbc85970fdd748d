"""Where the deal starts and who cuts: counting around a Pai Gow Poker table.

Places are numbered clockwise from the dealer, who is 0; the betting positions follow from 1 at
his left. Counterclockwise is therefore downwards.

Reference: 58 Pa. Code §§ 561.5(d), 561.12.
"""

from enum import StrEnum
from typing import Final

import numpy as np

from countroom.engine.game import Ints
from countroom.engine.settlement import Flags

MOST_SEATS: Final = 6
"""Seven hands of seven cards are dealt from 53."""


class StartBy(StrEnum):
    """How a table finds its starting position."""

    SHAKER = "shaker"
    NUMBER = "number"
    BUTTON = "button"


def start_place(count: Ints, bank: Ints, seats: int) -> Ints:
    """Count to the starting position: counterclockwise, the bank as one, else the dealer.

    Every betting position and the dealer are counted, with a wager or without.

    Args:
        count: ``(n,)``: the dice's total, or the number drawn.
        bank: ``(n,)``: the bank's seat, 0 where the house banks.
        seats: Betting positions of the table.
    """
    return np.asarray((bank - (count - 1)) % (seats + 1), np.int64)


def next_button(start: Ints, seats: int) -> Ints:
    """Move the button on, clockwise by one place."""
    return np.asarray((start + 1) % (seats + 1), np.int64)


def offered_before(cut_by: Ints, bank: Ints, seats: int) -> Flags:
    """Tell who is offered the cut before the one who takes it.

    The bank is offered it first, and then from his right counterclockwise; without a bank it
    begins at the dealer's far right.

    Args:
        cut_by: ``(n,)``: the seat that cut, 0 where nobody would.
        bank: ``(n,)``: the bank's seat, 0 where the house banks.
        seats: Betting positions of the table.

    Returns:
        ``(n, seats)``.
    """
    first = np.where(bank > 0, bank, seats)
    turn = (first[:, None] - np.arange(1, seats + 1)) % seats
    of_cut = np.where(cut_by > 0, (first - cut_by) % seats, seats)
    return np.asarray(turn < of_cut[:, None])
