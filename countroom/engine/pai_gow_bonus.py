"""What seven cards hold, and the pay tables of the optional wagers on them.

The tables' own text (§§ 561.13a-561.13d, 645a.7(e)) is not known to us: an operator states them in
his Rules Submission as a line such as ``five_aces:400,royal_flush:150``. A hand is paid by the
line that pays it most, not by the line that ranks highest.
"""

import re
from enum import StrEnum
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import JOKER, Cards
from countroom.engine.odds import Cents

LINES: Final = (
    "seven_card_straight_flush",
    "royal_flush_royal_match",
    "seven_card_straight_flush_joker",
    "five_aces",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "three_pair",
    "two_pair",
    "nine_high_pai_gow",
    "pai_gow",
)
"""What a pay table may name, the highest in rank first; a hand may be on several.

A straight flush of seven cards is without or with the joker; a royal match is a king and a
queen of one suit beside a royal flush; a Pai Gow hand has no pair, straight or flush.
"""

ENVY_LINES: Final = LINES[: LINES.index("four_of_a_kind") + 1]
"""A qualifying hand is four of a kind or better. § 561.1."""

QUALIFYING_CENTS: Final = 500
"""The least wager that takes part in an Envy Bonus. § 561.1."""

LARGEST_CENTS: Final = 10**9
_LARGEST_ODDS: Final = 100_000

_ENTRY: Final = re.compile(r"([a-z_]+):([1-9][0-9]{0,8})", re.ASCII)

_CHUNK: Final = 1 << 14


class DiceSum(StrEnum):
    """Which pay table of the wager on the sum of the three dice is in use. § 645c.2(g)."""

    NONE = "none"
    A = "a"
    B = "b"


DICE_SUMS: Final = {
    DiceSum.NONE: {},
    DiceSum.A: {17: 25, 16: 6, 8: 3},
    DiceSum.B: {3: 25, 8: 4, 9: 2},
}
"""Sum to what it pays, to 1."""


def read_table(text: str, lines: tuple[str, ...] = LINES) -> dict[str, int]:
    """Read a pay table: odds to 1 for a wager's own hand, cents for an Envy Bonus.

    >>> read_table("five_aces:400,straight:2")
    {'five_aces': 400, 'straight': 2}

    Raises:
        ValueError: It is not written so, or names what is none of ``lines``, or one twice.
    """
    found: dict[str, int] = {}
    for entry in text.split(",") if text else []:
        match = _ENTRY.fullmatch(entry)
        if match is None or match[1] in found:
            msg = "Write each line once, with what it pays, such as five_aces:400,straight:2."
            raise ValueError(msg)
        if match[1] not in lines:
            msg = f"{match[1]} is none of {', '.join(lines)}."
            raise ValueError(msg)
        found[match[1]] = int(match[2])
    return found


def table_fault(text: str, lines: tuple[str, ...] = LINES, most: int = _LARGEST_ODDS) -> str | None:
    """Say what is wrong with a pay table, None if nothing is."""
    try:
        table = read_table(text, lines)
    except ValueError as wrong:
        return str(wrong)
    return "A line pays more than any does." if max(table.values(), default=0) > most else None


@cache
def pays(text: str) -> Cents:
    """Lay a pay table out by ``lines_held``: the most that any line held pays, 0 without one."""
    table = read_table(text)
    held = np.arange(1 << len(LINES))
    best = np.zeros(len(held), np.int64)
    for place, line in enumerate(LINES):
        best = np.maximum(best, (held >> place & 1) * table.get(line, 0))
    return best


@cache
def dice_pays(table: DiceSum) -> Cents:
    """Lay a table of the dice out by their sum, 0 to 18."""
    found = np.zeros(19, np.int64)
    for total, odds in DICE_SUMS[table].items():
        found[total] = odds
    return found


# --- what seven cards hold ----------------------------------------------------------------


def lines_held(cards: Cards) -> NDArray[np.int16]:
    """Tell which lines seven cards are on.

    Args:
        cards: ``(..., 7)``.

    Returns:
        ``(...)``: bit k is set where the hand is on ``LINES[k]``.
    """
    flat = cards.reshape(-1, cards.shape[-1])
    found = np.empty(len(flat), np.int16)
    for start in range(0, len(flat), _CHUNK):
        found[start : start + _CHUNK] = _lines_of(flat[start : start + _CHUNK])
    return found.reshape(cards.shape[:-1])


Ints = NDArray[np.int64]

_ACE: Final = 12
_RANK_MASK: Final = (1 << 13) - 1
_STRIDE: Final = 3
_ONES: Final = sum(1 << (_STRIDE * rank) for rank in range(13))
"""The lowest bit of each rank's count in a packed sum."""


def _lines_of(cards: Cards) -> NDArray[np.int16]:
    by_place = cards.T
    counts = np.add.reduce(_count_of()[by_place], axis=0)
    suits = np.bitwise_or.reduce(_suited()[by_place], axis=0)
    joker = (by_place == JOKER).any(axis=0)
    suited = [suits >> (16 * suit) & _RANK_MASK for suit in range(4)]
    ranks = suited[0] | suited[1] | suited[2] | suited[3]
    held = _by_suit(suited, joker) | _by_kind(counts)
    straight = _run_tables()[0][ranks + (joker << 13)]
    held["straight"] = straight
    paired = counts & (_ONES << 1 | _ONES << 2) != 0
    nothing = ~(paired | straight | held["flush"])
    held["pai_gow"] = nothing
    held["nine_high_pai_gow"] = nothing & ~joker & (ranks < 1 << 8)
    found = np.zeros(len(cards), np.int16)
    for place, line in enumerate(LINES):
        found |= held[line].astype(np.int16) << np.int16(place)
    return found


def _by_kind(counts: Ints) -> dict[str, NDArray[np.bool_]]:
    """Tell what is held of a kind, the joker counted as an ace: more holds less as well.

    Args:
        counts: Three bits a rank.
    """
    one, two, four = (counts >> bit & _ONES for bit in range(3))
    pairs, threes = four | two, four | (two & one)
    beyond_one = pairs & (pairs - 1)
    return {
        "five_aces": four & one != 0,
        "four_of_a_kind": four != 0,
        "full_house": (threes != 0) & (beyond_one != 0),
        "three_of_a_kind": threes != 0,
        "three_pair": beyond_one & (beyond_one - 1) != 0,
        "two_pair": beyond_one != 0,
    }


def _by_suit(suited: list[Ints], joker: NDArray[np.bool_]) -> dict[str, NDArray[np.bool_]]:
    """Tell what is held in one suit.

    Args:
        suited: For each suit the ranks held, as bits.
        joker: Which hands have the joker.
    """
    runs, royals, sevens, flushes = _run_tables()
    extra = joker << 13
    names = ("flush", "straight_flush", "royal_flush", "seven_card")
    held = {name: np.zeros(len(joker), bool) for name in names}
    matched, match = np.zeros(len(joker), bool), 0b11 << 10
    for suit, ranks in enumerate(suited):
        row = ranks + extra
        royal = royals[row]
        held["flush"] |= flushes[row]
        held["straight_flush"] |= runs[row]
        held["royal_flush"] |= royal
        held["seven_card"] |= sevens[row]
        for other in (1, 2, 3):
            beside = suited[(suit + other) % 4]
            matched |= royal & (beside & match == match)
    seven = held.pop("seven_card")
    return held | {
        "seven_card_straight_flush": seven & ~joker,
        "seven_card_straight_flush_joker": seven & joker,
        "royal_flush_royal_match": matched,
    }


@cache
def _count_of() -> Ints:
    """For each card, one in its rank's three bits; the joker is an ace."""
    cards = np.arange(53)
    ranks = np.where(cards == JOKER, _ACE, cards >> 2)
    return np.asarray(1 << (_STRIDE * ranks), np.int64)


@cache
def _suited() -> Ints:
    """For each card, its rank's bit in the sixteen bits of its suit; nothing for the joker."""
    cards = np.arange(53)
    return np.where(cards == JOKER, 0, 1 << (16 * (cards & 3) + (cards >> 2))).astype(np.int64)


@cache
def _run_tables() -> tuple[NDArray[np.bool_], ...]:
    """Lay out, by a set of ranks and the joker above them, what they make.

    Returns:
        Five in a row; the five highest; seven in a row; five or more.
    """
    sets = np.arange(1 << 14)
    ranks, spare = sets & _RANK_MASK, sets >> 13
    held = np.array([int(each).bit_count() for each in range(1 << 13)])
    runs, sevens = np.zeros((2, len(sets)), bool)
    low_ace = ranks << 1 | ranks >> _ACE
    for low in range(10):
        runs |= held[low_ace >> low & 0b11111] + spare >= 5
    for low in range(8):
        sevens |= held[low_ace >> low & 0b1111111] + spare >= 7
    royals = held[ranks >> 8] + spare >= 5
    return runs, royals, sevens, held[ranks] + spare >= 5
