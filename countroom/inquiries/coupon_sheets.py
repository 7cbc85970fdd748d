"""Coupons printed in house: what waits to be printed, and what was.

Reference:
    525.21(p), (r).
"""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.domain.documents import Document
from countroom.domain.papers.coupon_sheet import PAPER, CouponSheet
from countroom.errors import NotFoundError
from countroom.stores import documents
from countroom.stores.database import Database


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet of coupons.

    Attributes:
        name: Number of the form.
        content: What stands on each coupon, and which they are.
        state: ``issued`` until its coupons are printed, then ``printed``; or ``void``.
        at: When it was recorded, aware UTC.
    """

    name: str
    content: CouponSheet
    state: str
    at: datetime


def _entry(document: Document) -> SheetEntry:
    return SheetEntry(document.name, document.content, document.state, document.at)


def every(database: Database, viewer: Viewer) -> tuple[SheetEntry, ...]:
    """All sheets, the newest first.

    Raises:
        AccessError: The duty is none of finance.
    """
    access.require(viewer.duty, Permission.FINANCE_COUPONS)
    with database.read() as tx:
        found = documents.find(tx, paper=PAPER.code)
    return tuple(map(_entry, reversed(found)))


def to_print(database: Database, viewer: Viewer, name: str) -> SheetEntry:
    """One sheet, for whoever prints it.

    Raises:
        AccessError: Not a finance supervisor.
        NotFoundError: There is no such sheet.
    """
    access.require(viewer.duty, Permission.FINANCE_LEDGER)
    with database.read() as tx:
        document = documents.by_name(tx, name)
    if document.paper != PAPER.code:
        msg = f"{name} is no {PAPER.title}."
        raise NotFoundError(msg)
    return _entry(document)
