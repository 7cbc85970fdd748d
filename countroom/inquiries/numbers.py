"""Numbers accounted for, box against system, and the exceptions that internal audit is due."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.house import House
from countroom.domain.papers import PAPERS
from countroom.domain.slip_numbers import Said, SlipNumber
from countroom.domain.table_day import PAPERS_COMPARED
from countroom.inquiries import revenue, standing
from countroom.stores import Tx, bookings, box_papers, custody, exceptions, registry, slip_numbers
from countroom.stores.database import Database
from countroom.stores.house import house_at, house_on
from countroom.stores.states import Moved

# ------------------------------------------------------------------------------- the series


@dataclass(frozen=True, slots=True)
class Series:
    """A series over all days.

    Attributes:
        prefix: Of its numbers.
        title: Of its paper.
        highest: The highest number used; 0 where none is.
        used: How many are on record.
        void: How many of them are void.
        unused: Printed blank and not used yet.
        missing: How many were never issued though a later one was.
    """

    prefix: str
    title: str
    highest: int
    used: int
    void: int
    unused: int
    missing: int


def series(database: Database, viewer: Viewer) -> tuple[Series, ...]:
    """Every series of slips over all days.

    Raises:
        AccessError: The duty may not see the day of accounting.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        return tuple(
            Series(
                one.series,
                PAPERS[one.paper].title,
                one.highest,
                one.used,
                one.void,
                one.unused,
                one.gaps,
            )
            for one in slip_numbers.totals(tx)
        )


def of_day(database: Database, viewer: Viewer, gaming_date: date) -> tuple[SlipNumber, ...]:
    """Every number used on a gaming date, with the gaps between; no amount stands on it.

    Raises:
        AccessError: The duty may not see the day of accounting.
        NotFoundError: No house is on record for that day.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        return slip_numbers.of_day(tx, house_on(tx, gaming_date), gaming_date)


# ------------------------------------------------------------------------ box against system


@dataclass(frozen=True, slots=True)
class Compared:
    """Papers of one kind in a table's boxes, against those on record.

    Attributes:
        kind: What they are called.
        found: How many the count found.
        names: Numbers that should be there.
    """

    kind: str
    found: int
    names: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the boxes hold another number than should be there."""
        return self.found != len(self.names)


@dataclass(frozen=True, slots=True)
class TablePapers:
    """A table's papers, kind by kind, and what was said of single numbers."""

    table: str
    boxes: tuple[str, ...]
    kinds: tuple[Compared, ...]
    said: tuple[Said, ...]


def box_papers_of(database: Database, viewer: Viewer, gaming_date: date) -> tuple[TablePapers, ...]:
    """What lies in the boxes of a gaming date against what should, table by table.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        house = house_on(tx, gaming_date)
        spoken = [
            replace(one, by=standing.name_of(house, one.by))
            for one in slip_numbers.said(tx).values()
            if one.gaming_date == gaming_date
        ]
        return tuple(
            found
            for table in house.tables
            if (found := _papers(tx, table.code, gaming_date, spoken)) is not None
        )


def _papers(tx: Tx, table: str, day: date, spoken: list[Said]) -> TablePapers | None:
    period = registry.period_on(tx, table, day)
    if period is None:
        return None
    boxes = bookings.boxes(tx, period.id)
    expected = box_papers.expected(tx, table, period.id, boxes.counts)
    kinds = [
        Compared(word, getattr(boxes.tally, kind), expected.get(kind, ()))
        for kind, word in PAPERS_COMPARED.items()
    ]
    return TablePapers(
        table,
        tuple(count.content.box for count in boxes.counts),
        tuple(one for one in kinds if one.found or one.names),
        tuple(one for one in spoken if one.table == table),
    )


# ------------------------------------------------------------------------- the two-day clock


@dataclass(frozen=True, slots=True)
class ForAudit:
    """An exception as internal audit has it.

    Attributes:
        name: What it is called on record.
        kind: What sort, in a few words.
        number: Number of the form, or the box.
        table: Gaming table, or empty.
        says: What happened.
        last: Who was last on it.
        at: When it came up.
        due: When it is with internal audit at the latest.
        seen_at: When it was seen, or nothing.
        seen_by: By whom.
        note: What internal audit makes of it.
        late: It is overdue, or was seen too late.
    """

    name: str
    kind: str
    number: str
    table: str
    says: str
    last: str
    at: datetime
    due: datetime
    seen_at: datetime | None
    seen_by: str
    note: str
    late: bool


def for_audit(database: Database, viewer: Viewer, now: datetime) -> tuple[ForAudit, ...]:
    """Every exception: those not seen yet first, the most urgent at the top.

    Raises:
        AccessError: The duty may not see the day of accounting.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        house = house_at(tx, now)
        seen = exceptions.seen(tx)
        found = [
            _for_audit(house, one, seen.get(one.name), now) for one in exceptions.exceptions(tx)
        ]
    waiting = [one for one in found if one.seen_at is None]
    return (*waiting, *reversed([one for one in found if one.seen_at is not None]))


def came_up_on(
    database: Database, viewer: Viewer, now: datetime, gaming_date: date
) -> tuple[ForAudit, ...]:
    """Exceptions that came up on a gaming date, in that order: what is handed over in writing.

    Raises:
        AccessError: The duty may not see the day, or no count of it is concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        begins, ends = house_on(tx, gaming_date).property.bounds(gaming_date)
    found = for_audit(database, viewer, now)
    return tuple(sorted((one for one in found if begins <= one.at < ends), key=lambda one: one.at))


def one_for_audit(database: Database, viewer: Viewer, now: datetime, name: str) -> ForAudit:
    """One exception.

    Raises:
        AccessError: The duty may not see the day of accounting.
        NotFoundError: There is none of that name.
    """
    access.require(viewer.duty, Permission.ACCOUNTING_DAY)
    with database.read() as tx:
        found = exceptions.one(tx, name)
        return _for_audit(house_at(tx, now), found, exceptions.seen(tx).get(name), now)


def _for_audit(
    house: House, one: exceptions.AuditException, seen: Moved | None, now: datetime
) -> ForAudit:
    until = now if seen is None else seen.at
    return ForAudit(
        name=one.name,
        kind=one.kind,
        number=one.number,
        table=one.table,
        says=one.says,
        last=standing.name_of(house, one.by),
        at=one.at,
        due=one.due,
        seen_at=None if seen is None else seen.at,
        seen_by="" if seen is None else standing.name_of(house, seen.person),
        note="" if seen is None else str(custody.about(seen).get("note", "")),
        late=until > one.due,
    )
