"""What the papers of coupons share: lots of serials, voids with reasons, where copies go."""

from dataclasses import dataclass
from typing import Final

from countroom.domain.coupon_lots import Several, gather, read_line
from countroom.domain.coupon_ranges import Serials, check_quantity, serials
from countroom.domain.documents import Copy
from countroom.domain.people import FINANCE_ROLES, MARKETING_ROLES, Role
from countroom.errors import RuleError
from countroom.money import Money
from countroom.regulations import V_89

FINANCE: Final = Copy("ORIGINAL", "Finance Department", FINANCE_ROLES | {Role.INTERNAL_AUDIT})
"""The ledger's own copy."""

MARKETING: Final = Copy("COPY", "Marketing Department", MARKETING_ROLES)
"""What marketing keeps of what it signed."""

BUREAU: Final = Copy("BUREAU COPY", "Bureau of Casino Compliance", frozenset({Role.CCR}))
"""What the Bureau is told."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Coupons of one design that follow each other.

    Attributes:
        design: Code of the design.
        denomination: Face value.
        first: Lowest serial.
        last: Highest serial.
        quantity: As many as first to last.
    """

    design: str
    denomination: Money
    first: str
    last: str
    quantity: int

    def __post_init__(self) -> None:
        check_quantity(self.serials, self.quantity)

    @property
    def serials(self) -> Serials:
        """Which they are."""
        return serials(self.first, self.last)

    @property
    def amount(self) -> Money:
        """Their value together; memo only, never money."""
        return self.denomination * self.quantity


@dataclass(frozen=True, slots=True)
class Voided:
    """Coupons that follow each other and were voided, and why.

    Attributes:
        first: Lowest serial.
        last: Highest serial.
        quantity: As many as first to last.
        reason: In words.
    """

    first: str
    last: str
    quantity: int
    reason: str

    def __post_init__(self) -> None:
        check_quantity(self.serials, self.quantity)
        if not self.reason.strip():
            raise RuleError(V_89, f"{self.serials} is voided without a reason.")

    @property
    def serials(self) -> Serials:
        """Which they are."""
        return serials(self.first, self.last)


def lots(design: str, denomination: Money, of: Several) -> tuple[Lot, ...]:
    """Write serials as lots, one a range."""
    return tuple(
        Lot(
            design,
            denomination,
            part.series.text(each.first),
            part.series.text(each.last),
            each.quantity,
        )
        for part in of
        for each in part.ranges
    )


def read_voids(typed: str, *, field: str = "voids") -> tuple[Voided, ...]:
    """Read voids as they are typed, one a line: first to last, a colon, the reason.

    >>> read_voids("A-01 to A-02: torn")
    (Voided(first='A-01', last='A-02', quantity=2, reason='torn'),)

    Raises:
        EntryError: A line is no range, or two overlap.
        RuleError: One has no reason (V-89).
    """
    made: list[Voided] = []
    for line in filter(None, map(str.strip, typed.splitlines())):
        written, _, reason = line.partition(":")
        read = read_line(written, field=field)
        (part,) = read.ranges
        first, last = read.series.text(part.first), read.series.text(part.last)
        made.append(Voided(first, last, part.quantity, reason.strip()))
    gather((each.serials for each in made), field=field)
    return tuple(made)
