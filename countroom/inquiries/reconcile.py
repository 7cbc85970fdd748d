"""Does the money agree with the games: a gaming date, table by table, in independent parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from countroom.domain import coupons, reconciliation
from countroom.domain.access import Viewer
from countroom.domain.coupons import CouponDifference
from countroom.domain.findings import Finding
from countroom.domain.house import House
from countroom.domain.reconciliation import Band, Played, Variance
from countroom.domain.revenue import Banking
from countroom.domain.table_day import TableDay
from countroom.inquiries import played, revenue
from countroom.inquiries.played import OnRecord
from countroom.inquiries.revenue import Row
from countroom.money import Money, total
from countroom.stores import Tx
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table, reconciled.

    Attributes:
        row: What the books say.
        games: What its rounds say.
        coupons: Counted against settled.
        variance: In its parts, or nothing while a win or the rounds are missing.
        band: How much it asks for, or nothing.
        findings: What does not fit, of the books and of the comparison.
    """

    row: Row
    games: OnRecord
    coupons: CouponDifference
    variance: Variance | None
    band: Band | None
    findings: tuple[Finding, ...]

    @property
    def complete(self) -> bool:
        """Whether books and games are both complete."""
        return self.variance is not None


@dataclass(frozen=True, slots=True)
class ReconciledDay:
    """A gaming date, reconciled.

    Attributes:
        gaming_date: Which.
        tables: In table order.
        variance: Of all tables, or nothing while one is incomplete.
    """

    gaming_date: date
    tables: tuple[TableResult, ...]
    variance: Money | None

    @property
    def complete(self) -> bool:
        """Whether every table is."""
        return self.variance is not None

    @property
    def differs(self) -> bool:
        """Whether any part of any table differs, coupons too."""
        return any(
            (table.variance is not None and not table.variance.is_even)
            or table.coupons.findings()
            or table.games.disagreements
            for table in self.tables
        )


def reconciled(
    database: Database, viewer: Viewer, gaming_date: date, rounds: Path
) -> ReconciledDay:
    """Compare the books of a gaming date with its games.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which.
        rounds: The folder of rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return reconciled_in(tx, gaming_date, rounds)


def reconciled_in(tx: Tx, gaming_date: date, rounds: Path) -> ReconciledDay:
    """Compare, in an open transaction and for whoever was already asked about."""
    house = house_on(tx, gaming_date)
    tables = tuple(_table(tx, row, rounds, house) for row in revenue.rows_of(tx, gaming_date))
    known = [table.variance.total for table in tables if table.variance is not None]
    whole = total(known) if len(known) == len(tables) else None
    return ReconciledDay(gaming_date, tables, whole)


def table_in(tx: Tx, gaming_date: date, table: str, rounds: Path) -> TableResult | None:
    """One table of a gaming date, or nothing where no count of that date is concluded."""
    if not revenue.concluded(tx, gaming_date):
        return None
    row = next((row for row in revenue.rows_of(tx, gaming_date) if row.day.table == table), None)
    return None if row is None else _table(tx, row, rounds, house_on(tx, gaming_date))


def _table(tx: Tx, row: Row, rounds: Path, house: House) -> TableResult:
    warn = house.settings.variance_warn
    games = played.on_record(tx, rounds, row.day.period, opened=row.day.opened)
    settled = games.played.coupons if games.played is not None else ()
    matched = coupons.compare(row.day.coupons, settled)
    variance = _variance(row.day, games.played, matched)
    found = [*row.findings, *_coupon_faults(row.day, games, house)]
    if variance is not None:
        found += reconciliation.findings(row.day.table, variance, warn=warn)
    return TableResult(
        row=row,
        games=games,
        coupons=matched,
        variance=variance,
        band=None if variance is None else reconciliation.band(variance.total, warn=warn),
        findings=tuple(found),
    )


def _coupon_faults(entry: TableDay, games: OnRecord, house: House) -> tuple[Finding, ...]:
    """Coupons that were played against a rule, as the rounds recorded them."""
    return coupons.faults(
        games.coupons,
        kind=entry.kind,
        designs={design.serial_prefix: design for design in house.coupons if design.serial_prefix},
        per_round=games.one_a_round,
    )


def _variance(entry: TableDay, games: Played | None, matched: CouponDifference) -> Variance | None:
    books = entry.books
    if books is None or games is None:
        return None
    if isinstance(books, Banking):
        return reconciliation.of_banking(books, games, matched)
    return reconciliation.of_nonbanking(books, games, matched)


# ----------------------------------------------------------------------------- for a machine


def day(database: Database, viewer: Viewer, gaming_date: date, rounds: Path) -> dict[str, Any]:
    """The reconciliation as plain values: what the command line and the exports write.

    Amounts are whole cents; what cannot be said yet is null. See ``reconciled``.
    """
    return plain(reconciled(database, viewer, gaming_date, rounds))


def plain(found: ReconciledDay) -> dict[str, Any]:
    """A reconciled day as plain values."""
    return {
        "gaming_date": found.gaming_date.isoformat(),
        "complete": found.complete,
        "tables": [_plain_table(table) for table in found.tables],
        "variance_cents": _cents(found.variance),
    }


def _cents(amount: Money | None) -> int | None:
    return None if amount is None else amount.cents


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _plain_table(table: TableResult) -> dict[str, Any]:
    entry, row, variance = table.row.day, table.row, table.variance
    games = table.games.played
    return {
        "table": entry.table,
        "game": entry.game,
        "kind": entry.kind.value,
        "period": {"from": _moment(row.from_at), "to": _moment(row.to_at)},
        "complete": table.complete,
        "opening_cents": _cents(entry.opening),
        "fills_cents": entry.fills.cents,
        "credits_cents": entry.credits.cents,
        "currency_cents": entry.currency.cents,
        "checks_cents": entry.checks.cents,
        "drop_cents": _cents(row.drop),
        "closing_cents": _cents(entry.closing),
        "rake_cents": entry.rake.cents,
        "win_cents": _cents(row.win),
        "hold": row.hold,
        "engine_house_net_cents": None if games is None else games.house_net.cents,
        "variance_cents": None if variance is None else variance.total.cents,
        "cash_cents": None if variance is None else variance.cash.cents,
        "check_cents": None if variance is None else variance.checks.cents,
        "chip_cents": None if variance is None else variance.chips.cents,
        "coupons": {
            "counted": table.coupons.counted,
            "settled": table.coupons.settled,
            "missing": list(table.coupons.missing),
            "extra": list(table.coupons.extra),
        },
    }


COLUMNS: Sequence[str] = (
    "table",
    "game",
    "kind",
    "complete",
    "opening_cents",
    "fills_cents",
    "credits_cents",
    "currency_cents",
    "checks_cents",
    "drop_cents",
    "closing_cents",
    "rake_cents",
    "win_cents",
    "hold",
    "engine_house_net_cents",
    "variance_cents",
    "cash_cents",
    "check_cents",
    "chip_cents",
)
"""Columns of an export, before the period and the coupons."""
