"""Requisitions and returns: what marketing asks for, and what it gives back."""

from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.people import Role
from countroom.operations.coupons import requisitions, returns
from countroom.web import coupon_desk, desk, gate
from countroom.web.doing import after, do
from countroom.web.marketing.blueprint import bp
from countroom.web.marketing.forms import AskForm, GiveBackForm
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.route("/ask", methods=["GET", "POST"])
@gate.needs(Permission.MARKETING_REQUESTS)
def ask() -> Response:
    """Ask finance for coupons."""
    form = AskForm()
    form.design.choices = coupon_desk.design_choices()
    if request.method == "GET":
        form.needed.data = desk.house().property.gaming_date(desk.now())
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.MARKETING_SUPERVISOR)
            asked: dict[str, Any] = {
                "design": form.design.data,
                "quantity": form.quantity.data,
                "needed": form.needed.data,
                "promotion": form.promotion.data or "",
            }
            done = do(requisitions.ask, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("coupons.form", name=done.name))
    return page("marketing/ask.html", title="Ask for coupons", form=form)


@bp.route("/return", methods=["GET", "POST"])
@gate.needs(Permission.MARKETING_REQUESTS)
def give_back() -> Response:
    """Give coupons back to finance."""
    form = GiveBackForm()
    form.design.choices = coupon_desk.design_choices()
    wanted = request.args.get("design", "")
    with_us = {
        one.design.code: held
        for one in coupon_desk.stock()
        for held in one.held
        if held.place is CouponPlace.MARKETING
    }
    if request.method == "GET":
        form.design.data = wanted or next(iter(with_us), "")
        if wanted in with_us:
            form.serials.data = with_us[wanted].serials.replace(", ", "\n")
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.MARKETING_SUPERVISOR)
            asked: dict[str, Any] = {
                "design": form.design.data,
                "serials": form.serials.data or "",
                "voids": form.voids.data or "",
                "from_patrons": form.from_patrons.data or "",
            }
            done = do(returns.give_back, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("coupons.form", name=done.name))
    return page("marketing/give_back.html", title="Return coupons", form=form, with_us=with_us)
