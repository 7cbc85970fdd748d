"""One box: opened, emptied, shown empty, counted, recorded; and changed, with two people."""

from typing import Any, Final

from flask import Response, jsonify, redirect, request, session, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.box_sheet import Sheet
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.errors import EntryError
from countroom.inquiries import box_sheet, count_board
from countroom.inquiries.box_sheet import BoxLines, BoxSheet
from countroom.inquiries.count_board import Board
from countroom.operations import counting
from countroom.operations.recording import SECONDS
from countroom.web import desk, gate
from countroom.web.count_room import sheet_form
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.box_forms import ChangeForm, RecordForm, SwapForm
from countroom.web.count_room.drafts import key_in, typed_in
from countroom.web.count_room.forms import ForceForm, StepForm
from countroom.web.count_room.sheet_form import CHIPS, SheetForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.pages import clock_seconds, page
from countroom.web.problems import Problem, problems
from countroom.web.sign_off import prove_as

_BY_AMOUNT: Final = "by_amount"
_MAY: Final = (Permission.COUNT_WORK,)


def here(count: str, box: str) -> str:
    """Address of a box."""
    return url_for("count_room.box", count=count, box=box)


def _look(count: str, box: str) -> tuple[BoxSheet, Board]:
    viewer = desk.viewer()
    facts = box_sheet.sheet(desk.database(), viewer, count, box)
    return facts, count_board.board(desk.database(), viewer, desk.now(), count)


@bp.get("/<count:count>/box/<box>")
@gate.needs(*_MAY)
def box(count: str, box: str) -> Response:
    """A box as it stands: the next touch, the sheet, or what was recorded."""
    facts, shown = _look(count, box)
    if facts.recorded is not None:
        return _recorded(facts, shown)
    if facts.state is BoxState.SHOWN_EMPTY and facts.count_state is CountState.COUNTING:
        return _counting(facts, shown, RecordForm(formdata=None))
    return _steps(facts, shown, StepForm(formdata=None))


# ----------------------------------------------------------------------------- the touches


def _steps(facts: BoxSheet, shown: Board, form: ActForm) -> Response:
    me = desk.who().person.code
    busy = {b.station: b.box for b in shown.boxes if b.state in OPEN_AT_STATION}
    free = [station for station in shown.stations if station not in busy]
    seconds = [
        entry
        for entry in shown.present
        if entry.person != me and entry.duty.value in {"count_team", "count_room_supervisor"}
    ]
    return page(
        "count_room/box_steps.html",
        title=_title(facts),
        gaming_date=shown.gaming_date,
        form=form,
        facts=facts,
        count=facts.count,
        free=free,
        busy=busy,
        seconds=seconds,
        settings=desk.house().settings,
        supervises=access.may(desk.who().duty, Permission.COUNT_RUN),
    )


def _title(facts: BoxSheet) -> str:
    game = facts.game.replace("_", " ").title()
    place = " ".join(filter(None, (facts.table.code if facts.table else "", game)))
    return f"Box {facts.box} · {place}" if place else f"Box {facts.box}"


@bp.post("/<count:count>/box/<box>/open")
@gate.needs(*_MAY)
def open_box(count: str, box: str) -> Response:
    """Both content locks are opened at a station."""
    form = StepForm()
    with problems(form):
        done = do(
            counting.open_box,
            key=form.key.data,
            count=count,
            box=box,
            station=request.form.get("station", ""),
            announced=bool(request.form.get("announced")),
        )
        return after(done, here(count, box))
    return _steps(*_look(count, box), form)


@bp.post("/<count:count>/box/<box>/empty")
@gate.needs(*_MAY)
def empty_box(count: str, box: str) -> Response:
    """The box is emptied onto the table."""
    form = StepForm()
    with problems(form):
        done = do(counting.empty_box, key=form.key.data, count=count, box=box)
        return after(done, here(count, box))
    return _steps(*_look(count, box), form)


@bp.post("/<count:count>/box/<box>/show")
@gate.needs(*_MAY)
def show_empty(count: str, box: str) -> Response:
    """The inside is shown to the cameras and to a second person."""
    form = StepForm()
    with problems(form):
        second = request.form.get("second", "")
        done = do(counting.show_empty, key=form.key.data, count=count, box=box, second=second)
        return after(done, here(count, box))
    return _steps(*_look(count, box), form)


@bp.route("/<count:count>/box/<box>/force", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def force_box(count: str, box: str) -> Response:
    """The lock is jammed: the box is forced, in full view."""
    form = ForceForm()
    if form.submitted():
        with problems(form):
            done = do(
                counting.force_box,
                key=form.key.data,
                count=count,
                box=box,
                station=form.station.data or "",
                why=form.why.data or "",
            )
            return after(done, here(count, box))
    _, shown = _look(count, box)
    return page(
        "count_room/force.html",
        title=f"Force box {box} open",
        form=form,
        count=count,
        box=box,
        stations=shown.stations,
    )


# ------------------------------------------------------------------------------- the sheet


def _by_amount() -> frozenset[Instrument]:
    """Whether this person types chips in dollars; remembered on his tablet."""
    return CHIPS if session.get(_BY_AMOUNT) else frozenset()


def _form_of(facts: BoxSheet, sheet: Sheet) -> SheetForm:
    amounts = _by_amount()
    lines = (*facts.lines, *facts.addable)
    return SheetForm(facts, sheet_form.typed_of(sheet, lines, amounts), by_amount=amounts)


def _sent(facts: BoxSheet | BoxLines, values: dict[str, str]) -> SheetForm:
    amounts = CHIPS if values.get("amounts") == "1" else frozenset()
    return SheetForm(facts, dict(values), by_amount=amounts)


def _counting(
    facts: BoxSheet, shown: Board, form: RecordForm, sheet: SheetForm | None = None
) -> Response:
    kept = facts.kept if request.args.get("kept") and facts.kept else facts.sheet
    if not form.revision.data:
        form.revision.data = str(facts.revision)
    return page(
        "count_room/box.html",
        title=_title(facts),
        gaming_date=shown.gaming_date,
        form=form,
        facts=facts,
        count=facts.count,
        sheet=sheet or _form_of(facts, kept or Sheet()),
        saved=clock_seconds(facts.saved_at) if facts.saved_at else "",
        **_lists(facts),
    )


def _lists(facts: BoxSheet) -> dict[str, Any]:
    house = desk.house()
    return {
        "documents": sheet_form.DOCUMENT_ROWS,
        "memo_kinds": sheet_form.MEMO_KINDS,
        "no_money": sheet_form.NO_MONEY,
        "chip_sets": [(chips.code, chips.name) for chips in house.chip_sets],
        "has_chips": any(line.instrument in CHIPS for line in facts.lines),
        "supervises": access.may(desk.who().duty, Permission.COUNT_RUN),
    }


@bp.post("/<count:count>/box/<box>/draft")
@gate.needs(*_MAY)
def draft(count: str, box: str) -> Response:
    """Save what is typed, as one types.

    Raises:
        EntryError: Something typed cannot be read.
    """
    sent = request.get_json(silent=True)
    values, revision = typed_in(sent)
    typed = _sent(box_sheet.lines_of(desk.database(), desk.viewer(), count, box), values)
    done = counting.save(
        desk.database(),
        who=desk.who(),
        now=desk.now(),
        key=key_in(sent),
        count=count,
        box=box,
        revision=revision,
        sheet=sheet_form.read(typed, desk.house().coupons),
    )
    return jsonify(revision=done.extra["revision"], saved=clock_seconds(desk.now()))


def _number(value: object) -> int:
    text = str(value or "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise EntryError({"revision": "Open the box again."})
    return int(text)


@bp.post("/<count:count>/box/<box>/typing")
@gate.needs(*_MAY)
def typing(count: str, box: str) -> Response:
    """Type chips in dollars, or in pieces; what is stored stays pieces."""
    session[_BY_AMOUNT] = not session.get(_BY_AMOUNT)
    to = "count_room.change" if request.form.get("change") else "count_room.box"
    return redirect(url_for(to, count=count, box=box), code=303)  # type: ignore[return-value]


@bp.post("/<count:count>/box/<box>/record")
@gate.needs(*_MAY)
def record(count: str, box: str) -> Response:
    """Record what is on the screen."""
    form = RecordForm()
    lines = box_sheet.lines_of(desk.database(), desk.viewer(), count, box)
    typed = _sent(lines, request.form.to_dict())
    with problems(form):
        sheet = sheet_form.read(typed, desk.house().coupons)
        done = do(
            counting.record_box,
            key=form.key.data,
            count=count,
            box=box,
            revision=_number(form.revision.data),
            sheet=sheet,
        )
        return after(done, to_board(count))
    facts, shown = _look(count, box)
    typed.facts = facts
    _show_faults(form, typed)
    if facts.recorded is not None or facts.state is not BoxState.SHOWN_EMPTY:
        return _recorded(facts, shown, form) if facts.recorded else _steps(facts, shown, form)
    return _counting(facts, shown, form, typed)


def _show_faults(form: ActForm, typed: SheetForm) -> None:
    """Put each sentence beside its field; what no field answers for stands above the form."""
    if form.problem is not None and form.problem.kind == "entry":
        left = typed.take(form.problem.fields)
        says = " ".join(left.values())
        form.problem = Problem("entry", form.problem.status, says, {})


# ---------------------------------------------------------------------- after it is recorded


def _recorded(facts: BoxSheet, shown: Board, form: ActForm | None = None) -> Response:
    return page(
        "count_room/box_recorded.html",
        title=_title(facts),
        gaming_date=shown.gaming_date,
        form=form or StepForm(formdata=None),
        facts=facts,
        count=facts.count,
        changeable=facts.count_state
        in {CountState.COUNTING, CountState.ALL_RECORDED, CountState.TEAM_RECHECK}
        and facts.figures.allowed,
        **_lists(facts),
    )


@bp.route("/<count:count>/box/<box>/change", methods=["GET", "POST"])
@gate.needs(*_MAY)
def change(count: str, box: str) -> Response:
    """Change what was recorded: a reason, and a second person."""
    form = ChangeForm()
    facts, shown = _look(count, box)
    facts.figures.require()
    if facts.recorded is None or facts.recorded.content is None:
        return redirect(here(count, box))  # type: ignore[return-value]
    content = facts.recorded.content.content
    typed = _form_of(facts, counting.sheet_of(content))
    if form.is_submitted():
        typed = _sent(facts, request.form.to_dict())
    else:
        form.version.data = str(facts.recorded.version)
    if form.submitted():
        with problems(form):
            done = do(
                counting.change_box,
                key=form.key.data,
                count=count,
                box=box,
                version=_number(form.version.data),
                sheet=sheet_form.read(typed, desk.house().coupons),
                reason=form.reason.data or "",
                second=prove_as(
                    form.second_badge.data or "",
                    form.second_pin.data or "",
                    SECONDS,
                    field="second_pin",
                ),
            )
            return after(done, here(count, box))
        _show_faults(form, typed)
    return page(
        "count_room/box_change.html",
        title=f"Change box {box}",
        gaming_date=shown.gaming_date,
        form=form,
        facts=facts,
        count=count,
        sheet=typed,
        saved="",
        **_lists(facts),
    )


@bp.route("/<count:count>/swap", methods=["GET", "POST"])
@gate.needs(*_MAY)
def swap(count: str) -> Response:
    """Two boxes were taken for one another: what was recorded of them is exchanged."""
    form = SwapForm()
    if not form.is_submitted():
        form.first.data = request.args.get("box", "")
    if form.submitted():
        with problems(form):
            done = do(
                counting.swap_boxes,
                key=form.key.data,
                count=count,
                versions=_versions(count, form.first.data or "", form.other.data or ""),
                reason=form.reason.data or "",
                second=prove_as(
                    form.second_badge.data or "",
                    form.second_pin.data or "",
                    SECONDS,
                    field="second_pin",
                ),
            )
            return after(done, to_board(count))
    return page("count_room/swap.html", title="Exchange two boxes", form=form, count=count)


def _versions(count: str, *boxes: str) -> dict[str, int]:
    """Boxes and the versions that stand of them.

    Raises:
        EntryError: One is not recorded.
    """
    found: dict[str, int] = {}
    for name, one in zip(("first", "other"), boxes, strict=True):
        facts = box_sheet.sheet(desk.database(), desk.viewer(), count, one)
        if facts.recorded is None:
            raise EntryError({name: f"Box {one} is not recorded yet."})
        found[one] = facts.recorded.version
    return found
