"""An adjustment: one person of accounting enters it, the audit manager approves it.

The count's own forms stay as they were signed. The totals of the day that it is posted on are
stored anew; a day that was filed is open again until it is filed once more.

Reference:
    V_115, CLOSING.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.adjusting import Part, listed
from countroom.domain.audit import DayState, check_period, no_open_day
from countroom.domain.documents import SigningPlan
from countroom.domain.inventory import Pieces
from countroom.domain.papers.adjustment import PAPER, Adjustment
from countroom.domain.table_day import TableDay, figure
from countroom.errors import EntryError, NotFoundError, StaleError
from countroom.money import Money
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.totals import store_total
from countroom.stores import Tx, adjusting, documents, registry, totals
from countroom.stores.documents import About
from countroom.stores.house import house_on

_PLAN: Final = SigningPlan(PAPER)


@dataclass(frozen=True, slots=True)
class Typed:
    """An adjustment as it is typed.

    Attributes:
        table: Which table.
        part: Which figure.
        before: As it was shown.
        after: As it is to be.
        reason: Why.
        source: Number of the form it rests on, or empty.
        pieces: What was missed or too many, by denomination, or nothing.
    """

    table: str
    part: Part
    before: Money
    after: Money
    reason: str
    source: str = ""
    pieces: tuple[Pieces, ...] = ()


def adjust(act: Act, *, gaming_date: date, typed: Typed, proof: Proof, approver: Proof) -> Done:
    """Adjust a figure of a table's day.

    Args:
        act: The act, of accounting.
        gaming_date: The date that was wrong.
        typed: What is wrong, and what it is from now on.
        proof: Of the person of accounting who enters it.
        approver: Of the accounting supervisor, another person.

    Raises:
        AccessError: By another than accounting, or signed so; the count is not concluded.
        NotFoundError: No count, table or total of that date.
        StaleError: The figure has changed since it was shown.
        EntryError: No reason; nothing changes; a table of its kind has no such figure; the form
            it rests on is not on record.
        RuleError: One person signs twice (V_115); everything concluded is filed (CLOSING).
    """
    checks.concluded(act, gaming_date)
    _check(act.tx, gaming_date, typed)
    posted = _posting_day(act, gaming_date, typed.table)
    content = Adjustment(
        table=typed.table,
        of=gaming_date,
        posted=posted,
        part=typed.part,
        before=typed.before,
        after=typed.after,
        reason=typed.reason.strip(),
        source=typed.source,
        pieces=typed.pieces,
    )
    period = registry.period_on(act.tx, typed.table, posted)
    about = About(posted, table=typed.table, period=None if period is None else period.id)
    made = papers.issue(act, PAPER, content, about)
    for step, who in (("accounting", proof), ("approver", approver)):
        act.use(who)
        papers.sign(act, made, _PLAN, step, who, saw=made.digest)
    store_total(act, checks.concluded(act, posted), typed.table)
    if adjusting.state(act.tx, posted) is DayState.FILED:
        act.move(adjusting.BOOKS, posted.isoformat(), DayState.REOPENED.value, about=made.name)
    return act.seal(
        "figure adjusted",
        made.name,
        {"table": typed.table, "of": gaming_date, "posted": posted, "digest": made.digest},
        done=Done(_says(made.name, content), name=made.name, document=made.id),
    )


def _says(name: str, content: Adjustment) -> str:
    what = f"{content.part.printed} of {content.table}"
    where = f", posted on {content.posted.isoformat()}" if content.posted != content.of else ""
    more = " It is on the month-end list." if listed(content.difference) else ""
    return f"{name}: {what} {content.before.text()} to {content.after.text()}{where}.{more}"


def standing(tx: Tx, day: date, entry: TableDay, part: Part) -> Money:
    """A figure of a table's day as it stands, with what was posted elsewhere since."""
    return figure(entry, part) + adjusting.posted_later(tx, day, entry.table, part)


def _check(tx: Tx, day: date, typed: Typed) -> None:
    entry = next((one for one in totals.stored(tx, day) if one.table == typed.table), None)
    if entry is None:
        msg = f"There is no table {typed.table} on {day.isoformat()}."
        raise NotFoundError(msg)
    if not typed.part.fits(entry.kind):
        sentence = f"{typed.table} is a banking table: it has no {typed.part.printed.lower()}."
        raise EntryError({"part": sentence})
    if typed.source:
        try:
            documents.by_name(tx, typed.source)
        except NotFoundError as unknown:
            raise EntryError({"source": unknown.message}) from None
    now = standing(tx, day, entry, typed.part)
    if typed.before != now:
        msg = f"{typed.part.printed} of {typed.table} is {now.text()} now: look again."
        raise StaleError(msg)


def _posting_day(act: Act, day: date, table: str) -> date:
    posted = posting_day(act.tx, day)
    house_on(act.tx, posted).table(table)
    return posted


def posting_day(tx: Tx, day: date) -> date:
    """The gaming date that something of a date is posted on.

    Raises:
        RuleError: It is filed, and no later one is open (CLOSING).
    """
    posted = adjusting.posting_day(tx, day)
    check_period("" if posted else no_open_day(day))
    assert posted is not None
    return posted
