"""What a count team member signs who leaves before the reports are signed: his own boxes.

Reference:
    525.19(y)(1); V_61; signature order 3.5.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers.count_report import Named
from countroom.domain.people import Role
from countroom.regulations import V_61


@dataclass(frozen=True, slots=True)
class Leaving:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        person: Code of who leaves.
        boxes: Box counts of the boxes he counted, by digest: a later change asks for more.
    """

    count: str
    person: str
    boxes: tuple[Named, ...]


PAPER: Final = Paper(
    code="leaving",
    title="Signature of a Leaving Count Team Member",
    series="LS",
    content=Leaving,
    signatures=(
        SignatureStep(
            name="count_team",
            roles=frozenset({Role.COUNT_TEAM}),
            attests="that the boxes listed here were counted and recorded as they stand",
            rule=V_61,
        ),
    ),
)
