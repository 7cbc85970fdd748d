"""Request for Fill: the floor asks the chip bank for chips.

Reference:
    465a.38(b); V_17, V_18.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.inventory import Pieces, check_total
from countroom.domain.papers import _slips
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import V_18


@dataclass(frozen=True, slots=True)
class Request:
    """The content of the two requests.

    Attributes:
        table: Code of the table.
        game: Code of its game.
        pieces: Chips asked for, by set and denomination; plaques and coins too.
        total: Their sum.
        shift: Where the house has shifts.
    """

    table: str
    game: str
    pieces: tuple[Pieces, ...]
    total: Money
    shift: str = ""

    def __post_init__(self) -> None:
        if self.total <= ZERO:
            raise EntryError({"pieces": "Enter how many chips are asked for."})
        check_total(self.pieces, self.total)


FLOOR_SIGNS: Final = SignatureStep(
    name="floorperson",
    roles=frozenset({Role.FLOORPERSON}),
    attests="that this table needs what is asked for here",
    rule=V_18,
)

PAPER: Final = Paper(
    code="fill_request",
    title="Request for Fill",
    series="FR",
    content=Request,
    signatures=(FLOOR_SIGNS,),
    copies=(_slips.CHIP_BANK, _slips.DROP_BOX),
)
