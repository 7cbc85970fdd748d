"""The watch: states and people, and what surveillance was told."""

from flask import Response

from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.inquiries import count_board
from countroom.inquiries import watch as watching
from countroom.web import desk, gate, home
from countroom.web.pages import moment_text, page
from countroom.web.surveillance.blueprint import bp
from countroom.web.tables import Column, Listing, row

home.door("surveillance.watch", "Watch", "How counts stand, who is in the room.")


@bp.get("/")
@gate.needs(Permission.SURVEILLANCE_WATCH)
def watch() -> Response:
    """Every count that goes on, by state and people; and what surveillance was told."""
    database, viewer, now = desk.database(), desk.viewer(), desk.now()
    names = [
        name
        for name, state in count_board.counts(database, viewer)
        if state is not CountState.CONCLUDED
    ]
    told = watching.notices(database, viewer, now)
    columns = ("What", "Gaming date", "Officer told", "Told by", "When")
    listing = Listing(
        id="notices",
        title="What surveillance was told",
        columns=tuple(map(Column, columns)),
        rows=tuple(
            row(
                notice.what,
                notice.gaming_date.isoformat(),
                notice.officer,
                notice.by,
                moment_text(notice.at),
            )
            for notice in told
        ),
        nothing="Surveillance was told of no drop and no count in the last seven days.",
    )
    return page(
        "surveillance/watch.html",
        title="Watch",
        boards=[count_board.board(database, viewer, now, name) for name in names],
        suspended=CountState.SUSPENDED,
        listing=listing,
    )
