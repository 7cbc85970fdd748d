"""One inventory slip as the pit sees it, and once it is signed what it says against the others.

What a rack should hold is told with a slip that both have signed, and of an opening count that
differs only when it was counted a second time.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.papers import inventory_slip
from countroom.errors import NotFoundError
from countroom.inquiries import signers
from countroom.inquiries.signers import Place
from countroom.money import Money, total
from countroom.stores import Tx, bookings, documents, states
from countroom.stores.bookings import DIFFERS, DONE, VOID
from countroom.stores.database import Database

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
        state: ``issued``, ``done``, ``differs`` or ``void``.
        digest: Of the version.
        version: 1 and up; counted again before anybody signed.
        places: Who has signed and who is next.
        reason: Why it is void, and who stood by.
        sequence: Of the table's slips within the gaming day, from 1.
        against: The slip that a closed table was left with, or empty.
        recounts: Of an opener counted again, the count before that differed.
        error_slip: Of an opener that differs and stands, its Error Notification Slip.
        shift: Where the house has shifts.
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
    sequence: int = 1
    against: str = ""
    recounts: str = ""
    error_slip: str = ""
    shift: str = ""

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state in {DONE, VOID, DIFFERS}:
            return None
        return next((place for place in self.places if place.due), None)

    @property
    def signed(self) -> bool:
        """Whether both have signed."""
        return self.state == DONE

    @property
    def differs(self) -> bool:
        """Whether both have signed an opening count that is not what the table was left with."""
        return self.state == DIFFERS

    @property
    def untouched(self) -> bool:
        """Whether nobody has signed it: it can be counted again or voided."""
        return self.state not in {DONE, VOID, DIFFERS} and not any(
            place.at for place in self.places
        )


def slip_sheet(tx: Tx, document: Document) -> InventorySheet:
    """A slip as it stands; part of another inquiry."""
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
        sequence=content.sequence,
        against=content.against,
        recounts=content.recounts,
        error_slip=moved.about if moved is not None and document.state == DONE else "",
        shift=content.shift,
    )


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
        return slip_sheet(tx, _found(tx, name))


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
