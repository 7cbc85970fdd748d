"""The money of a count as it stands on record: box counts, pools, recounts, reports."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, func, or_
from sqlmodel import select

from countroom.domain import pools
from countroom.domain.denominations import Instrument, Pool, Side
from countroom.domain.documents import Document
from countroom.domain.floor import TableKind
from countroom.domain.journal import Head
from countroom.domain.papers import PAPERS, box_count, count_report
from countroom.domain.papers.box_count import BoxCount, MemoKind
from countroom.domain.papers.presentation import PoolKey
from countroom.stores import Tx, documents, registry
from countroom.stores.house import house_on
from countroom.stores.rows import (
    DocumentRow,
    JournalRow,
    PrintRow,
    SignatureRow,
    TransitionRow,
    VersionRow,
)

REPORTS: Final = {
    TableKind.BANKING: count_report.BANKING,
    TableKind.NONBANKING: count_report.NONBANKING,
}
"""The paper of each report."""

_LAST: Final = 1_000_000
"""Where a box stands that is of no table."""


def box_counts(tx: Tx, count: str) -> Sequence[Document]:
    """Box counts in force, each in its newest version, in the order they were made.

    Read at one go: a count has hundreds of them. They are not signed one by one.
    """
    newest = (
        select(VersionRow.document_id, func.max(VersionRow.version).label("version"))
        .join(DocumentRow, DocumentRow.id == VersionRow.document_id)  # type: ignore[arg-type]
        .where(DocumentRow.count_id == count, DocumentRow.paper == box_count.PAPER.code)
        .group_by(VersionRow.document_id)  # type: ignore[arg-type]
        .subquery()
    )
    query = (
        select(DocumentRow, VersionRow)
        .join(VersionRow, VersionRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .join(
            newest,
            and_(
                newest.c.document_id == VersionRow.document_id,
                newest.c.version == VersionRow.version,
            ),
        )
        .order_by(DocumentRow.id)  # type: ignore[arg-type]
    )
    void = _void(tx, box_count.PAPER.series)
    return [_box_count(row, version) for row, version in tx.exec(query) if row.name not in void]


def _void(tx: Tx, series: str) -> set[str]:
    query = select(TransitionRow.subject).where(
        TransitionRow.subject_kind == "document",
        TransitionRow.to_state == "void",
        TransitionRow.subject.startswith(f"{series}-"),
    )
    return set(tx.exec(query))


def _box_count(row: DocumentRow, version: VersionRow) -> Document:
    return Document(
        id=row.id,
        paper=row.paper,
        name=row.name,
        gaming_date=row.gaming_date,
        version=version.version,
        newest=version.version,
        content=box_count.PAPER.read(version.content, version.schema_number),
        digest=version.sha256,
        at=version.at,
        by=version.by,
        state="issued",
        count=row.count_id or "",
        table=row.table_code or "",
        period=row.period_id,
        reason=version.reason,
        second_person=version.second_person,
        box=row.box_code or "",
    )


def found_chips(boxes: Sequence[Document]) -> Counter[PoolKey]:
    """House chips found in banking boxes: a memo in their box, a pool of their own."""
    found: Counter[PoolKey] = Counter()
    for document in boxes:
        content: BoxCount = document.content
        if content.kind is not TableKind.BANKING:
            continue
        for memo in content.memos:
            if memo.kind is MemoKind.FOUND_CHIP and memo.denomination_cents:
                key = (
                    Pool.FOUND_CHIPS,
                    Instrument.VALUE_CHIP,
                    memo.chip_set,
                    memo.denomination_cents,
                )
                found[key] += memo.pieces
    return found


def figures(tx: Tx, count: str) -> dict[PoolKey, int]:
    """Pieces of a count by denomination and pool: boxes, unallocated lines, found chips."""
    pieces: Counter[PoolKey] = Counter()
    for side in (Side.COUNT, Side.ADJUSTMENT):
        for line in documents.sums(tx, count=count, side=side):
            if line.pool is not None:
                pieces[line.pool, line.instrument, line.chip_set, line.denomination_cents] += (
                    line.pieces
                )
    pieces.update(found_chips(box_counts(tx, count)))
    return dict(pieces)


def in_table_order(tx: Tx, count: str) -> Sequence[Document]:
    """Box counts in force in the order of the tables; boxes of no table last."""
    house = house_on(tx, registry.count_date(tx, count))
    order = {table.code: table.order for table in house.tables}
    return sorted(
        box_counts(tx, count),
        key=lambda one: (order.get(one.content.table, _LAST), one.content.table, one.content.box),
    )


def keys_to_enter(tx: Tx, count: str) -> Sequence[PoolKey]:
    """Every denomination that a count of the pools enters, in print order."""
    house = house_on(tx, registry.count_date(tx, count))
    kinds = {document.content.kind for document in box_counts(tx, count)}
    return pools.keys_to_enter(house, kinds, figures(tx, count))


def last(tx: Tx, count: str, paper: str) -> Document | None:
    """The newest document of a paper that belongs to a count."""
    found = documents.find(tx, count=count, paper=paper)
    return found[-1] if found else None


def reports(tx: Tx, count: str) -> dict[TableKind, Document]:
    """The two count reports in their newest versions, once they are issued."""
    found = {kind: last(tx, count, paper.code) for kind, paper in REPORTS.items()}
    return {kind: document for kind, document in found.items() if document is not None}


def unkept(tx: Tx, only: frozenset[str] = frozenset()) -> Sequence[Document]:
    """Documents fully signed in their newest version of which no print is kept.

    Steps are signed in order, so the last one stands for all.

    Args:
        tx: The open transaction.
        only: Codes of the papers asked for; none means every paper that has copies.
    """
    papers = {
        code: paper
        for code, paper in PAPERS.items()
        if paper.copies and paper.signatures and (not only or code in only)
    }
    newest = (
        select(VersionRow.document_id, func.max(VersionRow.version).label("version"))
        .group_by(VersionRow.document_id)  # type: ignore[arg-type]
        .subquery()
    )
    kept = select(PrintRow.version_id)
    query = (
        select(DocumentRow, SignatureRow.step, func.count(SignatureRow.id))  # type: ignore[arg-type]
        .join(VersionRow, VersionRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .join(
            newest,
            and_(
                newest.c.document_id == VersionRow.document_id,
                newest.c.version == VersionRow.version,
            ),
        )
        .join(SignatureRow, SignatureRow.version_id == VersionRow.id)  # type: ignore[arg-type]
        .where(DocumentRow.paper.in_(papers), VersionRow.id.not_in(kept))  # type: ignore[attr-defined]
        .group_by(DocumentRow.id, SignatureRow.step)  # type: ignore[arg-type]
        .order_by(DocumentRow.id)  # type: ignore[arg-type]
    )
    return [
        documents.get(tx, row.id)
        for row, step, signed in tx.exec(query)
        if step == papers[row.paper].signatures[-1].name
        and signed >= max(1, papers[row.paper].signatures[-1].how_many)
    ]


def outdated(tx: Tx, only: frozenset[str] = frozenset()) -> Sequence[Document]:
    """Documents of which prints are kept though a newer version stands or they are void."""
    newer = select(VersionRow.document_id).where(VersionRow.version > 1)
    void = select(TransitionRow.subject).where(
        TransitionRow.subject_kind == "document", TransitionRow.to_state == "void"
    )
    printed = select(VersionRow.document_id).join(PrintRow, PrintRow.version_id == VersionRow.id)  # type: ignore[arg-type]
    query = (
        select(DocumentRow)
        .where(
            DocumentRow.id.in_(printed),  # type: ignore[attr-defined]
            or_(DocumentRow.id.in_(newer), DocumentRow.name.in_(void)),  # type: ignore[attr-defined]
        )
        .order_by(DocumentRow.id)  # type: ignore[arg-type]
    )
    return [documents.get(tx, row.id) for row in tx.exec(query) if not only or row.paper in only]


@dataclass(frozen=True, slots=True)
class LastSigned:
    """When a version got its last signature, and the journal's head that this act made."""

    at: datetime
    head: Head


def last_signed(tx: Tx, document: Document) -> LastSigned | None:
    """The last signature of a version, or nothing while it has none."""
    query = (
        select(SignatureRow.at, JournalRow.seq, JournalRow.digest)
        .join(JournalRow, JournalRow.seq == SignatureRow.journal_seq)  # type: ignore[arg-type]
        .join(VersionRow, VersionRow.id == SignatureRow.version_id)  # type: ignore[arg-type]
        .where(VersionRow.document_id == document.id, VersionRow.version == document.version)
        .order_by(SignatureRow.id.desc())  # type: ignore[attr-defined]
        .limit(1)
    )
    found = tx.exec(query).first()
    if found is None:
        return None
    at, seq, digest = found
    return LastSigned(at, Head(seq, digest))
