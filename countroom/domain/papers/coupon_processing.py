"""Daily Processing of Match Play Coupons: redeemed ones checked, cancelled and reconciled.

Reference:
    525.21(m); V_93.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.coupon_ranges import Serials, check_quantity, serials
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.money import Money
from countroom.regulations import V_93


@dataclass(frozen=True, slots=True)
class Redeemed:
    """Redeemed coupons of one denomination.

    Attributes:
        denomination: Face value.
        quantity: How many.
        late: How many of them were accepted after their expiry.
    """

    denomination: Money
    quantity: int
    late: int = 0

    @property
    def amount(self) -> Money:
        """Their value; memo only."""
        return self.denomination * self.quantity


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Redeemed coupons that follow each other, cancelled in the ledger.

    Attributes:
        design: Code of the design.
        first: Lowest serial.
        last: Highest serial.
        quantity: As many as first to last.
        from_missing: They stood as missing, not as with patrons.
    """

    design: str
    first: str
    last: str
    quantity: int
    from_missing: bool = False

    def __post_init__(self) -> None:
        check_quantity(self.serials, self.quantity)

    @property
    def serials(self) -> Serials:
        """Which they are."""
        return serials(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Exceptional:
    """A coupon found in a box that is no redemption, or one to look at.

    Attributes:
        serial: As listed.
        denomination: As listed.
        box: Where it was found.
        says: What became of it.
    """

    serial: str
    denomination: Money
    box: str
    says: str


@dataclass(frozen=True, slots=True)
class CouponProcessing:
    """The content of the paper.

    Attributes:
        day: Gaming date of the counts.
        counts: Names of the concluded counts.
        redeemed: By denomination.
        cancelled: Which coupons the ledger cancels.
        exceptions: Coupons that are no plain redemption.
    """

    day: date
    counts: tuple[str, ...]
    redeemed: tuple[Redeemed, ...] = ()
    cancelled: tuple[Cancelled, ...] = ()
    exceptions: tuple[Exceptional, ...] = ()


PAPER: Final = Paper(
    code="coupon_processing",
    title="Daily Processing of Match Play Coupons",
    series="MX",
    content=CouponProcessing,
    signatures=(
        SignatureStep(
            name="finance",
            roles=FINANCE_ROLES,
            attests="that you counted and checked these coupons and their forms",
            rule=V_93,
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that they are cancelled and reconciled with what was distributed",
            rule=V_93,
            not_also=frozenset({"finance"}),
        ),
    ),
    copies=(_coupons.FINANCE,),
)
