"""The journal of a gaming date, for the house's books.

It is worked out from the totals as they were stored, one after the other; they are only ever
added to, so that an entry handed out once is the same whenever it is asked for again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from countroom.domain import ledger
from countroom.domain.access import Viewer
from countroom.domain.house import House
from countroom.domain.ledger import Entry, State, Tables
from countroom.domain.table_day import TableDay
from countroom.inquiries import revenue
from countroom.stores import totals
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.totals import Version


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal of a gaming date.

    Attributes:
        gaming_date: Which.
        entries: The first posting and each correction, in order.
        waiting: Tables that are incomplete now.
        pits: Table to pit.
    """

    gaming_date: date
    entries: tuple[Entry, ...]
    waiting: Sequence[TableDay]
    pits: dict[str, str]


def journal(database: Database, viewer: Viewer, gaming_date: date) -> Journal:
    """The journal of a gaming date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        house = house_on(tx, gaming_date)
        stored = totals.versions(tx, gaming_date)
    stood = tuple(_stood(house, stored))
    return Journal(
        gaming_date=gaming_date,
        entries=ledger.entries_of(gaming_date, stood, house.bookkeeping),
        waiting=ledger.waiting(stood[-1] if stood else {}),
        pits={table.code: table.pit for table in house.tables},
    )


def _stood(house: House, stored: Sequence[Version]) -> Iterator[Tables]:
    """How the date's tables stood after each act that stored some, once all are there."""
    place = {table.code: table.order for table in house.tables}
    every = {version.day.table for version in stored}
    current: dict[str, State] = {}
    for _, together in groupby(stored, key=lambda version: version.seq):
        current = current | {one.day.table: State(one.day, one.count) for one in together}
        if current.keys() == every:
            yield {code: current[code] for code in sorted(current, key=lambda c: (place[c], c))}
