"""Who works in the house: people, the roles they hold, and which roles exclude each other.

What depends on one act (who recounts what he counted) is decided where the act is; here
stands only what no assignment may bring together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.texts import code_fault, name_fault, raise_faults
from countroom.regulations import SOD_3, SOD_8, SOD_13, SURVEILLANCE_APART, Rule

CREDENTIAL_LIMIT: Final = 24
"""Characters that a credential number may have."""


class Employer(StrEnum):
    """Whose employee a person is."""

    CASINO = "casino"
    BOARD = "board"


class Role(StrEnum):
    """A duty that a person may be given, and signs into."""

    DEALER = "dealer"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    PIT_CLERK = "pit_clerk"
    SECURITY = "security"
    CHIP_BANK_CASHIER = "chip_bank_cashier"
    DROP_TEAM = "drop_team"
    COUNT_TEAM = "count_team"
    COUNT_ROOM_SUPERVISOR = "count_room_supervisor"
    COUNT_ROOM_EMPLOYEE = "count_room_employee"
    MAIN_BANK_CASHIER = "main_bank_cashier"
    CAGE_SUPERVISOR = "cage_supervisor"
    CCR = "ccr"
    ACCOUNTING = "accounting"
    ACCOUNTING_SUPERVISOR = "accounting_supervisor"
    SURVEILLANCE = "surveillance"
    FINANCE = "finance"
    FINANCE_SUPERVISOR = "finance_supervisor"
    MARKETING = "marketing"
    MARKETING_SUPERVISOR = "marketing_supervisor"
    INTERNAL_AUDIT = "internal_audit"
    ADMINISTRATOR = "administrator"

    @property
    def printed(self) -> str:
        """The role as screens and prints call it."""
        return _PRINTED[self]


_PRINTED: Final = {
    Role.DEALER: "Dealer",
    Role.BOXPERSON: "Boxperson",
    Role.FLOORPERSON: "Floorperson",
    Role.PIT_CLERK: "Pit Clerk",
    Role.SECURITY: "Security Officer",
    Role.CHIP_BANK_CASHIER: "Chip Bank Cashier",
    Role.DROP_TEAM: "Drop Team Member",
    Role.COUNT_TEAM: "Count Team Member",
    Role.COUNT_ROOM_SUPERVISOR: "Count Room Supervisor",
    Role.COUNT_ROOM_EMPLOYEE: "Count Room Employee",
    Role.MAIN_BANK_CASHIER: "Main Bank Cashier",
    Role.CAGE_SUPERVISOR: "Cage Supervisor",
    Role.CCR: "Casino Compliance Representative",
    Role.ACCOUNTING: "Accounting",
    Role.ACCOUNTING_SUPERVISOR: "Accounting Supervisor",
    Role.SURVEILLANCE: "Surveillance",
    Role.FINANCE: "Finance",
    Role.FINANCE_SUPERVISOR: "Finance Supervisor",
    Role.MARKETING: "Marketing",
    Role.MARKETING_SUPERVISOR: "Marketing Supervisor",
    Role.INTERNAL_AUDIT: "Internal Audit",
    Role.ADMINISTRATOR: "Administrator",
}

CAGE_ROLES: Final = frozenset(
    {Role.CHIP_BANK_CASHIER, Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR}
)
"""The cage: never sees an original count report or a supporting document."""

RECOUNT_ROLES: Final = frozenset({Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR})
"""Who may recount, and sign third."""

ROOM_ROLES: Final = frozenset(
    {Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE, Role.CCR}
)
"""Who works in the count room."""

ACCOUNTING_ROLES: Final = frozenset({Role.ACCOUNTING, Role.ACCOUNTING_SUPERVISOR})
"""Revenue audit: receives the originals, enters the checks, works out the win."""

FINANCE_ROLES: Final = frozenset({Role.FINANCE, Role.FINANCE_SUPERVISOR})
"""Keeps the ledger of coupons and their stock."""

MARKETING_ROLES: Final = frozenset({Role.MARKETING, Role.MARKETING_SUPERVISOR})
"""Gives coupons to patrons."""

TABLE_ROLES: Final = frozenset({Role.DEALER, Role.BOXPERSON})
"""Who counts a table's inventory."""

NOT_WITH_COUNT_TEAM: Final = CAGE_ROLES | ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT}
"""SOD-13, where the house keeps them apart."""

NOT_WITH_SURVEILLANCE: Final = frozenset({Role.COUNT_TEAM, Role.DROP_TEAM})
"""Who is watched does not watch."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Roles that one person may not hold together.

    Attributes:
        rule: The rule it is against.
        sentence: Which roles they are.
    """

    rule: Rule
    sentence: str


def _named(roles: Iterable[Role]) -> str:
    return ", ".join(role.printed for role in sorted(roles, key=list(Role).index))


def role_conflicts(roles: Iterable[Role], *, count_team_apart: bool) -> tuple[Conflict, ...]:
    """Find the roles that one person may not hold together.

    Args:
        roles: What the person is to hold.
        count_team_apart: The house keeps the count team out of cage, accounting and internal
            audit (a setting of the property).

    Reference:
        SOD_3, SOD_8, SOD_13, SURVEILLANCE_APART; count-room duties that depend on one count
        (SOD_1, SOD_2, SOD_12) are checked at the act.
    """
    held = frozenset(roles)
    found = []
    if Role.CCR in held and len(held) > 1:
        others = _named(held - {Role.CCR})
        found.append(Conflict(SOD_3, f"{Role.CCR.printed} cannot also be {others}."))
    clash = held & NOT_WITH_COUNT_TEAM
    if count_team_apart and Role.COUNT_TEAM in held and clash:
        sentence = f"{Role.COUNT_TEAM.printed} cannot also be {_named(clash)}."
        found.append(Conflict(SOD_13, sentence))
    watched = held & NOT_WITH_SURVEILLANCE
    if Role.SURVEILLANCE in held and watched:
        sentence = f"{Role.SURVEILLANCE.printed} cannot also be {_named(watched)}."
        found.append(Conflict(SURVEILLANCE_APART, sentence))
    if held & FINANCE_ROLES and held & MARKETING_ROLES:
        ledger, giving = _named(held & FINANCE_ROLES), _named(held & MARKETING_ROLES)
        found.append(Conflict(SOD_8, f"{ledger} cannot also be {giving}."))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who works in the house, or for the Board in the house.

    Attributes:
        code: Badge number; text, zeros kept.
        name: Full name in any script, as printed beside a signature.
        title: Job title, as printed.
        roles: What the person may sign in to, each once.
        credential: Board-issued credential number.
        employer: The casino, or for a compliance representative the Board.
    """

    code: str
    name: str
    title: str
    roles: tuple[Role, ...]
    credential: str
    employer: Employer = Employer.CASINO

    def __post_init__(self) -> None:
        raise_faults(
            {
                "code": code_fault(self.code),
                "name": name_fault(self.name),
                "title": name_fault(self.title),
                "roles": self._roles_fault(),
                "credential": name_fault(self.credential, CREDENTIAL_LIMIT),
                "employer": self._employer_fault(),
            }
        )

    def _roles_fault(self) -> str | None:
        if not self.roles:
            return "is empty: name at least one role."
        if len(set(self.roles)) < len(self.roles):
            return "names a role twice."
        return None

    def _employer_fault(self) -> str | None:
        if not self.roles or (Role.CCR in self.roles) == (self.employer is Employer.BOARD):
            return None
        return (
            f"must be {Employer.BOARD} for a {Role.CCR.printed}, and for nobody else "
            f"({SOD_3.citation})."
        )

    def holds(self, *roles: Role) -> bool:
        """Whether the person may sign in to one of these duties."""
        return not set(self.roles).isdisjoint(roles)
