"""Why a table differs: the causes that would produce the difference to the cent, likeliest first.

What is gathered here is evidence: how each form was entered, which slips moved chips, which
checks and coupons the rounds name, and which round, settled wrongly, would leave exactly this.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from countroom.domain import reconciliation
from countroom.domain.access import Viewer
from countroom.domain.denominations import Instrument, denomination_label
from countroom.domain.documents import Document
from countroom.domain.reconciliation import RANKS, Cause, Entered, Evidence, Moved, Part, Played
from countroom.engine.house import TAKEN
from countroom.engine.mistakes import that_leave
from countroom.engine.records import Disagreement
from countroom.errors import NotFoundError
from countroom.inquiries import played, reconcile, revenue
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.money import ZERO, Money
from countroom.stores import Tx, bookings, documents
from countroom.stores.database import Database

_NAMED, _SLIP, _ENTRY, _ROUND, _NOTE = range(len(RANKS))


@dataclass(frozen=True, slots=True)
class Why:
    """A table's difference and what may have caused it.

    Attributes:
        result: The table, reconciled.
        causes: Likeliest first; none leaves it unexplained.
        says: The difference in words, part by part.
    """

    result: TableResult
    causes: tuple[Cause, ...]
    says: tuple[str, ...]


def why(database: Database, viewer: Viewer, gaming_date: date, table: str, rounds: Path) -> Why:
    """Look for the causes of a table's difference.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which.
        table: Code of the table.
        rounds: The folder of rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house, total or table of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        found = reconcile.reconciled_in(tx, gaming_date, rounds)
        result = next((each for each in found.tables if each.row.day.table == table), None)
        if result is None:
            msg = f"There is no table {table} on {gaming_date.isoformat()}."
            raise NotFoundError(msg)
        if result.variance is None:
            return Why(result, (), ())
        evidence = _evidence(tx, found, result, rounds)
        of_coupons = tuple(_coupon_causes(tx, found, result, rounds))
    causes = (*of_coupons, *reconciliation.explain(result.variance, evidence))
    return Why(result, causes, _words(result))


def _words(result: TableResult) -> tuple[str, ...]:
    assert result.variance is not None
    parts = (
        ("Cash", result.variance.cash),
        ("Counter Checks", result.variance.checks),
        ("Chips", result.variance.chips),
    )
    said = [f"{name} {amount.in_words()}." for name, amount in parts if amount != ZERO]
    return (*said, *(found.sentence for found in result.coupons.findings()))


def _evidence(tx: Tx, found: ReconciledDay, result: TableResult, rounds: Path) -> Evidence:
    entry, games = result.row.day, result.games.played
    assert games is not None
    assert result.variance is not None
    if entry.period is None:
        return Evidence()
    moved = [
        *_checks(tx, entry.period, games),
        *_slips(tx, entry.period, entry.table, entry.gaming_date),
        *_coupons(tx, entry.period),
        *_other_tables(found, result),
        *(_recorded(each) for each in result.games.disagreements),
        *_rounds(tx, rounds, entry.period, result.variance.chips.cents),
    ]
    return Evidence(
        boxes=tuple(_boxes(tx, entry.period)),
        closing=tuple(_closing(tx, entry.closing_slip)),
        moved=tuple(moved),
    )


def _boxes(tx: Tx, period: int) -> Iterable[Entered]:
    for count in bookings.boxes(tx, period).counts:
        for figure in count.content.figures:
            if figure.instrument in {Instrument.CURRENCY, Instrument.COIN}:
                yield Entered(
                    where=f"box {count.content.box}",
                    denomination_cents=figure.denomination_cents,
                    pieces=figure.pieces,
                    label=denomination_label(figure.denomination_cents),
                )


def _closing(tx: Tx, slip: str) -> Iterable[Entered]:
    if not slip:
        return
    for entry in documents.by_name(tx, slip).content.pieces:
        yield Entered(slip, entry.denomination_cents, entry.pieces, entry.label)


def _checks(tx: Tx, period: int, games: Played) -> Iterable[Moved]:
    entered = {check.content.serial: check for check in bookings.checks(tx, period)}
    exchanged = dict(games.check_buyins)
    for serial, amount in exchanged.items():
        if serial not in entered:
            says = f"Counter Check {serial} of {amount.text()} was exchanged and is not entered."
            yield Moved(Part.CHECKS, -amount.cents, says, serial, _NAMED)
    for serial, check in entered.items():
        off = check.content.amount - exchanged.get(serial, ZERO)
        if off != ZERO:
            says = f"{check.name}: check {serial} is entered {off.in_words()} against the rounds."
            yield Moved(Part.CHECKS, off.cents, says, check.name, _NAMED)


def _slips(tx: Tx, period: int, table: str, day: date) -> Iterable[Moved]:
    booked = bookings.booked_slips(tx, period)
    for slip in booked:
        yield _slip(slip, booked=True)
    names = {slip.name for slip in booked}
    for paper in ("fill_slip", "credit_slip"):
        for slip in documents.find(tx, paper=paper, gaming_date=day, table=table):
            if slip.name not in names and slip.state != bookings.DONE:
                yield _slip(slip, booked=False)


def _slip(slip: Document, *, booked: bool) -> Moved:
    """A booked slip whose chips did not move, or chips that moved without a booked slip."""
    into = slip.paper == "fill_slip"
    amount: Money = slip.content.total
    if booked:
        says = f"{slip.name} is booked and its chips did not move: {amount.text()}."
    else:
        says = f"{slip.name} is {slip.state} and its chips moved all the same: {amount.text()}."
    over = into is not booked
    cents = amount.cents if over else -amount.cents
    return Moved(Part.CHIPS, cents, says, slip.name, _SLIP)


def _coupons(tx: Tx, period: int) -> Iterable[Moved]:
    for coupon in bookings.boxes(tx, period).coupons:
        says = f"Coupon {coupon.serial} was paid out in chips for its face value."
        yield Moved(Part.CHIPS, -coupon.value_cents, says, coupon.serial, _ROUND)


def _coupon_causes(
    tx: Tx, found: ReconciledDay, result: TableResult, folder: Path
) -> Iterable[Cause]:
    """Where a coupon that is missing was played or turned up, and where an extra one belongs."""
    mine = result.row.day.table
    played_at = _rounds_of_coupons(tx, result.row.day.period, folder)
    for serial in (*result.coupons.missing, *result.coupons.extra):
        gone = serial in result.coupons.missing
        others = [
            other.row.day.table
            for other in found.tables
            if other.row.day.table != mine
            and serial in (other.coupons.extra if gone else other.coupons.missing)
        ]
        for other in others:
            says = "lies in the box of" if gone else "was played at"
            yield Cause(Part.COUPONS, f"Coupon {serial} {says} {other}.", other, _NAMED)
        if gone and serial in played_at:
            where = played_at[serial]
            yield Cause(Part.COUPONS, f"Coupon {serial} was settled in {where}.", where, _ROUND)


def _rounds_of_coupons(tx: Tx, period: int | None, folder: Path) -> dict[str, str]:
    by_book = None if period is None else played.by_book(tx, folder, period)
    if by_book is None:
        return {}
    _, columns = by_book
    return {
        columns["coupon_serial"][row]: f"round {columns['round'][row]}, seat {columns['seat'][row]}"
        for row in range(len(columns["round"]))
        if columns["coupon_dropped"][row]
    }


def _other_tables(found: ReconciledDay, result: TableResult) -> Iterable[Moved]:
    """Chips that one table misses and another has too many of."""
    mine = result.row.day.table
    for other in found.tables:
        code = other.row.day.table
        if code == mine or other.variance is None or other.variance.chips == ZERO:
            continue
        amount = abs(other.variance.chips).text()
        says = f"{code} differs the other way: {amount} in chips lie at the wrong table."
        yield Moved(Part.CHIPS, -other.variance.chips.cents, says, code, _SLIP)


_SIGNS = dict.fromkeys(TAKEN, 1) | {"paid_tray_cents": -1}


def _recorded(each: Disagreement) -> Moved:
    """A round that was recorded otherwise than the book settles it."""
    off = (each.recorded - each.by_book) * _SIGNS.get(each.what, 0)
    where = f"round {each.round}, seat {each.seat}"
    says = (
        f"{where.capitalize()}: {each.wager} {each.what.removesuffix('_cents').replace('_', ' ')}"
        f" {Money(each.recorded).text()}, by the book {Money(each.by_book).text()} ({each.rule})."
    )
    return Moved(Part.CHIPS, off, says, f"round {each.round}", _NAMED)


def _rounds(tx: Tx, folder: Path, period: int, cents: int) -> Iterable[Moved]:
    by_book = played.by_book(tx, folder, period)
    if by_book is None:
        return
    of, columns = by_book
    for mistake in that_leave(of.module, columns, cents):
        says = f"Round {mistake.round}, seat {mistake.seat}, {mistake.wager}: {mistake.says}."
        yield Moved(Part.CHIPS, mistake.tray_cents, says, f"round {mistake.round}", _ROUND)
