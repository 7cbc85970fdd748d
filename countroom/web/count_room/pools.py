"""The pools: counted blind by the strapping team, then presented; the curtain is drawn."""

from flask import Response, jsonify, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.domain.procedure import TeamSigns
from countroom.inquiries import pool_sheets
from countroom.inquiries.pool_sheets import PoolSheet
from countroom.operations import presenting, proving
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.drafts import key_in, typed_in
from countroom.web.doing import after, do
from countroom.web.forms import ActForm, SignedForm
from countroom.web.grid import Grid
from countroom.web.pages import clock_seconds, page
from countroom.web.pool_grid import entries_in, pool_grid, row_of
from countroom.web.problems import problems


@bp.route("/<count:count>/proof", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def proof(count: str) -> Response:
    """The pools, counted blind; the answer is whether they are proved, and no more."""
    sheet = pool_sheets.proof_sheet(desk.database(), desk.viewer(), count)
    form = ActForm()
    grid = pool_grid(sheet, request.form if request.method == "POST" else sheet.typed)
    if form.submitted():
        with problems(form):
            entries = entries_in(grid, sheet.fields, {})
            done = do(proving.prove, key=form.key.data, count=count, entries=entries)
            return after(done, to_board(count), good=done.extra["proved"] is True)
    return page(
        "count_room/proof.html",
        title="Count the pools",
        form=form,
        grid=grid,
        count=count,
        sheet=sheet,
    )


@bp.post("/<count:count>/proof/save")
@gate.needs(Permission.COUNT_WORK)
def save_proof(count: str) -> Response:
    """Save the pools as typed so far."""
    sent = request.get_json(silent=True)
    typed, revision = typed_in(sent)
    done = do(proving.save_pools, key=key_in(sent), count=count, typed=typed, revision=revision)
    return jsonify(revision=done.extra["revision"], saved=clock_seconds(desk.now()))


def _laid(sheet: PoolSheet) -> Grid:
    """The presentation's grid: what the strapping team found, to be read or corrected."""
    grid = pool_grid(sheet, sheet.typed)
    entered = {entry.key: entry for entry in sheet.entries}
    for field in sheet.fields:
        entry = entered.get(field.key)
        if entry is None:
            continue
        row = row_of(field)
        for part in grid.parts:
            if part.applies(row.instrument):
                grid.put(row, part.name, getattr(entry, part.name))
    return grid


@bp.route("/<count:count>/present", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def present(count: str) -> Response:
    """The presentation sheet; the supervisor seals the figures and the curtain is drawn."""
    sheet = pool_sheets.presentation_sheet(desk.database(), desk.viewer(), count)
    form = SignedForm()
    grid = _laid(sheet)
    proved = bool(sheet.entries)
    if request.method == "POST" and not proved:
        grid = pool_grid(sheet, request.form)
    if form.submitted():
        with problems(form):
            entries = None if proved else entries_in(grid, sheet.fields, {})
            done = do(
                presenting.present,
                key=form.key.data,
                count=count,
                supervisor=form.proof(Role.COUNT_ROOM_SUPERVISOR),
                entries=entries,
            )
            return after(done, to_board(count))
    return page(
        "count_room/present.html",
        title="Present the money",
        form=form,
        grid=grid,
        count=count,
        sheet=sheet,
        proved=proved,
        early=desk.house().settings.team_signs is TeamSigns.BEFORE_PRESENTATION,
        prepare=ActForm(formdata=None),
    )


@bp.post("/<count:count>/prepare")
@gate.needs(Permission.COUNT_WORK)
def prepare(count: str) -> Response:
    """Make the reports where team and supervisor sign before the presentation."""
    form = ActForm()
    done = do(presenting.prepare, key=form.key.data, count=count)
    return after(done, url_for("count_room.sign", count=count))
