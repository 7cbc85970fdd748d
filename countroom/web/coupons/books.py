"""Where coupons are: by design and place, and the whole life of one from its serial."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import coupon_forms, coupons
from countroom.inquiries.coupon_forms import Standing
from countroom.inquiries.coupons import Life
from countroom.web import coupon_desk, desk, gate, home
from countroom.web.coupons.blueprint import bp
from countroom.web.pages import moment_text, page
from countroom.web.tables import Cell, Column, Listing, TableRow, row

home.door("coupons.books", "Coupon books", "Where Match Play Coupons are, and one's whole life.")

_LOOKS = {"void": "blocked", "done": "done", "answered": "done"}


@bp.get("/")
@gate.needs(Permission.COUPONS_READ)
def books() -> Response:
    """Coupons by place, the newest forms, and a serial to look up."""
    found = coupon_forms.of_programme(desk.database(), desk.viewer())
    return page(
        "coupons/books.html",
        title="Coupon books",
        stock=coupon_desk.stock_listing(coupon_desk.stock()),
        forms=_forms(found),
    )


def _forms(found: tuple[Standing, ...]) -> Listing:
    return Listing(
        id="forms",
        title="Forms, the newest",
        columns=tuple(map(Column, ("Number", "Form", "Gaming date", "Where it stands"))),
        rows=tuple(_form(one) for one in found),
        nothing="No form of coupons is on record.",
        nothing_next="Finance receives coupons first.",
    )


def _form(one: Standing) -> TableRow:
    return row(
        Cell(one.name, url_for("coupons.form", name=one.name)),
        one.title,
        one.day.isoformat(),
        Cell(one.says, look=_LOOKS.get(one.state, "open")),
        look=bool(one.findings),
    )


@bp.get("/design/<code>")
@gate.needs(Permission.COUPONS_READ)
def design(code: str) -> Response:
    """One design: its approval, what it bears, and which serials are where."""
    one = next((each for each in coupon_desk.stock() if each.design.code == code), None)
    if one is None:
        msg = f"There is no design {code}."
        raise NotFoundError(msg)
    return page("coupons/design.html", title=f"{code} {one.design.name}", one=one)


@bp.get("/serial")
@gate.needs(Permission.COUPONS_READ)
def serial() -> Response:
    """One coupon's whole life."""
    typed = request.args.get("serial", "").strip()
    found: Life | None = None
    wrong = ""
    if typed:
        try:
            found = coupons.life(desk.database(), desk.viewer(), desk.now(), typed)
        except EntryError as refused:
            wrong = refused.message
    return page(
        "coupons/serial.html",
        title="A coupon's life",
        typed=typed,
        wrong=wrong,
        life=found,
        steps=_steps(found),
        finds=_finds(found),
    )


def _finds(found: Life | None) -> Listing:
    return Listing(
        id="finds",
        title="Found in boxes",
        columns=tuple(map(Column, ("Gaming date", "Box", "Table", "What became of it"))),
        rows=tuple(
            row(find.day.isoformat(), find.box, find.table, find.says)
            for find in (found.finds if found else ())
        ),
        nothing="No concluded count found it in a box.",
    )


def _steps(found: Life | None) -> Listing:
    columns = ("Gaming date", "When", "Where it went", "Form", "Why", "Signed by")
    return Listing(
        id="steps",
        title="What happened to it",
        columns=tuple(map(Column, columns)),
        rows=tuple(
            row(
                step.day.isoformat(),
                moment_text(step.at),
                step.says,
                Cell(f"{step.form} {step.title}", url_for("coupons.form", name=step.form)),
                step.reason,
                "; ".join(step.signers),
            )
            for step in (found.steps if found else ())
        ),
        nothing="This serial was never received.",
    )
