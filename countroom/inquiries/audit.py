"""The audit of a gaming date: its work list, what differs, what was adjusted, what is left.

After the conclusion only, and to whoever may see the day.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.adjusting import Part
from countroom.domain.audit import DayState, Differing, Item, Proposed
from countroom.domain.documents import Document
from countroom.domain.papers.adjustment import Adjustment
from countroom.domain.papers.variance_explanation import VarianceExplanation
from countroom.domain.table_day import TableDay, figure
from countroom.errors import NotFoundError
from countroom.inquiries import reconcile, revenue, standing, why
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.money import Money
from countroom.stores import Tx, adjusting, audit_list, documents, totals
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Explained:
    """What was found out about a table's difference.

    Attributes:
        name: Number of the form.
        says: What was found.
        by: Who signed it.
        at: When.
        holds: Whether it is about the difference as it stands.
    """

    name: str
    says: str
    by: str
    at: datetime
    holds: bool


@dataclass(frozen=True, slots=True)
class Variance:
    """A table that does not agree with its games.

    Attributes:
        differing: How.
        explained: What was found out, oldest first.
    """

    differing: Differing
    explained: tuple[Explained, ...]

    @property
    def open(self) -> bool:
        """Whether nobody has said what it was, as it stands."""
        return not any(one.holds for one in self.explained)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An adjustment as a list shows it.

    Attributes:
        name: Its number.
        of: The gaming date that it is about.
        posted: The gaming date that it is posted on.
        table: Which table.
        figure: Which figure.
        before: As it stood.
        after: As it is.
        reason: Why.
        by: Who entered it.
        approved_by: Who approved it.
    """

    name: str
    of: date
    posted: date
    table: str
    figure: str
    before: Money
    after: Money
    reason: str
    by: str
    approved_by: str

    @property
    def difference(self) -> Money:
        """What it adds."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit of a gaming date.

    Attributes:
        gaming_date: Which.
        state: Whether it is filed.
        items: The work list.
        variances: Tables that differ from their games.
        differing: How every table stands, for whoever files.
        mark: What these figures rest on.
        adjusted: Adjustments posted on the date.
        later: Adjustments of the date that are posted on another.
        filed_as: Number and version of the final audited worksheet, once it was filed.
        incomplete: Tables whose win cannot be said.
        mismatches: Slips of racks that differed and are not resolved.
    """

    gaming_date: date
    state: DayState
    items: tuple[Item, ...]
    variances: tuple[Variance, ...]
    differing: tuple[Differing, ...]
    mark: str
    adjusted: tuple[Adjusted, ...]
    later: tuple[Adjusted, ...]
    filed_as: tuple[str, int] | None
    incomplete: tuple[str, ...]
    mismatches: tuple[str, ...]

    @property
    def ticked(self) -> int:
        """How many entries of the work list are done."""
        return sum(item.ticked for item in self.items)

    @property
    def open_variances(self) -> tuple[Variance, ...]:
        """Differences that nobody has explained as they stand."""
        return tuple(one for one in self.variances if one.open)

    @property
    def left(self) -> tuple[str, ...]:
        """What is left before the day can be filed, in a few words each."""
        counts = (
            (len(self.incomplete), "table incomplete", "tables incomplete"),
            (len(self.open_variances), "variance to explain", "variances to explain"),
            (len(self.mismatches), "rack to resolve", "racks to resolve"),
            (len(self.items) - self.ticked, "form to tick", "forms to tick"),
        )
        return tuple(f"{n} {one if n == 1 else many}" for n, one, many in counts if n)

    @property
    def says(self) -> str:
        """Where the day stands."""
        if self.state is DayState.FILED:
            return "filed"
        return f"audited {self.ticked} of {len(self.items)}"


def audit(database: Database, viewer: Viewer, gaming_date: date, rounds: Path) -> Audit:
    """The audit of a gaming date as it stands.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return _audit(tx, reconcile.reconciled_in(tx, gaming_date, rounds))


def of_reconciled(database: Database, viewer: Viewer, found: ReconciledDay) -> Audit:
    """The audit of a gaming date that was just reconciled.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, found.gaming_date)
        return _audit(tx, found)


def _audit(tx: Tx, found: ReconciledDay) -> Audit:
    day = found.gaming_date
    rows = [table.row for table in found.tables]
    differing = tuple(map(differing_of, found.tables))
    filed = adjusting.audited(tx, day)
    racks = {one.mismatch.slip: one.resolved for row in rows for one in row.mismatches}
    return Audit(
        gaming_date=day,
        state=adjusting.state(tx, day),
        items=_named(tx, day, audit_list.items(tx, day)),
        variances=tuple(_variance(tx, day, one) for one in differing if not one.even),
        differing=differing,
        mark=totals.mark(tx, day),
        adjusted=adjusted_on(tx, day),
        later=tuple(_adjusted(tx, one) for one in adjusting.posted_elsewhere(tx, day)),
        filed_as=None if filed is None else (filed.name, filed.version),
        incomplete=tuple(row.day.table for row in rows if not row.day.complete),
        mismatches=tuple(slip for slip, resolved in racks.items() if not resolved),
    )


def _named(tx: Tx, day: date, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The work list with the names of those who ticked."""
    house = house_on(tx, day)
    return tuple(
        replace(item, ticked_by=standing.name_of(house, item.ticked_by)) if item.ticked else item
        for item in items
    )


def differing_of(table: TableResult) -> Differing:
    """How a table stands to its games; where no rounds are on record there is nothing to say."""
    code, variance, games = table.row.day.table, table.variance, table.games.played
    if variance is None or games is None:
        return Differing(code)
    others = [finding.sentence for finding in table.coupons.findings()]
    wrong = len(table.games.disagreements)
    if wrong:
        others.append(f"{wrong} settled otherwise than by the book")
    return Differing(
        table=code,
        cash=variance.cash,
        checks=variance.checks,
        chips=variance.chips,
        others=tuple(others),
        games=games.house_net,
    )


def _variance(tx: Tx, day: date, differing: Differing) -> Variance:
    return Variance(differing, _explained(tx, day, differing))


def _explained(tx: Tx, day: date, differing: Differing) -> tuple[Explained, ...]:
    house = house_on(tx, day)
    found = documents.find(tx, paper=adjusting.EXPLANATION, gaming_date=day, table=differing.table)
    made = []
    for one in found:
        content: VarianceExplanation = one.content
        signer = one.signatures[0].person
        name = standing.name_of(house, signer)
        holds = content.differing == differing
        made.append(Explained(one.name, content.says, name, one.at, holds))
    return tuple(made)


def of_table(
    database: Database, viewer: Viewer, gaming_date: date, result: TableResult
) -> Variance:
    """What was found out about a table's difference, which somebody has just looked at.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return _variance(tx, gaming_date, differing_of(result))


def proposed(
    database: Database, viewer: Viewer, gaming_date: date, rounds: Path
) -> tuple[Proposed, ...]:
    """How every table of a gaming date stands to its games, with the likeliest cause.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    return tuple(
        _proposed(database, viewer, gaming_date, one, rounds)
        for one in audit(database, viewer, gaming_date, rounds).differing
    )


def _proposed(
    database: Database, viewer: Viewer, gaming_date: date, differing: Differing, rounds: Path
) -> Proposed:
    if differing.even:
        return Proposed(differing)
    causes = why.why(database, viewer, gaming_date, differing.table, rounds).causes
    return Proposed(differing, causes[0].sentence if causes else "", len(causes))


def mark(database: Database, viewer: Viewer, gaming_date: date) -> str:
    """What the figures of a gaming date rest on, as one digest.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        return totals.mark(tx, gaming_date)


def adjusted_on(tx: Tx, day: date) -> tuple[Adjusted, ...]:
    """The adjustments posted on a gaming date, for whoever was already asked about."""
    return tuple(_adjusted(tx, one) for one in adjusting.adjustments(tx, day))


def _adjusted(tx: Tx, document: Document) -> Adjusted:
    content: Adjustment = document.content
    house = house_on(tx, document.gaming_date)
    signers = {one.step: standing.name_of(house, one.person) for one in document.signatures}
    return Adjusted(
        name=document.name,
        of=content.of,
        posted=content.posted,
        table=content.table,
        figure=content.part.printed,
        before=content.before,
        after=content.after,
        reason=content.reason,
        by=signers["accounting"],
        approved_by=signers["approver"],
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """A table's day as somebody is about to adjust it.

    Attributes:
        day: Its total.
        standing: Each figure as it stands, with what was posted elsewhere since.
        posted: The gaming date that an adjustment is posted on, or nothing while none is open.
    """

    day: TableDay
    standing: dict[Part, Money]
    posted: date | None


def figures(database: Database, viewer: Viewer, gaming_date: date, table: str) -> Figures:
    """The figures of a table's day that can be adjusted.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no such table on that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        entry = next((one for one in totals.stored(tx, gaming_date) if one.table == table), None)
        if entry is None:
            msg = f"There is no table {table} on {gaming_date.isoformat()}."
            raise NotFoundError(msg)
        now = {
            part: figure(entry, part) + adjusting.posted_later(tx, gaming_date, table, part)
            for part in Part
            if part.fits(entry.kind)
        }
        return Figures(entry, now, adjusting.posting_day(tx, gaming_date))


def status(database: Database, viewer: Viewer, gaming_date: date) -> str:
    """What the worksheet of a gaming date is called: preliminary, or final audited and which.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        state, filed = adjusting.state(tx, gaming_date), adjusting.audited(tx, gaming_date)
    if filed is None:
        return "Preliminary"
    named = f"{filed.name} version {filed.version}"
    if state is DayState.FILED:
        return f"FINAL AUDITED, {named}"
    return f"Preliminary, adjusted since {named}"
