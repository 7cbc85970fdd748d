"""A table's win: what the rack, the slips and the box together say the house took.

Reference:
    601a.9(c)-(d), 465a.25; V_46, V_110.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from countroom.domain.findings import Finding
from countroom.money import ZERO, Money, total
from countroom.regulations import V_44, V_110

HOLD_PLACES: Final = Decimal("0.0001")
"""A hold is written to four places, halves away from zero, wherever it is written."""

NO_HOLD: Final = "n/a"


def win_of(*, opening: Money, fills: Money, credits_: Money, drop: Money, closing: Money) -> Money:
    """Work out the win of a banking table for one drop period.

    >>> win_of(
    ...     opening=Money(2_000_000), fills=Money(500_000), credits_=Money(300_000),
    ...     drop=Money(900_000), closing=Money(1_850_000),
    ... ).text()
    '5,500.00'
    """
    return closing + credits_ + drop - opening - fills


def hold_of(win: Money, drop: Money) -> str | None:
    """Win by drop as an exact decimal, or nothing where nothing was dropped.

    >>> hold_of(Money(8_675_00), Money(5_260_00)), hold_of(Money(5), Money(-40))
    ('1.6492', None)
    """
    if drop <= ZERO:
        return None
    share = Decimal(win.cents) / Decimal(drop.cents)
    return str(share.quantize(HOLD_PLACES, rounding=ROUND_HALF_UP))


def hold_shown(hold: str | None) -> str:
    """A hold as a person reads it, in percent.

    >>> hold_shown("-0.4370"), hold_shown(None)
    ('-43.70%', 'n/a')
    """
    return NO_HOLD if hold is None else f"{Decimal(hold) * 100:.2f}%"


@dataclass(frozen=True, slots=True)
class Banking:
    """The money day of a banking table."""

    opening: Money
    fills: Money
    credits: Money
    currency: Money
    checks: Money
    closing: Money

    @property
    def drop(self) -> Money:
        """Currency and Counter Checks; coupons, chips and slips add nothing (V-46)."""
        return self.currency + self.checks

    @property
    def win(self) -> Money:
        """What the house won, below nothing where it lost."""
        return win_of(
            opening=self.opening,
            fills=self.fills,
            credits_=self.credits,
            drop=self.drop,
            closing=self.closing,
        )

    @property
    def hold(self) -> str | None:
        """Win by drop."""
        return hold_of(self.win, self.drop)


@dataclass(frozen=True, slots=True)
class Nonbanking:
    """The money day of a nonbanking table: its win is its rake.

    Attributes:
        value_chips: Value chips in its boxes.
        rake_chips: Rake chips in its boxes.
        rake_in_cash: The filed rake is taken in currency; otherwise currency is chip sales.
    """

    opening: Money
    fills: Money
    credits: Money
    currency: Money
    checks: Money
    closing: Money
    value_chips: Money
    rake_chips: Money
    rake_in_cash: bool = False

    @property
    def drop(self) -> Money:
        """Currency and Counter Checks that bought chips here."""
        return self.checks if self.rake_in_cash else self.currency + self.checks

    @property
    def rake(self) -> Money:
        """Chips in the box, and the currency where the rake is filed as taken in cash."""
        chips = self.value_chips + self.rake_chips
        return chips + self.currency if self.rake_in_cash else chips

    @property
    def win(self) -> Money:
        """The rake."""
        return self.rake

    @property
    def hold(self) -> str | None:
        """Nothing: a rake is no share of a drop."""
        return None

    @property
    def chips_sold(self) -> Money:
        """What the inventory says was sold to patrons."""
        return self.opening + self.fills - self.credits - self.closing

    @property
    def cash_over_short(self) -> Money:
        """Currency and checks against chips sold: over above nothing, short below."""
        return self.drop - self.chips_sold

    def findings(self) -> tuple[Finding, ...]:
        """A rake below nothing is investigated (V-44)."""
        if self.rake >= ZERO:
            return ()
        return (Finding(V_44, f"The rake is {self.rake.text()}."),)


def banking_total(days: Iterable[Banking]) -> Banking:
    """Add tables up; a losing table offsets a winning one."""
    every = list(days)

    def summed(name: str) -> Money:
        return total([getattr(day, name) for day in every])

    return Banking(
        opening=summed("opening"),
        fills=summed("fills"),
        credits=summed("credits"),
        currency=summed("currency"),
        checks=summed("checks"),
        closing=summed("closing"),
    )


def checks_missing(table: str, *, tallied: int, entered: int, complete: bool) -> Finding | None:
    """Say what stands between a table and its win: Counter Checks not yet entered (V-110).

    Args:
        table: Code of the table.
        tallied: Issuance copies found in its boxes.
        entered: Checks that accounting has entered.
        complete: Accounting has said that all are entered.
    """
    if complete:
        return None
    sentence = f"{table}: {entered} of {tallied} Counter Checks entered, and not closed."
    return Finding(V_110, sentence, table)
