"""What a table's drop period came to: worked out from record, and as it was stored.

One function works the totals out: an operation stores them when a count is concluded and when
the Counter Checks are entered, and ``verify`` works them out again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, get_type_hints
from weakref import WeakKeyDictionary

from sqlalchemy import bindparam, func
from sqlalchemy import select as sql_select
from sqlmodel import select

from countroom.domain import canonical
from countroom.domain.adjusting import Correction
from countroom.domain.denominations import Instrument, Side
from countroom.domain.documents import Document
from countroom.domain.floor import Table, TableKind
from countroom.domain.inventory import Inventories, Slip, inventories
from countroom.domain.procedure import Settings
from countroom.domain.spans import Span, Summed, Which, by_table
from countroom.domain.table_day import TableDay, corrected, crossed, noted, papers_found
from countroom.money import ZERO, Money, total
from countroom.stores import Tx, adjusting, bookings, box_papers, connection, documents, registry
from countroom.stores.bookings import Booked
from countroom.stores.house import house_on
from countroom.stores.journal import next_id
from countroom.stores.recall import memory_of, recall_while
from countroom.stores.registry import Period
from countroom.stores.rows import CountRow, DayTotalRow, DocumentRow, RoundsFileRow

_OF_MONTH: Final = (
    *("bank_deposit", "bank_claim", "weekly_return", "contest_result"),
    *("first_checks", "adjustment", "chip_stock", "chip_bank_count"),
)
"""Papers that the figures of a month rest on besides."""

_C: Final = DayTotalRow.__table__.c  # type: ignore[attr-defined]
_BETWEEN: Final = (
    sql_select(_C.gaming_date, _C.table_code, _C.content)
    .where(_C.gaming_date >= bindparam("first"), _C.gaming_date <= bindparam("last"))
    .order_by(_C.gaming_date, _C.id)
)
_MARK: Final = sql_select(func.max(_C.id), func.count()).where(
    _C.gaming_date >= bindparam("first"), _C.gaming_date <= bindparam("last")
)


def gaming_date_of(tx: Tx, count: str) -> date:
    """Gaming date of a count."""
    return tx.get_one(CountRow, count).gaming_date


def compute(tx: Tx, count: str) -> tuple[TableDay, ...]:
    """Work out, from what is on record now, what each table of a count's gaming date came to.

    Tables stand in the order of lists; one that never opened is among them.
    """
    return compute_day(tx, gaming_date_of(tx, count))


def compute_day(tx: Tx, day: date) -> tuple[TableDay, ...]:
    """Work out a gaming date, table by table."""
    house = house_on(tx, day)
    return tuple(_table_day(tx, table, day, house.settings) for table in house.tables)


def compute_table(tx: Tx, day: date, table: str) -> TableDay:
    """Work out one table of a gaming date."""
    house = house_on(tx, day)
    return _table_day(tx, house.table(table), day, house.settings)


def _table_day(tx: Tx, table: Table, day: date, settings: Settings) -> TableDay:
    counted = _counted_day(tx, table, day, settings)
    return corrected(counted, adjusting.corrections(tx, day, table.code))


def _counted_day(tx: Tx, table: Table, day: date, settings: Settings) -> TableDay:
    period = registry.period_on(tx, table.code, day)
    if period is None:
        return TableDay(
            table=table.code,
            game=table.game,
            kind=table.kind,
            gaming_date=day,
            period=None,
            opened=False,
            opening=ZERO,
            closing=ZERO,
            checks_complete=True,
        )
    return _of_period(tx, table, period, settings)


def _of_period(tx: Tx, table: Table, period: Period, settings: Settings) -> TableDay:
    chosen = inventories_of(tx, period, daily_slip=settings.slip_on_closed_table)
    slips = bookings.booked(tx, period.id)
    fills = [slip for slip in slips if slip.paper == "fill_slip"]
    credits_ = [slip for slip in slips if slip.paper == "credit_slip"]
    found = bookings.boxes(tx, period.id)
    checks = bookings.checks(tx, period.id)
    hidden = [documents.sums(tx, period=period.id, count=name) for name in found.going_on]
    money = _Money(documents.sums(tx, period=period.id), [s for some in hidden for s in some])
    lies_there = box_papers.expected(tx, table.code, period.id, found.counts)
    papers = papers_found(found.tally, expected=lies_there, table=table.code)
    late = [crossed(slip.name) for slip in slips if slip.at < period.from_at]
    return TableDay(
        table=table.code,
        game=table.game,
        kind=table.kind,
        gaming_date=period.gaming_date,
        period=period.id,
        opened=chosen.opened,
        opening=chosen.opening.total if chosen.opening else None,
        closing=chosen.closing.total if chosen.closing else None,
        fills=_slips_total(fills),
        credits=_slips_total(credits_),
        currency=money.counted(Instrument.CURRENCY, Instrument.COIN),
        value_chips=money.counted(Instrument.VALUE_CHIP, Instrument.PLAQUE),
        rake_chips=money.counted(Instrument.RAKE_CHIP),
        coupons=tuple(sorted(coupon.serial for coupon in found.coupons)),
        coupon_value=Money(sum(coupon.value_cents for coupon in found.coupons)),
        checks=money.of(Side.CHECK),
        checks_tallied=found.tally.counter_checks,
        checks_entered=len(checks),
        checks_complete=bookings.checks_complete(tx, period.id),
        rake_in_cash=settings.rake_in_cash,
        opening_slip=chosen.opening.name if chosen.opening else "",
        closing_slip=chosen.closing.name if chosen.closing else "",
        fill_slips=tuple(slip.name for slip in fills),
        credit_slips=tuple(slip.name for slip in credits_),
        notes=noted((*chosen.findings, *late, *papers)),
    )


def _slips_total(slips: Iterable[Booked]) -> Money:
    return total([slip.total for slip in slips])


def _counted(sums: Iterable[documents.Sum], instruments: Sequence[Instrument]) -> Money:
    sides = {Side.COUNT, Side.SUPPLEMENT}
    return total([s.amount for s in sums if s.side in sides and s.instrument in instruments])


@dataclass(frozen=True, slots=True)
class _Money:
    """The sums of a period's lines in force.

    Attributes:
        sums: All of them.
        hidden: Those among them of counts that are not concluded.
    """

    sums: Sequence[documents.Sum]
    hidden: Sequence[documents.Sum]

    def counted(self, *instruments: Instrument) -> Money:
        """What the boxes of concluded counts held, with what a supplement added."""
        return _counted(self.sums, instruments) - _counted(self.hidden, instruments)

    def of(self, side: Side) -> Money:
        """Everything on one side."""
        return total([s.amount for s in self.sums if s.side is side])


def inventories_of(tx: Tx, period: Period, *, daily_slip: bool) -> Inventories:
    """What a period began and ended with, by its slips."""
    before = bookings.slip_before(tx, period.table, period.id)
    during = bookings.inventory_slips(tx, period.id)
    return inventories(
        None if before is None else _slip(before),
        [_slip(slip) for slip in during],
        ended=period.to_at is not None,
        daily_slip=daily_slip,
    )


def _slip(document: Document) -> Slip:
    return Slip(document.name, document.content.kind, document.content.total)


def row(tx: Tx, count: str, day: TableDay, seq: int) -> DayTotalRow:
    """The row of a total that is about to be stored, its next version for that count."""
    content = canonical.to_bytes(day)
    query = select(DayTotalRow.version).where(
        DayTotalRow.count_id == count, DayTotalRow.table_code == day.table
    )
    return DayTotalRow(
        id=next_id(tx, DayTotalRow),
        count_id=count,
        gaming_date=day.gaming_date,
        table_code=day.table,
        period_id=day.period,
        version=max(tx.exec(query), default=0) + 1,
        content=content.decode(),
        sha256=canonical.digest_bytes(content),
        journal_seq=seq,
    )


def stored(tx: Tx, day: date) -> tuple[TableDay, ...]:
    """The newest total of every table of a gaming date, in the order they were stored."""
    query = (
        select(DayTotalRow).where(DayTotalRow.gaming_date == day).order_by(DayTotalRow.id)  # type: ignore[arg-type]
    )
    newest: dict[str, TableDay] = {}
    for entry in tx.exec(query):
        newest[entry.table_code] = canonical.from_bytes(TableDay, entry.content.encode())
    return tuple(newest.values())


def between(tx: Tx, first: date, last: date) -> tuple[TableDay, ...]:
    """The newest total of every table of a span's gaming dates, date by date, without notes."""
    span = (DayTotalRow, first, last)
    return recall_while(tx, (DayTotalRow,), span, lambda: _between(tx, first, last), keep=2)


def _between(tx: Tx, first: date, last: date) -> tuple[TableDay, ...]:
    tx.flush()
    asked = {"first": first, "last": last}
    newest = {(row[0], row[1]): row[2] for row in connection(tx).execute(_BETWEEN, asked)}
    return tuple(map(_quickly, newest.values()))


_HINTS: Final = get_type_hints(TableDay)
_AMOUNTS: Final = tuple(name for name, hint in _HINTS.items() if hint in {Money, Money | None})
_SEVERAL: Final = ("coupons", "fill_slips", "credit_slips")


def _quickly(content: str) -> TableDay:
    """Read a total without its notes: a year of them in a tenth of the usual time."""
    plain = json.loads(content)
    for name in _AMOUNTS:
        if plain.get(name) is not None:
            plain[name] = Money(plain[name])
    for name in _SEVERAL:
        plain[name] = tuple(plain.get(name, ()))
    if plain.get("corrections"):
        read = (canonical.from_plain(Correction, one) for one in plain["corrections"])
        plain["corrections"] = tuple(read)
    else:
        plain["corrections"] = ()
    plain |= {
        "kind": TableKind(plain["kind"]),
        "gaming_date": date.fromisoformat(plain["gaming_date"]),
        "notes": (),
    }
    return TableDay(**plain)


_Sums = Mapping[Which, Summed]
_summed: WeakKeyDictionary[Any, dict[tuple[date, date], tuple[object, _Sums]]] = WeakKeyDictionary()
"""Months that were added up before, by database: as of which totals, and what they came to."""


def mark_of(tx: Tx, first: date, last: date) -> tuple[Any, ...]:
    """How far the totals of some dates have come: another mark, another sum."""
    return tuple(connection(tx).execute(_MARK, {"first": first, "last": last}).one())


def month_sums(tx: Tx, first: date, last: date, dates: frozenset[date]) -> _Sums:
    """Add a month up, table by table; again only when a total of it was stored since.

    Args:
        tx: A transaction that only reads.
        first: First gaming date.
        last: Last gaming date.
        dates: Only these gaming dates are added.
    """
    mark = (mark_of(tx, first, last), frozenset(day for day in dates if first <= day <= last))
    known = _summed.setdefault(memory_of(tx), {})
    if (first, last) in known and known[first, last][0] == mark:
        return known[first, last][1]
    found = by_table(
        (day for day in _between(tx, first, last) if day.gaming_date in dates), Span.MONTH
    )
    known[first, last] = (mark, found)
    return found


@dataclass(frozen=True, slots=True)
class Version:
    """A total as it was stored once.

    Attributes:
        seq: Journal entry of the act that stored it.
        count: The count that it was stored with.
        day: What it says.
    """

    seq: int
    count: str
    day: TableDay


def versions(tx: Tx, day: date) -> tuple[Version, ...]:
    """Every total of a gaming date that was ever stored, in that order."""
    query = (
        select(DayTotalRow).where(DayTotalRow.gaming_date == day).order_by(DayTotalRow.id)  # type: ignore[arg-type]
    )
    return tuple(
        Version(
            entry.journal_seq,
            entry.count_id,
            canonical.from_bytes(TableDay, entry.content.encode()),
        )
        for entry in tx.exec(query)
    )


def mark(tx: Tx, day: date) -> str:
    """What a gaming date's figures rest on, as one digest: its totals and its files of rounds.

    Somebody decided on figures that were shown: he did so on what has this mark.
    """
    query = (
        select(DayTotalRow).where(DayTotalRow.gaming_date == day).order_by(DayTotalRow.id)  # type: ignore[arg-type]
    )
    newest = {entry.table_code: entry for entry in tx.exec(query)}
    periods = [entry.period_id for entry in newest.values() if entry.period_id is not None]
    files = select(RoundsFileRow.sha256).where(RoundsFileRow.period_id.in_(periods))  # type: ignore[attr-defined]
    return canonical.digest(
        [sorted((code, entry.sha256) for code, entry in newest.items()), sorted(tx.exec(files))]
    )


def mark_of_month(tx: Tx, day: date) -> str:
    """What the figures of a gaming date's month rest on, as one digest."""
    month = [one for one in days(tx) if (one.year, one.month) == (day.year, day.month)]
    newest = select(func.max(DocumentRow.id)).where(DocumentRow.paper.in_(_OF_MONTH))  # type: ignore[attr-defined]
    return canonical.digest([[mark(tx, one) for one in month], tx.exec(newest).one()])


def days(tx: Tx) -> tuple[date, ...]:
    """Gaming dates that have totals, in order."""
    return tuple(sorted(set(tx.exec(select(DayTotalRow.gaming_date).distinct()))))  # type: ignore[arg-type, call-overload]


def differing(tx: Tx) -> Iterator[str]:
    """Name every total that is not what the records come to, worked out again (``verify``)."""
    for day in days(tx):
        if not registry.as_of(tx, day, kind="property"):
            continue  # what is missing there is named by the digests of the registry
        computed = {entry.table: entry for entry in compute_day(tx, day)}
        for entry in stored(tx, day):
            if computed.get(entry.table) != entry:
                yield f"{entry.table} of {day.isoformat()}"
