"""A numbered blank form for the day the power fails, and what was keyed in from it later.

Version 1 is the blank; each keying is a version of its own, signed by who keyed it. Two
keyings in a row by two people that are equal to the byte are the form. The paper stays the
original.

Reference:
    525.19(u) ("manually or electronically"); count state CS.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.people import RECOUNT_ROLES, ROOM_ROLES, Role
from countroom.errors import EntryError
from countroom.regulations import V_61


class FormKind(StrEnum):
    """Which form was printed blank."""

    COUNT_REPORT = "count_report"
    RECOUNT = "recount"

    @property
    def printed(self) -> str:
        """The form's title."""
        return _TITLES[self]

    @property
    def keyers(self) -> tuple[Role, ...]:
        """Who keys it in: the team never sees the figures of a recount."""
        return _KEYERS[self]


KEYED: Final = "keyed"
"""State of a form that two people keyed in the same."""

_TITLES: Final = {
    FormKind.COUNT_REPORT: "Table Game Count Report (paper fallback)",
    FormKind.RECOUNT: "Recount Sheet (paper fallback)",
}


_KEYERS: Final = {
    FormKind.COUNT_REPORT: (
        Role.COUNT_TEAM,
        Role.COUNT_ROOM_SUPERVISOR,
        Role.COUNT_ROOM_EMPLOYEE,
    ),
    FormKind.RECOUNT: (*sorted(RECOUNT_ROLES), Role.CCR),
}


@dataclass(frozen=True, slots=True)
class WetSignature:
    """A signature in ink on the paper.

    Attributes:
        step: Signature step of the count report.
        person: Code of who signed.
        duty: In which duty.
    """

    step: str
    person: str
    duty: Role


@dataclass(frozen=True, slots=True)
class BlankForm:
    """The content of the paper.

    Attributes:
        kind: Which form.
        gaming_date: For which it was printed.
        count: Name of the count it was used for; empty while it is blank.
        boxes: Of a count report, what it says of each box.
        entries: Of a recount sheet, its lines.
        recounter: Of a recount sheet, code of who recounted.
        signers: Signatures in ink, in the order given.
    """

    kind: FormKind
    gaming_date: date
    count: str = ""
    boxes: tuple[BoxCount, ...] = ()
    entries: tuple[PoolEntry, ...] = ()
    recounter: str = ""
    signers: tuple[WetSignature, ...] = ()

    def __post_init__(self) -> None:
        boxes = [box.box for box in self.boxes]
        faults: dict[str, str] = {}
        if len(set(boxes)) < len(boxes):
            faults["boxes"] = "A box stands on the form once."
        if self.kind is FormKind.RECOUNT and (self.boxes or (self.count and not self.recounter)):
            faults["recounter"] = "A recount sheet names who recounted, and no boxes."
        if self.kind is FormKind.COUNT_REPORT and (self.entries or self.recounter):
            faults["entries"] = "A count report holds boxes, and no recount."
        if faults:
            raise EntryError(faults)


PAPER: Final = Paper(
    code="blank_form",
    title="Numbered Blank Form",
    series="NB",
    content=BlankForm,
    signatures=(
        SignatureStep(
            name="keyed",
            roles=frozenset(ROOM_ROLES | RECOUNT_ROLES),
            attests="that you keyed this in from the paper without seeing another's keying",
            rule=V_61,
        ),
    ),
)
