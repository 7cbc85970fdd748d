"""On what terms a Match Play Coupon stands on a wager.

A coupon stands beside chips of at least its value, counts as part of the wager, and goes
into the drop box when the wager wins or loses; it is never returned as chips.

Reference: 58 Pa. Code §§ 525.22, 603a.21.
"""

from dataclasses import dataclass
from enum import StrEnum

from countroom.engine.rules import RulesOfPlay, ours


class OnPush(StrEnum):
    """What becomes of a coupon whose wager neither wins nor loses."""

    STAYS = "stays"
    DROPS = "drops"


class CouponPays(StrEnum):
    """At what odds the coupon itself is paid."""

    SAME_ODDS = "same_odds_as_wager"
    EVEN_MONEY = "even_money"


class CouponsPer(StrEnum):
    """How many coupons a patron may play: the current rule, and the one of 2011."""

    ROUND = "round"
    WAGER = "wager"


@dataclass(frozen=True, kw_only=True)
class CouponTerms(RulesOfPlay):
    """The operator's terms for coupons at a banking table.

    Attributes:
        coupon_on_push: The text speaks of winning and losing only; so it stays by default.
        coupon_pays: By default as a further equal wager.
        coupons_per: One a round (603a.21(d)), or one a wager (525.22(d), in 2011).
        coupon_in_multiples: Wagers that are multiples of another count its coupon as well.
    """

    coupon_on_push: OnPush = ours(OnPush.STAYS)
    coupon_pays: CouponPays = ours(CouponPays.SAME_ODDS)
    coupons_per: CouponsPer = ours(CouponsPer.ROUND)
    coupon_in_multiples: bool = ours(default=False)
