"""Who may see what: every answer to "may this person" is given here.

Two questions are kept apart. A *permission* says which places and acts a duty opens; it never
changes during a shift. A *verdict* says whether a secret of the house may be shown to this
person now: it looks at the duty, the part he plays in the count, and the state of the count.

Secrets, by V_51, V_60, V_64, V_66, SOD_2:

* the recounter obtains no count figure before his recount agreed or was escalated;
* after a disagreement neither he nor the team learns how much or which way, and the
  representative alone learns which denominations;
* the strapping team counts the pools blind: from the last box recorded until they are proved
  no figure of the boxes shows (C4);
* from presentation until agreement or escalation every screen in the room is curtained;
* nobody outside the room obtains a figure before the count is concluded, nor a visitor to it;
* the cage opens neither originals nor supporting documents, ever;
* nobody at a table sees an expected rack before the closing slip is signed.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.count import CURTAINED, CountState
from countroom.domain.documents import Copy, Paper
from countroom.domain.people import (
    ACCOUNTING_ROLES,
    CAGE_ROLES,
    FINANCE_ROLES,
    MARKETING_ROLES,
    RECOUNT_ROLES,
    ROOM_ROLES,
    TABLE_ROLES,
    Person,
    Role,
)
from countroom.errors import AccessError
from countroom.regulations import V_66


class Permission(StrEnum):
    """What a duty opens: a place and what is done there."""

    ACCOUNTING_CHECKS = "accounting:checks"
    ACCOUNTING_DAY = "accounting:day"
    ADMIN_PEOPLE = "admin:people"
    ADMIN_PROPERTY = "admin:property"
    AUDIT_SEE = "audit:see"
    CAGE_CHIPS = "cage:chips"
    CAGE_RECOUNT = "cage:recount"
    COMPLIANCE_WATCH = "compliance:watch"
    COUNT_INSPECT = "count:inspect"
    COUNT_RUN = "count:run"
    COUNT_WORK = "count:work"
    COUPONS_READ = "coupons:read"
    DROP_RUN = "drop:run"
    FINANCE_COUPONS = "finance:coupons"
    FINANCE_LEDGER = "finance:ledger"
    JOURNAL_READ = "journal:read"
    KEYS_SIGN = "keys:sign"
    MARKETING_COUPONS = "marketing:coupons"
    MARKETING_REQUESTS = "marketing:requests"
    NUMBERS_SAY = "numbers:say"
    PIT_SLIPS = "pit:slips"
    PIT_TABLES = "pit:tables"
    ROUNDS_SEE = "rounds:see"
    SECURITY_MOVE = "security:move"
    SURVEILLANCE_WATCH = "surveillance:watch"


_P = Permission

PERMISSIONS: Final[dict[Permission, frozenset[Role]]] = {
    _P.ACCOUNTING_CHECKS: frozenset(ACCOUNTING_ROLES),
    _P.ACCOUNTING_DAY: ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT, Role.CCR},
    _P.ADMIN_PEOPLE: frozenset({Role.ADMINISTRATOR}),
    _P.ADMIN_PROPERTY: frozenset({Role.ADMINISTRATOR}),
    _P.AUDIT_SEE: frozenset({Role.INTERNAL_AUDIT}),
    _P.CAGE_CHIPS: frozenset({Role.CHIP_BANK_CASHIER}),
    _P.CAGE_RECOUNT: frozenset(RECOUNT_ROLES),
    _P.COMPLIANCE_WATCH: frozenset({Role.CCR}),
    _P.COUNT_RUN: frozenset({Role.COUNT_ROOM_SUPERVISOR}),
    _P.COUNT_WORK: frozenset(ROOM_ROLES),
    _P.COUPONS_READ: FINANCE_ROLES
    | MARKETING_ROLES
    | ACCOUNTING_ROLES
    | {Role.INTERNAL_AUDIT, Role.CCR},
    _P.DROP_RUN: frozenset({Role.DROP_TEAM, Role.SECURITY, Role.COUNT_ROOM_SUPERVISOR}),
    _P.COUNT_INSPECT: frozenset({Role.COUNT_ROOM_EMPLOYEE, Role.COUNT_ROOM_SUPERVISOR, Role.CCR}),
    _P.FINANCE_COUPONS: FINANCE_ROLES,
    _P.FINANCE_LEDGER: frozenset({Role.FINANCE_SUPERVISOR}),
    _P.JOURNAL_READ: frozenset({Role.INTERNAL_AUDIT, Role.CCR}),
    _P.KEYS_SIGN: frozenset(
        {
            Role.SECURITY,
            Role.DROP_TEAM,
            Role.COUNT_ROOM_SUPERVISOR,
            Role.FLOORPERSON,
            Role.PIT_CLERK,
            Role.CCR,
        }
    ),
    _P.MARKETING_COUPONS: MARKETING_ROLES,
    _P.MARKETING_REQUESTS: frozenset({Role.MARKETING_SUPERVISOR}),
    _P.NUMBERS_SAY: ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT},
    _P.PIT_SLIPS: frozenset({Role.FLOORPERSON, Role.PIT_CLERK}),
    _P.PIT_TABLES: TABLE_ROLES | {Role.FLOORPERSON, Role.PIT_CLERK},
    _P.ROUNDS_SEE: ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT, Role.CCR, Role.SURVEILLANCE},
    _P.SECURITY_MOVE: frozenset({Role.SECURITY}),
    _P.SURVEILLANCE_WATCH: frozenset({Role.SURVEILLANCE}),
}
"""Which duties open what."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person asking.

    Attributes:
        person: As registered.
        duty: The duty he is signed into.
        in_room: Signed on to the count that is asked about, now.
        recounter: Whether he recounts, or is to recount, the count that is asked about.
    """

    person: Person
    duty: Role
    in_room: bool = False
    recounter: bool = False


@dataclass(frozen=True, slots=True)
class CountView:
    """What access needs to know of a count.

    Attributes:
        state: Where it stands; where it stood before, if it is suspended.
        proof: Whether the pools are proved blind (C4a) on this count.
        recounted: Whether a recount was handed in: a pool proof that failed is rechecked before.
    """

    state: CountState
    proof: bool = True
    recounted: bool = True

    @property
    def concluded(self) -> bool:
        """Whether the embargo is over."""
        return self.state is CountState.CONCLUDED


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether it may be shown, and if not the plain sentence that stands instead of it."""

    allowed: bool
    sentence: str = ""

    def require(self) -> None:
        """Refuse where it may not be shown.

        Raises:
            AccessError: It may not.
        """
        if not self.allowed:
            raise AccessError(self.sentence)


_YES: Final = Verdict(allowed=True)
_AT_WORK: Final = ROOM_ROLES | RECOUNT_ROLES
"""Signed on to a count as one of these one works on it; anybody else in the room visits."""

_AFTER: Final = ACCOUNTING_ROLES | {
    Role.INTERNAL_AUDIT,
    Role.CCR,
    Role.COUNT_ROOM_SUPERVISOR,
}


def _no(sentence: str) -> Verdict:
    return Verdict(allowed=False, sentence=sentence)


def may(duty: Role, permission: Permission) -> bool:
    """Whether a duty opens a place or an act."""
    return duty in PERMISSIONS[permission]


def require(duty: Role, permission: Permission) -> None:
    """Refuse a duty that does not open it.

    Raises:
        AccessError: It does not.
    """
    if not may(duty, permission):
        msg = f"This is not open to the duty {duty.printed}."
        raise AccessError(msg)


def require_any(duty: Role, *permissions: Permission) -> None:
    """Refuse a duty that opens none of them.

    Raises:
        AccessError: It opens none.
    """
    if not any(may(duty, one) for one in permissions):
        require(duty, permissions[0])


def exclusion_lists(person: str, readers: tuple[str, ...]) -> None:
    """Refuse whoever is not named to see lists of excluded people (525.21(q)(7)).

    Args:
        person: His badge.
        readers: The badges that the house names.

    Raises:
        AccessError: He is not.
    """
    if person not in readers:
        msg = "Lists of excluded people are open to those alone whom the house names."
        raise AccessError(msg)


def count_figures(viewer: Viewer, count: CountView) -> Verdict:
    """Figures of boxes, pools, reports and totals of a count."""
    if count.concluded:
        return _after_conclusion(viewer)
    if not viewer.in_room or viewer.duty not in _AT_WORK:
        return _no(_visitor_or_outside(viewer))
    if count.state in CURTAINED:
        return _no("The curtain is drawn: no figures show until the recount agrees.")
    if viewer.duty in RECOUNT_ROLES or viewer.recounter:
        return _before_agreement(count)
    if count.proof and count.state is CountState.ALL_RECORDED:
        return _no("The pools are counted blind: no figures show until they are proved.")
    return _YES


def _visitor_or_outside(viewer: Viewer) -> str:
    if viewer.in_room:
        return f"No figure shows to a visitor before the conclusion ({V_66.citation})."
    says = "Figures are closed to everyone outside the count room until the conclusion"
    return f"{says} ({V_66.citation})."


def _after_conclusion(viewer: Viewer) -> Verdict:
    if viewer.duty in _AFTER:
        return _YES
    if viewer.duty in CAGE_ROLES:
        return _no("The cage has the third copy; the original is closed to it.")
    return _no(f"Count figures are not open to the duty {viewer.duty.printed}.")


def _before_agreement(count: CountView) -> Verdict:
    escalated = count.state is CountState.TEAM_RECHECK and count.recounted
    if escalated or count.state.rank >= CountState.AGREED.rank:
        return _YES
    return _no("The recount is blind: no figures show to you until it agrees.")


def differing_denominations(viewer: Viewer, count: CountView) -> Verdict:
    """Which denominations disagree, never by how much: the representative alone (C7, C7a)."""
    if viewer.duty is Role.CCR and viewer.in_room:
        return _YES
    if count.state in {CountState.DISCREPANT, CountState.STRAPS_DIRECTED}:
        return _no("The count and the recount do not agree.")
    return count_figures(viewer, count)


def supporting_documents(viewer: Viewer, count: CountView) -> Verdict:
    """Documents of the boxes, box counts and originals: never the cage (V-64)."""
    if viewer.duty in CAGE_ROLES:
        return _no("The cage opens neither originals nor supporting documents.")
    return count_figures(viewer, count)


def copy(viewer: Viewer, which: Copy, count: CountView) -> Verdict:
    """A kept copy: its own department, the room's people from the distribution on."""
    if viewer.duty not in which.roles:
        return _no(f"The {which.name.lower()} goes to: {which.destination}.")
    if count.concluded:
        return _YES
    at_work = viewer.in_room and viewer.duty in _AT_WORK
    if at_work and count.state.rank >= CountState.CCR_SIGNED.rank:
        return _YES
    return _no("Copies are released to this department when the count is concluded.")


def reconciliation(viewer: Viewer, count: CountView) -> Verdict:
    """Win, engine and variance of a gaming date: after the conclusion only."""
    if not may(viewer.duty, Permission.ACCOUNTING_DAY):
        return _no(f"The day's win is not open to the duty {viewer.duty.printed}.")
    if not count.concluded:
        return _no("The day's win shows when its count is concluded.")
    return _YES


def rounds(viewer: Viewer, count: CountView) -> Verdict:
    """What was played, round by round: after the conclusion only, for the win adds up from it."""
    if not may(viewer.duty, Permission.ROUNDS_SEE):
        return _no(f"Recorded rounds are not open to the duty {viewer.duty.printed}.")
    if not count.concluded:
        return _no("Recorded rounds show when the count of their day is concluded.")
    return _YES


def expected_rack(viewer: Viewer, *, closing_signed: bool) -> Verdict:
    """What a rack should hold: nobody at a table before the closing slip is signed."""
    del viewer
    if closing_signed:
        return _YES
    return _no("What the rack should hold shows when the closing slip is signed.")


def form(viewer: Viewer, paper: Paper, count: CountView | None) -> Verdict:
    """A form as it stands on record, read outside its own act.

    Args:
        viewer: Who asks.
        paper: Which kind of form.
        count: The count it belongs to, or nothing where it belongs to none.
    """
    if count is not None:
        return supporting_documents(viewer, count)
    if viewer.duty in _AFTER or any(viewer.duty in part.roles for part in paper.copies):
        return _YES
    return _no(f"The {paper.title} is not open to the duty {viewer.duty.printed}.")
