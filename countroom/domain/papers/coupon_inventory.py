"""Monthly Match Play Coupon Inventory: every coupon not distributed, counted by two people.

Reference:
    525.21(n); V_97.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.coupon_lots import Several, count, text, union, without
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_ranges import Serials, check_quantity, serials
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_97


@dataclass(frozen=True, slots=True)
class InventoryLine:
    """The coupons of one design at one place.

    Attributes:
        place: Finance's stock or marketing.
        design: Code of the design.
        denomination: Face value.
        ledger: How many the ledger says.
        counted: How many were found.
        difference: Counted less ledger.
        counted_serials: Which were found, in words.
        gaps: Serials between the first and last found that were not.
    """

    place: CouponPlace
    design: str
    denomination: Money
    ledger: int
    counted: int
    difference: int
    counted_serials: str
    gaps: str


@dataclass(frozen=True, slots=True)
class InventoryDifference:
    """Coupons that follow each other and are not where the ledger has them, or are found there.

    Attributes:
        place: Where they were sought or found.
        design: Code of the design.
        found: Found without standing in the ledger there; otherwise missing.
        first: Lowest serial.
        last: Highest serial.
        quantity: As many as first to last.
    """

    place: CouponPlace
    design: str
    found: bool
    first: str
    last: str
    quantity: int

    def __post_init__(self) -> None:
        check_quantity(self.serials, self.quantity)

    @property
    def serials(self) -> Serials:
        """Which they are."""
        return serials(self.first, self.last)


@dataclass(frozen=True, slots=True)
class CouponInventory:
    """The content of the paper.

    Attributes:
        day: Gaming date of the inventory.
        lines: Every design at each place that holds some, or where some were found.
        differences: Which serials differ.
        explanation: Of the differences.
    """

    day: date
    lines: tuple[InventoryLine, ...]
    differences: tuple[InventoryDifference, ...] = ()
    explanation: str = ""

    def __post_init__(self) -> None:
        if self.differences and not self.explanation.strip():
            says = "What was found differs from the ledger: say what was done about it."
            raise EntryError({"explanation": says})


def compare(
    place: CouponPlace, design: str, face: Money, ledger: Several, counted: Several
) -> tuple[InventoryLine, tuple[InventoryDifference, ...]]:
    """Hold what was counted of a design at a place against the ledger."""
    have, found = count(ledger), count(counted)
    line = InventoryLine(
        place,
        design,
        face,
        have,
        found,
        found - have,
        text(counted),
        text(gaps for each in counted if (gaps := each.gaps())),
    )
    both = ((False, without(ledger, counted)), (True, without(counted, ledger)))
    differing = tuple(
        InventoryDifference(place, design, extra, lot.first, lot.last, lot.quantity)
        for extra, several in both
        for lot in _coupons.lots(design, face, union(several))
    )
    return line, differing


PAPER: Final = Paper(
    code="coupon_inventory",
    title="Monthly Match Play Coupon Inventory",
    series="MV",
    content=CouponInventory,
    signatures=(
        SignatureStep(
            name="finance",
            roles=FINANCE_ROLES,
            attests="that you counted all coupons not distributed, as listed here",
            rule=V_97,
        ),
        SignatureStep(
            name="second_counter",
            roles=FINANCE_ROLES | {Role.INTERNAL_AUDIT},
            attests="that you counted them with the first",
            rule=V_97,
            not_also=frozenset({"finance"}),
        ),
    ),
    copies=(_coupons.FINANCE,),
)
