"""Racks that differ at opening, their error slips, and closed tables without a slip of the day.

A difference is told to those who have signed what they counted, twice, and to nobody at a table
before.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.opening import Action, Differing, action_of, difference_of, differing
from countroom.domain.papers.error_notification import PAPER, plan_of
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import signers, standing
from countroom.inquiries.signers import Place
from countroom.money import Money
from countroom.stores import Tx, bookings, documents, mismatches, registry, states
from countroom.stores.bookings import DIFFERS, DONE, VOID
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at, house_at, house_on

READERS: Final = (
    Permission.PIT_TABLES,
    Permission.SECURITY_MOVE,
    Permission.SURVEILLANCE_WATCH,
)
"""Who signs error slips; accounting has its copy, and the mismatch on its day."""


@dataclass(frozen=True, slots=True)
class ToldPerson:
    """Somebody who was told of a difference: in which duty, his name, when."""

    role: str
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ErrorSheet:
    """An Error Notification Slip as it stands.

    Attributes:
        name: Its number, ``EN-0001``.
        table: Code of the table.
        old_slip: The slip that the table was left with.
        first_count: The slip of the first count.
        new_slip: The slip of the second count.
        differing: By denomination.
        slip_total: What the old slip comes to.
        counted_total: What was counted.
        difference: Over above nothing, short below.
        action: What the amount asks for.
        told: Who was told, and when.
        remark: In the floorperson's words.
        at: When it was made.
        state: ``issued``, ``done`` or ``void``.
        digest: Of the version.
        places: Who has signed and who is next.
        reason: Why it is void, and who stood by.
    """

    name: str
    table: str
    old_slip: str
    first_count: str
    new_slip: str
    differing: tuple[Differing, ...]
    slip_total: Money
    counted_total: Money
    difference: Money
    action: Action
    told: tuple[ToldPerson, ...]
    remark: str
    at: datetime
    state: str
    digest: str
    places: tuple[Place, ...]
    reason: str

    @property
    def due(self) -> Place | None:
        """The place that is signed next, or nothing."""
        if self.state in {DONE, VOID}:
            return None
        return next((place for place in self.places if place.due), None)


def _sheet(tx: Tx, document: Document, house: House) -> ErrorSheet:
    content = document.content
    moved = states.last(tx, "document", document.name)
    return ErrorSheet(
        name=document.name,
        table=document.table,
        old_slip=content.old_slip,
        first_count=content.first_count,
        new_slip=content.new_slip,
        differing=content.differing,
        slip_total=content.slip_total,
        counted_total=content.counted_total,
        difference=content.difference,
        action=content.action,
        told=tuple(
            ToldPerson(one.role.printed, standing.name_of(house, one.person), one.at)
            for one in content.told
        ),
        remark=content.remark,
        at=document.at,
        state=document.state,
        digest=document.digest,
        places=signers.places(document, plan_of(content)),
        reason=moved.about if moved is not None and document.state == VOID else "",
    )


def _require(viewer: Viewer) -> None:
    if not any(access.may(viewer.duty, permission) for permission in READERS):
        msg = f"Error slips are not open to the duty {viewer.duty.printed}."
        raise AccessError(msg)


def error_slip(database: Database, viewer: Viewer, now: datetime, name: str) -> ErrorSheet:
    """One Error Notification Slip.

    Raises:
        AccessError: The duty handles none.
        NotFoundError: There is none of that name.
    """
    _require(viewer)
    with database.read() as tx:
        document = documents.by_name(tx, name)
        if document.paper != PAPER.code:
            msg = f"{name} is no {PAPER.title}."
            raise NotFoundError(msg)
        return _sheet(tx, document, house_at(tx, now))


def waiting_in(tx: Tx, now: datetime) -> tuple[ErrorSheet, ...]:
    """Error slips of this gaming date and the one before that wait for signatures."""
    today = gaming_date_at(tx, now)
    found = [
        document
        for day in (today - timedelta(days=1), today)
        for document in documents.find(tx, paper=PAPER.code, gaming_date=day)
        if document.state not in {DONE, VOID}
    ]
    return tuple(_sheet(tx, document, house_at(tx, now)) for document in found)


def waiting(database: Database, viewer: Viewer, now: datetime) -> tuple[ErrorSheet, ...]:
    """Error slips that wait for signatures.

    Raises:
        AccessError: The duty handles none.
    """
    _require(viewer)
    with database.read() as tx:
        return waiting_in(tx, now)


# ------------------------------------------------------------------------- before it is made


@dataclass(frozen=True, slots=True)
class Facing:
    """What stands between two signed counts and the slip that the table was left with.

    Attributes:
        slip: Name of the second count.
        table: Code of the table.
        against: The slip that the table was left with.
        differing: By denomination.
        difference: Over above nothing, short below.
        action: What the amount asks for.
    """

    slip: str
    table: str
    against: str
    differing: tuple[Differing, ...]
    difference: Money
    action: Action


def facing(database: Database, viewer: Viewer, now: datetime, slip: str) -> Facing:
    """How an opening count differs that was counted twice and signed.

    Raises:
        AccessError: The duty has no place in the pit, or it was not signed a second time.
        NotFoundError: There is no such count.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        found = documents.by_name(tx, slip)
        if found.state != DIFFERS:
            msg = f"{slip} is no opening count that differs."
            raise NotFoundError(msg)
        twice = bool(found.content.recounts)
        access.expected_rack(viewer, closing_signed=twice).require()
        old = documents.by_name(tx, found.content.against)
        differ = differing(old.content.pieces, found.content.pieces)
        settings = house_at(tx, now).settings
    difference = difference_of(differ)
    action = action_of(difference, settings)
    return Facing(slip, found.table, old.name, differ, difference, action)


# ------------------------------------------------------------------------ the slip of the day


def lacks_slip(tx: Tx, house: House, table: str) -> bool:
    """Whether a table did not open in its running drop period and has no slip of it (V-14)."""
    period = registry.current_period(tx, table)
    if period is None or not house.settings.slip_on_closed_table:
        return False
    before = bookings.slip_before(tx, table, period.id)
    carried = before is not None and before.content.kind.value == "drop"
    return not carried and not bookings.inventory_slips(tx, period.id)


@dataclass(frozen=True, slots=True)
class Unslipped:
    """A closed table without an inventory slip of the running drop period.

    Attributes:
        table: Code of the table.
        gaming_date: Of the period, which its drop ends.
        counted: Gaming date of its last count, or nothing.
        long_ago: It was not counted for as many days as the house allows.
    """

    table: str
    gaming_date: date
    counted: date | None
    long_ago: bool


def without_slip(database: Database, viewer: Viewer, now: datetime) -> tuple[Unslipped, ...]:
    """Tables that did not open and have no slip of the day, in the order of the house.

    Where the house makes no daily slips, only those that were not counted for too long.

    Raises:
        AccessError: The duty has no place in the pit.
    """
    access.require(viewer.duty, Permission.PIT_TABLES)
    with database.read() as tx:
        house = house_at(tx, now)
        found = [_unslipped(tx, house, table.code) for table in house.tables]
    daily = house.settings.slip_on_closed_table
    return tuple(one for one in found if one is not None and (daily or one.long_ago))


def _unslipped(tx: Tx, house: House, table: str) -> Unslipped | None:
    period = registry.current_period(tx, table)
    if period is None or _is_open(tx, table) or bookings.inventory_slips(tx, period.id):
        return None
    last = bookings.slip_before(tx, table, None)
    counted = None if last is None else last.gaming_date
    allowed = timedelta(days=house.settings.unopened_recount_days)
    long_ago = counted is None or period.gaming_date - counted >= allowed
    return Unslipped(table, period.gaming_date, counted, long_ago)


def _is_open(tx: Tx, table: str) -> bool:
    """Whether a table is open for play now."""
    moved = states.last(tx, "table", table)
    return moved is not None and moved.to_state == "open"


# ------------------------------------------------------------------------------ on both days


@dataclass(frozen=True, slots=True)
class MismatchSheet:
    """A rack that did not hold what its last slip says, as accounting works it.

    Attributes:
        table: Code of the table.
        closer: The slip it was left with.
        slip: The slip that was counted.
        error_slip: The Error Notification Slip, or empty.
        sentence: What was found.
        rule: Number of the rule.
        resolved: What accounting said, or empty.
        by: Name of who resolved it, or empty.
        at: When it was found, or resolved.
    """

    table: str
    closer: str
    slip: str
    error_slip: str
    sentence: str
    rule: str
    resolved: str
    by: str
    at: datetime


def of_day(database: Database, viewer: Viewer, day: date) -> tuple[MismatchSheet, ...]:
    """Every mismatch that shows on a gaming date, resolved ones too.

    Raises:
        AccessError: The duty may not see the day, or its count is not concluded.
        NotFoundError: No house is on record for that date.
    """
    with database.read() as tx:
        access.reconciliation(viewer, CountView(_state(tx, day))).require()
        house = house_on(tx, day)
        return tuple(_mismatch(one, house) for one in mismatches.of_day(tx, day))


def _state(tx: Tx, day: date) -> CountState:
    moved = [states.last(tx, "count", name) for name in registry.counts_of(tx, day)]
    done = any(move is not None and move.to_state == CountState.CONCLUDED for move in moved)
    return CountState.CONCLUDED if done else CountState.COUNTING


def _mismatch(one: mismatches.Standing, house: House) -> MismatchSheet:
    found = one.mismatch
    return MismatchSheet(
        table=found.table,
        closer=found.closer,
        slip=found.slip,
        error_slip=found.error_slip,
        sentence=found.sentence,
        rule=found.finding.rule.number,
        resolved=one.reason,
        by=standing.name_of(house, one.by) if one.by else "",
        at=one.at,
    )
