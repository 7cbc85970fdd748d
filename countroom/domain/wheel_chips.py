"""Nonvalue chips of a Roulette wheel: a fixed set a colour, and what a stack is marked as.

A nonvalue chip is worth what the stack of its colour is marked as while somebody plays it. The
sets themselves never change; an impressment counts them and finds what is missing.

Reference:
    603a.1; IMPRESSMENT.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.findings import Finding
from countroom.domain.floor import ChipKind, ChipSet
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import IMPRESSMENT

STACK: Final = 20
"""Chips in a stack, unless the mark says otherwise."""

PIECES_LIMIT: Final = 99_999
"""More chips of one colour are a slip of the hand."""


def colours_of(chip_sets: Iterable[ChipSet]) -> tuple[ChipSet, ...]:
    """The nonvalue sets among those of a table: a colour each."""
    return tuple(each for each in chip_sets if each.kind is ChipKind.NONVALUE)


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour of a wheel, counted.

    Attributes:
        chip_set: Code of the set.
        imprest: How many chips belong to it.
        counted: How many were there.
    """

    chip_set: str
    imprest: int
    counted: int

    def __post_init__(self) -> None:
        fits = 0 < self.imprest <= PIECES_LIMIT and 0 <= self.counted <= PIECES_LIMIT
        if not fits:
            sentence = f"{self.chip_set}: enter how many belong to it and how many are there."
            raise EntryError({self.chip_set: sentence})

    @property
    def over(self) -> int:
        """Chips too many; below nothing so many are missing."""
        return self.counted - self.imprest


def check_colours(counted: Sequence[str], known: Iterable[str]) -> None:
    """Refuse an impressment that leaves a colour out, or counts one that is not the wheel's.

    Raises:
        EntryError: Each such colour is named.
    """
    wheel = tuple(known)
    faults = {
        code: f"{code}: this wheel has no such colour, or it stands twice."
        for code in counted
        if code not in wheel or counted.count(code) > 1
    }
    faults |= {
        code: f"{code}: not counted; enter 0 where none are there."
        for code in wheel
        if code not in counted
    }
    if faults:
        raise EntryError(faults)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a stack of a colour is marked as.

    Attributes:
        stack: What a stack is worth.
        chips: Chips in a stack.
    """

    stack: Money
    chips: int = STACK

    def __post_init__(self) -> None:
        whole = self.stack > ZERO and self.chips > 0 and self.stack.cents % self.chips == 0
        if not whole:
            sentence = "stack: enter what a stack is worth, in whole cents a chip."
            raise EntryError({"stack": sentence})

    @property
    def chip(self) -> Money:
        """What one chip is worth."""
        return Money(self.stack.cents // self.chips)


@dataclass(frozen=True, slots=True)
class Counted:
    """A signed impressment.

    Attributes:
        name: Number of the form.
        day: Gaming date.
        table: The wheel's table.
        colours: Its colours.
    """

    name: str
    day: date
    table: str
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A colour that an impressment did not find whole.

    Attributes:
        counted: The impressment.
        colour: As counted.
        since: How many chips it moved since the impressment before, below nothing were lost.
        before: Number of that impressment, or empty.
    """

    counted: Counted
    colour: Colour
    since: int
    before: str

    @property
    def finding(self) -> Finding:
        """The difference in words."""
        colour, moved = self.colour, abs(self.since)
        sentence = f"{self.counted.table}, {colour.chip_set}: {_said(colour)}."
        if self.before:
            word = "lost" if self.since < 0 else "come back"
            change = f"{moved:,} {word}" if moved else "no change"
            sentence += f" Since {self.before}: {change}."
        return Finding(IMPRESSMENT, sentence, self.counted.name)


def _said(colour: Colour) -> str:
    if not colour.over:
        return f"all {colour.imprest:,} there"
    off = f"{colour.over:,} too many" if colour.over > 0 else f"{-colour.over:,} missing"
    return f"{off} of {colour.imprest:,}"


def discrepancies(impressments: Iterable[Counted]) -> tuple[Discrepancy, ...]:
    """The log of a house's wheels: every colour that was not whole, or changed, in order.

    Args:
        impressments: Signed ones, oldest first.
    """
    last: dict[tuple[str, str], tuple[str, Colour]] = {}
    found = []
    for counted in impressments:
        for colour in counted.colours:
            key = (counted.table, colour.chip_set)
            before, was = last.get(key, ("", colour))
            if colour.over or was.over:
                since = colour.counted - was.counted
                found.append(Discrepancy(counted, colour, since, before))
            last[key] = (counted.name, colour)
    return tuple(found)
