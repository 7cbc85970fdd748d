"""Settling throws of Craps, and what one throw leaves to the next. Shared by its games.

A wager that is not decided stands, and is on record again at the next throw; a Come Bet that
stood is then on record under its number. A winner's stake is given back with its win: a bet
that stays up is on the felt again at the next throw.

Reference: 58 Pa. Code §§ 623a.3-623a.6, 623a.9.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from countroom.engine.craps_dice import Felt, dice_index, moved, only, points_after
from countroom.engine.craps_rules import CrapsRules, VigTiming
from countroom.engine.craps_wagers import (
    ALWAYS_ON,
    BUY,
    BUY_OR_LAY,
    COME_ODDS,
    DONT_COME_ODDS,
    LAY,
    LINE,
    OFF_ON_COME_OUT,
    UNDECIDED,
    WAGERS,
    PayTable,
    called_as,
    lay_odds,
    pay_table,
    steps,
)
from countroom.engine.game import Ints
from countroom.engine.odds import Cents, InexactError, win_cents
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    nothing,
    settle_against_house,
)


@dataclass(frozen=True, slots=True)
class Before:
    """What a throw leaves to the next.

    Attributes:
        throw: Its number.
        point: After it.
        known: It was no void throw: the next one must go on from it.
        stood_cents: ``(seats, flat bets)``: what stands of ``LINE``, Come Bets moved.
        coupon_cents: ``(seats, flat bets)``: coupons that stand with it.
        paid_cents: ``(seats, Buy and Lay Bets)``: stakes whose vigorish was charged when
            they were made. A void throw leaves them as they are.
    """

    throw: int
    point: int
    known: bool
    stood_cents: Cents
    coupon_cents: Cents
    paid_cents: Cents


def before(carried: Before | None, seats: int) -> Before:
    """Give what was before the first throw of a batch."""
    if carried is not None:
        return carried
    none = nothing((seats, len(WAGERS)))
    flat, bought = none[:, LINE], none[:, BUY_OR_LAY]
    return Before(-1, 0, known=False, stood_cents=flat, coupon_cents=flat, paid_cents=bought)


# --- settling -----------------------------------------------------------------------------

_Place = tuple[Ints, Ints, Ints]
"""For each wager that was made, its round, seat and place in ``WAGERS``."""


def wagers_made(stakes: Stakes) -> _Place:
    """List the wagers on the felt: most seats make few of the many there are."""
    made = np.flatnonzero(stakes.stake_cents != 0)
    n, s, w = np.unravel_index(made, stakes.stake_cents.shape)
    return n, s, w


def off(point: Ints, called: Ints, wager: Ints) -> Flags:
    """Tell which wagers are off, and wait for another throw.

    Args:
        point: Before the throw.
        called: The seat's column ``called``.
        wager: Places in ``WAGERS``; all three broadcast.
    """
    bit = called_as()[wager]
    usually = (point == 0) & (bit < OFF_ON_COME_OUT)
    otherwise = (called >> bit) & 1 > 0
    return np.asarray((usually ^ otherwise) & (bit != ALWAYS_ON))


def outcomes(table: PayTable, felt: Felt, place: _Place) -> NDArray[np.int8]:
    """Say what a throw does to each wager, ``(m,)``, off or on.

    Odds on a Come Bet that are off go back when the Come Bet is decided.
    """
    n, s, w = place
    outcome = table.outcome[felt.point[n], dice_index(felt)[n], w]
    is_off = off(felt.point[n], felt.called[n, s], w)
    come_odds = (w >= COME_ODDS.start) & (w < DONT_COME_ODDS.stop)
    given_back = is_off & come_odds & (outcome != UNDECIDED)
    outcome = np.where(is_off, UNDECIDED, outcome)
    return np.where(given_back, PUSH, outcome).astype(np.int8)


def settle(
    rules: CrapsRules, felt: Felt, stakes: Stakes, carried: Before | None
) -> tuple[Settlement, Before | None]:
    """Settle throws.

    Raises:
        InexactError: A payout, or an exact vigorish, is not a whole number of cents.

    Reference: 58 Pa. Code §§ 623a.5, 623a.6, 623a.9, 537.5a(b).
    """
    made = _Made(felt, stakes, wagers_made(stakes), pay_table(rules.field_twelve))
    earlier = before(carried, stakes.stake_cents.shape[1])
    try:
        settled = _chips(rules, made)
        chain = _Chain(felt, stakes, earlier, settled.standing_cents)
        settled = _with_vigorish(rules, settled, made, chain.paid_cents(made.place))
    except InexactError as inexact:
        inexact.where = made.spread(inexact.where.reshape(-1).astype(np.int64)) > 0
        raise
    return settled, chain.after(carried)


class _Made:
    """The wagers that were made: ``m`` of the many there could be, and what became of them."""

    def __init__(self, felt: Felt, stakes: Stakes, place: _Place, table: PayTable) -> None:
        n, _, w = place
        self.place, self.shape = place, stakes.stake_cents.shape
        self.outcome = outcomes(table, felt, place)
        at = felt.point[n], dice_index(felt)[n], w
        self.odds = table.numerator[at], table.denominator[at]
        self.stake_cents, self.live = stakes.stake_cents[place], ~stakes.void[n]
        self.coupon_cents = stakes.coupon_cents[place]

    def spread(self, cents: Ints) -> Cents:
        """Lay an amount of each wager out on the felt."""
        if not cents.any():
            return nothing(self.shape)
        out = np.zeros(self.shape, np.int64)
        out[self.place] = cents
        return out


def _chips(rules: CrapsRules, made: _Made) -> Settlement:
    """Settle chips and coupons, without vigorish; what is not decided stands."""
    column = (slice(None), None, None)
    alone = Stakes(made.stake_cents[column], made.coupon_cents[column], ~made.live)
    odds = made.odds[0][column], made.odds[1][column]
    decided = np.where(made.outcome == UNDECIDED, PUSH, made.outcome)[column].astype(np.int8)
    settled = settle_against_house(alone, decided, odds, rules, phase=np.zeros(1, np.int8))
    waits = (made.outcome == UNDECIDED) & made.live
    amounts = {
        "collected_cents": settled.collected_cents,
        "paid_tray_cents": settled.paid_tray_cents,
        "coupon_win_cents": settled.coupon_win_cents,
    }
    spread = {name: made.spread(cents.reshape(-1)) for name, cents in amounts.items()}
    none, rounds = nothing(made.shape), nothing(made.shape[:1])
    return Settlement(
        **spread,
        paid_elsewhere_cents=none,
        pushed_cents=made.spread(settled.pushed_cents.reshape(-1) * ~waits),
        standing_cents=made.spread(made.stake_cents * waits),
        pooled_cents=none,
        drawn_cents=none,
        vig_charged_cents=none,
        vig_marked_cents=none,
        vig_collected_cents=none,
        vig_cleared_cents=none,
        coupon_dropped=made.spread(settled.coupon_dropped.reshape(-1) & ~waits) > 0,
        rake_cents=rounds,
        phase=np.broadcast_to(steps(), made.shape),
    )


# --- vigorish -----------------------------------------------------------------------------


def _can_win_cents(stake_cents: Ints, wager: Ints) -> tuple[Ints, Ints]:
    """Give what vigorish is a percentage of: a Buy Bet, and what a Lay Bet can win.

    Returns:
        The two, ``(m,)`` each; 0 for other wagers.
    """
    lays = (wager >= LAY.start) & (wager < LAY.stop)
    buys = (wager >= BUY.start) & (wager < BUY.stop)
    number = np.where(lays, wager - LAY.start, 0)
    numerator, denominator = (each[number] for each in lay_odds())
    return stake_cents * buys, win_cents(stake_cents * lays, numerator, denominator)


def _with_vigorish(
    rules: CrapsRules, settled: Settlement, made: _Made, paid_cents: Ints
) -> Settlement:
    """Charge vigorish on Buy and Lay Bets.

    On a win it is collected with the payout. Up front it is charged on what a wager grew by
    since the last throw, and collected; where it goes back when the wager is taken down, it
    lies marked beside the wager and is taken when the wager is decided.

    Args:
        rules: The table's.
        settled: Without vigorish yet.
        made: The wagers.
        paid_cents: ``(m,)``: the part of a stake whose vigorish was charged before.
    """
    wager = made.place[2]
    of_buy, of_lay = _can_win_cents(made.stake_cents, wager)
    was_buy, was_lay = _can_win_cents(np.minimum(paid_cents, made.stake_cents), wager)
    first = rules.buy_vig is VigTiming.UP_FRONT, rules.lay_vig is VigTiming.UP_FRONT
    up_front = np.where(of_buy > 0, first[0], first[1])
    whole = rules.vigorish_cents(of_buy + of_lay)
    before_now = rules.vigorish_cents(was_buy + was_lay)
    charged = np.where(up_front, whole - before_now, whole * (made.outcome == WIN)) * made.live
    marked = charged * (up_front & rules.vig_refund)
    decided = np.isin(made.outcome, (WIN, LOSE)) & made.live
    cleared = whole * (up_front & rules.vig_refund & decided)
    on_felt = made.spread(charged)
    return replace(
        settled,
        vig_charged_cents=on_felt,
        vig_marked_cents=made.spread(marked),
        vig_collected_cents=made.spread(charged - marked) if marked.any() else on_felt,
        vig_cleared_cents=made.spread(cleared),
    )


# --- from throw to throw ------------------------------------------------------------------


class _Chain:
    """A batch of throws behind the one before it."""

    def __init__(self, felt: Felt, stakes: Stakes, earlier: Before, standing_cents: Cents) -> None:
        self._felt, self._stakes, self._standing = felt, stakes, standing_cents
        stood = standing_cents[..., BUY_OR_LAY]
        self._stood = np.concatenate([earlier.paid_cents[None], stood])
        void = np.concatenate([[False], stakes.void])
        self._last = np.maximum.accumulate(np.where(void, 0, np.arange(len(void))))
        self._broken = np.concatenate([[0], np.cumsum(~follows(felt, earlier))])

    def _paid_before(self, throw: Ints, broken: Ints) -> tuple[Ints, Flags]:
        """Find the last throw before that was not void, and whether all are on record."""
        last = self._last[throw]
        return last, self._broken[last] == broken

    def paid_cents(self, place: _Place) -> Ints:
        """Tell the stakes whose vigorish was charged before, ``(m,)``; 0 where none is due."""
        n, s, w = place
        last, linked = self._paid_before(n, self._broken[n + 1])
        here = linked & (w >= BUY_OR_LAY.start) & (w < BUY_OR_LAY.stop)
        paid: Ints = self._stood[last, s, np.where(here, w - BUY_OR_LAY.start, 0)] * here
        return paid

    def after(self, carried: Before | None) -> Before | None:
        """Give what the last throw leaves."""
        felt, void = self._felt, self._stakes.void
        if not void.size:
            return carried
        ends = np.array([len(void)])
        last, linked = self._paid_before(ends, self._broken[ends])
        closing = slice(len(void) - 1, None)
        thrown = only(felt, closing)
        return Before(
            throw=int(felt.throw[-1]),
            point=int(points_after(thrown)[0]),
            known=not bool(void[-1]),
            stood_cents=moved(thrown, self._standing[closing, :, LINE])[0],
            coupon_cents=self._stakes.coupon_cents[-1, :, LINE] * (self._standing[-1, :, LINE] > 0),
            paid_cents=self._stood[last[0]] * linked,
        )


def follows(felt: Felt, earlier: Before) -> Flags:
    """Tell which throws are the next after the one on record before them, ``(n,)``."""
    return np.asarray(np.diff(felt.throw, prepend=earlier.throw) == 1)
