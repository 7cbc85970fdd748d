"""Pai Gow Poker: seven cards set into two hands, against the dealer or a patron who banks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from countroom.engine import (
    pai_gow_bank,
    pai_gow_bonus,
    pai_gow_breaches,
    pai_gow_play,
    pai_gow_table,
)
from countroom.engine import pai_gow_hands as ranking
from countroom.engine.game import Column, Wager
from countroom.engine.hands import Ints as Strengths
from countroom.engine.odds import Cents, InexactError, vigorish_cents
from countroom.engine.pai_gow_house_way import set_by
from countroom.engine.pai_gow_table import (
    BANK,
    BANK_HOUSE,
    DICE,
    FORTUNE,
    MAIN,
    TREASURE,
    VIG_PERCENT,
    Commission,
    Copies,
    WronglySet,
)
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    settle_against_house,
)

CODE = "pai_gow_poker"
TITLE = "Pai Gow Poker"
REFERENCE = "58 Pa. Code ch. 561 (2011), chs. 645a, 645c"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGERS: tuple[Wager, ...] = pai_gow_table.WAGERS
COLUMNS: tuple[Column, ...] = pai_gow_table.COLUMNS
Rules = pai_gow_table.Rules
Felt = pai_gow_table.Felt

PUBLISHED_TABLE_2: Final = (
    "seven_card_straight_flush:8000,royal_flush_royal_match:2000,"
    "seven_card_straight_flush_joker:1000,five_aces:400,royal_flush:150,straight_flush:50,"
    "four_of_a_kind:25,full_house:5,flush:4,three_of_a_kind:3,straight:2"
)
"""The most usual Fortune pay table; not one of the Code, whose tables we do not have."""

_USUAL: Final[Mapping[str, object]] = {
    "seats": 6,
    "minimum_cents": 10_00,
    "maximum_cents": 1000_00,
    "house_way": "trump_plaza",
    "wheel_rank": "second",
    "copies": "banking_hand",
    "wrongly_set": "loses",
    "start_by": "shaker",
    "commission": "vigorish",
    "vig_rounding": "ceiling",
    "change_hours": 8,
    "fortune_pays": PUBLISHED_TABLE_2,
    "fortune_envy": "",
    "treasure_pays": "",
    "treasure_envy": "",
    "dice_sum": "a",
    "bank_offered": True,
    "co_bank_offered": True,
    "house_wager_cents": 0,
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "Trump Plaza house way, bank offered, vigorish raised to 25 cents": _USUAL,
    "Trump Plaza house way, vigorish exact, dice table B": {
        **_USUAL,
        "vig_rounding": "exact",
        "dice_sum": "b",
        "fortune_pays": "",
    },
    "no vigorish: a dealer's nine-high low hand pushes all": {
        **_USUAL,
        "commission": "tiger_9",
        "start_by": "number",
        "dice_sum": "none",
        "fortune_pays": "",
        "bank_offered": False,
        "co_bank_offered": False,
    },
}

_NINE: Final = 7
_A_PAIR: Final = 1 << 8

_FIRST, _COMPARED, _CENTRE, _LAST = range(4)
"""The dealer's hand against the bank's; the players'; the bank; the optional wagers."""

deal = pai_gow_play.deal
decide = pai_gow_play.decide
breaches = pai_gow_breaches.breaches
incomplete = pai_gow_breaches.incomplete
to_columns = pai_gow_table.to_columns
from_columns = pai_gow_table.from_columns


@dataclass(frozen=True, slots=True)
class _Compared:
    """What the hands make of the wagers.

    Attributes:
        main: ``(n, seats)``: outcome against the dealer or the bank.
        house: ``(n,)``: outcome of the dealer's wager against a bank.
    """

    main: NDArray[np.int8]
    house: NDArray[np.int8]


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: pai_gow_play.Before | None
) -> tuple[Settlement, pai_gow_play.Before | None]:
    """Settle rounds: hands compared, the bank's centre emptied, vigorish taken, bonuses paid.

    The dealer's and the bank's hand count as the house way sets them, however they were set
    (§ 561.14(i)). In a round that a patron banks, coupons have no part (§ 525.22(a)).

    Raises:
        InexactError: An exact vigorish is not a whole number of cents; where a patron banks,
            on the whole round.

    Reference: 58 Pa. Code §§ 561.13-561.15, 645c.1, 645c.2.
    """
    banked = (felt.bank > 0) & ~stakes.void
    compared = _compare(rules, felt, banked) if _contested(stakes) else _nobody(felt)
    outcome, times = _outcomes(rules, felt, stakes, compared)
    outcome[..., MAIN][felt.bank > 0] = PUSH
    own = stakes
    if banked.any() and stakes.coupon_cents.any():
        own = replace(stakes, coupon_cents=stakes.coupon_cents * ~banked[:, None, None])
    odds = (times, np.ones(1, np.int64))
    settled = settle_against_house(own, outcome, odds, rules, phase=_phases(len(WAGERS)))
    settled = _with_envy(rules, felt, stakes, settled)
    won = np.zeros((2, *felt.hands.shape[:2]), np.int64)
    won[0] = settled.paid_tray_cents[..., MAIN]
    if banked.any():
        settled = _banked(felt, stakes, settled, (compared, banked, won))
    if rules.commission is Commission.VIGORISH:
        settled = _with_vigorish(rules, settled, won, banked)
    return settled, pai_gow_play.onward(felt, stakes, carried)


def _phases(wagers: int) -> NDArray[np.int8]:
    phase = np.full(wagers, _LAST, np.int8)
    phase[[MAIN, BANK, BANK_HOUSE]] = _COMPARED, _CENTRE, _FIRST
    return phase


# --- the hands ----------------------------------------------------------------------------


def _compare(rules: Rules, felt: Felt, banked: Flags) -> _Compared:
    """Compare every player's hands with the dealer's or the bank's."""
    high = ranking.five_card_strength(felt.hands[..., :5], rules.wheel_rank)
    low = ranking.two_card_strength(felt.hands[..., 5:])
    wrong = ranking.wrongly_set(high, low)
    if rules.wrongly_set is WronglySet.RESET:
        anew = set_by(rules.house_way, felt.hands[wrong], rules.wheel_rank)
        high[wrong], low[wrong] = anew.high, anew.low
        wrong = np.zeros_like(wrong)
    dealer = set_by(rules.house_way, felt.dealer, rules.wheel_rank)
    against = dealer.high.copy(), dealer.low.copy()
    house = np.zeros(len(banked), np.int8)
    if banked.any():
        bank = set_by(rules.house_way, pai_gow_breaches.bank_cards(felt)[banked], rules.wheel_rank)
        against[0][banked], against[1][banked] = bank.high, bank.low
        mine = dealer.high[banked], dealer.low[banked]
        house[banked] = _outcome(mine, (bank.high, bank.low), rules.copies)
    main = _outcome((high, low), (against[0][:, None], against[1][:, None]), rules.copies)
    main[wrong] = LOSE
    if rules.commission is Commission.TIGER_9:
        main[_tiger_9(dealer.low) & ~banked] = PUSH
    return _Compared(main, house)


def _contested(stakes: Stakes) -> bool:
    """Tell whether any hands are to be compared."""
    return bool(stakes.stake_cents[..., [MAIN, BANK_HOUSE]].any())


def _nobody(felt: Felt) -> _Compared:
    return _Compared(np.zeros(felt.hands.shape[:2], np.int8), np.zeros(len(felt.bank), np.int8))


def _outcome(
    mine: tuple[Strengths, Strengths], theirs: tuple[Strengths, Strengths], copies: Copies
) -> NDArray[np.int8]:
    """Tell what two hands do against two: both higher win, both lower lose, else a tie."""
    above = (mine[0] > theirs[0]) & (mine[1] > theirs[1])
    if copies is Copies.BANKING_HAND:
        below = (mine[0] <= theirs[0]) & (mine[1] <= theirs[1])
    else:
        below = (mine[0] < theirs[0]) & (mine[1] < theirs[1])
    return above.astype(np.int8) - below.astype(np.int8)


def _tiger_9(low: Strengths) -> Flags:
    """Tell where the low hand is nine-high. § 645c.1."""
    return np.asarray((low < _A_PAIR) & (low >> 4 == _NINE))


# --- the wagers ---------------------------------------------------------------------------


def _outcomes(
    rules: Rules, felt: Felt, stakes: Stakes, compared: _Compared
) -> tuple[NDArray[np.int8], Cents]:
    """Give outcomes and odds to 1 of all wagers, ``(n, seats, wagers)``."""
    stake = stakes.stake_cents
    outcome = np.full(stake.shape, PUSH, np.int8)
    outcome[..., MAIN] = compared.main
    if not stake[..., FORTUNE : DICE + 1].any():
        return outcome, np.ones(1, np.int64)
    times = np.ones(stake.shape, np.int64)
    seven = stake[..., [FORTUNE, TREASURE]].any(axis=2)
    held = pai_gow_bonus.lines_held(felt.hands[seven])
    for wager, table in ((FORTUNE, rules.fortune_pays), (TREASURE, rules.treasure_pays)):
        times[..., wager][seven] = pai_gow_bonus.pays(table)[held]
    times[..., DICE] = pai_gow_bonus.dice_pays(rules.dice_sum)[felt.dice.sum(axis=1)][:, None]
    optional = times[..., FORTUNE : DICE + 1]
    outcome[..., FORTUNE : DICE + 1] = np.where(optional > 0, WIN, LOSE)
    return outcome, times


def _with_envy(rules: Rules, felt: Felt, stakes: Stakes, settled: Settlement) -> Settlement:
    """Pay qualifying wagers for the other players' hands, won or lost. § 561.1."""
    stake = stakes.stake_cents
    envy = np.zeros(stake.shape, np.int64)
    for wager, table in ((FORTUNE, rules.fortune_envy), (TREASURE, rules.treasure_envy)):
        qualifies = (stake[..., wager] >= pai_gow_bonus.QUALIFYING_CENTS) & ~stakes.void[:, None]
        rounds = qualifies.any(axis=1)
        if not table or not rounds.any():
            continue
        plays = stake[rounds].any(axis=2)
        held = pai_gow_bonus.lines_held(felt.hands[rounds])
        brings = pai_gow_bonus.pays(table)[held] * plays
        others = brings.sum(axis=1, keepdims=True) - brings
        envy[rounds, :, wager] = others * qualifies[rounds]
    if not envy.any():
        return settled
    paid = settled.paid_tray_cents + envy
    return replace(settled, paid_tray_cents=paid, envy_cents=envy)


def _banked(
    felt: Felt,
    stakes: Stakes,
    settled: Settlement,
    found: tuple[_Compared, Flags, Cents],
) -> Settlement:
    """Move the money of rounds that a patron banks.

    Args:
        felt: What fell.
        stakes: What stood on it.
        settled: All else; the wagers concerned as pushed.
        found: What the hands make, which rounds are banked, and what main wagers and banks
            won, ``(2, n, seats)``, to which the wins out of the centre are added.
    """
    compared, banked, won = found
    n = np.flatnonzero(banked)
    seat = felt.bank[n] - 1
    wagers = stakes.stake_cents[n, :, MAIN]
    wagers[np.arange(len(n)), seat] = 0
    house = stakes.stake_cents[n, seat, BANK_HOUSE]
    moved = pai_gow_bank.flows(
        pai_gow_bank.Round(
            wager_cents=wagers,
            outcome=compared.main[n],
            house_cents=house,
            house_outcome=compared.house[n],
            co_bank=felt.co_bank[n],
        )
    )
    pooled, drawn = np.zeros((2, *stakes.stake_cents.shape), np.int64)
    pooled[n, :, MAIN], drawn[n, :, MAIN] = moved.to_centre_cents, moved.from_centre_cents
    pooled[n, seat, BANK], drawn[n, seat, BANK] = moved.bank_in_cents, moved.bank_out_cents
    collected, paid, pushed = (
        amounts.copy()
        for amounts in (settled.collected_cents, settled.paid_tray_cents, settled.pushed_cents)
    )
    collected[n, seat, BANK_HOUSE] = moved.tray_in_cents
    paid[n, seat, BANK_HOUSE] = moved.tray_out_cents
    pushed[n, seat, BANK_HOUSE] = np.where(moved.tray_out_cents > 0, 0, house - moved.tray_in_cents)
    pushed[n, seat, BANK] -= moved.bank_in_cents
    pushed[n, :, MAIN] *= moved.to_centre_cents == 0
    won[0, n], won[1, n, seat] = moved.from_centre_cents, moved.bank_won_cents
    return replace(
        settled,
        collected_cents=collected,
        paid_tray_cents=paid,
        pushed_cents=pushed,
        pooled_cents=pooled,
        drawn_cents=drawn,
    )


def _with_vigorish(rules: Rules, settled: Settlement, won: Cents, banked: Flags) -> Settlement:
    """Take 5 % of what main wagers and banks won, ``(2, n, seats)``."""
    planes = won if banked.any() else won[:1]
    vig = np.zeros(settled.phase.shape, np.int64)
    try:
        for wager, plane in zip((MAIN, BANK), planes, strict=False):
            vig[..., wager] = vigorish_cents(plane, VIG_PERCENT, rules.vig_step_cents)
    except InexactError as inexact:
        whole = inexact.where.any(axis=1) & banked
        where = np.broadcast_to(whole[:, None, None], vig.shape).copy()
        where[..., MAIN] |= inexact.where
        inexact.where = where
        raise
    return replace(settled, vig_charged_cents=vig, vig_collected_cents=vig)
