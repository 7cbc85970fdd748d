"""Ledger of Match Play Coupons, issue: entered by finance before marketing takes them.

Reference:
    525.21(h); V_85, V_86, V_87, V_89.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.coupon_lots import gather
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.findings import Finding
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Lot, Voided
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_85, V_87


@dataclass(frozen=True, slots=True)
class CouponIssue:
    """The content of the paper.

    Attributes:
        requisition: Name of the requisition that it answers.
        requisition_digest: Of the version that was authorised.
        requested: How many that asked for.
        lots: What is handed over.
        voids: Coupons voided in stock on this occasion, with reasons.
        explanation: Why another quantity is issued than was asked for.
    """

    requisition: str
    requisition_digest: str
    requested: int
    lots: tuple[Lot, ...]
    voids: tuple[Voided, ...] = ()
    explanation: str = ""

    def __post_init__(self) -> None:
        if not self.lots:
            raise EntryError({"serials": "Enter the serials that are issued."})
        parts = [*(lot.serials for lot in self.lots), *(each.serials for each in self.voids)]
        gather(parts)
        if self.quantity != self.requested and not self.explanation.strip():
            says = (
                f"{self.requested:,} were asked for and {self.quantity:,} are issued: say why "
                f"({V_87.citation})."
            )
            raise EntryError({"explanation": says})

    @property
    def quantity(self) -> int:
        """How many are handed over."""
        return sum(lot.quantity for lot in self.lots)

    @property
    def amount(self) -> Money:
        """Their value; memo only."""
        return Money(sum(lot.amount.cents for lot in self.lots))

    def findings(self) -> tuple[Finding, ...]:
        """What of it differs from what was asked for (V-87)."""
        if self.quantity == self.requested:
            return ()
        says = f"{self.quantity:,} issued, {self.requested:,} asked for: {self.explanation}"
        return (Finding(V_87, says, self.requisition),)


PAPER: Final = Paper(
    code="coupon_issue",
    title="Match Play Coupon Ledger: Issue",
    series="MI",
    content=CouponIssue,
    signatures=(
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that these coupons are entered in the ledger and handed over by you",
            rule=V_85,
        ),
        SignatureStep(
            name="marketing_supervisor",
            roles=frozenset({Role.MARKETING_SUPERVISOR}),
            attests="that you took them as they are listed here",
            rule=V_85,
            not_also=frozenset({"finance_supervisor"}),
        ),
    ),
    copies=(_coupons.FINANCE, _coupons.MARKETING),
)
