"""The lists that accounting and audit re-add a gaming date from (4.3 of the trade's customs).

All of them after the conclusion of the date's count, from the same record as the screens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import CountView, Viewer
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.found_coupons import finding_of, outcome_of
from countroom.domain.house import House
from countroom.domain.papers import PAPERS
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.slip_numbers import SERIES
from countroom.errors import NotFoundError
from countroom.inquiries import coupon_exceptions, revenue, viewing
from countroom.money import Money
from countroom.stores import (
    Tx,
    custody,
    documents,
    proceeds,
    registry,
    slip_numbers,
    states,
)
from countroom.stores.database import Database
from countroom.stores.house import house_on

__all__ = [
    "BoxLine",
    "CouponEntry",
    "Database",
    "ExceptionEntry",
    "NumberEntry",
    "SlipEntry",
    "box_lines",
    "concluded",
    "coupon_register",
    "exceptions",
    "series_register",
    "slip_register",
]
"""``Database`` too: reports name it and never open the store."""
SLIPS: Final = (
    "fill_request",
    "fill_slip",
    "credit_request",
    "credit_slip",
    "inventory_slip",
    "error_notification",
    "counter_check",
)
"""Papers of the pit whose numbers are accounted for."""


@dataclass(frozen=True, slots=True)
class BoxLine:
    """Pieces of one denomination in one box.

    Attributes:
        count: Name of the count.
        box: Box number.
        table: Its table.
        game: Game of the table.
        kind: Banking or nonbanking.
        emergency: Whether it is an emergency box.
        instrument: What was counted.
        chip_set: Of chips, which set.
        currency: ISO 4217.
        denomination: Face of one piece.
        pieces: How many.
        amount: Their value.
        memo: Printed and in no total.
        serial: Of a single piece.
        form: Number of the box count.
        version: Its version.
    """

    count: str
    box: str
    table: str
    game: str
    kind: str
    emergency: bool
    instrument: str
    chip_set: str
    currency: str
    denomination: Money
    pieces: int
    amount: Money
    memo: bool
    serial: str
    form: str
    version: int


@dataclass(frozen=True, slots=True)
class SlipEntry:
    """One numbered slip of the date, VOID ones included."""

    number: str
    title: str
    table: str
    state: str
    total: Money | None
    issued_at: datetime
    issued_by: str
    signers: str
    version: int
    void_reason: str
    voided_by: str


@dataclass(frozen=True, slots=True)
class CouponEntry:
    """One coupon found in a box; its value is memo only."""

    count: str
    serial: str
    value: Money
    remark: str
    box: str
    table: str
    game: str
    form: str


@dataclass(frozen=True, slots=True)
class ExceptionEntry:
    """Something out of the ordinary.

    Attributes:
        kind: What sort, in a few words.
        table: Gaming table, or empty.
        box: Drop box, or empty.
        form: The form that shows it, or empty.
        says: What was found.
        at: When, or nothing.
    """

    kind: str
    table: str
    box: str
    form: str
    says: str
    at: datetime | None = None


def concluded(database: Database, viewer: Viewer, gaming_date: date) -> tuple[str, ...]:
    """Names of the concluded counts of a gaming date.

    Raises:
        AccessError: The duty may not read them, or none is concluded.
    """
    with database.read() as tx:
        return _concluded(tx, viewer, gaming_date)


def _concluded(tx: Tx, viewer: Viewer, day: date) -> tuple[str, ...]:
    """The concluded counts of a gaming date, if this person may read their documents.

    Raises:
        AccessError: The duty may not, or no count of that date is concluded.
    """
    named = registry.counts_of(tx, day)
    done = tuple(n for n in named if viewing.view(tx, n).concluded)
    state = CountState.CONCLUDED if done else CountState.COUNTING
    access.supporting_documents(viewer, CountView(state)).require()
    return done


def box_lines(database: Database, viewer: Viewer, gaming_date: date) -> tuple[BoxLine, ...]:
    """Every denomination of every box, memo entries last, in table order.

    Raises:
        AccessError: The duty may not see them, or the count is not concluded.
    """
    with database.read() as tx:
        return tuple(
            line
            for count in _concluded(tx, viewer, gaming_date)
            for document in proceeds.in_table_order(tx, count)
            for line in _box_lines(document)
        )


def _box_lines(document: Document) -> Iterator[BoxLine]:
    content: BoxCount = document.content
    for line in PAPERS[document.paper].lines(content):
        yield BoxLine(
            count=content.count,
            box=content.box,
            table=content.table,
            game=content.game,
            kind=content.kind.value,
            emergency=content.emergency,
            instrument=line.instrument.value,
            chip_set=line.chip_set,
            currency=line.currency_code,
            denomination=Money(line.denomination_cents),
            pieces=line.pieces,
            amount=line.amount,
            memo=line.memo,
            serial=line.reference,
            form=document.name,
            version=document.version,
        )


def slip_register(database: Database, viewer: Viewer, gaming_date: date) -> tuple[SlipEntry, ...]:
    """Every numbered slip of the date in the order of issue, VOID ones with who and why.

    Raises:
        AccessError: The duty may not see them, or the count is not concluded.
    """
    with database.read() as tx:
        _concluded(tx, viewer, gaming_date)
        house = house_on(tx, gaming_date)
        found = [
            slip
            for code in SLIPS
            for slip in documents.find(tx, paper=code, gaming_date=gaming_date)
        ]
        return tuple(_slip(tx, house, slip) for slip in found)


@dataclass(frozen=True, slots=True)
class NumberEntry:
    """One number of a series used on the date, or missing before one that was."""

    number: str
    form: str
    status: str
    table: str
    last_with: str
    at: datetime | None
    remark: str


def series_register(
    database: Database, viewer: Viewer, gaming_date: date
) -> tuple[NumberEntry, ...]:
    """Every number of every series used on the date, gaps and strays among them (V-20).

    Raises:
        AccessError: The duty may not see them, or the count is not concluded.
    """
    with database.read() as tx:
        _concluded(tx, viewer, gaming_date)
        found = slip_numbers.of_day(tx, house_on(tx, gaming_date), gaming_date)
    return tuple(
        NumberEntry(
            number=one.name,
            form=PAPERS[SERIES[one.series]].title,
            status=one.status.value,
            table=one.table,
            last_with=one.last,
            at=one.at,
            remark=one.says,
        )
        for one in found
    )


def _name(house: House, code: str) -> str:
    found = next((person for person in house.people if person.code == code), None)
    return code if found is None else found.name


def _slip(tx: Tx, house: House, slip: Document) -> SlipEntry:
    moved = states.last(tx, "document", slip.name)
    void = moved if moved is not None and moved.to_state == "void" else None
    reason, _, second = ("", "", "") if void is None else void.about.rpartition(" / ")
    voiders = [] if void is None else [void.person, second]
    worth = ("total", "amount", "difference")
    total = next((getattr(slip.content, n) for n in worth if hasattr(slip.content, n)), None)
    return SlipEntry(
        number=slip.name,
        title=PAPERS[slip.paper].title,
        table=slip.table,
        state=slip.state,
        total=total,
        issued_at=slip.at,
        issued_by=_name(house, slip.by),
        signers=", ".join(f"{entry.name} ({entry.title})" for entry in slip.signatures),
        version=slip.version,
        void_reason=reason,
        voided_by=", ".join(_name(house, code) for code in voiders if code),
    )


def coupon_register(
    database: Database, viewer: Viewer, gaming_date: date
) -> tuple[CouponEntry, ...]:
    """Every coupon found in a box of the date, by serial.

    Raises:
        AccessError: The duty may not see them, or the count is not concluded.
    """
    with database.read() as tx:
        return tuple(
            CouponEntry(
                count=document.content.count,
                serial=coupon.serial,
                value=Money(coupon.value_cents),
                remark=coupon.remark,
                box=document.content.box,
                table=document.content.table,
                game=document.content.game,
                form=document.name,
            )
            for count in _concluded(tx, viewer, gaming_date)
            for document in proceeds.in_table_order(tx, count)
            for coupon in document.content.coupons
        )


def exceptions(database: Database, viewer: Viewer, gaming_date: date) -> tuple[ExceptionEntry, ...]:
    """Everything out of the ordinary of a gaming date, by kind.

    Raises:
        AccessError: The duty may not see them, or the count is not concluded.
    """
    with database.read() as tx:
        counts = _concluded(tx, viewer, gaming_date)
        found = [entry for count in counts for entry in _of_count(tx, count)]
        found += _void_slips(tx, gaming_date)
        found += _of_tables(tx, gaming_date)
        found += [ExceptionEntry(*odd.row) for odd in coupon_exceptions.of_day(tx, gaming_date)]
    return tuple(found)


def _of_count(tx: Tx, count: str) -> Iterator[ExceptionEntry]:
    for box, named in custody.named_missing(tx, count).items():
        yield ExceptionEntry("box not counted", named.table, box, named.report, named.reason)
    for document in proceeds.in_table_order(tx, count):
        yield from _of_box(document)
    for code in ("drop_variance", "strap_direction", "unallocated", "supplementary_count"):
        for document in documents.find(tx, count=count, paper=code):
            title = PAPERS[code].title
            says = getattr(document.content, "reason", "") or title
            place = (document.table, "", document.name)
            yield ExceptionEntry(title.lower(), *place, says, document.at)
    attempts = documents.find(tx, count=count, paper="recount")
    for document in attempts[:-1]:
        says = f"attempt {document.content.attempt} was followed by another"
        yield ExceptionEntry("recount repeated", "", "", document.name, says, document.at)


def _of_box(document: Document) -> Iterator[ExceptionEntry]:
    content: BoxCount = document.content
    place = (content.table, content.box, document.name)
    if content.emergency:
        yield ExceptionEntry("emergency box", *place, "counted with its own line", document.at)
    if document.version > 1:
        says = f"version {document.version}: {document.reason}"
        yield ExceptionEntry("changed after recording", *place, says, document.at)
    for memo in content.memos:
        kind = memo.kind.value.replace("_", " ")
        says = f"{memo.pieces} of {memo.currency_code} {Money(memo.denomination_cents).text()}"
        parts = [says, memo.serial, memo.description]
        yield ExceptionEntry(kind, *place, ", ".join(part for part in parts if part), document.at)
    for coupon in content.coupons:
        finding = finding_of(coupon)
        if finding is not None:
            kind = f"coupon {outcome_of(coupon.remark).value}"
            yield ExceptionEntry(kind, *place, finding.sentence, document.at)


def _void_slips(tx: Tx, gaming_date: date) -> Iterator[ExceptionEntry]:
    for code in SLIPS:
        for slip in documents.find(tx, paper=code, gaming_date=gaming_date):
            if slip.state == "void":
                moved = states.last(tx, "document", slip.name)
                assert moved is not None, "what is void was moved there"
                says = moved.about.rpartition(" / ")[0]
                yield ExceptionEntry("void slip", slip.table, "", slip.name, says, moved.at)


def _of_tables(tx: Tx, gaming_date: date) -> Iterator[ExceptionEntry]:
    try:
        rows = revenue.rows_of(tx, gaming_date)
    except NotFoundError:  # a count without totals has nothing to say about tables
        return
    for row in rows:
        for finding in row.findings:
            yield ExceptionEntry("table", row.day.table, "", finding.where, finding.sentence)
        for one in row.mismatches:
            if one.resolved:
                says = f"{one.mismatch.sentence} Resolved: {one.reason}"
                yield ExceptionEntry(
                    "mismatch resolved", row.day.table, "", one.mismatch.slip, says, one.at
                )
