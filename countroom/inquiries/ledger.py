"""The journal of a gaming date, for the house's books.

It is worked out from the totals as they were stored, one after the other; they are only ever
added to, so that an entry handed out once is the same whenever it is asked for again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from countroom.domain import ledger
from countroom.domain.access import Viewer
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.ledger import Entry, State, Tables
from countroom.domain.table_day import TableDay
from countroom.inquiries import revenue
from countroom.money import ZERO, Money
from countroom.stores import Tx, adjusting, documents, mismatches, registry, totals
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
        contests: Entries of the contests posted on the date.
    """

    gaming_date: date
    entries: tuple[Entry, ...]
    waiting: Sequence[TableDay]
    pits: dict[str, str]
    contests: tuple[Entry, ...] = ()


def journal(database: Database, viewer: Viewer, gaming_date: date) -> Journal:
    """The journal of a gaming date.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return of_day(tx, gaming_date)


def of_day(tx: Tx, gaming_date: date) -> Journal:
    """The journal of a gaming date, for whoever was already asked about."""
    house = house_on(tx, gaming_date)
    stored = totals.versions(tx, gaming_date)
    filed = adjusting.audited_versions(tx, gaming_date)
    opened = _overnight(tx, gaming_date)
    contests = documents.find(tx, paper=adjusting.CONTEST, gaming_date=gaming_date)
    stood = tuple(_stood(house, stored, filed, opened))
    return Journal(
        gaming_date=gaming_date,
        entries=ledger.entries_of(gaming_date, stood, house.bookkeeping),
        waiting=ledger.waiting(stood[-1] if stood else {}),
        pits={table.code: table.pit for table in house.tables},
        contests=tuple(
            entry
            for one in contests
            for entry in ledger.contest_entries(
                one.name, one.content.net, house.bookkeeping, void=one.state == adjusting.VOID
            )
        ),
    )


def _overnight(tx: Tx, day: date) -> dict[str, tuple[tuple[str, Money], ...]]:
    """Racks that opened on the date with other than the slip of the period before says."""
    found: dict[str, tuple[tuple[str, Money], ...]] = {}
    for one in mismatches.of_day(tx, day):
        slip = documents.by_name(tx, one.mismatch.slip)
        of = None if slip.period is None else registry.period(tx, slip.period).gaming_date
        if one.mismatch.across and of == day:
            there = found.get(one.mismatch.table, ())
            found[one.mismatch.table] = (*there, (slip.name, one.mismatch.difference))
    return found


def _stood(
    house: House,
    stored: Sequence[Version],
    filed: Sequence[tuple[int, Document]],
    opened: Mapping[str, tuple[tuple[str, Money], ...]],
) -> Iterator[Tables]:
    """How the date's tables stood after each act that stored or filed some, once all are there."""
    place = {table.code: table.order for table in house.tables}
    every = {version.day.table for version in stored}
    acts: dict[int, list[Version]] = {seq: [] for seq, _ in filed}
    for version in stored:
        acts.setdefault(version.seq, []).append(version)
    worksheets = dict(filed)
    current: dict[str, State] = {}
    for seq in sorted(acts):
        for one in acts[seq]:
            before = current.get(one.day.table)
            over, name = (ZERO, "") if before is None else (before.over, before.filed_as)
            overnight = opened.get(one.day.table, ())
            current[one.day.table] = State(one.day, one.count, over, name, overnight)
        if seq in worksheets:
            current = _audited(current, worksheets[seq])
        if current.keys() == every:
            yield {code: current[code] for code in sorted(current, key=lambda c: (place[c], c))}


def _audited(current: dict[str, State], worksheet: Document) -> dict[str, State]:
    over = {one.table: one.variance for one in worksheet.content.tables}
    return {
        code: replace(state, over=over.get(code, ZERO), filed_as=worksheet.name)
        for code, state in current.items()
    }
