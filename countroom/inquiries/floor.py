"""The gaming tables as the pit sees them: open or closed, what waits, what is due next.

What a rack should hold is nowhere here: it shows with a closing slip that is signed.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.drop import BoxState
from countroom.domain.floor import ChipSet, Table
from countroom.domain.house import House
from countroom.domain.inventory import (
    Pieces,
    PiecesKey,
    SlipKind,
    TableState,
    keys_of,
)
from countroom.domain.papers import inventory_slip
from countroom.errors import NotFoundError
from countroom.inquiries import chips, signers
from countroom.inquiries.chips import Sheet
from countroom.inquiries.games import title_of
from countroom.inquiries.signers import Place
from countroom.money import Money, total
from countroom.stores import Tx, bookings, custody, documents, states
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import house_at

PLAN: Final = SigningPlan(inventory_slip.PAPER)


@dataclass(frozen=True, slots=True)
class InventorySheet:
    """A table inventory slip as it stands.

    Attributes:
        name: Its number, ``IS-0007``.
        table: Code of the table.
        kind: On which occasion.
        pieces: What was counted.
        total: Their sum.
        original: Box of its original, or empty.
        duplicate: Box of its duplicate, or empty.
        at: When it was counted.
        state: ``issued``, ``done`` or ``void``.
        digest: Of the version.
        version: 1 and up; counted again before anybody signed.
        places: Who has signed and who is next.
        reason: Why it is void, and who stood by.
    """

    name: str
    table: str
    kind: SlipKind
    pieces: tuple[Pieces, ...]
    total: Money
    original: str
    duplicate: str
    at: datetime
    state: str
    digest: str
    version: int
    places: tuple[Place, ...]
    reason: str = ""

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state in {DONE, VOID}:
            return None
        return next((place for place in self.places if place.due), None)

    @property
    def signed(self) -> bool:
        """Whether both have signed."""
        return self.state == DONE

    @property
    def untouched(self) -> bool:
        """Whether nobody has signed it: it can be counted again or voided."""
        return self.state not in {DONE, VOID} and not any(place.at for place in self.places)


@dataclass(frozen=True, slots=True)
class Card:
    """A gaming table as a card of the pit.

    Attributes:
        table: Its facts.
        game: Name of its game.
        pit: Name of its pit.
        state: Open or closed.
        since: Since when, if it ever opened.
        box: The box that is locked to it, or empty.
        waiting: Requests and slips that are not done.
        slip: Its inventory slip that is counted and not signed, or nothing.
        due: What is due next, in a sentence; empty if nothing is.
    """

    table: Table
    game: str
    pit: str
    state: TableState
    since: datetime | None
    box: str
    waiting: tuple[Sheet, ...]
    slip: InventorySheet | None
    due: str


@dataclass(frozen=True, slots=True)
class Bench:
    """A table as one works at it.

    Attributes:
        card: As on the board.
        chip_sets: The sets that its rack holds.
        keys: Everything it may hold, in the order of the count.
        kinds: Occasions on which its rack may be counted now.
        spares: Boxes in the store that may come to it.
    """

    card: Card
    chip_sets: tuple[ChipSet, ...]
    keys: tuple[PiecesKey, ...]
    kinds: tuple[SlipKind, ...]
    spares: tuple[str, ...]


_WHEN: Final = {
    TableState.OPEN: (SlipKind.CLOSE, SlipKind.DROP, SlipKind.SHIFT),
    TableState.CLOSED: (SlipKind.OPENING, SlipKind.CLOSED_DAILY),
}


def _slip_sheet(tx: Tx, document: Document) -> InventorySheet:
    content = document.content
    moved = states.last(tx, "document", document.name)
    return InventorySheet(
        name=document.name,
        table=document.table,
        kind=content.kind,
        pieces=content.pieces,
        total=content.total,
        original=content.original,
        duplicate=content.duplicate,
        at=document.at,
        state=document.state,
        digest=document.digest,
        version=document.version,
        places=signers.places(document, PLAN),
        reason=moved.about if moved is not None and document.state == VOID else "",
    )


def _due(card: Card, house: House, now: datetime) -> str:
    if card.slip is not None:
        step = card.slip.due
        return f"Sign {card.slip.name}: {step.title if step else 'both'} next."
    for sheet in card.waiting:
        if sheet.due is not None:
            return f"Sign {sheet.name}: {sheet.due.title} next."
    if not card.box:
        return "No drop box is on this table: it cannot open."
    wall = now.astimezone(house.property.zone_info).time()
    settings = house.settings
    if card.state is TableState.OPEN and settings.drop_from <= wall <= settings.drop_until:
        return f"Drop: the window is open until {settings.drop_until:%H:%M}."
    return ""


def _cards(tx: Tx, now: datetime, *, only: str | None = None) -> list[Card]:
    house = house_at(tx, now)
    pits = {pit.code: pit.name for pit in house.pits}
    moved = states.current(tx, "table")
    where = custody.where(tx)
    boxes = {
        stands.table: box
        for state in (BoxState.STUCK_ON_TABLE, BoxState.ON_TABLE)
        for box, stands in where.items()
        if stands.state is state
    }
    waiting = [
        sheet
        for sheet in chips.of_shift(tx, now, table=only)
        if sheet.state not in {DONE, VOID, "slipped"}
    ]
    found = []
    for table in house.tables if only is None else (house.table(only),):
        last = moved.get(table.code)
        open_slip = bookings.open_slip(tx, table.code)
        card = Card(
            table=table,
            game=title_of(table.game),
            pit=pits[table.pit],
            state=TableState.CLOSED if last is None else TableState(last.to_state),
            since=None if last is None else last.at,
            box=boxes.get(table.code, ""),
            waiting=tuple(sheet for sheet in waiting if sheet.table == table.code),
            slip=None if open_slip is None else _slip_sheet(tx, open_slip),
            due="",
        )
        found.append(replace(card, due=_due(card, house, now)))
    return found


def cards(database: Database, viewer: Viewer, now: datetime) -> tuple[Card, ...]:
    """Every table, in the order of the house.

    Raises:
        AccessError: The duty has no place in the pit.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        return tuple(_cards(tx, now))


def bench(database: Database, viewer: Viewer, now: datetime, table: str) -> Bench:
    """One table as one works at it.

    Raises:
        AccessError: The duty has no place in the pit.
        NotFoundError: There is no such table.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        (card,) = _cards(tx, now, only=table)
        house = house_at(tx, now)
        sets = house.chip_sets_of(card.table)
        where = custody.where(tx)
    stored = [
        box.code
        for box in house.boxes
        if (box.code not in where or where[box.code].state is BoxState.STORED_EMPTY)
        and box.table in {"", table}
    ]
    return Bench(
        card=card,
        chip_sets=sets,
        keys=keys_of(sets, house.currency.coins),
        kinds=_WHEN[card.state] if card.box else (),
        spares=tuple(stored),
    )


# ------------------------------------------------------------------------------- one slip


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """What a signed slip says against what came before it.

    Attributes:
        opening: What the table began with.
        opening_slip: The slip that says so.
        fills: What the chip bank sent since.
        credits: What went back since.
        closer: What was counted now.
        opening_difference: The opener against the closer before it; nothing if the table was
            open through its last drop.
        closing_difference: The closer against opening, fills and credits; nothing on an opener.
    """

    opening: Money
    opening_slip: str
    fills: Money
    credits: Money
    closer: Money
    opening_difference: Money | None
    closing_difference: Money | None


def inventory(database: Database, viewer: Viewer, name: str) -> InventorySheet:
    """One inventory slip.

    Raises:
        AccessError: The duty has no place in the pit.
        NotFoundError: There is none of that name.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        return _slip_sheet(tx, _found(tx, name))


def _found(tx: Tx, name: str) -> Document:
    document = documents.by_name(tx, name)
    if document.paper != inventory_slip.PAPER.code:
        msg = f"{name} is no {inventory_slip.PAPER.title}."
        raise NotFoundError(msg)
    return document


def arithmetic(database: Database, viewer: Viewer, name: str) -> Arithmetic | None:
    """Opening, fills, credits, closer and both differences; only of a slip that both signed.

    Returns:
        Nothing where no slip says what the table began with.

    Raises:
        AccessError: The duty has no place in the pit, or the slip is not signed by both.
        NotFoundError: There is none of that name.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        slip = _found(tx, name)
        access.expected_rack(viewer, closing_signed=slip.state == DONE).require()
        assert slip.period is not None
        return _arithmetic(tx, slip, slip.period)


def _arithmetic(tx: Tx, slip: Document, period: int) -> Arithmetic | None:
    opening = _opening(tx, slip, period)
    if opening is None:
        return None
    since, until = _signed_at(opening), _signed_at(slip)
    booked = [d for d in bookings.booked_slips(tx, period) if since <= _signed_at(d) <= until]
    sums = {
        code: total([d.content.total for d in booked if d.paper == code])
        for code in ("fill_slip", "credit_slip")
    }
    closer = slip.content.total
    expected = opening.content.total + sums["fill_slip"] - sums["credit_slip"]
    return Arithmetic(
        opening=opening.content.total,
        opening_slip=opening.name,
        fills=sums["fill_slip"],
        credits=sums["credit_slip"],
        closer=closer,
        opening_difference=_opening_difference(tx, opening),
        closing_difference=None if opening.id == slip.id else closer - expected,
    )


def _opening(tx: Tx, slip: Document, period: int) -> Document | None:
    """The slip that a slip's table was opened with, or that it was dropped with while open."""
    if slip.content.kind is SlipKind.OPENING:
        return slip
    before = bookings.slip_before(tx, slip.table, period)
    during = [d for d in bookings.inventory_slips(tx, period) if d.id < slip.id]
    openers = [d for d in during if d.content.kind is SlipKind.OPENING]
    return openers[-1] if openers else before


def _signed_at(document: Document) -> datetime:
    return document.signatures[-1].at if document.signatures else document.at


def _opening_difference(tx: Tx, opening: Document) -> Money | None:
    """The opener against the slip it was counted against."""
    if not opening.content.against:
        return None
    counted: Money = opening.content.total
    closer: Money = documents.by_name(tx, opening.content.against).content.total
    return counted - closer
