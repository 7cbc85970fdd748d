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
        match self.kind:
            case VarianceKind.MISSING:
                return f"Box {self.box} of {self.table}, as on the manifest."
            case VarianceKind.UNLISTED:
                return f"Box {self.box} of {self.table}, which came off its table."
            case VarianceKind.EXTRA:
                return "Only boxes of the manifest."
            case VarianceKind.NOT_DROPPED:
                return f"A box of {self.table}, or word that it was not dropped."

    @property
    def found(self) -> str:
        """What was found, in words."""
        match self.kind:
            case VarianceKind.MISSING | VarianceKind.UNLISTED:
                return f"Box {self.box} did not come in."
            case VarianceKind.EXTRA:
                return f"Box {self.box} came in without standing on a manifest."
            case VarianceKind.NOT_DROPPED:
                return f"Nothing came in of {self.table}."


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
