"""Documents, their versions, signatures, lines and kept prints."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import exists, func, or_, text
from sqlmodel import select

from countroom.domain.denominations import Instrument, Line, Pool, Side
from countroom.domain.documents import Document, Paper, Signature
from countroom.domain.papers import PAPERS
from countroom.errors import NotFoundError
from countroom.money import Money
from countroom.stores import Tx, states
from countroom.stores.journal import next_id
from countroom.stores.recall import DOCUMENTS, recall_while
from countroom.stores.rows import (
    DocumentRow,
    LineRow,
    PrintRow,
    SignatureRow,
    VersionRow,
)

_KEPT: Final = 200
"""Findings kept in memory; one may hold the documents of a whole day."""


def next_number(tx: Tx, series: str) -> int:
    """The next number of a series; numbers are used in order and never twice (V-20)."""
    newest = tx.exec(select(func.max(DocumentRow.number)).where(DocumentRow.series == series)).one()
    return (newest or 0) + 1


@dataclass(frozen=True, slots=True)
class About:
    """What a document is about; every part but the date may be missing."""

    gaming_date: date
    count: str = ""
    table: str = ""
    box: str = ""
    period: int | None = None


def document_row(
    tx: Tx, paper: Paper, name: str, number: int, about: About, seq: int
) -> DocumentRow:
    """The row of a new document."""
    return DocumentRow(
        id=next_id(tx, DocumentRow),
        paper=paper.code,
        series=paper.series,
        number=number,
        name=name,
        gaming_date=about.gaming_date,
        count_id=about.count or None,
        table_code=about.table or None,
        box_code=about.box or None,
        period_id=about.period,
        journal_seq=seq,
    )


def line_row(tx: Tx, line: Line, version: VersionRow, about: About, place: int) -> LineRow:
    """The row of a figure; what the line leaves open is taken from its document."""
    return LineRow(
        id=next_id(tx, LineRow),
        version_id=version.id,
        place=place,
        gaming_date=about.gaming_date,
        period_id=about.period,
        table_code=line.table or about.table or None,
        box_code=line.box or about.box or None,
        side=line.side.value,
        instrument=line.instrument.value,
        pool=line.pool.value if line.pool else "",
        chip_set=line.chip_set,
        currency_code=line.currency_code,
        denomination=Money(line.denomination_cents),
        pieces=line.pieces,
        sign=line.sign,
        amount=line.amount,
        reference=line.reference,
        memo=line.memo,
        journal_seq=version.journal_seq,
    )


def signature_row(tx: Tx, version_id: int, signature: Signature, seq: int) -> SignatureRow:
    """The row of a signature."""
    return SignatureRow(
        id=next_id(tx, SignatureRow),
        version_id=version_id,
        step=signature.step,
        person=signature.person,
        name=signature.name,
        title=signature.title,
        credential=signature.credential,
        at=signature.at,
        digest=signature.digest,
        covers=json.dumps(signature.covers),
        proof=signature.proof,
        drawn=signature.drawn,
        journal_seq=seq,
    )


def _signature(row: SignatureRow) -> Signature:
    return Signature(
        step=row.step,
        person=row.person,
        name=row.name,
        title=row.title,
        credential=row.credential,
        at=row.at,
        digest=row.digest,
        covers=tuple(json.loads(row.covers)),
        proof=row.proof,
        drawn=row.drawn,
    )


def signatures(tx: Tx, version_id: int) -> tuple[Signature, ...]:
    """Signatures on one version, in order of signing."""
    query = (
        select(SignatureRow).where(SignatureRow.version_id == version_id).order_by(SignatureRow.id)  # type: ignore[arg-type]
    )
    return tuple(_signature(row) for row in tx.exec(query))


def _versions(tx: Tx, document_id: int) -> Sequence[VersionRow]:
    query = (
        select(VersionRow).where(VersionRow.document_id == document_id).order_by(VersionRow.version)  # type: ignore[arg-type]
    )
    return tx.exec(query).all()


@dataclass(frozen=True, slots=True)
class _Of:
    """What else is said of a version: the document's state, and who signed."""

    state: str
    signatures: tuple[Signature, ...]


def _fact(tx: Tx, row: DocumentRow, version: VersionRow, newest: int) -> Document:
    state = states.last(tx, "document", row.name)
    of = _Of("issued" if state is None else state.to_state, signatures(tx, version.id))
    return _document(tx, row, version, newest, of)


def _content(tx: Tx, row: DocumentRow, version: VersionRow) -> Any:
    """What a version says; it never changes, so that it is read once."""
    read = partial(PAPERS[row.paper].read, version.content, version.schema_number)
    return recall_while(tx, (), (row.paper, version.sha256), read)


def _document(tx: Tx, row: DocumentRow, version: VersionRow, newest: int, of: _Of) -> Document:
    return Document(
        id=row.id,
        paper=row.paper,
        name=row.name,
        gaming_date=row.gaming_date,
        version=version.version,
        newest=newest,
        content=_content(tx, row, version),
        digest=version.sha256,
        at=version.at,
        by=version.by,
        state=of.state,
        count=row.count_id or "",
        table=row.table_code or "",
        period=row.period_id,
        reason=version.reason,
        second_person=version.second_person,
        signatures=of.signatures,
        box=row.box_code or "",
    )


def version_row(tx: Tx, document_id: int, version: int) -> VersionRow:
    """The row of one version of a document."""
    query = select(VersionRow).where(
        VersionRow.document_id == document_id, VersionRow.version == version
    )
    return tx.exec(query).one()


def get(tx: Tx, document_id: int, *, version: int | None = None) -> Document:
    """One document, its newest version unless another is asked for.

    Raises:
        NotFoundError: There is no such document or version.
    """
    row = tx.get(DocumentRow, document_id)
    if row is None:
        msg = "There is no such form on record."
        raise NotFoundError(msg)
    every = _versions(tx, row.id)
    wanted = version or every[-1].version
    found = next((entry for entry in every if entry.version == wanted), None)
    if found is None:
        msg = f"{row.name} has no version {wanted}."
        raise NotFoundError(msg)
    return _fact(tx, row, found, every[-1].version)


def versions(tx: Tx, document_id: int) -> tuple[Document, ...]:
    """Every version of a document, oldest first."""
    row = tx.get_one(DocumentRow, document_id)
    every = _versions(tx, row.id)
    return tuple(_fact(tx, row, entry, every[-1].version) for entry in every)


def by_name(tx: Tx, name: str) -> Document:
    """One document by its number in its series.

    Raises:
        NotFoundError: No document has that name.
    """
    row = tx.exec(select(DocumentRow).where(DocumentRow.name == name)).first()
    if row is None:
        msg = f"There is no form {name} on record."
        raise NotFoundError(msg)
    return get(tx, row.id)


def find(
    tx: Tx,
    *,
    paper: str | None = None,
    gaming_date: date | None = None,
    count: str | None = None,
    table: str | None = None,
    box: str | None = None,
    period: int | None = None,
) -> tuple[Document, ...]:
    """Documents in the order they were made, each in its newest version, void ones included."""
    wanted = {
        "paper": paper,
        "gaming_date": gaming_date,
        "count_id": count,
        "table_code": table,
        "box_code": box,
        "period_id": period,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    return recall_while(
        tx, DOCUMENTS, tuple(given.items()), lambda: read_all(tx, given), keep=_KEPT
    )


def read_all(tx: Tx, given: dict[str, Any], after: int = 0) -> tuple[Document, ...]:
    """Read documents with all that is theirs in four queries, however many they are.

    Args:
        tx: The transaction.
        given: Column to what stands there.
        after: Only documents after this row number.
    """
    begins = DocumentRow.id > after
    asked = select(DocumentRow).filter_by(**given).where(begins).order_by(DocumentRow.id)  # type: ignore[arg-type]
    rows = tx.exec(asked).all()
    ids = select(DocumentRow.id).filter_by(**given).where(begins)
    query = select(VersionRow).where(VersionRow.document_id.in_(ids)).order_by(VersionRow.version)  # type: ignore[attr-defined, arg-type]
    newest = {version.document_id: version for version in tx.exec(query)}
    signed = _signatures_of(tx, ids)
    names = select(DocumentRow.name).filter_by(**given).where(begins)
    standing = states.current_of(tx, "document", names)
    found = []
    for row in rows:
        version, state = newest[row.id], standing.get(row.name)
        of = _Of(state.to_state if state else "issued", signed.get(version.id, ()))
        found.append(_document(tx, row, version, version.version, of))
    return tuple(found)


def _signatures_of(tx: Tx, ids: Any) -> dict[int, tuple[Signature, ...]]:
    query = (
        select(SignatureRow)
        .join(VersionRow, VersionRow.id == SignatureRow.version_id)  # type: ignore[arg-type]
        .where(VersionRow.document_id.in_(ids))  # type: ignore[attr-defined]
        .order_by(SignatureRow.id)  # type: ignore[arg-type]
    )
    by_version: dict[int, tuple[Signature, ...]] = {}
    for row in tx.exec(query):
        by_version[row.version_id] = (*by_version.get(row.version_id, ()), _signature(row))
    return by_version


def made_by(tx: Tx, person: str, gaming_date: date, papers: Sequence[str]) -> tuple[str, ...]:
    """Names of a date's documents of some papers that a person issued or signed, in order."""
    signed = exists().where(
        SignatureRow.version_id == VersionRow.id,  # type: ignore[arg-type]
        SignatureRow.person == person,  # type: ignore[arg-type]
    )
    query = (
        select(DocumentRow.name)
        .join(VersionRow, VersionRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .where(
            DocumentRow.gaming_date == gaming_date,
            DocumentRow.paper.in_(papers),  # type: ignore[attr-defined]
            or_(VersionRow.by == person, signed),  # type: ignore[arg-type]
        )
        .order_by(DocumentRow.name)
        .distinct()
    )
    return tuple(tx.exec(query))


@dataclass(frozen=True, slots=True)
class Sum:
    """Pieces and amount of lines in force that share what they were grouped by."""

    table: str
    box: str
    side: Side
    instrument: Instrument
    pool: Pool | None
    chip_set: str
    denomination_cents: int
    pieces: int
    amount: Money


def sums(
    tx: Tx,
    *,
    gaming_date: date | None = None,
    period: int | None = None,
    count: str | None = None,
    side: Side | None = None,
) -> tuple[Sum, ...]:
    """Sum lines in force; the only place that adds figures up from record."""
    wanted = {
        "gaming_date": None if gaming_date is None else gaming_date.isoformat(),
        "period_id": period,
        "count_id": count,
        "side": None if side is None else side.value,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    where = " AND ".join(
        f"CAST({name} AS text) = :{name}" if name == "gaming_date" else f"{name} = :{name}"
        for name in given
    )
    query = text(
        "SELECT table_code, box_code, side, instrument, pool, chip_set, denomination_cents, "  # noqa: S608 - names are ours
        "SUM(sign * pieces), SUM(amount_cents) FROM line_in_force "
        f"WHERE {where or '1 = 1'} "
        "GROUP BY table_code, box_code, side, instrument, pool, chip_set, denomination_cents "
        "ORDER BY table_code, box_code, side, instrument, chip_set, denomination_cents DESC"
    )
    return tuple(
        Sum(
            table=row[0] or "",
            box=row[1] or "",
            side=Side(row[2]),
            instrument=Instrument(row[3]),
            pool=Pool(row[4]) if row[4] else None,
            chip_set=row[5],
            denomination_cents=int(row[6]),
            pieces=int(row[7]),
            amount=Money(int(row[8])),
        )
        for row in tx.connection().execute(query, given)
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept print: which version and copy, its digest, and its very bytes."""

    id: int
    version_id: int
    copy: str
    kind: str
    ordinal: int
    of_sha256: str
    sha256: str
    head_seq: int
    head_digest: str
    at: datetime
    person: str
    content: bytes


def print_row(tx: Tx, kept: Kept, seq: int) -> PrintRow:
    """The row of a print that is about to be kept."""
    return PrintRow(
        id=next_id(tx, PrintRow),
        version_id=kept.version_id,
        copy_name=kept.copy,
        kind=kept.kind,
        ordinal=kept.ordinal,
        of_sha256=kept.of_sha256,
        sha256=kept.sha256,
        head_seq=kept.head_seq,
        head_digest=kept.head_digest,
        at=kept.at,
        person=kept.person,
        content=kept.content,
        journal_seq=seq,
    )


def prints(tx: Tx, document_id: int) -> tuple[Kept, ...]:
    """Every print kept of a document, in order."""
    query = (
        select(PrintRow)
        .join(VersionRow, VersionRow.id == PrintRow.version_id)  # type: ignore[arg-type]
        .where(VersionRow.document_id == document_id)
        .order_by(PrintRow.id)  # type: ignore[arg-type]
    )
    return tuple(
        Kept(
            id=row.id,
            version_id=row.version_id,
            copy=row.copy_name,
            kind=row.kind,
            ordinal=row.ordinal,
            of_sha256=row.of_sha256,
            sha256=row.sha256,
            head_seq=row.head_seq,
            head_digest=row.head_digest,
            at=row.at,
            person=row.person,
            content=row.content,
        )
        for row in tx.exec(query)
    )
