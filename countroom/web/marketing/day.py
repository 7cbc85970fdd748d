"""The Daily Match Play Coupon Reconciliation Form, typed design by design."""

from dataclasses import dataclass
from typing import Final

from flask import Response, request, url_for

from countroom.domain import coupon_lots
from countroom.domain.access import Permission
from countroom.domain.denominations import pieces_typed
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import coupon_forms
from countroom.inquiries.coupon_forms import MarketingSheet
from countroom.operations.coupons import days
from countroom.operations.coupons.days import DayTyped
from countroom.web import desk, gate
from countroom.web.doing import after, do
from countroom.web.marketing.blueprint import bp
from countroom.web.marketing.forms import CloseForm
from countroom.web.pages import page
from countroom.web.problems import problems

_TYPED: Final = ("distributed", "remaining", "voids", "missing", "explanation")


@dataclass(frozen=True, slots=True)
class Line:
    """One design on the form.

    Attributes:
        design: Code of the design.
        before: How many were carried over, and which.
        received: How many came from finance, and which.
        returned: How many went back, and which.
        here: Which are with marketing now.
        typed: What was typed, by name of the field.
        wrong: What is wrong with it, by name of the field.
    """

    design: str
    before: tuple[int, str]
    received: tuple[int, str]
    returned: tuple[int, str]
    here: tuple[int, str]
    typed: dict[str, str]
    wrong: dict[str, str]


def _counted(of: coupon_lots.Several) -> tuple[int, str]:
    return coupon_lots.count(of), coupon_lots.text(of)


def _lines(sheet: MarketingSheet, wrong: dict[str, str]) -> list[Line]:
    lines = []
    for design, books in sheet.books.items():
        names = [f"{design}.{part}" for part in _TYPED]
        lines.append(
            Line(
                design=design,
                before=_counted(books.before),
                received=_counted(books.received),
                returned=_counted(books.returned),
                here=_counted(books.here),
                typed={name: request.form.get(name, "") for name in names},
                wrong={name: wrong[name] for name in names if name in wrong},
            )
        )
    return lines


def _entry(design: str) -> DayTyped:
    """What was typed of one design.

    Raises:
        EntryError: The tally is no number, or was left out.
    """
    typed = {part: request.form.get(f"{design}.{part}", "").strip() for part in _TYPED}
    name = f"{design}.distributed"
    given = pieces_typed(typed.pop("distributed"), name=f"{design}, given to patrons")
    if given is None:
        raise EntryError({name: f"{design}: enter how many were given to patrons, 0 where none."})
    return DayTyped(design, given, **typed)


@bp.route("/day", methods=["GET", "POST"])
@gate.needs(Permission.MARKETING_REQUESTS)
def close() -> Response:
    """Close the gaming date that is open: what was given out, what is left, and why."""
    sheet = coupon_forms.marketing_day(desk.database(), desk.viewer(), desk.now())
    form = CloseForm()
    areas = () if sheet is None else sheet.areas
    form.kept_in.choices = [("", "nothing is kept"), *((area, area) for area in areas)]
    if sheet is not None and form.submitted():
        with problems(form):
            entries = tuple(_entry(design) for design in sheet.books)
            proof = form.proof(Role.MARKETING_SUPERVISOR)
            done = do(
                days.close,
                key=form.key.data,
                day=sheet.day,
                entries=entries,
                kept_in=form.kept_in.data or "",
                proof=proof,
            )
            return after(done, url_for("coupons.form", name=done.name))
    wrong = form.problem.fields if form.problem else {}
    return page(
        "marketing/day.html",
        title="Close the day of coupons",
        gaming_date=None if sheet is None else sheet.day,
        form=form,
        sheet=sheet,
        lines=[] if sheet is None else _lines(sheet, wrong),
    )
