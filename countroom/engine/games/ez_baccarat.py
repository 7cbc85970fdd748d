"""EZ Baccarat: no vigorish; the Banker's Hand pushes on Dragon 7."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import baccarat_hands
from countroom.engine.baccarat_hands import Felt, ShoeRules
from countroom.engine.cards import NO_CARD
from countroom.engine.game import (
    Breach,
    Column,
    Wager,
    coupon_breaches,
    limit_breaches,
)
from countroom.engine.odds import Cents, odds_row
from countroom.engine.rules import stated
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Settlement,
    Stakes,
    settle_against_house,
)

CODE = "ez_baccarat"
TITLE = "EZ Baccarat"
REFERENCE = "58 Pa. Code §§ 545.8, 545.13 (2011), 627a.1, ch. 631a"
KIND: Literal["banking", "nonbanking"] = "banking"

PLAYER, BANKER, TIE, DRAGON_7, PANDA_8 = range(5)

WAGERS: tuple[Wager, ...] = (
    Wager("player", "Player", "58 Pa. Code § 545.13(a)", main=True, takes_coupon=True),
    Wager("banker", "Banker", "58 Pa. Code § 545.8(a)(1)", main=True, takes_coupon=True),
    Wager("tie", "Tie", "58 Pa. Code § 545.13(b)", takes_coupon=True),
    Wager("dragon_7", "Dragon 7", "58 Pa. Code § 545.13(d)"),
    Wager("panda_8", "Panda 8", "58 Pa. Code § 627a.1"),
)

COLUMNS: tuple[Column, ...] = baccarat_hands.COLUMNS

DRAGON_7_ODDS: Final = Fraction(40)


@dataclass(frozen=True, kw_only=True)
class Rules(ShoeRules):
    """The operator's Rules Submission for EZ Baccarat.

    Attributes:
        panda_8_odds: The text of the Code was not found; the operator states them.
    """

    panda_8_odds: Fraction = stated("§§ 631a.13, 627a.12")


EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "8 decks, Panda 8 at 25 to 1": {
        "seats": 9,
        "minimum_cents": 500,
        "maximum_cents": 5000_00,
        "decks": 8,
        "tie_odds": "8:1",
        "panda_8_odds": "25:1",
    },
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` coups from shoes."""
    return baccarat_hands.deal_shoes(rng, n, rules.decks)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on Banker or Player alike, and one time in ten the least on each side wager.

    A coupon stands on the main wager.
    """
    shape = (*units_cents.shape, len(WAGERS))
    banker = rng.random(units_cents.shape) < 0.5
    side = (rng.random(shape) < 0.1) & (units_cents > 0)[..., None]
    on_main = np.zeros(shape, bool)
    on_main[..., PLAYER], on_main[..., BANKER] = ~banker, banker
    stake = units_cents[..., None] * on_main
    stake[..., TIE:] = side[..., TIE:] * rules.minimum_cents
    return felt, Stakes(stake, coupon_cents[..., None] * on_main, np.zeros(len(stake), bool))


def settle(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> tuple[Settlement, None]:
    """Settle coups: on Dragon 7 the Banker wager pushes and the Player wager loses.

    Raises:
        InexactError: A payout is not a whole number of cents.

    Reference: 58 Pa. Code §§ 545.8(a)(1), 545.12, 545.13, 627a.1.
    """
    player, banker = baccarat_hands.totals(felt.player), baccarat_hands.totals(felt.banker)
    lead = np.sign(player - banker)
    dragon = (lead == LOSE) & (banker == 7) & (felt.banker[:, 2] != NO_CARD)
    panda = (lead == WIN) & (player == 8) & (felt.player[:, 2] != NO_CARD)
    sides = [np.where(hit, WIN, LOSE) for hit in (lead == PUSH, dragon, panda)]
    outcome = np.stack([lead, np.where(dragon, PUSH, -lead), *sides], axis=1).astype(np.int8)
    odds = odds_row((Fraction(1), Fraction(1), rules.tie_odds, DRAGON_7_ODDS, rules.panda_8_odds))
    placed = outcome[:, None, :]
    phase = (placed != LOSE).astype(np.int8)
    return settle_against_house(stakes, placed, odds, rules, phase=phase), carried


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
