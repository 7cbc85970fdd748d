"""Under what approvals coupons are used, and up to what value at once.

Reference:
    525.21(b), (c); V_80, V_81, COUPON_LIMIT.
"""

from collections.abc import Iterable
from datetime import date

from countroom.domain.terms import CouponDesign, InternalControls, PrintedItem
from countroom.errors import RuleError
from countroom.money import Money
from countroom.regulations import COUPON_LIMIT, V_80, V_81


def controls_on(controls: Iterable[InternalControls], day: date) -> InternalControls | None:
    """The internal controls approved for a gaming date, the newest, or nothing."""
    standing = [each for each in controls if each.approved <= day]
    return max(standing, key=lambda each: each.approved, default=None)


def check_usable(
    design: CouponDesign, controls: Iterable[InternalControls], day: date
) -> InternalControls:
    """Refuse coupons of a design that may not be used on a gaming date.

    Returns:
        The controls they are used under.

    Raises:
        RuleError: The design is not approved, or no controls are (V-80); it lacks a printed
            item (V-81).
    """
    if design.approved is None or design.approved > day:
        msg = f"The design {design.code} is not approved for {day.isoformat()}."
        raise RuleError(V_80, msg)
    standing = controls_on(controls, day)
    if standing is None:
        msg = f"No internal controls for coupons are approved for {day.isoformat()}."
        raise RuleError(V_80, msg)
    lacking = [item.word for item in PrintedItem if item not in design.printed]
    if lacking:
        msg = f"The design {design.code} lacks: {', '.join(lacking)}."
        raise RuleError(V_81, msg)
    return standing


def check_limit(value: Money, limit: Money, act: str) -> None:
    """Refuse more value at once than a duty may deal with.

    Raises:
        RuleError: It is above the limit.
    """
    if value > limit:
        msg = f"{act} {value.text()} in coupons is above the limit of {limit.text()}."
        raise RuleError(COUPON_LIMIT, msg)
