"""Table Inventory Slip: what a table's rack holds, counted blind to what it should hold.

Reference:
    465a.36, 465a.37, 465a.41; V_07-V_09, V_11, V_12, SOD_6.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.denominations import Line
from countroom.domain.documents import Copy, Paper, SignatureStep
from countroom.domain.inventory import Pieces, SlipKind, check_total, lines
from countroom.domain.papers import _slips
from countroom.domain.people import TABLE_ROLES, Role
from countroom.money import Money
from countroom.regulations import SOD_6, V_08


@dataclass(frozen=True, slots=True)
class Inventory:
    """The content of the paper.

    Attributes:
        table: Code of the table.
        game: Code of its game.
        kind: On which occasion.
        pieces: Every denomination of the table's sets, 0 included.
        total: Their sum.
        sequence: Of the table's slips within the gaming day, from 1.
        original: Drop box that the original is assigned to, empty where it has none.
        duplicate: Drop box that the duplicate is assigned to, or empty for the container.
        against: Name of the slip that a closed table was left with, or empty.
        shift: Where the house has shifts.
        recounts: Of an opener counted again, the count before that differed.
    """

    table: str
    game: str
    kind: SlipKind
    pieces: tuple[Pieces, ...]
    total: Money
    sequence: int = 1
    original: str = ""
    duplicate: str = ""
    against: str = ""
    shift: str = ""
    recounts: str = ""

    def __post_init__(self) -> None:
        check_total(self.pieces, self.total)

    @property
    def copies(self) -> tuple[Copy, ...]:
        """Its two parts, or the one of an opener, by occasion."""
        return copies_of(self.kind)


def inventory_lines(content: Inventory) -> tuple[Line, ...]:
    """Figures of the rack."""
    return lines(content.kind.side, content.pieces)


def copies_of(kind: SlipKind) -> tuple[Copy, ...]:
    """Where the two parts of a slip go, by occasion; both print the same figures (V-12)."""
    return _COPIES[kind]


_COPIES: Final = {
    SlipKind.OPENING: (_slips.CURRENT_BOX,),
    SlipKind.DROP: (_slips.OUTGOING_BOX, _slips.INCOMING_BOX),
    SlipKind.CLOSE: (_slips.DROP_BOX, _slips.CONTAINER),
    SlipKind.SHIFT: (_slips.OUTGOING_BOX, _slips.INCOMING_BOX),
    SlipKind.CLOSED_DAILY: (_slips.DROP_BOX, _slips.CONTAINER),
}

PAPER: Final = Paper(
    code="inventory_slip",
    title="Table Inventory Slip",
    series="IS",
    content=Inventory,
    signatures=(
        SignatureStep(
            name="dealer",
            roles=TABLE_ROLES,
            attests="that you counted this inventory",
            rule=SOD_6,
        ),
        SignatureStep(
            name="floorperson",
            roles=frozenset({Role.FLOORPERSON}),
            attests="that you observed the count of this inventory",
            rule=V_08,
            not_also=frozenset({"dealer"}),
        ),
    ),
    copies=(_slips.OUTGOING_BOX, _slips.INCOMING_BOX, _slips.CONTAINER),
    lines=inventory_lines,
)
