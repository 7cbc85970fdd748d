"""Is what is on record still what was recorded? Walks everything and names each place.

The journal seals every act: each entry holds the digest of the one before and of all rows the
act added. So a changed value, a row put in or taken out, an entry cut off or a trigger dropped
shows, with its place. Findings hold no figures: whoever may run this may not always see them.

Reference:
    V_71; the journal's anchor beside the database shows a tail that was cut off.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from countroom.domain import canonical, count, drop
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.journal import GENESIS
from countroom.domain.papers import PAPERS
from countroom.errors import CountroomError
from countroom.stores import Tx, audit, documents, journal, registry, states, totals
from countroom.stores.database import Database


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that is not as recorded."""

    place: str
    says: str

    def text(self) -> str:
        """As printed, one line."""
        return f"{self.place}: {self.says}"


@dataclass(slots=True)
class _Chain:
    """The walked chain: digests of rows by entry, and every head that ever stood."""

    rows: dict[int, str] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)


def verify(database: Database, *, rounds: Path | None = None) -> list[Finding]:
    """Walk records, chains, signatures, prints, rounds and triggers.

    Args:
        database: What is walked.
        rounds: The folder of rounds; nothing leaves the files out.

    Returns:
        Every place that is not as recorded, in the order walked; none means all is well.
    """
    with database.read() as tx:
        findings = [
            Finding(fault, "the database no longer enforces this")
            for fault in audit.schema_faults(tx)
        ]
        findings += [Finding(fault, "broken reference") for fault in audit.foreign_key_faults(tx)]
        chain = _Chain()
        findings += _walk_chain(tx, chain)
        findings += _anchor(database, chain)
        findings += _sealed_rows(tx, chain)
        findings += _guarded("transitions", _moves, tx)
        findings += _documents(tx, chain)
        findings += _guarded("totals", _totals, tx)
        if rounds is not None:
            findings += list(_rounds(tx, rounds))
    return findings


def _guarded(place: str, walk: object, tx: Tx) -> list[Finding]:
    try:
        return list(walk(tx))  # type: ignore[operator]
    except (ValueError, TypeError, AttributeError, AssertionError, LookupError):
        return [Finding(place, "a stored value cannot be read")]


def _walk_chain(tx: Tx, chain: _Chain) -> Iterator[Finding]:
    before, seq = GENESIS, 0
    try:
        for entry, stored in journal.walk(tx):
            place = f"journal {entry.seq}"
            if entry.seq != seq + 1:
                yield Finding(place, f"entry {seq + 1} is missing before it")
            if entry.previous != before:
                yield Finding(place, "does not continue the entry before it")
            if entry.digest() != stored:
                yield Finding(place, "was changed after it was sealed")
            chain.rows[entry.seq] = entry.rows
            chain.heads[entry.seq] = stored
            before, seq = stored, entry.seq
    except (ValueError, TypeError, AttributeError, AssertionError):
        yield Finding(f"journal {seq + 1}", "a stored value cannot be read")


def _anchor(database: Database, chain: _Chain) -> list[Finding]:
    try:
        anchored = database.anchored()
    except ValueError:
        return [Finding("the journal's anchor", "cannot be read")]
    if anchored is None or anchored.seq == 0:
        return []
    stood = chain.heads.get(anchored.seq)
    if stood is None:
        newest = max(chain.heads, default=0)
        return [Finding(f"journal {newest + 1}", "the newest entries were removed")]
    if stood != anchored.digest:
        return [Finding(f"journal {anchored.seq}", "the chain was computed again")]
    return []


def _sealed_rows(tx: Tx, chain: _Chain) -> Iterator[Finding]:
    waiting = dict(chain.rows)
    try:
        for seq, found in audit.rows_by_act(tx):
            yield from _compare(seq, waiting.pop(seq, "{}"), found)
    except audit.UnreadableError as error:
        yield Finding(str(error), "a stored value cannot be read")
        return
    for seq, sealed in waiting.items():
        yield from _compare(seq, sealed, [])


def _compare(seq: int, sealed: str, found: list[audit.Found]) -> Iterator[Finding]:
    try:
        expected: dict[str, str] = json.loads(sealed)
    except ValueError:
        return  # the entry itself was changed, and is named
    for entry in found:
        was = expected.pop(entry.place, None)
        if was is None:
            yield Finding(entry.place, f"journal entry {seq} did not add it")
        elif was != entry.digest:
            yield Finding(entry.place, f"was changed after journal entry {seq} sealed it")
    for place in expected:
        yield Finding(place, f"is gone; journal entry {seq} added it")


def _moves(tx: Tx) -> Iterator[Finding]:
    for kind in ("box", "count"):
        standing: dict[str, tuple[int, str]] = {}
        for moved in states.histories(tx, kind):
            sequence, state = standing.get(moved.subject, (0, moved.from_state))
            place = f"transition {kind} {moved.subject} {moved.sequence}"
            if moved.sequence != sequence + 1 or moved.from_state != state:
                yield Finding(place, "does not follow the one before it")
            elif not _legal(kind, moved):
                yield Finding(place, "is not a move that the rules allow")
            standing[moved.subject] = (moved.sequence, moved.to_state)


def _legal(kind: str, moved: states.Moved) -> bool:
    if not moved.from_state:
        return True
    try:
        if kind == "box":
            drop.move(BoxState(moved.from_state), BoxState(moved.to_state), extra=True, again=True)
        elif moved.from_state != CountState.SUSPENDED:
            count.move(CountState(moved.from_state), CountState(moved.to_state))
    except CountroomError:
        return False
    return True


def _totals(tx: Tx) -> Iterator[Finding]:
    for place in totals.differing(tx):
        yield Finding(f"total {place}", "is not what the records come to")


def _documents(tx: Tx, chain: _Chain) -> Iterator[Finding]:
    for document_id in audit.document_ids(tx):
        try:
            for version in documents.versions(tx, document_id):
                yield from _version(tx, version)
            yield from _prints(tx, document_id, chain)
        except (CountroomError, ValueError, TypeError, AttributeError, AssertionError, LookupError):
            yield Finding(f"document {document_id}", "a stored value cannot be read")


def _version(tx: Tx, document: Document) -> Iterator[Finding]:
    place = f"{document.name} version {document.version}"
    row = documents.version_row(tx, document.id, document.version)
    if canonical.digest_bytes(row.content) != row.sha256:
        yield Finding(place, "its content is not what its digest says")
    expected = [
        (
            number,
            line.side.value,
            line.instrument.value,
            line.denomination_cents,
            line.pieces,
            line.sign,
            line.amount.cents,
            line.memo,
        )
        for number, line in enumerate(PAPERS[document.paper].lines(document.content), start=1)
    ]
    if audit.lines_of(tx, row.id) != expected:
        yield Finding(place, "its lines are not the figures of its content")
    yield from _signatures(document, place)


def _signatures(document: Document, place: str) -> Iterator[Finding]:
    earlier: list[str] = []
    for signature in document.signatures:
        if signature.digest != document.digest:
            yield Finding(place, f"the signature of {signature.step} covers another content")
        if not set(earlier) <= set(signature.covers):
            yield Finding(place, f"the signature of {signature.step} lacks an earlier one")
        earlier.append(signature.own_digest())


def _prints(tx: Tx, document_id: int, chain: _Chain) -> Iterator[Finding]:
    for kept in documents.prints(tx, document_id):
        place = f"print {kept.id} of document {document_id}"
        if hashlib.sha256(kept.content).hexdigest() != kept.sha256:
            yield Finding(place, "its bytes are not what its digest says")
        if kept.head_seq and chain.heads.get(kept.head_seq) != kept.head_digest:
            yield Finding(place, "the journal it was printed under no longer stands")


def _rounds(tx: Tx, folder: Path) -> Iterator[Finding]:
    for file in registry.rounds_files(tx):
        path = folder / file.path
        if not path.is_file():
            yield Finding(f"rounds {file.path}", "the file is missing")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256:
            yield Finding(f"rounds {file.path}", "the file is not the one that was recorded")
