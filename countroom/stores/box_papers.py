"""Which slips should lie in a counted box, by what is on record: number by number.

A box holds what was dropped into it while it was on its table. The original of a drop slip goes
into the box that leaves with it, its duplicate into the box that comes.

Reference:
    525.17(a), 465a.41(d); V_07, V_23, V_25.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.inventory import SlipKind
from countroom.domain.table_day import Expected
from countroom.stores import Tx, documents, registry, states
from countroom.stores.bookings import BOOKING, DONE, booking
from countroom.stores.custody import about
from countroom.stores.states import Moved

_KINDS: Final = {
    SlipKind.OPENING: "openers",
    SlipKind.CLOSE: "closers",
    SlipKind.CLOSED_DAILY: "closers",
    SlipKind.DROP: "drop_slips",
    SlipKind.SHIFT: "shift_slips",
}
"""Kind of an inventory slip to what the tally of a box calls it."""

_MOVED: Final = {
    "fill_slip": ("fill_requests", "fill_slips"),
    "credit_slip": ("credit_requests", "credit_slips"),
}
"""A slip of the chip bank to its request's and its own place in the tally."""


_RECENT: Final = 60
"""Moves of a box that are read first: those of its last few days, whatever came before them."""


@dataclass(frozen=True, slots=True)
class _Stint:
    """A box on its table, from one journal entry to another."""

    box: str
    on: int
    off: int


def _stint(tx: Tx, count: Document) -> _Stint | None:
    """When the box of a box count was on its table last; nothing for one that never was."""
    newest = states.newest(tx, "box", count.box, _RECENT, None)[::-1]
    found = _stint_in(newest, count)
    if found is not None or len(newest) < _RECENT:
        return found
    return _stint_in(states.history(tx, "box", count.box), count)


def _stint_in(history: Iterable[Moved], count: Document) -> _Stint | None:
    moves = [moved for moved in history if moved.at <= count.at]
    off = _last(moves, BoxState.DROPPED)
    if off is None:
        return None
    on = _last([moved for moved in moves if moved.seq <= off.seq], BoxState.ON_TABLE)
    return None if on is None else _Stint(count.box, on.seq, off.seq)


def _last(moves: Iterable[Moved], state: BoxState) -> Moved | None:
    found = [moved for moved in moves if moved.to_state == state]
    return found[-1] if found else None


def _periods(tx: Tx, table: str, period: int, since: int) -> list[int]:
    """A period, those before it that a box stood through from a journal entry on, and one more.

    The last slip of the period before goes into the box that comes with the drop.
    """
    found: list[int] = []
    for one, began in registry.backwards(tx, table, period):
        found.append(one)
        if len(found) > 1 and began < since:
            break
    return found


def expected(tx: Tx, table: str, period: int, counts: Iterable[Document]) -> Expected:
    """Names of the slips that should lie in some counted boxes, by their place in the tally.

    Args:
        tx: An open transaction.
        table: Table of the boxes.
        period: Row number of the drop period they were counted for.
        counts: Their box counts.
    """
    stints = [stint for count in counts if (stint := _stint(tx, count)) is not None]
    if not stints:
        return {}
    periods = _periods(tx, table, period, min(stint.on for stint in stints))
    found: dict[str, list[str]] = {}
    for kind, name in (*_chips(tx, periods, stints), *_inventories(tx, periods, stints)):
        found.setdefault(kind, []).append(name)
    return {kind: tuple(names) for kind, names in found.items()}


def _chips(tx: Tx, periods: Iterable[int], stints: Iterable[_Stint]) -> Iterator[tuple[str, str]]:
    """Fill and credit slips with their requests, in the order they were dropped."""
    moves = [
        moved
        for period in periods
        for moved in states.current(tx, BOOKING, prefix=booking(period, "")).values()
    ]
    for moved in sorted(moves, key=lambda move: move.seq):
        box = about(moved).get("box")
        if any(stint.box == box and stint.on <= moved.seq <= stint.off for stint in stints):
            slip = documents.by_name(tx, moved.subject.partition("|")[2])
            request, own = _MOVED[slip.paper]
            yield request, slip.content.request
            yield own, slip.name


def _inventories(
    tx: Tx, periods: Iterable[int], stints: Iterable[_Stint]
) -> Iterator[tuple[str, str]]:
    """Inventory slips, oldest first; one whose both parts lie in the boxes is named twice."""
    slips = [
        slip
        for period in periods
        for slip in documents.find(tx, paper="inventory_slip", period=period)
        if slip.state == DONE
    ]
    for slip in sorted(slips, key=lambda one: one.id):
        for box, seq in _deposits(tx, slip):
            if any(stint.box == box and stint.on <= seq <= stint.off for stint in stints):
                yield _KINDS[slip.content.kind], slip.name
                yield from (("error_slips", name) for name in _error_slips(tx, slip))


def _error_slips(tx: Tx, slip: Document) -> Iterator[str]:
    """The signed Error Notification Slip with which an opener stands: it lies where that lies."""
    if slip.content.kind is SlipKind.OPENING and slip.content.recounts:
        for found in documents.find(tx, paper="error_notification", gaming_date=slip.gaming_date):
            if found.content.new_slip == slip.name and found.state == DONE:
                yield found.name


def _deposits(tx: Tx, slip: Document) -> Iterator[tuple[str, int]]:
    """Box and journal entry of each part of a slip that went into a box.

    The part of a closer that lies in the inventory container is in no box.
    """
    content = slip.content
    if content.kind in {SlipKind.DROP, SlipKind.SHIFT}:
        moved = states.last(tx, "slip", slip.name)
        boxes = (content.original, content.duplicate)
    else:
        moved = states.last_into(tx, "document", slip.name, DONE)
        boxes = (content.duplicate if content.kind is SlipKind.OPENING else content.original, "")
    if moved is not None:
        yield from ((box, moved.seq) for box in boxes if box)
