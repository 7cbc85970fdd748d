"""Reading everything back, as it truly lies in the database, for ``verify``."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import inspect, text
from sqlmodel import SQLModel, select

from countroom.stores import Tx
from countroom.stores.journal import place, row_digest
from countroom.stores.rows import (
    BoxRow,
    CountRow,
    CouponMovementRow,
    DayTotalRow,
    DocumentRow,
    LineRow,
    PeriodRow,
    PersonRow,
    PrintRow,
    RegistryRow,
    RoundsFileRow,
    SignatureRow,
    TableRow,
    TransitionRow,
    VersionRow,
)
from countroom.stores.schema import APPEND_ONLY, MUTABLE, trigger_differences

SEALED: tuple[type[SQLModel], ...] = (
    PersonRow,
    TableRow,
    BoxRow,
    RegistryRow,
    PeriodRow,
    CountRow,
    DocumentRow,
    VersionRow,
    SignatureRow,
    LineRow,
    TransitionRow,
    PrintRow,
    DayTotalRow,
    RoundsFileRow,
    CouponMovementRow,
)
"""Every append-only table but the journal, which seals them."""


@dataclass(frozen=True, slots=True)
class Found:
    """One row as found: the entry that wrote it, where it lies, its digest."""

    seq: int
    place: str
    digest: str


class UnreadableError(Exception):
    """A stored value is not of its column's kind; the message names table and row."""


def _rows(tx: Tx, kind: type[SQLModel], batch: int) -> Iterator[Found]:
    last = "its first row"
    query = select(kind).order_by(kind.journal_seq).execution_options(yield_per=batch)  # type: ignore[attr-defined]
    try:
        for row in tx.exec(query):
            last = place(row)
            yield Found(row.journal_seq, last, row_digest(row))  # type: ignore[attr-defined]
            tx.expunge(row)
    except (ValueError, TypeError, AttributeError, AssertionError, LookupError) as error:
        message = f"{kind.__tablename__}: a value after {last} cannot be read"
        raise UnreadableError(message) from error


def rows_by_act(tx: Tx, *, batch: int = 500) -> Iterator[tuple[int, list[Found]]]:
    """Every sealed row, gathered by the journal entry that wrote it, in order.

    Raises:
        UnreadableError: A stored value is not of its column's kind.
    """
    streams = [_rows(tx, kind, batch) for kind in SEALED]
    merged = heapq.merge(*streams, key=lambda found: found.seq)
    for seq, found in groupby(merged, key=lambda entry: entry.seq):
        yield seq, list(found)


def lines_of(tx: Tx, version_id: int) -> list[tuple[int, str, str, int, int, int, int, bool]]:
    """A version's lines: place, side, instrument, face, pieces, sign, amount, memo."""
    query = (
        select(LineRow).where(LineRow.version_id == version_id).order_by(LineRow.place)  # type: ignore[arg-type]
    )
    return [
        (
            row.place,
            row.side,
            row.instrument,
            row.denomination.cents,
            row.pieces,
            row.sign,
            row.amount.cents,
            row.memo,
        )
        for row in tx.exec(query)
    ]


def document_ids(tx: Tx) -> list[int]:
    """Row number of every document."""
    return list(tx.exec(select(DocumentRow.id).order_by(DocumentRow.id)).all())  # type: ignore[arg-type]


def schema_faults(tx: Tx) -> list[str]:
    """What the database no longer enforces: triggers gone or altered, tables nobody knows."""
    connection = tx.connection()
    faults = trigger_differences(connection)
    known = {*APPEND_ONLY, *MUTABLE}
    present = set(inspect(connection).get_table_names())
    faults += [f"table {name}: neither append-only nor listed mutable" for name in present - known]
    faults += [f"table {name}: missing" for name in known - present]
    return sorted(faults)


def foreign_key_faults(tx: Tx) -> list[str]:
    """Rows that point to nothing; SQLite tells, PostgreSQL never lets them in."""
    connection = tx.connection()
    if connection.dialect.name != "sqlite":
        return []
    found = connection.execute(text("PRAGMA foreign_key_check"))
    return [f"{row[0]} row {row[1]}: points to a {row[2]} that does not exist" for row in found]
