"""The ledger of coupons: what came, what is issued, what is reported to the Bureau."""

from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.papers.coupon_receipt import CouponSource
from countroom.domain.people import FINANCE_ROLES, Role
from countroom.inquiries import coupon_forms
from countroom.operations.coupons import issues, receipts
from countroom.web import coupon_desk, desk, gate
from countroom.web.doing import after, do
from countroom.web.finance.blueprint import bp
from countroom.web.finance.forms import DeviationForm, IssueForm, ReceiveForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as


@bp.route("/receive", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_COUPONS)
def receive() -> Response:
    """Enter coupons that came, as examined against the invoice."""
    form = ReceiveForm()
    form.design.choices = coupon_desk.design_choices()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", FINANCE_ROLES)
            asked: dict[str, Any] = {
                name: form[name].data or ""
                for name in ("design", "serials", "supplier", "invoice", "deviation")
            }
            done = do(
                receipts.enter,
                key=form.key.data,
                quantity=form.quantity.data,
                invoiced=form.invoiced.data,
                source=CouponSource(form.source.data),
                proof=proof,
                **asked,
            )
            return after(done, url_for("coupons.form", name=done.name))
    return page("finance/receive.html", title="Receive coupons", form=form)


@bp.route("/issue/<name>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def issue(name: str) -> Response:
    """Issue coupons on a requisition: entered before they are handed over."""
    asked = coupon_forms.requested(desk.database(), desk.viewer(), name)
    form = IssueForm()
    if request.method == "GET":
        form.serials.data = asked.first
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.FINANCE_SUPERVISOR)
            done = do(
                issues.issue,
                key=form.key.data,
                requisition=name,
                serials=form.serials.data or "",
                voids=form.voids.data or "",
                explanation=form.explanation.data or "",
                proof=proof,
            )
            return after(done, url_for("coupons.form", name=done.name))
    return page("finance/issue.html", title=f"Issue on {name}", form=form, asked=asked)


@bp.route("/deviation/<name>", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_LEDGER)
def deviation(name: str) -> Response:
    """Say that the Bureau was told how a delivery differs from its invoice."""
    sheet = coupon_forms.standing(desk.database(), desk.viewer(), name)
    form = DeviationForm()
    if form.submitted():
        with problems(form):
            proof = form.proof(Role.FINANCE_SUPERVISOR)
            asked = {"receipt": name, "how": form.how.data or ""}
            done = do(receipts.report_deviation, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("coupons.form", name=name))
    return page("finance/deviation.html", title=f"Deviation of {name}", form=form, sheet=sheet)
