"""What accounting needs to know of a house: when its tables opened, its filing week, its accounts.

What the law's text does not say here is stated by the house, or stays unsettled: nothing is
guessed, and an amount that hangs on it is refused in a sentence.
"""

from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.texts import code_fault, raise_faults


class Weekday(StrEnum):
    """A day of the week, in the order of the calendar."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"

    @property
    def place(self) -> int:
        """Its place in the week, as ``date.weekday`` counts: Monday is 0."""
        return list(Weekday).index(self)


class NegativeWeek(StrEnum):
    """What is due on a revenue below nothing."""

    UNSETTLED = "unsettled"
    NOTHING_DUE = "nothing_due"


_ACCOUNT: Final = "account_"


@dataclass(frozen=True, slots=True)
class Bookkeeping:
    """How the house files its tax and keeps its books.

    Attributes:
        table_games_opened: First gaming date of table games at this facility; the rate of its
            first two years is counted from it (13A62(a)(3)). Nothing where it is not stated.
        tax_week_starts: The weekday that the filing week begins with. Nothing where it is not
            stated: then no week can be formed.
        negative_week: What is due on a revenue below nothing. The text at hand does not say
            whether a loss is carried on; ``unsettled`` names no amount.
        account_cash: Account of the currency counted.
        account_checks: Account of the Counter Checks taken.
        account_table_chips: Account of the chips in the tables' inventories.
        account_bank_chips: Account of the chips in the chip bank.
        account_banking_win: Account of the win of banking tables.
        account_rake: Account of the rake of nonbanking tables.
        account_over_short: Account of what the currency of nonbanking tables is over or short,
            and what the win of banking tables is over or short of their games.
        account_contests: Account of what contests brought.
        account_overnight: Account of what racks were over or short of the slip before.
    """

    table_games_opened: date | None = None
    tax_week_starts: Weekday | None = None
    negative_week: NegativeWeek = NegativeWeek.UNSETTLED
    account_cash: str = "1010"
    account_checks: str = "1120"
    account_table_chips: str = "1310"
    account_bank_chips: str = "1320"
    account_banking_win: str = "4010"
    account_rake: str = "4020"
    account_over_short: str = "4090"
    account_contests: str = "4030"
    account_overnight: str = "4095"

    @property
    def states_tax(self) -> bool:
        """Whether the weekly tax can be worked out from what the house states."""
        return self.table_games_opened is not None and self.tax_week_starts is not None

    def __post_init__(self) -> None:
        names = [each.name for each in fields(self) if each.name.startswith(_ACCOUNT)]
        raise_faults({name: code_fault(getattr(self, name)) for name in names})


UNSTATED: Final = Bookkeeping()
"""What holds for a house that states nothing."""
