"""Why a table differs: the causes that would leave exactly its difference, likeliest first.

Proposing is the system's; what was really found a person writes down.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from countroom.domain.access import Viewer
from countroom.domain.explaining import search
from countroom.domain.explaining.facts import Day
from countroom.domain.explaining.search import Answer, Explanation, Suspect
from countroom.domain.explaining.signs import COPIES, Sign
from countroom.domain.explaining.slips import PAPERS
from countroom.domain.reconciliation import Part
from countroom.errors import NotFoundError
from countroom.inquiries import day_facts, reconcile, revenue
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.money import ZERO, Money
from countroom.stores import Tx, bookings
from countroom.stores.database import Database

_BOX: Final = "box "


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that may have happened.

    Attributes:
        code: Its kind, as exports call it.
        title: The same in a few words.
        says: What happened, in a sentence.
        advice: What to do about it.
        look: What shows it: names of forms, ``box 017``, ``round 881``, ``coupon …``, tables.
        parts: Parts of the difference that it explains.
    """

    code: str
    title: str
    says: str
    advice: str
    look: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """What may have happened, alone or two things together, to the cent.

    Attributes:
        causes: One or more, the likeliest first.
    """

    causes: tuple[Told, ...]

    @property
    def sentence(self) -> str:
        """All of it, in words."""
        return " And: ".join(cause.says for cause in self.causes)

    @property
    def where(self) -> str:
        """What to look at first."""
        return next((name for cause in self.causes for name in cause.look), "")


@dataclass(frozen=True, slots=True)
class Why:
    """A table's difference and what may have caused it.

    Attributes:
        result: The table, reconciled.
        causes: Likeliest first; none leaves it unexplained.
        says: The difference in words, part by part.
        unexplained: What of it no cause explains, in words.
        singles: How many causes were tried alone.
        pairs: How many pairs of causes.
        boxes: Box counts by what a cause calls them: ``box 017`` to the form's name.
    """

    result: TableResult
    causes: tuple[Reason, ...]
    says: tuple[str, ...]
    unexplained: tuple[str, ...] = ()
    singles: int = 0
    pairs: int = 0
    boxes: Mapping[str, str] | None = None

    @property
    def tried(self) -> str:
        """How hard it was looked for, in a sentence."""
        return f"{self.singles:,} causes and {self.pairs:,} pairs of causes were tried."


def why(database: Database, viewer: Viewer, gaming_date: date, table: str, rounds: Path) -> Why:
    """Look for the causes of a table's difference.

    Args:
        database: The property's.
        viewer: Who asks.
        gaming_date: Which.
        table: Code of the table.
        rounds: The folder of rounds.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house, total or table of that date.
    """
    found = {one.result.row.day.table: one for one in day(database, viewer, gaming_date, rounds)}
    if table not in found:
        msg = f"There is no table {table} on {gaming_date.isoformat()}."
        raise NotFoundError(msg)
    return found[table]


def day(database: Database, viewer: Viewer, gaming_date: date, rounds: Path) -> tuple[Why, ...]:
    """Look for the causes of every difference of a gaming date, in table order.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house or total of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        found = reconcile.reconciled_in(tx, gaming_date, rounds)
        facts = day_facts.day_of(tx, found, rounds)
        boxes = _boxes(tx, found)
    return tuple(_whys(found, facts, boxes))


def _whys(found: ReconciledDay, facts: Day, boxes: Mapping[str, str]) -> Iterable[Why]:
    answers = search.answers(facts)
    for result in found.tables:
        answer = answers.get(result.row.day.table)
        if answer is None:
            yield Why(result, (), _words(result))
        else:
            yield Why(
                result,
                tuple(_reason(each) for each in answer.explanations),
                (*_words(result), *_more(answer)),
                tuple(_sign(sign, answer.signs[sign]) for sign in answer.unexplained),
                answer.singles,
                answer.pairs,
                boxes,
            )


def _boxes(tx: Tx, found: ReconciledDay) -> dict[str, str]:
    periods = [one.row.day.period for one in found.tables if one.row.day.period is not None]
    counts = [count for period in periods for count in bookings.boxes(tx, period).counts]
    return {f"{_BOX}{count.content.box}": count.name for count in counts}


def _reason(explanation: Explanation) -> Reason:
    return Reason(tuple(map(_told, explanation.suspects)))


def _told(suspect: Suspect) -> Told:
    cause, proposal = suspect.cause, suspect.proposal
    parts = dict.fromkeys(sign.part for sign in sorted(proposal.signs))
    return Told(cause.code, cause.title, proposal.says, cause.advice, proposal.look, tuple(parts))


def _words(result: TableResult) -> tuple[str, ...]:
    if result.variance is None:
        return ()
    parts = (
        ("Cash", result.variance.cash),
        ("Counter Checks", result.variance.checks),
        ("Chips", result.variance.chips),
    )
    said = [f"{name} {amount.in_words()}." for name, amount in parts if amount != ZERO]
    return (*said, *(found.sentence for found in result.coupons.findings()))


def _more(answer: Answer) -> Iterable[str]:
    """Differences that are no money: papers, and racks that changed while closed."""
    for sign, value in answer.signs.items():
        if sign.what in {"paper", "opener"}:
            yield _sign(sign, value)


def _sign(sign: Sign, value: int) -> str:
    """A sign in words."""
    if sign.what == "paper":
        kind = "Counter Check" if sign.which == COPIES else PAPERS.get(sign.which, sign.which)
        plural = "" if abs(value) == 1 else "s"
        return f"{abs(value)} {kind}{plural} {'more' if value > 0 else 'fewer'} than on record."
    if sign.what == "coupon":
        return f"Coupon {sign.which} {'too many' if value > 0 else 'not there'}."
    name = {"check": f"Counter Check {sign.which}", "opener": f"Opening by {sign.which}"}
    return f"{name.get(sign.what, sign.what.capitalize())} {Money(value).in_words()}."


# ----------------------------------------------------------------------------- for a machine


def plain(found: Why) -> dict[str, Any]:
    """The explanation of one table as plain values, likeliest cause first."""
    return {
        "differs": list(found.says),
        "unexplained": list(found.unexplained),
        "tried": {"causes": found.singles, "pairs": found.pairs},
        "reasons": [
            {
                "causes": [
                    {
                        "cause": told.code,
                        "title": told.title,
                        "says": told.says,
                        "look_at": list(told.look),
                        "advice": told.advice,
                        "parts": [part.value for part in told.parts],
                    }
                    for told in reason.causes
                ]
            }
            for reason in found.causes
        ],
    }
