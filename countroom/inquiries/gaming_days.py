"""The gaming days as accounting goes through them, and what waits for it on each; no figure.

A pouch may be signed in before its count is concluded: which one it is stands here, what lies
in it does not.
"""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers.transmittal import PAPER as TRANSMITTAL
from countroom.errors import NotFoundError
from countroom.inquiries.signers import Place, places
from countroom.money import Money
from countroom.stores import Tx, bookings, documents, registry, states, totals
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.states import Moved


@dataclass(frozen=True, slots=True)
class Pouch:
    """A sealed pouch with the originals and documents of a count.

    Attributes:
        form: Number of its transmittal.
        count: Of which count.
        number: Of the pouch.
        locked_box: Number of the locked accounting box it lies in, or empty.
        sent_at: When it was sent.
        digest: Of the transmittal, for the receiver's signature.
        places: Who has signed and who is next.
        received: Whether it was signed in.
    """

    form: str
    count: str
    number: str
    locked_box: str
    sent_at: datetime
    digest: str
    places: tuple[Place, ...]
    received: bool


@dataclass(frozen=True, slots=True)
class GamingDay:
    """A gaming date that was counted, or is to be.

    Attributes:
        gaming_date: Which.
        counts: Name and state of each of its counts.
        concluded_at: When its newest concluded count ended, or nothing.
        checks_open: Tables whose Counter Checks are not closed; nothing before conclusion.
        pouches: Pouches that were sent.
    """

    gaming_date: date
    counts: tuple[tuple[str, CountState], ...]
    concluded_at: datetime | None
    checks_open: int | None
    pouches: tuple[Pouch, ...]

    @property
    def concluded(self) -> bool:
        """Whether the embargo is over."""
        return self.concluded_at is not None

    @property
    def to_receive(self) -> tuple[Pouch, ...]:
        """Pouches that wait to be signed in."""
        return tuple(pouch for pouch in self.pouches if not pouch.received)

    @property
    def says(self) -> str:
        """Where it stands, in a few words."""
        if not self.concluded:
            return self.counts[-1][1].word
        return "complete" if self.checks_open == 0 else "checks to enter"


def _pouch(document: Document) -> Pouch:
    content = document.content
    there = places(document, SigningPlan(TRANSMITTAL))
    return Pouch(
        form=document.name,
        count=document.count,
        number=content.pouch,
        locked_box=content.locked_box,
        sent_at=document.at,
        digest=document.digest,
        places=there,
        received=any(place.step == "receiver" and place.at for place in there),
    )


def _concluded_at(moved: list[Moved]) -> datetime | None:
    ends = [move.at for move in moved if move.to_state == CountState.CONCLUDED]
    return max(ends, default=None)


def _day(tx: Tx, day: date, moved: list[Moved]) -> GamingDay:
    concluded = _concluded_at(moved)
    stored = totals.stored(tx, day) if concluded else ()
    open_checks = sum(not entry.checks_complete for entry in stored) if concluded else None
    pouches = documents.find(tx, paper=TRANSMITTAL.code, gaming_date=day)
    return GamingDay(
        gaming_date=day,
        counts=tuple((move.subject, CountState(move.to_state)) for move in moved),
        concluded_at=concluded,
        checks_open=open_checks,
        pouches=tuple(_pouch(document) for document in pouches),
    )


def _moved(tx: Tx, day: date) -> list[Moved]:
    """Where each count of a gaming date stands."""
    found = (states.last(tx, "count", name) for name in registry.counts_of(tx, day))
    return [moved for moved in found if moved is not None]


def days(database: Database, viewer: Viewer, *, newest: int = 14) -> tuple[GamingDay, ...]:
    """The gaming days that were counted, newest first.

    Args:
        database: The property's.
        viewer: Who asks.
        newest: So many at most.

    Raises:
        AccessError: The duty does not open the day's books.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        return tuple(_day(tx, day, _moved(tx, day)) for day in registry.newest_dates(tx, newest))


def one(database: Database, viewer: Viewer, day: date) -> GamingDay | None:
    """One gaming day, or nothing where it was never counted.

    Raises:
        AccessError: The duty does not open the day's books.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        moved = _moved(tx, day)
        return _day(tx, day, moved) if moved else None


def pouch(database: Database, viewer: Viewer, form: str) -> Pouch:
    """One pouch, by the number of its transmittal.

    Raises:
        AccessError: The duty does not open the day's books.
        NotFoundError: No pouch went out with that form.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        document = documents.by_name(tx, form)
        if document.paper != TRANSMITTAL.code:
            msg = f"No pouch went out with {form}."
            raise NotFoundError(msg)
        return _pouch(document)


# ------------------------------------------------------------------------ Counter Checks


@dataclass(frozen=True, slots=True)
class Check:
    """A Counter Check that was entered; ``name`` is its number with us, ``void`` why not."""

    name: str
    serial: str
    amount: Money
    box: str
    patron: str
    issuer: str
    void: bool


@dataclass(frozen=True, slots=True)
class TableChecks:
    """The Counter Checks of a table.

    Attributes:
        table: Code of the table.
        boxes: Its boxes in the count.
        tallied: Copies that the count found.
        checks: As entered, void ones too.
        closed: Whether accounting has said that all are entered.
        explained: Why the numbers differ, if that was said.
    """

    table: str
    boxes: tuple[str, ...]
    tallied: int
    checks: tuple[Check, ...]
    closed: bool
    explained: str

    @property
    def entered(self) -> int:
        """How many stand, void ones left out."""
        return sum(not check.void for check in self.checks)

    @property
    def differs(self) -> bool:
        """Whether more or fewer are entered than were tallied."""
        return self.entered != self.tallied


def counter_checks(database: Database, viewer: Viewer, day: date) -> tuple[TableChecks, ...]:
    """The Counter Checks of a gaming date, table by table.

    Raises:
        AccessError: Another duty than accounting, or the count is not concluded.
        NotFoundError: No house is on record for that day.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_CHECKS)
    with database.read() as tx:
        moved = _moved(tx, day)
        state = CountState.CONCLUDED if _concluded_at(moved) else CountState.COUNTING
        access.reconciliation(viewer, access.CountView(state)).require()
        found = []
        for table in house_on(tx, day).tables:
            period = registry.period_on(tx, table.code, day)
            if period is not None:
                found.append(_table_checks(tx, table.code, period.id))
        return tuple(found)


def _table_checks(tx: Tx, table: str, period: int) -> TableChecks:
    boxes = bookings.boxes(tx, period)
    entered = documents.find(tx, paper="counter_check", period=period)
    closed = states.last(tx, bookings.CHECKS, bookings.checks_subject(period))
    is_closed = closed is not None and closed.to_state == bookings.COMPLETE
    return TableChecks(
        table=table,
        boxes=tuple(count.box for count in boxes.counts),
        tallied=boxes.tally.counter_checks,
        checks=tuple(_check(document) for document in entered),
        closed=is_closed,
        explained=closed.about if closed is not None and is_closed else "",
    )


def _check(document: Document) -> Check:
    content = document.content
    return Check(
        name=document.name,
        serial=content.serial,
        amount=content.amount,
        box=content.box,
        patron=content.patron,
        issuer=content.issuer,
        void=document.state == bookings.VOID,
    )
