"""Coupons found in concluded counts, added up: by denomination, and what is no redemption.

Reference:
    525.21(m), (o); cases F1, F4.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from countroom.domain.found_coupons import Outcome, outcome_of
from countroom.domain.papers.coupon_processing import Exceptional, Redeemed
from countroom.money import Money


@dataclass(frozen=True, slots=True)
class FoundCoupon:
    """A coupon found in a box of a concluded count.

    Attributes:
        serial: As listed.
        value: As listed.
        remark: What became of it.
        box: Where it was found.
        count: In which count.
        day: Its gaming date.
    """

    serial: str
    value: Money
    remark: str
    box: str
    count: str
    day: date

    @property
    def outcome(self) -> Outcome:
        """What became of it."""
        return outcome_of(self.remark)


def by_denomination(found: Iterable[FoundCoupon]) -> tuple[Redeemed, ...]:
    """Redeemed coupons by denomination, highest first; late ones are redeemed too (F1)."""
    redeemed = [one for one in found if one.outcome.redeems]
    pieces = Counter(one.value for one in redeemed)
    late = Counter(one.value for one in redeemed if one.outcome is Outcome.EXPIRED)
    return tuple(Redeemed(value, pieces[value], late[value]) for value in sorted(pieces)[::-1])


def exceptions(found: Iterable[FoundCoupon]) -> tuple[Exceptional, ...]:
    """Coupons that are no plain redemption, as listed."""
    return tuple(
        Exceptional(one.serial, one.value, one.box, one.remark)
        for one in found
        if one.outcome is not Outcome.REDEEMED
    )


def footnote(found: Iterable[FoundCoupon]) -> str:
    """Name the coupons that were accepted after their expiry; nothing where there are none."""
    late = [one for one in found if one.outcome is Outcome.EXPIRED]
    if not late:
        return ""
    named = ", ".join(f"{one.serial} on {one.day.isoformat()}" for one in late)
    return f"Accepted after expiry, and redeemed: {named}."
