"""Ledger of Match Play Coupons, return: what marketing gives back to finance.

Reference:
    525.21(k)-(l); V_89, V_92.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.coupon_lots import gather
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Lot, Voided
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.regulations import V_92


@dataclass(frozen=True, slots=True)
class CouponReturn:
    """The content of the paper.

    Attributes:
        design: Code of the design.
        lots: What is fit to be issued again.
        voids: What is voided with this return, with reasons.
        expired: The design has expired: what is returned is not issued again.
        from_patrons: How patrons brought them back unused; empty for coupons never given out.
    """

    design: str
    lots: tuple[Lot, ...]
    voids: tuple[Voided, ...] = ()
    expired: bool = False
    from_patrons: str = ""

    def __post_init__(self) -> None:
        if not self.lots and not self.voids:
            raise EntryError({"serials": "Enter the serials that are returned."})
        parts = [*(lot.serials for lot in self.lots), *(each.serials for each in self.voids)]
        gather(parts)


PAPER: Final = Paper(
    code="coupon_return",
    title="Match Play Coupon Ledger: Return",
    series="MB",
    content=CouponReturn,
    signatures=(
        SignatureStep(
            name="marketing_supervisor",
            roles=frozenset({Role.MARKETING_SUPERVISOR}),
            attests="that you return these coupons",
            rule=V_92,
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that you received and checked them",
            rule=V_92,
            not_also=frozenset({"marketing_supervisor"}),
        ),
    ),
    copies=(_coupons.FINANCE, _coupons.MARKETING),
)
