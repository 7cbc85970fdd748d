"""What is due of coupons: forms to sign, days to close, months to count, quarters to report.

Reference:
    525.21(e)-(o); V_83, V_91, V_97, V_98.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.coupon_calendar import Span, month_of, spans
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.findings import Finding
from countroom.domain.papers import (
    coupon_day,
    coupon_destruction,
    coupon_inventory,
    coupon_issue,
    coupon_processing,
    coupon_quarter,
    coupon_receipt,
    coupon_requisition,
    coupon_return,
)
from countroom.domain.people import FINANCE_ROLES, MARKETING_ROLES, Role
from countroom.regulations import V_97, V_98
from countroom.stores import Tx, coupon_counts, coupons, documents, patrons, states, waiting
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_on
from countroom.stores.recall import advance, watermark

FORMS: Final[tuple[Paper, ...]] = (
    coupon_receipt.PAPER,
    coupon_requisition.PAPER,
    coupon_issue.PAPER,
    coupon_return.PAPER,
    coupon_processing.PAPER,
    coupon_inventory.PAPER,
    coupon_destruction.PAPER,
)
"""Forms that are signed by one person after the other."""

_ISSUED: Final = "issued"
_DEVIATION: Final = "coupon_deviation"


class Task(StrEnum):
    """What there is to do."""

    SIGN = "sign"
    ISSUE = "issue"
    DEVIATION = "deviation"
    CLOSE = "close"
    GIVE_BACK = "give_back"
    PROCESS = "process"
    INVENTORY = "inventory"
    QUARTER = "quarter"
    DESTROY = "destroy"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class Due:
    """Something that waits for a department.

    Attributes:
        task: What is to be done.
        subject: The form, gaming date or design.
        act: The next act, with its verb.
        says: Why it waits, in a few words.
        roles: Duties that do it.
    """

    task: Task
    subject: str
    act: str
    says: str
    roles: frozenset[Role]


_PROCESSING: Final = coupon_processing.PAPER.code
_PROCESSED: Final = "coupons processed"
"""The gaming dates before it have their coupons processed, for good."""

_day: Final = date.fromisoformat
_SUPERVISOR: Final = frozenset({Role.FINANCE_SUPERVISOR})
_MARKETER: Final = frozenset({Role.MARKETING_SUPERVISOR})


def due(database: Database, viewer: Viewer, now: datetime) -> tuple[Due, ...]:
    """What waits for the viewer's department, the oldest first.

    Raises:
        AccessError: The duty has nothing to do with coupons.
    """
    access.require(viewer.duty, Permission.COUPONS_READ)
    department = next(
        (roles for roles in (FINANCE_ROLES, MARKETING_ROLES) if viewer.duty in roles),
        FINANCE_ROLES | MARKETING_ROLES,
    )
    with database.read() as tx:
        today = gaming_date_at(tx, now)
        found = [
            *_forms_due(tx),
            *_days_due(tx, today),
            *_books_due(tx, today),
            *_erasing_due(tx, today),
        ]
    return tuple(one for one in found if one.roles & department)


def _forms_due(tx: Tx) -> Iterator[Due]:
    for paper in FORMS:
        for form in waiting.going_on(tx, paper.code, lambda form: _is_over(tx, form)):
            if form.state == _ISSUED:
                yield from _form_due(paper, form)
            elif form.state == DONE and paper is coupon_receipt.PAPER:
                for finding in deviations(tx, form):
                    act = f"Report the deviation of {form.name}"
                    yield Due(Task.DEVIATION, form.name, act, finding.sentence, _SUPERVISOR)


def _is_over(tx: Tx, form: Document) -> bool:
    """Whether nothing waits on a form: it is void, or done with nothing left to report."""
    if form.state == DONE and form.paper == coupon_receipt.PAPER.code:
        return not deviations(tx, form)
    return form.state in {DONE, VOID}


def _erasing_due(tx: Tx, today: date) -> Iterator[Due]:
    for name in patrons.mailings(tx):
        until = documents.by_name(tx, name).content.kept_until
        if until < today:
            says = f"Finance kept who its coupons went to until {until.isoformat()}."
            yield Due(Task.ERASE, name, f"Erase the patrons of {name}", says, _SUPERVISOR)


def _form_due(paper: Paper, form: Document) -> Iterator[Due]:
    step = SigningPlan(paper).next_step(form.signatures)
    if step is not None:
        says = f"{paper.title}, {form.gaming_date.isoformat()}"
        yield Due(Task.SIGN, form.name, f"Sign {form.name}", says, step.roles)
    elif paper is coupon_requisition.PAPER:
        asked = form.content
        says = f"{asked.quantity:,} coupons {asked.design} for {asked.needed.isoformat()}"
        yield Due(Task.ISSUE, form.name, f"Issue on {form.name}", says, _SUPERVISOR)


def deviations(tx: Tx, receipt: Document) -> tuple[Finding, ...]:
    """What of a receipt is still to be reported to the Bureau."""
    reported = states.last(tx, _DEVIATION, receipt.name) is not None
    found: tuple[Finding, ...] = receipt.content.findings(reported=reported)
    return found


def _days_due(tx: Tx, today: date) -> Iterator[Due]:
    day = coupons.open_day(tx, closed_until(tx))
    if day is not None and day <= today:
        says = "The day is over." if day < today else "At the end of today."
        subject = day.isoformat()
        yield Due(Task.CLOSE, subject, f"Close {subject}", says, _MARKETER)
    house, standing = house_on(tx, today), coupons.held(tx)
    for design in house.coupons:
        left = standing.quantity(design.code, CouponPlace.MARKETING)
        if left and design.expired(today):
            says = f"{left:,} coupons expire today or have expired."
            yield Due(Task.GIVE_BACK, design.code, f"Return {design.code}", says, _MARKETER)
        useless = standing.quantity(design.code, CouponPlace.STOCK)
        if useless and design.expires is not None and design.expires < today:
            says = f"{useless:,} coupons in stock expired on {design.expires.isoformat()}."
            act = f"Destroy {design.code}"
            yield Due(Task.DESTROY, design.code, act, says, FINANCE_ROLES)


def closed_until(tx: Tx) -> date | None:
    """The last gaming date that marketing closed, or nothing."""
    return waiting.latest_date(tx, coupon_day.PAPER.code)


def _books_due(tx: Tx, today: date) -> Iterator[Due]:
    first = coupons.first_day(tx)
    if first is None:
        return
    yield from _processing_due(tx, first, today)
    yield from _months_due(tx, first, today)
    for finding in unreported(tx, first, today):
        act = f"Report {finding.where} to the Bureau"
        yield Due(Task.QUARTER, finding.where, act, finding.sentence, _SUPERVISOR)


def _processing_due(tx: Tx, first: date, today: date) -> Iterator[Due]:
    begin = watermark(tx, _PROCESSED, first)
    done, going_on = coupon_counts.counts(tx, begin, today)
    days = sorted({name.partition("/")[0] for name in done})
    forms = {day: documents.find(tx, paper=_PROCESSING, gaming_date=_day(day)) for day in days}
    signed = {day for day in days if any(form.state == DONE for form in forms[day])}
    waiting = {name.partition("/")[0] for name in going_on}
    advance(tx, _PROCESSED, _day(min(waiting | {*days} - signed, default=today.isoformat())))
    for day in days:
        if any(form.state != VOID for form in forms[day]):
            continue
        says = "Its count is concluded: check and cancel what its boxes held."
        yield Due(Task.PROCESS, day, f"Process {day}", says, FINANCE_ROLES)


def _months_due(tx: Tx, first: date, today: date) -> Iterator[Due]:
    month = month_of(today)
    missed = uncounted(tx, first, today)
    for finding in missed:
        current = finding.where == month.name
        says = f"Until {month.last.isoformat()}." if current else finding.sentence
        act = "Count all coupons not distributed"
        yield Due(Task.INVENTORY, finding.where, act, says, FINANCE_ROLES)


def uncounted(tx: Tx, first: date, today: date) -> tuple[Finding, ...]:
    """This month and the one before, where coupons were held and not inventoried (V-97)."""
    forms = documents.find(tx, paper=coupon_inventory.PAPER.code)
    days = [form.gaming_date for form in forms if form.state == DONE]

    def lacks(span: Span) -> bool:
        standing = coupons.held(tx, until=min(span.last, today))
        here = any(place in _KEPT for _, _, place in standing.held)
        return here and not any(span.first <= day <= span.last for day in days)

    return tuple(
        Finding(V_97, f"No inventory of coupons was recorded in {span.name}.", span.name)
        for span in list(spans(first, today, quarters=False))[-2:]
        if lacks(span)
    )


def unreported(tx: Tx, first: date, today: date) -> tuple[Finding, ...]:
    """Quarters that are over and not reported to the Bureau (V-98)."""
    forms = documents.find(tx, paper=coupon_quarter.PAPER.code)
    reported = {form.content.quarter for form in forms if form.state == DONE}
    return tuple(
        Finding(V_98, f"Coupons redeemed in {span.name} are not reported.", span.name)
        for span in spans(first, today, quarters=True)
        if span.last < today and span.name not in reported
    )


_KEPT: Final = frozenset({CouponPlace.STOCK, CouponPlace.MARKETING})
"""Where coupons are that are not distributed."""
