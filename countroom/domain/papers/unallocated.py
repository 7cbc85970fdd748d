"""Money that the recount found, or did not find, and no box can answer for.

When the team's recheck proves no slip, a line per denomination makes the column totals equal
the recount. It goes to accounting and never to a table.

Reference:
    525.19(y)(4)-(5); V_57; count state C7b.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.denominations import Instrument, Line, Pool, Side
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.papers.presentation import PoolKey
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.money import Money, total
from countroom.regulations import V_57


@dataclass(frozen=True, slots=True)
class UnallocatedLine:
    """Pieces of one denomination; negative where fewer were found than the boxes say."""

    pool: Pool
    instrument: Instrument
    denomination_cents: int
    pieces: int
    chip_set: str = ""

    def __post_init__(self) -> None:
        assert self.pieces, "a line that changes nothing is no line"

    @property
    def key(self) -> PoolKey:
        """What it is compared by."""
        return (self.pool, self.instrument, self.chip_set, self.denomination_cents)

    @property
    def amount(self) -> Money:
        """Value, negative where money is short."""
        return Money(self.pieces * self.denomination_cents)


@dataclass(frozen=True, slots=True)
class Unallocated:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        against: Number of the recount or pool proof that it makes the count equal to.
        lines: One a denomination.
        reason: Why it can be laid to no box.
    """

    count: str
    against: str
    lines: tuple[UnallocatedLine, ...]
    reason: str

    def __post_init__(self) -> None:
        assert self.lines
        if not self.reason.strip():
            raise EntryError({"reason": "Say why the difference can be laid to no box."})

    @property
    def total(self) -> Money:
        """Of all lines."""
        return total([line.amount for line in self.lines])


def lines(content: Unallocated) -> tuple[Line, ...]:
    """The adjustment lines, without a table and without a box."""
    return tuple(
        Line(
            side=Side.ADJUSTMENT,
            instrument=line.instrument,
            denomination_cents=line.denomination_cents,
            pieces=abs(line.pieces),
            sign=1 if line.pieces > 0 else -1,
            pool=line.pool,
            chip_set=line.chip_set,
        )
        for line in content.lines
    )


PAPER: Final = Paper(
    code="unallocated",
    title="Unallocated Difference",
    series="UA",
    content=Unallocated,
    signatures=(
        SignatureStep(
            name="supervisor",
            roles=frozenset({Role.COUNT_ROOM_SUPERVISOR}),
            attests="that the boxes were checked and none can answer for this difference",
            rule=V_57,
        ),
        SignatureStep(
            name="ccr",
            roles=frozenset({Role.CCR}),
            attests="that you were present at the check of the boxes",
            rule=V_57,
            not_also=frozenset({"supervisor"}),
        ),
    ),
    copies=(_places.ACCOUNTING,),
    lines=lines,
)
