"""Counter Checks as the cage first recorded them, for a gaming date: number and total a table.

Reference:
    609a.8(c)(1); V_116.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Copy, Paper, SignatureStep
from countroom.domain.findings import Finding
from countroom.domain.people import ACCOUNTING_ROLES, CAGE_ROLES, Role
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import V_116

CHECKS_LIMIT: Final = 9_999
"""More checks of one table and day are a slip of the hand."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """Counter Checks of one table.

    Attributes:
        table: Code of the table.
        checks: How many.
        total: Their sum.
    """

    table: str
    checks: int
    total: Money


@dataclass(frozen=True, slots=True)
class FirstChecks:
    """The content of the paper; a table that is not named had none.

    Attributes:
        day: The gaming date.
        tables: Number and total, table by table.
    """

    day: date
    tables: tuple[AtTable, ...]

    def __post_init__(self) -> None:
        faults = {
            entry.table: f"{entry.table}: enter how many checks there are and what they come to."
            for entry in self.tables
            if not 0 < entry.checks <= CHECKS_LIMIT or entry.total <= ZERO
        }
        if faults:
            raise EntryError(faults)


def differences(first: FirstChecks, entered: tuple[AtTable, ...]) -> tuple[Finding, ...]:
    """Compare what the cage first recorded with what accounting entered, table by table (V-116).

    Args:
        first: What the cage recorded.
        entered: Issuance copies that accounting entered.
    """
    cage = {entry.table: entry for entry in first.tables}
    books = {entry.table: entry for entry in entered}
    found = []
    for table in dict.fromkeys([*cage, *books]):
        none = AtTable(table, 0, ZERO)
        there, here = cage.get(table, none), books.get(table, none)
        if there != here:
            off = (here.total - there.total).in_words()
            sentence = (
                f"{table}: the cage first recorded {there.checks} Counter Checks for "
                f"{there.total.text()}, accounting entered {here.checks} for "
                f"{here.total.text()}: {off}."
            )
            found.append(Finding(V_116, sentence, table))
    return tuple(found)


PAPER: Final = Paper(
    code="first_checks",
    title="Counter Checks First Recorded by the Cage",
    series="KC",
    content=FirstChecks,
    signatures=(
        SignatureStep(
            name="cage",
            roles=CAGE_ROLES,
            attests="that these Counter Checks were first recorded in the cage on that date",
            rule=V_116,
        ),
    ),
    copies=(
        Copy(
            "ORIGINAL", "Accounting Department", ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT, Role.CCR}
        ),
    ),
)
