"""The trolley: which boxes are locked into it, who hands them over and who takes them."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.inquiries import drop_floor
from countroom.operations import drop
from countroom.operations.acts import Done
from countroom.web import desk, gate
from countroom.web.doing import after, do
from countroom.web.drop.blueprint import bp
from countroom.web.drop.forms import TrolleyForm
from countroom.web.forms import prove
from countroom.web.pages import page
from countroom.web.problems import problems


@bp.route("/trolley", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def trolley() -> Response:
    """Lock the boxes that came off into the trolley; the manifest is made and signed by two."""
    found = drop_floor.floor(desk.database(), desk.viewer(), desk.now())
    day = min((box.gaming_date for box in found.off), default=found.gaming_date)
    off = [box for box in found.off if box.gaming_date == day]
    chosen = request.form.getlist("boxes") if request.method == "POST" else [b.box for b in off]
    form = TrolleyForm()
    if request.method == "GET":
        form.gaming_date.data = day
    if form.submitted():
        with problems(form):
            done = _load(form, tuple(chosen))
            return after(done, url_for("drop.tables"))
    return page(
        "drop/trolley.html",
        title="Load the trolley",
        gaming_date=day,
        form=form,
        off=off,
        chosen=chosen,
    )


def _load(form: TrolleyForm, boxes: tuple[str, ...]) -> Done:
    if not boxes:
        raise EntryError({"boxes": "Tick the boxes that are in the trolley."})
    hands = prove(form.badge.data or "", form.pin.data or "", Role.DROP_TEAM)
    badge, pin = form.second_badge.data or "", form.second_pin.data or ""
    takes = prove(badge, pin, Role.SECURITY, field="second_pin")
    assert form.gaming_date.data is not None, "a field that is required"
    return do(
        drop.load_trolley,
        key=form.key.data,
        gaming_date=form.gaming_date.data,
        trolley=form.trolley.data or "",
        boxes=boxes,
        drop_team=hands,
        security=takes,
    )
