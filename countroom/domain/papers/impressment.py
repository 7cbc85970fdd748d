"""Roulette Chip Impressment: the nonvalue chips of a wheel, counted colour by colour.

Reference:
    603a.1; IMPRESSMENT.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Copy, Paper, SignatureStep
from countroom.domain.people import ACCOUNTING_ROLES, TABLE_ROLES, Role
from countroom.domain.wheel_chips import Colour
from countroom.regulations import IMPRESSMENT


@dataclass(frozen=True, slots=True)
class Impressment:
    """The content of the paper.

    Attributes:
        table: The wheel's table.
        colours: Every colour of the wheel.
        remark: Why a set is larger or smaller than it was, or empty.
    """

    table: str
    colours: tuple[Colour, ...]
    remark: str = ""


PAPER: Final = Paper(
    code="impressment",
    title="Roulette Chip Impressment",
    series="RI",
    content=Impressment,
    signatures=(
        SignatureStep(
            name="dealer",
            roles=TABLE_ROLES,
            attests="that you counted the nonvalue chips of this wheel",
            rule=IMPRESSMENT,
        ),
        SignatureStep(
            name="floorperson",
            roles=frozenset({Role.FLOORPERSON}),
            attests="that you saw the nonvalue chips of this wheel counted",
            rule=IMPRESSMENT,
            not_also=frozenset({"dealer"}),
        ),
    ),
    copies=(Copy("ORIGINAL", "Accounting Department", ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT}),),
)
