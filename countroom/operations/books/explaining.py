"""What accounting found out about a table's difference: a form of its own, never changed.

Reference:
    EXPLAINED.
"""

from dataclasses import dataclass
from datetime import date

from countroom.domain.audit import Differing
from countroom.domain.documents import SigningPlan
from countroom.domain.papers.variance_explanation import PAPER, VarianceExplanation
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError, StaleError
from countroom.operations import checks, papers
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import EXPLAINED
from countroom.stores import registry, totals
from countroom.stores.documents import About
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class Seen:
    """A difference as it was shown to whoever decides.

    Attributes:
        differing: The difference.
        mark: What its figures rest on (``stores.totals.mark``).
        candidates: How many causes were tried.
    """

    differing: Differing
    mark: str
    candidates: int = 0


def check_mark(act: Act, day: date, mark: str) -> None:
    """Refuse a decision on figures that have changed since they were shown.

    Raises:
        StaleError: They have.
    """
    if totals.mark(act.tx, day) != mark:
        msg = f"The figures of {day.isoformat()} have changed since they were shown: look again."
        raise StaleError(msg)


def explain(
    act: Act,
    *,
    gaming_date: date,
    seen: Seen,
    found: str,
    proof: Proof,
    cause_found: bool = True,
    proposed: str = "",
) -> Done:
    """Write down what was found out about a table's difference; nothing is made to agree.

    Args:
        act: The act, of accounting.
        gaming_date: Of the difference.
        seen: The difference that was shown.
        found: What was found; where nothing was, what was tried.
        proof: Of the person of accounting who signs.
        cause_found: Whether a cause was found.
        proposed: The proposed cause that was chosen, or empty.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: There is no such table.
        StaleError: The figures have changed since they were shown.
        EntryError: Nothing is said, or there is nothing to explain.
        RuleError: No cause was found, and the audit manager does not sign (EXPLAINED).
    """
    checks.concluded(act, gaming_date)
    differing = seen.differing
    table = house_on(act.tx, gaming_date).table(differing.table).code
    check_mark(act, gaming_date, seen.mark)
    if differing.even:
        raise EntryError({"found": f"{table} agrees with its games: there is nothing to explain."})
    content = VarianceExplanation(differing, cause_found, found.strip(), proposed, seen.candidates)
    if not cause_found and proof.duty is not Role.ACCOUNTING_SUPERVISOR:
        sentence = "Where no cause was found the accounting supervisor signs."
        raise RuleError(EXPLAINED, sentence)
    period = registry.period_on(act.tx, table, gaming_date)
    about = About(gaming_date, table=table, period=None if period is None else period.id)
    made = papers.issue(act, PAPER, content, about)
    act.use(proof)
    papers.sign(act, made, SigningPlan(PAPER), "accounting", proof, saw=made.digest)
    says = f"{made.name}: what was found at {table} is written down."
    return act.seal(
        "variance explained",
        f"{gaming_date.isoformat()}|{table}",
        {"form": made.name, "digest": made.digest},
        done=Done(says, name=made.name, document=made.id),
    )
