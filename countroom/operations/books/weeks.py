"""Filing a week: its tax return is signed, and nothing is posted in it any more.

Reference:
    4 Pa.C.S. 13A62(b); V_114, CLOSING.
"""

from datetime import date
from typing import Final

from countroom.domain import tax
from countroom.domain.audit import DayState, check_period, not_filed
from countroom.domain.documents import SigningPlan
from countroom.domain.gaming_day import days_between
from countroom.domain.papers.weekly_return import PAPER, ReturnDay, WeeklyReturn
from countroom.domain.tax import Gross
from countroom.errors import RepeatError
from countroom.money import total
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import Tx, adjusting, documents, registry, totals
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at, house_on

_PLAN: Final = SigningPlan(PAPER)
_DUE: Final = ("state", "automated", "local")


def file_week(act: Act, *, gaming_date: date, proof: Proof) -> Done:
    """File the weekly return of the week that a gaming date lies in.

    Args:
        act: The act, of accounting.
        gaming_date: A concluded date of the week.
        proof: Of the accounting supervisor.

    Raises:
        AccessError: By another than accounting, or not signed by its supervisor; the count is
            not concluded.
        NotFoundError: There is no count of that date.
        RuleError: The filing week is not stated (V_114); the week is not over, a day of it is
            not filed, or what is due cannot be said (CLOSING).
        RepeatError: It is filed already.
    """
    checks.concluded(act, gaming_date)
    terms = house_on(act.tx, gaming_date).bookkeeping
    first, last = tax.week_of(gaming_date, terms.tax_week_starts)
    if adjusting.week_filed(act.tx, gaming_date):
        name = _filed_as(act.tx, first)
        msg = f"The week of {first.isoformat()} is filed as {name}."
        raise RepeatError(msg, recorded=name)
    days = _days(act, first, last)
    due = tax.assess(days, terms)
    check_period(due.refusal)
    content = WeeklyReturn(
        first,
        last,
        tuple(
            ReturnDay(day, one.banking, one.nonbanking, one.automated, one.contests)
            for day, one in days.items()
        ),
        *(total([getattr(line, name) for line in due.lines]) for name in _DUE),
    )
    made = papers.issue(act, PAPER, content, About(max(days)))
    act.use(proof)
    papers.sign(act, made, _PLAN, "audit_manager", proof, saw=made.digest)
    act.move(adjusting.TAX_WEEK, first.isoformat(), adjusting.FILED, about=made.name)
    says = f"{made.name}: the week of {first.isoformat()} is filed, {content.due.text()} due."
    return act.seal(
        "week filed",
        first.isoformat(),
        {"form": made.name, "digest": made.digest},
        done=Done(says, name=made.name, document=made.id),
    )


def _filed_as(tx: Tx, first: date) -> str:
    found = documents.find(tx, paper=PAPER.code)
    return next((one.name for one in found if one.content.first == first), first.isoformat())


def _days(act: Act, first: date, last: date) -> dict[date, Gross]:
    """What each counted date of the week is taxed on.

    Raises:
        RuleError: The week is not over, or a date that was counted is not filed.
    """
    goes_on = gaming_date_at(act.tx, act.now) <= last
    says = f"The week ends with {last.isoformat()}: it is filed when that day is over."
    check_period(says if goes_on else "")
    counted = {of for _, of in registry.counts(act.tx)}
    days = [day for day in days_between(first, last) if day in counted]
    require_filed(act.tx, days)
    return {day: adjusting.gross(act.tx, day, totals.stored(act.tx, day)) for day in days}


def require_filed(tx: Tx, days: list[date]) -> None:
    """Refuse while a date that was counted is not filed.

    Raises:
        RuleError: One is not; all of them are named (CLOSING).
    """
    states = {day: adjusting.state(tx, day) for day in days}
    check_period(not_filed(day for day, state in states.items() if state is not DayState.FILED))
