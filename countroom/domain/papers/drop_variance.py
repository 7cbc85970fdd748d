"""The Drop Variance Report: every box or table that is not where the manifest has it.

It names each with an explanation, so that the count can go on; a missing box stays open until
it is found and counted.

Reference:
    V_30, V_31; form 4.21.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.domain.receiving import VarianceKind
from countroom.errors import EntryError
from countroom.regulations import V_30


@dataclass(frozen=True, slots=True)
class VarianceItem:
    """One difference.

    Attributes:
        kind: What is wrong.
        box: As labelled; empty where a table gave none.
        table: Its table; empty where that is not known.
        expected: What was expected, in words.
        found: What was found, in words.
        explanation: Why, as far as anybody knows.
    """

    kind: VarianceKind
    box: str
    table: str
    expected: str
    found: str
    explanation: str


@dataclass(frozen=True, slots=True)
class DropVariance:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        gaming_date: Of the drop.
        expected_boxes: Boxes on the manifests.
        received_boxes: Boxes that came in.
        items: Every difference.
    """

    count: str
    gaming_date: date
    expected_boxes: int
    received_boxes: int
    items: tuple[VarianceItem, ...]

    def __post_init__(self) -> None:
        assert self.items, "a variance report names a difference"
        open_items = {
            item.box or item.table: f"Say why: {item.found}"
            for item in self.items
            if not item.explanation.strip()
        }
        if open_items:
            raise EntryError(open_items)


PAPER: Final = Paper(
    code="drop_variance",
    title="Drop Variance Report",
    series="DV",
    content=DropVariance,
    signatures=(
        SignatureStep(
            name="supervisor",
            roles=frozenset({Role.COUNT_ROOM_SUPERVISOR}),
            attests="that this is what was expected, what was found, and why",
            rule=V_30,
        ),
    ),
    copies=(_places.ACCOUNTING, _places.BOARD),
)
