"""A form's own copy: what was printed of it, by whom and when."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.errors import NotFoundError
from countroom.web import gate, kept_copies, links
from countroom.web.copies.blueprint import bp
from countroom.web.doing import after
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems

for _series in ("RI", "KC"):
    links.register(_series, "copies.form")

_READERS = (
    Permission.PIT_TABLES,
    Permission.CAGE_CHIPS,
    Permission.SECURITY_MOVE,
    Permission.ACCOUNTING_DAY,
)


@bp.route("/<name>", methods=["GET", "POST"])
@gate.needs(*_READERS)
def form(name: str) -> Response:
    """One's own copy of a form; sent, it is printed once more."""
    copy = kept_copies.form_copy(name)
    again = ActForm()
    if again.submitted():
        with problems(again):
            done = kept_copies.reprint(name, _copy(name))
            return after(done, url_for("copies.form", name=name))
    return page("copies/form.html", title=f"Copy of {name}", form=again, copy=copy)


def _copy(name: str) -> str:
    copy = kept_copies.form_copy(name).copy
    if copy is None:
        msg = f"No copy of {name} goes to this duty."
        raise NotFoundError(msg)
    return copy.name


@bp.get("/<name>/print.pdf")
@gate.needs(*_READERS)
def pdf(name: str) -> Response:
    """The kept print of one's own copy, or how the form stands now."""
    kept_copies.form_copy(name)
    return kept_copies.printed(name)


@bp.get("/<name>/reprint-<int:number>.pdf")
@gate.needs(*_READERS)
def reprinted(name: str, number: int) -> Response:
    """A kept reprint of one's own copy."""
    return kept_copies.reprinted_copy(name, _copy(name), number)
