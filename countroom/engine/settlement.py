"""What a round moved: between patrons, the tray, meters and accounts, and the drop box."""

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.coupons import CouponPays, CouponTerms, OnPush
from countroom.engine.odds import Cents, InexactError, odds_row, vigorish_cents, win_cents

Flags = NDArray[np.bool_]

LOSE: Final = -1
PUSH: Final = 0
WIN: Final = 1

EVEN_MONEY: Final = Fraction(1)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What stands on the felt.

    Attributes:
        stake_cents: Chips, ``(n, seats, wagers)``; 0 where there is no wager.
        coupon_cents: Value of the Match Play Coupon on a wager, same shape; 0 without one.
        void: ``(n,)``: the round was declared void, and everything goes back.
    """

    stake_cents: Cents
    coupon_cents: Cents
    void: Flags

    def only(self, rounds: slice) -> "Stakes":
        """Take some of the rounds."""
        return Stakes(self.stake_cents[rounds], self.coupon_cents[rounds], self.void[rounds])


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each wager did, int64 cents in the shape ``(n, seats, wagers)`` unless said.

    Attributes:
        collected_cents: Chips of losing wagers, into the tray.
        paid_tray_cents: Chips paid from the tray, the coupon's win in it, vigorish not
            deducted.
        paid_elsewhere_cents: Paid by the cage, a meter or an account; never from the tray.
        pushed_cents: Stakes given back without a win: pushes, void rounds, uncalled bets.
        standing_cents: Stakes left on the felt for a later round: a craps wager not decided.
        pooled_cents: Stakes put into the centre or a pot, where patrons play each other.
        drawn_cents: Paid to patrons out of the centre or a pot.
        vig_charged_cents: Vigorish that became due with this wager.
        vig_marked_cents: That part of it that was marked for later.
        vig_collected_cents: That part of it that was taken into the tray at once.
        vig_cleared_cents: Vigorish marked in this or earlier rounds and taken into the tray
            now, before a new shoe or because the patron leaves.
        coupon_dropped: The coupon went into the drop box.
        coupon_win_cents: What the coupon won, a part of ``paid_tray_cents``.
        rake_cents: ``(n,)``: taken from the pot into the drop box.
        phase: Steps of the round in which wagers are settled; the lowest is first.
        envy_cents: What a wager is paid whatever became of its stake: for another patron's
            hand, or as a prize "for 1" beside a stake that was collected before the cards. A
            part of what is paid; None where nothing is.
    """

    collected_cents: Cents
    paid_tray_cents: Cents
    paid_elsewhere_cents: Cents
    pushed_cents: Cents
    standing_cents: Cents
    pooled_cents: Cents
    drawn_cents: Cents
    vig_charged_cents: Cents
    vig_marked_cents: Cents
    vig_collected_cents: Cents
    vig_cleared_cents: Cents
    coupon_dropped: Flags
    coupon_win_cents: Cents
    rake_cents: Cents
    phase: NDArray[np.int8]
    envy_cents: Cents | None = None


WAGER_OUTCOMES: Final = tuple(
    field.name
    for field in fields(Settlement)
    if field.name not in {"rake_cents", "phase", "envy_cents"}
)
"""The parts of a settlement that stand on a wager, as recorded round by round."""


def patrons_cents(settled: Settlement) -> Cents:
    """Tell what each wager brought its patron (loss negative), ``(n, seats, wagers)``."""
    gained = settled.paid_tray_cents + settled.paid_elsewhere_cents + settled.drawn_cents
    return gained - settled.collected_cents - settled.pooled_cents - vig_taken_cents(settled)


def house_net_cents(settled: Settlement) -> Cents:
    """Tell what each wager brought the tray: collected and vigorish less what it paid.

    A coupon adds nothing when it loses and its win when it wins; what meters, accounts and
    other patrons pay does not touch the tray (``count-and-inventory`` identity 5.10).
    """
    return settled.collected_cents + vig_taken_cents(settled) - settled.paid_tray_cents


def vig_taken_cents(settled: Settlement) -> Cents:
    """Tell what vigorish each wager brought the tray, due now or marked before."""
    return settled.vig_collected_cents + settled.vig_cleared_cents


def check(stakes: Stakes, settled: Settlement) -> None:
    """Assert that money neither appears nor vanishes in any round.

    Patrons, tray, meters and accounts, and the rake in the box must add up to nothing; each
    stake is collected, pooled, pushed, left standing or won, once; the vigorish charged is
    collected or marked.

    Raises:
        AssertionError: A settlement is wrong: a bug, never an entry.
    """
    per_round = (1, 2)
    moved = patrons_cents(settled) + house_net_cents(settled) - settled.paid_elsewhere_cents
    assert not (moved.sum(axis=per_round) + settled.rake_cents).any(), "money is lost or made"
    gone = settled.collected_cents + settled.pooled_cents + settled.pushed_cents
    gone = gone + settled.standing_cents
    assert (gone <= stakes.stake_cents).all(), "a stake was used twice"
    won = settled.paid_tray_cents + settled.paid_elsewhere_cents
    own = won if settled.envy_cents is None else won - settled.envy_cents
    assert not ((own > 0) & (gone > 0)).any(), "a wager was paid and taken"
    assert not stakes.stake_cents[(gone == 0) & (won == 0)].any(), "a wager was left unsettled"
    vig = settled.vig_marked_cents + settled.vig_collected_cents
    assert (settled.vig_charged_cents == vig).all(), "vigorish neither marked nor collected"
    assert (settled.coupon_win_cents <= settled.paid_tray_cents).all(), "a coupon overpaid"
    assert all((getattr(settled, name) >= 0).all() for name in WAGER_OUTCOMES), "negative"


@lru_cache(maxsize=256)
def nothing(shape: tuple[int, ...]) -> Cents:
    """Stand for amounts that are all zero: read-only, and takes no memory."""
    return np.broadcast_to(np.int64(0), shape)


def settle_against_house(
    stakes: Stakes,
    outcome: NDArray[np.int8],
    odds: tuple[Cents, Cents],
    terms: CouponTerms,
    *,
    phase: NDArray[np.int8],
) -> Settlement:
    """Settle wagers that the house banks, without vigorish or limits.

    Args:
        stakes: What stands on the felt.
        outcome: ``LOSE``, ``PUSH`` or ``WIN``, broadcasts against the stakes.
        odds: Numerators and denominators, broadcast against the stakes.
        terms: On which coupons stand.
        phase: See ``Settlement``.

    Raises:
        InexactError: A payout is not a whole number of cents.

    Reference: 58 Pa. Code §§ 525.22, 603a.21.
    """
    live = ~stakes.void[:, None, None]
    won, lost = (outcome == WIN) & live, (outcome == LOSE) & live
    zero = nothing(stakes.stake_cents.shape)
    chip_win = win_cents(stakes.stake_cents * won, *odds)
    dropped, coupon_win = _coupons(stakes, won, lost, odds, terms)
    return Settlement(
        collected_cents=stakes.stake_cents * lost,
        paid_tray_cents=chip_win + coupon_win,
        paid_elsewhere_cents=zero,
        pushed_cents=stakes.stake_cents * ~(won | lost),
        standing_cents=zero,
        pooled_cents=zero,
        drawn_cents=zero,
        vig_charged_cents=zero,
        vig_marked_cents=zero,
        vig_collected_cents=zero,
        vig_cleared_cents=zero,
        coupon_dropped=dropped,
        coupon_win_cents=coupon_win,
        rake_cents=nothing(stakes.void.shape),
        phase=np.broadcast_to(phase, stakes.stake_cents.shape),
    )


def _coupons(
    stakes: Stakes, won: Flags, lost: Flags, odds: tuple[Cents, Cents], terms: CouponTerms
) -> tuple[Flags, Cents]:
    """Tell which coupons drop and what each won."""
    shape = stakes.coupon_cents.shape
    if not stakes.coupon_cents.any():
        return np.broadcast_to(np.False_, shape), nothing(shape)
    even = terms.coupon_pays is CouponPays.EVEN_MONEY
    numerator, denominator = odds_row((EVEN_MONEY,)) if even else odds
    settled = won | lost
    if terms.coupon_on_push is OnPush.DROPS:
        settled = settled | ~stakes.void[:, None, None]
    here = stakes.coupon_cents > 0
    return settled & here, win_cents(stakes.coupon_cents * won, numerator, denominator)


def vigorish_at_payout(
    settled: Settlement, wager: int, percent: int, step_cents: int | None
) -> Cents:
    """Charge vigorish on a wager's wins, chips and coupon together, rounded once each.

    Args:
        settled: Without vigorish yet.
        wager: Place of the wager that pays it in ``WAGERS``; the others pay none.
        percent: Of the amount won.
        step_cents: Rounded up to a multiple of it, or exact.

    Returns:
        ``(n, seats, wagers)``.

    Raises:
        InexactError: It is to be exact and is not a whole number of cents.
    """
    vig = np.zeros(settled.paid_tray_cents.shape, np.int64)
    try:
        vig[..., wager] = vigorish_cents(settled.paid_tray_cents[..., wager], percent, step_cents)
    except InexactError as inexact:
        where = np.zeros(vig.shape, bool)
        where[..., wager] = inexact.where
        what = "vigorish"
        raise InexactError(what, where) from None
    return vig
