"""The programme of coupons on played days: received, asked for, issued, given out, accounted for.

The coupons that patrons bring to the tables of a day are among those that marketing gave out;
the day is closed before its boxes are counted, and what they held is cancelled after.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from countroom.domain.coupon_lots import Several, count, text, union, without
from countroom.domain.coupon_ranges import Serials
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.domain.people import Role
from countroom.domain.terms import CouponDesign
from countroom.operations.acts import Operation
from countroom.operations.coupons import (
    days,
    issues,
    processing,
    receipts,
    requisitions,
    returns,
    signing,
)
from countroom.operations.coupons.days import DayTyped
from countroom.operations.play.stage import Stage
from countroom.stores import coupons
from countroom.stores.database import Database
from countroom.stores.house import house_on

PRINTED: Final = 10_000
"""Coupons of each design that are printed for a day."""

_MINUTE: Final = timedelta(minutes=1)
FINANCE: Final = (Role.FINANCE, 0)
SUPERVISOR: Final = (Role.FINANCE_SUPERVISOR, 0)
_MARKETING: Final = (Role.MARKETING, 0)
MARKETER: Final = (Role.MARKETING_SUPERVISOR, 0)

_Actor = tuple[Role, int]


@dataclass(slots=True)
class Desk:
    """The two departments at work on a played day."""

    stage: Stage
    day: date

    def designs(self) -> list[CouponDesign]:
        """Designs that may be used on the day."""
        return [
            design
            for design in self.stage.house.coupons
            if design.approved is not None and (design.expires or self.day) >= self.day
        ]

    def serial(self, design: CouponDesign, number: int) -> str:
        """A serial of the day's printing."""
        return f"{design.serial_prefix}{self.day:%y%m%d}{number:04d}"

    def sign(self, form: str, step: str, actor: _Actor) -> None:
        """Somebody signs a place of a form."""
        self.stage.do(
            self.stage.now + _MINUTE,
            self.stage.who(*actor),
            signing.sign,
            form=form,
            step=step,
            proof=self.stage.proof(*actor),
            saw=self.stage.digest(form),
        )

    def act(self, actor: _Actor, operation: Operation, **asked: Any) -> str:
        """Somebody does an act of the programme and signs for it."""
        return self.do(actor, operation, proof=self.stage.proof(*actor), **asked)

    def do(self, actor: _Actor, operation: Operation, **asked: Any) -> str:
        """Somebody does an act of the programme that has no place to sign."""
        who = self.stage.who(*actor)
        return self.stage.do(self.stage.now + _MINUTE, who, operation, **asked).name


def serials_of_table(place: int) -> range:
    """Numbers of a day's printing that patrons bring to a table.

    Args:
        place: Of the table among the house's, from 0.
    """
    return range(100 * place, 100 * place + 100)


def desk_of(database: Database, day: date, at: datetime) -> Desk | None:
    """The departments, where the house has both and an approved programme; nothing elsewhere.

    Args:
        database: The property's.
        day: The gaming date.
        at: When the first act is done.
    """
    with database.read() as tx:
        house = house_on(tx, day)
    desk = Desk(Stage(database, house, at), day)
    roles = (FINANCE, SUPERVISOR, _MARKETING, MARKETER)
    staffed = all(house.people_with(role) for role, _ in roles)
    return desk if staffed and house.controls and desk.designs() else None


def hand_out(database: Database, day: date, *, quantity: int, at: datetime) -> None:
    """Receive a day's printing of each design, and put so many of each in marketing's hands.

    Nothing happens in a house without an approved programme or its people.

    Args:
        database: The property's.
        day: The gaming date.
        quantity: How many of each design.
        at: When the first act is done, on that gaming date.
    """
    desk = desk_of(database, day, at)
    if desk is None:
        return
    with database.together():
        for design in desk.designs():
            _receive(desk, design)
            _issue(desk, design, quantity)


def _receive(desk: Desk, design: CouponDesign) -> None:
    receipt = desk.act(
        FINANCE,
        receipts.enter,
        design=design.code,
        serials=f"{desk.serial(design, 0)} to {desk.serial(design, PRINTED - 1)}",
        quantity=PRINTED,
        source=CouponSource.PROVIDER,
        supplier="Sample Printers",
        invoice=f"INV-{desk.day:%y%m%d}-{design.code}",
        invoiced=PRINTED,
    )
    desk.sign(receipt, "marketing", _MARKETING)
    desk.sign(receipt, "finance_supervisor", SUPERVISOR)


def _issue(desk: Desk, design: CouponDesign, quantity: int) -> None:
    requisition = desk.act(
        MARKETER,
        requisitions.ask,
        design=design.code,
        quantity=quantity,
        needed=desk.day,
        promotion=f"{design.name} at the tables",
    )
    desk.sign(requisition, "finance_supervisor", SUPERVISOR)
    issue = desk.act(
        SUPERVISOR,
        issues.issue,
        requisition=requisition,
        serials=f"{desk.serial(design, 0)} to {desk.serial(design, quantity - 1)}",
    )
    desk.sign(issue, "marketing_supervisor", MARKETER)


def close_day(database: Database, day: date, *, left: int, kept: int, at: datetime) -> None:
    """Return what was not given out, but for some that are kept overnight, and close the day.

    Args:
        database: The property's.
        day: The gaming date.
        left: How many of each design are left at its end, the highest serials.
        kept: How many of them are kept for the next day.
        at: When the first act is done.
    """
    desk = desk_of(database, day, at)
    if desk is None:
        return
    with database.read() as tx:
        books = coupons.of_marketing(tx, day)
    entries = tuple(_end(desk, code, book.here, left, kept) for code, book in books.items())
    area = desk.stage.house.controls[0].areas[-1]
    desk.act(MARKETER, days.close, day=day, entries=entries, kept_in=area if kept else "")


def _end(desk: Desk, design: str, here: Several, left: int, kept: int) -> DayTyped:
    """The end of a design's day: what goes back goes back, and the rest is said."""
    given, rest = _split(here, max(0, count(here) - left))
    stay, back = _split(rest, min(kept, count(rest)))
    if back:
        form = desk.act(MARKETER, returns.give_back, design=design, serials=_lines(back))
        desk.sign(form, "finance_supervisor", SUPERVISOR)
    return DayTyped(design, count(given), _lines(stay))


def _split(of: Several, quantity: int) -> tuple[Several, Several]:
    """Part serials into the first so many and the rest."""
    first: list[Serials] = []
    for serials in of:
        taken, _ = serials.split(min(quantity, serials.quantity))
        quantity -= taken.quantity
        first.append(taken)
    return union(first), without(of, first)


def _lines(of: Several) -> str:
    """Serials as they are typed: a range a line."""
    return text(of).replace(", ", "\n")


def process_day(database: Database, day: date, *, at: datetime) -> None:
    """Check and cancel what the boxes of a concluded day held."""
    desk = desk_of(database, day, at)
    if desk is not None:
        form = desk.act(FINANCE, processing.process, day=day)
        desk.sign(form, "finance_supervisor", SUPERVISOR)
