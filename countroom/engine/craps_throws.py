"""Throws of Craps: the dice, the point they make, and what they settle. Shared by its games.

A round is one throw. A wager that is not decided stands, and is on record again at the next
throw; a Come Bet that stood is then on record under its number. A winner's stake is given
back with its win: a bet that stays up is on the felt again at the next throw.

Reference: 58 Pa. Code §§ 623a.3-623a.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.craps_rules import CrapsRules, VigTiming
from countroom.engine.craps_wagers import (
    ALWAYS_ON,
    BUY,
    BUY_OR_LAY,
    CALLED,
    COME,
    COME_ODDS,
    COME_ON,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_COME_ON,
    LAY,
    NO_THROW,
    NUMBERS,
    OFF_ON_COME_OUT,
    UNDECIDED,
    WAGERS,
    PayTable,
    called_as,
    lay_odds,
    pay_table,
    steps,
)
from countroom.engine.game import Breach, Column, Ints
from countroom.engine.odds import Cents, InexactError, win_cents
from countroom.engine.rules import MAXIMUM_SEATS
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

COLUMNS: Final = (
    Column("die_1", "round", 0, 6, "a die; 0 where it was not recorded"),
    Column("die_2", "round", 0, 6, "the other die"),
    Column("point", "round", 0, 10, "the point before the throw; 0 on the come-out"),
    Column("throw", "round", 0, 2**31 - 1, "number of the throw, each the next number"),
    Column("shooter", "round", 0, MAXIMUM_SEATS, "seat of the shooter; 0 where not recorded"),
    Column("no_roll", "round", 0, 1, "1: the throw was invalid, and no wager moves"),
    Column(
        "called",
        "seat",
        0,
        2 ** len(CALLED) - 1,
        "wagers called on or off otherwise than usual: 1 Place to Win, 2 Place to Lose, 4 Buy, "
        "8 Hardways, 16 odds on Come, 32 Lay, 64 odds on Don't Come, added up",
    ),
)

NO_ROLL_SHARE: Final = 1 / 150
"""How many throws are invalid: dice off the table, on top of each other."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of throws.

    Attributes:
        dice: ``(n, 2)``, 1 to 6; 0 where not recorded.
        point: ``(n,)``: before the throw.
        throw: ``(n,)``: numbers.
        shooter: ``(n,)``: seats from 1, or 0.
        no_roll: ``(n,)``: invalid throws.
        called: ``(n, seats)``: the bits of column ``called``.
    """

    dice: Ints
    point: Ints
    throw: Ints
    shooter: Ints
    no_roll: Flags
    called: Ints


@dataclass(frozen=True, slots=True)
class Before:
    """What a throw leaves to the next.

    Attributes:
        throw: Its number.
        point: After it.
        known: It was no void throw: the next one must go on from it.
        stood_cents: ``(seats, wagers)``: what stands on the felt, Come Bets moved.
        coupon_cents: ``(seats, wagers)``: coupons that stand with it.
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
    shape = (seats, len(WAGERS))
    none = nothing(shape)
    return Before(
        -1, 0, known=False, stood_cents=none, coupon_cents=none, paid_cents=none[:, BUY_OR_LAY]
    )


# --- the dice -----------------------------------------------------------------------------


def dice_index(felt: Felt) -> Ints:
    """Place each throw in the pay table, ``(n,)``."""
    index = 6 * felt.dice[:, 0] + felt.dice[:, 1] - 7
    return np.where(felt.no_roll | (felt.dice == 0).any(axis=1), NO_THROW, index)


def points_after(felt: Felt) -> Ints:
    """Tell the point after each throw, ``(n,)``."""
    total = felt.dice.sum(axis=1)
    made = np.where(np.isin(total, NUMBERS), total, 0)
    ended = (total == felt.point) | (total == 7)
    after = np.where(felt.point == 0, made, np.where(ended, 0, felt.point))
    return np.where(felt.no_roll, felt.point, after)


def moved(felt: Felt, standing_cents: Cents) -> Cents:
    """Move Come and Don't Come Bets that stand to the number that was thrown.

    Args:
        felt: ``n`` throws.
        standing_cents: ``(n, seats, wagers)``: what the throws left standing.
    """
    after = standing_cents.copy()
    total = np.where(felt.no_roll, 0, felt.dice.sum(axis=1))
    for bet, on in ((COME, COME_ON), (DONT_COME, DONT_COME_ON)):
        for place, number in enumerate(NUMBERS, on.start):
            thrown = total == number
            after[thrown, :, place] += after[thrown, :, bet]
            after[thrown, :, bet] = 0
    return after


def deal(rng: np.random.Generator, n: int, rules: CrapsRules) -> Felt:
    """Throw the dice ``n`` times; the point follows, and a few throws are invalid.

    Who shoots, and what is called on or off, is for ``decide``.
    """
    dice = rng.integers(1, 7, (n, 2))
    no_roll = rng.random(n) < NO_ROLL_SHARE
    points, point = np.zeros(n, np.int64), 0
    for throw, (total, invalid) in enumerate(
        zip(dice.sum(axis=1).tolist(), no_roll.tolist(), strict=True)
    ):
        points[throw] = point
        if invalid:
            continue
        if point == 0:
            point = total if total in NUMBERS else 0
        elif total in {point, 7}:
            point = 0
    called = np.zeros((n, rules.seats), np.int64)
    return Felt(dice, points, np.arange(1, n + 1), np.zeros_like(points), no_roll, called)


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
        settled = replace(settled, **_vigorish(rules, made, chain.paid_cents(made.place)))
    except InexactError as inexact:
        inexact.where = made.spread(inexact.where.reshape(-1)) > 0
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


def _vigorish(rules: CrapsRules, made: _Made, paid_cents: Ints) -> dict[str, Cents]:
    """Charge vigorish on Buy and Lay Bets.

    On a win it is collected with the payout. Up front it is charged on what a wager grew by
    since the last throw, and collected; where it goes back when the wager is taken down, it
    lies marked beside the wager and is taken when the wager is decided.

    Args:
        rules: The table's.
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
    return {
        "vig_charged_cents": on_felt,
        "vig_marked_cents": made.spread(marked),
        "vig_collected_cents": made.spread(charged - marked) if marked.any() else on_felt,
        "vig_cleared_cents": made.spread(cleared),
    }


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
        only = slice(len(void) - 1, None)
        known = not bool(void[-1])
        stood = moved(_only(felt, only), self._standing[only])[0]
        return Before(
            throw=int(felt.throw[-1]),
            point=int(points_after(_only(felt, only))[0]),
            known=known,
            stood_cents=stood,
            coupon_cents=self._stakes.coupon_cents[-1] * (self._standing[-1] > 0),
            paid_cents=self._stood[last[0]] * linked,
        )


def _only(felt: Felt, throws: slice) -> Felt:
    """Take some of the throws."""
    return Felt(
        *(
            each[throws]
            for each in (felt.dice, felt.point, felt.throw, felt.shooter, felt.no_roll, felt.called)
        )
    )


def follows(felt: Felt, earlier: Before) -> Flags:
    """Tell which throws are the next after the one on record before them, ``(n,)``."""
    return np.asarray(np.diff(felt.throw, prepend=earlier.throw) == 1)


# --- records ------------------------------------------------------------------------------


def incomplete(rules: CrapsRules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find throws that cannot be settled: dice or the point are not recorded."""
    del rules
    thrown = ~felt.no_roll & ~stakes.void
    says = "The dice are not recorded."
    missing = (felt.dice == 0).any(axis=1) & thrown
    odd = ~np.isin(felt.point, (0, *NUMBERS)) & ~stakes.void
    return [
        Breach("58 Pa. Code § 623a.9", says, missing),
        Breach("58 Pa. Code § 623a.1", "The point is no number that can be one.", odd),
    ]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {
        "die_1": felt.dice[:, 0],
        "die_2": felt.dice[:, 1],
        "point": felt.point,
        "throw": felt.throw,
        "shooter": felt.shooter,
        "no_roll": felt.no_roll.astype(np.int64),
        "called": felt.called,
    }


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    return Felt(
        dice=np.stack([columns["die_1"], columns["die_2"]], axis=1),
        point=columns["point"],
        throw=columns["throw"],
        shooter=columns["shooter"],
        no_roll=columns["no_roll"] > 0,
        called=columns["called"],
    )
