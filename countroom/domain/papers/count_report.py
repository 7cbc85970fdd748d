"""The Daily Banking and the Daily Nonbanking Table Game Count Report.

A report names box counts by digest and has no lines of its own: the recount is another paper,
and the print composes them. A changed box count makes a new version, which needs every
signature again.

Reference:
    525.19(u), (v), (y)(1), (y)(4)-(7); V_38-V_41, V_57-V_64.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.floor import TableKind
from countroom.domain.papers import _places
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.errors import RuleError
from countroom.regulations import V_38, V_39, V_40, V_58, V_59, V_61


@dataclass(frozen=True, slots=True)
class Named:
    """Another document, fixed by the digest of one version."""

    name: str
    version: int
    digest: str


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A box of the report: where it came from, and its box count."""

    box: str
    table: str
    game: str
    shift: str
    emergency: bool
    box_count: Named


@dataclass(frozen=True, slots=True)
class MissingBox:
    """A box that is not counted, named with its reason and its Drop Variance Report."""

    box: str
    table: str
    reason: str
    variance_report: str


@dataclass(frozen=True, slots=True)
class CountReport:
    """The content of both papers.

    Attributes:
        count: Name of the count.
        kind: Banking or nonbanking.
        gaming_date: Of the items counted, not of the counting.
        prepared: Calendar date of preparation, never before the gaming date.
        boxes: In table order.
        opened: Number of boxes opened and counted, empty ones included.
        missing: Boxes named missing.
        unallocated: Adjustments that stand for no box (C7b), by digest.
        team: Codes of the count team members who must sign.
        left_unsigned: Members who left and could not sign, as supervisor and CCR recorded.
    """

    count: str
    kind: TableKind
    gaming_date: date
    prepared: date
    boxes: tuple[BoxLine, ...]
    opened: int
    missing: tuple[MissingBox, ...] = ()
    unallocated: tuple[Named, ...] = ()
    team: tuple[str, ...] = ()
    left_unsigned: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.count:
            raise RuleError(V_38, "A count report names its count, gaming date and date prepared.")
        if self.opened != len(self.boxes):
            msg = "The number of boxes opened is the number of boxes recorded."
            raise RuleError(V_39, msg)
        if self.prepared < self.gaming_date:
            msg = "A count report is not prepared before its gaming date."
            raise RuleError(V_40, msg)


SIGNATURES: Final = (
    SignatureStep(
        name="count_team",
        roles=frozenset({Role.COUNT_TEAM}),
        attests="that the count was performed and recorded as it stands here",
        rule=V_61,
        how_many=0,
    ),
    SignatureStep(
        name="supervisor",
        roles=frozenset({Role.COUNT_ROOM_SUPERVISOR}),
        attests="that you supervised this count and it is recorded as it stands here",
        rule=V_61,
    ),
    SignatureStep(
        name="cashier",
        roles=frozenset(RECOUNT_ROLES),
        attests="that you recounted these amounts",
        rule=V_58,
        not_also=frozenset({"count_team", "supervisor"}),
    ),
    SignatureStep(
        name="ccr",
        roles=frozenset({Role.CCR}),
        attests="that you were present, and that the count team and the cashier agree",
        rule=V_59,
        not_also=frozenset({"count_team", "supervisor", "cashier"}),
    ),
)

BANKING: Final = Paper(
    code="banking_count",
    title="Daily Banking Table Game Count Report",
    series="BR",
    content=CountReport,
    signatures=SIGNATURES,
    copies=(_places.ACCOUNTING, _places.BOARD, _places.CAGE),
)

NONBANKING: Final = Paper(
    code="nonbanking_count",
    title="Daily Nonbanking Table Game Count Report",
    series="NR",
    content=CountReport,
    signatures=SIGNATURES,
    copies=(_places.ACCOUNTING, _places.BOARD, _places.CAGE),
)
