"""Reprints: a kept copy that is printed once more says so, and names its first print.

Reference:
    525.19(y)(6)-(7); V_63, V_64.
"""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain.access import Viewer
from countroom.errors import NotFoundError
from countroom.inquiries.prints import PrintDue, of_copy, prints_of, to_print
from countroom.inquiries.report_facts import PrintKind, Stamp
from countroom.inquiries.report_trail import Names
from countroom.stores import Tx
from countroom.stores.database import Database
from countroom.stores.documents import Kept
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Reprint:
    """A reprint of a kept copy.

    Attributes:
        ordinal: Its number, from 1.
        at: When it was made.
        by: Name of who had it made.
    """

    ordinal: int
    at: datetime
    by: str


def _made(tx: Tx, viewer: Viewer, name: str, copy: str) -> list[Kept]:
    mine = prints_of(tx, of_copy(tx, viewer, name, copy), copy)
    return [one for one in mine if one.kind == PrintKind.REPRINT]


def due(database: Database, viewer: Viewer, name: str, copy: str) -> PrintDue:
    """The next reprint of a copy, ready for the press.

    Raises:
        NotFoundError: There is no such document or copy, or no first print of it.
        AccessError: The copy goes to another department, or is not released yet.
    """
    with database.read() as tx:
        document = of_copy(tx, viewer, name, copy)
        first = prints_of(tx, document, copy)[0]
        number = len(_made(tx, viewer, name, copy)) + 1
        return to_print(document, {copy: Stamp(PrintKind.REPRINT, number, first.sha256)})


def made(database: Database, viewer: Viewer, name: str, copy: str) -> tuple[Reprint, ...]:
    """The reprints of a copy so far.

    Raises:
        NotFoundError: There is no such document or copy, or no first print of it.
        AccessError: The copy goes to another department, or is not released yet.
    """
    with database.read() as tx:
        names = Names(house_on(tx, of_copy(tx, viewer, name, copy).gaming_date))
        found = _made(tx, viewer, name, copy)
        return tuple(Reprint(one.ordinal, one.at, names.of(one.person)) for one in found)


def pdf(database: Database, viewer: Viewer, name: str, copy: str, ordinal: int) -> bytes:
    """The bytes of a reprint.

    Raises:
        NotFoundError: There is no such document, copy or reprint.
        AccessError: The copy goes to another department, or is not released yet.
    """
    with database.read() as tx:
        for one in _made(tx, viewer, name, copy):
            if one.ordinal == ordinal:
                return one.content
    msg = f"{name} has no reprint {ordinal}."
    raise NotFoundError(msg)
