"""Pai Gow Poker played against the rules, and rounds that cannot be settled from the record."""

from typing import Final

import numpy as np

from countroom.engine import pai_gow_hands as ranking
from countroom.engine.cards import NO_CARD, Cards
from countroom.engine.game import (
    COUPON_GAMES,
    Breach,
    Ints,
    coupon_breaches,
    limit_breaches,
    repeated_cards,
)
from countroom.engine.odds import Cents
from countroom.engine.pai_gow_bank import half_up
from countroom.engine.pai_gow_bonus import DiceSum
from countroom.engine.pai_gow_house_way import SEVEN, set_by
from countroom.engine.pai_gow_play import Before
from countroom.engine.pai_gow_start import StartBy, next_button, offered_before, start_place
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

_RESET: Final = "58 Pa. Code § 561.14(i)"
_START: Final = "58 Pa. Code § 561.12"
_CUT: Final = "58 Pa. Code § 561.5(d)"
_BANK_RULE: Final = "58 Pa. Code § 561.15"
_SET: Final = "58 Pa. Code § 561.13"


def breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: Before | None) -> list[Breach]:
    """Find play against the rules."""
    by_patron = np.broadcast_to((felt.bank > 0)[:, None, None], stakes.coupon_cents.shape)
    says = "Coupons are for games against the house: a player banks this round."
    return [
        *limit_breaches(rules, WAGERS, stakes),
        *coupon_breaches(rules, WAGERS, stakes),
        Breach(COUPON_GAMES, says, (stakes.coupon_cents > 0) & by_patron),
        *_set_breaches(rules, felt, stakes),
        *_start_breaches(rules, felt, carried),
        *_cut_breaches(rules, felt, stakes, carried),
        *_bank_breaches(rules, felt, stakes, carried),
    ]


def _set_breaches(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find hands not set as filed, and cards that lie twice."""
    plays = np.asarray(stakes.stake_cents.any(axis=2))
    own = np.where(plays[..., None], felt.hands, NO_CARD)
    dealt = np.concatenate([own.reshape(-1, SEVEN * plays.shape[1]), felt.dealer], axis=1)
    banks = felt.bank > 0
    says = "The {}'s hand is not set as filed; it was to be reset."
    return [
        Breach("58 Pa. Code § 561.5", "A card lies twice in one round.", repeated_cards(dealt)),
        Breach(_RESET, says.format("dealer"), _otherwise_set(rules, felt.dealer)),
        Breach(_RESET, says.format("bank"), banks & _otherwise_set(rules, bank_cards(felt))),
    ]


def _otherwise_set(rules: Rules, cards: Cards) -> Flags:
    """Tell which hands, all known, are not set as the house way sets them."""
    known = (cards != NO_CARD).all(axis=1)
    filed = set_by(rules.house_way, cards, rules.wheel_rank)
    high = ranking.five_card_strength(cards[:, :5], rules.wheel_rank)
    low = ranking.two_card_strength(cards[:, 5:])
    return np.asarray(known & ((high != filed.high) | (low != filed.low)))


def bank_seat(felt: Felt) -> Ints:
    """Give the index of the bank's seat; any seat where the house banks or there is none."""
    return np.clip(felt.bank, 1, felt.hands.shape[1]) - 1


def bank_cards(felt: Felt) -> Cards:
    """Give the bank's seven cards, ``(n, 7)``; any cards where the house banks."""
    seat = bank_seat(felt)
    return felt.hands[np.arange(len(seat)), seat]


# --- start and cut ------------------------------------------------------------------------


def _start_breaches(rules: Rules, felt: Felt, carried: Before | None) -> list[Breach]:
    """Find a deal that began elsewhere than dice, number or button say."""
    dice, number = felt.dice > 0, felt.number > 0
    shaken = rules.start_by is StartBy.SHAKER
    drawn = rules.start_by is StartBy.NUMBER
    wrong_means = (dice != shaken).any(axis=1) | (number != drawn)
    if rules.start_by is StartBy.BUTTON:
        before = np.roll(felt.start, 1)
        before[:1] = rules.seats if carried is None else carried.start
        here = next_button(before, rules.seats)
    else:
        count = felt.dice.sum(axis=1) + felt.number
        here = start_place(count, felt.bank, rules.seats)
    says = "The starting position was not found by the means filed, or is not on record."
    elsewhere = "The deal began elsewhere than at the starting position."
    return [
        Breach(_START, says, wrong_means),
        Breach(_START, elsewhere, ~wrong_means & (felt.start != here)),
    ]


def _cut_breaches(rules: Rules, felt: Felt, stakes: Stakes, carried: Before | None) -> list[Breach]:
    """Find a cut that was not offered in its order. Who came first, no record says."""
    plays = np.asarray(stakes.stake_cents.any(axis=2))
    passed_over = offered_before(felt.cut_by, felt.bank, rules.seats) & plays & ~felt.cut_refused
    wrong = np.asarray(passed_over.any(axis=1))
    if carried is None:
        wrong[:1] = False
    says = "The cut went past a player who was not asked, or did not refuse."
    return [Breach(_CUT, says, wrong)]


# --- the bank -----------------------------------------------------------------------------


def _bank_breaches(
    rules: Rules, felt: Felt, stakes: Stakes, carried: Before | None
) -> list[Breach]:
    """Find a bank that may not be.

    "The start of the game" of § 561.15(b), the first round after the shuffle, is read as the
    first round after the table opened: otherwise nobody could bank where each round is
    shuffled. In what order the bank was offered, and who passed it on, no record says.
    """
    banks = felt.bank > 0
    before = np.roll(felt.bank, 1)
    before[:1] = 0 if carried is None else carried.bank
    first = np.zeros(len(banks), bool)
    first[:1] = carried is None
    last = _last_wager(felt, stakes, carried)
    found = [
        ("(a)", "The table does not offer its players the bank.", banks & (not rules.bank_offered)),
        ("(b)", "A player may not bank the first round.", banks & first),
        ("(c)", "A player banked two rounds in a row.", banks & (felt.bank == before)),
        (
            "(d)(1)",
            "The bank made no wager against the dealer in the last round no player banked.",
            banks & ~first & (last == 0),
        ),
        (
            "(e)",
            "The table does not offer co-banking.",
            banks & felt.co_bank & (not rules.co_bank_offered),
        ),
        ("(l)", "Wagers of odd cents may not halve evenly.", _odd(felt, stakes)),
    ]
    house = stakes.stake_cents[np.arange(len(banks)), bank_seat(felt), BANK_HOUSE]
    most = rules.house_wager_cents or last
    over = banks & ~felt.co_bank & (house > most)
    found.append(("(g)", "The dealer's wager is above what it may be.", over))
    says = "The bank may wager on one betting area only, and nobody banks beside him."
    return [
        *(Breach(_BANK_RULE + section, text, where) for section, text, where in found),
        Breach(_BANK_RULE + "(f)", says, _beside_the_bank(felt, stakes)),
    ]


def _last_wager(felt: Felt, stakes: Stakes, carried: Before | None) -> Cents:
    """Give what each round's bank wagered in the last round before it that no player banked."""
    rounds = np.arange(len(felt.bank))
    by_house = np.maximum.accumulate(np.where(felt.bank == 0, rounds, -1))
    before = np.concatenate([[-1], by_house[:-1]])[: len(rounds)]
    seat = bank_seat(felt)
    earlier = np.zeros(len(rounds), np.int64)
    if carried is not None:
        earlier = carried.wagers_cents[seat]
    return np.where(before >= 0, stakes.stake_cents[before, seat, MAIN], earlier)


def _odd(felt: Felt, stakes: Stakes) -> Flags:
    """Tell where what the bank and the house share by halves may be an odd cent."""
    odd = (stakes.stake_cents[..., MAIN] % 2 == 1).any(axis=1)
    return np.asarray((felt.bank > 0) & felt.co_bank & odd)


def _beside_the_bank(felt: Felt, stakes: Stakes) -> Flags:
    """Find the bank's own wager against himself, and stakes of a bank where none sits."""
    seats = np.arange(felt.hands.shape[1])
    here = seats == (felt.bank - 1)[:, None]
    wrong = np.zeros(stakes.stake_cents.shape, bool)
    wrong[..., MAIN] = here
    wrong[..., [BANK, BANK_HOUSE]] = ~here[..., None]
    return wrong & (stakes.stake_cents > 0)


# --- what cannot be settled ---------------------------------------------------------------


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find wagers whose hand or dice are not on record, and banks that do not add up."""
    stake = stakes.stake_cents
    live = ~stakes.void
    unknown = (felt.hands == NO_CARD).any(axis=2)
    lacking = (stake > 0) & live[:, None, None] & unknown[..., None]
    lacking[..., [DICE, BANK, BANK_HOUSE]] = False
    no_dealer = (felt.dealer == NO_CARD).any(axis=1) & live & (felt.bank == 0)
    lacking[..., MAIN] |= (stake[..., MAIN] > 0) & no_dealer[:, None]
    dice = np.zeros(stake.shape, bool)
    shaken = (felt.dice > 0).all(axis=1)
    dice[..., DICE] = (stake[..., DICE] > 0) & (~shaken & live)[:, None]
    return [
        Breach("58 Pa. Code § 601a.2", "The table does not offer it.", _not_offered(rules, stakes)),
        Breach(_SET, "The seven cards of the hand are not recorded.", lacking),
        Breach("58 Pa. Code § 645c.2", "The dice are not recorded.", dice),
        *_incomplete_banks(felt, stakes, lacking),
    ]


def _not_offered(rules: Rules, stakes: Stakes) -> Flags:
    """Find optional wagers that the rules have no pay table for."""
    closed = np.zeros(len(WAGERS), bool)
    closed[FORTUNE], closed[TREASURE] = not rules.fortune_pays, not rules.treasure_pays
    closed[DICE] = rules.dice_sum is DiceSum.NONE
    return (stakes.stake_cents > 0) & closed & ~stakes.void[:, None, None]


def _incomplete_banks(felt: Felt, stakes: Stakes, lacking: Flags) -> list[Breach]:
    """Find rounds a player banks that cannot be settled: all of their rows."""
    seats = felt.hands.shape[1]
    banks = (felt.bank > 0) & ~stakes.void
    here = np.arange(seats) == (felt.bank - 1)[:, None]
    covered = (stakes.stake_cents[..., MAIN] * ~here).sum(axis=1)
    stake = (stakes.stake_cents * here[..., None]).sum(axis=1)
    short = (stake[:, BANK] != covered) | (
        felt.co_bank & (stake[:, BANK_HOUSE] != half_up(covered))
    )
    unknown = lacking[..., MAIN].any(axis=1) | (bank_cards(felt) == NO_CARD).any(axis=1)
    against = ~felt.co_bank & (stake[:, BANK_HOUSE] > 0)
    unknown |= against & (felt.dealer == NO_CARD).any(axis=1)
    says = "The bank's stake is not what he covers: the other players' wagers, or the house's half."
    return [
        Breach(_BANK_RULE + "(d)(2)", says, banks & (short | (felt.bank > seats))),
        Breach(_BANK_RULE, "Not all hands of the round are recorded.", banks & unknown),
    ]
