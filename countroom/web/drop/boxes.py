"""Where every box is and was, who had it, how it came there, and the log of emergencies."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Final, TypeVar

from flask import Response, redirect, request, url_for

from countroom.domain.drop import BoxState
from countroom.errors import CountroomError, EntryError
from countroom.inquiries import custody, standing
from countroom.inquiries.custody import Answer, BoxPlace, Uncounted
from countroom.web import desk, gate, home
from countroom.web.drop.blueprint import bp
from countroom.web.pages import clock_text, moment_text, page, zoned
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
        box.hands,
        "" if box.since is None else moment_text(box.since),
        look=box.state is BoxState.STUCK_ON_TABLE,
    )


_COLUMNS: Final = tuple(map(Column, ("Box", "Label", "State", "Where", "Who has it", "Since")))


_Read = TypeVar("_Read", date, time)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as it was typed into the page's address.

    Attributes:
        day: Gaming date, as typed.
        time: Time of the house's clocks, as typed.
        wrong: What is wrong with them, by name.
    """

    day: str = ""
    time: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> bool:
        """Whether a moment was asked for."""
        return bool(self.day or self.time)


def _typed() -> tuple[Moment, tuple[date, time] | None]:
    """The moment typed, and what it is: nothing where none is typed or it cannot be read."""
    day, wall = (request.args.get(name, "").strip() for name in ("day", "time"))
    if not day and not wall:
        return Moment(), None
    read_day, read_time = _read(date, day), _read(time, wall)
    if read_day is None or read_time is None:
        wrong = {
            name: says
            for name, read, says in (
                ("day", read_day, "Write the gaming date as 2011-06-14."),
                ("time", read_time, "Write the time as 05:12."),
            )
            if read is None
        }
        return Moment(day, wall, wrong), None
    return Moment(day, wall), (read_day, read_time.replace(tzinfo=None))


def _read(kind: type[_Read], text: str) -> _Read | None:
    """A date or a time as typed, or nothing."""
    try:
        return kind.fromisoformat(text)
    except ValueError:
        return None


def _past(moment: Moment, read: tuple[date, time] | None) -> tuple[Moment, tuple[datetime, ...]]:
    """The instants that a moment names."""
    if read is None:
        return moment, ()
    try:
        return moment, custody.moments_of(desk.house(), *read, desk.now())
    except EntryError as refused:
        return Moment(moment.day, moment.time, refused.fields), ()


@bp.get("/boxes")
@gate.needs(*standing.HANDLERS)
def boxes() -> Response:
    """Every box of the house, now or at a moment typed; a scanned one leads to its history."""
    scanned = request.args.get("box", "").strip()
    wrong = ""
    if scanned:
        try:
            custody.history(desk.database(), desk.viewer(), desk.now(), scanned)
        except CountroomError as refused:
            wrong = refused.message
        else:
            return redirect(url_for("drop.box", box=scanned))  # type: ignore[return-value]
    moment, moments = _past(*_typed())
    lists = [_list_at(at) for at in moments] or [_list_at(None)]
    return page(
        "drop/boxes.html",
        title="Where the boxes are",
        status=422 if moment.wrong else 200,
        listings=lists,
        removed=None if moments else _removed(),
        moment=moment,
        scanned=scanned,
        wrong=wrong,
    )


def _list_at(at: datetime | None) -> Listing:
    found = custody.where(desk.database(), desk.viewer(), desk.now(), at)
    return Listing(
        id="boxes" if at is None else f"boxes-{at:%H%M}",
        title="Boxes of the house" if at is None else f"Boxes of the house at {zoned(at)}",
        columns=_COLUMNS,
        rows=tuple(map(_line, found)),
        nothing="The house has no boxes.",
        nothing_next="An administrator loads the property file.",
    )


def _removed() -> Listing:
    found = custody.removed(desk.database(), desk.viewer(), desk.now())
    columns = ("Box", "Off table", "Off since", "Gaming date", "State", "Where", "Who has it")
    return Listing(
        id="removed",
        title="Removed but not yet counted",
        columns=tuple(map(Column, columns)),
        rows=tuple(map(_removed_line, found)),
        nothing="Every box that came off a table is counted.",
    )


def _removed_line(box: Uncounted) -> TableRow:
    place = box.place
    where = f"{place.place}; named missing on {box.missing}" if box.missing else place.place
    return row(
        Cell(place.box, url_for("drop.box", box=place.box)),
        f"{box.table} (emergency)" if box.emergency else box.table,
        moment_text(box.off_at),
        "" if box.gaming_date is None else box.gaming_date.isoformat(),
        Cell(place.state.word, look=_LOOKS.get(place.state, "open")),
        where,
        place.hands,
        look=bool(box.missing),
    )


@bp.get("/boxes/<box>")
@gate.needs(*standing.HANDLERS)
def box(box: str) -> Response:
    """Where a box is, where it was at a moment typed and who had it, and every move of it."""
    before = request.args.get("before", type=int)
    moves = custody.history(desk.database(), desk.viewer(), desk.now(), box, before=before)
    moment, answers = _asked(box)
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
            for move in moves
        ),
        nothing=f"Box {box} never left the store."
        if before is None
        else "Nothing is on record before that.",
    )
    return page(
        "drop/box.html",
        title=f"Box {box}",
        status=422 if moment.wrong else 200,
        listing=listing,
        earlier=moves[-1].number if moves and moves[-1].number > 1 else None,
        moment=moment,
        answers=answers,
        box=box,
    )


def _asked(box: str) -> tuple[Moment, tuple[Answer, ...]]:
    moment, read = _typed()
    if read is None:
        return moment, ()
    try:
        return moment, custody.at_moment(desk.database(), desk.viewer(), desk.now(), box, *read)
    except EntryError as refused:
        return Moment(moment.day, moment.time, refused.fields), ()


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
