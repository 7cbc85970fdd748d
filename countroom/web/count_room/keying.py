"""Keying a paper form in: what stands on the paper, typed blind to what the other typed."""

from typing import Any, Final

from flask import Response, jsonify, request, url_for

from countroom.domain.access import Permission
from countroom.domain.box_sheet import DOCUMENTS, Sheet
from countroom.domain.papers.blank_form import FormKind, WetSignature
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import box_sheet, paper_forms
from countroom.inquiries.box_sheet import BoxLines
from countroom.inquiries.paper_forms import Keying
from countroom.operations import keying as operations
from countroom.operations.acts import Done, Proof
from countroom.web import desk, gate
from countroom.web.count_room import sheet_form
from countroom.web.count_room.blueprint import bp
from countroom.web.count_room.drafts import typed_in
from countroom.web.count_room.paper import to_list
from countroom.web.count_room.paper_fields import KeyInForm, PaperBoxForm
from countroom.web.count_room.sheet_form import SheetForm
from countroom.web.doing import after, do
from countroom.web.grid import Grid, laid_out
from countroom.web.pages import clock_seconds, page
from countroom.web.pool_grid import entries_in, row_of, ways_of
from countroom.web.problems import Problem, problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.COUNT_WORK, Permission.CAGE_RECOUNT)
_METHOD: Final = "method."
_BETWEEN: Final = "/"
_OWN: Final = frozenset({"recounter", "counters", "team", "supervisor", "cashier", "ccr"})
_SHEET: Final = ("grid.", "torn.", "document.", "coupon.", "memo.")
_LOOSE: Final = frozenset({"machine", "ticket", "shift", "empty"})


def _look(count: str, form: str) -> Keying:
    return paper_forms.keying(desk.database(), desk.viewer(), count, form)


def _here(count: str, form: str) -> str:
    return url_for("count_room.key_in", count=count, form=form)


@bp.route("/<count:count>/paper/<form>", methods=["GET", "POST"])
@gate.needs(*_MAY)
def key_in(count: str, form: str) -> Response:
    """One's own keying of a form; handed in with badge and PIN."""
    found = _look(count, form)
    box = request.args.get("box", "").strip()
    if box:
        return after_scan(found, box)
    asked = KeyInForm()
    typed = request.form.to_dict() if asked.is_submitted() else found.typed
    grid = Grid(tuple(map(row_of, found.fields)), laid_out(found.strap_notes)).fill(typed)
    if asked.submitted():
        with problems(asked):
            done = _hand_in(found, asked, grid)
            return after(done, to_list(found.gaming_date))
    if not asked.is_submitted():
        for name in _OWN:
            asked[name].data = found.typed.get(name, "")
    return _page(found, asked, grid, typed)


def after_scan(found: Keying, box: str) -> Response:
    """The sheet of a box that was scanned or picked.

    Raises:
        NotFoundError: It did not come in, or is recorded already.
    """
    if box not in {one.box for one in found.boxes}:
        msg = f"Box {box} did not come in for this count, or is recorded already."
        raise NotFoundError(msg)
    to = url_for("count_room.key_box", count=found.count, form=found.form.name, box=box)
    answer = Response(status=303)
    answer.headers["Location"] = to
    return answer


def _page(found: Keying, asked: KeyInForm, grid: Grid, typed: dict[str, str]) -> Response:
    keyed = _boxes(found)
    return page(
        "count_room/key_in.html",
        title=f"Key in {found.form.name}",
        gaming_date=found.gaming_date,
        form=asked,
        count=found.count,
        found=found,
        report=found.form.kind is FormKind.COUNT_REPORT,
        keyed=[one for one in found.boxes if one.box in keyed],
        others=[one for one in found.boxes if one.box not in keyed],
        grid=grid,
        ways={row_of(one).key: ways_of(one, found.devices) for one in found.fields},
        chosen={name: typed[name] for name in typed if name.startswith(_METHOD)},
        back=to_list(found.gaming_date),
    )


def _boxes(found: Keying) -> dict[str, dict[str, str]]:
    """What one typed so far, box by box."""
    boxes: dict[str, dict[str, str]] = {}
    for name, text in found.typed.items():
        box, there, field = name.partition(_BETWEEN)
        if there:
            boxes.setdefault(box, {})[field] = text
    return boxes


# ---------------------------------------------------------------------------- handing it in


def _hand_in(found: Keying, asked: KeyInForm, grid: Grid) -> Done:
    proof = _proof(found, asked)
    form = {"key": asked.key.data, "count": found.count, "form": found.form.name}
    if found.form.kind is FormKind.COUNT_REPORT:
        boxes = {box: _read(found, box, typed) for box, typed in _boxes(found).items()}
        return do(
            operations.key_in_boxes,
            boxes=boxes,
            counters=_badges(asked.counters.data),
            signers=_ink(asked),
            proof=proof,
            **form,
        )
    methods = {
        name.removeprefix(_METHOD): value
        for name, value in request.form.items()
        if name.startswith(_METHOD)
    }
    if not asked.recounter.data:
        raise EntryError({"recounter": "Enter the badge of who recounted."})
    return do(
        operations.key_in_recount,
        entries=entries_in(grid, found.fields, methods),
        recounter=asked.recounter.data,
        proof=proof,
        **form,
    )


def _proof(found: Keying, asked: KeyInForm) -> Proof:
    return prove_as(asked.badge.data or "", asked.pin.data or "", found.form.kind.keyers)


def _read(found: Keying, box: str, typed: dict[str, str]) -> Sheet:
    """What one typed of a box.

    Raises:
        EntryError: Something of it cannot be read; said with the box's number.
    """
    sheet = SheetForm(_lines(found.count, box), typed)
    try:
        return sheet_form.read(sheet, desk.house().coupons)
    except EntryError as wrong:
        says = "; ".join(wrong.fields.values())
        raise EntryError({f"box {box}": f"Box {box}: {says}"}) from None


def _badges(typed: str | None) -> tuple[str, ...]:
    return tuple(sorted((typed or "").replace(",", " ").split()))


def _ink(asked: KeyInForm) -> tuple[WetSignature, ...]:
    """The signatures in ink, in the order of the places."""
    places = (
        ("count_team", _badges(asked.team.data), {Role.COUNT_TEAM}),
        ("supervisor", _badges(asked.supervisor.data), {Role.COUNT_ROOM_SUPERVISOR}),
        ("cashier", _badges(asked.cashier.data), RECOUNT_ROLES),
        ("ccr", _badges(asked.ccr.data), {Role.CCR}),
    )
    house = desk.house()
    made: list[WetSignature] = []
    for step, badges, duties in places:
        for badge in badges:
            held = [role for role in house.person(badge).roles if role in duties]
            if not held:
                raise EntryError({_FIELDS[step]: f"{badge} does not sign here."})
            made.append(WetSignature(step, badge, held[0]))
    return tuple(made)


_FIELDS: Final = {
    "count_team": "team",
    "supervisor": "supervisor",
    "cashier": "cashier",
    "ccr": "ccr",
}


# ------------------------------------------------------------------------------ box by box


def _lines(count: str, box: str) -> BoxLines:
    return box_sheet.lines_of(desk.database(), desk.viewer(), count, box)


def _of_sheet(values: dict[str, str]) -> dict[str, str]:
    return {
        name: text for name, text in values.items() if name in _LOOSE or name.startswith(_SHEET)
    }


@bp.route("/<count:count>/paper/<form>/box/<box>", methods=["GET", "POST"])
@gate.needs(*_MAY)
def key_box(count: str, form: str, box: str) -> Response:
    """One box as it stands on the paper."""
    found = _look(count, form)
    asked = PaperBoxForm()
    lines = _lines(count, box)
    typed = request.form.to_dict() if asked.is_submitted() else _boxes(found).get(box, {})
    sheet = SheetForm(lines, _of_sheet(typed))
    if asked.submitted():
        with problems(asked):
            sheet_form.read(sheet, desk.house().coupons)
            done = do(
                operations.save_keying,
                count=count,
                form=form,
                typed=_with_box(found, box, sheet.typed),
                revision=found.revision,
            )
            return after(done, _here(count, form))
        _beside(asked, sheet)
    return page(
        "count_room/key_box.html",
        title=f"{form}: box {box}",
        gaming_date=found.gaming_date,
        form=asked,
        count=count,
        paper=form,
        box=box,
        facts={"addable": lines.addable, "machines": _machines()},
        sheet=sheet,
        revision=found.revision,
        **_lists(),
    )


def _machines() -> list[dict[str, str]]:
    """Every machine may stand on a paper; whether it was tested is asked when it counts."""
    return [{"code": one.code, "why": ""} for one in desk.house().machines]


def _with_box(found: Keying, box: str, typed: dict[str, str]) -> dict[str, str]:
    start = f"{box}{_BETWEEN}"
    others = {name: text for name, text in found.typed.items() if not name.startswith(start)}
    return others | {f"{start}{name}": text for name, text in typed.items()}


def _beside(asked: PaperBoxForm, sheet: SheetForm) -> None:
    """Put each sentence beside its field; what no field answers for stands above the form."""
    if asked.problem is not None and asked.problem.kind == "entry":
        says = " ".join(sheet.take(asked.problem.fields).values())
        asked.problem = Problem("entry", asked.problem.status, says, {})


def _lists() -> dict[str, Any]:
    return {
        "documents": DOCUMENTS,
        "memo_kinds": sheet_form.MEMO_KINDS,
        "no_money": sheet_form.NO_MONEY,
        "chip_sets": [(chips.code, chips.name) for chips in desk.house().chip_sets],
        "has_chips": False,
        "supervises": True,
    }


@bp.post("/<count:count>/paper/<form>/save")
@gate.needs(*_MAY)
def save_keying(count: str, form: str) -> Response:
    """Save what one typed, as one types: of a box, or of the form itself.

    Raises:
        NotFoundError: There is no such box.
    """
    found = _look(count, form)
    values, revision = typed_in(request.get_json(silent=True))
    box = request.args.get("box", "")
    if box:
        _lines(count, box)
        typed = _with_box(found, box, _of_sheet(values))
    else:
        kept = {name: text for name, text in found.typed.items() if _BETWEEN in name}
        own = {
            name: text
            for name, text in values.items()
            if name in _OWN or name.startswith(("grid.", _METHOD))
        }
        typed = kept | own
    done = do(operations.save_keying, count=count, form=form, typed=typed, revision=revision)
    return jsonify(revision=done.extra["revision"], saved=clock_seconds(desk.now()))
