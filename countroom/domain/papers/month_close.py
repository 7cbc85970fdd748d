"""Month-End Tie-Out: what was proved when a month was closed, and what differs and why.

Reference:
    V_115, CLOSING.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.domain.tie_out import Stated, Tie
from countroom.money import Money
from countroom.regulations import CLOSING


@dataclass(frozen=True, slots=True)
class Proved:
    """A pair of figures, and what was said of their difference."""

    name: str
    left_name: str
    left: Money
    right_name: str
    right: Money
    difference: Money
    explained: str = ""


def proved(tie: Tie, explained: str) -> Proved:
    """A tie as it is kept."""
    return Proved(
        tie.name, tie.left_name, tie.left, tie.right_name, tie.right, tie.difference, explained
    )


@dataclass(frozen=True, slots=True)
class ListedChange:
    """An adjustment above the threshold, as the month-end list has it."""

    name: str
    table: str
    figure: str
    amount: Money
    reason: str


@dataclass(frozen=True, slots=True)
class MonthClose:
    """The content of the paper.

    Attributes:
        month: As ``2011-06``.
        ties: Pairs of figures.
        stated: Figures that stand by themselves.
        adjustments: Those above the threshold.
    """

    month: str
    ties: tuple[Proved, ...]
    stated: tuple[Stated, ...]
    adjustments: tuple[ListedChange, ...] = ()


PAPER: Final = Paper(
    code="month_close",
    title="Month-End Tie-Out",
    series="MC",
    content=MonthClose,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that these figures are those of the records named",
            rule=CLOSING,
        ),
        SignatureStep(
            name="audit_manager",
            roles=frozenset({Role.ACCOUNTING_SUPERVISOR}),
            attests="that this month is closed",
            rule=CLOSING,
            not_also=frozenset({"accounting"}),
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
