"""After the signatures: the sealed proceeds, and the cage's own copy of the reports."""

from typing import Final

from flask import Response, make_response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import RECOUNT_ROLES
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import copies, count_board
from countroom.inquiries.copies import KeptCopy
from countroom.operations import closing_room
from countroom.web import desk, gate
from countroom.web.cage.blueprint import bp
from countroom.web.cage.forms import SealForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.CAGE_RECOUNT,)
_REPORTS: Final = ("banking_count", "nonbanking_count")


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


def _kept(count: str) -> tuple[list[KeptCopy], str]:
    """The cage's copies of a count's reports, or why there are none."""
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    found: list[KeptCopy] = []
    for paper in _REPORTS:
        try:
            found += copies.of_day(desk.database(), desk.viewer(), shown.gaming_date, paper)
        except (AccessError, NotFoundError) as refused:
            return [], refused.message
    return found, ""


@bp.get("/recount/<count:count>/copies")
@gate.needs(*_MAY)
def third_copies(count: str) -> Response:
    """The third copies: the cage's own."""
    kept, why = _kept(count)
    return page("cage/copies.html", title="Third copies", count=count, kept=kept, why=why)


@bp.get("/recount/<count:count>/copies/<form>.pdf")
@gate.needs(*_MAY)
def third_copy(count: str, form: str) -> Response:
    """The kept bytes of a third copy.

    Raises:
        NotFoundError: There is none of that name.
    """
    kept, why = _kept(count)
    found = next((one for one in kept if one.form == form), None)
    if found is None:
        raise NotFoundError(why or f"There is no third copy of {form}.")
    answer = make_response(found.content)
    answer.headers["Content-Type"] = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{found.form}-third-copy.pdf"'
    return answer
