"""What is on record about a gaming date, read for the explanation of its differences.

Only of tables that differ are the rounds gone through; of the others it is known what their
boxes held, since one of those may have been counted with another.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from countroom.domain import opening
from countroom.domain.denominations import Instrument, denomination_label
from countroom.domain.documents import Document
from countroom.domain.explaining.facts import (
    Box,
    BuyIn,
    Check,
    ChipSlip,
    CouponPlayed,
    Day,
    Line,
    Mistakes,
    Oddity,
    Opened,
    Rack,
    Table,
    worth,
)
from countroom.domain.papers.box_count import BoxCount, DocumentsTally
from countroom.engine import mistakes, oddities
from countroom.engine.house import TAKEN
from countroom.inquiries import played, reconcile
from countroom.inquiries.played import Whole
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.stores import Tx, bookings, box_papers, documents
from countroom.stores.mismatches import Standing

_MONEY: Final = frozenset({Instrument.CURRENCY, Instrument.COIN})
_ONE_DAY: Final = timedelta(days=1)
_PAPERS: Final = ("fill_slip", "credit_slip")


def day_of(tx: Tx, found: ReconciledDay, rounds: Path, *, neighbours: bool = True) -> Day:
    """Read a gaming date.

    Args:
        tx: A reading transaction.
        found: The date, reconciled.
        rounds: The folder of rounds.
        neighbours: Read what the days before and after say of tables that differ.
    """
    return Day(tuple(table_of(tx, one, rounds, neighbours=neighbours) for one in _whole(found)))


def _whole(found: ReconciledDay) -> Iterator[TableResult]:
    """Tables whose books and games are complete, and that have a drop period."""
    return (one for one in found.tables if one.complete and one.row.day.period is not None)


def table_of(tx: Tx, one: TableResult, rounds: Path, *, neighbours: bool = True) -> Table:
    """Read one table's drop period."""
    entry = one.row.day
    assert entry.period is not None
    found = bookings.boxes(tx, entry.period)
    boxes = tuple(_box(count.content) for count in found.counts)
    whole = played.whole(tx, rounds, entry.period) if entry.opened else None
    before, after, later = _neighbours(tx, one, rounds) if neighbours else (None, None, ())
    return Table(
        code=entry.table,
        kind=entry.kind,
        opening=_rack(tx, entry.opening_slip),
        closing=_rack(tx, entry.closing_slip),
        slips=(
            *_booked(tx, entry.period),
            *_unbooked(tx, entry.period, entry.gaming_date, entry.table),
        ),
        boxes=boxes,
        expected=box_papers.expected(tx, entry.table, entry.period, found.counts),
        checks=tuple(
            Check(check.name, check.content.serial, check.content.amount.cents)
            for check in bookings.checks(tx, entry.period)
        ),
        opened=tuple(_opened(tx, each) for each in one.row.mismatches),
        rake_in_cash=entry.rake_in_cash and entry.kind.value == "nonbanking",
        more_money=entry.currency.cents - sum(worth(box.money) for box in boxes),
        more_chips=(entry.value_chips + entry.rake_chips).cents
        - sum(worth(box.chips) for box in boxes),
        day_before=before,
        day_after=after,
        slips_after=later,
        **({} if whole is None else of_rounds(whole)),
    )


# ------------------------------------------------------------------------------------ papers


def _line(label: str, cents: int, pieces: int, chip_set: str) -> Line:
    return Line(label, cents, pieces, chip_set)


def _lines(pieces: Iterable[Any]) -> tuple[Line, ...]:
    return tuple(
        _line(each.label, each.denomination_cents, each.pieces, each.chip_set) for each in pieces
    )


def _rack(tx: Tx, name: str) -> Rack:
    return Rack(name, _lines(documents.by_name(tx, name).content.pieces) if name else ())


def _booked(tx: Tx, period: int) -> tuple[ChipSlip, ...]:
    return tuple(_slip(slip, booked=True) for slip in bookings.booked_slips(tx, period))


def _unbooked(tx: Tx, period: int, day: date, table: str) -> Iterator[ChipSlip]:
    """Slips of the date that count in no period: void, or never finished."""
    booked = {slip.name for slip in bookings.booked_slips(tx, period)}
    for paper in _PAPERS:
        for slip in documents.find(tx, paper=paper, gaming_date=day, table=table):
            if slip.name not in booked and slip.state != bookings.DONE:
                yield _slip(slip, booked=False)


def _slip(slip: Document, *, booked: bool) -> ChipSlip:
    return ChipSlip(
        name=slip.name,
        fill=slip.paper == "fill_slip",
        lines=_lines(slip.content.pieces),
        booked=booked,
        state=slip.state,
        request=slip.content.request,
        asked=_lines(slip.content.requested),
    )


def _box(content: BoxCount) -> Box:
    lines = [
        (figure.instrument, _figure_line(figure.denomination_cents, figure.pieces, figure.chip_set))
        for figure in content.figures
    ]
    tally = content.documents
    papers = {each.name: getattr(tally, each.name) for each in fields(DocumentsTally)}
    return Box(
        number=content.box,
        money=tuple(line for instrument, line in lines if instrument in _MONEY),
        chips=tuple(line for instrument, line in lines if instrument not in _MONEY),
        coupons=tuple((coupon.serial, coupon.value_cents) for coupon in content.coupons),
        papers={kind: many for kind, many in papers.items() if many and kind != "vouchers"},
        memos=tuple(
            (memo.description or memo.kind.value.replace("_", " "), amount)
            for memo in content.memos
            if memo.currency_code == "USD" and (amount := memo.denomination_cents * memo.pieces)
        ),
        vouchers=tally.vouchers,
    )


def _figure_line(cents: int, pieces: int, chip_set: str) -> Line:
    return _line(f"{denomination_label(cents)} {chip_set}".strip(), cents, pieces, chip_set)


def _opened(tx: Tx, standing: Standing) -> Opened:
    one = standing.mismatch
    before, now = (documents.by_name(tx, name).content.pieces for name in (one.closer, one.slip))
    lines = tuple(
        _line(each.label, each.denomination_cents, each.pieces, each.chip_set)
        for each in opening.differing(before, now)
    )
    return Opened(
        one.slip, one.closer, one.error_slip, one.difference.cents, lines, across=one.across
    )


# ------------------------------------------------------------------------------- other days


def _neighbours(
    tx: Tx, one: TableResult, rounds: Path
) -> tuple[int | None, int | None, tuple[ChipSlip, ...]]:
    """Difference in chips on the day before and after, and the slips of the latter.

    Asked only where chips differ.
    """
    entry = one.row.day
    if one.variance is None or not one.variance.chips.cents:
        return None, None, ()
    before, after = (
        reconcile.table_in(tx, entry.gaming_date + step, entry.table, rounds)
        for step in (-_ONE_DAY, _ONE_DAY)
    )
    period = None if after is None else after.row.day.period
    later = () if period is None else _booked(tx, period)
    return _chips(before), _chips(after), later


def _chips(one: TableResult | None) -> int | None:
    return None if one is None or one.variance is None else one.variance.chips.cents


# ----------------------------------------------------------------------------------- rounds


def of_rounds(whole: Whole) -> dict[str, Any]:
    """What the rounds of a period say, as the parts of a table's facts."""
    columns, game = whole.again.columns, whole.period.module
    taken = sum(int(columns[name].sum()) for name in TAKEN)
    return {
        "buyins": tuple(
            BuyIn(int(cents), serial or "")
            for cents, serial in zip(
                whole.buyins["cents"].tolist(), whole.buyins["check_serial"].tolist(), strict=True
            )
        ),
        "coupons": tuple(_coupons(whole)),
        "play": taken - int(columns["paid_tray_cents"].sum()),
        "rake": int(columns["rake_cents"].sum()),
        "mistakes": tuple(_mistakes(each) for each in mistakes.every(game, columns)),
        "oddities": tuple(_odd(whole)),
    }


def _coupons(whole: Whole) -> Iterator[CouponPlayed]:
    columns = whole.again.columns
    for row in range(len(columns["round"])):
        if columns["coupon_dropped"][row]:
            yield CouponPlayed(
                columns["coupon_serial"][row],
                int(columns["coupon_cents"][row]),
                int(columns["round"][row]),
                int(columns["seat"][row]),
            )


def _mistakes(each: mistakes.Alike) -> Mistakes:
    first = each.first
    says = f"Round {first.round}, seat {first.seat}, {first.wager}: {first.says}."
    return Mistakes(each.kind, first.tray_cents, each.rounds, each.count, each.of, says)


_EPOCH_TO_MICROSECONDS: Final = 1_000_000


def _odd(whole: Whole) -> Iterator[Oddity]:
    period = whole.period
    span = tuple(
        round(at.timestamp() * _EPOCH_TO_MICROSECONDS) for at in (period.from_at, period.to_at)
    )
    found = oddities.odd_rounds(period.module, whole.again, whole.given, (span[0], span[1]))
    for each in found:
        yield Oddity(
            each.kind,
            each.round,
            each.tray_cents,
            each.says,
            each.rake_cents,
            each.coupons,
            each.likely,
        )
