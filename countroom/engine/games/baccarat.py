"""Baccarat with vigorish on the Banker's Hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import baccarat_hands
from countroom.engine.baccarat_hands import Felt, ShoeRules
from countroom.engine.game import (
    Breach,
    Column,
    Wager,
    coupon_breaches,
    limit_breaches,
)
from countroom.engine.odds import VIG_STEP_CENTS, Cents, odds_row
from countroom.engine.rules import stated
from countroom.engine.settlement import (
    LOSE,
    WIN,
    Settlement,
    Stakes,
    settle_against_house,
    vigorish_at_payout,
)

CODE = "baccarat"
TITLE = "Baccarat"
REFERENCE = "58 Pa. Code ch. 545 (2011), ch. 631a"
KIND: Literal["banking", "nonbanking"] = "banking"

PLAYER, BANKER, TIE = range(3)

WAGERS: tuple[Wager, ...] = (
    Wager("player", "Player", "58 Pa. Code § 545.13(a)", main=True, takes_coupon=True),
    Wager("banker", "Banker", "58 Pa. Code § 545.13(c), (e)", main=True, takes_coupon=True),
    Wager("tie", "Tie", "58 Pa. Code § 545.13(b)", takes_coupon=True),
)

COLUMNS: tuple[Column, ...] = baccarat_hands.COLUMNS


class VigRounding(StrEnum):
    """How vigorish comes to whole coins."""

    EXACT = "exact"
    CEILING = "ceiling"


@dataclass(frozen=True, kw_only=True)
class Rules(ShoeRules):
    """The operator's Rules Submission for Baccarat.

    Attributes:
        vig_percent: 4 or 5, the same at every Baccarat table of the house.
        vig_rounding: Exact, or raised to the next 20 cents (4 %) or 25 cents (5 %).
    """

    vig_percent: int = stated("§ 545.13(c)")
    vig_rounding: VigRounding = stated("§ 545.13(e)")

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.vig_percent not in VIG_STEP_CENTS:
            found["vig_percent"] = "The vigorish is 4 or 5 percent (§ 545.13(c))."
        return found

    @property
    def vig_step_cents(self) -> int | None:
        """The step the vigorish is raised to, or None when it is exact."""
        if self.vig_rounding is VigRounding.EXACT:
            return None
        return VIG_STEP_CENTS[self.vig_percent]


EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "8 decks, 5 % raised to 25 cents": {
        "seats": 9,
        "minimum_cents": 500,
        "maximum_cents": 5000_00,
        "decks": 8,
        "tie_odds": "8:1",
        "vig_percent": 5,
        "vig_rounding": "ceiling",
    },
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` coups from shoes."""
    return baccarat_hands.deal_shoes(rng, n, rules.decks)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on Banker (11 in 20) or Player, and one time in ten the least on a Tie.

    A coupon stands on the main wager.
    """
    banker = rng.random(units_cents.shape) < 0.55
    tie = (rng.random(units_cents.shape) < 0.1) & (units_cents > 0)
    on_main = np.stack([~banker, banker, np.zeros_like(banker)], axis=2)
    stake = units_cents[..., None] * on_main
    stake[..., TIE] = tie * rules.minimum_cents
    return felt, Stakes(stake, coupon_cents[..., None] * on_main, np.zeros(len(stake), bool))


def settle(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> tuple[Settlement, None]:
    """Settle coups; vigorish is taken at the payout, on chips' and coupon's win together.

    All losing wagers are collected first; then the seats are paid, the highest number first.

    Raises:
        InexactError: A payout, or an exact vigorish, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 545.12, 545.13, 631a.12.
    """
    lead = np.sign(
        baccarat_hands.totals(felt.player).astype(np.int8) - baccarat_hands.totals(felt.banker)
    )
    tied = np.where(lead == 0, WIN, LOSE)
    outcome = np.stack([lead, -lead, tied], axis=1).astype(np.int8)[:, None, :]
    odds = odds_row((Fraction(1), Fraction(1), rules.tie_odds))
    phase = (outcome != LOSE).astype(np.int8)
    settled = settle_against_house(stakes, outcome, odds, rules, phase=phase)
    vig = vigorish_at_payout(settled, np.array([0, rules.vig_percent, 0]), rules.vig_step_cents)
    return replace(settled, vig_charged_cents=vig, vig_collected_cents=vig), carried


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> list[Breach]:
    """Find play against the rules."""
    del carried
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        *baccarat_hands.third_card_breaches(felt),
    ]


incomplete = baccarat_hands.incomplete
to_columns = baccarat_hands.to_columns
from_columns = baccarat_hands.from_columns
