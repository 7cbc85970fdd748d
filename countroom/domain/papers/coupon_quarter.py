"""Quarterly Report of Match Play Coupons: what was redeemed, by denomination, to the Bureau.

Reference:
    525.21(o); V_98; case F1.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_processing import Redeemed
from countroom.domain.people import Role
from countroom.money import Money
from countroom.regulations import V_98


@dataclass(frozen=True, slots=True)
class CouponQuarter:
    """The content of the paper.

    Attributes:
        quarter: ``2011-Q2``.
        first: First gaming date.
        last: Last gaming date.
        days: How many gaming dates of it were counted.
        redeemed: By denomination, highest first.
        total: Their value.
        footnote: Of coupons accepted after their expiry, or empty.
    """

    quarter: str
    first: date
    last: date
    days: int
    redeemed: tuple[Redeemed, ...]
    total: Money
    footnote: str = ""


PAPER: Final = Paper(
    code="coupon_quarter",
    title="Quarterly Report of Match Play Coupons",
    series="MU",
    content=CouponQuarter,
    signatures=(
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that this is the value of coupons redeemed in the quarter",
            rule=V_98,
        ),
    ),
    copies=(_coupons.BUREAU, _coupons.FINANCE),
)
