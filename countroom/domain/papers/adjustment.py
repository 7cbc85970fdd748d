"""Accounting Adjustment: a figure of a table's day put right, before and after, by two people.

Reference:
    V_115.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.adjusting import Part
from countroom.domain.denominations import DENOMINATION_LIMIT_CENTS, Line, Side
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.inventory import Pieces, value_of
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import V_115

REASON_LIMIT: Final = 1_000
"""Characters that a reason may have."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The content of the paper.

    Attributes:
        table: Which table.
        of: The gaming date that was wrong.
        posted: The gaming date that it is posted on: the same, or one that is still open.
        part: Which figure.
        before: As it stood.
        after: As it is from now on.
        reason: Why, in words.
        source: Number of the form it rests on, or empty.
        pieces: What was missed or too many, by denomination; or nothing, where only the amount
            is known.
    """

    table: str
    of: date
    posted: date
    part: Part
    before: Money
    after: Money
    reason: str
    source: str = ""
    pieces: tuple[Pieces, ...] = ()

    def __post_init__(self) -> None:
        faults = {}
        if not self.reason.strip():
            faults["reason"] = "Say why it is adjusted."
        elif len(self.reason) > REASON_LIMIT:
            faults["reason"] = f"Say it in at most {REASON_LIMIT:,} characters."
        if self.difference == ZERO:
            faults["after"] = "That is the figure as it stands: nothing is adjusted."
        elif abs(self.difference).cents > DENOMINATION_LIMIT_CENTS:
            faults["after"] = "That amount is larger than this system records."
        elif self.pieces and value_of(self.pieces) != abs(self.difference):
            faults["pieces"] = "The pieces do not add up to the difference."
        if faults:
            raise EntryError(faults)

    @property
    def difference(self) -> Money:
        """What it adds, below nothing where it takes away."""
        return self.after - self.before


def adjustment_lines(content: Adjustment) -> tuple[Line, ...]:
    """The figures of an adjustment: piece by piece, or one of the amount."""
    sign = 1 if content.difference > ZERO else -1
    if not content.pieces:
        return (
            Line(
                side=Side.ADJUSTMENT,
                instrument=content.part.instrument,
                denomination_cents=abs(content.difference).cents,
                pieces=1,
                sign=sign,
                table=content.table,
            ),
        )
    return tuple(
        Line(
            side=Side.ADJUSTMENT,
            instrument=entry.instrument,
            denomination_cents=entry.denomination_cents,
            pieces=entry.pieces,
            sign=sign,
            table=content.table,
            chip_set=entry.chip_set,
        )
        for entry in content.pieces
    )


PAPER: Final = Paper(
    code="adjustment",
    title="Accounting Adjustment",
    series="AJ",
    content=Adjustment,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that this figure was wrong, for the reason given",
            rule=V_115,
        ),
        SignatureStep(
            name="approver",
            roles=frozenset({Role.ACCOUNTING_SUPERVISOR}),
            attests="that you approve this adjustment",
            rule=V_115,
            not_also=frozenset({"accounting"}),
        ),
    ),
    copies=(_places.ACCOUNTING,),
    lines=adjustment_lines,
)
