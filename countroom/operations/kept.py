"""Keeping prints: at the last signature each copy is rendered once, and its bytes stay.

``reports`` renders, these operations keep. What is due is listed by ``inquiries.prints``, so
that the step can be repeated after a crash: a print that is kept is not kept again.

Reference:
    525.19(y)(6); V_63, V_70, V_71.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from countroom.domain.documents import Document
from countroom.domain.papers import PAPERS, copies_of
from countroom.errors import AccessError, EntryError, RuleError, StaleError
from countroom.operations.acts import Act, Database, Done, Who, perform
from countroom.regulations import V_63
from countroom.stores import documents, proceeds
from countroom.stores.documents import Kept
from countroom.stores.journal import next_id
from countroom.stores.rows import PrintRow

FIRST, REPRINT, SUPERSEDED, VOID = "first", "reprint", "superseded", "void"


def require_signed(*reports: Document) -> None:
    """Refuse copies of what lacks a signature.

    Raises:
        RuleError: A signature is missing, or nothing is there to sign yet.
    """
    if not reports:
        raise RuleError(V_63, "The reports are not made yet.")
    for report in reports:
        every = PAPERS[report.paper].signatures
        last = next((step for step in reversed(every) if step.how_many), every[-1])
        there = sum(signature.step == last.name for signature in report.signatures)
        if there < max(1, last.how_many):
            who = last.name.replace("_", " ")
            raise RuleError(V_63, f"{report.name}: the signature of the {who} is missing.")


def _version(act: Act, document: int, version: int | None) -> Document:
    return documents.get(act.tx, document, version=version)


def _prints_of(act: Act, document: Document) -> list[Kept]:
    row = documents.version_row(act.tx, document.id, document.version)
    return [one for one in documents.prints(act.tx, document.id) if one.version_id == row.id]


def _check_copies(document: Document, rendered: Iterable[tuple[str, bytes]]) -> None:
    names = [copy.name for copy in copies_of(document)]
    given = [name for name, _ in rendered]
    if not given or len(set(given)) < len(given) or not set(given) <= set(names):
        msg = f"{document.name} has the copies {', '.join(names)}."
        raise EntryError({"copy": msg})


def _keep(act: Act, document: Document, copy: str, kind: str, content: bytes) -> None:
    before = [one for one in _prints_of(act, document) if one.copy == copy]
    first = next((one for one in before if one.kind == FIRST), None)
    assert (first is None) == (kind == FIRST), "a first print is the first"
    signed = proceeds.last_signed(act.tx, document)
    assert signed is not None, "only what is signed is kept"
    kept = Kept(
        id=next_id(act.tx, PrintRow),
        version_id=documents.version_row(act.tx, document.id, document.version).id,
        copy=copy,
        kind=kind,
        ordinal=sum(one.kind == kind for one in before) + (kind == REPRINT),
        of_sha256="" if first is None else first.sha256,
        sha256=hashlib.sha256(content).hexdigest(),
        head_seq=signed.head.seq,
        head_digest=signed.head.digest,
        at=act.now,
        person=act.who.person.code,
        content=content,
    )
    act.add(documents.print_row(act.tx, kept, act.seq))
    act.flush()


def _seal(act: Act, document: Document, kind: str, rendered: Iterable[tuple[str, bytes]]) -> Done:
    digests = {copy: hashlib.sha256(content).hexdigest() for copy, content in rendered}
    body = {"version": document.version, "kind": kind, "prints": digests}
    says = f"{document.name}, version {document.version}: {len(digests)} prints are kept."
    done = Done(says, document.name, document.id, document.version)
    return act.seal("prints kept", document.name, body, done=done)


def keep_prints(act: Act, *, document: int, rendered: tuple[tuple[str, bytes], ...]) -> Done:
    """Keep the first prints of a fully signed document; what is kept already is left alone.

    Args:
        act: The act.
        document: Row number of the document, in its newest version.
        rendered: Name of each copy and its PDF.

    Raises:
        NotFoundError: There is no such document.
        RuleError: A signature is missing (V-63).
        EntryError: A copy is missing, does not exist, or stands twice.
    """
    found = _version(act, document, None)
    require_signed(found)
    _check_copies(found, rendered)
    if len(rendered) != len(copies_of(found)):
        raise EntryError({"copy": f"All copies of {found.name} are kept at once."})
    there = {one.copy for one in _prints_of(act, found) if one.kind == FIRST}
    fresh = [(copy, content) for copy, content in rendered if copy not in there]
    for copy, content in fresh:
        _keep(act, found, copy, FIRST, content)
    return _seal(act, found, FIRST, fresh)


def keep_reprint(
    act: Act, *, document: int, version: int, copy: str, ordinal: int, pdf: bytes
) -> Done:
    """Keep a reprint of one copy, which names the first print's digest.

    Args:
        act: The act, of the department that the copy goes to.
        document: Row number of the document.
        version: Which version.
        copy: Which copy.
        ordinal: The number printed on it, from 1.
        pdf: The print.

    Raises:
        NotFoundError: There is no such document or version.
        EntryError: The copy does not exist, or has no first print.
        AccessError: The copy goes to another department.
        StaleError: Somebody reprinted it in between: this print has the wrong number.
    """
    found = _version(act, document, version)
    _check_copies(found, [(copy, pdf)])
    _check_first(act, found, [copy])
    (which,) = (one for one in copies_of(found) if one.name == copy)
    if act.who.duty not in which.roles:
        msg = f"The {copy.lower()} is reprinted for: {which.destination}."
        raise AccessError(msg)
    made = [one for one in _prints_of(act, found) if (one.copy, one.kind) == (copy, REPRINT)]
    if ordinal != len(made) + 1:
        msg = f"{found.name} was reprinted just now: print it again."
        raise StaleError(msg)
    _keep(act, found, copy, REPRINT, pdf)
    return _seal(act, found, REPRINT, [(copy, pdf)])


def keep_marked(
    act: Act, *, document: int, version: int, kind: str, rendered: tuple[tuple[str, bytes], ...]
) -> Done:
    """Keep the prints of a version that say SUPERSEDED or VOID; those kept are left alone.

    Raises:
        NotFoundError: There is no such document or version.
        EntryError: The version is neither superseded nor void; a copy has no first print.
    """
    found = _version(act, document, version)
    marks = {SUPERSEDED: found.superseded, VOID: found.state == "void"}
    if not marks.get(kind, False):
        raise EntryError({"kind": f"{found.name}, version {version}, is not {kind}."})
    _check_copies(found, rendered)
    _check_first(act, found, [copy for copy, _ in rendered])
    there = {one.copy for one in _prints_of(act, found) if one.kind == kind}
    fresh = [(copy, content) for copy, content in rendered if copy not in there]
    for copy, content in fresh:
        _keep(act, found, copy, kind, content)
    return _seal(act, found, kind, fresh)


class ToKeep(Protocol):
    """The copies of one version, as ``reports.due`` renders them."""

    @property
    def document(self) -> int:
        """Row number of the document."""

    @property
    def version(self) -> int:
        """Which version."""

    @property
    def kind(self) -> str:
        """First print, superseded or void."""

    @property
    def copies(self) -> tuple[tuple[str, bytes], ...]:
        """Name of each copy and its PDF."""


def keep_all(database: Database, rendered: Iterable[ToKeep], *, who: Who, now: datetime) -> int:
    """Keep prints as they come out of the press, each form in an act of its own.

    Returns:
        How many forms were kept.
    """
    kept = 0
    for one in rendered:
        if one.kind == FIRST:
            perform(
                database,
                keep_prints,
                who=who,
                now=now,
                document=one.document,
                rendered=one.copies,
            )
        else:
            perform(
                database,
                keep_marked,
                who=who,
                now=now,
                document=one.document,
                version=one.version,
                kind=one.kind,
                rendered=one.copies,
            )
        kept += 1
    return kept


def _check_first(act: Act, document: Document, copies: Iterable[str]) -> None:
    firsts = {one.copy for one in _prints_of(act, document) if one.kind == FIRST}
    for copy in copies:
        if copy not in firsts:
            raise EntryError({"copy": f"{document.name}: no {copy.lower()} was kept yet."})
