"""Counter Checks: each copy entered, and one act that says these are all."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.errors import NotFoundError
from countroom.inquiries import gaming_days
from countroom.inquiries.gaming_days import Check, TableChecks
from countroom.money import total
from countroom.operations import checks as entering
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import CheckForm, CompleteForm, ReopenForm, VoidCheckForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, TableRow, row

_EXPLAIN = "explain."


def _tables(day: date) -> tuple[TableChecks, ...]:
    return gaming_days.counter_checks(desk.database(), desk.viewer(), day)


@bp.route("/day/<day:day>/checks", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def checks(day: date) -> Response:
    """Enter a copy; below stand those entered, and what the count tallied."""
    tables = _tables(day)
    open_ones = [table for table in tables if not table.closed]
    form = CheckForm()
    form.table.choices = [(table.table, table.table) for table in open_ones]
    boxes = [box for table in open_ones for box in table.boxes]
    form.box.choices = [("", "not known"), *((box, box) for box in boxes)]
    if request.method == "GET":
        form.table.data = request.args.get("table") or _first_open(open_ones)
        form.box.data = ""
    if form.submitted():
        with problems(form):
            amount: Any = form.amount.data
            copy = entering.Copy(
                serial=form.serial.data or "",
                amount=amount,
                box=form.box.data or "",
                patron=form.patron.data or "",
                issuer=form.issuer.data or "",
            )
            table = form.table.data or ""
            done = do(entering.enter, key=form.key.data, gaming_date=day, table=table, copy=copy)
            return after(done, url_for("accounting.checks", day=day, table=table))
    return page(
        "accounting/checks.html",
        title="Counter Checks",
        gaming_date=day,
        day=day,
        form=form,
        tables=tables,
        open_ones=open_ones,
        listing=_listing(tables),
    )


def _first_open(open_ones: Sequence[TableChecks]) -> str:
    waiting = [table.table for table in open_ones if table.entered < table.tallied]
    every = [*waiting, *(table.table for table in open_ones)]
    return every[0] if every else ""


def _line(table: TableChecks, check: Check) -> TableRow:
    if check.void:
        last = Cell("void", look="blocked")
    elif table.closed:
        last = Cell("closed", look="done")
    else:
        last = Cell("Void it", url_for("accounting.void_check", name=check.name))
    return row(
        check.name,
        check.serial,
        table.table,
        check.box,
        check.patron,
        check.issuer,
        check.amount,
        last,
    )


def _listing(tables: Sequence[TableChecks]) -> Listing:
    columns = ("Number", "Check", "Table", "Box", "Patron", "Issued by", "Amount", "State")
    standing = [check.amount for table in tables for check in table.checks if not check.void]
    return Listing(
        id="checks",
        title="Checks entered",
        columns=tuple(Column(title, right=title == "Amount") for title in columns),
        rows=tuple(_line(table, check) for table in tables for check in table.checks),
        foot=(*([Cell("")] * 5), Cell("Total"), Cell(total(standing).text()), Cell("")),
        nothing="No Counter Check is entered for this day.",
    )


@bp.route("/day/<day:day>/checks/complete", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def complete(day: date) -> Response:
    """Say that every check is entered; where the numbers differ, why."""
    tables = _tables(day)
    waiting = [table for table in tables if not table.closed]
    form = CompleteForm()
    typed = {
        table.table: request.form.get(f"{_EXPLAIN}{table.table}", "").strip() for table in waiting
    }
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES)
            said = {table: text for table, text in typed.items() if text}
            done = do(
                entering.complete,
                key=form.key.data,
                gaming_date=day,
                explanations=said,
                proof=proof,
            )
            return after(done, url_for("accounting.day", day=day))
    wrong = form.problem.fields if form.problem else {}
    return page(
        "accounting/complete.html",
        title="All checks entered",
        gaming_date=day,
        day=day,
        form=form,
        waiting=waiting,
        typed=typed,
        wrong=wrong,
    )


@bp.route("/checks/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def void_check(name: str) -> Response:
    """Void a check that was entered wrongly: two people and a reason."""
    form = VoidCheckForm()
    if form.submitted():
        with problems(form):
            second = prove_as(
                form.second_badge.data or "",
                form.second_pin.data or "",
                ACCOUNTING_ROLES,
                field="second_pin",
            )
            asked = {"check": name, "reason": form.reason.data or ""}
            done = do(entering.void, key=form.key.data, second=second, **asked)
            return after(done, url_for("accounting.days"))
    return page("accounting/void_check.html", title=f"Void {name}", form=form, name=name)


@bp.route("/day/<day:day>/checks/<table>/reopen", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def reopen(day: date, table: str) -> Response:
    """Open the closed checks of a table again, as accounting supervisor."""
    if table not in {one.table for one in _tables(day)}:
        msg = f"There is no table {table} on {day.isoformat()}."
        raise NotFoundError(msg)
    form = ReopenForm()
    if form.submitted():
        with problems(form):
            second = prove_as(
                form.second_badge.data or "",
                form.second_pin.data or "",
                ACCOUNTING_ROLES,
                field="second_pin",
            )
            asked = {"gaming_date": day, "table": table, "reason": form.reason.data or ""}
            done = do(entering.reopen, key=form.key.data, second=second, **asked)
            return after(done, url_for("accounting.checks", day=day))
    title = f"Open the checks of {table} again"
    return page("accounting/reopen.html", title=title, form=form, day=day, table=table)
