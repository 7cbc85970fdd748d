"""Who is in the room: signing on and off, relieving, the content keys, telling surveillance."""

from typing import Final

from flask import Response, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.people import RECOUNT_ROLES, ROOM_ROLES, Role
from countroom.inquiries import arrivals, count_board, entry_log, leavers, machine_tests
from countroom.operations import attendance, authentication, notices, signing
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.forms import KeysForm, LeaveForm, RelieveForm, SignOnForm, TellForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm, prove
from countroom.web.pages import clock_text, page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Column, Listing, row

_ENTRANTS = (Permission.COUNT_WORK, Permission.CAGE_RECOUNT)


@bp.get("/<count:count>/room")
@gate.needs(*_ENTRANTS)
def people(count: str) -> Response:
    """Who is in, who holds the keys, what is still wanted before the count begins."""
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    door = arrivals.arrivals(desk.database(), desk.viewer(), count)
    return page(
        "count_room/people.html",
        title="The room",
        gaming_date=shown.gaming_date,
        board=shown,
        count=count,
        door=door,
        wanting=_wanting(shown),
        next_step=_next_step(shown, door),
        works=access.may(desk.who().duty, Permission.COUNT_WORK),
        form=ActForm(formdata=None),
    )


def _next_step(shown: count_board.Board, door: arrivals.Arrivals) -> tuple[str, str]:
    """What comes next in the room: the verb of it, and its page."""
    count = shown.count
    steps = (
        (bool(_wanting(shown)), "Sign on", "count_room.sign_on"),
        (door.told is None, "Tell surveillance", "count_room.tell"),
        (_untested(count), "Test a machine", "count_room.machines"),
        (shown.standing.state is CountState.SCHEDULED, "Secure the room", "count_room.secure"),
        (shown.keys is None, "Sign the keys out", "count_room.keys"),
    )
    for wanted, label, endpoint in steps:
        if wanted and shown.standing.state in _BEFORE:
            return label, url_for(endpoint, count=count)
    if desk.who().duty in RECOUNT_ROLES:
        return "Recount", url_for("cage.recount", count=count)
    return "Back to the board", to_board(count)


_BEFORE: Final = frozenset(
    {CountState.SCHEDULED, CountState.ROOM_SECURED, CountState.RECONCILED_IN}
)


def _untested(count: str) -> bool:
    """Whether this house tests machines and none has passed yet."""
    found = machine_tests.tests(desk.database(), desk.viewer(), count)
    return found.wanted and bool(found.machines) and not any(one.passed for one in found.tests)


def _wanting(shown: count_board.Board) -> list[str]:
    """Who is missing before a count can begin."""
    minimum = desk.house().settings.team_minimum
    duties = [entry.duty for entry in shown.present]
    team = duties.count(Role.COUNT_TEAM)
    found = []
    if team < minimum:
        found.append(f"{minimum - team} more of the count team")
    if Role.COUNT_ROOM_SUPERVISOR not in duties:
        found.append("the count room supervisor")
    if Role.CCR not in duties:
        found.append("a compliance representative")
    return found


@bp.route("/<count:count>/sign-on", methods=["GET", "POST"])
@gate.needs(*_ENTRANTS)
def sign_on(count: str) -> Response:
    """Come into the room; each signs on for himself."""
    form = SignOnForm()
    form.duty.choices = [("", "The duty of the badge"), *_duties()]
    if not form.is_submitted():
        form.badge.data = _if_out(count)
    if form.submitted():
        with problems(form):
            roles = {Role(form.duty.data)} if form.duty.data else attendance.MAY_ENTER
            proof = prove_as(form.badge.data or "", form.pin.data or "", roles)
            done = do(
                attendance.sign_on,
                key=form.key.data,
                count=count,
                proof=proof,
                purpose=form.purpose.data or "",
                door_event=form.door_event.data or "",
            )
            return after(done, url_for("count_room.people", count=count))
    return page("count_room/sign_on.html", title="Sign on to the room", form=form, count=count)


def _duties() -> list[tuple[str, str]]:
    return [(role.value, role.printed) for role in Role if role in attendance.MAY_ENTER]


def _if_out(count: str) -> str:
    """The badge of who is signed in here, unless he is in the room already."""
    person = desk.who().person.code
    inside = {
        entry.person
        for entry in entry_log.log(desk.database(), desk.viewer(), count)
        if entry.left is None
    }
    return "" if person in inside else person


@bp.route("/<count:count>/leave", methods=["GET", "POST"])
@gate.needs(*_ENTRANTS)
def leave(count: str) -> Response:
    """Leave the room."""
    form = LeaveForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", attendance.MAY_ENTER)
            signs = form.signs.data and proof.duty is Role.COUNT_TEAM
            done = do(
                signing.sign_and_leave if signs else attendance.leave,
                key=form.key.data,
                count=count,
                proof=proof,
                why=form.why.data or "",
            )
            return after(done, url_for("count_room.people", count=count))
    team = leavers.leavers(desk.database(), desk.viewer(), count)
    if not form.is_submitted():
        form.signs.data = any(one.boxes for one in team)
    return page("count_room/leave.html", title="Leave the room", form=form, count=count, team=team)


@bp.route("/<count:count>/relieve", methods=["GET", "POST"])
@gate.needs(*_ENTRANTS)
def relieve(count: str) -> Response:
    """Somebody takes another's place in the same moment."""
    form = RelieveForm()
    if form.submitted():
        with problems(form):
            leaving = prove_as(form.badge.data or "", form.pin.data or "", ROOM_ROLES)
            coming = prove(
                form.second_badge.data or "",
                form.second_pin.data or "",
                leaving.duty,
                field="second_pin",
            )
            done = do(
                attendance.relieve,
                key=form.key.data,
                count=count,
                leaving=leaving,
                coming=coming,
                why=form.why.data or "",
            )
            return after(done, url_for("count_room.people", count=count))
    return page("count_room/relieve.html", title="Relieve somebody", form=form, count=count)


@bp.route("/<count:count>/keys", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def keys(count: str) -> Response:
    """Sign the content keys out to two people."""
    form = KeysForm()
    if form.submitted():
        with problems(form):
            holder_a = prove(form.badge.data or "", form.pin.data or "", Role.CCR)
            badge = form.second_badge.data or ""
            holder_b = prove_as(
                badge, form.second_pin.data or "", _holders(badge), field="second_pin"
            )
            done = do(
                attendance.sign_out_keys,
                key=form.key.data,
                count=count,
                holder_a=holder_a,
                holder_b=holder_b,
            )
            return after(done, url_for("count_room.people", count=count))
    return page("count_room/keys.html", title="Sign the content keys out", form=form, count=count)


def _holders(badge: str) -> frozenset[Role]:
    """Duties of a badge that may be in the room; the operation says who may hold key B."""
    duties = authentication.duties_of(desk.database(), desk.now(), badge)
    return frozenset(duties) & attendance.MAY_ENTER or frozenset({Role.COUNT_ROOM_SUPERVISOR})


@bp.post("/<count:count>/keys/back")
@gate.needs(Permission.COUNT_WORK)
def keys_back(count: str) -> Response:
    """Sign the content keys back in; the closing of the room asks for it last."""
    form = ActForm()
    done = do(attendance.return_keys, key=form.key.data, count=count)
    shown = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    closes = shown.standing.state.rank >= CountState.CCR_SIGNED.rank
    return after(done, url_for(f"count_room.{'closing' if closes else 'people'}", count=count))


@bp.route("/<count:count>/tell", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def tell(count: str) -> Response:
    """Tell surveillance that the count begins."""
    form = TellForm()
    day = arrivals.arrivals(desk.database(), desk.viewer(), count).gaming_date
    if form.submitted():
        with problems(form):
            done = do(
                notices.tell_surveillance,
                key=form.key.data,
                what="count",
                gaming_date=day,
                officer=form.officer.data or "",
            )
            return after(done, url_for("count_room.people", count=count))
    return page("count_room/tell.html", title="Tell surveillance", form=form, count=count)


@bp.get("/<count:count>/log")
@gate.needs(Permission.COUNT_WORK, Permission.SURVEILLANCE_WATCH, Permission.JOURNAL_READ)
def log(count: str) -> Response:
    """The entry log."""
    entries = entry_log.log(desk.database(), desk.viewer(), count)
    listing = Listing(
        "log",
        "Entry log",
        (
            Column("Name"),
            Column("Credential"),
            Column("Duty"),
            Column("Purpose"),
            Column("In"),
            Column("Out"),
        ),
        tuple(
            row(
                entry.name,
                entry.credential,
                entry.duty.printed,
                entry.purpose or "—",
                clock_text(entry.came),
                clock_text(entry.left) if entry.left else "in the room",
            )
            for entry in entries
        ),
        nothing="Nobody has signed on yet.",
    )
    return page(
        "count_room/log.html",
        title="Entry log",
        listing=listing,
        count=count,
        back=to_board(count),
    )
