"""One box as the counting screen shows it: what to enter, what was entered, what still blocks."""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain import box_sheet, canonical
from countroom.domain.access import Verdict, Viewer
from countroom.domain.box_sheet import Denomination, Sheet
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import Table, TableKind
from countroom.domain.house import House
from countroom.errors import NotFoundError
from countroom.inquiries import standing, viewing
from countroom.money import Money
from countroom.stores import Tx, custody, desk, documents
from countroom.stores import room as rooms
from countroom.stores.custody import InCount
from countroom.stores.database import Database
from countroom.stores.desk import Draft


@dataclass(frozen=True, slots=True)
class Step:
    """A state the box came into: when, and by whom."""

    state: BoxState
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Machine:
    """A counting machine, and whether it may be used: ``why`` says why not."""

    code: str
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is on record of the box: by whom and when, and in which version.

    Attributes:
        name: Name of the box count.
        version: Version that stands.
        at: When the box was recorded.
        by: Name of who recorded it.
        says: That it is counted, in a sentence.
        content: The box count, where figures show.
        versions: Every version, oldest first, where figures show.
    """

    name: str
    version: int
    at: datetime
    by: str
    says: str
    content: Document | None
    versions: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class BoxSheet:
    """A box of a count.

    Attributes:
        count: Name of the count.
        count_state: Where the count stands.
        box: As labelled.
        table: Its table; nothing where that is not known.
        game: Game of the table, or empty.
        kind: Banking or nonbanking.
        state: Where it stands in this count.
        station: Where it is open, or was.
        emergency: An emergency box, or taken by an emergency drop.
        extra: It stood on no manifest.
        steps: Every state it came into.
        figures: Whether figures show to this person, and the sentence if not.
        lines: The denominations to enter, highest first.
        addable: What the supervisor may add.
        sheet: What is typed so far; nothing where figures do not show.
        revision: Of the draft; 0 before the first save.
        saved_at: When it was last saved.
        saved_by: Name of who saved it.
        kept: What this person typed when his save was refused, where figures show.
        machines: The counting machines, and which may be used.
        total: Of what is typed; nothing where figures do not show.
        blocks: What keeps the box from being recorded, in sentences, where figures show.
        recorded: What is on record, once it is.
        missing: Why it is named missing, or empty.
    """

    count: str
    count_state: CountState
    box: str
    table: Table | None
    game: str
    kind: TableKind
    state: BoxState
    station: str
    emergency: bool
    extra: bool
    steps: tuple[Step, ...]
    figures: Verdict
    lines: tuple[Denomination, ...]
    addable: tuple[Denomination, ...]
    sheet: Sheet | None
    revision: int
    saved_at: datetime | None
    saved_by: str
    kept: Sheet | None
    machines: tuple[Machine, ...]
    total: Money | None
    blocks: tuple[str, ...]
    recorded: Recorded | None
    missing: str = ""

    @property
    def ticket_difference(self) -> Money | None:
        """Entered less machine ticket, where there is a ticket and figures show."""
        if self.sheet is None or self.sheet.ticket_cents is None or self.total is None:
            return None
        return self.total - Money(self.sheet.ticket_cents)


def _read(draft: Draft | None) -> Sheet:
    return Sheet() if draft is None else canonical.from_bytes(Sheet, draft.content.encode())


def _machines(tx: Tx, count: str, house: House) -> tuple[Machine, ...]:
    newest = {
        test.content.machine: test.content.passed
        for test in documents.find(tx, paper="machine_test", count=count)
        if test.content.phase == "before"
    }
    why = {None: "not tested before this count", False: "failed its test", True: ""}
    return tuple(
        Machine(
            machine.code,
            machine.name,
            why[newest.get(machine.code)] if house.settings.machine_test else "",
        )
        for machine in house.machines
    )


def _addable(
    house: House, kind: TableKind, lines: tuple[Denomination, ...]
) -> tuple[Denomination, ...]:
    """Notes and coins that are not in use; chips too where the box may hold them."""
    money = {Instrument.CURRENCY, Instrument.COIN}
    return tuple(
        one
        for one in box_sheet.addable(house)
        if one not in lines and (one.instrument in money or kind is TableKind.NONBANKING)
    )


def _recorded(tx: Tx, house: House, count: str, entry: InCount, *, show: bool) -> Recorded | None:
    moved = entry.reached(BoxState.RECORDED)
    if moved is None:
        return None
    (document,) = documents.find(tx, paper="box_count", count=count, box=entry.box)
    by = standing.name_of(house, moved.person)
    return Recorded(
        name=document.name,
        version=document.version,
        at=moved.at,
        by=by,
        says=f"Box {entry.box} was counted by {by} at {standing.wall(house, moved.at)}.",
        content=document if show else None,
        versions=documents.versions(tx, document.id) if show else (),
    )


def _blocks(
    state: CountState,
    entry: InCount,
    lines: tuple[Denomination, ...],
    sheet: Sheet,
    machines: tuple[Machine, ...],
) -> tuple[str, ...]:
    found = []
    if state is not CountState.COUNTING:
        found.append(f"The count is {state.word}.")
    if entry.state is not BoxState.SHOWN_EMPTY:
        found.append(f"The box is {entry.state.word}: it is shown empty first.")
    still_open = box_sheet.still_open(sheet, lines)
    if still_open:
        found.append(box_sheet.open_sentence(still_open))
    found += [
        f"{one.code}: {one.why}." for one in machines if one.code == sheet.machine and one.why
    ]
    return tuple(found)


def _entry(tx: Tx, house: House, count: str, box: str) -> InCount:
    house.box(box)
    found = custody.box_in_count(tx, count, box)
    if found is None:
        msg = f"Box {box} did not come in for count {count}."
        raise NotFoundError(msg)
    return found


@dataclass(frozen=True, slots=True)
class BoxLines:
    """What may be entered of a box.

    Attributes:
        lines: The denominations to enter, highest first.
        addable: What the supervisor may add.
    """

    lines: tuple[Denomination, ...]
    addable: tuple[Denomination, ...]


def lines_of(database: Database, viewer: Viewer, count: str, box: str) -> BoxLines:
    """The lines of a box's sheet, to read by them what is typed; no figure is looked at.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count or box, or it did not come in.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        house = standing.house_of(tx, count)
        entry = _entry(tx, house, count, box)
    table = house.table(entry.table) if entry.table else None
    lines = box_sheet.in_use(house, table, entry.kind)
    return BoxLines(lines, _addable(house, entry.kind, lines))


def sheet(database: Database, viewer: Viewer, count: str, box: str) -> BoxSheet:
    """A box as it is counted, or as it was: a second scan opens the count there is.

    Args:
        database: The property's.
        viewer: Who looks; how he stands to the count is read from record.
        count: Name of the count.
        box: As scanned or picked.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count or box, or it did not come in; a table's label is
            not a box's.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        seen_by, view = standing.viewing(tx, viewer, count)
        figures = viewing.figures(seen_by, view, count)
        house = standing.house_of(tx, count)
        entry = _entry(tx, house, count, box)
        found = rooms.count_standing(tx, count)
        assert found is not None
        return _laid_out(tx, house, entry, figures, found.state, count, viewer.person.code)


def _laid_out(
    tx: Tx,
    house: House,
    entry: InCount,
    figures: Verdict,
    state: CountState,
    count: str,
    person: str,
) -> BoxSheet:
    table = house.table(entry.table) if entry.table else None
    lines = box_sheet.in_use(house, table, entry.kind)
    draft = desk.draft(tx, box_sheet.draft_name(count, entry.box))
    kept = desk.draft(tx, box_sheet.kept_name(count, entry.box, person))
    typed, machines = _read(draft), _machines(tx, count, house)
    missing = custody.named_missing(tx, count).get(entry.box)
    show = figures.allowed
    return BoxSheet(
        count=count,
        count_state=state,
        box=entry.box,
        table=table,
        game=table.game if table else "",
        kind=entry.kind,
        state=entry.state,
        station=entry.station,
        emergency=entry.emergency,
        extra=entry.extra,
        steps=tuple(
            Step(BoxState(moved.to_state), moved.at, standing.name_of(house, moved.person))
            for moved in entry.moves
        ),
        figures=figures,
        lines=lines,
        addable=_addable(house, entry.kind, lines),
        sheet=typed if show else None,
        revision=draft.revision if draft else 0,
        saved_at=draft.at if draft else None,
        saved_by=standing.name_of(house, draft.person) if draft else "",
        kept=_read(kept) if show and kept else None,
        machines=machines,
        total=box_sheet.total_of(typed, house) if show else None,
        blocks=_blocks(state, entry, lines, typed, machines) if show else (),
        recorded=_recorded(tx, house, count, entry, show=show),
        missing=missing.reason if missing and not missing.found else "",
    )
