"""Mississippi Stud, the base game: an Ante, three bets against a pay table, no dealer hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from countroom.engine import hands
from countroom.engine.cards import NO_CARD, Cards, shuffled_decks
from countroom.engine.coupons import CouponTerms
from countroom.engine.game import (
    Breach,
    Column,
    Ints,
    Wager,
    columns_named,
    coupon_breaches,
    limit_breaches,
    repeated_cards,
)
from countroom.engine.mississippi_strategy import street_multiple
from countroom.engine.odds import Cents
from countroom.engine.rules import ours
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    settle_against_house,
)

CODE = "mississippi_stud"
TITLE = "Mississippi Stud"
REFERENCE = "58 Pa. Code ch. 571 (2011), ch. 655a"
KIND: Literal["banking", "nonbanking"] = "banking"

ANTE, THIRD, FOURTH, FIFTH = range(4)
STREETS: Final = (THIRD, FOURTH, FIFTH)

_PAYS: Final = "58 Pa. Code § 655a.12(a)"

WAGERS: tuple[Wager, ...] = (
    Wager("ante", "Ante", _PAYS, main=True, takes_coupon=True),
    Wager("third", "3rd Street", _PAYS),
    Wager("fourth", "4th Street", _PAYS),
    Wager("fifth", "5th Street", _PAYS),
)

COLUMNS: tuple[Column, ...] = (
    *columns_named(("hole_1", "hole_2"), per="seat", says="card of the seat's own"),
    *columns_named(
        ("community_1", "community_2", "community_3"), per="round", says="community card"
    ),
)

PAYS: Final = {
    hands.ROYAL_FLUSH: 500,
    hands.STRAIGHT_FLUSH: 100,
    hands.FOUR_OF_A_KIND: 40,
    hands.FULL_HOUSE: 10,
    hands.FLUSH: 6,
    hands.STRAIGHT: 4,
    hands.THREE_OF_A_KIND: 3,
    hands.TWO_PAIR: 2,
}
"""To 1, on each wager. A pair goes by its rank, see ``pays``."""

LIMIT_CENTS: Final = 50_000_00
"""What one hand is paid at most, unless the table's minimum can win more. § 655a.12(b)."""

_JACK: Final = 9
_SIX: Final = 4


class LimitBasis(StrEnum):
    """How much the most one patron could win at the table's minimum is.

    The text leaves open whether the three bets are at their largest or equal to the Ante.
    """

    LARGEST_BETS = "largest_bets"
    EQUAL_BETS = "equal_bets"


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Mississippi Stud.

    Attributes:
        limit_basis: For the payout limit of § 655a.12(b).
    """

    limit_basis: LimitBasis = ours(LimitBasis.LARGEST_BETS)

    @property
    def limit_cents(self) -> int:
        """What one hand is paid at most, stakes given back not counted."""
        units = 10 if self.limit_basis is LimitBasis.LARGEST_BETS else 4
        return max(LIMIT_CENTS, self.minimum_cents * units * PAYS[hands.ROYAL_FLUSH])


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of rounds.

    Attributes:
        hole: ``(n, seats, 2)``.
        community: ``(n, 3)``.
    """

    hole: Cards
    community: Cards


def pays(hand_class: int, pair_rank: int) -> tuple[int, int]:
    """Say what a hand does to each of its wagers: the outcome, and the odds to 1.

    >>> pays(hands.ONE_PAIR, 3)
    (-1, 0)
    """
    if hand_class == hands.HIGH_CARD or (hand_class == hands.ONE_PAIR and pair_rank < _SIX):
        return LOSE, 0
    if hand_class == hands.ONE_PAIR:
        return (WIN, 1) if pair_rank >= _JACK else (PUSH, 0)
    return WIN, PAYS[hand_class]


@cache
def _pay_table() -> tuple[NDArray[np.int8], Cents]:
    """Lay ``pays`` out by ``hands.two_and_three_index``: outcomes, and odds."""
    strength = hands.strength(hands.two_and_three_hands())
    classes, ranks = hands.class_of(strength), hands.leading_rank(strength)
    rows = [pays(each, rank) for each, rank in zip(classes.tolist(), ranks.tolist(), strict=True)]
    return np.array([row[0] for row in rows], np.int8), np.array([row[1] for row in rows])


EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "six seats, 5 to 500": {"seats": 6, "minimum_cents": 500, "maximum_cents": 500_00},
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` rounds, each from a fresh deck: two cards to every seat, three in common."""
    deck = shuffled_decks(rng, n)
    own = 2 * rules.seats
    return Felt(deck[:, :own].reshape(n, rules.seats, 2), deck[:, own : own + 3])


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Ante a unit, then play the points strategy of ``mississippi_strategy``.

    A coupon stands on the Ante. Nothing is left to chance here.
    """
    del rng
    base = units_cents + (coupon_cents if rules.coupon_in_multiples else 0)
    stake = np.zeros((*units_cents.shape, len(WAGERS)), np.int64)
    stake[..., ANTE] = units_cents
    common = np.broadcast_to(felt.community[:, None, :], (*units_cents.shape, 3))
    live, raised = units_cents > 0, np.zeros(units_cents.shape, bool)
    for seen, street in enumerate(STREETS):
        cards = np.concatenate([felt.hole, common[..., :seen]], axis=2)
        multiple = street_multiple(cards, raised) * live
        stake[..., street] = multiple * base
        live, raised = multiple > 0, raised | (multiple == 3)
    coupons = np.zeros_like(stake)
    coupons[..., ANTE] = coupon_cents
    return felt, Stakes(stake, coupons, np.zeros(len(stake), bool))


def folded(stakes: Stakes) -> Flags:
    """Tell which seats folded, ``(n, seats)``: an Ante without all three bets."""
    streets = stakes.stake_cents[..., THIRD:] > 0
    return (stakes.stake_cents[..., ANTE] > 0) & ~streets.all(axis=2)


def settle(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> tuple[Settlement, None]:
    """Settle rounds: a fold's stakes are collected at once, the others by the five cards.

    What one hand is paid stops at the limit, counted in the order Ante, 3rd, 4th, 5th
    Street; the stakes come back on top.

    Reference: 58 Pa. Code §§ 655a.11, 655a.12(a), (b).
    """
    outcomes, odds = _pay_table()
    row = hands.two_and_three_index(felt.hole, felt.community)
    outcome = outcomes[row]
    phase = np.full(row.shape, len(STREETS), np.int8)
    gone = folded(stakes)
    if gone.any():
        outcome = np.where(gone, LOSE, outcome).astype(np.int8)
        made = (stakes.stake_cents[..., THIRD:] > 0).sum(axis=2)
        phase = np.where(gone, made, phase).astype(np.int8)
    paid_at = (odds[row][..., None], np.ones(1, np.int64))
    settled = settle_against_house(
        stakes, outcome[..., None], paid_at, rules, phase=phase[..., None]
    )
    return _limited(settled, stakes, rules.limit_cents), carried


def _limited(settled: Settlement, stakes: Stakes, limit_cents: int) -> Settlement:
    """Stop what a hand is paid at the limit."""
    paid = settled.paid_tray_cents
    if (paid.sum(axis=2) <= limit_cents).all():
        return settled
    within = np.diff(np.minimum(paid.cumsum(axis=2), limit_cents), axis=2, prepend=0)
    chips = paid - settled.coupon_win_cents
    unpaid = (paid > 0) & (within == 0)
    return replace(
        settled,
        paid_tray_cents=within,
        coupon_win_cents=np.maximum(within - chips, 0),
        pushed_cents=settled.pushed_cents + stakes.stake_cents * unpaid,
    )


_BETS: Final = "58 Pa. Code § 655a.11(b), (d), (f)"


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> list[Breach]:
    """Find play against the rules: bets that are not 1, 2 or 3 Antes, in their order."""
    del carried
    stake = stakes.stake_cents
    ante = stake[..., ANTE] + stakes.coupon_cents[..., ANTE] * rules.coupon_in_multiples
    bets, here = stake[..., THIRD:], stake[..., THIRD:] > 0
    sized = (
        (bets == ante[..., None]) | (bets == 2 * ante[..., None]) | (bets == 3 * ante[..., None])
    )
    before = stake[..., :FIFTH] > 0
    wrong_size, skipped = np.zeros(stake.shape, bool), np.zeros(stake.shape, bool)
    wrong_size[..., THIRD:] = here & ~sized
    skipped[..., THIRD:] = here & ~np.minimum.accumulate(before, axis=2)
    dealt = np.concatenate([_own_cards(felt, stakes), felt.community], axis=1)
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        Breach(_BETS, "The bet is not one, two or three times the Ante.", wrong_size),
        Breach(_BETS, "A bet was made without the one before it.", skipped),
        Breach("58 Pa. Code § 571.3", "A card lies twice in one round.", repeated_cards(dealt)),
    ]


def _own_cards(felt: Felt, stakes: Stakes) -> Cards:
    """Give the two cards of seats that play, ``(n, 2 * seats)``; others have none."""
    plays = (stakes.stake_cents > 0).any(axis=2, keepdims=True)
    return np.where(plays, felt.hole, NO_CARD).reshape(-1, 2 * felt.hole.shape[1])


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find hands that were played to the end and lack a card."""
    del rules
    short = (felt.hole == NO_CARD).any(axis=2) | (felt.community == NO_CARD).any(axis=1)[:, None]
    ended = (stakes.stake_cents[..., ANTE] > 0) & ~folded(stakes) & ~stakes.void[:, None]
    where = np.broadcast_to((short & ended)[..., None], stakes.stake_cents.shape)
    return [Breach("58 Pa. Code § 655a.11(h)", "The hand's five cards are not recorded.", where)]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {
        "hole_1": felt.hole[..., 0].astype(np.int64),
        "hole_2": felt.hole[..., 1].astype(np.int64),
    } | {f"community_{k + 1}": felt.community[:, k].astype(np.int64) for k in range(3)}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    hole = np.stack([columns["hole_1"], columns["hole_2"]], axis=2)
    common = np.stack([columns[f"community_{k}"] for k in (1, 2, 3)], axis=1)
    return Felt(hole.astype(np.int8), common.astype(np.int8))
