"""Fills and credits as those see them who ask, carry, prove and sign."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.inventory import Pieces
from countroom.domain.papers import credit_request, credit_slip, fill_request, fill_slip
from countroom.domain.papers.credit_request import CARRIED, COUNTED_OUT
from countroom.domain.people import Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import signers
from countroom.inquiries.signers import Place
from countroom.money import Money
from countroom.stores import Tx, bank, documents, states
from countroom.stores.bank import Standing
from countroom.stores.bookings import DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at

READERS: Final = (Permission.PIT_TABLES, Permission.CAGE_CHIPS, Permission.SECURITY_MOVE)
"""Who handles these papers."""

_REQUESTS: Final = {"fill": fill_request.PAPER, "credit": credit_request.PAPER}
_SLIPS: Final = {"fill": fill_slip.PAPER, "credit": credit_slip.PAPER}
_PAPERS: Final[dict[str, tuple[str, Paper]]] = {
    paper.code: (word, paper) for papers in (_REQUESTS, _SLIPS) for word, paper in papers.items()
}
_ISSUED: Final = "issued"
SENT_BACK: Final = "sent back"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A request or slip.

    Attributes:
        name: Its number, ``F-0005``.
        title: Of the paper.
        word: ``fill`` or ``credit``.
        is_slip: Whether it is a slip; a request otherwise.
        table: Code of the table.
        pieces: By set and denomination.
        total: Their sum.
        at: When it was made.
        by: Name of who made it.
        state: ``issued``, ``slipped``, ``sent back``, ``done`` or ``void``.
        digest: Of the version.
        places: Who has signed and who is next.
        other: Of a slip its request, of an answered request its slip.
        reason: Why it is void, and who stood by.
    """

    name: str
    title: str
    word: str
    is_slip: bool
    table: str
    pieces: tuple[Pieces, ...]
    total: Money
    at: datetime
    by: str
    state: str
    digest: str
    places: tuple[Place, ...]
    other: str
    reason: str

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state != _ISSUED:
            return None
        return next((place for place in self.places if place.due), None)

    @property
    def says(self) -> str:
        """Where it stands, in a few words."""
        if self.state == VOID:
            return "void"
        if self.state == DONE:
            return "done"
        if self.state == SENT_BACK:
            return f"on its way back to {self.table}"
        if self.state != _ISSUED:
            return f"answered by {self.other}"
        due = self.due
        return f"next: {due.title}" if due else "waits for the chip bank"

    @property
    def is_at_bank(self) -> bool:
        """Whether it is a credit's request whose chips the chip bank has to count."""
        carried = CARRIED in self.steps_signed
        return self.word == "credit" and not self.is_slip and self.state == _ISSUED and carried

    @property
    def sent_back(self) -> bool:
        """Whether its chips are on their way back to the table."""
        return self.state == SENT_BACK

    @property
    def steps_signed(self) -> frozenset[str]:
        """The places that are signed."""
        return frozenset(place.step for place in self.places if place.at)

    @property
    def may_be_voided(self) -> bool:
        """Whether two people may void it: a fill slip, or a credit counted out at the table."""
        if self.state != _ISSUED:
            return False
        if self.word == "fill":
            return self.is_slip and "dealer" not in self.steps_signed
        out = self.steps_signed & {COUNTED_OUT, CARRIED}
        return not self.is_slip and out == {COUNTED_OUT}

    @property
    def may_be_withdrawn(self) -> bool:
        """Whether who works in the pit may take it back alone: a request, no chips counted out."""
        out = COUNTED_OUT in self.steps_signed
        return not self.is_slip and self.state == _ISSUED and not out


def _require(viewer: Viewer) -> None:
    if not any(access.may(viewer.duty, permission) for permission in READERS):
        msg = f"Fills and credits are not open to the duty {viewer.duty.printed}."
        raise AccessError(msg)


def _sheet(tx: Tx, document: Document, names: dict[str, str]) -> Sheet:
    word, paper = _PAPERS[document.paper]
    is_slip = paper in _SLIPS.values()
    moved = states.last(tx, "document", document.name)
    about = "" if moved is None else moved.about
    content = document.content
    answered = about if document.state == "slipped" else ""
    return Sheet(
        name=document.name,
        title=paper.title,
        word=word,
        is_slip=is_slip,
        table=document.table,
        pieces=content.pieces,
        total=content.total,
        at=document.at,
        by=names.get(document.by, document.by),
        state=document.state,
        digest=document.digest,
        places=signers.places(document, SigningPlan(paper)),
        other=content.request if is_slip else answered,
        reason=about if document.state in {VOID, SENT_BACK} else "",
    )


def _names(tx: Tx, now: datetime) -> dict[str, str]:
    return {person.code: person.name for person in house_at(tx, now).people}


def sheet(database: Database, viewer: Viewer, now: datetime, name: str) -> Sheet:
    """One request or slip.

    Raises:
        AccessError: The duty handles no such papers.
        NotFoundError: There is none of that name.
    """
    _require(viewer)
    with database.read() as tx:
        document = documents.by_name(tx, name)
        if document.paper not in _PAPERS:
            msg = f"{name} is no fill and no credit."
            raise NotFoundError(msg)
        return _sheet(tx, document, _names(tx, now))


def of_shift(tx: Tx, now: datetime, *, table: str | None = None) -> tuple[Sheet, ...]:
    """Every request and slip of this gaming date and the one before, oldest first."""
    today = gaming_date_at(tx, now)
    names = _names(tx, now)
    found = [
        document
        for paper in _PAPERS
        for day in (today - timedelta(days=1), today)
        for document in documents.find(tx, paper=paper, gaming_date=day, table=table)
    ]
    return tuple(_sheet(tx, document, names) for document in sorted(found, key=lambda d: d.id))


@dataclass(frozen=True, slots=True)
class Queue:
    """What the chip bank, or security, finds waiting.

    Attributes:
        requests: Signed, a credit's with its chips, and not answered yet, oldest first.
        unsigned: Waiting for a signature at the table.
        slips: Made and not done, oldest first.
        sent_back: Credits whose chips are on their way back to the table, oldest first.
        finished: Done or void, newest first.
        bank: Whether the chip bank is open, and since when.
    """

    requests: tuple[Sheet, ...]
    unsigned: tuple[Sheet, ...]
    slips: tuple[Sheet, ...]
    sent_back: tuple[Sheet, ...]
    finished: tuple[Sheet, ...]
    bank: Standing


def queue(database: Database, viewer: Viewer, now: datetime) -> Queue:
    """Fills and credits that wait for something, of this gaming date and the one before.

    Raises:
        AccessError: The duty handles no such papers.
    """
    _require(viewer)
    with database.read() as tx:
        every, standing = of_shift(tx, now), bank.standing(tx)
    waiting = [entry for entry in every if entry.state == _ISSUED]
    requests = [entry for entry in waiting if not entry.is_slip]
    return Queue(
        requests=tuple(entry for entry in requests if entry.due is None),
        unsigned=tuple(entry for entry in requests if entry.due is not None),
        slips=tuple(entry for entry in waiting if entry.is_slip),
        sent_back=tuple(entry for entry in every if entry.sent_back),
        finished=tuple(e for e in reversed(every) if e.is_slip and e.state in {DONE, VOID}),
        bank=standing,
    )


def mine(queue_: Queue, duty: Role) -> tuple[Sheet, ...]:
    """The requests and slips of a queue that this duty signs next."""
    there = (*queue_.unsigned, *queue_.slips)
    return tuple(entry for entry in there if entry.due and duty in entry.due.roles)
