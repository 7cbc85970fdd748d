"""Money is whole cents, and never a bare number.

``Money`` has no division and no truth value: a share is taken by a named rounding, and
"is there a difference" is asked as ``variance != ZERO``.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Never

_DOLLARS: Final = re.compile(r"(-?)([0-9]{1,15})(?:\.([0-9]{2}))?", re.ASCII)

LIMIT_CENTS: Final = 10**15
"""Ten trillion dollars: above any casino, far below what 64 bits can sum."""


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An amount in US dollars, kept as whole cents; may be negative.

    >>> Money(123_456_78).text()
    '123,456.78'
    >>> (Money(250) * 3 + Money(10) * 7).text()
    '8.20'
    """

    cents: int

    def __post_init__(self) -> None:
        assert type(self.cents) is int, f"cents are whole: {self.cents!r}"

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.cents - other.cents)

    def __neg__(self) -> "Money":
        return Money(-self.cents)

    def __abs__(self) -> "Money":
        return Money(abs(self.cents))

    def __mul__(self, pieces: int) -> "Money":
        return Money(self.cents * pieces)

    def __bool__(self) -> Never:
        """Refuse: an amount is neither true nor false.

        Raises:
            TypeError: Always.
        """
        msg = "ask for what you mean: amount != ZERO"
        raise TypeError(msg)

    def share_floor(self, share: Fraction) -> "Money":
        """Take a share, rounded down to the whole cent."""
        return Money((self.cents * share.numerator) // share.denominator)

    def share_ceil_to(self, share: Fraction, step: "Money") -> "Money":
        """Take a share, rounded up to the next multiple of ``step``."""
        exact = Fraction(self.cents) * share
        steps = -((-exact.numerator) // (exact.denominator * step.cents))
        return Money(steps * step.cents)

    def share_nearest(self, share: Fraction) -> "Money":
        """Take a share, rounded to the nearest cent, halves away from zero.

        >>> [Money(cents).share_nearest(Fraction(1, 2)).cents for cents in (5, 4, -5)]
        [3, 2, -3]
        """
        whole, rest = divmod(abs(self.cents) * share.numerator, share.denominator)
        cents = whole + (2 * rest >= share.denominator)
        return Money(-cents if self.cents < 0 else cents)

    def text(self) -> str:
        """Write the amount: thousands separated, two decimals, a minus sign."""
        sign = "-" if self.cents < 0 else ""
        dollars, cents = divmod(abs(self.cents), 100)
        return f"{sign}{dollars:,}.{cents:02d}"

    def plain(self) -> str:
        """Write the amount for a machine: no separators, two decimals."""
        return self.text().replace(",", "")

    def in_words(self) -> str:
        """Say a difference: ``short 20.00``, ``over 20.00`` or ``even``."""
        if self.cents == 0:
            return "even"
        return f"{'short' if self.cents < 0 else 'over'} {abs(self).text()}"


ZERO: Final = Money(0)


def dollars(typed: str) -> Money:
    """Read what a person typed as dollars: ``1,234.50``, ``20``, ``-3.00``.

    Raises:
        ValueError: It is not an amount in whole cents within the limit.
    """
    match = _DOLLARS.fullmatch(typed.strip().replace(",", ""))
    if match is None:
        msg = "Enter an amount such as 1250 or 1250.50."
        raise ValueError(msg)
    sign, whole, cents = match.groups()
    value = int(whole) * 100 + int(cents or "0")
    if value > LIMIT_CENTS:
        msg = "That amount is larger than this system records."
        raise ValueError(msg)
    return Money(-value if sign else value)


def total(amounts: "list[Money] | tuple[Money, ...]") -> Money:
    """Add amounts up; nothing adds up to zero."""
    return Money(sum(amount.cents for amount in amounts))
