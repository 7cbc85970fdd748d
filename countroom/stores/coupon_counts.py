"""Coupons found in the concluded counts of some gaming dates."""

from collections.abc import Sequence
from datetime import date

from countroom.domain import coupon_redeemed
from countroom.domain.count import CountState
from countroom.domain.coupon_calendar import quarter_of
from countroom.domain.coupon_redeemed import FoundCoupon
from countroom.domain.papers.coupon_quarter import CouponQuarter
from countroom.money import Money
from countroom.stores import Tx, proceeds, registry, states


def counts(tx: Tx, first: date, last: date) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Counts of some gaming dates: those that are concluded, and those that are not."""
    named = [name for name, _ in registry.counts(tx, first=first, last=last)]
    done = tuple(name for name in named if _is_concluded(tx, name))
    return done, tuple(name for name in named if name not in set(done))


def _is_concluded(tx: Tx, count: str) -> bool:
    state = states.last(tx, "count", count)
    return state is not None and state.to_state == CountState.CONCLUDED


def found(tx: Tx, first: date, last: date) -> Sequence[FoundCoupon]:
    """Every coupon found in a concluded count of some gaming dates, as listed."""
    done, _ = counts(tx, first, last)
    return [
        FoundCoupon(
            coupon.serial,
            Money(coupon.value_cents),
            coupon.remark,
            document.content.box,
            count,
            document.gaming_date,
        )
        for count in done
        for document in proceeds.in_table_order(tx, count)
        for coupon in document.content.coupons
    ]


def quarter(tx: Tx, day: date) -> CouponQuarter:
    """What the report of a gaming date's quarter says, as the record stands."""
    span = quarter_of(day)
    listed = found(tx, span.first, span.last)
    done, _ = counts(tx, span.first, span.last)
    redeemed = coupon_redeemed.by_denomination(listed)
    return CouponQuarter(
        quarter=span.name,
        first=span.first,
        last=span.last,
        days=len({name.partition("/")[0] for name in done}),
        redeemed=redeemed,
        total=Money(sum(one.amount.cents for one in redeemed)),
        footnote=coupon_redeemed.footnote(listed),
    )
