"""Sealing an act: its rows, their digest, and the entry chained to the one before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Select, Table, func, insert, inspect, or_, text
from sqlalchemy import select as core_select
from sqlmodel import SQLModel, select

from countroom.domain import canonical
from countroom.domain.journal import GENESIS, Entry, Head
from countroom.stores import Tx, connection, first_row
from countroom.stores.rows import JournalRow


def _table(kind: type[SQLModel]) -> Table:
    found: Table = kind.__table__  # type: ignore[attr-defined]
    return found


_JOURNAL: Final = _table(JournalRow)
_HEAD: Final = "SELECT seq, digest FROM journal ORDER BY seq DESC LIMIT 1"
_BY_KEY: Final = text("SELECT request, result FROM journal WHERE key = :sought")
_ADD: Final = insert(_JOURNAL)


def head(tx: Tx) -> Head:
    """The newest entry; before the first act number 0."""
    row = first_row(tx, _HEAD)
    return Head(0, GENESIS) if row is None else Head(*row)


def digest_of(tx: Tx, seq: int) -> str | None:
    """Digest of the entry of that number, or nothing where there is none."""
    return tx.exec(select(JournalRow.digest).where(JournalRow.seq == seq)).first()


@cache
def _newest(kind: type[SQLModel]) -> Select[Any]:
    return core_select(func.max(_table(kind).c.id))


def next_id(tx: Tx, kind: type[SQLModel]) -> int:
    """The next free row number; safe because one writer is in at a time.

    Numbers given out earlier in the same transaction and not yet stored are counted in.
    """
    given: dict[type[SQLModel], int] = tx.info.setdefault("given", {})
    if kind not in given:
        newest = connection(tx).execute(_newest(kind)).scalar()
        given[kind] = newest or 0
    given[kind] += 1
    return given[kind]


def row_plain(row: SQLModel) -> dict[str, canonical.Plain]:
    """A row as canonical plain values: table, then every column; bytes as their digest."""
    mapper = inspect(type(row))
    assert mapper is not None
    values = {attribute.key: getattr(row, attribute.key) for attribute in mapper.column_attrs}
    plain = canonical.to_plain(values)
    assert isinstance(plain, dict)
    return {"": str(row.__tablename__)} | plain


def place(row: SQLModel) -> str:
    """Where a row lies: its table and its key."""
    mapper = inspect(type(row))
    assert mapper is not None
    keys = ", ".join(str(getattr(row, column.key)) for column in mapper.primary_key)
    return f"{row.__tablename__} {keys}"


def row_digest(row: SQLModel) -> str:
    """Digest of one row: the first 128 bits of SHA-256 over its canonical form, in hex."""
    return canonical.digest(row_plain(row))[:32]


def rows_sealed(rows: Iterable[SQLModel]) -> str:
    """What an entry says of the rows of its act: place to digest, as canonical text."""
    return canonical.to_bytes({place(row): row_digest(row) for row in rows}).decode()


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was asked under a key and what came of it, both as they stand in the entry."""

    request: str
    result: str


def find_key(tx: Tx, key: str) -> Earlier | None:
    """The act that was done under this key, if any."""
    row = connection(tx).execute(_BY_KEY, {"sought": key}).first()
    return None if row is None else Earlier(row.request, row.result)


def append(tx: Tx, entry: Entry) -> Head:
    """Add a sealed entry and remember the new head for the anchor."""
    sealed = Head(entry.seq, entry.digest())
    tx.flush()
    connection(tx).execute(_ADD, _values(entry, sealed))
    tx.info["head"] = sealed
    return sealed


def _values(entry: Entry, sealed: Head) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at,
        "person": entry.person,
        "duty": entry.duty,
        "via": entry.via,
        "device": entry.device,
        "act": entry.act,
        "subject": entry.subject,
        "body": entry.body,
        "key": entry.key or None,
        "request": entry.request,
        "result": entry.result,
        "rows": entry.rows,
        "previous": entry.previous,
        "digest": sealed.digest,
    }


def fact(row: JournalRow) -> Entry:
    """The entry a row holds."""
    return Entry(
        seq=row.seq,
        at=row.at,
        person=row.person,
        duty=row.duty,
        via=row.via,
        device=row.device,
        act=row.act,
        subject=row.subject,
        body=row.body,
        key=row.key or "",
        request=row.request,
        result=row.result,
        rows=row.rows,
        previous=row.previous,
    )


def entries(tx: Tx, *, subject: str | None = None, act: str | None = None) -> Sequence[Entry]:
    """Entries in order, of one subject or kind of act where asked."""
    query = select(JournalRow).order_by(JournalRow.seq)  # type: ignore[arg-type]
    if subject is not None:
        query = query.where(JournalRow.subject == subject)
    if act is not None:
        query = query.where(JournalRow.act == act)
    return [fact(row) for row in tx.exec(query)]


def newest(
    tx: Tx,
    *,
    limit: int,
    before: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    words: str = "",
    people: Sequence[str] = (),
) -> Sequence[tuple[Entry, str]]:
    """The newest entries and their digests, newest first.

    Args:
        tx: The transaction.
        limit: At most so many.
        before: Only entries with a smaller number.
        since: Only entries from this instant on.
        until: Only entries before this instant.
        words: Only where act, subject or badge contains this, or the badge is one of ``people``.
        people: Badges of the people whose name contains ``words``.
    """
    query = select(JournalRow).order_by(JournalRow.seq.desc()).limit(limit)  # type: ignore[attr-defined]
    if before is not None:
        query = query.where(JournalRow.seq < before)
    if since is not None:
        query = query.where(JournalRow.at >= since)
    if until is not None:
        query = query.where(JournalRow.at < until)
    if words:
        columns: tuple[Any, ...] = (JournalRow.act, JournalRow.subject, JournalRow.person)
        found = [column.icontains(words, autoescape=True) for column in columns]
        query = query.where(or_(*found, columns[2].in_(people)))
    return [(fact(row), row.digest) for row in tx.exec(query)]


def walk(tx: Tx, *, batch: int = 500) -> Iterator[tuple[Entry, str]]:
    """Walk the whole chain: each entry and its stored digest."""
    query: Any = select(JournalRow).order_by(JournalRow.seq).execution_options(yield_per=batch)  # type: ignore[arg-type]
    for row in tx.exec(query):
        yield fact(row), row.digest
