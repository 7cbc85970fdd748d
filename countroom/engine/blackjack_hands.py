"""Blackjack's hands: how they lie on record, and how they count.

Reference: 58 Pa. Code § 549.3(b).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.blackjack_rules import MOST_HANDS
from countroom.engine.cards import NO_CARD, Cards
from countroom.engine.game import Column, Ints, Wager, columns_named
from countroom.engine.settlement import Flags, Stakes

Small = NDArray[np.int8]

MOST_CARDS: Final = 12
"""Cards of one hand on record: one deck makes no longer one, and patrons stand on it."""

HANDS: Final = slice(0, MOST_HANDS)
DOUBLES: Final = slice(MOST_HANDS, 2 * MOST_HANDS)
INSURANCE: Final = 2 * MOST_HANDS

_HAND: Final = "58 Pa. Code § 633a.13"

WAGERS: Final[tuple[Wager, ...]] = (
    Wager("hand_1", "Blackjack Wager", _HAND, main=True, takes_coupon=True),
    *(
        Wager(f"hand_{k}", f"Split Wager, hand {k}", "58 Pa. Code § 633a.11")
        for k in range(2, MOST_HANDS + 1)
    ),
    *(
        Wager(f"double_{k}", f"Double Down Wager, hand {k}", "58 Pa. Code § 549.11")
        for k in range(1, MOST_HANDS + 1)
    ),
    Wager("insurance", "Insurance Wager", "58 Pa. Code § 633a.8"),
)

_PLACES: Final = range(1, MOST_CARDS + 1)

COLUMNS: Final[tuple[Column, ...]] = (
    *(
        column
        for k in range(1, MOST_HANDS + 1)
        for column in columns_named(
            [f"hand{k}_{place}" for place in _PLACES],
            per="seat",
            says=f"card of hand {k}, from the dealer's left",
        )
    ),
    Column("surrendered", "seat", 0, 1, "hand surrendered"),
    Column("even_money", "seat", 0, 1, "even money taken"),
    *columns_named([f"dealer_{place}" for place in _PLACES], per="round", says="dealer's card"),
    Column("burned", "round", 0, 1, "card burned before the round"),
    Column("shoe", "round", 1, 2**31 - 1, "number of the shuffle dealt from, from 1"),
)


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of rounds.

    Attributes:
        hands: ``(n, seats, 4, 12)``: cards of each hand in the order they fell.
        dealer: ``(n, 12)``: the up card, the hole card, and what was drawn.
        surrendered: ``(n, seats)``.
        even_money: ``(n, seats)``.
        burned: ``(n,)``.
        shoe: ``(n,)``: number of the shuffle, from 1.
        stock: ``(shoes, k)``: the shuffles to be dealt from; not on record.
    """

    hands: Cards
    dealer: Cards
    surrendered: Flags
    even_money: Flags
    burned: Ints
    shoe: Ints
    stock: Cards


@cache
def _codes() -> NDArray[np.int16]:
    """Give each card's value, an ace's 1 with 256 on top; the last entry is no card's 0."""
    pips = [*range(2, 10), 10, 10, 10, 10, 257]
    return np.array([pips[card // 4] for card in range(52)] + [0], np.int16)


def codes(cards: Cards) -> NDArray[np.int16]:
    """Give what ``count`` adds up: values, and 256 for every ace."""
    return _codes()[cards]


def values(cards: Cards) -> Small:
    """Give cards' values: ace 1, pips their number, ten and faces 10, no card 0."""
    return np.asarray(codes(cards) & 255, np.int8)


def count(summed: NDArray[np.int16]) -> tuple[Small, Flags]:
    """Count hands whose ``codes`` were added up.

    Returns:
        Their totals, an ace 11 where that does not pass 21; and where one is (soft).
    """
    hard = (summed & 255).astype(np.int8)
    soft = (summed > 255) & (hard <= 11)
    return hard + np.int8(10) * soft, soft


def counted(cards: Cards) -> tuple[Small, Flags]:
    """Count hands, ``(..., k)``: totals, and which of them are soft."""
    summed = np.zeros(cards.shape[:-1], np.int16)
    for place in range(cards.shape[-1]):
        falls = cards[..., place]
        if place > 1 and (falls == NO_CARD).all():
            break
        summed += codes(falls)
    return count(summed)


def drawn(cards: Cards) -> Small:
    """Tell how many cards hands have, ``(..., k)``."""
    return np.asarray((cards != NO_CARD).sum(axis=-1, dtype=np.int8))


def dealer_hits(total: Small, soft: Flags, *, h17: bool) -> Flags:
    """Say whether the dealer draws: below 17, and on a soft 17 where it is filed so."""
    hits = total < 17
    return hits | (soft & (total == 17)) if h17 else hits


@dataclass(frozen=True, slots=True)
class Sight:
    """What lies on the felt, counted.

    Attributes:
        total: ``(n, seats, 4)``: 0 where there is no hand.
        split: ``(n, seats)``: more than one hand.
        natural: ``(n, seats)``: an ace and a ten that were not split: a Blackjack.
        dealer: ``(n,)``: the dealer's total.
        dealer_natural: ``(n,)``: the dealer's Blackjack.
    """

    total: Small
    split: Flags
    natural: Flags
    dealer: Small
    dealer_natural: Flags

    @property
    def bust(self) -> Flags:
        """Hands past 21, ``(n, seats, 4)``."""
        past: Flags = self.total > 21
        return past


def look(felt: Felt, stakes: Stakes) -> Sight:
    """Count what lies on the felt."""
    stake = stakes.stake_cents
    total = np.zeros((*stake.shape[:2], MOST_HANDS), np.int8)
    total[..., 0] = counted(felt.hands[:, :, 0])[0]
    for hand in range(1, MOST_HANDS):
        n, s = np.nonzero(stake[..., hand])
        total[n, s, hand] = counted(felt.hands[n, s, hand])[0]
    split = stake[..., 1] > 0
    two = felt.hands[:, :, 0, 2] == NO_CARD
    dealer, _ = counted(felt.dealer)
    return Sight(
        total=total,
        split=split,
        natural=(total[..., 0] == 21) & two & ~split,
        dealer=dealer,
        dealer_natural=(dealer == 21) & (felt.dealer[:, 2] == NO_CARD),
    )


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    spread = {
        f"hand{hand + 1}_{place}": felt.hands[:, :, hand, place - 1].astype(np.int64)
        for hand in range(MOST_HANDS)
        for place in _PLACES
    }
    spread |= {f"dealer_{place}": felt.dealer[:, place - 1].astype(np.int64) for place in _PLACES}
    return spread | {
        "surrendered": felt.surrendered.astype(np.int64),
        "even_money": felt.even_money.astype(np.int64),
        "burned": felt.burned,
        "shoe": felt.shoe,
    }


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns; the cards not dealt are not known."""
    each = [
        np.stack([columns[f"hand{hand}_{place}"] for place in _PLACES], axis=2).astype(np.int8)
        for hand in range(1, MOST_HANDS + 1)
    ]
    dealer = np.stack([columns[f"dealer_{place}"] for place in _PLACES], axis=1).astype(np.int8)
    return Felt(
        np.stack(each, axis=2),
        dealer,
        columns["surrendered"] == 1,
        columns["even_money"] == 1,
        columns["burned"],
        columns["shoe"],
        np.zeros((len(dealer), 0), np.int8),
    )
