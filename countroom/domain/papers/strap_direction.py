"""The compliance representative's order to count straps note by note.

Reference:
    525.19(y)(4); V_55, V_56; count state C7a.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.denominations import Instrument, Pool
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers.presentation import PoolKey
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.regulations import V_56


@dataclass(frozen=True, slots=True)
class Directed:
    """One denomination of notes whose straps are to be counted."""

    pool: Pool
    denomination_cents: int

    def __post_init__(self) -> None:
        if self.pool not in {Pool.BANKING_CURRENCY, Pool.NONBANKING_CURRENCY}:
            raise EntryError({"denominations": "Only notes are strapped: name notes."})

    @property
    def key(self) -> PoolKey:
        """What it is compared by."""
        return (self.pool, Instrument.CURRENCY, "", self.denomination_cents)


@dataclass(frozen=True, slots=True)
class StrapDirection:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        denominations: Which notes, each once.
        reason: In the representative's words.
        after_attempt: Number of the recount that it follows; 0 before any.
        warned: Whether no discrepancy had shown (V-55); it stands all the same.
    """

    count: str
    denominations: tuple[Directed, ...]
    reason: str
    after_attempt: int
    warned: bool

    def __post_init__(self) -> None:
        faults: dict[str, str] = {}
        if not self.denominations or len(set(self.denominations)) < len(self.denominations):
            faults["denominations"] = "Name at least one denomination, each once."
        if not self.reason.strip():
            faults["reason"] = "Say why the straps are to be counted."
        if faults:
            raise EntryError(faults)


PAPER: Final = Paper(
    code="strap_direction",
    title="Strap Recount Direction",
    series="SD",
    content=StrapDirection,
    signatures=(
        SignatureStep(
            name="ccr",
            roles=frozenset({Role.CCR}),
            attests="that you direct these straps to be counted note by note",
            rule=V_56,
        ),
    ),
)
