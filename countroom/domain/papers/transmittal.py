"""The documents on their way to accounting: what lies in the pouch, who carries it, who takes it.

Reference:
    525.19(y)(6)-(7); V_64, V_65; form 4.3; count state C11.
"""

from dataclasses import dataclass, fields
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.papers.box_count import DocumentsTally
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.domain.texts import name_fault, raise_faults
from countroom.regulations import V_64, V_65


@dataclass(frozen=True, slots=True)
class BoxDocuments:
    """The documents of one box.

    Attributes:
        box: Box number.
        table: Its table.
        documents: How many of each kind; Counter Checks by number only.
        coupons: Face value in cents and remark to how many, ``(2500, "redeemed", 12)``.
        version: Of the box count they were tallied on.
    """

    box: str
    table: str
    documents: DocumentsTally
    coupons: tuple[tuple[int, str, int], ...] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class Transmittal:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        pouch: Number of the sealed pouch.
        originals: Numbers of the two count reports whose originals it holds.
        boxes: Documents by box, in table order.
        locked_box: Number of the locked accounting box that took it, or empty where it is
            handed over.
    """

    count: str
    pouch: str
    originals: tuple[str, ...]
    boxes: tuple[BoxDocuments, ...]
    locked_box: str = ""

    def __post_init__(self) -> None:
        raise_faults(
            {
                "pouch": name_fault(self.pouch, 40),
                "locked_box": name_fault(self.locked_box, 40) if self.locked_box else None,
            }
        )

    def tally(self) -> DocumentsTally:
        """All boxes together."""
        return DocumentsTally(
            **{
                field.name: sum(getattr(box.documents, field.name) for box in self.boxes)
                for field in fields(DocumentsTally)
            }
        )


CARRIERS: Final = frozenset(
    {
        Role.COUNT_TEAM,
        Role.COUNT_ROOM_SUPERVISOR,
        Role.COUNT_ROOM_EMPLOYEE,
        Role.SECURITY,
        *ACCOUNTING_ROLES,
    }
)
"""Who may carry the pouch; nobody of the cage."""

PAPER: Final = Paper(
    code="transmittal",
    title="Transmittal of Count Documents",
    series="TR",
    content=Transmittal,
    signatures=(
        SignatureStep(
            name="carrier",
            roles=CARRIERS,
            attests="that you took the sealed pouch and carry it directly to accounting",
            rule=V_65,
        ),
        SignatureStep(
            name="receiver",
            roles=frozenset(ACCOUNTING_ROLES),
            attests="that you received the sealed pouch, unopened",
            rule=V_64,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
