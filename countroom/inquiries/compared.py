"""The day's part of the revenue worksheet that comes from the games: their result, the variance.

Of a table, and added up by game, pit and house; nothing where one of the tables is incomplete.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.floor import TableKind
from countroom.domain.spans import Level
from countroom.inquiries import reconcile
from countroom.inquiries.reconcile import TableResult
from countroom.money import Money, total
from countroom.stores.database import Database
from countroom.stores.house import house_on

Place = tuple[Level, str, TableKind]
"""A line of the worksheet's day: level, code, kind of tables."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What tables won by their games, and how the books differ from it, in independent parts.

    Attributes:
        house_net: The games' result.
        variance: All of it.
        cash: Of the currency.
        checks: Of the Counter Checks.
        chips: Of the inventories.
        coupons: Coupons counted and not settled, or settled and not counted.
    """

    house_net: Money | None
    variance: Money | None
    cash: Money | None
    checks: Money | None
    chips: Money | None
    coupons: int | None


def compared(
    database: Database, viewer: Viewer, gaming_date: date, rounds: Path
) -> dict[Place, Compared]:
    """Compare a gaming date with its games, for every line of its worksheet.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which.
        rounds: The folder of rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    found = reconcile.reconciled(database, viewer, gaming_date, rounds)
    with database.read() as tx:
        pits = {table.code: table.pit for table in house_on(tx, gaming_date).tables}
    groups: dict[Place, list[TableResult]] = {}
    for table in found.tables:
        entry = table.row.day
        codes = {
            Level.TABLE: entry.table,
            Level.GAME: entry.game,
            Level.PIT: pits[entry.table],
            Level.HOUSE: entry.kind.value,
        }
        for level, code in codes.items():
            groups.setdefault((level, code, entry.kind), []).append(table)
    return {place: _added(tables) for place, tables in groups.items()}


def _added(tables: Iterable[TableResult]) -> Compared:
    every = list(tables)
    games = [None if one.games.played is None else one.games.played.house_net for one in every]
    parts = [one.variance for one in every]
    return Compared(
        house_net=_whole(games),
        variance=_whole([None if part is None else part.total for part in parts]),
        cash=_whole([None if part is None else part.cash for part in parts]),
        checks=_whole([None if part is None else part.checks for part in parts]),
        chips=_whole([None if part is None else part.chips for part in parts]),
        coupons=None if None in parts else sum(map(_coupons, every)),
    )


def _coupons(table: TableResult) -> int:
    return len(table.coupons.missing) + len(table.coupons.extra)


def _whole(amounts: list[Money | None]) -> Money | None:
    known = [amount for amount in amounts if amount is not None]
    return total(known) if len(known) == len(amounts) else None
