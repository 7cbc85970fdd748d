"""Pai Gow Poker's two hands: five cards and two, ranked with the joker by lookup.

The joker is an ace, or completes a straight, a flush or a straight flush. How A-2-3-4-5 ranks
among straights, and the joker's use, are for § 645a.6 to say, whose text we do not have; the
first is a rule of the table.

Reference: 58 Pa. Code §§ 561.1, 561.6, 645a.6.
"""

from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine import hands
from countroom.engine.cards import JOKER, Cards
from countroom.engine.hands import ONE_PAIR, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH, TWO_PAIR, Ints

PACK_SIZE: Final = 53
FIVE_ACES: Final = ROYAL_FLUSH + 1
"""A class above those of ``hands``."""

CLASS_NAMES: Final = (*hands.CLASS_NAMES, "five aces")

_RANKS: Final = 14
"""Thirteen ranks, and the joker as the fourteenth."""
_JOKER: Final = 13
_ACE: Final = 12
_FIVE_HIGH: Final = 3
_PAIRS: Final = 105
"""Multisets of two of fourteen ranks."""
_TRIPLES: Final = 560
"""Multisets of three of fourteen ranks."""
_SHIFT: Final = 20
_ANY_SUIT: Final = 15
_ROW_BITS: Final = 17
_ROW: Final = (1 << _ROW_BITS) - 1

_A_PAIR: Final = 1 << 8
_ABOVE_PAIRS: Final = 1 << 9


class WheelRank(StrEnum):
    """Where A-2-3-4-5 stands among straights: below A-K-Q-J-10 only, or below all others."""

    SECOND = "second"
    LOWEST = "lowest"


def five_card_strength(cards: Cards, wheel: WheelRank) -> Ints:
    """Rank five-card hands: a greater number is better, equal numbers are copies.

    Args:
        cards: ``(..., 5)``.
        wheel: How A-2-3-4-5 ranks.

    Returns:
        ``(...)``; the class stands above 20 bits, see ``class_of``.
    """
    triple, pair = triple_rows(cards[..., :3]), pair_rows(cards[..., 3:])
    return of_rows(triple, pair, wheel)


class_of = hands.class_of
"""Tell the class (``HIGH_CARD`` to ``FIVE_ACES``) from strengths of any shape."""


def of_rows(triple: Ints, pair: Ints, wheel: WheelRank) -> Ints:
    """Rank hands of three and two cards, each as ``triple_rows`` and ``pair_rows`` have them."""
    return np.asarray(strengths(wheel)[_row(triple, pair)])


def with_limit(triple: Ints, pair: Ints, wheel: WheelRank) -> tuple[Ints, Ints]:
    """Rank hands as ``of_rows``, and tell what a two-card hand must not exceed beside them."""
    row = _row(triple, pair)
    return np.asarray(strengths(wheel)[row]), np.asarray(_limits(wheel)[row])


def _row(triple: Ints, pair: Ints) -> Ints:
    one_suit = (triple & pair) >> _ROW_BITS != 0
    row: Ints = (triple & _ROW) + (pair & _ROW) + one_suit * np.int32(_PAIRS * _TRIPLES)
    return row


def pair_rows(cards: Cards) -> Ints:
    """Number two cards' ranks; above the number a bit for each suit both may be of."""
    first, second = cards[..., 0].astype(np.int32), cards[..., 1]
    return np.asarray(_pair_index()[first * PACK_SIZE + second])


def triple_rows(cards: Cards) -> Ints:
    """Number three cards' ranks, times the pairs; above it a bit for each suit of all three."""
    first, second = cards[..., 0].astype(np.int32), cards[..., 1]
    return np.asarray(_triple_index()[(first * PACK_SIZE + second) * PACK_SIZE + cards[..., 2]])


def two_card_strength(cards: Cards) -> Ints:
    """Rank two-card hands: pairs above others, then by rank. The joker is an ace.

    Args:
        cards: ``(..., 2)``.
    """
    first, second = cards[..., 0].astype(np.int32), cards[..., 1]
    return np.asarray(_two_card_table()[first * PACK_SIZE + second])


def as_two_cards(strength: Ints) -> Ints:
    """Tell what of a five-card hand a two-card hand must not exceed, on its scale.

    Args:
        strength: Of five-card hands.
    """
    kind = class_of(strength)
    first, second = (strength >> (_SHIFT - 4)) & 15, (strength >> (_SHIFT - 8)) & 15
    below = np.where(kind == ONE_PAIR, _A_PAIR | first, first << 4 | second)
    return np.where(kind >= TWO_PAIR, _ABOVE_PAIRS, below).astype(np.int32)


def wrongly_set(high: Ints, low: Ints) -> NDArray[np.bool_]:
    """Tell where the two-card hand ranks above the five-card hand. § 561.1."""
    return np.asarray(low > as_two_cards(high))


# --- the tables ---------------------------------------------------------------------------


def _suits(card: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give each card a bit for every suit it may be of."""
    return np.where(card == JOKER, _ANY_SUIT, 1 << (card & 3))


def _numbers(size: int) -> NDArray[np.int64]:
    """Number the multisets of ``size`` ranks, by their ranks in rising order."""
    numbers = np.zeros((_RANKS,) * size, np.int64)
    for number, ranks in enumerate(combinations_with_replacement(range(_RANKS), size)):
        numbers[ranks] = number
    return numbers


@cache
def _pair_index() -> Ints:
    each = np.stack(np.divmod(np.arange(PACK_SIZE**2), PACK_SIZE))
    suits = _suits(each[0]) & _suits(each[1])
    row = _numbers(2)[tuple(np.sort(each >> 2, axis=0))]
    return np.asarray(row | suits << _ROW_BITS, np.int32)


@cache
def _triple_index() -> Ints:
    each = np.stack(np.unravel_index(np.arange(PACK_SIZE**3), (PACK_SIZE,) * 3))
    suits = _suits(each[0]) & _suits(each[1]) & _suits(each[2])
    row = _numbers(3)[tuple(np.sort(each >> 2, axis=0))] * _PAIRS
    return np.asarray(row | suits << _ROW_BITS, np.int32)


@cache
def _two_card_table() -> Ints:
    each = np.stack(np.divmod(np.arange(PACK_SIZE**2), PACK_SIZE))
    ranks = np.where(each == JOKER, _ACE, each >> 2)
    high, low = ranks.max(axis=0), ranks.min(axis=0)
    return np.asarray(np.where(high == low, _A_PAIR | high, high << 4 | low), np.int32)


@cache
def _limits(wheel: WheelRank) -> Ints:
    return as_two_cards(strengths(wheel))


@cache
def strengths(wheel: WheelRank) -> Ints:
    """Rank one hand for every row: mixed suits first, then hands of one suit."""
    triples = np.array(list(combinations_with_replacement(range(_RANKS), 3)))
    pairs = np.array(list(combinations_with_replacement(range(_RANKS), 2)))
    ranks = np.concatenate(
        [np.repeat(triples, _PAIRS, axis=0), np.tile(pairs, (_TRIPLES, 1))], axis=1
    )
    jokers = (ranks == _JOKER).sum(axis=1)
    mixed = ranks * 4 + np.array([0, 1, 2, 3, 0])
    table = np.zeros((2, len(ranks)), np.int32)
    for row, found in zip(table, (mixed, ranks * 4), strict=True):
        row[jokers == 0] = _ranked(found[jokers == 0].astype(np.int8), wheel)
        row[jokers == 1] = _with_joker(found[jokers == 1].astype(np.int8), wheel)
    flat: Ints = table.reshape(-1)
    return flat


def _ranked(cards: Cards, wheel: WheelRank) -> Ints:
    """Rank five cards without a joker, A-2-3-4-5 where the table has it."""
    strength = hands.strength(cards)
    if wheel is WheelRank.LOWEST:
        return strength
    kind, high = class_of(strength), hands.leading_rank(strength)
    straight = (kind == STRAIGHT) | (kind == STRAIGHT_FLUSH)
    lowered = np.where(high == _FIVE_HIGH, _ACE - 1, np.where(high < _ACE, high - 1, high))
    return np.where(straight, kind << _SHIFT | lowered << (_SHIFT - 4), strength).astype(np.int32)


def _with_joker(cards: Cards, wheel: WheelRank) -> Ints:
    """Rank hands with the joker in them: the best of what it may stand for.

    Every rank is tried in its place. An ace always counts; another rank does where it makes
    a straight or a flush. Hands of one suit are written in suit 0, and so is what is tried.
    """
    four = np.sort(np.where(cards >> 2 == _JOKER, np.int8(JOKER), cards), axis=1)[:, :4]
    one_suit = (four & 3 == 0).all(axis=1)
    best = np.zeros(len(cards), np.int32)
    for rank in range(_ACE + 1):
        suit = np.where(one_suit, 0, 3)
        tried = np.concatenate([four, (4 * rank + suit)[:, None].astype(np.int8)], axis=1)
        held = (four >> 2 == rank).any(axis=1)
        strength = _ranked(tried, wheel)
        kind = class_of(strength)
        completes = np.isin(kind, (STRAIGHT, hands.FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)) & ~held
        counts = completes if rank < _ACE else completes | ~np.isin(kind, (hands.FLUSH,))
        best = np.where(counts, np.maximum(best, strength), best)
    aces = (four >> 2 == _ACE).sum(axis=1) == 4
    return np.where(aces, FIVE_ACES << _SHIFT | _ACE << (_SHIFT - 4), best).astype(np.int32)
