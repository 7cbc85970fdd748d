"""The kept prints of a form, handed out as they are: each department has its own copy."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from countroom.domain import access
from countroom.domain.access import CountView, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Copy, Document
from countroom.domain.papers import PAPERS
from countroom.errors import NotFoundError
from countroom.inquiries import viewing
from countroom.stores import Tx, documents
from countroom.stores.database import Database
from countroom.stores.documents import Kept


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A kept print.

    Attributes:
        form: Number of the form, ``BR-0001``.
        version: Its version.
        copy: Name of the copy.
        kind: ``first``, ``reprint``, ``superseded`` or ``void``.
        sha256: Of the bytes.
        content: The very bytes kept.
        ordinal: Of a reprint, its number.
        digest: SHA-256 of the form's version.
        signed: How many signatures stand on it.
    """

    form: str
    version: int
    copy: str
    kind: str
    sha256: str
    content: bytes
    ordinal: int
    digest: str
    signed: int


def of_day(
    database: Database, viewer: Viewer, gaming_date: date, paper: str
) -> tuple[KeptCopy, ...]:
    """The first prints of one's own copy of a paper, newest version of each form of a date.

    Raises:
        AccessError: No copy goes to this duty, or not before the conclusion; of a date that was
            not counted there is none.
        NotFoundError: Its prints are not kept yet.
    """
    which = _own_or_first(viewer, paper)
    with database.read() as tx:
        found = documents.find(tx, paper=paper, gaming_date=gaming_date)
        if not found:
            access.copy(viewer, which, CountView(CountState.COUNTING)).require()
        for document in found:
            asking = viewing.in_count(tx, viewer, document.count)
            access.copy(asking, which, viewing.view(tx, document.count)).require()
        return tuple(_first_print(tx, document, which) for document in found)


def every_of_day(database: Database, viewer: Viewer, gaming_date: date) -> tuple[KeptCopy, ...]:
    """Every kept print of a date that goes to one's own department, whatever its version or mark.

    Forms that are not released to this duty are left out: what of them is kept is no secret.
    """
    found: list[KeptCopy] = []
    with database.read() as tx:
        for paper in PAPERS.values():
            mine = {copy.name: copy for copy in paper.copies if viewer.duty in copy.roles}
            if not mine:
                continue
            for document in documents.find(tx, paper=paper.code, gaming_date=gaming_date):
                found += _released(tx, viewer, document, mine)
    return tuple(found)


def _released(
    tx: Tx, viewer: Viewer, newest: Document, mine: dict[str, Copy]
) -> Iterator[KeptCopy]:
    if newest.count:
        asking, view = viewing.in_count(tx, viewer, newest.count), viewing.view(tx, newest.count)
        mine = {name: one for name, one in mine.items() if access.copy(asking, one, view).allowed}
    kept = documents.prints(tx, newest.id)
    for document in documents.versions(tx, newest.id) if kept else ():
        row = documents.version_row(tx, document.id, document.version)
        yield from (
            _handed(document, one) for one in kept if one.version_id == row.id and one.copy in mine
        )


def _own_or_first(viewer: Viewer, paper: str) -> Copy:
    """Which copy is asked about: that of the fewest duties which is open, or the original.

    The original is then refused by its name.
    """
    parts = PAPERS[paper].copies
    open_to = [part for part in parts if viewer.duty in part.roles]
    return min(open_to, key=lambda part: len(part.roles), default=parts[0])


def _first_print(tx: Tx, document: Document, which: Copy) -> KeptCopy:
    row = documents.version_row(tx, document.id, document.version)
    found = next(
        (
            one
            for one in documents.prints(tx, document.id)
            if (one.version_id, one.copy, one.kind) == (row.id, which.name, "first")
        ),
        None,
    )
    if found is None:
        msg = f"{document.name}: the {which.name.lower()} is not kept yet."
        raise NotFoundError(msg)
    return _handed(document, found)


def _handed(document: Document, kept: Kept) -> KeptCopy:
    return KeptCopy(
        form=document.name,
        version=document.version,
        copy=kept.copy,
        kind=kept.kind,
        sha256=kept.sha256,
        content=kept.content,
        ordinal=kept.ordinal,
        digest=document.digest,
        signed=len(document.signatures),
    )
