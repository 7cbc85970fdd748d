"""Request for Credit: the floor sends chips back to the chip bank.

In a credit the request travels with the chips, from the table to the chip bank: the dealer
counts them out and signs, security takes them with the request and signs. From then on the
chips have left the table.

Reference:
    525.17(a), 465a.39; V_17, V_18, V_21, V_22, SOD_5.
"""

from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _slips
from countroom.domain.papers.fill_request import FLOOR_SIGNS, Request
from countroom.domain.people import TABLE_ROLES, Role
from countroom.regulations import SOD_5, V_22

COUNTED_OUT: Final = "dealer"
"""Step with which the chips lie counted on the layout."""

CARRIED: Final = "security"
"""Step with which the chips leave the table."""

PAPER: Final = Paper(
    code="credit_request",
    title="Request for Credit",
    series="CR",
    content=Request,
    signatures=(
        FLOOR_SIGNS,
        SignatureStep(
            name=COUNTED_OUT,
            roles=TABLE_ROLES,
            attests="that you counted these chips out of the rack in plain view",
            rule=V_22,
            not_also=frozenset({"floorperson"}),
        ),
        SignatureStep(
            name=CARRIED,
            roles=frozenset({Role.SECURITY}),
            attests="that you took these chips with this request to the chip bank",
            rule=SOD_5,
            not_also=frozenset({"floorperson", "dealer"}),
        ),
    ),
    copies=(_slips.CHIP_BANK, _slips.DROP_BOX),
)
