"""The counts there are, and opening a new one."""

from flask import Response, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.count import CountState
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
    open_ones = [name for name, state in found if state is not CountState.CONCLUDED]
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
        form.gaming_date.data = desk.house().property.gaming_date(desk.now())
    if form.submitted():
        with problems(form):
            done = do(counting.open_count, key=form.key.data, gaming_date=form.gaming_date.data)
            return after(done, url_for("count_room.people", count=done.name))
    return page("count_room/open.html", title="Open a count", form=form)
