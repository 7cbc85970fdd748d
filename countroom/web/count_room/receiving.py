"""The boxes at the door: scanned in one by one, and every difference named."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.floor import TableKind
from countroom.domain.people import Role
from countroom.errors import CountroomError
from countroom.inquiries import arrivals, count_board
from countroom.inquiries.arrivals import Arrivals
from countroom.operations import receiving
from countroom.operations.acts import Proof
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.forms import ExtraForm, MissingForm, ReconcileForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm, prove
from countroom.web.pages import page
from countroom.web.problems import Problem, problem_of, problems

_SAID = "said."


@bp.route("/<count:count>/receive", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def receive(count: str) -> Response:
    """Scan the boxes in; then agree them with the manifests."""
    form = ReconcileForm()
    problem: Problem | None = None
    if request.method == "POST":
        if form.submitted():
            with problems(form):
                return _reconcile(count, form)
    elif request.args.get("box"):
        # A scan is one act: the address names the box, the form below sends it.
        problem = None
    return _show(count, form, problem)


def _show(count: str, form: ActForm, problem: Problem | None, scanned: str = "") -> Response:
    door = arrivals.arrivals(desk.database(), desk.viewer(), count)
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    return page(
        "count_room/receive.html",
        title="Receive the boxes",
        gaming_date=door.gaming_date,
        status=problem.status if problem else 200,
        form=form,
        take=ActForm(formdata=None),
        scan_problem=problem,
        scanned=scanned or request.args.get("box", ""),
        door=door,
        count=count,
        state=shown.standing.state,
        unlisted=_unlisted(door, scanned),
        said={name.removeprefix(_SAID): text for name, text in request.form.items()},
    )


def _unlisted(door: Arrivals, scanned: str) -> bool:
    """Whether a scanned box stands on no manifest: it may come in as an extra."""
    return bool(scanned) and all(entry.box != scanned for entry in door.listed)


@bp.post("/<count:count>/receive/box")
@gate.needs(Permission.COUNT_RUN)
def receive_box(count: str) -> Response:
    """One box of a manifest came in."""
    form = ActForm()
    box = request.form.get("box", "").strip()
    try:
        done = do(receiving.receive_box, key=form.key.data, count=count, box=box)
    except CountroomError as error:
        if desk.wants_json():
            raise
        return _show(count, ReconcileForm(formdata=None), problem_of(error), box)
    return after(done, url_for("count_room.receive", count=count))


def _reconcile(count: str, form: ReconcileForm) -> Response:
    said = {
        name.removeprefix(_SAID): text
        for name, text in request.form.items()
        if name.startswith(_SAID)
    }
    done = do(
        receiving.reconcile_in,
        key=form.key.data,
        count=count,
        supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
        explanations=said,
    )
    return after(done, to_board(count))


@bp.route("/<count:count>/receive/extra", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def receive_extra(count: str) -> Response:
    """A box that stands on no manifest."""
    form = ExtraForm()
    if not form.is_submitted():
        form.box.data = request.args.get("box", "")
    if form.submitted():
        with problems(form):
            done = do(
                receiving.receive_extra,
                key=form.key.data,
                count=count,
                box=form.box.data or "",
                reason=form.reason.data or "",
                table=form.table.data or "",
                kind=TableKind(form.kind.data) if form.kind.data else None,
                representative=_representative(form),
            )
            return after(done, url_for("count_room.receive", count=count))
    return page("count_room/extra.html", title="A box on no manifest", form=form, count=count)


def _representative(form: ExtraForm) -> Proof | None:
    if not form.ccr_badge.data:
        return None
    return prove(form.ccr_badge.data, form.ccr_pin.data or "", Role.CCR, field="ccr_pin")


@bp.route("/<count:count>/missing/<box>", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def name_missing(count: str, box: str) -> Response:
    """A box that the count waits for is named missing."""
    form = MissingForm()
    if form.submitted():
        with problems(form):
            done = do(
                receiving.name_missing,
                key=form.key.data,
                count=count,
                box=box,
                reason=form.reason.data or "",
                supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
            )
            return after(done, to_board(count))
    return page(
        "count_room/missing.html", title=f"Name box {box} missing", form=form, count=count, box=box
    )
