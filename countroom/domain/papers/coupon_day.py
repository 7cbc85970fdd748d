"""Daily Match Play Coupon Reconciliation Form: what became of marketing's coupons on a day.

Reference:
    525.21(j)-(k); V_88, V_89, V_90, V_91; identity 5.9.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.coupon_lots import Several, count, gather, text, union, without
from countroom.domain.coupon_programme import MarketingDay
from countroom.domain.coupon_ranges import Serials, check_quantity, serials
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _coupons
from countroom.domain.papers._coupons import Voided
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.money import Money
from countroom.regulations import V_88


class Fate(StrEnum):
    """What became of coupons of marketing on a day, or whence they came."""

    RETAINED_BEFORE = "retained_before"
    RECEIVED = "received"
    DISTRIBUTED = "distributed"
    VOIDED = "voided"
    RETURNED = "returned"
    MISSING = "missing"
    RETAINED = "retained"

    @property
    def word(self) -> str:
        """As screens and prints call it."""
        return "retained from the day before" if self is Fate.RETAINED_BEFORE else self.value


@dataclass(frozen=True, slots=True)
class DayEntry:
    """The day of one design, in pieces; they add up but for the variation.

    Attributes:
        design: Code of the design.
        denomination: Face value.
        retained_before: Carried over from the day before.
        received: Issued by finance.
        distributed: Given to patrons, as marketing tallied it.
        voided: Spoilt, each with its reason.
        returned: Given back to finance during the day.
        retained: Remaining, and carried over to the next day.
        variation: What remains beyond what must remain.
        explanation: Of the variation.
    """

    design: str
    denomination: Money
    retained_before: int
    received: int
    distributed: int
    voided: int
    returned: int
    retained: int
    variation: int
    explanation: str = ""

    def __post_init__(self) -> None:
        assert self.variation == self._day.variation, "an entry says its own variation"
        if self.variation and not self.explanation.strip():
            kept = self.retained - self.variation
            msg = (
                f"{self.design}: {kept:,} must remain and {self.retained:,} do, a variation of "
                f"{self.variation:+,}: explain it."
            )
            raise RuleError(V_88, msg)

    @property
    def _day(self) -> MarketingDay:
        return MarketingDay(
            self.retained_before,
            self.received,
            self.distributed,
            self.voided,
            self.returned,
            self.retained,
        )


@dataclass(frozen=True, slots=True)
class DaySerials:
    """Coupons that follow each other, and what became of them.

    Attributes:
        design: Code of the design.
        fate: What became of them.
        first: Lowest serial.
        last: Highest serial.
        quantity: As many as first to last.
        reason: Of voided ones.
    """

    design: str
    fate: Fate
    first: str
    last: str
    quantity: int
    reason: str = ""

    def __post_init__(self) -> None:
        check_quantity(self.serials, self.quantity)

    @property
    def serials(self) -> Serials:
        """Which they are."""
        return serials(self.first, self.last)


@dataclass(frozen=True, slots=True)
class CouponDay:
    """The content of the paper.

    Attributes:
        day: The gaming date.
        entries: One a design that marketing held or received.
        serials: Which coupons, range by range.
        kept_in: The locked area of what is retained, or empty.
    """

    day: date
    entries: tuple[DayEntry, ...]
    serials: tuple[DaySerials, ...] = ()
    kept_in: str = ""

    def of(self, design: str, fate: Fate) -> Several:
        """The coupons of a design that had a fate."""
        return union(
            each.serials for each in self.serials if each.design == design and each.fate is fate
        )


@dataclass(frozen=True, slots=True)
class DayLedger:
    """What the ledger says of one design of marketing's on a day.

    Attributes:
        before: What was carried over.
        received: Issued during the day.
        voided: Voided with a return during the day, with reasons.
        returned: Given back during the day.
    """

    before: Several = ()
    received: Several = ()
    voided: tuple[tuple[Several, str], ...] = ()
    returned: Several = ()

    @property
    def here(self) -> Several:
        """What is still with marketing."""
        gone = [*self.returned, *(each for of, _ in self.voided for each in of)]
        return without(union([*self.before, *self.received]), gone)

    def __bool__(self) -> bool:
        return bool(self.before or self.received)


@dataclass(frozen=True, slots=True)
class DayCounted:
    """What marketing says of one design at the end of the day.

    Attributes:
        distributed: How many were given to patrons, as tallied.
        remaining: Which are left.
        voids: Which were voided today, with reasons.
        missing: Which are neither given out nor left.
        explanation: Of a variation.
    """

    distributed: int
    remaining: Several = ()
    voids: tuple[Voided, ...] = ()
    missing: Several = ()
    explanation: str = ""


def reckon(
    design: str, face: Money, ledger: DayLedger, counted: DayCounted
) -> tuple[DayEntry, tuple[DaySerials, ...]]:
    """Work a design's day out: what is not left, voided or missing was given to patrons.

    Args:
        design: Code of the design.
        face: Its value.
        ledger: What the ledger says.
        counted: What marketing says.

    Raises:
        EntryError: A serial is not with marketing, stands twice, or as many are missing as
            the variation does not say.
        RuleError: The day does not add up and nobody says why (V-88).
    """
    voided = [each.serials for each in counted.voids]
    named = gather([*counted.remaining, *voided, *counted.missing], field=f"{design}.remaining")
    absent = without(named, ledger.here)
    if absent:
        raise EntryError({f"{design}.remaining": f"Not with marketing: {text(absent)}."})
    given = without(ledger.here, named)
    entry = _entry(design, face, ledger, counted)
    if count(counted.missing) > max(0, -entry.variation):
        says = f"{count(counted.missing):,} named missing, and {entry.variation:+,} vary."
        raise EntryError({f"{design}.missing": says})
    return entry, tuple(_serials(design, ledger, counted, given))


def _entry(design: str, face: Money, ledger: DayLedger, counted: DayCounted) -> DayEntry:
    voided = sum(each.quantity for each in counted.voids)
    figures = {
        "retained_before": count(ledger.before),
        "received": count(ledger.received),
        "distributed": counted.distributed,
        "voided": voided + sum(count(of) for of, _ in ledger.voided),
        "returned": count(ledger.returned),
        "retained": count(counted.remaining),
    }
    variation = MarketingDay(**figures).variation
    return DayEntry(
        design, face, **figures, variation=variation, explanation=counted.explanation.strip()
    )


def _serials(
    design: str, ledger: DayLedger, counted: DayCounted, given: Several
) -> Iterator[DaySerials]:
    of: list[tuple[Fate, Several, str]] = [
        (Fate.RETAINED_BEFORE, ledger.before, ""),
        (Fate.RECEIVED, ledger.received, ""),
        (Fate.DISTRIBUTED, given, ""),
        *((Fate.VOIDED, serials_, reason) for serials_, reason in ledger.voided),
        *((Fate.VOIDED, (each.serials,), each.reason) for each in counted.voids),
        (Fate.RETURNED, ledger.returned, ""),
        (Fate.MISSING, counted.missing, ""),
        (Fate.RETAINED, counted.remaining, ""),
    ]
    for fate, several, reason in of:
        for lot in _coupons.lots(design, Money(0), several):
            yield DaySerials(design, fate, lot.first, lot.last, lot.quantity, reason)


PAPER: Final = Paper(
    code="coupon_day",
    title="Daily Match Play Coupon Reconciliation Form",
    series="MD",
    content=CouponDay,
    signatures=(
        SignatureStep(
            name="marketing_supervisor",
            roles=frozenset({Role.MARKETING_SUPERVISOR}),
            attests="that this is what became of the coupons marketing held on this gaming day",
            rule=V_88,
        ),
    ),
    copies=(_coupons.MARKETING, _coupons.FINANCE),
)
