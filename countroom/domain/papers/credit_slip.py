"""Credit Slip: made when the chips have reached the chip bank; it comes back to be dropped.

Chips and request have travelled to the chip bank before; the slip travels the other way.

Reference:
    525.17(a), 465a.39, 465a.3(c); V_19, V_20, V_22, SOD_4, SOD_5.
"""

from dataclasses import replace
from typing import Final

from countroom.domain.denominations import Line, Side
from countroom.domain.documents import Paper
from countroom.domain.inventory import lines
from countroom.domain.papers import _slips, fill_slip
from countroom.domain.papers.fill_slip import Slip


def credit_lines(content: Slip) -> tuple[Line, ...]:
    """Figures of a credit."""
    return lines(Side.CREDIT, content.pieces)


PAPER: Final = Paper(
    code="credit_slip",
    title="Credit Slip",
    series="C",
    content=Slip,
    signatures=(
        replace(fill_slip.BANK, attests="that these chips reached the chip bank"),
        replace(
            fill_slip.SECURITY,
            attests="that request, slip and chips agreed and you brought this slip back",
        ),
        replace(fill_slip.DEALER, attests="that this slip says what you counted out of the rack"),
        replace(fill_slip.FLOORPERSON, attests="that you saw these chips go and this slip dropped"),
    ),
    copies=(_slips.DROP_BOX, _slips.CHIP_BANK, _slips.STORED),
    lines=credit_lines,
)
