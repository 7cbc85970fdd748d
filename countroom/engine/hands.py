"""Poker ranking, vectorised: class and full strength of the best five of five to seven cards.

A strength is one integer that orders hands: ``class << 20`` and then up to five ranks of
four bits each, the most telling first. Suits are equal. The ace is high, and low only in
A-2-3-4-5.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import NO_CARD, Cards

(
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(10)

CLASS_NAMES: Final = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)

Ints = NDArray[np.int32]

_RANKS: Final = 13
_SUITS: Final = 4
_MASKS: Final = 1 << _RANKS
_HAND: Final = 5
_ACE: Final = 12
_CLASS_SHIFT: Final = 20
_BITS: Final = (1 << np.arange(_RANKS)).astype(np.int32)
_CHUNK: Final = 1 << 17
"""Hands ranked at a time: keeps the working arrays small, whatever was asked."""

RANK_TRIPLES: Final = 455
"""Multisets of three ranks."""
RANK_PAIRS: Final = 91
"""Multisets of two ranks."""


def class_of(strength: Ints) -> Ints:
    """Tell the class (``HIGH_CARD`` to ``ROYAL_FLUSH``) from strengths of any shape."""
    return strength >> _CLASS_SHIFT


def leading_rank(strength: Ints) -> Ints:
    """Tell the rank that matters most: of the pair in a pair, of the highest card in a straight."""
    return (strength >> (_CLASS_SHIFT - 4)) & 15


def strength(cards: Cards) -> Ints:
    """Rank the best five cards of each hand.

    Args:
        cards: Shape ``(..., k)``, k from 5 to 7, all cards known.

    Returns:
        Shape ``(...)``: a greater number is a better hand, equal numbers tie.
    """
    flat = cards.reshape(-1, cards.shape[-1])
    ranked = np.empty(len(flat), np.int32)
    for start in range(0, len(flat), _CHUNK):
        ranked[start : start + _CHUNK] = _rank_chunk(flat[start : start + _CHUNK])
    return ranked.reshape(cards.shape[:-1])


def strength_where(cards: Cards, known: NDArray[np.bool_]) -> Ints:
    """Rank hands where ``known``; the others, whose cards may be missing, have strength 0.

    Args:
        cards: Shape ``(..., k)``.
        known: Shape ``(...)``.
    """
    ranked = np.zeros(known.shape, np.int32)
    sure = known & (cards != NO_CARD).all(axis=-1)
    ranked[sure] = strength(cards[sure])
    return ranked


def _rank_chunk(cards: Cards) -> Ints:
    rows = np.arange(len(cards))
    rank, suit = cards >> 2, cards & 3
    of_rank = np.zeros((len(cards), _RANKS), np.int8)
    suited = np.zeros((len(cards), _SUITS), np.int32)
    in_suit = np.zeros((len(cards), _SUITS), np.int8)
    for place in range(cards.shape[1]):
        of_rank[rows, rank[:, place]] += 1
        suited[rows, suit[:, place]] |= _BITS[rank[:, place]]
        in_suit[rows, suit[:, place]] += 1
    held = [((of_rank == many) @ _BITS).astype(np.int32) for many in (1, 2, 3, 4)]
    flush_suit = in_suit.argmax(axis=1)
    flush_mask = np.where(in_suit[rows, flush_suit] >= _HAND, suited[rows, flush_suit], 0)
    return np.maximum(_of_a_kind(held), _in_a_row(held, flush_mask))


def _in_a_row(held: list[Ints], flush_mask: Ints) -> Ints:
    """Rank what is a straight or a flush; 0 where neither."""
    tables = _tables()
    straight = tables.straight_high[held[0] | held[1] | held[2] | held[3]]
    straight_flush = tables.straight_high[flush_mask]
    best = np.where(straight > 0, _ranked(STRAIGHT, straight - 1), 0)
    best = np.where(flush_mask > 0, _shifted(FLUSH) | tables.top[5][flush_mask], best)
    best = np.where(straight_flush > 0, _ranked(STRAIGHT_FLUSH, straight_flush - 1), best)
    royal = straight_flush == _ACE + 1
    return np.where(royal, _ranked(ROYAL_FLUSH, straight_flush - 1), best)


def _of_a_kind(held: list[Ints]) -> Ints:
    """Rank by how many of a kind: high card to four of a kind.

    ``held[m - 1]`` is the set of ranks held exactly m times, as bits.
    """
    ones, twos, threes, fours = held
    top = _tables().top
    every = ones | twos | threes | fours
    best = _shifted(HIGH_CARD) | top[5][every]
    one = _highest_bit(twos)
    best = np.where(twos > 0, _ranked(ONE_PAIR, top[1][one]) | top[3][every & ~one] << 4 * 1, best)
    two = one | _highest_bit(twos & ~one)
    pairs = _shifted(TWO_PAIR) | top[2][two] << 4 * 3 | top[1][every & ~two] << 4 * 2
    best = np.where((twos & ~one) > 0, pairs, best)
    three = _highest_bit(threes)
    set_of_three = _ranked(THREE_OF_A_KIND, top[1][three]) | top[2][every & ~three] << 4 * 2
    best = np.where(threes > 0, set_of_three, best)
    beside = (twos | threes) & ~three
    full = _ranked(FULL_HOUSE, top[1][three]) | top[1][beside] << 4 * 3
    best = np.where((threes > 0) & (beside > 0), full, best)
    four = _ranked(FOUR_OF_A_KIND, top[1][fours]) | top[1][every & ~fours] << 4 * 3
    ranked: Ints = np.where(fours > 0, four, best)
    return ranked


def _shifted(hand_class: int) -> np.int32:
    return np.int32(hand_class << _CLASS_SHIFT)


def _ranked(hand_class: int, rank: Ints) -> Ints:
    ranked: Ints = _shifted(hand_class) | rank << (_CLASS_SHIFT - 4)
    return ranked


def _highest_bit(mask: Ints) -> Ints:
    return _tables().highest_bit[mask]


class _Tables:
    """Small lookups by a set of ranks (13 bits).

    Attributes:
        straight_high: 1 + the highest rank of the best straight, 0 without one.
        highest_bit: The bit of the highest rank.
        top: ``top[k]``: the k highest ranks, four bits each, the highest first.
    """

    def __init__(self) -> None:
        masks = np.arange(_MASKS, dtype=np.int32)
        self.straight_high = np.zeros(_MASKS, np.int32)
        wheel = 1 << _ACE | 0b1111
        self.straight_high[masks & wheel == wheel] = 4
        for high in range(4, _RANKS):
            run = 0b11111 << (high - 4)
            self.straight_high[masks & run == run] = high + 1
        self.highest_bit = np.zeros(_MASKS, np.int32)
        for rank in range(_RANKS):
            self.highest_bit[1 << rank : 2 << rank] = 1 << rank
        self.top = self._top_ranks(masks)

    def _top_ranks(self, masks: Ints) -> dict[int, Ints]:
        number = np.zeros(_MASKS, np.int32)
        number[_BITS] = np.arange(_RANKS)
        left, packed = masks.copy(), np.zeros(_MASKS, np.int32)
        top: dict[int, Ints] = {}
        for k in range(1, _HAND + 1):
            bit = self.highest_bit[left]
            packed = packed << 4 | number[bit]
            left = left & ~bit
            top[k] = packed
        return top


@cache
def _tables() -> _Tables:
    return _Tables()


# --- two cards of one's own and three in common -------------------------------------------


Index = NDArray[np.intp]

_NO_SUIT: Final = 4
_PAIR_OF_BYTES: Final = np.dtype("<u2")


@cache
def _own_index() -> tuple[Index, NDArray[np.int8]]:
    """For two cards, read as one number of two bytes: the pair of ranks, and the suit of both.

    The pair of ranks is a number from 0 to 90; the suit is ``_NO_SUIT`` where they differ.
    Where a card is missing the pair is 0.
    """
    second, first = np.divmod(np.arange(52 * 52), 52)
    low, high = np.minimum(first >> 2, second >> 2), np.maximum(first >> 2, second >> 2)
    numbers = np.zeros((_RANKS, _RANKS), np.intp)
    for number, pair in enumerate(combinations_with_replacement(range(_RANKS), 2)):
        numbers[pair] = number
    pairs, suits = np.zeros(1 << 16, np.intp), np.full(1 << 16, _NO_SUIT, np.int8)
    pairs[first | second << 8] = numbers[low, high]
    suits[first | second << 8] = np.where(first & 3 == second & 3, first & 3, _NO_SUIT)
    return pairs, suits


@cache
def _common_index() -> tuple[Index, NDArray[np.int8]]:
    """For three cards, by ``52 * 52 * a + 52 * b + c``: the triple of ranks, and its suit.

    The number of the triple is times 91; the suit is -1 where not all three are of it.
    """
    each = np.stack(np.unravel_index(np.arange(52**3), (52, 52, 52)))
    ranks = np.sort(each >> 2, axis=0)
    numbers = np.zeros((_RANKS,) * 3, np.intp)
    for number, triple in enumerate(combinations_with_replacement(range(_RANKS), 3)):
        numbers[triple] = number
    alike = (each & 3 == each[0] & 3).all(axis=0)
    return numbers[tuple(ranks)] * RANK_PAIRS, np.where(alike, each[0] & 3, -1).astype(np.int8)


def two_and_three_index(hole: Cards, community: Cards) -> Index:
    """Number each five-card hand of two own and three common cards by what ranks it.

    Args:
        hole: Shape ``(n, seats, 2)``.
        community: Shape ``(n, 3)``.

    Returns:
        Shape ``(n, seats)``: an index into a lookup of ``2 * RANK_TRIPLES * RANK_PAIRS``
        entries made over ``two_and_three_hands()``; the upper half is hands of one suit. A
        hand that lacks a card has some index or other.
    """
    pairs, suits = _own_index()
    triples, common_suits = _common_index()
    own = np.ascontiguousarray(hole).view(_PAIR_OF_BYTES)[..., 0].astype(np.intp)
    common = community.astype(np.intp)
    place = (common[:, 0] * 52 + common[:, 1]) * 52 + common[:, 2]
    index: Index = pairs.take(own)
    index += triples[place].repeat(own.shape[1]).reshape(own.shape)
    suit = common_suits[place]
    rounds = np.flatnonzero(suit >= 0)
    if rounds.size:
        of_one_suit = suits[own[rounds]] == suit[rounds, None]
        index[rounds] += of_one_suit * (RANK_TRIPLES * RANK_PAIRS)
    return index


def two_and_three_hands() -> Cards:
    """Give one hand for every index of ``two_and_three_index``.

    Returns:
        Shape ``(2 * RANK_TRIPLES * RANK_PAIRS, 5)``. Where no such hand exists (five of one
        rank, a flush with a pair) the cards repeat; no index ever points there.
    """
    triples = np.array(list(combinations_with_replacement(range(_RANKS), 3)))
    pairs = np.array(list(combinations_with_replacement(range(_RANKS), 2)))
    ranks = np.concatenate(
        [np.repeat(triples, RANK_PAIRS, axis=0), np.tile(pairs, (RANK_TRIPLES, 1))], axis=1
    )
    mixed = ranks * 4 + np.array([0, 1, 2, 3, 0])
    return np.concatenate([mixed, ranks * 4]).astype(np.int8)
