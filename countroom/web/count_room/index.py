"""The counts there are, and opening a new one."""

from flask import Response, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.people import Role
from countroom.inquiries import count_board
from countroom.operations import counting
from countroom.web import desk, gate, home
from countroom.web.count_room.blueprint import bp, to_board
from countroom.web.count_room.forms import OpenCountForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.tables import Cell, Column, Listing, row

home.door("count_room.counts", "Count room", "Boxes, pools, presentation, signatures.")


@bp.get("/")
@gate.needs(Permission.COUNT_WORK, Permission.CAGE_RECOUNT)
def counts() -> Response:
    """Every count, the newest first."""
    found = count_board.counts(desk.database(), desk.viewer())
    open_ones = _going_on(found)
    listing = Listing(
        "counts",
        "Counts",
        (Column("Count"), Column("State")),
        tuple(
            row(Cell(name, to=to_board(name)), Cell(state.word, look=look_of(state)))
            for name, state in found[:60]
        ),
        nothing="No count has been opened yet.",
        nothing_next="The count room supervisor opens the first one.",
    )
    return page(
        "count_room/counts.html",
        title="Count room",
        listing=listing,
        going_on=open_ones[0] if open_ones else "",
        may_open=access.may(desk.who().duty, Permission.COUNT_RUN),
    )


def _going_on(found: tuple[tuple[str, CountState], ...]) -> list[str]:
    return [name for name, state in found if state is not CountState.CONCLUDED]


@home.calls(Permission.COUNT_WORK)
def waiting() -> list[home.Call]:
    """Counts that go on, and boxes that wait for one to be opened."""
    database, viewer = desk.database(), desk.viewer()
    if viewer.duty is Role.CCR:  # his own screens call him
        return []
    found = count_board.counts(database, viewer)
    words = dict(found)
    calls = [
        home.Call(f"Go on with {name}", f"The count is {words[name].word}", to_board(name))
        for name in _going_on(found)
    ]
    if access.may(viewer.duty, Permission.COUNT_RUN):
        calls += [
            home.Call(
                f"Open the count of {day.isoformat()}",
                "Its boxes are on the trolley",
                url_for("count_room.open_count", day=day.isoformat()),
            )
            for day in count_board.to_open(database, viewer)
        ]
    return calls


def look_of(state: CountState) -> str:
    """Shape and colour of a count's state."""
    if state is CountState.CONCLUDED:
        return "recorded"
    if state in {CountState.DISCREPANT, CountState.TEAM_RECHECK, CountState.STRAPS_DIRECTED}:
        return "exception"
    if state is CountState.SUSPENDED:
        return "blocked"
    return "waiting" if state is CountState.SCHEDULED else "open"


@bp.route("/open", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_RUN)
def open_count() -> Response:
    """Open the count of a gaming date."""
    form = OpenCountForm()
    if form.gaming_date.data is None and not form.is_submitted():
        waits = count_board.to_open(desk.database(), desk.viewer())
        asked = [day for day in waits if day.isoformat() == request.args.get("day")]
        today = desk.house().property.gaming_date(desk.now())
        form.gaming_date.data = next(iter((*asked, *waits)), today)
    if form.submitted():
        with problems(form):
            done = do(counting.open_count, key=form.key.data, gaming_date=form.gaming_date.data)
            return after(done, url_for("count_room.people", count=done.name))
    return page("count_room/open.html", title="Open a count", form=form)
