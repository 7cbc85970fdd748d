"""Playing Pai Gow Poker: the deal, a strategy for every seat, and what rounds leave behind."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from countroom.engine.cards import Cards
from countroom.engine.game import Ints
from countroom.engine.odds import Cents
from countroom.engine.pai_gow_bonus import QUALIFYING_CENTS, DiceSum
from countroom.engine.pai_gow_hands import PACK_SIZE
from countroom.engine.pai_gow_house_way import SEVEN, SPLITS, set_by
from countroom.engine.pai_gow_start import StartBy, start_place
from countroom.engine.pai_gow_table import (
    BANK,
    BANK_HOUSE,
    DICE,
    FORTUNE,
    MAIN,
    TREASURE,
    WAGERS,
    Felt,
    Rules,
)
from countroom.engine.settlement import Flags, Stakes

_AS_SET: Final = np.array(
    [[place for place in range(SEVEN) if place not in two] + list(two) for two in SPLITS]
)
"""For each split, the places of the five cards and then of the two."""

_NUMBERS: Final = 7


@dataclass(frozen=True, slots=True)
class Before:
    """What the rounds so far leave for the next: who may bank it, and for how much.

    Attributes:
        bank: The seat that banked the last round, 0 the house.
        start: Where its deal began.
        wagers_cents: ``(seats,)``: wagers against the dealer in the last round that no player
            banked.
    """

    bank: int
    start: int
    wagers_cents: Cents


def onward(felt: Felt, stakes: Stakes, before: Before | None) -> Before | None:
    """Say what a batch leaves; a void round counts as a round."""
    if not len(felt.bank):
        return before
    main = stakes.stake_cents[..., MAIN]
    by_house = np.flatnonzero(felt.bank == 0)
    wagers = np.zeros(main.shape[1], np.int64) if before is None else before.wagers_cents
    last = main[by_house[-1]].copy() if by_house.size else wagers
    return Before(int(felt.bank[-1]), int(felt.start[-1]), last)


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` rounds of seven cards to every seat and the dealer, each from a fresh pack.

    Hands go clockwise from the starting position; none is set yet.
    """
    fresh = np.broadcast_to(np.arange(PACK_SIZE, dtype=np.int8), (n, PACK_SIZE))
    places = rules.seats + 1
    stacks = rng.permuted(fresh, axis=1)[:, : SEVEN * places].reshape(n, places, SEVEN)
    dice = np.zeros((n, 3), np.int64)
    number, count = np.zeros(n, np.int64), np.zeros(n, np.int64)
    if rules.start_by is StartBy.SHAKER:
        dice = rng.integers(1, 7, (n, 3))
        count = dice.sum(axis=1)
    elif rules.start_by is StartBy.NUMBER:
        count = number = rng.integers(1, _NUMBERS + 1, n)
    nobody = np.zeros(n, np.int64)
    by_button = rules.start_by is StartBy.BUTTON
    start = np.arange(n) % places if by_button else start_place(count, nobody, rules.seats)
    turn = (np.arange(places) - start[:, None]) % places
    at_place = np.take_along_axis(stacks, turn[..., None], axis=1)
    return Felt(
        hands=at_place[:, 1:],
        dealer=at_place[:, 0],
        dice=dice,
        number=number,
        start=start,
        bank=nobody,
        co_bank=np.zeros(n, bool),
        cut_by=nobody,
        cut_refused=np.zeros((n, rules.seats), bool),
    )


def as_set(rules: Rules, cards: Cards) -> Cards:
    """Put seven cards in the order the house way sets them: the five, then the two.

    Args:
        rules: With the house way.
        cards: ``(..., 7)``.
    """
    flat = cards.reshape(-1, SEVEN)
    split = set_by(rules.house_way, flat, rules.wheel_rank).split
    return np.take_along_axis(flat, _AS_SET[split], axis=1).reshape(cards.shape)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Wager a unit and set every hand by the house way; bank one round in six or so.

    Where players may bank, every third round one who played the round before is asked, and
    half of them accept; four in ten of those co-bank where they may. Three in ten seats
    make a Fortune wager of $5, one in ten another optional one. A coupon stands on the main
    wager, and its round is not banked. The bank cuts, or the seat farthest to the dealer's
    right.
    """
    seats = np.arange(units_cents.shape[1])
    bank = _banks(rng, rules, units_cents, coupon_cents)
    stake = np.zeros((*units_cents.shape, len(WAGERS)), np.int64)
    banks = seats == (bank - 1)[:, None]
    stake[..., MAIN] = units_cents * ~banks
    _place_optional(rng, rules, units_cents > 0, stake)
    co_bank = (bank > 0) & (rng.random(len(bank)) < 0.4) & rules.co_bank_offered
    covered = stake[..., MAIN].sum(axis=1)
    last = np.roll(units_cents, 1, axis=0) * banks
    house = np.where(rules.house_wager_cents > 0, rules.house_wager_cents, last.sum(axis=1))
    stake[..., BANK] = covered[:, None] * banks
    stake[..., BANK_HOUSE] = np.where(co_bank, (covered + 1) // 2, house)[:, None] * banks
    right = np.where(units_cents > 0, seats + 1, 0).max(axis=1)
    start = felt.start
    if rules.start_by is not StartBy.BUTTON:
        count = felt.dice.sum(axis=1) + felt.number
        start = start_place(count, bank, rules.seats)
    played = replace(
        felt,
        hands=as_set(rules, felt.hands),
        dealer=as_set(rules, felt.dealer),
        start=start,
        bank=bank,
        co_bank=co_bank,
        cut_by=np.where(bank > 0, bank, right),
    )
    coupons = np.zeros_like(stake)
    coupons[..., MAIN] = coupon_cents
    return played, Stakes(stake, coupons, np.zeros(len(stake), bool))


def _banks(rng: np.random.Generator, rules: Rules, units_cents: Cents, coupon_cents: Cents) -> Ints:
    """Choose who banks, ``(n,)``; 0 where the house does."""
    rounds = np.arange(len(units_cents))
    plays = units_cents > 0
    may = plays & np.roll(plays, 1, axis=0)
    asked = (rounds % 3 == 2) & (plays.sum(axis=1) > 1) & ~coupon_cents.any(axis=1)
    accepted = asked & may.any(axis=1) & (rng.random(len(rounds)) < 0.5) & rules.bank_offered
    chosen = (rng.random(units_cents.shape) * may).argmax(axis=1) + 1
    return np.where(accepted, chosen, 0).astype(np.int64)


def _place_optional(rng: np.random.Generator, rules: Rules, plays: Flags, stake: Cents) -> None:
    """Put optional wagers of $5 into the stakes."""
    offered = (
        (FORTUNE, bool(rules.fortune_pays), 3),
        (TREASURE, bool(rules.treasure_pays), 1),
        (DICE, rules.dice_sum is not DiceSum.NONE, 1),
    )
    for wager, here, of_ten in offered:
        chance = rng.integers(10, size=plays.shape) < of_ten
        stake[..., wager] = (plays & chance & here) * QUALIFYING_CENTS
