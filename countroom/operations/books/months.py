"""Closing a month: every pair of figures is proved or explained, and nothing is posted in it.

Reference:
    V_115, CLOSING.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from countroom.domain.adjusting import listed
from countroom.domain.audit import check_period
from countroom.domain.documents import SigningPlan
from countroom.domain.papers.month_close import PAPER, ListedChange, MonthClose, proved
from countroom.domain.tie_out import Stated, Tie, check_explained
from countroom.errors import RepeatError, StaleError
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.books.weeks import require_filed
from countroom.stores import Tx, adjusting, registry, totals
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at

_PLAN: Final = SigningPlan(PAPER)


def month_end(day: date) -> date:
    """The last date of the month of a date."""
    following = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return following - timedelta(days=1)


def file_month(  # noqa: PLR0913 - what was shown, and who signs
    act: Act,
    *,
    gaming_date: date,
    ties: tuple[Tie, ...],
    stated: tuple[Stated, ...],
    mark: str,
    explanations: Mapping[str, str],
    proof: Proof,
    manager: Proof,
) -> Done:
    """Close the month of a gaming date.

    Args:
        act: The act, of accounting.
        gaming_date: Its newest concluded date.
        ties: The pairs of figures as they were shown.
        stated: The figures that stand by themselves.
        mark: What they rest on (``stores.totals.mark_of_month``).
        explanations: Name of a pair to why it differs.
        proof: Of a person of accounting.
        manager: Of the accounting supervisor, another person.

    Raises:
        AccessError: By another than accounting, or signed so; the count is not concluded.
        NotFoundError: There is no count of that date.
        RepeatError: It is closed already.
        RuleError: It is not over, or a day of it is not filed (CLOSING).
        StaleError: The figures have changed since they were shown.
        EntryError: A difference is not explained.
    """
    checks.concluded(act, gaming_date)
    month = adjusting.month_of(gaming_date)
    if adjusting.month_closed(act.tx, gaming_date):
        msg = f"{month} is closed."
        raise RepeatError(msg, recorded=month)
    last = month_end(gaming_date)
    goes_on = gaming_date_at(act.tx, act.now) <= last
    check_period(f"{month} ends with {last.isoformat()}: it is not over." if goes_on else "")
    days = sorted({of for _, of in registry.counts(act.tx) if adjusting.month_of(of) == month})
    require_filed(act.tx, days)
    if totals.mark_of_month(act.tx, gaming_date) != mark:
        msg = f"The figures of {month} have changed since they were shown: look again."
        raise StaleError(msg)
    check_explained(ties, explanations)
    content = MonthClose(
        month,
        tuple(proved(one, explanations.get(one.name, "").strip()) for one in ties),
        stated,
        _listed(act.tx, days),
    )
    made = papers.issue(act, PAPER, content, About(max(days)))
    for step, who in (("accounting", proof), ("audit_manager", manager)):
        act.use(who)
        papers.sign(act, made, _PLAN, step, who, saw=made.digest)
    act.move(adjusting.MONTH, month, adjusting.CLOSED, about=made.name)
    says = f"{made.name}: {month} is closed."
    body = {"form": made.name, "digest": made.digest}
    return act.seal("month closed", month, body, done=Done(says, made.name, made.id))


def _listed(tx: Tx, days: list[date]) -> tuple[ListedChange, ...]:
    """Adjustments above the threshold (V-115)."""
    return tuple(
        ListedChange(
            one.name,
            one.content.table,
            one.content.part.printed,
            one.content.difference,
            one.content.reason,
        )
        for day in days
        for one in adjusting.adjustments(tx, day)
        if listed(one.content.difference)
    )
