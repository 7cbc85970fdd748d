"""The board of a count: every box by state, and the one act that comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import Response, redirect, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.count import CURTAINED, CountState
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.floor import TableKind
from countroom.domain.people import RECOUNT_ROLES, Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import count_board, pool_sheets
from countroom.inquiries.count_board import Board, BoardBox
from countroom.inquiries.pool_sheets import RecountSheet
from countroom.operations import counting
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.forms import SecureForm
from countroom.web.count_room.index import look_of
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems

_C = CountState
_LOOKS: Final = {
    BoxState.IN_TRANSIT: "waiting",
    BoxState.RECEIVED: "waiting",
    BoxState.OPENED: "open",
    BoxState.FORCED: "open",
    BoxState.EMPTIED: "emptied",
    BoxState.SHOWN_EMPTY: "shown",
    BoxState.COUNTED: "counted",
    BoxState.RECORDED: "recorded",
    BoxState.STORED_EMPTY: "recorded",
}


@dataclass(frozen=True, slots=True)
class NextAct:
    """The one thing to do next.

    Attributes:
        label: The verb of the act.
        to: Page that it leads to, or address that a form is sent to.
        why: Why it cannot be done, or empty.
        note: Said beside it.
        post: Whether it is an act of its own, sent as a form.
        sends: What the form sends besides, field to value.
        settles: A second tap of the act before must not do this one: for a moment after the
            page came the button does nothing.
    """

    label: str
    to: str
    why: str = ""
    note: str = ""
    post: bool = False
    sends: Mapping[str, str] = field(default_factory=dict)
    settles: bool = False


def look_of_box(box: BoardBox) -> str:
    """Shape and colour of a box's state."""
    if box.missing:
        return "blocked"
    if box.extra and box.state in {BoxState.RECEIVED, BoxState.IN_TRANSIT}:
        return "exception"
    if box.emergency and box.state in {BoxState.RECEIVED, BoxState.IN_TRANSIT}:
        return "emergency"
    return _LOOKS.get(box.state, "waiting")


@bp.get("/<count:count>")
@gate.needs(Permission.COUNT_WORK, Permission.CAGE_RECOUNT)
def board(count: str) -> Response:
    """The board; a box that is scanned here opens."""
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    scanned, wrong = request.args.get("box", "").strip(), ""
    if scanned:
        try:
            return redirect(_to_box(shown, scanned))  # type: ignore[return-value]
        except NotFoundError as refused:
            wrong = refused.message
    state = shown.standing.state
    return page(
        "count_room/board.html",
        title=f"Count {count}",
        gaming_date=shown.gaming_date,
        board=shown,
        state=state,
        look=look_of(state),
        look_of_word={box.word: look_of_box(box) for box in reversed(shown.boxes)},
        looks={box.box: look_of_box(box) for box in shown.boxes},
        groups=_groups(shown),
        curtained=shown.standing.stands in CURTAINED,
        recount=_recount(shown),
        act=next_act(shown),
        form=ActForm(formdata=None),
        scanned=scanned,
        wrong=wrong,
        status=404 if wrong else 200,
        runs=access.may(desk.who().duty, Permission.COUNT_RUN),
        works=access.may(desk.who().duty, Permission.COUNT_WORK),
    )


def _recount(shown: Board) -> RecountSheet | None:
    """The recount as the room may know it, to whoever is signed on: never a figure."""
    if shown.standing.stands.rank < _C.PRESENTED.rank:
        return None
    try:
        sheet = pool_sheets.recount_sheet(desk.database(), desk.viewer(), shown.count)
    except AccessError:
        return None
    before = shown.standing.stands is _C.TEAM_RECHECK and not sheet.attempts
    return None if before else sheet


def _to_box(shown: Board, scanned: str) -> str:
    """Page of a scanned box.

    Raises:
        NotFoundError: It is no box of the house, or did not come in for this count.
    """
    desk.house().box(scanned)
    here = {box.box: box for box in shown.boxes}.get(scanned)
    if here is None or here.state is BoxState.IN_TRANSIT:
        early = shown.standing.stands.rank <= _C.COUNTING.rank
        if early and access.may(desk.who().duty, Permission.COUNT_RUN):
            return url_for("count_room.receive", count=shown.count, box=scanned)
        msg = f"Box {scanned} did not come in for this count."
        raise NotFoundError(msg)
    return url_for("count_room.box", count=shown.count, box=scanned)


def _groups(shown: Board) -> list[tuple[str, list[BoardBox]]]:
    titles = {TableKind.BANKING: "Banking", TableKind.NONBANKING: "Nonbanking"}
    groups = [(title, [b for b in shown.boxes if b.kind is kind]) for kind, title in titles.items()]
    return [(title, boxes) for title, boxes in groups if boxes]


# ------------------------------------------------------------------------------ the next act


def next_act(shown: Board) -> NextAct | None:
    """What comes next in this count, for whoever looks."""
    state, count = shown.standing.state, shown.count
    if state in {_C.RECONCILED_IN, _C.COUNTING}:
        return _next_box(shown)
    if state is _C.ALL_RECORDED and not desk.house().settings.proof_c4a:
        return NextAct("Present the money", url_for("count_room.present", count=count))
    if state in _AT_THE_CAGE and desk.who().duty in RECOUNT_ROLES:
        return NextAct("Recount", url_for("cage.recount", count=count))
    if state is _C.DISCREPANT:
        return _difference(shown)
    endpoint, label = _NEXT.get(state, ("", ""))
    if not endpoint:
        return None
    return NextAct(label, url_for(endpoint, count=count))


def _difference(shown: Board) -> NextAct | None:
    """A difference: the representative may direct straps, the supervisor take it to the team."""
    duty = desk.who().duty
    if duty is Role.CCR:
        return NextAct("Direct straps", url_for("compliance.direct", count=shown.count))
    if not access.may(duty, Permission.COUNT_RUN):
        return None
    to = url_for("count_room.escalate", count=shown.count)
    return NextAct("Take it to the team", to, post=True)


_NEXT: Final = {
    _C.SCHEDULED: ("count_room.people", "Secure the room"),
    _C.ROOM_SECURED: ("count_room.receive", "Receive the boxes"),
    _C.ALL_RECORDED: ("count_room.proof", "Count the pools"),
    _C.PROVED: ("count_room.present", "Present the money"),
    _C.TEAM_RECHECK: ("count_room.recheck", "Check the boxes"),
    _C.AGREED: ("count_room.sign", "Sign the reports"),
    _C.CASHIER_SIGNED: ("count_room.sign", "Sign the reports"),
    _C.CCR_SIGNED: ("count_room.closing", "Close the room"),
    _C.COPIES_DISTRIBUTED: ("count_room.closing", "Close the room"),
    _C.PROCEEDS_SEALED: ("count_room.closing", "Close the room"),
    _C.ROOM_INSPECTED: ("count_room.closing", "Close the room"),
    _C.SUSPENDED: ("count_room.resume", "Resume the count"),
}
"""State to the page where the count goes on, and the verb of it."""


_AT_THE_CAGE: Final = frozenset({_C.PRESENTED, _C.DISCREPANT, _C.STRAPS_DIRECTED})
"""Where the money waits for the cashier."""


def _next_box(shown: Board) -> NextAct:
    if shown.keys is None and shown.standing.state is _C.RECONCILED_IN:
        return NextAct("Sign the keys out", url_for("count_room.keys", count=shown.count))
    open_box = next((box for box in shown.boxes if look_of_box(box) in _OPEN_LOOKS), None)
    waiting = next(
        (box for box in shown.boxes if box.state is BoxState.RECEIVED and not box.missing), None
    )
    in_way = [box for box in shown.boxes if box.state is BoxState.IN_TRANSIT and not box.missing]
    if waiting is not None and (act := _opens(shown, waiting)):
        return act
    box = open_box or waiting
    if box is not None:
        to = url_for("count_room.box", count=shown.count, box=box.box)
        return NextAct(f"Count box {box.box}", to, note=f"{shown.to_go} to go")
    to = url_for("count_room.all_recorded", count=shown.count)
    why = f"Box {in_way[0].box} is to be received or named missing." if in_way else ""
    if shown.standing.state is _C.RECONCILED_IN:
        why = why or "No box has been opened."
    return NextAct("All boxes are recorded", to, why=why, post=True)


def _opens(shown: Board, box: BoardBox) -> NextAct | None:
    """Open the next box from the board, at the first free station, where nothing else is asked."""
    taken = {each.station for each in shown.boxes if each.state in OPEN_AT_STATION}
    station = next((each for each in shown.stations if each not in taken), None)
    asks = desk.house().settings.announce_boxes
    if station is None or asks or not access.may(desk.who().duty, Permission.COUNT_WORK):
        return None
    return NextAct(
        f"Open box {box.box}",
        url_for("count_room.open_box", count=shown.count, box=box.box),
        note=f"at station {station}, {shown.to_go} to go",
        post=True,
        sends={"station": station},
        settles=True,
    )


_OPEN_LOOKS: Final = frozenset({"open", "emptied", "shown", "counted"})


@bp.post("/<count:count>/all-recorded")
@gate.needs(Permission.COUNT_WORK)
def all_recorded(count: str) -> Response:
    """Every box is recorded or named missing."""
    form = ActForm()
    return after(do(counting.all_recorded, key=form.key.data, count=count), to_board(count))


@bp.route("/<count:count>/secure", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def secure(count: str) -> Response:
    """The room is secured: what the supervisor ticks."""
    form = SecureForm()
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    settings = desk.house().settings
    asked = [
        (name, sentence)
        for name, sentence in counting.TICKS.items()
        if getattr(settings, name, True)
    ]
    if form.submitted():
        ticked = frozenset(name for name, _ in asked if name in request.form)
        with problems(form):
            done = do(counting.secure_room, key=form.key.data, count=count, ticks=ticked)
            return after(done, to_board(count))
    return page(
        "count_room/secure.html",
        title="Secure the room",
        gaming_date=shown.gaming_date,
        form=form,
        count=count,
        asked=asked,
        ticked=set(request.form),
    )
