"""Contest Result: what a contest took in fees and gave in prizes; each is taxed by itself.

Reference:
    601a.9(f); V_113.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.findings import Finding
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.domain.texts import name_fault, raise_faults
from countroom.money import ZERO, Money
from countroom.regulations import V_113


@dataclass(frozen=True, slots=True)
class ContestResult:
    """The content of the paper.

    Attributes:
        contest: What it is called.
        ended: The gaming date that it ended on.
        entrants: How many took part.
        fees: What they paid to take part.
        prizes: What was given to winners: cash, and things at what they cost.
    """

    contest: str
    ended: date
    entrants: int
    fees: Money
    prizes: Money

    def __post_init__(self) -> None:
        raise_faults(
            {
                "contest": name_fault(self.contest, 80),
                "entrants": None if self.entrants > 0 else "must be how many took part.",
                "fees": None if self.fees >= ZERO else "must be what they paid.",
                "prizes": None if self.prizes >= ZERO else "must be what winners were given.",
            }
        )

    @property
    def net(self) -> Money:
        """What the house kept, below nothing where it lost."""
        return self.fees - self.prizes

    def findings(self) -> tuple[Finding, ...]:
        """A contest that lost counts as nothing, and lowers no other (V-113)."""
        if self.net >= ZERO:
            return ()
        says = f"{self.contest} lost {abs(self.net).text()}: it is set off against no other."
        return (Finding(V_113, says, self.contest),)


PAPER: Final = Paper(
    code="contest_result",
    title="Contest Result",
    series="CN",
    content=ContestResult,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that these fees were taken and these prizes given in this contest alone",
            rule=V_113,
        ),
        SignatureStep(
            name="audit_manager",
            roles=frozenset({Role.ACCOUNTING_SUPERVISOR}),
            attests="that you checked the fees and prizes of this contest",
            rule=V_113,
            not_also=frozenset({"accounting"}),
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
