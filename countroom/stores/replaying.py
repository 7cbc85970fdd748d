"""Which entries of the journal belong to a count, and what rows each of them added."""

from typing import Any

from sqlalchemy import and_, or_
from sqlmodel import col, select

from countroom.domain.journal import Entry
from countroom.stores import Tx, journal
from countroom.stores.rows import (
    DocumentRow,
    JournalRow,
    SignatureRow,
    TransitionRow,
    VersionRow,
)
from countroom.stores.states import Moved


def _transitions(tx: Tx, count: str) -> list[TransitionRow]:
    mine = or_(
        col(TransitionRow.subject) == count,
        col(TransitionRow.subject).startswith(f"{count}|", autoescape=True),
    )
    return list(tx.exec(select(TransitionRow).where(mine)))


def _boxes(tx: Tx, count: str) -> list[str]:
    query = select(DocumentRow.box_code).where(DocumentRow.count_id == count)
    return sorted({box for box in tx.exec(query) if box is not None})


def entries_of(tx: Tx, count: str) -> list[Entry]:
    """The entries of a count in order, from the one that opened it to the newest about it."""
    moves = _transitions(tx, count)
    if not moves:
        return []
    ours = select(DocumentRow.id).where(DocumentRow.count_id == count)
    versions = select(VersionRow.id).where(col(VersionRow.document_id).in_(ours))
    signed = select(SignatureRow.journal_seq).where(col(SignatureRow.version_id).in_(versions))
    made = select(VersionRow.journal_seq).where(col(VersionRow.document_id).in_(ours))
    names = list(tx.exec(select(DocumentRow.name).where(DocumentRow.count_id == count)))
    first = min(move.journal_seq for move in moves)
    last = max(move.journal_seq for move in moves)
    boxes = [f"box {box}" for box in _boxes(tx, count)]
    found: list[Any] = [
        col(JournalRow.seq).in_({move.journal_seq for move in moves}),
        col(JournalRow.seq).in_(made),
        col(JournalRow.seq).in_(signed),
        col(JournalRow.subject).in_([count, f"count {count}", *names]),
        and_(col(JournalRow.subject).in_(boxes), col(JournalRow.seq).between(first, last)),
    ]
    query = select(JournalRow).where(or_(*found)).order_by(col(JournalRow.seq))
    return [journal.fact(row) for row in tx.exec(query)]


def versions_at(tx: Tx, seqs: list[int]) -> dict[int, list[tuple[int, int]]]:
    """Entry to document and version of each version it made."""
    query = select(VersionRow).where(col(VersionRow.journal_seq).in_(seqs))
    made: dict[int, list[tuple[int, int]]] = {}
    for row in tx.exec(query.order_by(col(VersionRow.id))):
        made.setdefault(row.journal_seq, []).append((row.document_id, row.version))
    return made


def moves_at(tx: Tx, seqs: list[int]) -> dict[int, list[Moved]]:
    """Entry to each move it made."""
    query = select(TransitionRow).where(col(TransitionRow.journal_seq).in_(seqs))
    made: dict[int, list[Moved]] = {}
    for row in tx.exec(query.order_by(col(TransitionRow.id))):
        made.setdefault(row.journal_seq, []).append(
            Moved(
                kind=row.subject_kind,
                subject=row.subject,
                sequence=row.sequence,
                from_state=row.from_state,
                to_state=row.to_state,
                at=row.at,
                person=row.person,
                about=row.about,
                seq=row.journal_seq,
            )
        )
    return made


def signatures_at(tx: Tx, seqs: list[int]) -> dict[int, list[tuple[str, str]]]:
    """Entry to the step and the form of each signature it gave."""
    query = (
        select(SignatureRow, DocumentRow)
        .join(VersionRow, col(VersionRow.id) == col(SignatureRow.version_id))
        .join(DocumentRow, col(DocumentRow.id) == col(VersionRow.document_id))
        .where(col(SignatureRow.journal_seq).in_(seqs))
        .order_by(col(SignatureRow.id))
    )
    given: dict[int, list[tuple[str, str]]] = {}
    for signature, document in tx.exec(query):
        given.setdefault(signature.journal_seq, []).append((signature.step, document.name))
    return given
