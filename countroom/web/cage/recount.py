"""The recount: blind, whole, answered with AGREED or "does not agree" and nothing else."""

from typing import Any, Final

from flask import Response, jsonify, request, url_for

from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.errors import EntryError
from countroom.inquiries import count_board, pool_sheets
from countroom.inquiries.count_board import Board
from countroom.inquiries.pool_sheets import RecountSheet
from countroom.operations import recounting
from countroom.operations.acts import Done
from countroom.web import desk, gate, home
from countroom.web.cage.blueprint import bp
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.grid import Grid
from countroom.web.pages import clock_seconds, page
from countroom.web.pool_grid import entries_in, pool_grid, row_of, ways_of
from countroom.web.problems import problems

home.door("cage.recounts", "Recount", "The count that waits for the cage.")

_MAY: Final = (Permission.CAGE_RECOUNT,)
_TO_RECOUNT: Final = frozenset(
    {CountState.PRESENTED, CountState.DISCREPANT, CountState.STRAPS_DIRECTED}
)
_METHOD: Final = "method."
_KEY_LENGTH: Final = 60


@bp.get("/recounts")
@gate.needs(*_MAY)
def recounts() -> Response:
    """The counts, those that wait for the cage first."""
    found = count_board.counts(desk.database(), desk.viewer())
    going_on = [(name, state) for name, state in found if state is not CountState.CONCLUDED]
    over = [(name, state) for name, state in found if state is CountState.CONCLUDED]
    return page(
        "cage/recounts.html",
        title="Recount",
        going_on=going_on,
        over=over[:7],
        waits=_TO_RECOUNT,
    )


def look(count: str) -> tuple[Board, RecountSheet | None]:
    """A count as the cashier may see it: states; and his sheet once he is signed on."""
    viewer = desk.viewer()
    shown = count_board.board(desk.database(), viewer, desk.now(), count)
    inside = any(
        entry.person == viewer.person.code and entry.duty is viewer.duty for entry in shown.present
    )
    sheet = pool_sheets.recount_sheet(desk.database(), viewer, count) if inside else None
    return shown, sheet


@bp.get("/recount/<count:count>")
@gate.needs(*_MAY)
def recount(count: str) -> Response:
    """Where the recount stands, and the one next act of the cashier."""
    shown, sheet = look(count)
    state = shown.standing.stands
    return page(
        "cage/recount.html",
        title="Recount",
        gaming_date=shown.gaming_date,
        count=count,
        board=shown,
        sheet=sheet,
        state=state,
        suspended=shown.standing.state is CountState.SUSPENDED,
        form=ActForm(formdata=None),
        last=_last(sheet),
        may_begin=state in _TO_RECOUNT,
        may_sign=state.rank in range(CountState.AGREED.rank, CountState.CCR_SIGNED.rank),
        may_seal=state in {CountState.CCR_SIGNED, CountState.COPIES_DISTRIBUTED},
        has_copy=state.rank >= CountState.CCR_SIGNED.rank,
    )


def _last(sheet: RecountSheet | None) -> pool_sheets.Attempted | None:
    handed_in = [] if sheet is None else [a for a in sheet.attempts if a.submitted]
    return handed_in[-1] if handed_in else None


@bp.post("/recount/<count:count>/begin")
@gate.needs(*_MAY)
def begin(count: str) -> Response:
    """Begin an attempt."""
    form = ActForm()
    done = do(recounting.begin, key=form.key.data, count=count)
    return after(done, url_for("cage.sheet", count=count))


@bp.route("/recount/<count:count>/sheet", methods=["GET", "POST"])
@gate.needs(*_MAY)
def sheet(count: str) -> Response:
    """The sheet: every denomination of every pool, and how it was counted."""
    found = pool_sheets.recount_sheet(desk.database(), desk.viewer(), count)
    form = ActForm()
    posted = request.method == "POST"
    typed = request.form if posted else found.sheet.typed
    grid = pool_grid(found.sheet, typed)
    if form.submitted():
        with problems(form):
            done = _submit(count, form, grid, found)
            agreed = done.extra["agreed"] is True
            return after(done, url_for("cage.recount", count=count), good=agreed)
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    return page(
        "cage/sheet.html",
        title=f"Recount, attempt {found.attempt}" if found.attempt else "Recount",
        gaming_date=shown.gaming_date,
        count=count,
        form=form,
        grid=grid,
        recount=found,
        ways={row_of(f).key: ways_of(f, found.devices) for f in found.sheet.fields},
        chosen={name: typed[name] for name in typed if name.startswith(_METHOD)},
        revision=found.sheet.revision,
    )


def _submit(count: str, form: ActForm, grid: Grid, found: RecountSheet) -> Done:
    methods = {
        name.removeprefix(_METHOD): value
        for name, value in request.form.items()
        if name.startswith(_METHOD)
    }
    entries = entries_in(grid, found.sheet.fields, methods)
    return do(recounting.submit, key=form.key.data, count=count, entries=entries)


@bp.post("/recount/<count:count>/save")
@gate.needs(*_MAY)
def save(count: str) -> Response:
    """Save the sheet as typed so far, as the page does.

    Raises:
        EntryError: The page sent something else than a sheet.
    """
    asked: dict[str, Any] = request.get_json(silent=True) or {}
    values, revision = asked.get("values"), asked.get("revision")
    if not isinstance(values, dict) or not isinstance(revision, int):
        raise EntryError({"values": "The sheet could not be read."})
    typed = {str(name): str(text) for name, text in values.items() if _is_of_sheet(str(name))}
    key = str(asked.get("key", ""))[:_KEY_LENGTH]
    done = do(recounting.save, key=key, count=count, typed=typed, revision=revision)
    return jsonify(revision=done.extra["revision"], saved=clock_seconds(desk.now()))


def _is_of_sheet(name: str) -> bool:
    return name.startswith(("grid.", _METHOD)) and len(name) < 120


_CALLS: Final[dict[CountState, tuple[str, str]]] = {
    **dict.fromkeys(_TO_RECOUNT, ("Recount", "The money is presented")),
    CountState.AGREED: ("Sign the reports of", "The recount agreed"),
    CountState.CCR_SIGNED: ("Seal the proceeds of", "Every signature is there"),
    CountState.COPIES_DISTRIBUTED: ("Seal the proceeds of", "Every signature is there"),
}


@home.calls(*_MAY)
def waiting() -> list[home.Call]:
    """Counts that wait for the cage."""
    return [
        home.Call(
            f"{_CALLS[state][0]} {name}", _CALLS[state][1], url_for("cage.recount", count=name)
        )
        for name, state in count_board.counts(desk.database(), desk.viewer())
        if state in _CALLS
    ]
