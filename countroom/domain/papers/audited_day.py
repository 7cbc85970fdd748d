"""Revenue Worksheet, Final Audited: a gaming date as accounting files it.

Versions follow each other when something is adjusted after the filing; the count reports and
every earlier version stay as they were signed.

Reference:
    4.22 of the count's procedure; V_115, FILING; case E2.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.money import ZERO, Money, total
from countroom.regulations import FILING


@dataclass(frozen=True, slots=True)
class AuditedTable:
    """One table of the worksheet.

    Attributes:
        table: Which.
        opening: Inventory at its beginning.
        fills: Added.
        credits: Taken away.
        drop: Currency and Counter Checks.
        closing: Inventory at its end.
        win: Of a nonbanking table its rake.
        games: What its rounds say, or nothing where none are on record.
        cash: Over or short.
        checks: Over or short.
        chips: Over or short.
        explained: Number of the explanation, or empty.
    """

    table: str
    opening: Money
    fills: Money
    credits: Money
    drop: Money
    closing: Money
    win: Money
    games: Money | None
    cash: Money
    checks: Money
    chips: Money
    explained: str = ""

    @property
    def variance(self) -> Money:
        """Win less what the games say."""
        return self.cash + self.checks + self.chips


@dataclass(frozen=True, slots=True)
class AuditedChange:
    """An adjustment posted on the date.

    Attributes:
        name: Its number.
        of: The gaming date that it is about.
        table: Which table.
        figure: Which figure.
        before: As it stood.
        after: As it is.
        reason: Why.
        approved_by: Badge of who approved it.
    """

    name: str
    of: date
    table: str
    figure: str
    before: Money
    after: Money
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class SignedReport:
    """A count report that the worksheet follows, by its digest: it stays as it was signed."""

    name: str
    version: int
    sha256: str


@dataclass(frozen=True, slots=True)
class AuditedDay:
    """The content of the paper.

    Attributes:
        status: What it is called on paper.
        tables: In table order.
        banking: Win of the banking tables.
        rake: Of the nonbanking tables.
        prior_period: What adjustments of filed periods, posted on this date, add.
        changes: Adjustments, of this date and of earlier ones.
        follows: Count reports whose figures it takes; it supersedes the preliminary worksheet.
    """

    status: str
    tables: tuple[AuditedTable, ...]
    banking: Money
    rake: Money
    prior_period: Money = ZERO
    changes: tuple[AuditedChange, ...] = ()
    follows: tuple[SignedReport, ...] = ()

    @property
    def gross(self) -> Money:
        """Everything that is taxed on this date."""
        return total([self.banking, self.rake, self.prior_period])


STATUS: Final = "FINAL AUDITED: supersedes the preliminary worksheet"

PAPER: Final = Paper(
    code="audited_day",
    title="Revenue Worksheet, Final Audited",
    series="FA",
    content=AuditedDay,
    signatures=(
        SignatureStep(
            name="audit_manager",
            roles=frozenset({Role.ACCOUNTING_SUPERVISOR}),
            attests="that the forms of this day were audited and its figures are these",
            rule=FILING,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
