"""What is not the ordinary drop: an emergency, a box that stays, a lock that is jammed."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.operations import drop
from countroom.operations.drop import Emergency
from countroom.web import gate
from countroom.web.doing import after, do
from countroom.web.drop.blueprint import bp
from countroom.web.drop.floor import find
from countroom.web.drop.forms import EmergencyForm, StaysForm, StuckForm
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.route("/table/<table>/emergency", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def emergency(table: str) -> Response:
    """Take a box off outside the schedule; it never ends the table's day."""
    at = find(table)
    form = EmergencyForm()
    if request.method == "GET":
        form.slip.data, form.replacement.data = at.table.slip, at.table.replacement
    if form.submitted():
        with problems(form):
            stands_for = Emergency(
                reason=form.reason.data or "",
                ordered_by=form.ordered_by.data or "",
                independent=form.independent.data or "",
                representative=form.representative.data or "",
            )
            done = do(
                drop.drop_box,
                key=form.key.data,
                table=table,
                box=form.box.data or "",
                replacement=form.replacement.data or "",
                slip=form.slip.data or "",
                emergency=stands_for,
            )
            return after(done, url_for("drop.tables"))
    return page("drop/emergency.html", title=f"Emergency drop of {table}", form=form, at=at)


@bp.route("/table/<table>/stays", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def stays(table: str) -> Response:
    """Say that a table gives no box today."""
    at = find(table)
    form = StaysForm()
    if form.submitted():
        with problems(form):
            asked = {"table": table, "why": form.why.data}
            explanation = form.explanation.data or ""
            done = do(drop.not_dropped, key=form.key.data, explanation=explanation, **asked)
            return after(done, url_for("drop.tables"))
    return page("drop/stays.html", title=f"{table} is not dropped", form=form, at=at)


@bp.route("/table/<table>/stuck", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def stuck(table: str) -> Response:
    """Say that the box of a table does not come off, and who was told."""
    at = find(table)
    form = StuckForm()
    if form.submitted():
        with problems(form):
            told = (form.representative.data, form.officer.data, form.supervisor.data)
            done = do(
                drop.stuck,
                key=form.key.data,
                table=table,
                box=at.table.box,
                why=form.why.data or "",
                told=tuple(badge for badge in told if badge),
            )
            return after(done, url_for("drop.tables"))
    return page("drop/stuck.html", title=f"The box of {table} is stuck", form=form, at=at)
