"""Credit Slip: chips travel from a table to the chip bank; the slip comes back to be dropped.

Reference:
    525.17(a), 465a.39, 465a.3(c); V_19, V_20, V_22, SOD_4, SOD_5.
"""

from typing import Final

from countroom.domain.denominations import Line, Side
from countroom.domain.documents import Paper
from countroom.domain.inventory import lines
from countroom.domain.papers import _slips
from countroom.domain.papers.fill_slip import SIGNATURES, Slip


def credit_lines(content: Slip) -> tuple[Line, ...]:
    """Figures of a credit."""
    return lines(Side.CREDIT, content.pieces)


PAPER: Final = Paper(
    code="credit_slip",
    title="Credit Slip",
    series="C",
    content=Slip,
    signatures=SIGNATURES,
    copies=(_slips.DROP_BOX, _slips.CHIP_BANK, _slips.STORED),
    lines=credit_lines,
)
