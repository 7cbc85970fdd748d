"""What accounting did to a gaming date after its count: adjustments, ticks, filings.

Transitions of their own kinds: ``books`` with the date, ``audit`` with ``<date>|<entry>``,
``tax_week`` with its first date, ``month`` with ``2011-06``.
"""

from collections.abc import Iterable
from datetime import date
from typing import Final

from countroom.domain import tax
from countroom.domain.adjusting import Correction, Part
from countroom.domain.audit import DayState, Differing
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.table_day import TableDay
from countroom.domain.tax import Gross
from countroom.money import Money, total
from countroom.stores import Tx, documents, registry, states
from countroom.stores.house import house_on
from countroom.stores.recall import Question, recall

BOOKS: Final = "books"
AUDIT: Final = "audit"
TAX_WEEK: Final = "tax_week"
MONTH: Final = "month"
TICKED: Final = "ticked"
FILED: Final = "filed"
CLOSED: Final = "closed"
VOID: Final = "void"
ADJUSTMENT: Final = "adjustment"
EXPLANATION: Final = "variance_explanation"
AUDITED: Final = "audited_day"
CONTEST: Final = "contest_result"


def adjustments(tx: Tx, day: date, table: str | None = None) -> tuple[Document, ...]:
    """The adjustments posted on a gaming date, in the order they were made."""
    found = documents.find(tx, paper=ADJUSTMENT, gaming_date=day, table=table)
    return tuple(one for one in found if one.state != VOID)


def corrections(tx: Tx, day: date, table: str) -> tuple[Correction, ...]:
    """The adjustments posted at a table on a gaming date, as its total takes them."""
    return tuple(
        Correction(one.name, one.content.of, one.content.part, one.content.difference)
        for one in adjustments(tx, day, table)
    )


def posted_later(tx: Tx, day: date, table: str, part: Part) -> Money:
    """What adjustments of a figure, posted on other dates since it was filed, add to it."""
    found = documents.find(tx, paper=ADJUSTMENT, table=table)
    return total(
        [
            one.content.difference
            for one in found
            if one.state != VOID
            and one.gaming_date != day
            and (one.content.of, one.content.part) == (day, part)
        ]
    )


def concluded_dates(tx: Tx) -> frozenset[date]:
    """Every gaming date with a concluded count."""
    asked = Question("count", "", "concluded dates", several=True)
    return recall(tx, asked, lambda: _concluded_dates(tx))


def _concluded_dates(tx: Tx) -> frozenset[date]:
    current = states.current(tx, "count")
    return frozenset(
        day
        for name, day in registry.counts(tx)
        if name in current and current[name].to_state == CountState.CONCLUDED
    )


def state(tx: Tx, day: date) -> DayState:
    """Where the books of a gaming date stand."""
    moved = states.last(tx, BOOKS, day.isoformat())
    return DayState.PRELIMINARY if moved is None else DayState(moved.to_state)


def month_of(day: date) -> str:
    """The month of a date, as it is called on record."""
    return f"{day:%Y-%m}"


def week_filed(tx: Tx, day: date) -> bool:
    """Whether the weekly return of a gaming date was filed."""
    starts = house_on(tx, day).bookkeeping.tax_week_starts
    if starts is None:
        return False
    moved = states.last(tx, TAX_WEEK, tax.week_of(day, starts)[0].isoformat())
    return moved is not None and moved.to_state == FILED


def month_closed(tx: Tx, day: date) -> bool:
    """Whether the month of a gaming date is closed."""
    moved = states.last(tx, MONTH, month_of(day))
    return moved is not None and moved.to_state == CLOSED


def sealed(tx: Tx, day: date) -> bool:
    """Whether nothing of a gaming date is posted on it any more."""
    return week_filed(tx, day) or month_closed(tx, day)


def posting_day(tx: Tx, day: date) -> date | None:
    """The gaming date that an adjustment of a date is posted on: itself while it is open.

    Otherwise the first concluded one after it that is neither filed nor in a filed week or
    closed month; or the newest that is filed itself, which is filed again.
    """
    if not sealed(tx, day):
        return day
    after = [one for one in sorted(concluded_dates(tx)) if one > day and not sealed(tx, one)]
    fresh = [one for one in after if state(tx, one) is not DayState.FILED]
    return next(iter([*fresh, *reversed(after)]), None)


def explanation(tx: Tx, day: date, differing: Differing) -> Document | None:
    """The explanation that holds for a table's difference as it stands, if there is one."""
    found = documents.find(tx, paper=EXPLANATION, gaming_date=day, table=differing.table)
    return next(
        (one for one in reversed(found) if one.content.differing == differing),
        None,
    )


def audited(tx: Tx, day: date) -> Document | None:
    """The final audited worksheet of a gaming date in its newest version, once it was filed."""
    found = documents.find(tx, paper=AUDITED, gaming_date=day)
    return found[-1] if found else None


def audited_versions(tx: Tx, day: date) -> tuple[tuple[int, Document], ...]:
    """Every final audited worksheet of a gaming date, with the journal entry that made it."""
    return tuple(
        (documents.version_row(tx, one.id, version.version).journal_seq, version)
        for one in documents.find(tx, paper=AUDITED, gaming_date=day)
        for version in documents.versions(tx, one.id)
    )


def posted_elsewhere(tx: Tx, day: date) -> tuple[Document, ...]:
    """The adjustments of a gaming date that are posted on another, since it was filed."""
    found = documents.find(tx, paper=ADJUSTMENT)
    return tuple(
        one
        for one in found
        if one.state != VOID and one.content.of == day and one.gaming_date != day
    )


def contests(tx: Tx, day: date) -> tuple[Document, ...]:
    """The contests posted on a gaming date, in the order they were entered."""
    found = documents.find(tx, paper=CONTEST, gaming_date=day)
    return tuple(one for one in found if one.state != VOID)


def gross(tx: Tx, day: date, entries: Iterable[TableDay]) -> Gross:
    """What a gaming date is taxed on, from its complete totals and its contests."""
    automated = {table.code for table in house_on(tx, day).tables if table.automated}
    results = [one.content.net for one in contests(tx, day)]
    return tax.gross_of(entries, automated, results)
