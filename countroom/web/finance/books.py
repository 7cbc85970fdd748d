"""The books of coupons: each day processed, each month counted, each quarter reported."""

import re
from datetime import date
from typing import Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.errors import NotFoundError
from countroom.inquiries import coupon_books, coupon_mailings
from countroom.operations.coupons import (
    destructions,
    inventories,
    mailings,
    processing,
    quarters,
)
from countroom.operations.coupons.inventories import PLACES, Found
from countroom.web import desk, gate
from countroom.web.coupon_desk import stock
from countroom.web.doing import after, do
from countroom.web.finance.blueprint import bp
from countroom.web.finance.forms import DestroyForm, InventoryForm, ProcessForm, QuarterForm
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Column, Listing, row

_QUARTER: Final = re.compile(r"([0-9]{4})-Q([1-4])", re.ASCII)
_WORDS: Final = {CouponPlace.STOCK: "in stock", CouponPlace.MARKETING: "with marketing"}


@bp.route("/process/<day:day>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_COUPONS)
def process(day: date) -> Response:
    """Check the coupons of a gaming date; a finance supervisor cancels them."""
    found = coupon_books.found_on(desk.database(), desk.viewer(), day)
    form = ProcessForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", FINANCE_ROLES)
            done = do(processing.process, key=form.key.data, day=day, proof=proof)
            return after(done, url_for("coupons.form", name=done.name))
    listing = Listing(
        id="found",
        title="Coupons found in boxes",
        columns=(
            *(Column(title) for title in ("Serial", "Box", "What became of it")),
            Column("Face", right=True),
        ),
        rows=tuple(row(one.serial, one.box, one.remark, one.value) for one in found),
        nothing="No coupon was found in a box of this day.",
    )
    title = f"Process {day.isoformat()}"
    return page("finance/process.html", title=title, gaming_date=day, form=form, found=listing)


@bp.route("/inventory", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_COUPONS)
def inventory() -> Response:
    """Count all coupons that are not distributed; the ledger's figures do not show."""
    names = {
        f"{one.design.code}.{place}": f"{one.design.code} {_WORDS[place]}"
        for one in stock()
        for place in PLACES
    }
    typed = {name: request.form.get(name, "") for name in names}
    form = InventoryForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", FINANCE_ROLES)
            done = do(
                inventories.count,
                key=form.key.data,
                counted=tuple(_found(name, text) for name, text in typed.items() if text.strip()),
                explanation=form.explanation.data or "",
                proof=proof,
            )
            return after(done, url_for("coupons.form", name=done.name))
    wrong = form.problem.fields if form.problem else {}
    return page(
        "finance/inventory.html",
        title="Inventory of coupons",
        form=form,
        names=names,
        typed=typed,
        wrong=wrong,
    )


def _found(name: str, text: str) -> Found:
    design, _, place = name.rpartition(".")
    return Found(design, CouponPlace(place), text)


def _last_day(quarter: str) -> date:
    """A gaming date of a quarter.

    Raises:
        NotFoundError: There is no such quarter.
    """
    match = _QUARTER.fullmatch(quarter)
    if match is None or int(match[1]) == 0:
        msg = f"{quarter} is no quarter, such as 2011-Q2."
        raise NotFoundError(msg)
    return date(int(match[1]), 3 * int(match[2]), 1)


@bp.route("/quarter/<quarter>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def quarter(quarter: str) -> Response:
    """Report the coupons redeemed in a quarter to the Bureau."""
    day = _last_day(quarter)
    content = coupon_books.quarter(desk.database(), desk.viewer(), day)
    form = QuarterForm()
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.FINANCE_SUPERVISOR)
            done = do(quarters.report, key=form.key.data, day=day, proof=proof)
            return after(done, url_for("coupons.form", name=done.name))
    title = f"Coupons redeemed in {quarter}"
    return page("finance/quarter.html", title=title, form=form, content=content)


@bp.route("/erase/<name>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def erase(name: str) -> Response:
    """Erase who the coupons of a mailing went to, when finance need not keep it any more."""
    form = ActForm()
    if form.submitted():
        with problems(form):
            done = do(mailings.erase, key=form.key.data, mailing=name)
            return after(done, url_for("finance.today"))
    patrons, until = coupon_mailings.kept(desk.database(), desk.viewer(), name)
    title = f"Erase the patrons of {name}"
    return page(
        "finance/erase.html", title=title, form=form, name=name, patrons=patrons, until=until
    )


@bp.route("/destroy/<design>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_COUPONS)
def destroy(design: str) -> Response:
    """Destroy expired coupons that are in stock."""
    one = next((each for each in stock() if each.design.code == design), None)
    if one is None:
        msg = f"There is no design {design}."
        raise NotFoundError(msg)
    form = DestroyForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", FINANCE_ROLES)
            asked = {"design": design, "how": form.how.data or ""}
            done = do(destructions.destroy, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("coupons.form", name=done.name))
    pieces = one.at(CouponPlace.STOCK)
    return page("finance/destroy.html", title=f"Destroy {design}", form=form, one=one, n=pieces)
