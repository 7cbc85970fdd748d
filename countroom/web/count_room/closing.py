"""From the last signature to the conclusion: copies, sealing, inspection, conclusion."""

from typing import Final

from flask import Response, jsonify, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.papers import count_report
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.domain.papers.transmittal import PAPER as TRANSMITTAL
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import closing_sheets, count_board
from countroom.inquiries.closing_sheets import InspectionSheet, TransmittalSheet
from countroom.operations import closing_room
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.closing_forms import (
    ConcludeForm,
    CopyForm,
    InspectForm,
    OriginalForm,
)
from countroom.web.count_room.drafts import key_in, typed_in
from countroom.web.doing import after, do
from countroom.web.pages import clock_seconds, page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

_MAY: Final = (Permission.COUNT_WORK,)
_EMPLOYEES: Final = frozenset({Role.COUNT_ROOM_EMPLOYEE, Role.COUNT_ROOM_SUPERVISOR})
_FOUND: Final = "found."
_TICK: Final = "tick."


def to_closing(count: str) -> str:
    """Address of the closing of a count."""
    return url_for("count_room.closing", count=count)


@bp.get("/<count:count>/closing")
@gate.needs(*_MAY)
def closing(count: str) -> Response:
    """What is still to be done before the conclusion."""
    board = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    sheet = closing_sheets.transmittal(desk.database(), desk.viewer(), count)
    inspection = closing_sheets.inspection_sheet(desk.database(), desk.viewer(), count)
    return page(
        "count_room/closing.html",
        title="Close the room",
        gaming_date=board.gaming_date,
        board=board,
        count=count,
        sheet=sheet,
        inspection=inspection,
        sealed="the proceeds are sealed" not in inspection.waits_for,
        form=ConcludeForm(formdata=None),
        step=_next_step(sheet, inspection),
        keys=board.keys,
        runs=access.may(desk.who().duty, Permission.COUNT_RUN),
    )


def _next_step(sheet: TransmittalSheet, inspection: InspectionSheet) -> tuple[str, str]:
    """What comes next on the way to the conclusion: the verb of it, and its page."""
    count = sheet.count
    waiting = next((one.name for one in sheet.copies if one.at is None), "")
    if waiting == "ORIGINAL":
        return "Send the originals", url_for("count_room.original", count=count)
    if waiting:
        name = waiting.lower()
        to = url_for("count_room.copy", count=count, copy=name.replace(" ", "-"))
        return f"Hand over the {name}", to
    if "the proceeds are sealed" in inspection.waits_for:
        return "Seal the proceeds", url_for("count_room.seal", count=count)
    if not inspection.form:
        return _inspecting(inspection)
    return _next_find(count, inspection)


def _inspecting(inspection: InspectionSheet) -> tuple[str, str]:
    """Each machine is tested again, then the room is inspected."""
    count = inspection.count
    if not inspection.untested:
        return "Inspect the room", url_for("count_room.inspection", count=count)
    machine = inspection.untested[0]
    to = url_for("count_room.test_machine", count=count, machine=machine, phase="after")
    return f"Test {machine} again", to


def _next_find(count: str, inspection: InspectionSheet) -> tuple[str, str]:
    for find in inspection.finds:
        if not find.report:
            place, form = find.found.place, inspection.form
            to = url_for("count_room.supplement", count=count, where=place, form=form)
            return "Report the find", to
        if not find.signed:
            to = url_for("count_room.sign_supplement", count=count, report=find.report)
            return f"Sign {find.report}", to
    return "", ""


# ------------------------------------------------------------------------------- the copies


@bp.route("/<count:count>/copy/<copy>", methods=["GET", "POST"])
@gate.needs(*_MAY)
def copy(count: str, copy: str) -> Response:
    """Hand the second copy to the representative, or the third to the cage.

    Raises:
        NotFoundError: There is no such copy to hand over.
    """
    name = copy.upper().replace("-", " ")
    which = next((one for one in count_report.BANKING.copies if one.name == name), None)
    if which is None or name == "ORIGINAL":
        msg = "The second and the third copy are handed over."
        raise NotFoundError(msg)
    form = CopyForm()
    if form.submitted():
        with problems(form):
            done = do(
                closing_room.hand_copy,
                key=form.key.data,
                count=count,
                copy=name,
                recipient=prove_as(form.badge.data or "", form.pin.data or "", which.roles),
            )
            return after(done, to_closing(count))
    return page(
        "count_room/copy.html",
        title=f"Hand over the {name.lower()}",
        form=form,
        count=count,
        which=which,
    )


@bp.route("/<count:count>/original", methods=["GET", "POST"])
@gate.needs(*_MAY)
def original(count: str) -> Response:
    """The originals and every document go to accounting in a sealed pouch."""
    form = OriginalForm()
    carriers = TRANSMITTAL.step("carrier").roles
    if form.submitted():
        with problems(form):
            done = do(
                closing_room.send_original,
                key=form.key.data,
                count=count,
                pouch=form.pouch.data or "",
                locked_box=form.locked_box.data or "",
                carrier=prove_as(form.badge.data or "", form.pin.data or "", carriers),
            )
            return after(done, to_closing(count))
    return page(
        "count_room/original.html",
        title="Send the originals to accounting",
        form=form,
        count=count,
        carriers=[role.printed for role in Role if role in carriers],
    )


@bp.route("/<count:count>/seal", methods=["GET", "POST"])
@gate.needs(*_MAY)
def seal(count: str) -> Response:
    """Wrap and seal the money; the cashier takes it over."""
    form = CopyForm()
    if form.submitted():
        with problems(form):
            done = do(
                closing_room.seal_proceeds,
                key=form.key.data,
                count=count,
                cashier=prove_as(form.badge.data or "", form.pin.data or "", RECOUNT_ROLES),
            )
            return after(done, to_closing(count))
    return page("count_room/seal.html", title="Seal the proceeds", form=form, count=count)


# --------------------------------------------------------------------------- the inspection


@bp.route("/<count:count>/inspection", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_INSPECT)
def inspection(count: str) -> Response:
    """Every area and machine, looked at for five kinds of item."""
    sheet = closing_sheets.inspection_sheet(desk.database(), desk.viewer(), count)
    form = InspectForm()
    typed = request.form.to_dict() if form.is_submitted() else dict(sheet.typed)
    if form.submitted():
        with problems(form):
            done = do(
                closing_room.inspect,
                key=form.key.data,
                count=count,
                checked=_checked(sheet, typed),
                employee=prove_as(form.badge.data or "", form.pin.data or "", _EMPLOYEES),
                representative=form.second(Role.CCR),
            )
            return after(done, to_closing(count))
    return page(
        "count_room/inspection.html",
        title="Inspect the room",
        form=form,
        count=count,
        sheet=sheet,
        places=_places(sheet),
        kinds=list(ItemKind),
        typed=typed,
    )


def _places(sheet: InspectionSheet) -> list[tuple[str, str]]:
    """Code and name of every area and machine."""
    areas = [(area.code, area.name) for area in sheet.areas]
    return areas + [(machine.code, machine.name) for machine in sheet.machines]


def _checked(sheet: InspectionSheet, typed: dict[str, str]) -> tuple[Checked, ...]:
    """What was ticked, and what was found.

    Raises:
        EntryError: Something was found at a place and is not ticked.
    """
    made = []
    for place, _ in _places(sheet):
        for kind in ItemKind:
            name = f"{place}.{kind.value}"
            found = typed.get(_FOUND + name, "").strip()
            if _TICK + name in typed:
                made.append(Checked(place, kind, found))
            elif found:
                says = f"{place}: tick {kind.printed} where you say what was found."
                raise EntryError({_FOUND + name: says})
    return tuple(made)


@bp.post("/<count:count>/inspection/save")
@gate.needs(Permission.COUNT_INSPECT)
def save_inspection(count: str) -> Response:
    """Save the inspection as ticked so far."""
    sent = request.get_json(silent=True)
    typed, revision = typed_in(sent)
    kept = {name: text for name, text in typed.items() if name.startswith((_FOUND, _TICK))}
    done = do(
        closing_room.save_inspection,
        key=key_in(sent),
        count=count,
        typed=kept,
        revision=revision,
    )
    return jsonify(revision=done.extra["revision"], saved=clock_seconds(desk.now()))


@bp.post("/<count:count>/conclude")
@gate.needs(Permission.COUNT_RUN)
def conclude(count: str) -> Response:
    """Conclude the count: the embargo ends."""
    form = ConcludeForm()
    done = do(closing_room.conclude, key=form.key.data, count=count)
    return after(done, to_board(count))
