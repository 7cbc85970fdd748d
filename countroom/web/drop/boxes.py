"""Where every box is, how it came there, and the log of emergencies."""

from flask import Response, redirect, request, url_for

from countroom.domain.drop import BoxState
from countroom.errors import CountroomError
from countroom.inquiries import custody, standing
from countroom.inquiries.custody import BoxPlace
from countroom.web import desk, gate, home
from countroom.web.drop.blueprint import bp
from countroom.web.pages import clock_text, moment_text, page
from countroom.web.tables import Cell, Column, Listing, TableRow, row

home.door("drop.boxes", "Where the boxes are", "Every box, always.")

_LOOKS = {
    BoxState.STORED_EMPTY: "waiting",
    BoxState.ON_TABLE: "recorded",
    BoxState.STUCK_ON_TABLE: "exception",
    BoxState.RECEIVED: "waiting",
    BoxState.FORCED: "exception",
    BoxState.RECORDED: "recorded",
}


def _line(box: BoxPlace) -> TableRow:
    return row(
        Cell(box.box, url_for("drop.box", box=box.box)),
        box.label,
        Cell(box.state.word, look=_LOOKS.get(box.state, "open")),
        box.place,
        "" if box.since is None else moment_text(box.since),
        box.by,
        look=box.state is BoxState.STUCK_ON_TABLE,
    )


@bp.get("/boxes")
@gate.needs(*standing.HANDLERS)
def boxes() -> Response:
    """Every box of the house; a scanned one leads to its history."""
    scanned = request.args.get("box", "").strip()
    wrong = ""
    if scanned:
        try:
            custody.history(desk.database(), desk.viewer(), desk.now(), scanned)
        except CountroomError as refused:
            wrong = refused.message
        else:
            return redirect(url_for("drop.box", box=scanned))  # type: ignore[return-value]
    found = custody.where(desk.database(), desk.viewer(), desk.now())
    columns = ("Box", "Label", "State", "Where", "Since", "Moved by")
    listing = Listing(
        id="boxes",
        title="Boxes of the house",
        columns=tuple(map(Column, columns)),
        rows=tuple(map(_line, found)),
        nothing="The house has no boxes.",
        nothing_next="An administrator loads the property file.",
    )
    title = "Where the boxes are"
    return page("drop/boxes.html", title=title, listing=listing, scanned=scanned, wrong=wrong)


@bp.get("/boxes/<box>")
@gate.needs(*standing.HANDLERS)
def box(box: str) -> Response:
    """Every move of a box, newest first."""
    moves = custody.history(desk.database(), desk.viewer(), desk.now(), box)
    columns = ("When", "State", "Where", "By")
    listing = Listing(
        id="moves",
        title=f"Moves of box {box}",
        columns=tuple(map(Column, columns)),
        rows=tuple(
            row(
                moment_text(move.at),
                Cell(move.state.word, look=_LOOKS.get(move.state, "open")),
                move.place,
                move.by,
            )
            for move in reversed(moves)
        ),
        nothing=f"Box {box} never left the store.",
    )
    return page("drop/box.html", title=f"Box {box}", listing=listing)


@bp.get("/emergencies")
@gate.needs(*standing.HANDLERS)
def emergencies() -> Response:
    """The emergency log of this gaming date."""
    day = desk.house().property.gaming_date(desk.now())
    entries = custody.emergency_log(desk.database(), desk.viewer(), day)
    columns = ("Box", "Table", "When", "Reason", "Ordered by", "Independent", "Representative")
    listing = Listing(
        id="emergencies",
        title="Emergency drops",
        columns=tuple(map(Column, columns)),
        rows=tuple(
            row(
                entry.box,
                entry.table,
                clock_text(entry.at),
                entry.reason,
                entry.ordered_by,
                entry.independent,
                entry.representative,
            )
            for entry in entries
        ),
        nothing="No emergency drop on this gaming date.",
    )
    return page("drop/emergencies.html", title="Emergency drops", listing=listing)
