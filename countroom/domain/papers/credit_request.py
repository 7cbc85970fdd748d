"""Request for Credit: the floor sends chips back to the chip bank.

Reference:
    525.17(a), 465a.39; V_17, V_18.
"""

from typing import Final

from countroom.domain.documents import Paper
from countroom.domain.papers import _slips
from countroom.domain.papers.fill_request import FLOOR_SIGNS, Request

PAPER: Final = Paper(
    code="credit_request",
    title="Request for Credit",
    series="CR",
    content=Request,
    signatures=(FLOOR_SIGNS,),
    copies=(_slips.CHIP_BANK, _slips.DROP_BOX),
)
