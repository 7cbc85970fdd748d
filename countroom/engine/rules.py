"""The rules of play of a table: the operator's Rules Submission, checked when it is made.

What the regulations leave to the operator has no default here: leaving it out is refused,
and the refusal names the section.

Reference: 58 Pa. Code § 601a.2.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Self

from countroom.engine.odds import odds_text, read_odds
from countroom.errors import EntryError

MICROSECONDS_AN_HOUR: Final = 3_600_000_000

MAXIMUM_SEATS: Final = 14
"""More betting positions than any table has."""

NOT_OFFERED: Final = "none"
"""Stands for the odds of a wager that a table does not offer: ``None`` in the rules."""


def stated(section: str) -> Any:
    """Declare what the Rules Submission must state, and the section that leaves it open."""
    return field(metadata={"section": section})


def ours(default: Any) -> Any:
    """Declare what has a default of our reading, which a Rules Submission may change."""
    return field(default=default)


@dataclass(frozen=True, slots=True)
class ChangeInterval:
    """How long the same cards or dice may stay in play.

    Attributes:
        hours: At the most.
        rule: The section.
    """

    hours: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class RulesOfPlay:
    """What every table's rules state.

    Attributes:
        seats: Betting positions, numbered from 1 at the dealer's left.
        minimum_cents: The least that may be wagered on a main wager.
        maximum_cents: The most that may be wagered on a main wager.

    Raises:
        EntryError: A rule is out of what the regulations allow; each field has its sentence.
    """

    seats: int = stated("the layout, § 601a.10")
    minimum_cents: int = stated("the table's minimum, § 601a.2")
    maximum_cents: int = stated("the table's maximum, § 601a.2")

    def __post_init__(self) -> None:
        found = self.faults()
        if found:
            raise EntryError(found)

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules: field to sentence."""
        found: dict[str, str] = {}
        if not 1 <= self.seats <= MAXIMUM_SEATS:
            found["seats"] = f"A table has 1 to {MAXIMUM_SEATS} betting positions."
        if self.minimum_cents <= 0:
            found["minimum_cents"] = "The minimum wager is more than nothing."
        if self.maximum_cents < self.minimum_cents:
            found["maximum_cents"] = "The maximum wager is not below the minimum."
        return found

    def change(self) -> ChangeInterval | None:
        """Say when cards or dice must be changed; None where nothing is required."""
        return None

    def to_dict(self) -> dict[str, int | str | bool]:
        """Write the rules as plain values; odds as ``8:1``."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}

    def canonical(self) -> str:
        """Write the rules as one canonical line of JSON."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def digest(self) -> str:
        """Give the SHA-256 of the canonical line, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    @classmethod
    def from_dict(cls, given: Mapping[str, object]) -> Self:
        """Read rules from plain values.

        Raises:
            EntryError: Something is missing, unknown, or not of its kind; then, what
                ``faults`` finds.
        """
        known = {each.name: each for each in fields(cls)}
        found = {name: f"{name} is not a rule of this game." for name in given if name not in known}
        values: dict[str, Any] = {}
        for name, each in known.items():
            if name not in given:
                found |= _missing(each)
                continue
            try:
                values[name] = _read(each.type, given[name])
            except ValueError as wrong:
                found[name] = f"{name}: {wrong}"
        if found:
            raise EntryError(found)
        return cls(**values)


def _missing(each: "Field[Any]") -> dict[str, str]:
    if each.default is not MISSING:
        return {}
    section = each.metadata["section"]
    return {each.name: f"{each.name} is missing: the Rules Submission must state it ({section})."}


def _plain(value: object) -> int | str | bool:
    if value is None:
        return NOT_OFFERED
    if isinstance(value, Fraction):
        return odds_text(value)
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, int | str)
    return value


def _read(kind: Any, value: object) -> Any:
    if kind in _READERS:
        return _READERS[kind](value)
    choices = [choice.value for choice in kind]
    if value not in choices:
        msg = f"Choose one of {', '.join(choices)}."
        raise ValueError(msg)
    return kind(value)


def _read_int(value: object) -> int:
    if type(value) is not int:
        msg = "Write a whole number."
        raise ValueError(msg)
    return value


def _read_bool(value: object) -> bool:
    if type(value) is not bool:
        msg = "Write true or false."
        raise ValueError(msg)
    return value


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        msg = "Write it as text."
        raise ValueError(msg)  # noqa: TRY004 - a wrong entry, found by from_dict
    return value


def _read_fraction(value: object) -> Fraction:
    if not isinstance(value, str):
        msg = "Write odds as text, such as 8:1."
        raise ValueError(msg)  # noqa: TRY004 - a wrong entry, found by from_dict
    return read_odds(value)


def _read_odds_offered(value: object) -> Fraction | None:
    return None if value == NOT_OFFERED else _read_fraction(value)


_READERS: Final[dict[Any, Callable[[object], Any]]] = {
    int: _read_int,
    bool: _read_bool,
    str: _read_text,
    Fraction: _read_fraction,
    Fraction | None: _read_odds_offered,
}
