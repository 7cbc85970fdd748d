"""The chip bank as the cage sees it: its counts and stock movements.

What the chip bank should hold shows only beside a count that both have signed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain import access, chip_books
from countroom.domain.access import Permission, Viewer
from countroom.domain.chip_books import Compared, Stock
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.floor import ChipSet
from countroom.domain.inventory import Pieces, PiecesKey, keys_of
from countroom.domain.papers import PAPERS, chip_bank_count, chip_stock, credit_slip, fill_slip
from countroom.errors import NotFoundError
from countroom.inquiries import signers
from countroom.inquiries.signers import Place
from countroom.money import Money
from countroom.stores import Tx, documents, states
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import house_at

_COUNT: Final = chip_bank_count.PAPER.code
_STOCK: Final = chip_stock.PAPER.code


@dataclass(frozen=True, slots=True)
class BankSheet:
    """A count of the chip bank, or a movement of its stock.

    Attributes:
        name: Its number, ``BK-0003``.
        title: Of the paper.
        says: What happens, or at the end of which shift it was counted.
        pieces: By set and denomination.
        total: Their sum.
        at: When it was made.
        state: ``issued``, ``done`` or ``void``.
        digest: Of the version.
        places: Who has signed and who is next.
        reason: Why it is void, and who stood by.
        before: Of a signed count, the count that it is compared with, or empty.
        compared: Of a signed count that has one before it, each denomination against the books.
    """

    name: str
    title: str
    says: str
    pieces: tuple[Pieces, ...]
    total: Money
    at: datetime
    state: str
    digest: str
    places: tuple[Place, ...]
    reason: str = ""
    before: str = ""
    compared: tuple[Compared, ...] = ()

    @property
    def is_count(self) -> bool:
        """Whether it is a count."""
        return self.title == chip_bank_count.PAPER.title

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state in {DONE, VOID}:
            return None
        return next((place for place in self.places if place.due), None)

    @property
    def untouched(self) -> bool:
        """Whether nobody has signed it: it can be voided."""
        return self.due is not None and not any(place.at for place in self.places)

    @property
    def differences(self) -> tuple[Compared, ...]:
        """The denominations that differ from the books."""
        return tuple(entry for entry in self.compared if entry.counted != entry.expected)

    @property
    def looks(self) -> tuple[str, str]:
        """How it stands: a look and a few words."""
        if self.state == VOID:
            return "blocked", "void"
        if self.due is not None:
            return "open", f"next: {self.due.title}"
        if not self.is_count or not self.before:
            return "done", "signed"
        off = len(self.differences)
        return ("look", f"{off} differ") if off else ("done", "even")


def signed_counts(tx: Tx) -> tuple[Document, ...]:
    """Every count of the chip bank that stands, oldest first."""
    return tuple(found for found in documents.find(tx, paper=_COUNT) if found.state == DONE)


def stock_moves(tx: Tx) -> tuple[Document, ...]:
    """Every movement of the stock that stands, oldest first."""
    return tuple(found for found in documents.find(tx, paper=_STOCK) if found.state == DONE)


def _days(first: date, last: date) -> Iterator[date]:
    day = first - timedelta(days=1)
    while day <= last:
        yield day
        day += timedelta(days=1)


def moved_since(tx: Tx, count: Document, until: Document | None, last: date) -> Stock:
    """What came to the chip bank since a count of it, less what left.

    A fill leaves with its slip and comes back when that is voided; a credit comes with its slip.

    Args:
        tx: The transaction.
        count: The count.
        until: The next count, or nothing.
        last: Gaming date that is still looked at.
    """
    stock: Stock = Counter()
    ends = None if until is None else until.id
    for found in stock_moves(tx):
        if _within(found, count.id, ends) and found.gaming_date <= last:
            chip_books.add(stock, found.content.pieces, found.content.kind.effect.bank)
    for day in _days(count.gaming_date, last):
        for slip in documents.find(tx, paper=credit_slip.PAPER.code, gaming_date=day):
            if _within(slip, count.id, ends):
                chip_books.add(stock, slip.content.pieces)
        for slip in documents.find(tx, paper=fill_slip.PAPER.code, gaming_date=day):
            _add_fill(tx, stock, slip, (count, until))
    return stock


def _add_fill(
    tx: Tx, stock: Stock, slip: Document, between: tuple[Document, Document | None]
) -> None:
    count, until = between
    if _within(slip, count.id, None if until is None else until.id):
        chip_books.add(stock, slip.content.pieces, -1)
    if slip.state != VOID:
        return
    voided = states.last(tx, "document", slip.name)
    assert voided is not None
    if count.at < voided.at and (until is None or voided.at <= until.at):
        chip_books.add(stock, slip.content.pieces)


def _within(document: Document, begins: int, ends: int | None) -> bool:
    """Whether a document was made after one and before another; numbers of rows only grow."""
    return begins < document.id and (ends is None or document.id < ends)


def expected(tx: Tx, before: Document, count: Document) -> Stock:
    """What the chip bank should have held at a count, by the count before it."""
    stock = moved_since(tx, before, count, count.gaming_date)
    chip_books.add(stock, before.content.pieces)
    return stock


def _compared(tx: Tx, count: Document) -> tuple[str, tuple[Compared, ...]]:
    before = [other for other in signed_counts(tx) if other.id < count.id]
    if count.state != DONE or not before:
        return "", ()
    books = expected(tx, before[-1], count)
    return before[-1].name, chip_books.compare(count.content.pieces, books)


def _sheet(tx: Tx, document: Document) -> BankSheet:
    content, is_count = document.content, document.paper == _COUNT
    moved = states.last(tx, "document", document.name)
    before, compared = _compared(tx, document) if is_count else ("", ())
    return BankSheet(
        name=document.name,
        title=PAPERS[document.paper].title,
        says=content.shift if is_count else f"{content.kind.says}. {content.remark}",
        pieces=content.pieces,
        total=content.total,
        at=document.at,
        state=document.state,
        digest=document.digest,
        places=signers.places(document, SigningPlan(PAPERS[document.paper])),
        reason=moved.about if moved is not None and document.state == VOID else "",
        before=before,
        compared=compared,
    )


def sheet(database: Database, viewer: Viewer, name: str) -> BankSheet:
    """One count or movement.

    Raises:
        AccessError: The duty is another than chip bank cashier.
        NotFoundError: There is none of that name.
    """
    access.require(viewer.duty, Permission.CAGE_CHIPS)
    with database.read() as tx:
        document = documents.by_name(tx, name)
        if document.paper not in {_COUNT, _STOCK}:
            msg = f"{name} is no paper of the chip bank."
            raise NotFoundError(msg)
        return _sheet(tx, document)


@dataclass(frozen=True, slots=True)
class Bank:
    """The chip bank.

    Attributes:
        keys: Everything it may hold, in the order of the count.
        chip_sets: The sets that these are of.
        waiting: Counts and movements that wait for a signature, oldest first.
        counts: The newest counts, newest first.
        moves: The newest movements, newest first.
    """

    keys: tuple[PiecesKey, ...]
    chip_sets: tuple[ChipSet, ...]
    waiting: tuple[BankSheet, ...]
    counts: tuple[BankSheet, ...]
    moves: tuple[BankSheet, ...]


_SHOWN: Final = 10


def bank(database: Database, viewer: Viewer, now: datetime) -> Bank:
    """The chip bank's papers, the newest of them.

    Raises:
        AccessError: The duty is another than chip bank cashier.
    """
    access.require(viewer.duty, Permission.CAGE_CHIPS)
    with database.read() as tx:
        sets = house_at(tx, now).chip_sets
        both = [documents.find(tx, paper=paper) for paper in (_COUNT, _STOCK)]
        waiting = [one for found in both for one in found if one.state not in {DONE, VOID}]
        newest = [
            [one for one in reversed(found) if one.state in {DONE, VOID}][:_SHOWN] for found in both
        ]
        return Bank(
            keys=keys_of(sets),
            chip_sets=tuple(sets),
            waiting=tuple(_sheet(tx, one) for one in waiting),
            counts=tuple(_sheet(tx, one) for one in newest[0]),
            moves=tuple(_sheet(tx, one) for one in newest[1]),
        )
