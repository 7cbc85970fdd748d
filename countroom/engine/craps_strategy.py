"""How patrons of a played Craps table bet: a stated style each, throw by throw.

A patron keeps his style as long as he stays. He makes a line bet on the come-out and, where
his style has more, more at a point; who comes while a point is on bets on what is left to him.
Who leaves takes down what may be taken down; his line and Come Bets ride to their decision.
All amounts are multiples that pay whole dollars.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.craps_dice import Felt, dice_index
from countroom.engine.craps_rules import CrapsRules
from countroom.engine.craps_throws import off
from countroom.engine.craps_wagers import (
    BIG,
    BUY,
    BUY_OR_LAY,
    CALLED,
    COME,
    COME_ODDS,
    COME_ON,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_COME_ON,
    DONT_PASS,
    DONT_PASS_ODDS,
    FIELD,
    HARD,
    HOPS,
    LAY,
    NUMBERS,
    PASS,
    PASS_ODDS,
    PLACE,
    PLACE_LOSE,
    PLACE_OF,
    UNDECIDED,
    WAGERS,
    pay_table,
)
from countroom.engine.odds import Cents
from countroom.engine.settlement import Flags, Stakes

Row = NDArray[np.int64]

LINE, COMES, PLACES, FIELDS, HARDWAYS, DONT, BUYS, LAYS, ONE_ROLLS = range(9)
"""The styles: Pass with odds; Come Bets with odds; Place on 6 and 8; Field; Hardways and Any
Craps; Don't Pass and Don't Come with odds laid; Buy on 4 and 10; Lay or Place to Lose; and
Horn, Craps-Eleven, hops and the other wagers of one throw."""

_OF_A_HUNDRED: Final = np.repeat(np.arange(9), (26, 16, 18, 6, 8, 8, 6, 5, 7))
"""The styles of a hundred patrons."""

_CALLS: Final = 20
"""One throw in so many a patron calls wagers on or off otherwise than usual."""

_TAKES_DOWN: Final = 50
"""One throw in so many a patron takes his Buy and Lay Bets down."""

_SIDE_SHARE: Final = 5
"""Wagers of one throw and Hardways are a fifth of the usual wager."""

_NUMBER_STEPS: Final = {4: 0, 5: 1, 6: 2, 8: 2, 9: 1, 10: 0}


@cache
def steps_cents() -> Row:
    """Give what each wager is made in multiples of, so that it pays whole dollars."""
    step = np.full(len(WAGERS), 100)
    for wagers, steps in (
        (COME_ODDS, (100, 200, 500)),
        (DONT_COME_ODDS, (200, 300, 600)),
        (PLACE, (500, 500, 600)),
        (PLACE_LOSE, (1100, 800, 500)),
        (BUY, (2000, 2000, 2000)),
        (LAY, (4000, 3000, 2400)),
    ):
        step[wagers] = [steps[_NUMBER_STEPS[number]] for number in NUMBERS]
    step[PLACE_OF["horn"]], step[PLACE_OF["craps_eleven"]] = 400, 200
    return step


@cache
def kept_when_leaving() -> Flags:
    """Tell which wagers ride on when their patron leaves: line and Come Bets, and odds."""
    kept = np.zeros(len(WAGERS), bool)
    kept[: PLACE.start] = True
    return kept


@dataclass(slots=True)
class _Seats:
    """The seats of the table between two throws.

    Attributes:
        stake: ``(seats, wagers)``: what stands, in cents.
        coupon: ``(seats, wagers)``: coupons that stand with it.
        style: ``(seats,)``.
        unit: ``(seats,)``: usual wagers; 0 for who is gone.
        held: For each seat, values of coupons not played yet.
    """

    stake: Row
    coupon: Row
    style: Row
    unit: Row
    held: list[deque[int]] = field(default_factory=list)


def decide(
    rng: np.random.Generator, rules: CrapsRules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Let every seat bet its style on throw after throw, and say who shoots.

    A coupon is played on the next Pass or Don't Pass Bet that its patron makes, and rides.
    """
    n, seats = units_cents.shape
    stake = np.zeros((n, seats, len(WAGERS)), np.int64)
    coupon, called = np.zeros_like(stake), np.zeros((n, seats), np.int64)
    table, dice = pay_table(rules.field_twelve).outcome, dice_index(felt)
    totals = np.where(felt.no_roll, 0, felt.dice.sum(axis=1)).tolist()
    at = _Seats(
        np.zeros_like(stake[0]),
        np.zeros_like(stake[0]),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        [deque() for _ in range(seats)],
    )
    every, bettor = np.arange(len(WAGERS)), _Bettor(rules, at)
    for throw, point in enumerate(felt.point.tolist()):
        _seat(rng, at, units_cents[throw], coupon_cents[throw])
        bettor.point = point
        _bet(rng, bettor)
        called[throw] = _calls(rng, at)
        stake[throw], coupon[throw] = at.stake, at.coupon
        waits = table[point, dice[throw]] == UNDECIDED
        waits = waits | _waits_off(point, called[throw], every, waits)
        _clear(at, waits, totals[throw])
    felt = replace(felt, called=called, shooter=_shooters(felt, stake))
    return felt, Stakes(stake, coupon, np.zeros(n, bool))


def _seat(rng: np.random.Generator, at: _Seats, units: Row, coupons: Row) -> None:
    """Let patrons come and go, and take their coupons in hand."""
    comes = (units > 0) & (at.unit == 0)
    styles = _OF_A_HUNDRED[rng.integers(len(_OF_A_HUNDRED), size=units.shape)]
    at.style = np.where(comes, styles, at.style)
    at.unit = units
    at.stake[units == 0] *= kept_when_leaving()
    for seat in np.flatnonzero(coupons).tolist():
        at.held[seat].append(int(coupons[seat]))


def _calls(rng: np.random.Generator, at: _Seats) -> Row:
    """Call some wagers on or off otherwise than usual."""
    calls = rng.integers(_CALLS, size=at.unit.shape) == 0
    return np.where(calls & (at.unit > 0), rng.integers(1, 2 ** len(CALLED), at.unit.shape), 0)


def _waits_off(point: int, called: Row, every: Row, waits: Flags) -> Flags:
    """Tell which wagers are off and stand; odds go back with their Come Bet."""
    is_off = off(np.array(point), called[:, None], every)
    is_off[:, COME_ODDS.start : DONT_COME_ODDS.stop] &= waits[COME_ODDS.start : DONT_COME_ODDS.stop]
    return is_off


def _clear(at: _Seats, waits: Flags, total: int) -> None:
    """Take what was decided off the felt, and move Come Bets."""
    at.stake, at.coupon = at.stake * waits, at.coupon * waits
    if total in NUMBERS:
        place = NUMBERS.index(total)
        for bet, on in ((COME, COME_ON), (DONT_COME, DONT_COME_ON)):
            at.stake[:, on.start + place] += at.stake[:, bet]
            at.stake[:, bet] = 0


# --- bets ---------------------------------------------------------------------------------


class _Bettor:
    """Puts wagers down that are offered, where none stands yet."""

    def __init__(self, rules: CrapsRules, at: _Seats) -> None:
        self.at, self.point = at, 0
        self._offered, self._most, self._lay = rules.offered(), rules.most_odds(), rules.lay_odds

    def of(self, style: int) -> Flags:
        """Tell who plays a style."""
        return np.asarray((self.at.style == style) & (self.at.unit > 0))

    def put(self, who: Flags, wager: int, share: int = 1) -> None:
        """Make a wager of about a share of the usual one."""
        step = int(steps_cents()[wager])
        self._make(who, wager, np.maximum(self.at.unit // share // step, 1) * step)

    def flat(self, who: Flags, wager: int) -> None:
        """Make a line or Come Bet of the usual wager."""
        self._make(who, wager, self.at.unit)

    def odds(self, who: Flags, wager: int, flat: int, number: int) -> None:
        """Take or lay odds on a number as far as the table allows and one flat bet wants."""
        stake = self.at.stake[:, flat]
        who = who & (stake > 0)
        if not who.any():
            return
        lays = wager == DONT_PASS_ODDS or wager >= DONT_COME_ODDS.start
        place = NUMBERS.index(number)
        step = int(steps_cents()[(DONT_COME_ODDS if lays else COME_ODDS).start + place])
        most = stake * (self._lay if lays else int(self._most[place]))
        wanted = np.minimum(most, np.maximum(stake * (2 if lays else 1), step))
        self._make(who, wager, wanted // step * step)

    def _make(self, who: Flags, wager: int, cents: Row) -> None:
        if self._offered[wager]:
            here = who & (self.at.unit > 0) & (self.at.stake[:, wager] == 0)
            self.at.stake[:, wager] += cents * here


def _bet(rng: np.random.Generator, bettor: _Bettor) -> None:
    """Let every patron make his wagers for the next throw."""
    at = bettor.at
    if bettor.point == 0:
        _on_the_come_out(bettor)
    else:
        bettor.odds(at.style != HARDWAYS, PASS_ODDS, PASS, bettor.point)
    picks = rng.integers(FIELD + 1, HOPS.stop, at.unit.shape)
    for style, plan in _PLANS.items():
        who = bettor.of(style)
        if who.any():
            plan(bettor, who, picks)
    down = rng.integers(_TAKES_DOWN, size=at.unit.shape) == 0
    at.stake[down, BUY_OR_LAY] = 0
    if _idle(at).any():
        bettor.flat(_idle(at) & (bettor.point > 0), COME)
        bettor.put(_idle(at), FIELD)


def _idle(at: _Seats) -> Flags:
    """Tell which patrons have nothing on the felt."""
    return np.asarray((at.unit > 0) & ~at.stake.any(axis=1))


def _on_the_come_out(bettor: _Bettor) -> None:
    """Make line bets, with the coupons that wait for them."""
    at = bettor.at
    line = (at.style != FIELDS) & (at.style != DONT) & (at.style != LAYS)
    against = at.style == DONT
    free = (at.stake[:, : DONT_PASS + 1] == 0).all(axis=1) & (at.unit > 0)
    held = np.array([bool(each) for each in at.held])
    for wager, who in ((PASS, line | (held & ~against)), (DONT_PASS, against)):
        bettor.flat(who & free, wager)
        for seat in np.flatnonzero(who & free & held).tolist():
            value = at.held[seat].popleft()
            at.coupon[seat, wager] = value
            at.stake[seat, wager] = max(int(at.stake[seat, wager]), value)


def _comes(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Have two Come Bets on numbers, with odds."""
    if bettor.point:
        _keep(bettor, who, (COME, COME_ON, COME_ODDS), most=2)


def _donts(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Lay odds on Don't Pass and on one Don't Come Bet."""
    if bettor.point:
        bettor.odds(who, DONT_PASS_ODDS, DONT_PASS, bettor.point)
        _keep(bettor, who, (DONT_COME, DONT_COME_ON, DONT_COME_ODDS), most=1)


def _keep(bettor: _Bettor, who: Flags, wagers: tuple[int, slice, slice], *, most: int) -> None:
    bet, on, odds = wagers
    few = (bettor.at.stake[:, on] > 0).sum(axis=1) < most
    bettor.flat(who & few, bet)
    for place, number in enumerate(NUMBERS):
        bettor.odds(who, odds.start + place, on.start + place, number)


def _places(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Place 6 and 8 to win, but for the point."""
    for number in (6, 8):
        if bettor.point not in {0, number}:
            bettor.put(who, PLACE.start + NUMBERS.index(number))


def _fields(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Bet the Field, and Big 6 at a point."""
    bettor.put(who, FIELD)
    if bettor.point:
        bettor.put(who, BIG.start)


def _hardways(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Bet every Hardway at a point, and Any Craps on the come-out."""
    wagers = range(HARD.start, HARD.stop) if bettor.point else (PLACE_OF["any_craps"],)
    for wager in wagers:
        bettor.put(who, wager, _SIDE_SHARE)


def _buys(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Buy 4 and 10."""
    if bettor.point:
        for number in (4, 10):
            bettor.put(who, BUY.start + NUMBERS.index(number))


def _lays(bettor: _Bettor, who: Flags, _: Row) -> None:
    """Lay against 4 and 10, and place 5, 6 and 8 to lose."""
    if bettor.point:
        for number in (4, 10):
            bettor.put(who, LAY.start + NUMBERS.index(number))
        for number in (5, 6, 8):
            bettor.put(who, PLACE_LOSE.start + NUMBERS.index(number))


def _one_rolls(bettor: _Bettor, who: Flags, picks: Row) -> None:
    """Bet on the next throw alone, each patron on what he picks."""
    for seat in np.flatnonzero(who).tolist():
        bettor.put(np.arange(len(who)) == seat, int(picks[seat]), _SIDE_SHARE)


_PLANS: Final = {
    COMES: _comes,
    PLACES: _places,
    FIELDS: _fields,
    HARDWAYS: _hardways,
    DONT: _donts,
    BUYS: _buys,
    LAYS: _lays,
    ONE_ROLLS: _one_rolls,
}
"""What each style has beside its line bet."""


def _shooters(felt: Felt, stake: Row) -> Row:
    """Say who shoots: the dice pass to the next seat with a wager after a seven-out."""
    plays: Flags = np.asarray(stake.any(axis=2))
    out = (felt.point > 0) & (felt.dice.sum(axis=1) == 7) & ~felt.no_roll
    shooters, shooter, seats = np.zeros(len(plays), np.int64), 0, plays.shape[1]
    for throw, passes in enumerate(out.tolist()):
        order = (np.arange(seats) + shooter) % seats
        here = order[plays[throw, order]]
        if here.size:
            shooter = int(here[0])
            shooters[throw] = shooter + 1
        shooter = (shooter + passes) % seats
    return shooters
