"""Chip Stock Movement: chips received, released, returned, counted back or destroyed.

Reference:
    CHIP_BANK, CHIP_BOOKS.
"""

from dataclasses import dataclass, replace
from typing import Final

from countroom.domain.chip_books import Move
from countroom.domain.documents import Copy, Paper
from countroom.domain.inventory import Pieces, check_total
from countroom.domain.papers.chip_bank_count import CASHIER, READERS, SECOND
from countroom.errors import EntryError
from countroom.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class StockMovement:
    """The content of the paper.

    Attributes:
        kind: What happens.
        pieces: Which chips, by set and denomination.
        total: Their sum.
        remark: From whom, or why.
        count: Of chips counted out of the boxes, the count.
    """

    kind: Move
    pieces: tuple[Pieces, ...]
    total: Money
    remark: str
    count: str = ""

    def __post_init__(self) -> None:
        faults = {}
        if self.total <= ZERO:
            faults["pieces"] = "Enter how many chips move."
        if not self.remark.strip():
            faults["remark"] = "remark: say from whom they come, or why they move."
        if faults:
            raise EntryError(faults)
        check_total(self.pieces, self.total)


PAPER: Final = Paper(
    code="chip_stock",
    title="Chip Stock Movement",
    series="CM",
    content=StockMovement,
    signatures=(
        replace(CASHIER, attests="that you moved these chips as it says here"),
        replace(SECOND, attests="that you saw these chips moved as it says here"),
    ),
    copies=(Copy("ORIGINAL", "Accounting Department", READERS),),
)
