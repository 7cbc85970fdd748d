"""Forms of coupons as those see them who sign, answer and close them.

Reference:
    525.21(e)-(l); V_83, V_87.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import access, coupon_lots
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.findings import Finding
from countroom.domain.papers import PAPERS, coupon_issue, coupon_receipt, coupon_requisition
from countroom.domain.papers.coupon_day import DayLedger
from countroom.errors import NotFoundError
from countroom.inquiries import signers
from countroom.inquiries.coupons_due import FORMS, closed_until, deviations
from countroom.inquiries.signers import Place
from countroom.stores import Tx, coupons, documents, states
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_on

_ISSUED: Final = "issued"


def _require(viewer: Viewer) -> None:
    access.require(viewer.duty, Permission.COUPONS_READ)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a form of coupons stands.

    Attributes:
        name: Its number.
        title: As printed.
        paper: Code of its paper.
        day: Gaming date it belongs to.
        state: ``issued``, ``done``, ``answered`` or ``void``.
        digest: Of the version shown.
        places: Who has signed and who is next.
        says: Where it stands, in words.
        findings: What of it is out of the ordinary.
        may_void: Whether it moved nothing yet.
        deviates: Whether its deviation is still to be reported.
        ready: Whether it is a requisition that waits for its issue.
    """

    name: str
    title: str
    paper: str
    day: date
    state: str
    digest: str
    places: tuple[Place, ...]
    says: str
    findings: tuple[Finding, ...]
    may_void: bool
    deviates: bool
    ready: bool

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state != _ISSUED:
            return None
        return next((place for place in self.places if place.due), None)


def standing(database: Database, viewer: Viewer, name: str) -> Standing:
    """How a form of coupons stands: who signed it, who is next.

    Raises:
        AccessError: The duty has nothing to do with coupons.
        NotFoundError: There is no such form.
    """
    _require(viewer)
    with database.read() as tx:
        form = documents.by_name(tx, name)
        if not form.paper.startswith("coupon_"):
            msg = f"{name} is no form of coupons."
            raise NotFoundError(msg)
        return _standing(tx, form)


def _standing(tx: Tx, form: Document) -> Standing:
    paper = PAPERS[form.paper]
    places = signers.places(form, SigningPlan(paper))
    waits = form.state == _ISSUED
    next_ = next((place.title for place in places if place.due), "") if waits else ""
    ready = waits and not next_ and paper is coupon_requisition.PAPER
    moved = states.last(tx, "document", form.name)
    about = "" if moved is None else moved.about
    late = deviations(tx, form) if paper is coupon_receipt.PAPER and form.state == DONE else ()
    odd = form.content.findings() if paper is coupon_issue.PAPER else ()
    return Standing(
        name=form.name,
        title=paper.title,
        paper=form.paper,
        day=form.gaming_date,
        state=form.state,
        digest=form.digest,
        places=places,
        says=_says(form.state, next_, about),
        findings=(*late, *odd),
        may_void=waits and paper in FORMS and paper is not coupon_issue.PAPER,
        deviates=bool(late),
        ready=ready,
    )


def _says(state: str, next_: str, about: str) -> str:
    if next_:
        return f"next: {next_}"
    said = {_ISSUED: "authorised", DONE: "finished", VOID: f"void: {about}"}
    return said.get(state, f"answered by {about}")


def of_programme(database: Database, viewer: Viewer, *, newest: int = 30) -> tuple[Standing, ...]:
    """The newest forms of coupons of any kind.

    Raises:
        AccessError: The duty has nothing to do with coupons.
    """
    _require(viewer)
    with database.read() as tx:
        codes = [code for code in PAPERS if code.startswith("coupon_")]
        found = [form for code in codes for form in documents.find(tx, paper=code)]
        found.sort(key=lambda form: form.id, reverse=True)
        return tuple(_standing(tx, form) for form in found[:newest])


@dataclass(frozen=True, slots=True)
class MarketingSheet:
    """The day of marketing that is to be closed.

    Attributes:
        day: The gaming date.
        books: Design to what the ledger says of it.
        areas: The approved locked areas.
    """

    day: date
    books: dict[str, DayLedger]
    areas: tuple[str, ...]


def marketing_day(database: Database, viewer: Viewer, now: datetime) -> MarketingSheet | None:
    """The gaming date that marketing closes next; nothing where none is open.

    Raises:
        AccessError: The duty is not marketing's.
    """
    access.require(viewer.duty, Permission.MARKETING_COUPONS)
    with database.read() as tx:
        day = coupons.open_day(tx, closed_until(tx))
        if day is None or day > gaming_date_at(tx, now):
            return None
        house = house_on(tx, day)
        areas = tuple(
            area for each in house.controls if each.approved <= day for area in each.areas
        )
        return MarketingSheet(day, coupons.of_marketing(tx, day), areas)


@dataclass(frozen=True, slots=True)
class Requested:
    """An authorised requisition, and what there is to answer it with.

    Attributes:
        form: How it stands.
        design: Code of the design.
        quantity: How many are asked for.
        needed: Gaming date.
        in_stock: Serials in stock, in words.
        first: The first so many of them, to begin with.
    """

    form: Standing
    design: str
    quantity: int
    needed: date
    in_stock: str
    first: str


def requested(database: Database, viewer: Viewer, name: str) -> Requested:
    """A requisition as finance answers it.

    Raises:
        AccessError: The duty is not finance's.
        NotFoundError: There is no such requisition.
    """
    access.require(viewer.duty, Permission.FINANCE_COUPONS)
    with database.read() as tx:
        form = documents.by_name(tx, name)
        if form.paper != coupon_requisition.PAPER.code:
            msg = f"{name} is no {coupon_requisition.PAPER.title}."
            raise NotFoundError(msg)
        asked = form.content
        there = coupons.held(tx).at(asked.design, CouponPlace.STOCK)
        return Requested(
            form=_standing(tx, form),
            design=asked.design,
            quantity=asked.quantity,
            needed=asked.needed,
            in_stock=coupon_lots.text(there),
            first=_first(there, asked.quantity),
        )


def _first(there: coupon_lots.Several, quantity: int) -> str:
    """The first so many serials as lines to be typed."""
    lines: list[str] = []
    for serials in there:
        taken, _ = serials.split(min(quantity, serials.quantity))
        quantity -= taken.quantity
        lines += taken.text().split(", ") if taken else []
    return "\n".join(lines)
