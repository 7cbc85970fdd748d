"""Ledger of Match Play Coupons, receipt: what came from the printer, examined by two departments.

Reference:
    525.21(e)-(f); V_82, V_83, V_86.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.findings import Finding
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Lot
from countroom.domain.people import FINANCE_ROLES, MARKETING_ROLES, Role
from countroom.domain.texts import name_fault, raise_faults
from countroom.errors import EntryError
from countroom.regulations import V_82, V_83


class CouponSource(StrEnum):
    """Who printed them."""

    PROVIDER = "provider"
    HOUSE = "house"

    @property
    def word(self) -> str:
        """As screens and prints call it."""
        return "gaming service provider" if self is CouponSource.PROVIDER else "printed in house"


@dataclass(frozen=True, slots=True)
class CouponReceipt:
    """The content of the paper.

    Attributes:
        source: Who printed them.
        supplier: Name of the provider or printing place.
        invoice: Number of the invoice or work order.
        invoiced: How many it says.
        lots: What really came.
        deviation: In words, where the two differ.
    """

    source: CouponSource
    supplier: str
    invoice: str
    invoiced: int
    lots: tuple[Lot, ...]
    deviation: str = ""

    def __post_init__(self) -> None:
        raise_faults(
            {"supplier": name_fault(self.supplier), "invoice": name_fault(self.invoice, 40)}
        )
        if self.invoiced < 1:
            raise EntryError({"invoiced": "Enter how many coupons the invoice says."})
        if self.differs and not self.deviation.strip():
            says = (
                f"{self.quantity:,} came and {self.invoiced:,} are on the invoice: describe the "
                f"difference ({V_83.citation})."
            )
            raise EntryError({"deviation": says})

    @property
    def quantity(self) -> int:
        """How many came."""
        return sum(lot.quantity for lot in self.lots)

    @property
    def differs(self) -> int:
        """How many more came than are on the invoice; below nothing, fewer."""
        return self.quantity - self.invoiced

    def findings(self, *, reported: bool) -> tuple[Finding, ...]:
        """What is to be reported of it and is not (V-83)."""
        if reported or not self.differs:
            return ()
        says = f"{self.differs:+,} against invoice {self.invoice}: not reported to the Bureau."
        return (Finding(V_83, says, self.invoice),)


PAPER: Final = Paper(
    code="coupon_receipt",
    title="Match Play Coupon Ledger: Receipt",
    series="MR",
    content=CouponReceipt,
    signatures=(
        SignatureStep(
            name="finance",
            roles=FINANCE_ROLES,
            attests="that you opened and examined these coupons against the invoice",
            rule=V_82,
        ),
        SignatureStep(
            name="marketing",
            roles=MARKETING_ROLES,
            attests="that you opened and examined these coupons against the invoice",
            rule=V_82,
            not_also=frozenset({"finance"}),
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that they are entered in the ledger, and any deviation was reported to you",
            rule=V_82,
            not_also=frozenset({"marketing"}),
        ),
    ),
    copies=(_coupons.FINANCE, _coupons.MARKETING, _coupons.BUREAU),
)
