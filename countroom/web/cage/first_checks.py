"""Counter Checks as the cage first recorded them, a gaming date at a time."""

from datetime import date
from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.denominations import pieces_typed
from countroom.domain.papers.first_checks import AtTable
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import first_checks
from countroom.money import ZERO, dollars
from countroom.operations import first_checks as recording
from countroom.web import desk, gate, home
from countroom.web.cage.blueprint import bp
from countroom.web.cage.forms import FirstChecksForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems

home.door("cage.record_checks", "Counter Checks", "Issued, as the cage first recorded them.")


@bp.route("/checks", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def record_checks() -> Response:
    """Number and total, table by table, as the cage first recorded them on a gaming date."""
    form = FirstChecksForm()
    if form.day.data is None:
        form.day.data = _asked_day()
    tables = first_checks.tables_of(desk.database(), desk.viewer(), desk.now(), form.day.data)
    typed = {
        f"{part}.{table}": request.form.get(f"{part}.{table}", "").strip()
        for table in tables
        for part in ("checks", "total")
    }
    if form.submitted():
        with problems(form):
            done = do(
                recording.record,
                key=form.key.data,
                gaming_date=form.day.data,
                tables=_read(tables, typed),
                proof=form.proof(Role.CHIP_BANK_CASHIER),
                reason=form.reason.data or "",
            )
            return after(done, url_for("cage.bank"))
    return page(
        "cage/first_checks.html",
        title="Counter Checks of the day",
        form=form,
        tables=tables,
        typed=typed,
        wrong=form.problem.fields if form.problem else {},
    )


def _asked_day() -> Any:
    """The gaming date of the address, or today's."""
    try:
        return date.fromisoformat(request.args.get("of", ""))
    except ValueError:
        return desk.house().property.gaming_date(desk.now())


def _read(tables: tuple[str, ...], typed: dict[str, str]) -> tuple[AtTable, ...]:
    """What was typed; a table where nothing stands had no checks.

    Raises:
        EntryError: A number or an amount is none; all of them are named.
    """
    found: list[AtTable] = []
    faults: dict[str, str] = {}
    for table in tables:
        checks, amount = typed[f"checks.{table}"], typed[f"total.{table}"]
        if not checks and not amount:
            continue
        try:
            read = AtTable(
                table,
                pieces_typed(checks, name=table) or 0,
                dollars(amount) if amount else ZERO,
            )
        except (EntryError, ValueError):
            faults[table] = f"{table}: enter a number of checks and an amount in dollars."
        else:
            found.append(read)
    if faults:
        raise EntryError(faults)
    return tuple(found)
