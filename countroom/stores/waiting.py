"""Forms that something still waits on, found without reading those that are over."""

from collections.abc import Callable
from datetime import date
from typing import Final

from sqlalchemy import bindparam, select

from countroom.domain.documents import Document
from countroom.stores import Tx, connection, documents, states
from countroom.stores.bookings import VOID
from countroom.stores.recall import DOCUMENTS, advance, recall_while, watermark
from countroom.stores.rows import DocumentRow

_C: Final = DocumentRow.__table__.c  # type: ignore[attr-defined]
_BY_DATE: Final = (
    select(_C.gaming_date, _C.name)
    .where(_C.paper == bindparam("paper"))
    .order_by(_C.gaming_date.desc())
)


def going_on(tx: Tx, paper: str, is_over: Callable[[Document], bool]) -> tuple[Document, ...]:
    """Documents of a paper that have not come to their end, in the order they were made.

    What lies before the oldest of them is over for good, and is not read again.

    Args:
        tx: The transaction.
        paper: Code of the paper.
        is_over: Whether nothing waits on one any more, for good.
    """
    key = ("going on", paper)
    after = watermark(tx, key, 0)
    asked = {"paper": paper}
    found = recall_while(tx, DOCUMENTS, (*key, after), lambda: documents.read_all(tx, asked, after))
    left = tuple(form for form in found if not is_over(form))
    if found:
        advance(tx, key, left[0].id - 1 if left else found[-1].id)
    return left


def latest_date(tx: Tx, paper: str) -> date | None:
    """The latest gaming date of a paper's documents that are not void, or nothing."""
    tx.flush()
    for row in connection(tx).execute(_BY_DATE, {"paper": paper}):
        state = states.last(tx, "document", row.name)
        if state is None or state.to_state != VOID:
            day: date = row.gaming_date
            return day
    return None
