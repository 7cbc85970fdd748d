"""Destruction of Expired Match Play Coupons: what is in stock and may not be played any more.

Reference:
    525.21(k), (m); identity 5.9.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Lot
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.errors import EntryError
from countroom.regulations import V_91


@dataclass(frozen=True, slots=True)
class CouponDestruction:
    """The content of the paper.

    Attributes:
        design: Code of the design.
        expired: Last gaming date it might be played.
        lots: What is destroyed: all that is in stock.
        how: How it was destroyed.
    """

    design: str
    expired: date
    lots: tuple[Lot, ...]
    how: str

    def __post_init__(self) -> None:
        faults = {}
        if not self.lots:
            faults["design"] = f"No coupon {self.design} is in stock."
        if not self.how.strip():
            faults["how"] = "Say how they were destroyed."
        if faults:
            raise EntryError(faults)


PAPER: Final = Paper(
    code="coupon_destruction",
    title="Destruction of Expired Match Play Coupons",
    series="ME",
    content=CouponDestruction,
    signatures=(
        SignatureStep(
            name="finance",
            roles=FINANCE_ROLES,
            attests="that you destroyed these coupons",
            rule=V_91,
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that you saw them destroyed",
            rule=V_91,
            not_also=frozenset({"finance"}),
        ),
    ),
    copies=(_coupons.FINANCE,),
)
