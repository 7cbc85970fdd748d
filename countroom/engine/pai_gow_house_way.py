"""House ways: how the dealer must set seven cards, by the name filed in the Rules Submission.

A house way says of a hand which classes its five cards may be of; of the ways to set it that
do so, the one with the highest two cards is taken, and of those the one with the highest five.

``trump_plaza`` is our reading: its text was not found, and its thresholds for two pairs are
fitted to the published shares of hands won, pushed and lost (0.2861, 0.4148, 0.2991), which they
reproduce. A house files its own way; these two are examples of one.

Reference: 58 Pa. Code §§ 561.13(c), 561.14(i), 561.15(e), (i).
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine import pai_gow_hands as ranking
from countroom.engine.cards import JOKER, Cards
from countroom.engine.hands import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Ints,
)
from countroom.engine.pai_gow_hands import FIVE_ACES, WheelRank

SEVEN: Final = 7
SPLITS: Final = tuple(combinations(range(SEVEN), 2))
"""Which two of seven cards make the low hand."""

_CHUNK: Final = 1 << 13
_LOW_SHIFT: Final = 24
_HIGH_BITS: Final = (1 << _LOW_SHIFT) - 1

_SIX, _SEVEN, _TEN, _KING, _ACE = 4, 5, 8, 11, 12
_STRIDE: Final = 3
_COUNT: Final = 0b111
_NEVER: Final = 13
"""Above every rank."""


class HouseWay(StrEnum):
    """The house ways known by name; which one is filed, § 561.14(i) leaves to the operator."""

    TRUMP_PLAZA = "trump_plaza"
    ACE_KEEPS_TWO_PAIR = "ace_keeps_two_pair"


@dataclass(frozen=True, slots=True)
class SetHands:
    """Hands as they are to be set.

    Attributes:
        high: Strength of the five cards.
        low: Strength of the two.
        split: Place in ``SPLITS``: which two cards make the low hand.
    """

    high: Ints
    low: Ints
    split: NDArray[np.int8]


def set_by(way: HouseWay, cards: Cards, wheel: WheelRank) -> SetHands:
    """Set seven cards by a house way.

    Args:
        way: Its name.
        cards: ``(n, 7)``.
        wheel: How A-2-3-4-5 ranks.

    Returns:
        Arrays of ``(n,)``.
    """
    best = np.empty(len(cards), np.int64)
    split = np.empty(len(cards), np.int8)
    for start in range(0, len(cards), _CHUNK):
        part = slice(start, start + _CHUNK)
        best[part], split[part] = _set_chunk(way, cards[part], wheel)
    high, low = (best & _HIGH_BITS).astype(np.int32), (best >> _LOW_SHIFT).astype(np.int32)
    return SetHands(high, low, split)


def _set_chunk(
    way: HouseWay, cards: Cards, wheel: WheelRank
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    by_place = np.ascontiguousarray(cards.T)
    high, low, legal = _all_splits(by_place, wheel)
    kind = ranking.class_of(high).astype(np.int8)
    in_order = np.asarray(_in_order()[kind].any(axis=0))
    least, most = _classes(way, by_place, in_order)
    allowed = (kind >= least) & (kind <= most) & legal
    worth = np.where(allowed, low.astype(np.int64) << _LOW_SHIFT | high, -1)
    split = worth.argmax(axis=0)
    return worth[split, np.arange(len(split))], split.astype(np.int8)


@cache
def _in_order() -> NDArray[np.bool_]:
    """Flag the classes of straights and flushes."""
    return np.isin(np.arange(FIVE_ACES + 1), (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH))


def _all_splits(by_place: Cards, wheel: WheelRank) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Rank both hands of every way to set them, and tell which are legal: ``(21, n)`` each."""
    high = np.empty((len(SPLITS), by_place.shape[1]), np.int32)
    low, legal = np.empty_like(high), np.empty(high.shape, bool)
    for row, two in enumerate(SPLITS):
        five = [place for place in range(SEVEN) if place not in two]
        triple = ranking.triple_rows(np.moveaxis(by_place[five[:3]], 0, -1))
        pair = ranking.pair_rows(np.moveaxis(by_place[five[3:]], 0, -1))
        high[row], limit = ranking.with_limit(triple, pair, wheel)
        low[row] = ranking.two_card_strength(np.moveaxis(by_place[list(two)], 0, -1))
        legal[row] = low[row] <= limit
    return high, low, legal


# --- which classes the five cards may be of -----------------------------------------------


@dataclass(frozen=True, slots=True)
class _Held:
    """What is held of each rank, the joker as an ace: ``(13, n)`` counts in ``of_rank``.

    Attributes:
        of_rank: How many of each rank.
        two: The highest rank held exactly twice, -1 without one.
        second: The next such rank.
        three: The highest rank held three times.
        single: The highest rank held once.
    """

    of_rank: NDArray[np.int8]
    two: Ints
    second: Ints
    three: Ints
    single: Ints

    def how_many(self, count: int) -> Ints:
        """Tell how many ranks are held exactly ``count`` times."""
        return np.asarray((self.of_rank == count).sum(axis=0), np.int32)


def _highest(flags: NDArray[np.bool_]) -> Ints:
    """Tell the highest rank flagged, -1 without one."""
    found = 12 - flags[::-1].argmax(axis=0)
    return np.where(flags.any(axis=0), found, -1).astype(np.int32)


@cache
def _counted() -> NDArray[np.int64]:
    """For each card, one in its rank's three bits; the joker is an ace."""
    cards = np.arange(ranking.PACK_SIZE)
    ranks = np.where(cards == JOKER, _ACE, cards >> 2)
    return np.asarray(1 << (_STRIDE * ranks), np.int64)


def _held(by_place: Cards) -> _Held:
    counted = np.add.reduce(_counted()[by_place], axis=0)
    of_rank = np.empty((13, by_place.shape[1]), np.int8)
    for rank in range(13):
        of_rank[rank] = counted >> (_STRIDE * rank) & _COUNT
    pairs = of_rank == 2
    two = _highest(pairs)
    lower = pairs & (np.arange(13)[:, None] != two)
    return _Held(of_rank, two, _highest(lower), _highest(of_rank == 3), _highest(of_rank == 1))


def _classes(
    way: HouseWay, by_place: Cards, in_order: NDArray[np.bool_]
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Give the least and the highest class the five cards may be of.

    Args:
        way: The house way.
        by_place: ``(7, n)`` cards.
        in_order: A straight or a flush can be made.
    """
    held = _held(by_place)
    pairs, threes = held.how_many(2), held.how_many(3)
    fours, fives = held.how_many(4), held.how_many(5)
    full = (threes > 1) | ((threes == 1) & (pairs > 0))
    together = _two_pair_together(way, held)
    aces = held.three == _ACE
    kings = held.of_rank[_KING] == 2
    cases: list[tuple[NDArray[np.bool_], int, int]] = [
        ((fives > 0) & kings, FIVE_ACES, FIVE_ACES),
        (fives > 0, THREE_OF_A_KIND, FULL_HOUSE),
        ((fours > 0) & _four_together(held), FOUR_OF_A_KIND, FOUR_OF_A_KIND),
        (fours > 0, ONE_PAIR, FULL_HOUSE),
        (full & _full_together(held), FULL_HOUSE, FULL_HOUSE),
        (full, THREE_OF_A_KIND, FULL_HOUSE),
        (pairs == 3, TWO_PAIR, TWO_PAIR),
        ((pairs == 2) & together, TWO_PAIR, TWO_PAIR),
        (pairs == 2, ONE_PAIR, ONE_PAIR),
        (in_order, STRAIGHT, ROYAL_FLUSH),
        (aces, ONE_PAIR, ONE_PAIR),
        (threes == 1, THREE_OF_A_KIND, THREE_OF_A_KIND),
        (pairs == 1, ONE_PAIR, ONE_PAIR),
    ]
    when = [case for case, _, _ in cases]
    least = np.select(when, [low for _, low, _ in cases], HIGH_CARD)
    most = np.select(when, [high for _, _, high in cases], HIGH_CARD)
    return least.astype(np.int8), most.astype(np.int8)


def _four_together(held: _Held) -> NDArray[np.bool_]:
    """Tell where four of a kind stay together: with what low hand, by their rank.

    Up to sixes always; sevens to tens with an ace or a pair beside, jacks to kings with a
    pair of tens or better, aces with a pair of sevens or better.
    """
    four = _highest(held.of_rank == 4)
    beside = np.maximum(held.two, held.three)
    middle = (four <= _TEN) & ((held.single == _ACE) | (beside >= 0))
    picture = (four > _TEN) & (four < _ACE) & (beside >= _TEN)
    return np.asarray((four <= _SIX) | middle | picture | ((four == _ACE) & (beside >= _SEVEN)))


def _full_together(held: _Held) -> NDArray[np.bool_]:
    """Tell where a full house stays together: its pair is deuces, and ace and king lie beside."""
    return np.asarray((held.two == 0) & (held.of_rank[_ACE] == 1) & (held.of_rank[_KING] == 1))


def _two_pair_together(way: HouseWay, held: _Held) -> NDArray[np.bool_]:
    """Tell where two pairs stay together: the highest card beside them is high enough."""
    return np.asarray(held.single >= _beside(way)[held.two, held.second])


@cache
def _beside(way: HouseWay) -> NDArray[np.int8]:
    """Give the least rank beside two pairs that keeps them together, ``(13, 13)`` by rank.

    Trump Plaza, with pairs up to sixes low, up to tens middling and up to kings high: two low
    ones stay together with a king or an ace beside, two high ones never, others with an ace;
    aces never. The casino's own text is not known to us: this reading gives the frequencies
    published for it.
    """
    table = np.full((_NEVER, _NEVER), _NEVER, np.int8)
    table[:_ACE, :_ACE] = _ACE
    if way is HouseWay.TRUMP_PLAZA:
        table[_TEN + 1 :, _TEN + 1 :] = _NEVER
        table[: _SIX + 1, : _SIX + 1] = _KING
    return table
