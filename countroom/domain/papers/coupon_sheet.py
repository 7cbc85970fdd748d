"""Match Play Coupons printed in house: which serials, with what on each, printed once.

Reference:
    525.21(c), (p), (r); V_81.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.coupon_lots import gather
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Lot
from countroom.domain.people import Role
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_85

MOST: Final = 2_000
"""Coupons printed at one go."""


@dataclass(frozen=True, slots=True)
class CouponSheet:
    """The content of the paper: the six printed items of each coupon, and which they are.

    Attributes:
        design: Code of the design.
        holder: Name of the certificate holder, as printed.
        denomination: Face value.
        restrictions: As printed.
        terms: As printed.
        expires: Last gaming date it may be played, or nothing.
        lots: Which serials.
    """

    design: str
    holder: str
    denomination: Money
    restrictions: str
    terms: str
    expires: date | None
    lots: tuple[Lot, ...]

    def __post_init__(self) -> None:
        if not self.lots:
            raise EntryError({"serials": "Enter the serials that are printed."})
        gather(lot.serials for lot in self.lots)
        if self.quantity > MOST:
            raise EntryError({"serials": f"Print at most {MOST:,} coupons at once."})

    @property
    def quantity(self) -> int:
        """How many coupons."""
        return sum(lot.quantity for lot in self.lots)

    @property
    def expiry(self) -> str:
        """The statement of expiry."""
        if self.expires is None:
            return "Does not expire."
        return f"Not valid after {self.expires:%B} {self.expires.day}, {self.expires.year}."

    def serials(self) -> tuple[str, ...]:
        """Every serial, in the order of printing."""
        return tuple(
            lot.serials.series.text(number)
            for lot in self.lots
            for part in lot.serials.ranges
            for number in range(part.first, part.last + 1)
        )


def of_design(design: CouponDesign, holder: str, lots: tuple[Lot, ...]) -> CouponSheet:
    """What is printed of a design."""
    return CouponSheet(
        design.code,
        holder,
        design.value,
        design.restrictions,
        design.terms,
        design.expires,
        lots,
    )


PAPER: Final = Paper(
    code="coupon_sheet",
    title="Match Play Coupons Printed in House",
    series="MP",
    content=CouponSheet,
    signatures=(
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that these coupons are printed once, and spoilt ones never again",
            rule=V_85,
        ),
    ),
    copies=(_coupons.FINANCE,),
)
