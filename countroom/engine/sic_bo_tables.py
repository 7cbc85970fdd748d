"""The pay tables of Sic Bo.

Tables A and B are as § 625a.6 is reported to have them. Of table B the totals 7, 8, 10, 11, 13
and 14 were not reported; they stand here as in table A, and so does the combination of
table A: see ``INFERRED``.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final


class PayTable(StrEnum):
    """Which table a layout pays by."""

    A = "A"
    B = "B"
    USUAL_US = "usual_us"
    """No table of this State: for comparison with published figures."""


def _table(
    kinds: tuple[int, int, int], totals: tuple[int, ...], combination: int, single: tuple[int, ...]
) -> Mapping[str, Fraction]:
    """Lay a table out.

    Args:
        kinds: Three of a kind, any three, two of a kind.
        totals: From 4 (and 17) to 10 (and 11).
        combination: Of two dice.
        single: On one, two and three dice.
    """
    names = ("three_of_a_kind", "any_three_of_a_kind", "two_of_a_kind")
    odds = dict(zip(names, kinds, strict=True)) | {"small_big": 1}
    odds |= {f"total_{low + 4}": each for low, each in enumerate(totals)}
    odds |= {f"total_{17 - low}": each for low, each in enumerate(totals)}
    odds["two_dice_combination"] = combination
    odds |= dict(zip(("one_die", "two_dice", "three_dice"), single, strict=True))
    return {name: Fraction(each) for name, each in odds.items()}


ODDS: Final[Mapping[PayTable, Mapping[str, Fraction]]] = {
    PayTable.A: _table((150, 24, 8), (50, 18, 14, 12, 8, 6, 6), 5, (1, 2, 3)),
    PayTable.B: _table((180, 31, 11), (62, 31, 18, 12, 8, 7, 6), 6, (1, 2, 12)),
    PayTable.USUAL_US: _table((180, 30, 10), (60, 30, 17, 12, 8, 6, 6), 5, (1, 2, 3)),
}
"""Odds to 1 by line."""

INFERRED: Final[Mapping[PayTable, frozenset[str]]] = {
    PayTable.A: frozenset({"two_dice_combination"}),
    PayTable.B: frozenset(f"total_{total}" for total in (7, 8, 10, 11, 13, 14)),
    PayTable.USUAL_US: frozenset(),
}
"""Lines that no source named: to be checked with the Code before they are relied on."""
