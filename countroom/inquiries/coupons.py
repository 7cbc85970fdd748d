"""Match Play Coupons as finance and marketing see them: where they are, one's life.

Reference:
    525.21; V_83, V_87, V_91.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import access, coupon_lots
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_programme import WORDS, CouponPlace, Holdings
from countroom.domain.coupon_ranges import read_serial
from countroom.domain.documents import Document, Paper
from countroom.domain.house import House
from countroom.domain.papers import (
    PAPERS,
    coupon_issue,
    coupon_mailing,
    coupon_quarter,
    coupon_receipt,
    coupon_requisition,
    coupon_return,
)
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import viewing
from countroom.money import Money
from countroom.stores import Tx, coupon_finds, coupons, documents
from countroom.stores.bookings import VOID
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at

FORMS: Final[tuple[Paper, ...]] = (
    coupon_receipt.PAPER,
    coupon_requisition.PAPER,
    coupon_issue.PAPER,
    coupon_return.PAPER,
    coupon_mailing.PAPER,
)
"""Forms that are signed by one department after the other."""

_ISSUED: Final = "issued"
_DEVIATION: Final = "coupon_deviation"


def _require(viewer: Viewer) -> None:
    access.require(viewer.duty, Permission.COUPONS_READ)


# ------------------------------------------------------------------------------ where they are


@dataclass(frozen=True, slots=True)
class Held:
    """Coupons of one design at one place.

    Attributes:
        place: Where.
        word: As a sentence names it.
        quantity: How many.
        value: Their face value; memo only.
        serials: Which, in words.
    """

    place: CouponPlace
    word: str
    quantity: int
    value: Money
    serials: str


@dataclass(frozen=True, slots=True)
class DesignStock:
    """One design: its terms, and where its coupons are.

    Attributes:
        design: Its facts.
        held: Every place that holds some.
        received: How many there ever were.
        expired: Whether it may not be played any more after today.
        owed: How many of those with patrons they may still play.
    """

    design: CouponDesign
    held: tuple[Held, ...]
    received: int
    expired: bool
    owed: int

    def at(self, place: CouponPlace) -> int:
        """How many are at a place."""
        return sum(one.quantity for one in self.held if one.place is place)

    @property
    def outstanding(self) -> Money:
        """What patrons may still play: the liability, at face."""
        return self.design.value * self.owed


def stock(database: Database, viewer: Viewer, now: datetime) -> tuple[DesignStock, ...]:
    """Where the coupons of every design are.

    Raises:
        AccessError: The duty has nothing to do with coupons.
    """
    _require(viewer)
    with database.read() as tx:
        house, today = house_at(tx, now), gaming_date_at(tx, now)
        standing = coupons.held(tx)
        return tuple(_design(design, standing, today) for design in house.coupons)


def _design(design: CouponDesign, standing: Holdings, today: date) -> DesignStock:
    held = []
    for place in CouponPlace:
        there = standing.at(design.code, place)
        if pieces := coupon_lots.count(there):
            text = coupon_lots.newest_text(there)
            held.append(Held(place, WORDS[place], pieces, design.value * pieces, text))
    total = sum(one.quantity for one in held)
    lapsed = design.expires is not None and design.expires < today
    out = 0 if lapsed else standing.quantity(design.code, CouponPlace.DISTRIBUTED)
    return DesignStock(design, tuple(held), total, expired=design.expired(today), owed=out)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a coupon's life.

    Attributes:
        at: When it was entered.
        day: Gaming date it belongs to.
        says: Where it went, in words.
        form: The form that moved it.
        title: Of that form.
        reason: Why, where the step has one.
        signers: Who signed the form.
    """

    at: datetime
    day: date
    says: str
    form: str
    title: str
    reason: str
    signers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Find:
    """Where a coupon was found in a concluded count.

    Attributes:
        day: Gaming date of the count.
        box: The box.
        table: Its table, or empty.
        says: What became of it there.
    """

    day: date
    box: str
    table: str
    says: str


@dataclass(frozen=True, slots=True)
class Life:
    """A coupon from its serial.

    Attributes:
        serial: As asked for.
        design: Its design, or nothing where it was never received.
        now: Where it is, in words.
        steps: What happened to it, in order.
        finds: Where concluded counts found it.
    """

    serial: str
    design: CouponDesign | None
    now: str
    steps: tuple[Step, ...]
    finds: tuple[Find, ...] = ()


def life(database: Database, viewer: Viewer, now: datetime, serial: str) -> Life:
    """A coupon's whole life.

    Raises:
        AccessError: The duty has nothing to do with coupons.
        EntryError: What is asked for is no serial number.
    """
    _require(viewer)
    try:
        series, number = read_serial(serial.strip())
    except ValueError as fault:
        raise EntryError({"serial": str(fault)}) from None
    with database.read() as tx:
        house = house_at(tx, now)
        found = coupons.of_serial(tx, series, number)
        finds = _finds(tx, serial.strip())
        if not found:
            return Life(serial.strip(), None, "never received", (), finds)
        last = found[-1].movement
        return Life(
            serial.strip(),
            _known(house, last.design),
            WORDS[last.to],
            _steps(tx, serial.strip(), found, finds),
            finds,
        )


def _steps(
    tx: Tx, serial: str, found: list[coupons.Moved], finds: tuple[Find, ...]
) -> tuple[Step, ...]:
    """What moved it, and what told of it: its mailing, the report of its quarter."""
    told = [*_mailings(tx, serial), *_quarters(tx, finds)]
    moves = [_step(tx, moved) for moved in found]
    return tuple(sorted([*moves, *told], key=lambda step: step.at))


def _mailings(tx: Tx, serial: str) -> Iterator[Step]:
    for form in documents.find(tx, paper=coupon_mailing.PAPER.code):
        if form.state != VOID and any(one.serial == serial for one in form.content.mailed):
            yield _told(form, f"mailed: {form.content.campaign}")


def _quarters(tx: Tx, finds: tuple[Find, ...]) -> Iterator[Step]:
    if not finds:
        return
    for form in documents.find(tx, paper=coupon_quarter.PAPER.code):
        span = form.content
        if form.state != VOID and any(span.first <= find.day <= span.last for find in finds):
            yield _told(form, f"reported with {span.quarter}")


def _told(form: Document, says: str) -> Step:
    return Step(
        at=form.at,
        day=form.gaming_date,
        says=says,
        form=form.name,
        title=PAPERS[form.paper].title,
        reason="",
        signers=_signers(form),
    )


def _signers(form: Document) -> tuple[str, ...]:
    return tuple(f"{one.name}, {one.title}, {one.credential}" for one in form.signatures)


def _finds(tx: Tx, serial: str) -> tuple[Find, ...]:
    """Where concluded counts found a serial: before the conclusion nothing of a box shows."""
    return tuple(
        Find(form.gaming_date, form.content.box, form.content.table, coupon.remark)
        for form in coupon_finds.listing(tx, [serial])
        if viewing.view(tx, form.count).concluded
        for coupon in form.content.coupons
        if coupon.serial == serial
    )


def _known(house: House, code: str) -> CouponDesign | None:
    try:
        return house.coupon(code)
    except NotFoundError:
        return None


def _step(tx: Tx, moved: coupons.Moved) -> Step:
    form = documents.by_name(tx, moved.movement.paper)
    return Step(
        at=moved.at,
        day=moved.day,
        says=WORDS[moved.movement.to],
        form=form.name,
        title=PAPERS[form.paper].title,
        reason=moved.movement.reason,
        signers=_signers(form),
    )
