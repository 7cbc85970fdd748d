"""Does the money agree with the games: the variance of a table's period in independent parts.

``variance = cash + checks + chips``, exactly. Coupons are compared by serial beside it, since a
coupon is no money. Above nothing is over, below is short.

Reference:
    5.8 and 5.10 of the count's procedure, 601a.9(c); V_103, V_111.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from countroom.domain.coupons import CouponDifference
from countroom.domain.findings import Finding
from countroom.domain.inventory import expected_closing
from countroom.domain.revenue import Banking, Nonbanking
from countroom.money import ZERO, Money, total
from countroom.regulations import V_111


@dataclass(frozen=True, slots=True)
class Played:
    """What the rounds of a table's period should have left, settled by the book.

    Attributes:
        house_net: What the win must be: of a nonbanking table, the rake.
        house_net_chips: What play did to the rack; nothing at a nonbanking table.
        cash_buyins: Chips sold for currency.
        check_buyins: Counter Checks exchanged: serial and amount.
        coupons: Serials of the coupons that went into the box.
        rake: Taken from pots.
    """

    house_net: Money = ZERO
    house_net_chips: Money = ZERO
    cash_buyins: Money = ZERO
    check_buyins: tuple[tuple[str, Money], ...] = ()
    coupons: tuple[str, ...] = ()
    rake: Money = ZERO

    @property
    def checks(self) -> Money:
        """Chips sold for Counter Checks."""
        return total([amount for _, amount in self.check_buyins])

    @property
    def chips_sold(self) -> Money:
        """Chips sold in all."""
        return self.cash_buyins + self.checks


@dataclass(frozen=True, slots=True)
class Variance:
    """The difference between the books and the games.

    Attributes:
        cash: Currency counted less bought in.
        checks: Issuance copies less exchanged.
        chips: Closing counted less expected; at a nonbanking table the rake's part as well.
        coupons: Counted against settled.
    """

    cash: Money
    checks: Money
    chips: Money
    coupons: CouponDifference

    @property
    def total(self) -> Money:
        """The variance: the sum of its parts."""
        return self.cash + self.checks + self.chips

    @property
    def is_even(self) -> bool:
        """Whether nothing differs in any part."""
        parts = (self.cash, self.checks, self.chips)
        return all(part == ZERO for part in parts) and not self.coupons.findings()


def of_banking(day: Banking, played: Played, coupons: CouponDifference) -> Variance:
    """Compare a banking table; the total is its win less the games' result."""
    expected = expected_closing(
        day.opening,
        fills=day.fills,
        credits_=day.credits,
        chips_sold=played.chips_sold,
        house_net=played.house_net_chips,
    )
    return Variance(
        cash=day.currency - played.cash_buyins,
        checks=day.checks - played.checks,
        chips=day.closing - expected,
        coupons=coupons,
    )


def of_nonbanking(day: Nonbanking, played: Played, coupons: CouponDifference) -> Variance:
    """Compare a nonbanking table: chips sold against the box, and the rake against the pots."""
    expected = expected_closing(
        day.opening,
        fills=day.fills,
        credits_=day.credits,
        chips_sold=played.chips_sold,
        house_net=played.house_net_chips,
    )
    currency = ZERO if day.rake_in_cash else day.currency
    return Variance(
        cash=currency - played.cash_buyins,
        checks=day.checks - played.checks,
        chips=(day.closing - expected) + (day.rake - played.rake),
        coupons=coupons,
    )


class Band(StrEnum):
    """How much a variance asks for."""

    EVEN = "even"
    LOOK = "look"
    EXPLAIN = "explain"


def band(variance: Money, *, warn: Money) -> Band:
    """Say whether a variance is nothing, to be looked at, or to be explained (V-111).

    Args:
        variance: Over or short.
        warn: Up to this amount a look is enough (setting).
    """
    if variance == ZERO:
        return Band.EVEN
    return Band.LOOK if abs(variance) <= warn else Band.EXPLAIN


def findings(table: str, variance: Variance, *, warn: Money) -> tuple[Finding, ...]:
    """What of a variance needs an explanation and a signature."""
    found = list(variance.coupons.findings())
    if band(variance.total, warn=warn) is Band.EXPLAIN:
        sentence = f"{table} is {variance.total.in_words()}: beyond {warn.text()}."
        found.insert(0, Finding(V_111, sentence, table))
    return tuple(found)


def repeats(variances: Sequence[Money], *, days: int) -> bool:
    """Whether the last ``days`` variances all lie on one side, which is investigated."""
    last = variances[-days:]
    if len(last) < days:
        return False
    return all(amount > ZERO for amount in last) or all(amount < ZERO for amount in last)


# ------------------------------------------------------------------------------- the causes


class Part(StrEnum):
    """Where a difference lies."""

    CASH = "cash"
    CHECKS = "checks"
    CHIPS = "chips"
    COUPONS = "coupons"
    PAPERS = "papers"
