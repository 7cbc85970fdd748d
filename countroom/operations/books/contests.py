"""A contest's result: entered by one person of accounting, checked by the audit manager.

Reference:
    601a.9(f); V_113, CLOSING.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.audit import check_period
from countroom.domain.documents import SigningPlan
from countroom.domain.papers.contest_result import PAPER, ContestResult
from countroom.errors import EntryError
from countroom.money import Money
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.books.adjusting import posting_day
from countroom.stores import adjusting, documents
from countroom.stores.documents import About

_PLAN: Final = SigningPlan(PAPER)


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest as it is typed: its name, who took part, what came in and what went out."""

    name: str
    entrants: int
    fees: Money
    prizes: Money


def record(act: Act, *, ended: date, contest: Contest, proof: Proof, checked: Proof) -> Done:
    """Enter what a contest took and gave; it is posted on the day it ended, or the open one.

    Args:
        act: The act, of accounting.
        ended: The gaming date that it ended on.
        contest: What it took and gave.
        proof: Of the person of accounting who enters it.
        checked: Of the accounting supervisor, another person.

    Raises:
        AccessError: By another than accounting, or signed so; the count is not concluded.
        NotFoundError: There is no count of that date.
        EntryError: A field is wrong, or the contest stands on record already.
        RuleError: One person signs twice (V_113); everything concluded is filed (CLOSING).
    """
    checks.concluded(act, ended)
    posted = posting_day(act.tx, ended)
    content = ContestResult(contest.name, ended, contest.entrants, contest.fees, contest.prizes)
    there = [one for one in documents.find(act.tx, paper=PAPER.code) if one.state != adjusting.VOID]
    same = [one.name for one in there if one.content.contest == contest.name]
    if same:
        says = f"{contest.name} stands on record as {same[0]}: void that first."
        raise EntryError({"contest": says})
    made = papers.issue(act, PAPER, content, About(posted))
    for step, who in (("accounting", proof), ("audit_manager", checked)):
        act.use(who)
        papers.sign(act, made, _PLAN, step, who, saw=made.digest)
    found = content.findings()
    says = f"{made.name}: {contest.name} {content.net.text()}."
    return act.seal(
        "contest entered",
        made.name,
        {"ended": ended, "posted": posted, "digest": made.digest},
        done=Done(" ".join([says, *(one.sentence for one in found)]), made.name, made.id),
    )


def void(act: Act, *, form: str, reason: str, second: Proof) -> Done:
    """Void a result that was entered wrongly, while the day it is posted on is open.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: There is no such form.
        EntryError: No reason, no second person, or no contest's result.
        RuleError: Its week is filed or its month closed (CLOSING).
    """
    found = documents.by_name(act.tx, form)
    checks.concluded(act, found.gaming_date)
    if found.paper != PAPER.code or found.state == adjusting.VOID:
        raise EntryError({"form": f"{form} is no result that stands."})
    sealed = adjusting.sealed(act.tx, found.gaming_date)
    check_period(f"{form} is posted in a week or month that is filed." if sealed else "")
    said = papers.void_by_two(act, found, reason=reason, second=second)
    return act.seal("contest voided", form, said, done=Done(f"{form} is void.", form, found.id))
