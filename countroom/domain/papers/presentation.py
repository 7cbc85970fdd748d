"""The money laid out: per pool and denomination straps, loose and mutilated pieces.

The same entries carry the strapping team's blind count of the pool (``pool_proof``, C4a), the
presentation to the cage (``presentation``, C5) and each recount (``recount``, C6).

Reference:
    525.19(y), (y)(1)-(3); V_42, V_53, V_54, V_57.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.denominations import Instrument, Line, Pool, Side
from countroom.domain.documents import Paper
from countroom.errors import EntryError
from countroom.money import Money, total


class Method(StrEnum):
    """How pieces were recounted."""

    BULK = "bulk"
    HAND = "hand"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """One denomination of a pool.

    Attributes:
        pool: Which pool.
        instrument: What it is.
        denomination_cents: Face of one piece.
        straps: Full straps, of one denomination each; currency only.
        loose: Pieces in partial straps or loose.
        mutilated: Torn pieces that count at face.
        chip_set: Of chips.
        strap_method: How the straps were recounted (bulk unless the representative directed).
        loose_method: How everything else was recounted; never in bulk (V-53).
        device: Which approved device, where one was used (V-54).
    """

    pool: Pool
    instrument: Instrument
    denomination_cents: int
    straps: int = 0
    loose: int = 0
    mutilated: int = 0
    chip_set: str = ""
    strap_method: Method = Method.BULK
    loose_method: Method = Method.HAND
    device: str = ""

    def __post_init__(self) -> None:
        if min(self.straps, self.loose, self.mutilated) < 0:
            raise EntryError({"pieces": "Pieces cannot be fewer than none."})
        if self.straps and self.instrument is not Instrument.CURRENCY:
            raise EntryError({"straps": "Only notes are strapped."})

    def pieces(self, strap_notes: int) -> int:
        """All pieces, a strap being ``strap_notes`` of them."""
        return self.straps * strap_notes + self.loose + self.mutilated

    @property
    def key(self) -> "PoolKey":
        """What it is compared by."""
        return (self.pool, self.instrument, self.chip_set, self.denomination_cents)


PoolKey = tuple[Pool, Instrument, str, int]
"""Pool, instrument, chip set, denomination in cents: what counts are compared by."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The content of the three papers.

    Attributes:
        count: Name of the count.
        strap_notes: Notes in a full strap, as set on the day.
        entries: Every denomination that was entered, 0 included; each once.
        attempt: Of a recount, its number from 1; otherwise 0.
        seal: Of a presentation, the digest that fixes the count's figures.
    """

    count: str
    strap_notes: int
    entries: tuple[PoolEntry, ...]
    attempt: int = 0
    seal: str = ""

    def __post_init__(self) -> None:
        keys = [entry.key for entry in self.entries]
        assert len(set(keys)) == len(keys), "a denomination stands once in a pool"

    def pieces(self) -> dict[PoolKey, int]:
        """Pieces by pool, instrument, chip set and denomination."""
        return {entry.key: entry.pieces(self.strap_notes) for entry in self.entries}

    def total(self, pools: Iterable[Pool] | None = None) -> Money:
        """Value of some pools, or of all."""
        wanted = set(pools) if pools is not None else set(Pool)
        return total(
            [
                Money(entry.denomination_cents * entry.pieces(self.strap_notes))
                for entry in self.entries
                if entry.pool in wanted
            ]
        )


def _lines(side: Side, content: Laid) -> tuple[Line, ...]:
    return tuple(
        Line(
            side=side,
            instrument=entry.instrument,
            denomination_cents=entry.denomination_cents,
            pieces=entry.pieces(content.strap_notes),
            pool=entry.pool,
            chip_set=entry.chip_set,
        )
        for entry in content.entries
    )


def proof_lines(content: Laid) -> tuple[Line, ...]:
    """Lines of the strapping team's blind count."""
    return _lines(Side.PROOF, content)


def presented_lines(content: Laid) -> tuple[Line, ...]:
    """Lines of the presentation."""
    return _lines(Side.PRESENTED, content)


def recount_lines(content: Laid) -> tuple[Line, ...]:
    """Lines of a recount."""
    return _lines(Side.RECOUNT, content)


POOL_PROOF: Final = Paper(
    code="pool_proof",
    title="Pool Proof",
    series="PP",
    content=Laid,
    lines=proof_lines,
)

PRESENTATION: Final = Paper(
    code="presentation",
    title="Presentation Sheet",
    series="PS",
    content=Laid,
    lines=presented_lines,
)

RECOUNT: Final = Paper(
    code="recount",
    title="Recount",
    series="RC",
    content=Laid,
    lines=recount_lines,
)
