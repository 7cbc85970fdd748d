"""Craps: two dice, a point, and wagers that ride from throw to throw.

Fire Bet and Bonus Craps (§§ 623a.11, 623a.12) are not offered: their texts were not found.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from countroom.engine import craps_breaches, craps_dice, craps_strategy, craps_throws, craps_wagers
from countroom.engine.craps_rules import CrapsRules
from countroom.engine.game import Column, Wager

CODE = "craps"
TITLE = "Craps"
REFERENCE = "58 Pa. Code § 537.5a(b) (2011), ch. 623a"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGERS: tuple[Wager, ...] = craps_wagers.WAGERS
COLUMNS: tuple[Column, ...] = craps_dice.COLUMNS


@dataclass(frozen=True, kw_only=True)
class Rules(CrapsRules):
    """The operator's Rules Submission for Craps."""


_TABLE: Final[dict[str, object]] = {
    "seats": 12,
    "minimum_cents": 500,
    "maximum_cents": 2000_00,
    "lay_side": "both",
    "buy_vig": "on_win",
    "lay_vig": "on_win",
    "vig_rounding": "down",
    "vig_step_cents": 100,
    "vig_refund": False,
    "odds_4_10": 3,
    "odds_5_9": 4,
    "odds_6_8": 5,
    "lay_odds": 6,
    "put_bets": False,
    "big_6_8": True,
    "dice_hours": 24,
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "3-4-5 times odds, vigorish on a win": _TABLE,
    "double odds, vigorish up front": _TABLE
    | {
        "buy_vig": "up_front",
        "lay_vig": "up_front",
        "vig_rounding": "exact",
        "vig_refund": True,
        "odds_4_10": 2,
        "odds_5_9": 2,
        "odds_6_8": 2,
        "lay_odds": 4,
    },
    "Field paid 3 to 1 on 12, as elsewhere": _TABLE | {"field_twelve": "3:1"},
}

deal = craps_dice.deal
decide = craps_strategy.decide
settle = craps_throws.settle
breaches = craps_breaches.breaches
incomplete = craps_dice.incomplete
to_columns = craps_dice.to_columns
from_columns = craps_dice.from_columns
