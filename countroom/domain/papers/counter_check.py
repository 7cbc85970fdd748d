"""Counter Check: the issuance copy from the box, entered by accounting after the conclusion.

Reference:
    525.17(a), 601a.9(c)(3), 41 Pa.B. 2952; V_45, V_110.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain.denominations import DENOMINATION_LIMIT_CENTS, Instrument, Line, Side
from countroom.domain.documents import Copy, Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.domain.texts import name_fault, raise_faults
from countroom.money import Money
from countroom.regulations import V_110


@dataclass(frozen=True, slots=True)
class CounterCheck:
    """The content of the paper.

    Attributes:
        table: Table it was exchanged at.
        serial: As printed.
        amount: As printed.
        box: The box it was found in.
        issued_at: When it was exchanged, if it says so.
        patron: Keyed token of the patron's account; the person's data stand elsewhere.
        issuer: Badge of who issued it, if it says so.
    """

    table: str
    serial: str
    amount: Money
    box: str = ""
    issued_at: datetime | None = None
    patron: str = ""
    issuer: str = ""

    def __post_init__(self) -> None:
        fits = 0 < self.amount.cents <= DENOMINATION_LIMIT_CENTS
        raise_faults(
            {
                "serial": name_fault(self.serial, 40),
                "amount": None if fits else "must be the amount that the check shows.",
            }
        )


def check_lines(content: CounterCheck) -> tuple[Line, ...]:
    """The one figure of a check."""
    return (
        Line(
            side=Side.CHECK,
            instrument=Instrument.COUNTER_CHECK,
            denomination_cents=content.amount.cents,
            pieces=1,
            table=content.table,
            box=content.box,
            reference=content.serial,
        ),
    )


ORIGINAL: Final = Copy("ISSUANCE COPY", "Accounting Department", _places.ACCOUNTING.roles)

PAPER: Final = Paper(
    code="counter_check",
    title="Counter Check, Issuance Copy",
    series="CC",
    content=CounterCheck,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that you entered this issuance copy as it was found in the box",
            rule=V_110,
        ),
    ),
    copies=(ORIGINAL,),
    lines=check_lines,
)
