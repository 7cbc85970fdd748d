"""A rack that did not hold what its last slip says: on both days until it is resolved."""

from datetime import date

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.errors import NotFoundError
from countroom.inquiries import openings
from countroom.inquiries.openings import MismatchSheet
from countroom.operations import mismatches
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import ResolveForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.get("/day/<day:day>/mismatch/<name>")
@gate.needs(Permission.ACCOUNTING_DAY)
def mismatch(day: date, name: str) -> Response:
    """What was left, what was counted, and what was found out."""
    return _show(day, name, ResolveForm(formdata=None))


@bp.post("/day/<day:day>/mismatch/<name>")
@gate.needs(Permission.ACCOUNTING_CHECKS)
def resolve(day: date, name: str) -> Response:
    """Resolve it on both of its days; neither slip changes."""
    form = ResolveForm()
    if form.submitted():
        with problems(form):
            asked = {"gaming_date": day, "slip": name, "reason": form.reason.data or ""}
            done = do(mismatches.resolve, key=form.key.data, **asked)
            return after(done, url_for("accounting.mismatch", day=day, name=name))
    return _show(day, name, form)


def _show(day: date, name: str, form: ResolveForm) -> Response:
    found = _found(day, name)
    return page(
        "accounting/mismatch.html",
        title=f"{found.slip} against {found.closer}",
        gaming_date=day,
        day=day,
        found=found,
        form=form,
        writes=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS})),
    )


def _found(day: date, name: str) -> MismatchSheet:
    there = openings.of_day(desk.database(), desk.viewer(), day)
    found = next((one for one in there if one.slip == name), None)
    if found is None:
        msg = f"No mismatch of {name} shows on {day.isoformat()}."
        raise NotFoundError(msg)
    return found
