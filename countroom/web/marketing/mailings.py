"""Patron mailings: lists of excluded people, patrons scrubbed against them, the file."""

import re
import secrets
from hashlib import sha256
from typing import Any, Final
from zoneinfo import ZoneInfo

from flask import Response, make_response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.exclusion import ListKind
from countroom.domain.people import Role
from countroom.inquiries import coupon_mailings
from countroom.inquiries.coupon_mailings import Scrubbed
from countroom.operations.coupons import mailings as operations
from countroom.operations.coupons.mailings import Decision
from countroom.reports.mailing_file import mailing_file
from countroom.reports.tables import Imprint
from countroom.web import coupon_desk, desk, gate, links
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.marketing.blueprint import bp
from countroom.web.marketing.forms import ListForm, MailingForm
from countroom.web.pages import page
from countroom.web.problems import problems

links.register("ML", "coupons.form")

_DECIDE: Final = re.compile(r"decide\.([0-9]{1,5})", re.ASCII)


@bp.route("/lists", methods=["GET", "POST"])
@gate.needs(Permission.MARKETING_REQUESTS)
def lists() -> Response:
    """Which lists of excluded people there are, and today's to import; never who is on them."""
    form = ListForm()
    if form.submitted():
        with problems(form):
            asked = {"kind": ListKind(form.kind.data), "text": form.text.data or ""}
            done = do(operations.import_list, key=form.key.data, **asked)
            return after(done, url_for("marketing.lists"))
    found = coupon_mailings.lists(desk.database(), desk.viewer())
    return page("marketing/lists.html", title="Lists of excluded people", form=form, lists=found)


def _decisions() -> dict[str, Decision]:
    found = ((_DECIDE.fullmatch(name), word) for name, word in request.form.items())
    return {
        match[1]: Decision(word == "mail", request.form.get(f"why.{match[1]}", ""))
        for match, word in found
        if match and word in {"mail", "leave"}
    }


@bp.route("/mailing", methods=["GET", "POST"])
@gate.needs(Permission.MARKETING_REQUESTS)
def mailing() -> Response:
    """Make a mailing; names like one on a list are put before the person who makes it."""
    form = MailingForm()
    form.design.choices = coupon_desk.design_choices()
    if request.method == "GET":
        form.salt.data = secrets.token_hex(16)
    scrubbed: Scrubbed | None = None
    if form.submitted():
        with problems(form):
            people = form.people.data or ""
            scrubbed = coupon_mailings.scrubbed(desk.database(), desk.viewer(), desk.now(), people)
            proof = form.proof(Role.MARKETING_SUPERVISOR)
            asked: dict[str, Any] = {
                name: form[name].data or ""
                for name in ("campaign", "provider", "design", "serials", "people", "salt")
            }
            decisions = _decisions()
            done = do(
                operations.prepare, key=form.key.data, proof=proof, decisions=decisions, **asked
            )
            return after(done, url_for("coupons.form", name=done.name))
    found = coupon_mailings.lists(desk.database(), desk.viewer())
    return page(
        "marketing/mailing.html",
        title="Mail coupons",
        form=form,
        lists=found,
        scrubbed=scrubbed,
        typed=request.form,
    )


@bp.get("/mailing/<name>")
@gate.needs(Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER)
def mailing_data(name: str) -> Response:
    """The data of a mailing, to be taken as a file."""
    quantity = coupon_mailings.quantity(desk.database(), desk.viewer(), name)
    title = f"Data of {name}"
    return page("marketing/data.html", title=title, form=ActForm(), name=name, quantity=quantity)


@bp.post("/mailing/<name>/mailing.csv")
@gate.needs(Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER)
def mailing_csv(name: str) -> Response:
    """The file of a mailing; whoever takes it stands in the journal."""
    ActForm().submitted()
    rows = coupon_mailings.rows(desk.database(), desk.viewer(), name)
    of, now = desk.house().property, desk.now()
    written = mailing_file(rows, Imprint(of.name, ZoneInfo(of.zone), of.gaming_date(now), now))
    do(operations.hand_file, mailing=name, sha256=sha256(written).hexdigest())
    answer = make_response(written)
    answer.headers["Content-Type"] = "text/csv; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
