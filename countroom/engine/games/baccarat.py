"""Baccarat with vigorish on the Banker's Hand; Golden Talons and pairs where they are filed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import baccarat_hands, baccarat_vigorish, baccarat_wagers
from countroom.engine.baccarat_hands import Felt
from countroom.engine.baccarat_vigorish import CLEARS, Marks, VigRules
from countroom.engine.baccarat_wagers import EVEN, GOLDEN_TALONS, MarginTable
from countroom.engine.cards import SUITS, Cards
from countroom.engine.game import (
    Breach,
    Column,
    Wager,
)
from countroom.engine.odds import Cents
from countroom.engine.rules import ours
from countroom.engine.settlement import PUSH, Flags, Settlement, Stakes

CODE = "baccarat"
TITLE = "Baccarat"
REFERENCE = "58 Pa. Code ch. 545 (2011), ch. 631a, § 631b.9"
KIND: Literal["banking", "nonbanking"] = "banking"

PLAYER, BANKER, TIE, TALONS_PLAYER, TALONS_BANKER, PAIR_PLAYER, PAIR_BANKER = range(7)

_TALONS: Final = "58 Pa. Code § 631b.9"
_PAIRS: Final = "58 Pa. Code § 601a.2 (Rules Submission)"

WAGERS: tuple[Wager, ...] = (
    Wager("player", "Player", "58 Pa. Code § 545.13(a)", main=True, takes_coupon=True),
    Wager("banker", "Banker", "58 Pa. Code § 545.13(c), (e)", main=True, takes_coupon=True),
    Wager("tie", "Tie", "58 Pa. Code § 545.13(b)", takes_coupon=True),
    Wager("golden_talons_player", "Golden Talons, Player", _TALONS),
    Wager("golden_talons_banker", "Golden Talons, Banker", _TALONS),
    Wager("pair_player", "Pair, Player", _PAIRS),
    Wager("pair_banker", "Pair, Banker", _PAIRS),
)

COLUMNS: tuple[Column, ...] = (*baccarat_hands.COLUMNS, CLEARS)


class GoldenTalons(StrEnum):
    """Which pay table of § 631b.9(f) is filed, if the wager is offered."""

    NONE = "none"
    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"


@dataclass(frozen=True, kw_only=True)
class Rules(VigRules):
    """The operator's Rules Submission for Baccarat.

    Attributes:
        golden_talons: Pay table of the wager; not offered unless filed.
        pair_odds: On two cards of one rank, to start with, in either hand; the Code names no
            such wager, so it is not offered unless its odds are filed.
    """

    golden_talons: GoldenTalons = ours(GoldenTalons.NONE)
    pair_odds: Fraction | None = ours(None)

    @property
    def talons_table(self) -> MarginTable | None:
        """What Golden Talons pays, or None where it is not offered."""
        return GOLDEN_TALONS.get(self.golden_talons.value)

    @property
    def offered(self) -> tuple[bool, ...]:
        """Which of the wagers the table offers."""
        talons, pairs = self.talons_table is not None, self.pair_odds is not None
        return (True, True, True, talons, talons, pairs, pairs)


_USUAL: Final[Mapping[str, object]] = {
    "seats": 9,
    "minimum_cents": 500,
    "maximum_cents": 5000_00,
    "decks": 8,
    "change_hours": 24,
    "tie_odds": "8:1",
    "vig_percent": 5,
    "vig_rounding": "exact",
    "vig_collection": "at_payout",
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "8 decks, 5 % raised to 25 cents": {**_USUAL, "vig_rounding": "ceiling"},
    "8 decks, 5 % exact, Golden Talons A, pairs at 11 to 1": {
        **_USUAL,
        "golden_talons": "A",
        "pair_odds": "11:1",
    },
    "6 decks, 5 % exact, Golden Talons B": {**_USUAL, "decks": 6, "golden_talons": "B"},
    "8 decks, 4 % raised to 20 cents and marked, Golden Talons C": {
        **_USUAL,
        "vig_percent": 4,
        "vig_rounding": "ceiling",
        "vig_collection": "marked",
        "golden_talons": "C",
    },
    "8 decks, 4 % exact and marked, Tie at 9 to 1, Golden Talons D": {
        **_USUAL,
        "vig_percent": 4,
        "vig_collection": "marked",
        "tie_odds": "9:1",
        "golden_talons": "D",
    },
    "8 decks, 5 % exact, vigorish first as in 2011, Golden Talons E": {
        **_USUAL,
        "vig_order": "before_paying",
        "golden_talons": "E",
    },
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` coups from shoes."""
    return baccarat_hands.deal_shoes(rng, n, rules.decks)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on Banker more often than on Player, and now and then the least on the rest.

    One coup in ten a patron wagers the least on the Tie, and on each other wager that is
    offered. A coupon stands on the main wager.
    """
    banker = rng.random(units_cents.shape) < 0.55
    tie = (rng.random(units_cents.shape) < 0.1) & (units_cents > 0)
    sides = (TALONS_PLAYER, TALONS_BANKER, PAIR_PLAYER, PAIR_BANKER)
    on_main = np.zeros((*units_cents.shape, len(WAGERS)), bool)
    on_main[..., PLAYER], on_main[..., BANKER] = ~banker, banker
    stake = units_cents[..., None] * on_main
    stake[..., TIE] = tie * rules.minimum_cents
    for side in sides:
        if rules.offered[side]:
            bets = (rng.random(units_cents.shape) < 0.1) & (units_cents > 0)
            stake[..., side] = bets * rules.minimum_cents
    played = baccarat_vigorish.clearing(rules, felt, units_cents)
    return played, Stakes(stake, coupon_cents[..., None] * on_main, np.zeros(len(stake), bool))


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: Marks | None
) -> tuple[Settlement, Marks | None]:
    """Settle coups; vigorish is reckoned on chips' and coupon's win together, rounded once.

    All losing wagers are collected first; then the seats are paid, the highest number first,
    and their vigorish is taken or marked (``steps``). What seats owe is carried on.

    Raises:
        InexactError: A payout, or an exact vigorish, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 545.12, 545.13, 631a.12, 631b.9.
    """
    ended = baccarat_wagers.results(felt)
    settled = baccarat_wagers.settle(
        rules,
        stakes,
        (
            baccarat_wagers.pays(ended.player, EVEN),
            baccarat_wagers.pays(-ended.player, EVEN),
            baccarat_wagers.hit(ended.player == PUSH, rules.tie_odds),
            baccarat_wagers.on_margin(ended, "player", rules.talons_table),
            baccarat_wagers.on_margin(ended, "banker", rules.talons_table),
            baccarat_wagers.hit(paired(felt.player), rules.pair_odds),
            baccarat_wagers.hit(paired(felt.banker), rules.pair_odds),
        ),
    )
    return baccarat_vigorish.charge(rules, felt, stakes, settled, carried, banker=BANKER)


def paired(hand: Cards) -> Flags:
    """Tell whether the first two cards of hands ``(n, 3)`` are of one rank."""
    return np.asarray(hand[:, 0] // len(SUITS) == hand[:, 1] // len(SUITS))


steps = baccarat_vigorish.steps


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: Marks | None) -> list[Breach]:
    """Find play against the rules."""
    return baccarat_vigorish.breaches(rules, felt, stakes, carried, WAGERS, banker=BANKER)


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find what cannot be settled: hands short of cards, wagers that are not offered."""
    short = baccarat_hands.incomplete(rules, felt, stakes)
    return [*short, baccarat_wagers.unoffered(rules.offered, stakes)]


to_columns = baccarat_vigorish.to_columns
from_columns = baccarat_vigorish.from_columns
