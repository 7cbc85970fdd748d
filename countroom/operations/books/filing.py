"""Filing a gaming date: the audit manager signs the final audited worksheet.

Reference:
    V_115, EXPLAINED, FILING.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from countroom.domain.audit import DayState, Differing, check_filing
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.floor import TableKind
from countroom.domain.papers.audited_day import (
    PAPER,
    STATUS,
    AuditedChange,
    AuditedDay,
    AuditedTable,
    SignedReport,
)
from countroom.domain.table_day import TableDay
from countroom.errors import RepeatError
from countroom.money import Money, total
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.books.explaining import check_mark
from countroom.stores import Tx, adjusting, audit_list, mismatches, proceeds, registry, totals
from countroom.stores.documents import About
from countroom.stores.house import house_on

_PLAN: Final = SigningPlan(PAPER)


def file_day(
    act: Act, *, gaming_date: date, differing: Sequence[Differing], mark: str, proof: Proof
) -> Done:
    """File a gaming date: its final audited worksheet is made and signed.

    A date that was filed and adjusted since is filed again: the worksheet's next version.

    Args:
        act: The act, of accounting.
        gaming_date: Which.
        differing: How each table stood to its games when this was shown.
        mark: What these figures rest on (``stores.totals.mark``).
        proof: Of the accounting supervisor.

    Raises:
        AccessError: By another than accounting, or not signed by its supervisor; the count is
            not concluded.
        NotFoundError: There is no count of that date.
        RepeatError: It is filed already.
        StaleError: The figures have changed since they were shown.
        RuleError: Something is left to do (FILING).
    """
    checks.concluded(act, gaming_date)
    before = adjusting.audited(act.tx, gaming_date)
    if before is not None and adjusting.state(act.tx, gaming_date) is DayState.FILED:
        msg = f"{gaming_date.isoformat()} is filed as {before.name}."
        raise RepeatError(msg, recorded=before.name)
    check_mark(act, gaming_date, mark)
    found = {one.table: one for one in differing}
    _check(act.tx, gaming_date, found)
    content = _content(act.tx, gaming_date, found)
    if before is None:
        made = papers.issue(act, PAPER, content, About(gaming_date))
    else:
        since = [one.name for one in adjusting.adjustments(act.tx, gaming_date)]
        reason = f"Adjusted after it was filed: {', '.join(since) or 'figures entered since'}."
        made = papers.change(act, before, content, reason=reason)
    act.use(proof)
    papers.sign(act, made, _PLAN, "audit_manager", proof, saw=made.digest)
    act.move(adjusting.BOOKS, gaming_date.isoformat(), DayState.FILED.value, about=made.name)
    says = f"{gaming_date.isoformat()} is filed: {made.name}, version {made.version}."
    return act.seal(
        "day filed",
        gaming_date.isoformat(),
        {"form": made.name, "version": made.version, "digest": made.digest},
        done=Done(says, made.name, made.id, made.version),
    )


def _check(tx: Tx, day: date, found: Mapping[str, Differing]) -> None:
    entries = totals.stored(tx, day)
    open_ones = [
        one
        for one in found.values()
        if not one.even and adjusting.explanation(tx, day, one) is None
    ]
    check_filing(
        day,
        incomplete=[entry.table for entry in entries if not entry.complete],
        open_variances=open_ones,
        mismatches=[one.mismatch.slip for one in mismatches.of_day(tx, day) if not one.resolved],
        unticked=[item.key for item in audit_list.items(tx, day) if not item.ticked],
    )


def _content(tx: Tx, day: date, found: Mapping[str, Differing]) -> AuditedDay:
    order = {table.code: table.order for table in house_on(tx, day).tables}
    entries = sorted(totals.stored(tx, day), key=lambda one: (order[one.table], one.table))
    wins = {kind: _wins(entries, kind) for kind in TableKind}
    return AuditedDay(
        status=STATUS,
        tables=tuple(_table(tx, day, one, found.get(one.table)) for one in entries),
        banking=wins[TableKind.BANKING],
        rake=wins[TableKind.NONBANKING],
        prior_period=total([entry.prior_win for entry in entries]),
        changes=tuple(map(_change, adjusting.adjustments(tx, day))),
        follows=tuple(
            SignedReport(report.name, report.version, report.digest)
            for count, of in registry.counts(tx)
            if of == day
            for report in proceeds.reports(tx, count).values()
        ),
    )


def _wins(entries: Sequence[TableDay], kind: TableKind) -> Money:
    books = [entry.books for entry in entries if entry.kind is kind]
    return total([one.win for one in books if one is not None])


def _table(tx: Tx, day: date, entry: TableDay, found: Differing | None) -> AuditedTable:
    books = entry.books
    assert books is not None, "the day is complete"
    stands = found or Differing(entry.table)
    explained = None if stands.even else adjusting.explanation(tx, day, stands)
    return AuditedTable(
        table=entry.table,
        opening=books.opening,
        fills=books.fills,
        credits=books.credits,
        drop=books.drop,
        closing=books.closing,
        win=books.win,
        games=stands.games,
        cash=stands.cash,
        checks=stands.checks,
        chips=stands.chips,
        explained="" if explained is None else explained.name,
    )


def _change(document: Document) -> AuditedChange:
    content = document.content
    approver = next(one for one in document.signatures if one.step == "approver")
    return AuditedChange(
        name=document.name,
        of=content.of,
        table=content.table,
        figure=content.part.printed,
        before=content.before,
        after=content.after,
        reason=content.reason,
        approved_by=approver.person,
    )
