"""Chip Bank Count: what the chip bank holds at the end of a shift, counted blind to the books.

Reference:
    CHIP_BANK, CHIP_BOOKS.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Copy, Paper, SignatureStep
from countroom.domain.inventory import Pieces, check_total
from countroom.domain.people import ACCOUNTING_ROLES, CAGE_ROLES, Role
from countroom.money import Money
from countroom.regulations import CHIP_BANK

READERS: Final = CAGE_ROLES | ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT}
"""Who may open the papers of the chip bank."""


@dataclass(frozen=True, slots=True)
class BankCount:
    """The content of the paper.

    Attributes:
        pieces: Every denomination of every set, 0 included.
        total: Their sum.
        shift: At the end of which shift, where the house has shifts.
    """

    pieces: tuple[Pieces, ...]
    total: Money
    shift: str = ""

    def __post_init__(self) -> None:
        check_total(self.pieces, self.total)


CASHIER: Final = SignatureStep(
    name="cashier",
    roles=frozenset({Role.CHIP_BANK_CASHIER}),
    attests="that you counted these chips in the chip bank",
    rule=CHIP_BANK,
)
SECOND: Final = SignatureStep(
    name="second",
    roles=frozenset({Role.CHIP_BANK_CASHIER, Role.CAGE_SUPERVISOR}),
    attests="that you saw these chips counted in the chip bank",
    rule=CHIP_BANK,
    not_also=frozenset({"cashier"}),
)

PAPER: Final = Paper(
    code="chip_bank_count",
    title="Chip Bank Count",
    series="BK",
    content=BankCount,
    signatures=(CASHIER, SECOND),
    copies=(Copy("ORIGINAL", "Accounting Department", READERS),),
)
