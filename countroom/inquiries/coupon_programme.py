"""What the programme owes and costs: outstanding by age, and what winning coupons paid.

Reference:
    5.9, 5.10; 525.21(m), (o).
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path

from countroom.domain import access, coupon_cost
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_cost import Cost, Outstanding
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.coupon_ranges import read_serial
from countroom.domain.coupons import CouponPlay
from countroom.domain.found_coupons import design_of
from countroom.domain.papers import coupon_issue, coupon_mailing
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import played, revenue
from countroom.stores import Tx, coupon_counts, coupons, documents
from countroom.stores.bookings import VOID
from countroom.stores.database import Database
from countroom.stores.house import house_on

NO_CAMPAIGN = "none"
"""Coupons that were asked for without a promotion, or not by the ledger."""


def _closed(day: date) -> str:
    return f"The coupons of {day.isoformat()} show when its count is concluded."


def liability(database: Database, viewer: Viewer, day: date) -> tuple[Outstanding, ...]:
    """Coupons that patrons may still play after a gaming date, by age, and those that expired.

    Raises:
        AccessError: The duty has nothing to do with coupons, or the count of that date is not
            concluded.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        done, waiting = coupon_counts.counts(tx, day, day)
        if waiting and not done:
            raise AccessError(_closed(day))
        designs = house_on(tx, day).coupons
        faces = {design.code: design.value for design in designs}
        expired = [design.code for design in designs if design.expired(day)]
        aged = day - timedelta(days=coupon_cost.AGES[-1][0] + 1)
        given = coupons.movements(tx, after=aged, until=day, to=CouponPlace.DISTRIBUTED)
        moved = [(one.day, one.movement) for one in given]
        standing = coupons.held(tx, until=day)
        return coupon_cost.outstanding(standing, moved, faces, day, expired=expired)


def cost(database: Database, viewer: Viewer, day: date, rounds: Path) -> tuple[Cost, ...]:
    """What the redeemed coupons of a gaming date cost, as its rounds settled them.

    Raises:
        AccessError: The duty has nothing to do with coupons, or no count of it is concluded.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    with database.read() as tx:
        done, waiting = coupon_counts.counts(tx, day, day)
        if waiting or not done:
            raise AccessError(_closed(day))
        house, campaigns = house_on(tx, day), _Campaigns(tx)
        found = []
        for one in coupon_counts.found(tx, day, day):
            if one.outcome.redeems:
                design = design_of(one.serial, house.coupons)
                code = "" if design is None else design.code
                found.append((one.serial, one.value, campaigns.of(one.serial), code))
        return coupon_cost.costs(found, coupon_cost.winnings(_plays(tx, day, rounds)))


def _plays(tx: Tx, day: date, rounds: Path) -> Iterator[CouponPlay]:
    try:
        rows = revenue.rows_of(tx, day)
    except NotFoundError:
        return
    for row in rows:
        yield from played.on_record(tx, rounds, row.day.period, opened=row.day.opened).coupons


class _Campaigns:
    """What coupons were given out for: the mailing, or the promotion of their requisition."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx
        self._mailed: Mapping[str, str] = {
            one.serial: mailing.content.campaign
            for mailing in documents.find(tx, paper=coupon_mailing.PAPER.code)
            if mailing.state != VOID
            for one in mailing.content.mailed
        }
        self._named: dict[str, str] = {}

    def of(self, serial: str) -> str:
        """The campaign of a serial."""
        if serial in self._mailed:
            return self._mailed[serial]
        try:
            series, number = read_serial(serial)
        except ValueError:
            return NO_CAMPAIGN
        issued = (
            one.movement
            for one in coupons.backwards(self._tx)
            if one.movement.to is CouponPlace.MARKETING
            and one.movement.serials.series == series
            and number in one.movement.serials
        )
        return next(map(self._asked_for, issued), NO_CAMPAIGN)

    def _asked_for(self, movement: Movement) -> str:
        """What the coupons of an issue were asked for."""
        if movement.paper not in self._named:
            issue = documents.by_name(self._tx, movement.paper)
            assert issue.paper == coupon_issue.PAPER.code, "an issue brings coupons to marketing"
            asked = documents.by_name(self._tx, issue.content.requisition)
            self._named[issue.name] = asked.content.promotion or NO_CAMPAIGN
        return self._named[movement.paper]
