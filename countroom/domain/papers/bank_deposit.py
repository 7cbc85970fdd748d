"""Bank Deposit: which counts' proceeds went to the bank, and what its receipt says."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.domain.texts import name_fault, raise_faults
from countroom.money import ZERO, Money
from countroom.regulations import CLOSING


@dataclass(frozen=True, slots=True)
class BankDeposit:
    """The content of the paper.

    Attributes:
        counts: Names of the counts whose proceeds it holds.
        deposited: The day of the bank's receipt, a calendar day.
        amount: As the bank's receipt says.
        receipt: Number of that receipt.
    """

    counts: tuple[str, ...]
    deposited: date
    amount: Money
    receipt: str

    def __post_init__(self) -> None:
        raise_faults(
            {
                "counts": None if self.counts else "must name the counts it holds.",
                "amount": None if self.amount > ZERO else "must be what the receipt says.",
                "receipt": name_fault(self.receipt, 60),
            }
        )


PAPER: Final = Paper(
    code="bank_deposit",
    title="Bank Deposit",
    series="BD",
    content=BankDeposit,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that the bank's receipt says this",
            rule=CLOSING,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
