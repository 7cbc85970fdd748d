"""Settling the Ante and the three bets of Mississippi Stud: a pay table, and no dealer's hand.

Large batches are settled some thousand seats at a time, so that what is worked on stays in
the processor's caches; amounts are laid out wager by wager, and wagers that nobody made are
never touched.

Reference: 58 Pa. Code §§ 655a.11, 655a.12(a), (b).
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine import hands
from countroom.engine.coupons import CouponPays, OnPush
from countroom.engine.mississippi_felt import MAIN, Felt
from countroom.engine.mississippi_rules import ROYAL_PAYS, THIRD, Rules
from countroom.engine.odds import Cents
from countroom.engine.settlement import LOSE, PUSH, WIN, Flags, Stakes, nothing

PAYS: Final = {
    hands.ROYAL_FLUSH: ROYAL_PAYS,
    hands.STRAIGHT_FLUSH: 100,
    hands.FOUR_OF_A_KIND: 40,
    hands.FULL_HOUSE: 10,
    hands.FLUSH: 6,
    hands.STRAIGHT: 4,
    hands.THREE_OF_A_KIND: 3,
    hands.TWO_PAIR: 2,
}
"""To 1, on each wager. A pair goes by its rank, see ``pays``."""

STREETS: Final = 3

_JACK: Final = 9
_SIX: Final = 4
_SEATS_AT_A_TIME: Final = 1 << 16
_LARGE: Final = 1 << 21
_SIGN: Final = 63
_SIGN_OF_BYTE: Final = 7


def pays(hand_class: int, pair_rank: int) -> tuple[int, int]:
    """Say what a hand does to each of its wagers: the outcome, and the odds to 1.

    >>> pays(hands.ONE_PAIR, 3)
    (-1, 0)
    """
    if hand_class == hands.HIGH_CARD or (hand_class == hands.ONE_PAIR and pair_rank < _SIX):
        return LOSE, 0
    if hand_class == hands.ONE_PAIR:
        return (WIN, 1) if pair_rank >= _JACK else (PUSH, 0)
    return WIN, PAYS[hand_class]


@cache
def _multiples() -> Cents:
    """Lay ``pays`` out by ``hands.two_and_three_index``: -1 loses, 0 pushes, else the odds."""
    strength = hands.strength(hands.two_and_three_hands())
    classes, ranks = hands.class_of(strength).tolist(), hands.leading_rank(strength).tolist()
    rows = [pays(each, rank) for each, rank in zip(classes, ranks, strict=True)]
    return np.array([odds if outcome == WIN else outcome for outcome, odds in rows], np.int64)


@dataclass(frozen=True, slots=True)
class Amounts:
    """What wagers do, in cents, laid out ``(wagers, n, seats)``: filled in as they settle.

    Attributes:
        stake: What stands.
        collected: Into the tray.
        paid: From the tray.
        pushed: Given back.
    """

    stake: Cents
    collected: Cents
    paid: Cents
    pushed: Cents


def amounts(stakes: Stakes) -> Amounts:
    """Begin to settle: nothing has moved yet."""
    stake = stakes.stake_cents.transpose(2, 0, 1)
    return Amounts(stake, *(_zeroed(stake.shape) for _ in range(3)))


def _zeroed(shape: tuple[int, ...]) -> Cents:
    """Make amounts whose optional wagers are zero; the main ones are about to be filled in.

    A large array comes zeroed from the system for nothing; a small one is used memory.
    """
    if prod(shape) > _LARGE:
        return np.zeros(shape, np.int64)
    amounts = np.empty(shape, np.int64)
    amounts[MAIN:] = 0
    return amounts


def by_rounds(seats: int, n: int) -> list[slice]:
    """Cut ``n`` rounds into batches that the processor's caches hold."""
    step = max(1, _SEATS_AT_A_TIME // seats)
    return [slice(start, start + step) for start in range(0, n, step)]


@dataclass(frozen=True, slots=True)
class Played:
    """What else settling the main wagers found.

    Attributes:
        made: ``(n, seats)``: the bets each seat made, 0 to 3; with fewer than 3 it folded.
        coupon_dropped: ``(wagers, n, seats)``.
        coupon_win_cents: ``(wagers, n, seats)``, a part of what was paid.
    """

    made: NDArray[np.int8]
    coupon_dropped: Flags
    coupon_win_cents: Cents


def settle_main(rules: Rules, felt: Felt, stakes: Stakes, moved: Amounts) -> Played:
    """Settle the main wagers: a fold's are collected at once, the others by the five cards.

    What one hand is paid stops at the limit, counted in the order Ante, 3rd, 4th, 5th
    Street; the stakes come back on top.
    """
    _, n, seats = moved.stake.shape
    made = np.empty((n, seats), np.int8)
    showed, void = bool(felt.showed.any()), bool(stakes.void.any())
    large: list[slice] = []
    for rounds in by_rounds(seats, n):
        bets = (moved.stake[THIRD:MAIN, rounds] > 0).view(np.int8)
        np.add(bets[0], bets[1], out=made[rounds])
        made[rounds] += bets[2]
        index = hands.two_and_three_index(felt.hole[rounds], felt.community[rounds])
        multiple = _multiples().take(index)
        multiple |= (made[rounds] - STREETS) >> _SIGN_OF_BYTE  # a fold's bits are all set: -1
        if showed:
            multiple[felt.showed[rounds]] = LOSE
        if void:
            multiple[stakes.void[rounds]] = PUSH
        if _pay(moved, rounds, multiple) > rules.limit_cents:
            large.append(rounds)
    played = _coupons(rules, stakes, moved, made)
    for rounds in large if played.coupon_win_cents.strides[0] == 0 else [slice(0, n)]:
        _limit(moved, played.coupon_win_cents, rounds, rules.limit_cents)
    return played


def _pay(moved: Amounts, rounds: slice, multiple: Cents) -> int:
    """Do what each hand does to its four wagers.

    A number's sign, spread over all its bits, takes a stake or leaves it.

    Args:
        moved: Filled in for these rounds.
        rounds: Which.
        multiple: ``(n, seats)``: -1 loses, 0 pushes, else it is paid so many times.

    Returns:
        Cents that no hand is paid more than.
    """
    stake, paid = moved.stake[:MAIN, rounds], moved.paid[:MAIN, rounds]
    lost = multiple >> _SIGN
    np.bitwise_and(stake, lost, out=moved.collected[:MAIN, rounds])
    np.multiply(stake, multiple & ~lost, out=paid)
    np.bitwise_and(stake, ((multiple - 1) >> _SIGN) ^ lost, out=moved.pushed[:MAIN, rounds])
    return MAIN * int(paid.max())


def _coupons(rules: Rules, stakes: Stakes, moved: Amounts, made: NDArray[np.int8]) -> Played:
    """Settle the coupons on main wagers; any other may not stand and stays the patron's."""
    coupon = stakes.coupon_cents.transpose(2, 0, 1)
    if not coupon[:MAIN].max(initial=0):
        return Played(made, _none_dropped(coupon.shape), nothing(coupon.shape))
    dropped, win = np.zeros(coupon.shape, bool), np.zeros(coupon.shape, np.int64)
    place = np.nonzero(coupon[:MAIN])
    stake, paid = moved.stake[place], moved.paid[place]
    times = paid // np.maximum(stake, 1)
    if rules.coupon_pays is CouponPays.EVEN_MONEY:
        times = np.minimum(times, 1)
    win[place] = coupon[place] * times
    dropped[place] = (times > 0) | (moved.collected[place] > 0)
    if rules.coupon_on_push is OnPush.DROPS:
        dropped[place] |= ~stakes.void[place[1]]
    moved.paid[place] += win[place]
    return Played(made, dropped, win)


@lru_cache(maxsize=64)
def _none_dropped(shape: tuple[int, ...]) -> Flags:
    return np.broadcast_to(np.False_, shape)


def _limit(moved: Amounts, coupon_win: Cents, rounds: slice, limit_cents: int) -> None:
    """Stop what a hand is paid at the limit; a coupon's win counts after its chips'."""
    paid, stake = moved.paid[:MAIN, rounds], moved.stake[:MAIN, rounds]
    n, s = np.nonzero(paid.sum(axis=0) > limit_cents)
    if not n.size:
        return
    due, won = paid[:, n, s], coupon_win[:MAIN, rounds][:, n, s]
    within = np.diff(np.minimum(due.cumsum(axis=0), limit_cents), axis=0, prepend=0)
    paid[:, n, s] = within
    moved.pushed[:MAIN, rounds][:, n, s] += stake[:, n, s] * ((due > 0) & (within == 0))
    if won.any():
        coupon_win[:MAIN, rounds][:, n, s] = np.maximum(within - (due - won), 0)
