"""How the programme goes, day by day: issued, given to patrons, redeemed, outstanding.

Reference:
    5.9; 525.21(h)-(m).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.terms import CouponDesign
from countroom.money import Money
from countroom.stores import coupons
from countroom.stores.coupons import Way
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at

DAYS: Final = 30
"""Gaming dates that are looked back on."""

_ONE_DAY: Final = timedelta(days=1)
_COUNTED: Final = (CouponPlace.MARKETING, CouponPlace.DISTRIBUTED, CouponPlace.REDEEMED)


@dataclass(frozen=True, slots=True)
class DayFlow:
    """A gaming date of the programme.

    Attributes:
        gaming_date: Which.
        issued: Coupons that finance gave to marketing.
        given: Coupons that marketing gave to patrons.
        redeemed: Coupons that finance cancelled as redeemed.
        outstanding: Face value of what patrons may still play at its end; a memo.
    """

    gaming_date: date
    issued: int
    given: int
    redeemed: int
    outstanding: Money


def flow(
    database: Database, viewer: Viewer, now: datetime, days: int = DAYS
) -> tuple[DayFlow, ...]:
    """The last gaming dates of the programme, the oldest first; nothing before it began.

    Raises:
        AccessError: The duty has nothing to do with coupons.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        house, today = house_at(tx, now), gaming_date_at(tx, now)
        began = coupons.first_day(tx)
        if began is None:
            return ()
        first = max(began, today - (days - 1) * _ONE_DAY)
        designs = {design.code: design for design in house.coupons}
        before = coupons.held(tx, until=first - _ONE_DAY)
        held = {code: before.quantity(code, CouponPlace.DISTRIBUTED) for code in designs}
        found = []
        for number in range((today - first).days + 1):
            day = first + number * _ONE_DAY
            pieces = coupons.pieces(tx, day)
            _carry(held, pieces)
            found.append(_day(day, pieces, _outstanding(designs, held, day)))
    return tuple(found)


def _outstanding(designs: dict[str, CouponDesign], held: dict[str, int], day: date) -> Money:
    """Face value of what may still be played after a gaming date."""
    return Money(
        sum(
            designs[code].value.cents * left
            for code, left in held.items()
            if not designs[code].expired(day)
        )
    )


def _carry(held: dict[str, int], pieces: Mapping[Way, int]) -> None:
    for (design, from_, to), quantity in pieces.items():
        if design not in held:
            continue
        if to is CouponPlace.DISTRIBUTED:
            held[design] += quantity
        elif from_ is CouponPlace.DISTRIBUTED:
            held[design] -= quantity


def _day(day: date, pieces: Mapping[Way, int], outstanding: Money) -> DayFlow:
    issued, given, redeemed = (
        sum(quantity for (_, _, to), quantity in pieces.items() if to is place)
        for place in _COUNTED
    )
    return DayFlow(day, issued, given, redeemed, outstanding)
