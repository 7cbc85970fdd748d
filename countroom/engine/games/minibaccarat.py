"""Minibaccarat, with vigorish or as EZ Baccarat; Dragon Bonus where it is filed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import baccarat_hands, baccarat_vigorish, baccarat_wagers
from countroom.engine.baccarat_hands import Felt
from countroom.engine.baccarat_vigorish import CLEARS, Marks, VigRules
from countroom.engine.baccarat_wagers import DRAGON_BONUS, EVEN, MarginTable
from countroom.engine.game import (
    Breach,
    Column,
    Wager,
)
from countroom.engine.odds import Cents
from countroom.engine.rules import ours, stated
from countroom.engine.settlement import PUSH, Settlement, Stakes

CODE = "minibaccarat"
TITLE = "Minibaccarat"
REFERENCE = "58 Pa. Code § 541.13(d) (2011), ch. 627a"
KIND: Literal["banking", "nonbanking"] = "banking"

PLAYER, BANKER, TIE, DRAGON_7, PANDA_8, BONUS_PLAYER, BONUS_BANKER = range(7)

_PAYS: Final = "58 Pa. Code § 627a.12"
_BONUS: Final = "58 Pa. Code § 541.13(d)"

WAGERS: tuple[Wager, ...] = (
    Wager("player", "Player", _PAYS, main=True, takes_coupon=True),
    Wager("banker", "Banker", _PAYS, main=True, takes_coupon=True),
    Wager("tie", "Tie", _PAYS, takes_coupon=True),
    Wager("dragon_7", "Dragon 7", _PAYS),
    Wager("panda_8", "Panda 8", _PAYS),
    Wager("dragon_bonus_player", "Dragon Bonus, Player", _BONUS),
    Wager("dragon_bonus_banker", "Dragon Bonus, Banker", _BONUS),
)

COLUMNS: tuple[Column, ...] = (*baccarat_hands.COLUMNS, CLEARS)


class DragonBonus(StrEnum):
    """Which pay table of § 541.13(d) is filed, if the wager is offered."""

    NONE = "none"
    A = "A"
    B = "B"
    C = "C"


class Dealt(StrEnum):
    """How the first four cards are dealt: § 627a.8(c)(1), or (2) under the shoe's corner."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


@dataclass(frozen=True, kw_only=True)
class Rules(VigRules):
    """The operator's Rules Submission for Minibaccarat.

    Attributes:
        ez: The table is designated for EZ Baccarat: no vigorish (``vig_percent`` 0), the
            Banker's Hand pushes on Dragon 7, and Dragon 7 and Panda 8 may be wagered on.
        dragon_7_odds: The text of the Code was not found; the operator states them. Offered
            in EZ Baccarat only.
        panda_8_odds: As above.
        dealt: Pays alike either way.
        dragon_bonus: Pay table of the wager; not offered unless filed.
        house_money: The wager is settled before any third card (§ 627a.8(d)); on what it
            wins and what it pays was not found, so it cannot be offered here.
    """

    ez: bool = stated("§ 627a.1")
    dragon_7_odds: Fraction | None = stated("§ 627a.12")
    panda_8_odds: Fraction | None = stated("§ 627a.12")
    dealt: Dealt = stated("§ 627a.8(c)")
    dragon_bonus: DragonBonus = ours(DragonBonus.NONE)
    house_money: bool = ours(default=False)

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.ez and self.vig_percent:
            found["vig_percent"] = "EZ Baccarat takes no vigorish: state 0 (§ 627a.1)."
        for name, odds in (
            ("dragon_7_odds", self.dragon_7_odds),
            ("panda_8_odds", self.panda_8_odds),
        ):
            if odds is not None and not self.ez:
                found[name] = "The wager is offered in EZ Baccarat only: state none (§ 627a.1)."
        if self.house_money:
            found["house_money"] = (
                "What a House Money Wager wins on and pays (§ 627a.12) is not known here."
            )
        return found

    @property
    def takes_vigorish(self) -> bool:
        """Whether a winning wager on the Banker's Hand pays any."""
        return not self.ez

    @property
    def bonus_table(self) -> MarginTable | None:
        """What Dragon Bonus pays, or None where it is not offered."""
        return DRAGON_BONUS.get(self.dragon_bonus.value)

    @property
    def offered(self) -> tuple[bool, ...]:
        """Which of the wagers the table offers."""
        dragon, panda = self.dragon_7_odds is not None, self.panda_8_odds is not None
        bonus = self.bonus_table is not None
        return (True, True, True, dragon, panda, bonus, bonus)


_USUAL: Final[Mapping[str, object]] = {
    "seats": 7,
    "minimum_cents": 500,
    "maximum_cents": 5000_00,
    "decks": 8,
    "change_hours": 24,
    "tie_odds": "8:1",
    "vig_percent": 5,
    "vig_rounding": "ceiling",
    "vig_collection": "at_payout",
    "ez": False,
    "dragon_7_odds": "none",
    "panda_8_odds": "none",
    "dealt": "face_up",
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "8 decks, 5 % raised to 25 cents": _USUAL,
    "8 decks, 5 % exact, Dragon Bonus A": {
        **_USUAL,
        "vig_rounding": "exact",
        "dragon_bonus": "A",
    },
    "6 decks, 5 % exact, Dragon Bonus A": {
        **_USUAL,
        "decks": 6,
        "vig_rounding": "exact",
        "dragon_bonus": "A",
    },
    "8 decks, 5 % raised to 25 cents and marked, Dragon Bonus B, dealt face down": {
        **_USUAL,
        "vig_collection": "marked",
        "dealt": "face_down",
        "dragon_bonus": "B",
    },
    "8 decks, EZ Baccarat, Panda 8 at 25 to 1, Dragon Bonus C": {
        **_USUAL,
        "vig_percent": 0,
        "vig_rounding": "exact",
        "ez": True,
        "dragon_7_odds": "40:1",
        "panda_8_odds": "25:1",
        "dragon_bonus": "C",
    },
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` coups from shoes."""
    return baccarat_hands.deal_shoes(rng, n, rules.decks)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Bet a unit on Banker or Player, and now and then the least on the rest.

    One coup in ten a patron wagers the least on the Tie, and on each other wager that is
    offered. A coupon stands on the main wager.
    """
    shape = (*units_cents.shape, len(WAGERS))
    banker = rng.random(units_cents.shape) < 0.52
    side = (rng.random(shape) < 0.1) & (units_cents > 0)[..., None] & np.array(rules.offered)
    on_main = np.zeros(shape, bool)
    on_main[..., PLAYER], on_main[..., BANKER] = ~banker, banker
    stake = units_cents[..., None] * on_main
    stake[..., TIE:] = side[..., TIE:] * rules.minimum_cents
    played = baccarat_vigorish.clearing(rules, felt, units_cents)
    return played, Stakes(stake, coupon_cents[..., None] * on_main, np.zeros(len(stake), bool))


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: Marks | None
) -> tuple[Settlement, Marks | None]:
    """Settle coups, with vigorish on the Banker's Hand or as EZ Baccarat.

    What seats owe in marked vigorish is carried on; Dragon Bonus never carries any.

    Raises:
        InexactError: A payout, or an exact vigorish, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 541.13(d), 545.13, 627a.1.
    """
    ended = baccarat_wagers.results(felt)
    banker = np.where(ended.dragon_7 & rules.ez, PUSH, -ended.player)
    settled = baccarat_wagers.settle(
        rules,
        stakes,
        (
            baccarat_wagers.pays(ended.player, EVEN),
            baccarat_wagers.pays(banker, EVEN),
            baccarat_wagers.hit(ended.player == PUSH, rules.tie_odds),
            baccarat_wagers.hit(ended.dragon_7, rules.dragon_7_odds),
            baccarat_wagers.hit(ended.panda_8, rules.panda_8_odds),
            baccarat_wagers.on_margin(ended, "player", rules.bonus_table),
            baccarat_wagers.on_margin(ended, "banker", rules.bonus_table),
        ),
    )
    return baccarat_vigorish.charge(rules, felt, stakes, settled, carried, banker=BANKER)


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
