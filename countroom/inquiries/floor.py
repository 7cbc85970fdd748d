"""The gaming tables as the pit sees them: open or closed, what waits, what is due next.

What a rack should hold is nowhere here: it shows with a closing slip that is signed.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.drop import BoxState
from countroom.domain.floor import ChipSet, Table
from countroom.domain.house import House
from countroom.domain.inventory import PiecesKey, SlipKind, TableState, keys_of
from countroom.inquiries import chips, openings, racks
from countroom.inquiries.chips import Sheet
from countroom.inquiries.games import change_hours, title_of
from countroom.inquiries.openings import ErrorSheet
from countroom.inquiries.racks import InventorySheet
from countroom.stores import Tx, bank, bookings, custody, states
from countroom.stores.bank import Standing
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import house_at
from countroom.stores.states import Moved


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
        differs: Its opening count that both signed and that differs, or nothing.
        error_slip: The Error Notification Slip over it that waits for signatures, or nothing.
        due: What is due now, in a sentence; empty if nothing is.
        later: What comes next in the course of the day, in a few words.
    """

    table: Table
    game: str
    pit: str
    state: TableState
    since: datetime | None
    box: str
    waiting: tuple[Sheet, ...]
    slip: InventorySheet | None
    differs: InventorySheet | None
    error_slip: ErrorSheet | None
    due: str
    later: str

    @property
    def pending(self) -> tuple[str, ...]:
        """Fills and credits that are not done, a few words each."""
        return tuple(
            f"{one.name} {one.word} {one.total.text()}, {one.says}" for one in self.waiting
        )


@dataclass(frozen=True, slots=True)
class Bench:
    """A table as one works at it.

    Attributes:
        card: As on the board.
        chip_sets: The sets that its rack holds.
        keys: Everything it may hold, in the order of the count.
        kinds: Occasions on which its rack may be counted now.
        spares: Boxes in the store that may come to it.
        bank: Whether the chip bank is open, and since when.
    """

    card: Card
    chip_sets: tuple[ChipSet, ...]
    keys: tuple[PiecesKey, ...]
    kinds: tuple[SlipKind, ...]
    spares: tuple[str, ...]
    bank: Standing


_WHEN: Final = {
    TableState.OPEN: (SlipKind.CLOSE, SlipKind.DROP, SlipKind.SHIFT),
    TableState.CLOSED: (SlipKind.OPENING, SlipKind.CLOSED_DAILY),
}


def _due(tx: Tx, card: Card, house: House, now: datetime) -> str:
    return _unsigned(card) or _unopened(card) or _by_the_clock(tx, card, house, now)


def _unsigned(card: Card) -> str:
    """The slip that is signed next, and by whom."""
    step = None if card.slip is None else card.slip.due
    if card.slip is not None:
        return f"Sign {card.slip.name}: {step.title if step else 'both'} next."
    back = next((sheet for sheet in card.waiting if sheet.sent_back), None)
    if back is not None:
        return f"Take the chips of {back.name} back: the chip bank did not."
    for sheet in (card.error_slip, *card.waiting):
        if sheet is not None and sheet.due is not None:
            return f"Sign {sheet.name}: {sheet.due.title} next."
    return ""


def _unopened(card: Card) -> str:
    """What keeps a closed table from opening."""
    if card.differs is not None:
        name = card.differs.name
        if card.differs.recounts:
            return f"{name} differs: make the Error Notification Slip."
        return f"{name} differs: count again, dealer and floorperson."
    return "" if card.box else "No drop box is on this table: it cannot open."


def _later(house: House, game: str, last: Moved | None, now: datetime) -> str:
    if last is None or last.to_state != TableState.OPEN:
        return "Next: opening count"
    drop = f"drop from {house.settings.drop_from:%H:%M}"
    hours = change_hours(house, game)
    if hours is None:
        return f"Next: {drop}"
    change = next_change(last.at, now, hours).astimezone(house.property.zone_info)
    return f"Next: cards or dice changed by {change:%H:%M}; {drop}"


def next_change(opened: datetime, now: datetime, hours: int) -> datetime:
    """When cards or dice that came as the table opened are changed next, at the latest.

    >>> from datetime import UTC
    >>> ten = datetime(2011, 6, 14, 10, tzinfo=UTC)
    >>> [next_change(ten, ten.replace(hour=hour), 4).hour for hour in (10, 13, 14, 17, 18)]
    [14, 14, 18, 18, 22]
    """
    step = timedelta(hours=hours)
    return opened + ((now - opened) // step + 1) * step


def _by_the_clock(tx: Tx, card: Card, house: House, now: datetime) -> str:
    wall = now.astimezone(house.property.zone_info).time()
    until = f"the window is open until {house.settings.drop_until:%H:%M}."
    in_window = house.settings.in_drop_window(wall)
    if card.state is TableState.OPEN:
        return f"Drop: {until}" if in_window else ""
    if in_window and openings.lacks_slip(tx, house, card.table.code):
        return f"Daily slip: {until}"
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
    errors = openings.waiting_in(tx, now)
    found = []
    for table in house.tables if only is None else (house.table(only),):
        last = moved.get(table.code)
        newest = bookings.newest_slip(tx, table.code)
        counted = None if newest is None else racks.slip_sheet(tx, newest)
        card = Card(
            table=table,
            game=title_of(table.game),
            pit=pits[table.pit],
            state=TableState.CLOSED if last is None else TableState(last.to_state),
            since=None if last is None else last.at,
            box=boxes.get(table.code, ""),
            waiting=tuple(sheet for sheet in waiting if sheet.table == table.code),
            slip=counted if counted is not None and counted.due is not None else None,
            differs=counted if counted is not None and counted.differs else None,
            error_slip=next((error for error in errors if error.table == table.code), None),
            due="",
            later=_later(house, table.game, last, now),
        )
        found.append(replace(card, due=_due(tx, card, house, now)))
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
        where, standing = custody.where(tx), bank.standing(tx)
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
        bank=standing,
    )
