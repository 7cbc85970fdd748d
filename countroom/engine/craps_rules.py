"""The operator's Rules Submission for Craps and Mini-Craps.

Reference: 58 Pa. Code §§ 537.5a(b), 601a.2, 623a.3-623a.8.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

import numpy as np

from countroom.engine.coupons import CouponTerms
from countroom.engine.craps_wagers import BIG, LAY, NUMBERS, PLACE_LOSE, WAGERS
from countroom.engine.odds import Cents, vigorish_cents
from countroom.engine.rules import ChangeInterval, ours, stated
from countroom.engine.settlement import Flags

VIG_PERCENT: Final = 5


class LaySide(StrEnum):
    """What is offered against a number: the operator files one, or both."""

    PLACE_TO_LOSE = "place_to_lose"
    LAY = "lay"
    BOTH = "both"


class VigTiming(StrEnum):
    """When vigorish on Buy or Lay Bets is due."""

    UP_FRONT = "up_front"
    ON_WIN = "on_win"


class VigRounding(StrEnum):
    """How vigorish comes to whole pieces."""

    EXACT = "exact"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, kw_only=True)
class CrapsRules(CouponTerms):
    """What the Rules Submission states for every Craps table.

    Attributes:
        lay_side: Place Bets to Lose, Lay Bets, or both.
        buy_vig: 5 % of a Buy Bet, when it is made or when it wins.
        lay_vig: 5 % of what a Lay Bet can win, when it is made or when it wins.
        vig_rounding: Exact, or up or down to a multiple of the step.
        vig_step_cents: The step.
        vig_refund: Vigorish paid up front goes back when the wager is taken down; until then
            it lies marked.
        odds_4_10: The most odds taken on a 4 or 10, in multiples of the flat bet.
        odds_5_9: The same on a 5 or 9.
        odds_6_8: The same on a 6 or 8.
        lay_odds: The most odds laid against any point, in multiples of the flat bet.
        put_bets: Pass and Come Bets may be made or raised after their point is set.
        big_6_8: Big 6 and Big 8 are offered.
        dice_hours: How long the same dice may stay in play.
        field_twelve: What a Field Bet is paid on 12; 2 to 1 in this State.
    """

    lay_side: LaySide = stated("§ 537.5a(b)")
    buy_vig: VigTiming = stated("§ 623a.5(g)")
    lay_vig: VigTiming = stated("§ 623a.5(g)")
    vig_rounding: VigRounding = stated("§ 623a.5(g)")
    vig_step_cents: int = stated("§ 623a.5(g)")
    vig_refund: bool = stated("§ 623a.4")
    odds_4_10: int = stated("§ 623a.6")
    odds_5_9: int = stated("§ 623a.6")
    odds_6_8: int = stated("§ 623a.6")
    lay_odds: int = stated("§ 623a.6")
    put_bets: bool = stated("§ 623a.4")
    big_6_8: bool = stated("§ 623a.3")
    dice_hours: int = stated("§ 623a.7")
    field_twelve: Fraction = ours(Fraction(2))

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.vig_step_cents <= 0:
            found["vig_step_cents"] = "Vigorish is rounded to a step above nothing."
        if self.dice_hours <= 0:
            found["dice_hours"] = "Dice are changed after an hour at the least."
        if self.field_twelve not in {2, 3}:
            found["field_twelve"] = "A Field Bet is paid 2 or 3 to 1 on 12."
        for name in ("odds_4_10", "odds_5_9", "odds_6_8", "lay_odds"):
            if getattr(self, name) < 0:
                found[name] = "Odds are not below nothing."
        return found

    def change(self) -> ChangeInterval:
        """Say when the dice must be changed."""
        return ChangeInterval(self.dice_hours, "58 Pa. Code § 623a.7")

    def offered(self) -> Flags:
        """Tell which wagers the table offers, ``(wagers,)``."""
        offered = np.ones(len(WAGERS), bool)
        offered[LAY] = self.lay_side is not LaySide.PLACE_TO_LOSE
        offered[PLACE_LOSE] = self.lay_side is not LaySide.LAY
        offered[BIG] = self.big_6_8
        return offered

    def most_odds(self) -> Cents:
        """Give the most odds that may be taken on each of ``NUMBERS``, in flat bets."""
        most = {4: self.odds_4_10, 5: self.odds_5_9, 6: self.odds_6_8}
        return np.array([most[min(number, 14 - number)] for number in NUMBERS])

    def vigorish_cents(self, of_cents: Cents) -> Cents:
        """Give the vigorish on amounts, each rounded once.

        Raises:
            InexactError: It is to be exact and is not a whole number of cents.
        """
        if self.vig_rounding is VigRounding.DOWN:
            return of_cents * VIG_PERCENT // (100 * self.vig_step_cents) * self.vig_step_cents
        exact = self.vig_rounding is VigRounding.EXACT
        return vigorish_cents(of_cents, VIG_PERCENT, None if exact else self.vig_step_cents)
