"""The Roulette layout: numbers, and every wager on them, of both wheels.

The numbers stand in twelve rows of three, 1 2 3 to 34 35 36. Above them lies 0, on a double zero
layout 0 over 1 and 00 over 3, which meet over 2. A wager inside covers numbers that touch.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

DOUBLE_ZERO: Final = 37
"""Stands for 00 among the numbers 0 to 36."""

OUTCOMES: Final = 38

RED: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})


class Wheel(StrEnum):
    """Which numbers a wheel has beside 1 to 36."""

    DOUBLE = "double_zero"
    SINGLE = "single_zero"


BOTH: Final = frozenset(Wheel)
_DOUBLE: Final = frozenset({Wheel.DOUBLE})
_SINGLE: Final = frozenset({Wheel.SINGLE})

LEAST_ODDS: Final = {
    "straight": Fraction(35),
    "split": Fraction(17),
    "three_numbers": Fraction(11),
    "four_numbers": Fraction(8),
    "five_numbers": Fraction(6),
    "six_numbers": Fraction(5),
    "column": Fraction(2),
    "dozen": Fraction(2),
    "even_chance": Fraction(1),
}
"""The least a kind of wager pays to 1. Reference: 58 Pa. Code § 617a.4."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place on the layout to wager on.

    Attributes:
        code: Its name in records.
        title: Its name on screens and prints.
        kind: A key of ``LEAST_ODDS``.
        numbers: On which it wins; ``DOUBLE_ZERO`` for 00.
        wheels: Whose layouts have it.
    """

    code: str
    title: str
    kind: str
    numbers: frozenset[int]
    wheels: frozenset[Wheel] = BOTH

    @property
    def inside(self) -> bool:
        """Whether it lies on the numbers and not in a box beside them."""
        return self.kind not in {"column", "dozen", "even_chance"}

    def wins(self) -> NDArray[np.bool_]:
        """Tell on which numbers it wins, ``(OUTCOMES,)``."""
        return np.isin(np.arange(OUTCOMES), sorted(self.numbers))


def number_text(number: int) -> str:
    """Write a number.

    >>> number_text(DOUBLE_ZERO), number_text(0)
    ('00', '0')
    """
    return "00" if number == DOUBLE_ZERO else str(number)


def _in(kind: str, *numbers: int, wheels: frozenset[Wheel] = BOTH) -> Spot:
    names = [number_text(number) for number in numbers]
    word = kind.removesuffix("_numbers")
    title = f"{word.capitalize()} {'-'.join(names)}"
    return Spot(f"{word}_{'_'.join(names)}", title, kind, frozenset(numbers), wheels)


def _box(code: str, title: str, kind: str, *numbers: int) -> Spot:
    return Spot(code, title, kind, frozenset(numbers))


def _straight() -> Iterator[Spot]:
    yield _in("straight", DOUBLE_ZERO, wheels=_DOUBLE)
    for number in range(37):
        yield _in("straight", number)


def _split() -> Iterator[Spot]:
    yield _in("split", 0, DOUBLE_ZERO, wheels=_DOUBLE)
    yield _in("split", 0, 1)
    yield _in("split", 0, 2)
    yield _in("split", 0, 3, wheels=_SINGLE)
    yield _in("split", DOUBLE_ZERO, 2, wheels=_DOUBLE)
    yield _in("split", DOUBLE_ZERO, 3, wheels=_DOUBLE)
    for number in range(1, 37):
        if number % 3:
            yield _in("split", number, number + 1)
        if number < 34:
            yield _in("split", number, number + 3)


def _three() -> Iterator[Spot]:
    yield _in("three_numbers", 0, 1, 2)
    yield _in("three_numbers", 0, 2, 3, wheels=_SINGLE)
    yield _in("three_numbers", 0, DOUBLE_ZERO, 2, wheels=_DOUBLE)
    yield _in("three_numbers", DOUBLE_ZERO, 2, 3, wheels=_DOUBLE)
    for first in range(1, 37, 3):
        yield _in("three_numbers", first, first + 1, first + 2)


def _more() -> Iterator[Spot]:
    yield _in("four_numbers", 0, 1, 2, 3, wheels=_SINGLE)
    for first in range(1, 34):
        if first % 3:
            yield _in("four_numbers", first, first + 1, first + 3, first + 4)
    yield _in("five_numbers", 0, DOUBLE_ZERO, 1, 2, 3, wheels=_DOUBLE)
    for first in range(1, 34, 3):
        yield _in("six_numbers", *range(first, first + 6))


def _outside() -> Iterator[Spot]:
    numbers = frozenset(range(1, 37))
    yield _box("red", "Red", "even_chance", *RED)
    yield _box("black", "Black", "even_chance", *(numbers - RED))
    yield _box("odd", "Odd", "even_chance", *range(1, 37, 2))
    yield _box("even", "Even", "even_chance", *range(2, 37, 2))
    yield _box("low", "1 to 18", "even_chance", *range(1, 19))
    yield _box("high", "19 to 36", "even_chance", *range(19, 37))
    for dozen, title in enumerate(("1st 12", "2nd 12", "3rd 12")):
        first = 12 * dozen + 1
        yield _box(f"dozen_{dozen + 1}", title, "dozen", *range(first, first + 12))
    for column in (1, 2, 3):
        yield _box(f"column_{column}", f"Column {column}", "column", *range(column, 37, 3))


SPOTS: Final = (*_outside(), *_straight(), *_split(), *_three(), *_more())
"""Every wager of either layout, the boxes outside first."""

INSIDE: Final = np.array([spot.inside for spot in SPOTS])
"""``(wagers,)``."""


def on_layout(wheel: Wheel) -> NDArray[np.bool_]:
    """Tell which spots a wheel's layout has, ``(wagers,)``."""
    return np.array([wheel in spot.wheels for spot in SPOTS])
