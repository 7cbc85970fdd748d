"""A week filed, and the contests that are posted in it."""

from datetime import date
from typing import Any

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.inquiries import filed, tax
from countroom.operations.books import contests, weeks
from countroom.operations.books.contests import Contest
from countroom.web import desk, gate
from countroom.web.accounting.audit import SUPERVISOR
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import ContestForm, FileWeekForm, VoidContestForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as


@bp.route("/tax/<day:day>/file", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def file_week(day: date) -> Response:
    """File the week of a gaming day: its return is made and kept."""
    week = tax.week(desk.database(), desk.viewer(), day)
    form = FileWeekForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", SUPERVISOR)
            done = do(weeks.file_week, key=form.key.data, gaming_date=day, proof=proof)
            return after(done, url_for("accounting.tax_week", day=day))
    return page(
        "accounting/file_week.html",
        title="File the week",
        gaming_date=day,
        day=day,
        week=week,
        filing=filed.week(desk.database(), desk.viewer(), day),
        form=form,
    )


@bp.route("/day/<day:day>/contest", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def contest(day: date) -> Response:
    """Enter what a contest that ended on a day took and gave."""
    week = filed.week(desk.database(), desk.viewer(), day)
    form = ContestForm()
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            typed: Any = (form.entrants.data, form.fees.data, form.prizes.data)
            done = do(
                contests.record,
                key=form.key.data,
                ended=day,
                contest=Contest(form.contest.data or "", *typed),
                proof=prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES),
                checked=prove_as(badge, pin, SUPERVISOR, field="second_pin"),
            )
            return after(done, url_for("accounting.tax_week", day=day))
    return page(
        "accounting/contest.html",
        title="Enter a contest",
        gaming_date=day,
        day=day,
        filing=week,
        form=form,
    )


@bp.route("/contest/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def void_contest(name: str) -> Response:
    """Void a contest that was entered wrongly: two people and a reason."""
    form = VoidContestForm()
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            second = prove_as(badge, pin, ACCOUNTING_ROLES, field="second_pin")
            asked = {"form": name, "reason": form.reason.data or ""}
            done = do(contests.void, key=form.key.data, second=second, **asked)
            return after(done, url_for("accounting.books_form", name=name))
    return page("accounting/void_contest.html", title=f"Void {name}", form=form, name=name)
