"""Bank Claim: a strap short or over, a counterfeit, that the bank found in a deposit later."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.domain.texts import name_fault, raise_faults
from countroom.money import ZERO, Money
from countroom.regulations import CLOSING


class ClaimKind(StrEnum):
    """What the bank found."""

    SHORT = "short"
    OVER = "over"
    COUNTERFEIT = "counterfeit"

    @property
    def printed(self) -> str:
        """In words."""
        return {"short": "Strap short", "over": "Strap over"}.get(self.value, "Counterfeit")

    @property
    def sign(self) -> int:
        """Whether the bank takes it off our account, or adds it."""
        return 1 if self is ClaimKind.OVER else -1


@dataclass(frozen=True, slots=True)
class BankClaim:
    """The content of the paper.

    Attributes:
        kind: What the bank found.
        claimed: The day of its letter, a calendar day.
        denomination: Of the strap or note.
        amount: What it came to, always above nothing.
        label: As on the strap, or empty.
        count: Of the label, or empty.
        reference: Of the bank's letter.
        remark: What else there is to say.
    """

    kind: ClaimKind
    claimed: date
    denomination: Money
    amount: Money
    label: str
    count: str
    reference: str
    remark: str = ""

    def __post_init__(self) -> None:
        raise_faults(
            {
                "denomination": None if self.denomination > ZERO else "must be that of a note.",
                "amount": None if self.amount > ZERO else "must be what the bank claims.",
                "reference": name_fault(self.reference, 60),
            }
        )

    @property
    def effect(self) -> Money:
        """What it does to our account."""
        return self.amount * self.kind.sign


PAPER: Final = Paper(
    code="bank_claim",
    title="Bank Claim",
    series="BQ",
    content=BankClaim,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that the bank claims this",
            rule=CLOSING,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
