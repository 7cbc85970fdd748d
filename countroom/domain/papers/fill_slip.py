"""Fill Slip: chips travel from the chip bank to a table, and this travels with them.

The slip is numbered by the system. Its figures belong to the drop period whose box took it,
which is known only when it is dropped: its lines name no period.

Reference:
    465a.38, 465a.3(c); V_19, V_20, V_22, SOD_4, SOD_5.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.denominations import Line, Side
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.inventory import Pieces, check_moved, check_total, lines
from countroom.domain.papers import _slips
from countroom.domain.people import TABLE_ROLES, Role
from countroom.money import Money
from countroom.regulations import SOD_5, V_22


@dataclass(frozen=True, slots=True)
class Slip:
    """The content of the two slips.

    Attributes:
        table: Code of the table.
        game: Code of its game.
        request: Name of the request.
        request_digest: Of the version of the request that was signed.
        requested: What the request asked for.
        pieces: What the slip moves: the same (V-19).
        total: Their sum.
        shift: Where the house has shifts.
    """

    table: str
    game: str
    request: str
    request_digest: str
    requested: tuple[Pieces, ...]
    pieces: tuple[Pieces, ...]
    total: Money
    shift: str = ""

    def __post_init__(self) -> None:
        check_moved(self.pieces, self.requested)
        check_total(self.pieces, self.total)


def fill_lines(content: Slip) -> tuple[Line, ...]:
    """Figures of a fill."""
    return lines(Side.FILL, content.pieces)


BANK: Final = SignatureStep(
    name="chip_bank",
    roles=frozenset({Role.CHIP_BANK_CASHIER}),
    attests="that these chips left the chip bank",
    rule=V_22,
)
SECURITY: Final = SignatureStep(
    name="security",
    roles=frozenset({Role.SECURITY}),
    attests="that request, slip and chips agreed when you carried them",
    rule=SOD_5,
    not_also=frozenset({"chip_bank"}),
)
DEALER: Final = SignatureStep(
    name="dealer",
    roles=TABLE_ROLES,
    attests="that you proved these chips on the layout",
    rule=V_22,
    not_also=frozenset({"chip_bank", "security"}),
)
FLOORPERSON: Final = SignatureStep(
    name="floorperson",
    roles=frozenset({Role.FLOORPERSON}),
    attests="that you saw these chips counted and the slip dropped",
    rule=V_22,
    not_also=frozenset({"chip_bank", "security", "dealer"}),
)

SIGNATURES: Final = (BANK, SECURITY, DEALER, FLOORPERSON)

PAPER: Final = Paper(
    code="fill_slip",
    title="Fill Slip",
    series="F",
    content=Slip,
    signatures=SIGNATURES,
    copies=(_slips.DROP_BOX, _slips.CHIP_BANK, _slips.STORED),
    lines=fill_lines,
)
