"""EZ Baccarat: no vigorish; the Banker's Hand pushes on Dragon 7."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import baccarat_hands, baccarat_wagers
from countroom.engine.baccarat_hands import Felt, ShoeRules
from countroom.engine.baccarat_wagers import EVEN
from countroom.engine.game import (
    Breach,
    Column,
    Wager,
    coupon_breaches,
    limit_breaches,
)
from countroom.engine.odds import Cents
from countroom.engine.rules import stated
from countroom.engine.settlement import PUSH, Settlement, Stakes

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
        panda_8_odds: The text of the Code was not found; the operator states them. The
            wager was not offered in 2011.
    """

    panda_8_odds: Fraction | None = stated("§§ 631a.13, 627a.12")

    @property
    def offered(self) -> tuple[bool, ...]:
        """Which of the wagers the table offers."""
        return (True, True, True, True, self.panda_8_odds is not None)


_USUAL: Final[Mapping[str, object]] = {
    "seats": 9,
    "minimum_cents": 500,
    "maximum_cents": 5000_00,
    "decks": 8,
    "change_hours": 24,
    "tie_odds": "8:1",
    "panda_8_odds": "25:1",
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "8 decks, Panda 8 at 25 to 1": _USUAL,
    "6 decks, Panda 8 at 25 to 1": {**_USUAL, "decks": 6},
    "8 decks, Dragon 7 only as in 2011": {**_USUAL, "panda_8_odds": "none"},
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
    side = (rng.random(shape) < 0.1) & (units_cents > 0)[..., None] & np.array(rules.offered)
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
    ended = baccarat_wagers.results(felt)
    banker = np.where(ended.dragon_7, PUSH, -ended.player)
    settled = baccarat_wagers.settle(
        rules,
        stakes,
        (
            baccarat_wagers.pays(ended.player, EVEN),
            baccarat_wagers.pays(banker, EVEN),
            baccarat_wagers.hit(ended.player == PUSH, rules.tie_odds),
            baccarat_wagers.hit(ended.dragon_7, DRAGON_7_ODDS),
            baccarat_wagers.hit(ended.panda_8, rules.panda_8_odds),
        ),
    )
    return settled, carried


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> list[Breach]:
    """Find play against the rules."""
    del carried
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        *baccarat_hands.third_card_breaches(felt),
    ]


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find what cannot be settled: hands short of cards, wagers that are not offered."""
    short = baccarat_hands.incomplete(rules, felt, stakes)
    return [*short, baccarat_wagers.unoffered(rules.offered, stakes)]


to_columns = baccarat_hands.to_columns
from_columns = baccarat_hands.from_columns
