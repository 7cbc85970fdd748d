"""Weekly Tax Return: what a filing week owed as it was filed; nothing is posted in it any more.

Reference:
    4 Pa.C.S. 13A62(b), 13A63(a); V_114, CLOSING.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.money import Money, total
from countroom.regulations import CLOSING


@dataclass(frozen=True, slots=True)
class ReturnDay:
    """One gaming date of the week: what it is taxed on."""

    gaming_date: date
    banking: Money
    nonbanking: Money
    automated: Money
    contests: Money

    @property
    def gross(self) -> Money:
        """All of it."""
        return total([self.banking, self.nonbanking, self.automated, self.contests])


@dataclass(frozen=True, slots=True)
class WeeklyReturn:
    """The content of the paper.

    Attributes:
        first: First gaming date of the week.
        last: Its last.
        days: Its gaming dates that were counted.
        state_tax: Due to the state on all revenue.
        automated_tax: Due besides on automated tables.
        local_share: The local share.
    """

    first: date
    last: date
    days: tuple[ReturnDay, ...]
    state_tax: Money
    automated_tax: Money
    local_share: Money

    @property
    def gross(self) -> Money:
        """What the week is taxed on."""
        return total([day.gross for day in self.days])

    @property
    def due(self) -> Money:
        """All that is held in trust and paid."""
        return total([self.state_tax, self.automated_tax, self.local_share])


PAPER: Final = Paper(
    code="weekly_return",
    title="Weekly Tax Return",
    series="WT",
    content=WeeklyReturn,
    signatures=(
        SignatureStep(
            name="audit_manager",
            roles=frozenset({Role.ACCOUNTING_SUPERVISOR}),
            attests="that every day of this week is filed and this is due on it",
            rule=CLOSING,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
