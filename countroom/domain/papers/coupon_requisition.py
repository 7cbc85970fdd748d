"""Requisition of Match Play Coupons: marketing asks, finance authorises.

Reference:
    525.21(g); V_84.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.people import Role
from countroom.domain.texts import name_fault
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_84


@dataclass(frozen=True, slots=True)
class CouponRequisition:
    """The content of the paper.

    Attributes:
        prepared: Gaming date it was prepared.
        needed: Gaming date the coupons are needed.
        design: Code of the design.
        denomination: Face value.
        quantity: As estimated for the gaming day or promotion.
        promotion: Name of the promotion, or empty for a gaming day.
    """

    prepared: date
    needed: date
    design: str
    denomination: Money
    quantity: int
    promotion: str = ""

    def __post_init__(self) -> None:
        faults = {}
        if self.quantity < 1:
            faults["quantity"] = "Enter how many coupons are needed."
        if self.needed < self.prepared:
            faults["needed"] = f"needed: {self.needed.isoformat()} is over."
        if self.promotion and (fault := name_fault(self.promotion)):
            faults["promotion"] = f"promotion {fault}"
        if faults:
            raise EntryError(faults)

    @property
    def amount(self) -> Money:
        """Value of what is asked for; memo only."""
        return self.denomination * self.quantity


PAPER: Final = Paper(
    code="coupon_requisition",
    title="Match Play Coupon Requisition",
    series="MQ",
    content=CouponRequisition,
    signatures=(
        SignatureStep(
            name="marketing_supervisor",
            roles=frozenset({Role.MARKETING_SUPERVISOR}),
            attests="that these coupons are needed as estimated",
            rule=V_84,
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that you authorise their issue",
            rule=V_84,
            not_also=frozenset({"marketing_supervisor"}),
        ),
    ),
    copies=(_coupons.FINANCE, _coupons.MARKETING),
)
