"""Boxes at the count room's door: what the manifest has against what came in.

Reference:
    V_30, V_31; cases D6, D7.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class VarianceKind(StrEnum):
    """How a box or table differs from the manifest."""

    MISSING = "missing"
    UNLISTED = "unlisted"
    EXTRA = "extra"
    NOT_DROPPED = "not_dropped"

    @property
    def word(self) -> str:
        """The kind in a few words."""
        return _WORDS[self]


_WORDS: Final = {
    VarianceKind.MISSING: "missing",
    VarianceKind.UNLISTED: "dropped, on no manifest",
    VarianceKind.EXTRA: "received, on no manifest",
    VarianceKind.NOT_DROPPED: "no drop on record",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One box or table that is not as the manifest has it.

    Attributes:
        kind: What is wrong.
        box: As labelled; empty for a table that gave none.
        table: Its table; empty where that is not known.
    """

    kind: VarianceKind
    box: str
    table: str

    @property
    def key(self) -> str:
        """What an explanation is given for."""
        return self.box or self.table

    @property
    def expected(self) -> str:
        """What was expected, in words."""
        return _EXPECTED[self.kind].format(box=self.box, table=self.table)

    @property
    def found(self) -> str:
        """What was found, in words."""
        return _FOUND[self.kind].format(box=self.box, table=self.table)


_EXPECTED: Final = {
    VarianceKind.MISSING: "Box {box} of {table}, as on the manifest.",
    VarianceKind.UNLISTED: "Box {box} of {table}, which came off its table.",
    VarianceKind.EXTRA: "Only boxes of the manifest.",
    VarianceKind.NOT_DROPPED: "A box of {table}, or word that it was not dropped.",
}

_FOUND: Final = {
    VarianceKind.MISSING: "Box {box} did not come in.",
    VarianceKind.UNLISTED: "Box {box} did not come in.",
    VarianceKind.EXTRA: "Box {box} came in without standing on a manifest.",
    VarianceKind.NOT_DROPPED: "No box of {table} came in.",
}


def differences(
    *,
    listed: Mapping[str, str],
    received: Mapping[str, str],
    unlisted: Mapping[str, str],
    silent: Iterable[str],
) -> tuple[Difference, ...]:
    """Compare what came in with the manifests.

    Args:
        listed: Box to table, of the manifests.
        received: Box to table (empty where that is not known), of what came in.
        unlisted: Box to table, of boxes that came off a table and stand on no manifest.
        silent: Tables of which neither a drop nor "not dropped" is on record.
    """
    kind = VarianceKind
    return (
        *(Difference(kind.MISSING, box, listed[box]) for box in listed if box not in received),
        *(Difference(kind.UNLISTED, box, unlisted[box]) for box in unlisted if box not in received),
        *(Difference(kind.EXTRA, box, received[box]) for box in received if box not in listed),
        *(Difference(kind.NOT_DROPPED, "", table) for table in silent),
    )
