"""The audit of a gaming date: what is to be looked at, what differs, and whether it is filed.

Reference:
    V_115, EXPLAINED, AUDIT_APART, FILING, CLOSING.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.errors import RuleError
from countroom.money import ZERO, Money
from countroom.regulations import AUDIT_APART, CLOSING, FILING


class DayState(StrEnum):
    """Where the books of a gaming date stand."""

    PRELIMINARY = "preliminary"
    FILED = "filed"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Differing:
    """How a table's money stands to its games.

    Attributes:
        table: Which.
        cash: Currency over or short.
        checks: Counter Checks over or short.
        chips: Chips over or short.
        others: What else does not fit: coupons, rounds settled otherwise; each in a sentence.
        games: What the games say the house won, or nothing where no rounds are on record.
    """

    table: str
    cash: Money = ZERO
    checks: Money = ZERO
    chips: Money = ZERO
    others: tuple[str, ...] = ()
    games: Money | None = None

    @property
    def total(self) -> Money:
        """The variance."""
        return self.cash + self.checks + self.chips

    @property
    def even(self) -> bool:
        """Whether there is nothing to explain."""
        parts = (self.cash, self.checks, self.chips)
        return all(part == ZERO for part in parts) and not self.others

    @property
    def says(self) -> str:
        """The difference in words."""
        parts = (("cash", self.cash), ("checks", self.checks), ("chips", self.chips))
        words = [f"{name} {amount.in_words()}" for name, amount in parts if amount != ZERO]
        return ", ".join([*words, *self.others]) or "even"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A table's difference with what would explain it best.

    Attributes:
        differing: The difference.
        cause: The likeliest cause, or empty.
        candidates: How many causes were proposed.
    """

    differing: Differing
    cause: str = ""
    candidates: int = 0


class ItemKind(StrEnum):
    """What an entry of the work list is."""

    REPORT = "count report"
    SLIP = "slip"
    CHECK = "Counter Check"
    FORM = "form"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the work list of an audit.

    Attributes:
        key: What it is called on record: the number of a form, or a finding's own name.
        kind: What it is.
        table: Where it belongs, empty for the whole day.
        says: What it is, in words.
        digest: Of what there is to see; a tick holds for it alone.
        people: Badges of those who issued or signed it: they do not audit it.
        ticked_by: Badge of who ticked it as it is now, or empty.
    """

    key: str
    kind: ItemKind
    table: str
    says: str
    digest: str
    people: frozenset[str] = frozenset()
    ticked_by: str = ""

    @property
    def ticked(self) -> bool:
        """Whether somebody looked at it as it is now."""
        return bool(self.ticked_by)


def check_apart(item: Item, person: str) -> None:
    """Refuse whoever audits a form of his own.

    Raises:
        RuleError: He issued or signed it (AUDIT_APART).
    """
    if person in item.people:
        sentence = f"{item.key} is a form of your own: another person of accounting audits it."
        raise RuleError(AUDIT_APART, sentence)


_NAMED: Final = 5
"""So many of a kind are named before the rest is only counted."""


def check_filing(
    day: date,
    *,
    incomplete: Sequence[str],
    open_variances: Iterable[Differing],
    mismatches: Sequence[str],
    unticked: Sequence[str],
) -> None:
    """Refuse to file a day that is not done.

    Args:
        day: The gaming date.
        incomplete: Tables whose win cannot be said.
        open_variances: Differences that nobody has explained as they stand.
        mismatches: Racks that differed and are not resolved, by their slip.
        unticked: Entries of the work list that nobody ticked.

    Raises:
        RuleError: Something is left (FILING); all of it is named.
    """
    variances = [f"{one.table} {one.says}" for one in open_variances]
    left = [
        *_left("the win is incomplete at", incomplete),
        *_left("nobody has said what was found of", variances),
        *_left("a rack that differed is not resolved:", mismatches),
        *_left("not audited:", unticked),
    ]
    if left:
        raise RuleError(FILING, f"{day.isoformat()} is not filed: {'; '.join(left)}.")


def _left(says: str, names: Collection[str]) -> list[str]:
    if not names:
        return []
    shown = ", ".join(list(names)[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"{says} {shown}{more}"]


def check_period(left: str) -> None:
    """Refuse what a filed week or closed month does not allow, or what keeps it from being filed.

    Args:
        left: What stands in the way, in a sentence, or empty.

    Raises:
        RuleError: Something does (CLOSING).
    """
    if left:
        raise RuleError(CLOSING, left)


def not_filed(days: Iterable[date]) -> str:
    """Name the days that are not filed yet, in a sentence; empty where all are."""
    names = [day.isoformat() for day in days]
    return f"Not filed yet: {', '.join(names)}." if names else ""


def no_open_day(day: date) -> str:
    """Say that nothing can be posted for a day until the next one is concluded."""
    return (
        f"{day.isoformat()} is filed, and no later day is open:"
        " it is posted when the next day is concluded."
    )
