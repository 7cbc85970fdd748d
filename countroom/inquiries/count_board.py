"""The count board: every box by state, who is in, what is open, and when it will be done.

States show to everybody who has to do with the count; figures only as ``access`` allows, and
then with the sentence that stands in their place.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain.access import Verdict, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.floor import TableKind
from countroom.domain.forecast import Forecast, Worked, forecast
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.inquiries import standing, viewing
from countroom.money import Money, total
from countroom.stores import Tx, custody, documents, registry, states
from countroom.stores import room as rooms
from countroom.stores.custody import InCount
from countroom.stores.database import Database
from countroom.stores.room import CountStanding


@dataclass(frozen=True, slots=True)
class BoardBox:
    """A box of the board.

    Attributes:
        box: As labelled.
        table: Where it came from; empty where that is not known.
        kind: Banking or nonbanking.
        state: Where it stands in this count.
        station: Where it was opened, or empty.
        since: When it came into that state.
        by: Name of who brought it there.
        emergency: An emergency box, or taken by an emergency drop.
        extra: It stood on no manifest.
        missing: Why it is named missing, or empty.
        total: What was recorded of it; nothing where that does not show.
    """

    box: str
    table: str
    kind: TableKind
    state: BoxState
    station: str
    since: datetime
    by: str
    emergency: bool = False
    extra: bool = False
    missing: str = ""
    total: Money | None = None

    @property
    def word(self) -> str:
        """Its state in a word."""
        return "missing" if self.missing else self.state.word


@dataclass(frozen=True, slots=True)
class PersonIn:
    """Somebody in the room."""

    person: str
    name: str
    duty: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class Board:
    """A count as the board shows it.

    Attributes:
        count: Its name.
        gaming_date: Of the boxes.
        standing: Its state, since when, and by whom.
        figures: Whether figures show to this person, and the sentence if not.
        boxes: In table order; boxes without a table last.
        missing: Boxes and tables named missing, those found since left out.
        exceptions: What is out of the ordinary, in sentences without figures.
        present: Who is in.
        stations: Stations in use.
        forecast: When each station, and all, will be done.
        keys: Names of who holds key A and key B; nothing while they are in.
        total: Of all boxes recorded; nothing where figures do not show.
        others: Names of other counts that are not concluded.
    """

    count: str
    gaming_date: date
    standing: CountStanding
    figures: Verdict
    boxes: tuple[BoardBox, ...]
    missing: tuple[str, ...]
    exceptions: tuple[str, ...]
    present: tuple[PersonIn, ...]
    stations: tuple[str, ...]
    forecast: Forecast
    keys: tuple[str, str] | None
    total: Money | None
    others: tuple[str, ...] = ()

    @property
    def tallies(self) -> dict[str, int]:
        """How many boxes are in each state, by its word, in the order of the states."""
        found = Counter(box.word for box in self.boxes)
        words = [*(state.word for state in BoxState), "missing"]
        return {word: found[word] for word in words if found[word]}

    @property
    def recorded(self) -> int:
        """How many boxes are recorded."""
        return sum(is_recorded(box.state) for box in self.boxes)

    @property
    def to_go(self) -> int:
        """How many boxes are neither recorded nor missing."""
        return sum(not is_recorded(box.state) and not box.missing for box in self.boxes)


def is_recorded(state: BoxState) -> bool:
    """Whether a box is recorded, and perhaps stored since."""
    return state in {BoxState.RECORDED, BoxState.STORED_EMPTY}


def _in_room(
    house: House, entry: InCount, missing: dict[str, str], totals: dict[str, Money]
) -> BoardBox:
    recorded = entry.reached(BoxState.RECORDED)
    last = recorded or entry.moves[-1]
    return BoardBox(
        box=entry.box,
        table=entry.table,
        kind=entry.kind,
        state=BoxState(last.to_state),
        station=entry.station,
        since=last.at,
        by=standing.name_of(house, last.person),
        emergency=entry.emergency,
        extra=entry.extra,
        missing=missing.get(entry.box, ""),
        total=totals.get(entry.box),
    )


def _on_the_way(tx: Tx, house: House, count: str, day: date, here: set[str]) -> list[BoardBox]:
    missing = _missing(tx, count)
    found = []
    for manifest in custody.manifests(tx, count, day):
        for line in manifest.content.boxes:
            if line.box in here:
                continue
            found.append(
                BoardBox(
                    box=line.box,
                    table=line.table,
                    kind=house.table(line.table).kind,
                    state=BoxState.IN_TRANSIT,
                    station="",
                    since=manifest.at,
                    by=standing.name_of(house, manifest.by),
                    emergency=line.emergency,
                    missing=missing.get(line.box, ""),
                )
            )
    return found


def _missing(tx: Tx, count: str) -> dict[str, str]:
    return {
        box: entry.reason
        for box, entry in custody.named_missing(tx, count).items()
        if not entry.found
    }


def _boxes(
    tx: Tx, house: House, count: str, day: date, totals: dict[str, Money]
) -> tuple[BoardBox, ...]:
    missing = _missing(tx, count)
    inside = custody.in_count(tx, count)
    boxes = [_in_room(house, entry, missing, totals) for entry in inside.values()]
    boxes += _on_the_way(tx, house, count, day, set(inside))
    places = {table.code: place for place, table in enumerate(house.tables)}
    return tuple(sorted(boxes, key=lambda box: (places.get(box.table, len(places)), box.box)))


def _forecast(now: datetime, entries: list[InCount]) -> Forecast:
    worked = []
    at_work: dict[str, datetime] = {}
    waiting = 0
    for entry in entries:
        opened = entry.reached(BoxState.OPENED) or entry.reached(BoxState.FORCED)
        recorded = entry.reached(BoxState.RECORDED)
        if opened and recorded:
            worked.append(Worked(entry.station, opened.at, recorded.at))
        elif opened and entry.state in OPEN_AT_STATION:
            at_work[entry.station] = opened.at
        else:
            waiting += 1
    return forecast(now, worked, at_work, waiting)


def _exceptions(
    tx: Tx, count: str, boxes: tuple[BoardBox, ...], counted: tuple[Document, ...]
) -> tuple[str, ...]:
    found = [f"Box {box.box} came in without standing on a manifest." for box in boxes if box.extra]
    found += [f"Box {box.box} is an emergency box." for box in boxes if box.emergency]
    for document in counted:
        if document.content.memos or any(c.remark != "redeemed" for c in document.content.coupons):
            found.append(f"Box {document.box} has memo entries or coupons with a remark.")
        if document.version > 1:
            found.append(f"Box {document.box} was changed after it was recorded.")
    for test in documents.find(tx, paper="machine_test", count=count):
        if not test.content.passed:
            found.append(f"{test.content.machine} failed a test.")
    return tuple(found)


def _present(tx: Tx, house: House, count: str) -> tuple[PersonIn, ...]:
    return tuple(
        PersonIn(stay.person, standing.name_of(house, stay.person), stay.duty, stay.came)
        for stay in rooms.present(tx, count)
    )


def _keys(tx: Tx, house: House, count: str) -> tuple[str, str] | None:
    held = rooms.keys(tx, count)
    if held is None:
        return None
    return standing.name_of(house, held.a), standing.name_of(house, held.b)


def unfinished(tx: Tx) -> tuple[str, ...]:
    """Every count that is not concluded, oldest first."""
    return tuple(
        name
        for name, moved in states.current(tx, "count").items()
        if moved.to_state != CountState.CONCLUDED
    )


def board(database: Database, viewer: Viewer, now: datetime, count: str) -> Board:
    """The board of a count.

    Args:
        database: The property's.
        viewer: Who looks; how he stands to the count is read from record.
        now: This moment.
        count: Name of the count.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        seen_by, view = standing.viewing(tx, viewer, count)
        figures = viewing.figures(seen_by, view, count)
        found = rooms.count_standing(tx, count)
        assert found is not None
        house, day = standing.house_of(tx, count), registry.count_date(tx, count)
        counted = documents.find(tx, paper="box_count", count=count)
        totals = {one.box: one.content.total for one in counted} if figures.allowed else {}
        boxes = _boxes(tx, house, count, day, totals)
        return Board(
            count=count,
            gaming_date=day,
            standing=found,
            figures=figures,
            boxes=boxes,
            missing=tuple(_missing(tx, count)),
            exceptions=_exceptions(tx, count, boxes, counted),
            present=_present(tx, house, count),
            stations=tuple(one.code for one in house.stations[: house.settings.stations]),
            forecast=_forecast(now, list(custody.in_count(tx, count).values())),
            keys=_keys(tx, house, count),
            total=total(list(totals.values())) if figures.allowed else None,
            others=tuple(name for name in unfinished(tx) if name != count),
        )


def counts(database: Database, viewer: Viewer) -> tuple[tuple[str, CountState], ...]:
    """Every count and where it stands, the newest first.

    Raises:
        AccessError: The duty has nothing to do with a count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        current = states.current(tx, "count")
        return tuple(
            (name, CountState(moved.to_state)) for name, moved in reversed(current.items())
        )


def to_open(database: Database, viewer: Viewer) -> tuple[date, ...]:
    """Gaming dates whose boxes are on the trolley and for which no count is open yet, in order.

    Raises:
        AccessError: The duty has nothing to do with a count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        opened = {name.partition("/")[0] for name in states.current(tx, "count")}
        dropped = (
            custody.last_drop(tx, box)
            for box, stands in custody.where(tx).items()
            if stands.state is BoxState.IN_TRANSIT
        )
        days = {str(custody.about(moved)["gaming_date"]) for moved in dropped if moved}
        return tuple(date.fromisoformat(day) for day in sorted(days - opened))
