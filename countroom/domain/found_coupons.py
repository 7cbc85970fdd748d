"""Match Play Coupons found in a box: what is wrong with each, if anything is.

Every coupon is listed and counted as a piece of paper, whatever is wrong with it; a remark goes
to accounting and finance. None blocks the count.

Reference:
    525.22; V_46, V_99; cases D12, F1, F3, F5.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import CouponFound
from countroom.domain.terms import CouponDesign
from countroom.regulations import V_99

REDEEMED = "redeemed"


@dataclass(frozen=True, slots=True)
class FoundIn:
    """The box that coupons were found in.

    Attributes:
        box: As labelled.
        game: Game of its table, empty where that is not known.
        kind: Banking or nonbanking.
        day: Gaming date of the count.
    """

    box: str
    game: str
    kind: TableKind
    day: date


def design_of(serial: str, designs: Iterable[CouponDesign]) -> CouponDesign | None:
    """The design whose serial numbers begin as this one does: the longest beginning counts."""
    fitting = [one for one in designs if serial.startswith(one.serial_prefix)]
    return max(fitting, key=lambda one: len(one.serial_prefix), default=None)


def _of_design(coupon: CouponFound, place: FoundIn, design: CouponDesign) -> str:
    checks = (
        (bool(place.game) and place.game not in design.games, "wrong game"),
        (design.value.cents != coupon.value_cents, "value differs from its design"),
        ((design.expires or place.day) < place.day, "accepted after expiry"),
    )
    return next((remark for wrong, remark in checks if wrong), REDEEMED)


def _remark(
    coupon: CouponFound, place: FoundIn, design: CouponDesign | None, elsewhere: str
) -> str:
    if place.kind is TableKind.NONBANKING:
        return f"found at a nonbanking table, no redemption ({V_99.citation})"
    if elsewhere:
        return f"the same serial is in box {elsewhere}"
    if design is None:
        return "no coupon of this house"
    return _of_design(coupon, place, design)


def remarked(
    coupons: tuple[CouponFound, ...],
    place: FoundIn,
    designs: tuple[CouponDesign, ...],
    elsewhere: dict[str, str],
) -> tuple[CouponFound, ...]:
    """Say of each coupon whether it was redeemed, or what is wrong with it.

    Args:
        coupons: As listed.
        place: The box.
        designs: Of the house.
        elsewhere: Serial to the box that it was already found in, in this count.
    """
    seen = dict(elsewhere)
    made = []
    for coupon in coupons:
        design = design_of(coupon.serial, designs)
        remark = _remark(coupon, place, design, seen.get(coupon.serial, ""))
        seen.setdefault(coupon.serial, place.box)
        made.append(replace(coupon, remark=remark))
    return tuple(made)
