"""Counter Checks: what the cage first recorded against what accounting entered (V-116)."""

from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document
from countroom.domain.findings import Finding
from countroom.domain.papers import counter_check
from countroom.domain.papers.first_checks import PAPER, AtTable, differences
from countroom.errors import NotFoundError
from countroom.inquiries import registers
from countroom.money import total
from countroom.stores import documents
from countroom.stores.bookings import VOID
from countroom.stores.database import Database
from countroom.stores.house import house_at, house_on


def against_cage(database: Database, viewer: Viewer, day: date) -> tuple[Finding, ...]:
    """What differs on a gaming date; nothing where the cage recorded nothing yet.

    Raises:
        AccessError: The duty may not read the day's papers, or its count is not concluded.
    """
    registers.concluded(database, viewer, day)
    with database.read() as tx:
        first = documents.find(tx, paper=PAPER.code, gaming_date=day)
        if not first:
            return ()
        found = documents.find(tx, paper=counter_check.PAPER.code, gaming_date=day)
        entered = [check for check in found if check.state != VOID]
        tables = dict.fromkeys(check.table for check in entered)
        return differences(first[-1].content, tuple(_at(table, entered) for table in tables))


def tables_of(database: Database, viewer: Viewer, now: datetime, day: date) -> tuple[str, ...]:
    """The tables of a gaming date, as the house was then; of a day before it, as it is now.

    Raises:
        AccessError: The duty is another than chip bank cashier.
    """
    access.require(viewer.duty, Permission.CAGE_CHIPS)
    with database.read() as tx:
        try:
            then = house_on(tx, day)
        except NotFoundError:
            then = house_at(tx, now)
        return tuple(table.code for table in then.tables)


def recorded(database: Database, viewer: Viewer, day: date) -> str:
    """Number of what the cage recorded for a gaming date, or empty.

    Raises:
        AccessError: The duty may not read the day's papers, or its count is not concluded.
    """
    registers.concluded(database, viewer, day)
    with database.read() as tx:
        first = documents.find(tx, paper=PAPER.code, gaming_date=day)
        return first[-1].name if first else ""


def _at(table: str, entered: list[Document]) -> AtTable:
    mine = [check.content.amount for check in entered if check.table == table]
    return AtTable(table, len(mine), total(mine))
