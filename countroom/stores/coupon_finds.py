"""Where a coupon's serial was found: across every count, by an index on the serial."""

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import ColumnClause, literal_column
from sqlmodel import select

from countroom.domain.documents import Document
from countroom.domain.papers import box_count
from countroom.stores import Tx, documents
from countroom.stores.bookings import VOID
from countroom.stores.rows import DocumentRow, LineRow, VersionRow

_AT_ONCE: Final = 500
_NONE: Final[ColumnClause[str]] = literal_column("''")
"""Written out, so that the index on serials is seen to hold what is asked for."""


def listing(tx: Tx, serials: Iterable[str]) -> Sequence[Document]:
    """Box counts in force that list any of some serials, in the order they were made."""
    tx.flush()
    wanted = sorted(set(serials))
    found: set[int] = set()
    for begin in range(0, len(wanted), _AT_ONCE):
        query = (
            select(DocumentRow.id)
            .join(VersionRow, VersionRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
            .join(LineRow, LineRow.version_id == VersionRow.id)  # type: ignore[arg-type]
            .where(
                LineRow.reference.in_(wanted[begin : begin + _AT_ONCE]),  # type: ignore[attr-defined]
                LineRow.reference != _NONE,
                DocumentRow.paper == box_count.PAPER.code,
            )
            .distinct()
        )
        found.update(tx.exec(query))
    every = (documents.get(tx, document) for document in sorted(found))
    return [document for document in every if document.state != VOID]
