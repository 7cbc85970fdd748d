"""Kept prints: what is due to be rendered, and the very bytes of what is kept.

Reference:
    525.19(y)(6)-(7); V_63, V_64.
"""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain import access
from countroom.domain.access import Viewer
from countroom.domain.documents import Copy, Document
from countroom.domain.papers import PAPERS, copies_of
from countroom.domain.papers.count_report import CountReport
from countroom.errors import NotFoundError
from countroom.inquiries import count_report, papers, viewing
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import PrintKind, ReportFacts, Stamp
from countroom.stores import Tx, documents, proceeds
from countroom.stores.database import Database
from countroom.stores.documents import Kept


@dataclass(frozen=True, slots=True)
class PrintDue:
    """A print that is to be rendered and kept.

    Attributes:
        document: Row number of the document.
        name: Its number.
        paper: Code of its paper.
        count: The count it belongs to, or empty.
        version: Which version.
        copies: The copies to render.
        stamp: What each copy says besides, by the name of the copy.
    """

    document: int
    name: str
    paper: str
    count: str
    version: int
    copies: tuple[Copy, ...]
    stamp: dict[str, Stamp]


@dataclass(frozen=True, slots=True)
class KeptPrint:
    """A kept print as a list shows it.

    Attributes:
        name: Number of the document.
        version: Which version.
        copy: Which copy.
        kind: First print, reprint, superseded or void.
        ordinal: Of a reprint, its number.
        sha256: Digest of its bytes.
        at: When it was kept.
    """

    name: str
    version: int
    copy: str
    kind: PrintKind
    ordinal: int
    sha256: str
    at: datetime


def to_print(document: Document, stamps: dict[str, Stamp]) -> PrintDue:
    """The copies of one version that are to be printed, each with its stamp."""
    return PrintDue(
        document=document.id,
        name=document.name,
        paper=document.paper,
        count=document.count,
        version=document.version,
        copies=tuple(copy for copy in copies_of(document) if copy.name in stamps),
        stamp=stamps,
    )


def _of_version(tx: Tx, document: Document, kept: tuple[Kept, ...]) -> dict[str, list[Kept]]:
    row = documents.version_row(tx, document.id, document.version)
    mine = [one for one in kept if one.version_id == row.id]
    return {copy: [one for one in mine if one.copy == copy] for copy in {k.copy for k in mine}}


def _marks(tx: Tx, document: Document) -> list[PrintDue]:
    """Prints that say SUPERSEDED or VOID and are not kept yet."""
    kept = documents.prints(tx, document.id)
    found = []
    for version in documents.versions(tx, document.id):
        kind = PrintKind.VOID if version.state == "void" else PrintKind.SUPERSEDED
        if kind is PrintKind.SUPERSEDED and not version.superseded:
            continue
        stamps = {
            copy: Stamp(kind, 0, mine[0].sha256)
            for copy, mine in _of_version(tx, version, kept).items()
            if all(one.kind != kind for one in mine)
        }
        if stamps:
            found.append(to_print(version, stamps))
    return found


def due(
    database: Database, only: frozenset[str] = frozenset(), *, since: date | None = None
) -> tuple[PrintDue, ...]:
    """Every print that is to be rendered and kept: first prints, then SUPERSEDED and VOID.

    Args:
        database: Where it is recorded.
        only: Codes of the papers asked for; none means all.
        since: Only of gaming dates from this on.
    """
    with database.read() as tx:
        firsts = [
            to_print(document, {copy.name: Stamp() for copy in copies_of(document)})
            for document in proceeds.unkept(tx, only)
            if document.state != "void" and _from_on(document, since)
        ]
        marked = [
            mark
            for document in proceeds.outdated(tx, only)
            if _from_on(document, since)
            for mark in _marks(tx, document)
        ]
        return (*firsts, *marked)


def _from_on(document: Document, since: date | None) -> bool:
    return since is None or document.gaming_date >= since


def due_of(database: Database, name: str) -> tuple[PrintDue, ...]:
    """What is to be rendered and kept of one form: its first prints, then SUPERSEDED and VOID.

    Nothing while a signature is missing.

    Raises:
        NotFoundError: There is no such form.
    """
    with database.read() as tx:
        document = documents.by_name(tx, name)
        row = documents.version_row(tx, document.id, document.version)
        there = any(one.version_id == row.id for one in documents.prints(tx, document.id))
        signed = not papers.facts_of(tx, document).draft
        first = to_print(document, {copy.name: Stamp() for copy in copies_of(document)})
        wanted = signed and not there and document.state != "void"
        return (*((first,) if wanted else ()), *_marks(tx, document))


def facts(database: Database, due: PrintDue) -> ReportFacts | PaperFacts:
    """What a print that is due says, for the press: it shows nothing to anyone.

    Who may open what is kept is asked when it is handed out (``pdf``).
    """
    with database.read() as tx:
        document = documents.get(tx, due.document, version=due.version)
        if isinstance(document.content, CountReport):
            return count_report.facts_of(tx, document.count, document)
        return papers.facts_of(tx, document)


def _kept(tx: Tx, document: Document) -> tuple[KeptPrint, ...]:
    versions = {
        documents.version_row(tx, document.id, number).id: number
        for number in range(1, document.newest + 1)
    }
    return tuple(
        KeptPrint(
            name=document.name,
            version=versions[one.version_id],
            copy=one.copy,
            kind=PrintKind(one.kind),
            ordinal=one.ordinal,
            sha256=one.sha256,
            at=one.at,
        )
        for one in documents.prints(tx, document.id)
    )


def kept(database: Database, name: str) -> tuple[KeptPrint, ...]:
    """Which prints of a document are kept, without their bytes.

    Raises:
        NotFoundError: There is no such document.
    """
    with database.read() as tx:
        return _kept(tx, documents.by_name(tx, name))


def require_of_count(database: Database, name: str) -> None:
    """Refuse a form that belongs to no count: its copies are handed out elsewhere.

    Raises:
        NotFoundError: There is no such form, or it belongs to no count.
    """
    with database.read() as tx:
        if not documents.by_name(tx, name).count:
            msg = f"{name} belongs to no count."
            raise NotFoundError(msg)


def of_copy(tx: Tx, viewer: Viewer, name: str, copy: str) -> Document:
    """A form of which a copy is asked for; part of another inquiry.

    Raises:
        NotFoundError: There is no such document or copy.
        AccessError: The copy goes to another department, or is not released yet.
    """
    document = documents.by_name(tx, name)
    which = next((one for one in copies_of(document) if one.name == copy), None)
    if which is None:
        msg = f"{name} has no {copy.lower()}."
        raise NotFoundError(msg)
    if document.count:
        asking = viewing.in_count(tx, viewer, document.count)
        access.copy(asking, which, viewing.view(tx, document.count)).require()
    else:
        access.form(viewer, PAPERS[document.paper], None).require()
    return document


def prints_of(tx: Tx, document: Document, copy: str) -> list[Kept]:
    """The prints of a copy of one version, the first print first; part of another inquiry.

    Raises:
        NotFoundError: None is kept yet.
    """
    mine = _of_version(tx, document, documents.prints(tx, document.id)).get(copy, [])
    if not mine:
        msg = f"No print of {document.name} is kept yet."
        raise NotFoundError(msg)
    return mine


def pdf(
    database: Database, viewer: Viewer, name: str, copy: str, *, version: int | None = None
) -> bytes:
    """The bytes of a kept copy: the newest print of it that says what it is now.

    Raises:
        NotFoundError: There is no such document, copy or print.
        AccessError: The copy goes to another department, or is not released yet.
    """
    with database.read() as tx:
        document = of_copy(tx, viewer, name, copy)
        mine = prints_of(tx, documents.get(tx, document.id, version=version), copy)
        marked = [one for one in mine if one.kind in {PrintKind.SUPERSEDED, PrintKind.VOID}]
        return marked[-1].content if marked else mine[0].content
