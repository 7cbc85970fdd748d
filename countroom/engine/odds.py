"""Odds, payouts and vigorish: exact to the cent, or refused.

All odds here are ``n to d``: the winner keeps the stake and is paid n/d of it.
"""

import re
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.errors import EntryError

Cents = NDArray[np.int64]
"""Amounts in whole cents."""

VIG_STEP_CENTS: Final = {4: 20, 5: 25}
"""Rates of vigorish in percent, and the step each may be rounded up to.

Reference: 58 Pa. Code § 545.13(c), (e).
"""

_ODDS: Final = re.compile(r"([0-9]{1,6}):([0-9]{1,6})", re.ASCII)


class InexactError(EntryError):
    """A payout or a vigorish is not a whole number of cents, and no rounding is filed.

    Attributes:
        where: Which amounts, in the shape of the array that was paid.
    """

    def __init__(self, what: str, where: NDArray[np.bool_]) -> None:
        super().__init__({"stake_cents": f"The {what} is not a whole number of cents."})
        self.where = where


def read_odds(text: str) -> Fraction:
    """Read odds such as ``40:1``.

    >>> read_odds("3:2")
    Fraction(3, 2)

    Raises:
        ValueError: It is not two whole numbers with a colon, or either is zero.
    """
    match = _ODDS.fullmatch(text)
    if match is None or 0 in (int(match[1]), int(match[2])):
        msg = "Write odds as two whole numbers, such as 8:1."
        raise ValueError(msg)
    return Fraction(int(match[1]), int(match[2]))


def odds_text(odds: Fraction) -> str:
    """Write odds.

    >>> odds_text(Fraction(8))
    '8:1'
    """
    return f"{odds.numerator}:{odds.denominator}"


def odds_row(odds: tuple[Fraction, ...]) -> tuple[Cents, Cents]:
    """Spread odds, one a wager, into numerators and denominators, each ``(wagers,)``."""
    return (
        np.array([each.numerator for each in odds], np.int64),
        np.array([each.denominator for each in odds], np.int64),
    )


def win_cents(stake_cents: Cents, numerator: Cents, denominator: Cents) -> Cents:
    """Pay stakes at ``numerator`` to ``denominator``, to the cent.

    Args:
        stake_cents: The stakes that won, in any shape.
        numerator: Integers that broadcast against the stakes.
        denominator: Integers that broadcast against the stakes.

    Raises:
        InexactError: A payout is not a whole number of cents.
    """
    product = stake_cents * numerator
    if (denominator == 1).all():
        return product
    paid, rest = np.divmod(product, denominator)
    if rest.any():
        what = "payout"
        raise InexactError(what, rest != 0)
    return paid


def vigorish_cents(won_cents: Cents, percent: int, step_cents: int | None) -> Cents:
    """Take vigorish on amounts won, each rounded once.

    Args:
        won_cents: What each wager won, chips and coupon together, in any shape.
        percent: 4 or 5.
        step_cents: The vigorish is raised to the next multiple of it; None leaves it exact.

    Raises:
        InexactError: It is to be exact and is not a whole number of cents.

    Reference: 58 Pa. Code § 545.13(c), (e).
    """
    hundredths = won_cents * percent
    if step_cents is None:
        vig, rest = np.divmod(hundredths, 100)
        if rest.any():
            what = "vigorish"
            raise InexactError(what, rest != 0)
        return vig
    step = 100 * step_cents
    return -(-hundredths // step) * step_cents
