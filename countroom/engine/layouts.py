"""Layouts with many wagers that one outcome decides: dice under a shaker, a ball in a wheel.

A seat has a few wagers among dozens, so stakes are mostly nothing. What every outcome does to
every wager is laid out once; a batch is then settled by looking up the wagers that were made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from countroom.engine.coupons import CouponPays, CouponTerms
from countroom.engine.odds import Cents, InexactError, win_cents
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    nothing,
)

HALF: Final = 2
"""A result: half of the wager loses, the other half goes back."""

STANDS: Final = 3
"""A result: nothing is decided, the wager stays for the next round."""

Line = tuple[Flags, Fraction]
"""Where a wager wins, ``(outcomes,)``, and at what odds."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What every outcome does to every wager, ``(outcomes, wagers)`` each.

    Attributes:
        result: ``LOSE``, ``WIN``, ``HALF`` or ``STANDS``; no wager of a layout is a push.
        numerator: Of the odds where it wins; 0 elsewhere.
        denominator: Of the odds where it wins; 1 elsewhere.
        phase: Losing wagers are collected (0) before winning ones are paid (1).
    """

    result: NDArray[np.int8]
    numerator: Cents
    denominator: Cents
    phase: NDArray[np.int8]

    @classmethod
    def drawn(cls, lines: Sequence[Sequence[Line]], other: NDArray[np.int8]) -> Self:
        """Draw a chart from the lines of a pay table.

        Args:
            lines: For each wager, where it wins and at what odds; of two lines that hold, the
                later counts.
            other: The result where no line holds, ``(outcomes, wagers)``.
        """
        result = other.copy()
        numerator, denominator = np.zeros(other.shape, np.int64), np.ones(other.shape, np.int64)
        for wager, own in enumerate(lines):
            for wins, odds in own:
                result[wins, wager] = WIN
                numerator[wins, wager] = odds.numerator
                denominator[wins, wager] = odds.denominator
        phase = ((result != LOSE) & (result != HALF)).astype(np.int8)
        return cls(result, numerator, denominator, phase)


@dataclass(frozen=True, slots=True)
class _Made:
    """The wagers that were made, ``(m,)`` each, out of arrays of a shape.

    Attributes:
        shape: ``(n, seats, wagers)``.
        at: Their places in the flat arrays.
        stake_cents: Chips.
        coupon_cents: Value of the coupon; 0 without one.
        entry: Their places in the flat chart.
        void: Their round was declared void.
    """

    shape: tuple[int, ...]
    at: NDArray[np.int64]
    stake_cents: Cents
    coupon_cents: Cents
    entry: NDArray[np.int64]
    void: Flags

    @classmethod
    def of(cls, stakes: Stakes, outcome: NDArray[np.int64]) -> Self:
        """Pick them out."""
        shape = stakes.stake_cents.shape
        _, seats, wagers = shape
        at = np.flatnonzero(stakes.stake_cents != 0)
        n = at // (seats * wagers)
        return cls(
            shape,
            at,
            stakes.stake_cents.reshape(-1)[at],
            stakes.coupon_cents.reshape(-1)[at],
            outcome[n] * wagers + at % wagers,
            stakes.void[n],
        )

    def laid_out(self, cents: Cents) -> Cents:
        """Lay amounts, one a wager made, out in the full shape."""
        some = cents != 0
        if not some.any():
            return nothing(self.shape)
        full = np.zeros(self.shape, np.int64)
        full.reshape(-1)[self.at[some]] = cents[some]
        return full

    def flagged(self, flags: Flags) -> Flags:
        """Lay flags, one a wager made, out in the full shape."""
        if not flags.any():
            return np.broadcast_to(np.False_, self.shape)
        full = np.zeros(self.shape, bool)
        full.reshape(-1)[self.at[flags]] = True
        return full

    def won(self, cents: Cents, odds: tuple[Cents, Cents]) -> Cents:
        """Pay amounts, one a wager made.

        Raises:
            InexactError: A payout is not a whole number of cents.
        """
        try:
            return win_cents(cents, *odds)
        except InexactError as inexact:
            what = "payout"
            raise InexactError(what, self.flagged(inexact.where)) from None


def settle_layout(
    stakes: Stakes, outcome: NDArray[np.int64], chart: Chart, terms: CouponTerms
) -> Settlement:
    """Settle wagers of a layout that the house banks: losing ones first, then winning ones.

    A coupon drops when its wager wins or loses, by half too; it stays while the wager stands.

    Args:
        stakes: What stands on the felt.
        outcome: ``(n,)``: rows of the chart; any row for a void round.
        chart: What pays what.
        terms: On which coupons stand.

    Raises:
        InexactError: A payout, or half of a wager, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 525.22, 603a.21.
    """
    made = _Made.of(stakes, outcome)
    result = np.where(made.void, PUSH, chart.result.reshape(-1)[made.entry])
    won, halved = result == WIN, result == HALF
    odds = chart.numerator.reshape(-1)[made.entry], chart.denominator.reshape(-1)[made.entry]
    chip_win = made.won(made.stake_cents * won, odds)
    coupon_win, dropped = _coupons(made, result, odds, terms)
    collected = made.stake_cents * (result == LOSE) + _halves(made, halved)
    standing = made.stake_cents * (result == STANDS)
    pushed = made.stake_cents * ~won - collected - standing
    zero = nothing(made.shape)
    return Settlement(
        collected_cents=made.laid_out(collected),
        paid_tray_cents=made.laid_out(chip_win + coupon_win),
        paid_elsewhere_cents=zero,
        pushed_cents=made.laid_out(pushed),
        standing_cents=made.laid_out(standing),
        pooled_cents=zero,
        drawn_cents=zero,
        vig_charged_cents=zero,
        vig_marked_cents=zero,
        vig_collected_cents=zero,
        vig_cleared_cents=zero,
        coupon_dropped=made.flagged(dropped),
        coupon_win_cents=made.laid_out(coupon_win),
        rake_cents=nothing(stakes.void.shape),
        phase=np.broadcast_to(chart.phase[outcome][:, None, :], made.shape),
    )


def _halves(made: _Made, halved: Flags) -> Cents:
    """Halve wagers of which half is lost."""
    half, rest = np.divmod(made.stake_cents * halved, 2)
    if rest.any():
        what = "half of the wager"
        raise InexactError(what, made.flagged(rest != 0))
    return half


def _coupons(
    made: _Made, result: NDArray[np.int8], odds: tuple[Cents, Cents], terms: CouponTerms
) -> tuple[Cents, Flags]:
    """Tell what coupons won, and which drop."""
    here = made.coupon_cents > 0
    won = made.coupon_cents * (result == WIN)
    undecided = made.void | (result == STANDS)
    if terms.coupon_pays is not CouponPays.EVEN_MONEY:
        won = made.won(won, odds)
    return won, here & ~undecided
