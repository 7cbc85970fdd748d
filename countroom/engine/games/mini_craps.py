"""Mini-Craps: Craps at a small table, with as many of its wagers as the operator files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from countroom.engine import craps_breaches, craps_dice, craps_strategy, craps_throws, craps_wagers
from countroom.engine.craps_rules import CrapsRules
from countroom.engine.craps_wagers import (
    BUY_OR_LAY,
    COME,
    COME_ODDS,
    DONT_COME_ODDS,
    DONT_COME_ON,
    FIELD,
    HARD,
    HOPS,
    PASS_ODDS,
    PLACE,
    PLACE_LOSE,
)
from countroom.engine.game import Column, Wager
from countroom.engine.rules import stated
from countroom.engine.settlement import Flags

CODE = "mini_craps"
TITLE = "Mini-Craps"
REFERENCE = "58 Pa. Code § 537.5a(b) (2011), ch. 623a"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGERS: tuple[Wager, ...] = craps_wagers.WAGERS
COLUMNS: tuple[Column, ...] = craps_dice.COLUMNS


@dataclass(frozen=True, kw_only=True)
class Rules(CrapsRules):
    """The operator's Rules Submission for Mini-Craps: also, which wagers are offered.

    Pass and Don't Pass always are; what is offered against a number goes by ``lay_side``.

    Attributes:
        offers_come: Come and Don't Come.
        offers_odds: Odds on Pass and Don't Pass, and on Come and Don't Come if offered.
        offers_place: Place Bets, to win and to lose.
        offers_buy_lay: Buy and Lay Bets.
        offers_hardways: Hardways.
        offers_field: Field.
        offers_one_throw: The other wagers of one throw, but for hops.
        offers_hops: Hops.
    """

    offers_come: bool = stated("§ 623a.3")
    offers_odds: bool = stated("§ 623a.3")
    offers_place: bool = stated("§ 623a.3")
    offers_buy_lay: bool = stated("§ 623a.3")
    offers_hardways: bool = stated("§ 623a.3")
    offers_field: bool = stated("§ 623a.3")
    offers_one_throw: bool = stated("§ 623a.3")
    offers_hops: bool = stated("§ 623a.3")

    def offered(self) -> Flags:
        """Tell which wagers the table offers, ``(wagers,)``."""
        offered = super().offered()
        come = slice(COME, DONT_COME_ON.stop)
        for filed, wagers in (
            (self.offers_come, come),
            (self.offers_odds, slice(PASS_ODDS, DONT_COME_ODDS.stop)),
            (self.offers_come, slice(COME_ODDS.start, DONT_COME_ODDS.stop)),
            (self.offers_place, slice(PLACE.start, PLACE_LOSE.stop)),
            (self.offers_buy_lay, BUY_OR_LAY),
            (self.offers_hardways, HARD),
            (self.offers_field, slice(FIELD, FIELD + 1)),
            (self.offers_one_throw, slice(FIELD + 1, HOPS.start)),
            (self.offers_hops, HOPS),
        ):
            offered[wagers] &= filed
        return np.asarray(offered)


EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "six seats, no Buy and Lay Bets, no hops": {
        "seats": 6,
        "minimum_cents": 500,
        "maximum_cents": 500_00,
        "lay_side": "place_to_lose",
        "buy_vig": "on_win",
        "lay_vig": "on_win",
        "vig_rounding": "down",
        "vig_step_cents": 100,
        "vig_refund": False,
        "odds_4_10": 2,
        "odds_5_9": 2,
        "odds_6_8": 2,
        "lay_odds": 4,
        "put_bets": False,
        "big_6_8": False,
        "dice_hours": 24,
        "offers_come": True,
        "offers_odds": True,
        "offers_place": True,
        "offers_buy_lay": False,
        "offers_hardways": True,
        "offers_field": True,
        "offers_one_throw": True,
        "offers_hops": False,
    },
}

deal = craps_dice.deal
decide = craps_strategy.decide
settle = craps_throws.settle
breaches = craps_breaches.breaches
incomplete = craps_dice.incomplete
to_columns = craps_dice.to_columns
from_columns = craps_dice.from_columns
