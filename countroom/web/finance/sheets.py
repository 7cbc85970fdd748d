"""Coupons printed in house: recorded, printed once, and voided where the paper is spoilt."""

from hashlib import sha256

from flask import Response, make_response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.inquiries import coupon_sheets
from countroom.inquiries.coupon_sheets import SheetEntry
from countroom.operations.coupons import sheets as operations
from countroom.reports import coupon_sheets as printing
from countroom.reports.press import render_elsewhere
from countroom.web import coupon_desk, desk, gate, links
from countroom.web.doing import after, do
from countroom.web.finance.blueprint import bp
from countroom.web.finance.forms import SheetForm, VoidSheetForm
from countroom.web.forms import ActForm
from countroom.web.pages import moment_text, page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, TableRow, row

links.register("MP", "finance.sheet")

_LOOKS = {"issued": "open", "printed": "done", "void": "blocked"}
_WORDS = {"issued": "not printed yet", "printed": "printed", "void": "void"}


def _sheet(name: str) -> SheetEntry:
    return coupon_sheets.to_print(desk.database(), desk.viewer(), name)


def _row(one: SheetEntry) -> TableRow:
    return row(
        Cell(one.name, url_for("finance.sheet", name=one.name)),
        one.content.design,
        ", ".join(str(lot.serials) for lot in one.content.lots),
        one.content.quantity,
        moment_text(one.at),
        Cell(_WORDS[one.state], look=_LOOKS[one.state]),
    )


def _listing() -> Listing:
    found = coupon_sheets.every(desk.database(), desk.viewer())
    return Listing(
        id="sheets",
        title="Sheets",
        columns=(
            Column("Number"),
            Column("Design"),
            Column("Serials"),
            Column("Coupons", right=True),
            Column("Recorded"),
            Column("Where it stands"),
        ),
        rows=tuple(map(_row, found)),
        nothing="No coupons were printed in house.",
        nothing_next="Record the serials of a sheet first.",
    )


@bp.route("/sheets", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def sheets() -> Response:
    """Record the coupons of a sheet before they are printed."""
    form = SheetForm()
    form.design.choices = coupon_desk.design_choices()
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.FINANCE_SUPERVISOR)
            asked = {"design": form.design.data or "", "serials": form.serials.data or ""}
            done = do(operations.prepare, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("finance.sheet", name=done.name))
    return page("finance/sheets.html", title="Print coupons", form=form, listing=_listing())


@bp.get("/sheets/<name>")
@gate.needs(Permission.FINANCE_LEDGER)
def sheet(name: str) -> Response:
    """One sheet: what stands on each coupon, and whether it was printed."""
    one = _sheet(name)
    words = (_WORDS[one.state], _LOOKS[one.state])
    return page("finance/sheet.html", title=f"Sheet {name}", form=ActForm(), one=one, words=words)


@bp.post("/sheets/<name>/coupons.pdf")
@gate.needs(Permission.FINANCE_LEDGER)
def print_sheet(name: str) -> Response:
    """Hand the coupons of a sheet out, ready to print; it is done once."""
    one = _sheet(name)
    form = ActForm()
    form.submitted()
    pdf = render_elsewhere(printing.page(one.content, form=name, at=one.at))
    # Without the form's key: the same act once more is a second print, which there is none of.
    do(operations.hand_out, sheet=name, sha256=sha256(pdf).hexdigest())
    answer = make_response(pdf)
    answer.headers["Content-Type"] = "application/pdf"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}-coupons.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.route("/sheets/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def void_sheet(name: str) -> Response:
    """Void a sheet that is spoilt: two people of finance and a reason."""
    one = _sheet(name)
    form = VoidSheetForm()
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            second = prove_as(badge, pin, FINANCE_ROLES, field="second_pin")
            asked = {"sheet": name, "reason": form.reason.data or ""}
            done = do(operations.spoil, key=form.key.data, second=second, **asked)
            return after(done, url_for("finance.sheet", name=name))
    return page("finance/void_sheet.html", title=f"Void sheet {name}", form=form, one=one)
