"""The work list of an audit: the forms of a gaming date, and what does not fit between them."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from countroom.domain import canonical
from countroom.domain.audit import Item, ItemKind
from countroom.domain.documents import Document
from countroom.domain.papers import PAPERS
from countroom.stores import Tx, adjusting, bookings, documents, proceeds, registry, states, totals
from countroom.stores.house import house_on

_OF_DAY: Final = (
    "drop_manifest",
    "drop_variance",
    "transmittal",
    "supplementary_count",
    "unallocated",
    "first_checks",
)
"""Forms of a whole day, besides its count reports."""

_OF_TABLE: Final = ("error_notification",)
_MOVES: Final = ("fill_slip", "credit_slip")


def items(tx: Tx, day: date) -> tuple[Item, ...]:
    """Everything that is looked at before a gaming date is filed: the day, then table by table."""
    ticks = states.current(tx, adjusting.AUDIT, prefix=f"{day.isoformat()}|")
    found = [*_of_day(tx, day), *_of_tables(tx, day)]
    made = []
    for item in found:
        tick = ticks.get(f"{day.isoformat()}|{item.key}")
        holds = (
            tick is not None
            and tick.to_state == adjusting.TICKED
            and tick.about.partition("|")[0] == item.digest
        )
        made.append(_ticked(item, tick.person) if holds and tick is not None else item)
    return tuple(made)


def _ticked(item: Item, person: str) -> Item:
    return Item(item.key, item.kind, item.table, item.says, item.digest, item.people, person)


def _item(document: Document, kind: ItemKind, says: str = "") -> Item:
    title = PAPERS[document.paper].title
    void = ", VOID" if document.state == bookings.VOID else ""
    signed = tuple(one.own_digest() for one in document.signatures)
    return Item(
        key=document.name,
        kind=kind,
        table=document.table,
        says=f"{title}{says}{void}",
        digest=canonical.digest([document.digest, document.state, *signed]),
        people=frozenset({document.by, *(one.person for one in document.signatures)}),
    )


def _of_day(tx: Tx, day: date) -> Iterator[Item]:
    for count in registry.counts_of(tx, day):
        for report in proceeds.reports(tx, count).values():
            yield _item(report, ItemKind.REPORT)
    for paper in _OF_DAY:
        for document in documents.find(tx, paper=paper, gaming_date=day):
            yield _item(document, ItemKind.FORM)


def _of_tables(tx: Tx, day: date) -> Iterator[Item]:
    notes = {entry.table: entry.noticed for entry in totals.stored(tx, day)}
    for table in house_on(tx, day).tables:
        period = registry.period_on(tx, table.code, day)
        if period is not None:
            yield from _of_period(tx, period.id)
        yield from _not_booked(tx, day, table.code, None if period is None else period.id)
        for note in notes.get(table.code, ()):
            digest = canonical.digest(note)
            name = f"{note.rule} {table.code} {digest[:8]}"
            yield Item(name, ItemKind.FINDING, table.code, note.sentence, digest)


def _of_period(tx: Tx, period: int) -> Iterator[Item]:
    for slip in documents.find(tx, paper="inventory_slip", period=period):
        word = slip.content.kind.value.replace("_", " ")
        yield _item(slip, ItemKind.SLIP, f", {word}, {slip.content.total.text()}")
    for slip in bookings.booked_slips(tx, period):
        yield _item(slip, ItemKind.SLIP, f", {slip.content.total.text()}")
    for check in documents.find(tx, paper="counter_check", period=period):
        says = f" {check.content.serial}, {check.content.amount.text()}"
        yield _item(check, ItemKind.CHECK, says)


def _not_booked(tx: Tx, day: date, table: str, period: int | None) -> Iterator[Item]:
    """Void slips and others whose chips did not move here, and the forms about a table."""
    booked = set() if period is None else {one.name for one in bookings.booked(tx, period)}
    for paper in (*_MOVES, *_OF_TABLE):
        for document in documents.find(tx, paper=paper, gaming_date=day, table=table):
            void = document.state == bookings.VOID
            if document.name not in booked and (void or paper in _OF_TABLE):
                yield _item(document, ItemKind.SLIP if paper in _MOVES else ItemKind.FORM)
