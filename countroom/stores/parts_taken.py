"""Who had a part in a table's day, and what its boxes held besides money: over many dates.

Read in one query each and without the documents around it: a month of a large house is three
thousand box counts.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select

from countroom.stores import Tx, connection
from countroom.stores.rows import DocumentRow, SignatureRow, VersionRow

_DOCUMENT: Final = DocumentRow.__table__.c  # type: ignore[attr-defined]
_VERSION: Final = VersionRow.__table__.c  # type: ignore[attr-defined]
_SIGNATURE: Final = SignatureRow.__table__.c  # type: ignore[attr-defined]
_SUSPECT: Final = b"suspect_note"
_NO_SHIFT: Final = b'"shift":""'


@dataclass(frozen=True, slots=True)
class Signed:
    """Somebody who signed a paper of a date."""

    gaming_date: date
    table: str
    person: str
    name: str


def signed_as(
    tx: Tx, step: str, papers: Sequence[str], first: date, last: date
) -> tuple[Signed, ...]:
    """Who signed papers of some dates in one place, each once a table and date.

    Args:
        tx: A reading transaction.
        step: Place on the paper, ``dealer``.
        papers: Their codes.
        first: First gaming date.
        last: Last gaming date.
    """
    query = (
        select(_DOCUMENT.gaming_date, _DOCUMENT.table_code, _SIGNATURE.person, _SIGNATURE.name)
        .join_from(SignatureRow, VersionRow, _VERSION.id == _SIGNATURE.version_id)
        .join(DocumentRow, _DOCUMENT.id == _VERSION.document_id)
        .where(
            _DOCUMENT.gaming_date.between(first, last),
            _DOCUMENT.paper.in_(papers),
            _SIGNATURE.step == step,
        )
        .distinct()
    )
    found = connection(tx).execute(query)
    return tuple(Signed(day, table or "", who, name) for day, table, who, name in found)


@dataclass(frozen=True, slots=True)
class BoxNote:
    """A counted box: where it is from, when it was dropped, and the suspect notes in it.

    Attributes:
        gaming_date: Of the count.
        table: Which.
        shift: Where boxes are dropped per shift.
        suspects: Face of each suspect note in cents, and its serial.
    """

    gaming_date: date
    table: str
    shift: str
    suspects: tuple[tuple[int, str], ...]


def box_notes(tx: Tx, first: date, last: date) -> tuple[BoxNote, ...]:
    """Boxes of some dates that say a shift or hold suspect notes, in their newest version."""
    query = (
        select(_DOCUMENT.id, _DOCUMENT.gaming_date, _VERSION.content)
        .join_from(VersionRow, DocumentRow, _DOCUMENT.id == _VERSION.document_id)
        .where(_DOCUMENT.paper == "box_count", _DOCUMENT.gaming_date.between(first, last))
        .order_by(_VERSION.version)
    )
    found = connection(tx).execute(query)
    newest = {document: (day, content) for document, day, content in found}
    return tuple(_notes(newest.values()))


def _notes(found: Iterable[tuple[date, bytes]]) -> Iterator[BoxNote]:
    for day, content in found:
        if _NO_SHIFT in content and _SUSPECT not in content:
            continue
        box = json.loads(content)
        suspects = tuple(
            (memo["denomination_cents"], memo["serial"])
            for memo in box["memos"]
            if memo["kind"] == "suspect_note"
        )
        yield BoxNote(day, box["table"], box["shift"], suspects)
