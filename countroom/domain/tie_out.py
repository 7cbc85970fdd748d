"""The tie-out of a month: pairs of figures that must be equal, each from a record of its own.

Reference:
    CLOSING.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from countroom.errors import EntryError
from countroom.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class Tie:
    """Two figures that must be equal.

    Attributes:
        name: What is proved.
        left_name: Where one figure comes from.
        left: That figure.
        right_name: Where the other comes from.
        right: That figure.
        says: What is part of the difference and known, or empty.
    """

    name: str
    left_name: str
    left: Money
    right_name: str
    right: Money
    says: str = ""

    @property
    def difference(self) -> Money:
        """One less the other: nothing is the proof."""
        return self.left - self.right

    @property
    def proved(self) -> bool:
        """Whether they are equal."""
        return self.difference == ZERO


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure of the month that stands on a line of its own."""

    name: str
    amount: Money
    says: str = ""


def unexplained(ties: Iterable[Tie], explanations: Mapping[str, str]) -> dict[str, str]:
    """Name every difference that nobody explains."""
    return {
        one.name: f"{one.name}: {one.difference.in_words()}. Say what it is."
        for one in ties
        if not one.proved and not explanations.get(one.name, "").strip()
    }


def check_explained(ties: Iterable[Tie], explanations: Mapping[str, str]) -> None:
    """Refuse to close a month while a difference stands that nobody explains.

    Raises:
        EntryError: One does; each is named.
    """
    faults = unexplained(ties, explanations)
    if faults:
        raise EntryError(faults)
