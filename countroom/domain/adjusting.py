"""Adjustments of accounting: which figure of a table's day is corrected, and what that does.

Nothing that was signed changes. An adjustment is a form of its own; the totals of the day are
worked out with it, and every sum follows. One to a week that was filed or a month that was
closed is posted, as of a prior period, on a day that is open.

Reference:
    V_115.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from countroom.domain.denominations import Instrument
from countroom.domain.floor import TableKind
from countroom.money import ZERO, Money

LISTED_ABOVE: Final = Money(2_000_00)
"""Adjustments of more than this are listed at the end of the month."""


class Part(StrEnum):
    """A figure of a table's day, by the name it has there."""

    OPENING = "opening"
    FILLS = "fills"
    CREDITS = "credits"
    CURRENCY = "currency"
    CHECKS = "checks"
    CLOSING = "closing"
    VALUE_CHIPS = "value_chips"
    RAKE_CHIPS = "rake_chips"

    @property
    def printed(self) -> str:
        """The figure as screens and prints call it."""
        return _PRINTED[self]

    @property
    def instrument(self) -> Instrument:
        """What its pieces are, where they are not listed one by one."""
        return _INSTRUMENTS.get(self, Instrument.VALUE_CHIP)

    def effect(self, kind: TableKind, *, rake_in_cash: bool) -> int:
        """How often its amount goes into the win of a table of a kind: +1, -1 or not at all."""
        if kind is TableKind.BANKING:
            return _BANKING.get(self, 0)
        in_rake = self in _RAKE or (rake_in_cash and self is Part.CURRENCY)
        return 1 if in_rake else 0

    def fits(self, kind: TableKind) -> bool:
        """Whether a table of a kind has such a figure."""
        return kind is TableKind.NONBANKING or self not in _RAKE


_PRINTED: Final = {
    Part.OPENING: "Opening inventory",
    Part.FILLS: "Fills",
    Part.CREDITS: "Credits",
    Part.CURRENCY: "Currency",
    Part.CHECKS: "Counter Checks",
    Part.CLOSING: "Closing inventory",
    Part.VALUE_CHIPS: "Value chips in boxes",
    Part.RAKE_CHIPS: "Rake chips in boxes",
}
_INSTRUMENTS: Final = {
    Part.CURRENCY: Instrument.CURRENCY,
    Part.CHECKS: Instrument.COUNTER_CHECK,
    Part.RAKE_CHIPS: Instrument.RAKE_CHIP,
}
_BANKING: Final = {
    Part.CLOSING: 1,
    Part.CREDITS: 1,
    Part.CURRENCY: 1,
    Part.CHECKS: 1,
    Part.OPENING: -1,
    Part.FILLS: -1,
}
_RAKE: Final = frozenset({Part.VALUE_CHIPS, Part.RAKE_CHIPS})


@dataclass(frozen=True, slots=True)
class Correction:
    """An adjustment as the totals take it.

    Attributes:
        name: Number of the adjustment.
        of: The gaming date that it is about.
        part: Which figure.
        amount: What it adds, below nothing where it takes away.
    """

    name: str
    of: date
    part: Part
    amount: Money


def added(corrections: Iterable[Correction]) -> dict[Part, Money]:
    """What some corrections add to each figure."""
    found: dict[Part, Money] = {}
    for one in corrections:
        found[one.part] = found.get(one.part, ZERO) + one.amount
    return found


def listed(amount: Money) -> bool:
    """Whether an adjustment of an amount is listed at the end of its month (V-115).

    >>> [listed(Money(cents)) for cents in (2_000_00, -2_000_01)]
    [False, True]
    """
    return abs(amount) > LISTED_ABOVE
