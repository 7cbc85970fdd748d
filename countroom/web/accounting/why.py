"""Why a table differs: likely causes, the evidence beside them, and what was found."""

from datetime import date

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.inquiries import audit
from countroom.inquiries import why as whys
from countroom.inquiries.why import Why
from countroom.operations.books import explaining
from countroom.operations.books.explaining import Seen
from countroom.web import desk, gate
from countroom.web.accounting import causes
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import FoundForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_OWN, _NOT_FOUND = "own", "not_found"
_OFFERED = 6
"""So many proposed causes can be chosen; another is written in one's own words."""


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
    seen = _why(day, table)
    form.what.choices = _choices(seen)
    if form.submitted():
        with problems(form):
            what, said = form.what.data or _OWN, (form.found.data or "").strip()
            known = what != _NOT_FOUND
            roles = ACCOUNTING_ROLES if known else {Role.ACCOUNTING_SUPERVISOR}
            proposed = "" if what in {_OWN, _NOT_FOUND} else seen.causes[int(what)].sentence
            done = do(
                explaining.explain,
                key=form.key.data,
                gaming_date=day,
                seen=Seen(
                    audit.differing_of(seen.result),
                    form.mark.data or "",
                    seen.singles,
                ),
                found=" ".join(part for part in (proposed, said) if part),
                cause_found=known,
                proposed=proposed,
                proof=prove_as(form.badge.data or "", form.pin.data or "", roles),
            )
            return after(done, url_for("accounting.why", day=day, table=table))
    return _show(day, table, form)


def _why(day: date, table: str) -> Why:
    rounds = desk.server().settings.rounds
    return whys.why(desk.database(), desk.viewer(), day, table, rounds)


def _choices(found_: Why) -> list[tuple[str, str]]:
    causes = [(str(n), cause.sentence) for n, cause in enumerate(found_.causes[:_OFFERED])]
    own = [(_OWN, "Something else, in my words"), (_NOT_FOUND, "The cause was not found")]
    return [*causes, *own]


def _show(day: date, table: str, form: FoundForm) -> Response:
    found_ = _why(day, table)
    form.what.choices = _choices(found_)
    form.what.data = form.what.data or _OWN
    if form.problem is None:
        form.mark.data = audit.mark(desk.database(), desk.viewer(), day)
    return page(
        "accounting/why.html",
        title=f"Why {table} differs" if found_.says else f"Table {table}",
        gaming_date=day,
        day=day,
        table=table,
        why=found_,
        result=found_.result,
        looks=causes.looks(found_, day, table),
        found=audit.of_table(desk.database(), desk.viewer(), day, found_.result),
        form=form,
        writes=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS})),
    )
