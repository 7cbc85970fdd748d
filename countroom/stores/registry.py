"""The house by date: what held on a gaming date, newest entry wins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func
from sqlmodel import select

from countroom.errors import NotFoundError
from countroom.stores import Tx
from countroom.stores.journal import next_id
from countroom.stores.recall import Question, recall
from countroom.stores.rows import (
    BoxRow,
    CountRow,
    PeriodRow,
    PersonRow,
    RegistryRow,
    RoundsFileRow,
    TableRow,
)

IDENTITY: dict[str, type[PersonRow] | type[TableRow] | type[BoxRow]] = {
    "person": PersonRow,
    "table": TableRow,
    "box": BoxRow,
}
"""Kinds of the registry that records point to: each has a row of its own."""


@dataclass(frozen=True, slots=True)
class Registered:
    """One fact of the registry as it held: ``content`` is its canonical text."""

    kind: str
    code: str
    valid_from: date
    retired: bool
    content: str
    seq: int


def _fact(row: RegistryRow) -> Registered:
    return Registered(row.kind, row.code, row.valid_from, row.retired, row.content, row.journal_seq)


def as_of(tx: Tx, day: date, *, kind: str | None = None) -> dict[tuple[str, str], Registered]:
    """What held on a gaming date, retired entries left out: ``(kind, code)`` to fact."""
    query = (
        select(RegistryRow)
        .where(RegistryRow.valid_from <= day)
        .order_by(RegistryRow.valid_from, RegistryRow.id)  # type: ignore[arg-type]
    )
    if kind is not None:
        query = query.where(RegistryRow.kind == kind)
    newest = {(row.kind, row.code): _fact(row) for row in tx.exec(query)}
    return {place: fact for place, fact in newest.items() if not fact.retired}


def everything(tx: Tx, kind: str) -> Sequence[Registered]:
    """Every entry of a kind, as added."""
    query = select(RegistryRow).where(RegistryRow.kind == kind).order_by(RegistryRow.id)  # type: ignore[arg-type]
    return [_fact(row) for row in tx.exec(query)]


def newest_day(tx: Tx) -> date | None:
    """The last day from which an entry of the registry holds."""
    newest: date | None = tx.exec(select(func.max(RegistryRow.valid_from))).one()
    return newest


def changes(tx: Tx) -> tuple[date, ...]:
    """The gaming dates from which something of the registry holds, in order."""
    query = select(RegistryRow.valid_from).distinct()  # type: ignore[call-overload]
    found: list[date] = tx.exec(query).all()
    return tuple(sorted(found))


def exists(tx: Tx, kind: str, code: str) -> bool:
    """Whether a person, table or box of that code is on record."""
    return tx.get(IDENTITY[kind], code) is not None


def row(tx: Tx, fact: Registered) -> RegistryRow:
    """The row of an entry that is about to be recorded."""
    return RegistryRow(
        id=next_id(tx, RegistryRow),
        kind=fact.kind,
        code=fact.code,
        valid_from=fact.valid_from,
        retired=fact.retired,
        content=fact.content,
        journal_seq=fact.seq,
    )


def identity_row(kind: str, code: str, seq: int) -> PersonRow | TableRow | BoxRow:
    """The row that says a person, table or box exists."""
    return IDENTITY[kind](code=code, journal_seq=seq)


@dataclass(frozen=True, slots=True)
class Period:
    """A drop period; ``to_at`` is where the table's next one begins, nothing while it runs."""

    id: int
    table: str
    gaming_date: date
    from_at: datetime
    to_at: datetime | None


def periods_of(tx: Tx, table: str) -> Sequence[Period]:
    """Every drop period of a table, in order."""
    query = (
        select(PeriodRow).where(PeriodRow.table_code == table).order_by(PeriodRow.id)  # type: ignore[arg-type]
    )
    rows = list(tx.exec(query))
    ends = [*(row.from_at for row in rows[1:]), None]
    return [
        Period(row.id, row.table_code, row.gaming_date, row.from_at, end)
        for row, end in zip(rows, ends, strict=True)
    ]


def _period(tx: Tx, row: PeriodRow) -> Period:
    query = (
        select(PeriodRow.from_at)
        .where(PeriodRow.table_code == row.table_code, PeriodRow.id > row.id)
        .order_by(PeriodRow.id)  # type: ignore[arg-type]
        .limit(1)
    )
    ends = tx.exec(query).first()
    return Period(row.id, row.table_code, row.gaming_date, row.from_at, ends)


def period(tx: Tx, period_id: int) -> Period:
    """One drop period by its number."""
    return _period(tx, tx.get_one(PeriodRow, period_id))


def backwards(tx: Tx, table: str, period_id: int) -> Iterator[tuple[int, int]]:
    """Row number and first journal entry of a drop period, then of those before it."""
    until = period_id
    while True:
        query = (
            select(PeriodRow.id, PeriodRow.journal_seq)
            .where(PeriodRow.table_code == table, PeriodRow.id <= until)
            .order_by(PeriodRow.id.desc())  # type: ignore[attr-defined]
            .limit(1)
        )
        found = tx.exec(query).first()
        if found is None:
            return
        yield found[0], found[1]
        until = found[0] - 1


def current_period(tx: Tx, table: str) -> Period | None:
    """The drop period that is running at a table."""
    query = (
        select(PeriodRow)
        .where(PeriodRow.table_code == table)
        .order_by(PeriodRow.gaming_date.desc())  # type: ignore[attr-defined]
        .limit(1)
    )
    row = tx.exec(query).first()
    return None if row is None else _period(tx, row)


def period_on(tx: Tx, table: str, day: date) -> Period | None:
    """The drop period of a table that belongs to a gaming date."""
    query = select(PeriodRow).where(PeriodRow.table_code == table, PeriodRow.gaming_date == day)
    row = tx.exec(query).first()
    return None if row is None else _period(tx, row)


def period_row(tx: Tx, *, table: str, gaming_date: date, from_at: datetime, seq: int) -> PeriodRow:
    """The row of a drop period that begins."""
    return PeriodRow(
        id=next_id(tx, PeriodRow),
        table_code=table,
        gaming_date=gaming_date,
        from_at=from_at,
        journal_seq=seq,
    )


def counts(
    tx: Tx, *, first: date | None = None, last: date | None = None
) -> Sequence[tuple[str, date]]:
    """Every count: its name and gaming date, in order; of some gaming dates where asked."""
    query = select(CountRow.id, CountRow.gaming_date).order_by(CountRow.gaming_date, CountRow.id)  # type: ignore[call-overload]
    if first is not None:
        query = query.where(CountRow.gaming_date >= first)
    if last is not None:
        query = query.where(CountRow.gaming_date <= last)
    return [(name, day) for name, day in tx.exec(query)]


def newest_dates(tx: Tx, most: int) -> list[date]:
    """The newest gaming dates of which there is a count, newest first."""
    query = select(CountRow.gaming_date).distinct()  # type: ignore[call-overload]
    newest_first = query.order_by(CountRow.gaming_date.desc()).limit(most)  # type: ignore[attr-defined]
    return list(tx.exec(newest_first))


def counts_of(tx: Tx, day: date) -> list[str]:
    """The counts of a gaming date, in order."""
    return [name for name, _ in counts(tx, first=day, last=day)]


def count_date(tx: Tx, count: str) -> date:
    """The gaming date of a count, which never changes.

    Raises:
        NotFoundError: There is no such count.
    """
    return recall(tx, Question("count", count, "gaming date"), lambda: _count_date(tx, count))


def _count_date(tx: Tx, count: str) -> date:
    found = tx.get(CountRow, count)
    if found is None:
        msg = f"There is no count {count} on record."
        raise NotFoundError(msg)
    return found.gaming_date


def count_row(*, count: str, gaming_date: date, seq: int) -> CountRow:
    """The row that says a count exists."""
    return CountRow(id=count, gaming_date=gaming_date, journal_seq=seq)


@dataclass(frozen=True, slots=True)
class RoundsFile:
    """A file of rounds on record; ``path`` is relative to the folder of rounds."""

    path: str
    sha256: str
    game: str
    rules_digest: str
    table: str
    period: int


def rounds_files(tx: Tx, *, period_id: int | None = None) -> Sequence[RoundsFile]:
    """Files of rounds on record, of one drop period where asked."""
    query = select(RoundsFileRow).order_by(RoundsFileRow.id)  # type: ignore[arg-type]
    if period_id is not None:
        query = query.where(RoundsFileRow.period_id == period_id)
    return [_rounds_file(row) for row in tx.exec(query)]


def rounds_of(tx: Tx, periods: Sequence[int]) -> Sequence[RoundsFile]:
    """Files of rounds on record of several drop periods."""
    query = (
        select(RoundsFileRow)
        .where(RoundsFileRow.period_id.in_(periods))  # type: ignore[attr-defined]
        .order_by(RoundsFileRow.id)  # type: ignore[arg-type]
    )
    return [_rounds_file(row) for row in tx.exec(query)]


def _rounds_file(row: RoundsFileRow) -> RoundsFile:
    return RoundsFile(
        row.path, row.sha256, row.game, row.rules_digest, row.table_code, row.period_id
    )


def rounds_file_row(tx: Tx, file: RoundsFile, seq: int) -> RoundsFileRow:
    """The row of a file of rounds."""
    return RoundsFileRow(
        id=next_id(tx, RoundsFileRow),
        path=file.path,
        sha256=file.sha256,
        game=file.game,
        rules_digest=file.rules_digest,
        table_code=file.table,
        period_id=file.period,
        journal_seq=seq,
    )
