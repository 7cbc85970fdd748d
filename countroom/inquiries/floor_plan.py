"""A gaming date's floor, pit by pit, as it was compared with its games."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.inquiries import reconcile
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class PitResults:
    """A pit and what its tables came to.

    Attributes:
        code: Of the pit.
        name: Of the pit.
        tables: In table order.
    """

    code: str
    name: str
    tables: tuple[TableResult, ...]


def floor(
    database: Database, viewer: Viewer, gaming_date: date, rounds: Path
) -> tuple[PitResults, ...]:
    """The pits of a gaming date in their order, each with its tables' results.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which.
        rounds: The folder of rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    return by_pit(database, reconcile.reconciled(database, viewer, gaming_date, rounds))


def by_pit(database: Database, found: ReconciledDay) -> tuple[PitResults, ...]:
    """A reconciled day's tables as they stand on the floor: pits in their order."""
    with database.read() as tx:
        house = house_on(tx, found.gaming_date)
    pit_of = {table.code: table.pit for table in house.tables}
    pits = (
        PitResults(
            pit.code,
            pit.name,
            tuple(one for one in found.tables if pit_of[one.row.day.table] == pit.code),
        )
        for pit in house.pits
    )
    return tuple(pit for pit in pits if pit.tables)
