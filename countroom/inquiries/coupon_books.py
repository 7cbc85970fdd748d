"""What finance works its books from: coupons of concluded counts, and a quarter of them.

Reference:
    525.21(m), (o); V_98.
"""

from datetime import date

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_redeemed import FoundCoupon
from countroom.domain.papers.coupon_quarter import CouponQuarter
from countroom.errors import AccessError
from countroom.stores import coupon_counts
from countroom.stores.database import Database


def found_on(database: Database, viewer: Viewer, day: date) -> tuple[FoundCoupon, ...]:
    """The coupons that concluded counts of a gaming date list.

    Raises:
        AccessError: The duty has nothing to do with coupons, or no count of it is concluded.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        done, _ = coupon_counts.counts(tx, day, day)
        if not done:
            msg = f"The coupons of {day.isoformat()} show when its count is concluded."
            raise AccessError(msg)
        return tuple(coupon_counts.found(tx, day, day))


def quarter(database: Database, viewer: Viewer, day: date) -> CouponQuarter:
    """What was redeemed in the quarter of a gaming date, as far as its counts are concluded.

    Raises:
        AccessError: The duty has nothing to do with coupons, or the count of that very date is
            not concluded.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        done, waiting = coupon_counts.counts(tx, day, day)
        if waiting and not done:
            msg = f"The coupons of {day.isoformat()} show when its count is concluded."
            raise AccessError(msg)
        return coupon_counts.quarter(tx, day)
