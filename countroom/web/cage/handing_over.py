"""After the signatures: the sealed proceeds, and the cage's own copy of the reports."""

from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import RECOUNT_ROLES
from countroom.operations import closing_room
from countroom.web import gate
from countroom.web.cage.blueprint import bp
from countroom.web.cage.forms import SealForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.kept_copies import own_copies, own_copy, reprint, reprinted_copy
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.CAGE_RECOUNT,)
_COPY: Final = "THIRD COPY"


@bp.route("/recount/<count:count>/seal", methods=["GET", "POST"])
@gate.needs(*_MAY)
def seal(count: str) -> Response:
    """Wrap and seal the money after every signature; the cashier takes it over."""
    form = SealForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", RECOUNT_ROLES)
            done = do(closing_room.seal_proceeds, key=form.key.data, count=count, cashier=proof)
            return after(done, url_for("cage.recount", count=count))
    return page("cage/seal.html", title="Seal the proceeds", form=form, count=count)


@bp.get("/recount/<count:count>/copies")
@gate.needs(*_MAY)
def third_copies(count: str) -> Response:
    """The third copies: the cage's own."""
    kept, form = own_copies(count), ActForm(formdata=None)
    return page("cage/copies.html", title="Third copies", count=count, kept=kept, form=form)


@bp.get("/recount/<count:count>/copies/<form>.pdf")
@gate.needs(*_MAY)
def third_copy(count: str, form: str) -> Response:
    """The kept bytes of a third copy."""
    del count
    return own_copy(form, _COPY)


@bp.post("/recount/<count:count>/copies/<form>/reprint")
@gate.needs(*_MAY)
def reprint_third(count: str, form: str) -> Response:
    """Print a third copy once more: it says REPRINT, and which."""
    return after(reprint(form, _COPY), url_for("cage.third_copies", count=count))


@bp.get("/recount/<count:count>/copies/<form>/reprint-<int:number>.pdf")
@gate.needs(*_MAY)
def reprinted_third(count: str, form: str, number: int) -> Response:
    """The kept bytes of a reprint."""
    del count
    return reprinted_copy(form, _COPY, number)
