"""Why a table differs: likely causes, the evidence beside them, and what was found."""

from datetime import date

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.inquiries import gaming_days
from countroom.inquiries import why as whys
from countroom.operations import variances
from countroom.web import desk, gate, links
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import FoundForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.get("/day/<day:day>/why/<table>")
@gate.needs(Permission.ACCOUNTING_DAY)
def why(day: date, table: str) -> Response:
    """The causes that would produce a table's difference to the cent."""
    return _show(day, table, FoundForm(formdata=None))


@bp.post("/day/<day:day>/why/<table>")
@gate.needs(Permission.ACCOUNTING_CHECKS)
def found(day: date, table: str) -> Response:
    """Write down what was found out."""
    form = FoundForm()
    if form.submitted():
        with problems(form):
            asked = {"gaming_date": day, "table": table}
            found_ = form.found.data or ""
            done = do(variances.explain, key=form.key.data, found=found_, **asked)
            return after(done, url_for("accounting.why", day=day, table=table))
    return _show(day, table, form)


def _show(day: date, table: str, form: FoundForm) -> Response:
    database, viewer = desk.database(), desk.viewer()
    found_ = whys.why(database, viewer, day, table, desk.server().settings.rounds)
    return page(
        "accounting/why.html",
        title=f"Why {table} differs" if found_.says else f"Table {table}",
        gaming_date=day,
        day=day,
        table=table,
        why=found_,
        result=found_.result,
        evidence={cause.where: _page_of(cause.where, day, table) for cause in found_.causes},
        explained=gaming_days.explanations(database, viewer, day, table),
        form=form,
        writes=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS})),
    )


def _page_of(name: str, day: date, table: str) -> str:
    """The page of a form or a round, where this duty may open it."""
    word, _, number = name.partition(" ")
    if word == "round":
        return url_for("accounting.felt", day=day, table=table, round=number)
    to = links.to(name)
    return to if to and gate.leads_somewhere(desk.who().duty, to) else ""
