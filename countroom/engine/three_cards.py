"""Poker ranking of three cards. Suits are equal; the ace is high, and low only in A-2-3."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import NO_CARD, Cards

(
    HIGH_CARD,
    PAIR,
    FLUSH,
    STRAIGHT,
    THREE_OF_A_KIND,
    STRAIGHT_FLUSH,
    MINI_ROYAL,
) = range(7)
"""From the lowest; a mini-royal is ace, king and queen of one suit."""

_ACE: Final = 12
_SIDE: Final = 53
"""52 cards and, last, no card."""


def class_of(cards: Cards) -> NDArray[np.int8]:
    """Tell the class of hands of three cards; a hand that lacks a card is a high card.

    Args:
        cards: Shape ``(..., 3)``.
    """
    each = cards.astype(np.intp)
    each[each == NO_CARD] = _SIDE - 1
    return np.asarray(_classes()[(each[..., 0] * _SIDE + each[..., 1]) * _SIDE + each[..., 2]])


@cache
def _classes() -> NDArray[np.int8]:
    """Lay the classes out by three cards, ``(53 * 53 * 53,)``."""
    each = np.stack(np.unravel_index(np.arange(_SIDE**3), (_SIDE,) * 3))
    low, middle, high = np.sort(each >> 2, axis=0)
    suited = (each & 3 == each[0] & 3).all(axis=0)
    alike = (low == middle).astype(np.int8) + (middle == high)
    in_a_row = (middle - low == 1) & (high - middle == 1)
    straight = in_a_row | ((low == 0) & (middle == 1) & (high == _ACE))
    found = np.where(alike > 0, PAIR, HIGH_CARD)
    found[suited & (alike == 0)] = FLUSH
    found[straight] = STRAIGHT
    found[alike == 2] = THREE_OF_A_KIND
    found[straight & suited] = STRAIGHT_FLUSH
    found[in_a_row & suited & (high == _ACE)] = MINI_ROYAL
    found[(each == _SIDE - 1).any(axis=0)] = HIGH_CARD
    return found.astype(np.int8)
