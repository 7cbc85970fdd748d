"""Blackjack, from a shoe or from the hand: splits, doubles, insurance, even money, surrender."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from countroom.engine import (
    blackjack_breaches,
    blackjack_hands,
    blackjack_play,
    blackjack_rules,
)
from countroom.engine.blackjack_hands import (
    DOUBLES,
    HANDS,
    INSURANCE,
    Felt,
    Sight,
    Small,
    drawn,
    look,
)
from countroom.engine.blackjack_rules import Surrender
from countroom.engine.cards import NO_CARD
from countroom.engine.game import Breach, Column, Wager
from countroom.engine.odds import Cents, InexactError, odds_row
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    settle_against_house,
)

CODE = "blackjack"
TITLE = "Blackjack"
REFERENCE = "58 Pa. Code ch. 549 (2011), ch. 633a"
KIND: Literal["banking", "nonbanking"] = "banking"

WAGERS: tuple[Wager, ...] = blackjack_hands.WAGERS
COLUMNS: tuple[Column, ...] = blackjack_hands.COLUMNS

_SHOE: Final[Mapping[str, object]] = {
    "seats": 7,
    "minimum_cents": 500,
    "maximum_cents": 1000_00,
    "decks": 6,
    "dealt_from": "shoe",
    "shuffling": "batches",
    "h17": False,
    "das": True,
    "max_hands": 4,
    "resplit_aces": False,
    "hit_split_aces": False,
    "surrender": "late",
    "bj_pays": "3:2",
    "peek": True,
    "even_money": True,
    "payout_limit_cents": 0,
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "6 decks": _SHOE,
    "8 decks": {**_SHOE, "decks": 8},
    "2 decks, a shuffle of one dealt from the hand": {
        **_SHOE,
        "decks": 1,
        "dealt_from": "hand",
        "peek": False,
    },
    "6 decks, 6 to 5, dealer draws on soft 17": {
        **_SHOE,
        "shuffling": "continuous",
        "h17": True,
        "surrender": "none",
        "bj_pays": "6:5",
    },
}

Rules = blackjack_rules.Rules

deal = blackjack_play.deal
decide = blackjack_play.decide
breaches = blackjack_breaches.breaches
to_columns = blackjack_hands.to_columns
from_columns = blackjack_hands.from_columns

_INSURANCE_ODDS: Final = Fraction(2)

AT_ONCE, IN_PLAY, INSURED, AT_THE_END = range(4)
"""Steps of a round: what a peek or even money settles; what a patron's own cards settle; the
insurance where the hole card is turned last; all else."""


def settle(rules: Rules, felt: Felt, stakes: Stakes, carried: None) -> tuple[Settlement, None]:
    """Settle rounds.

    A bust or a surrendered hand is settled as it happens. A dealer's Blackjack takes the
    original wager only: what was split or doubled goes back, by default unless that hand was
    bust before. A Blackjack is paid whatever the dealer draws to, and pushes against his.

    Raises:
        InexactError: A Blackjack's win, or half of a surrendered wager, is not a whole
            number of cents.

    Reference: 58 Pa. Code §§ 549.11(b), 633a.8, 633a.9, 633a.11, 633a.13.
    """
    sight = look(felt, stakes)
    even = felt.even_money & sight.natural
    lost = _bust(rules, sight)
    outcome = _outcomes(sight, lost, even)
    halved = _halved(rules, felt, sight)
    outcome[..., 0][halved] = LOSE
    settled = settle_against_house(
        stakes,
        outcome,
        _odds(rules, sight.natural & ~even),
        rules,
        phase=_phases(rules, lost, even, halved),
    )
    settled = _half_back(settled, stakes, halved)
    return _limited(settled, stakes, rules.payout_limit_cents), carried


def _bust(rules: Rules, sight: Sight) -> Flags:
    """Tell which hands are lost by being bust, ``(n, seats, 4)``."""
    if rules.busts_stay_collected:
        return sight.bust
    return sight.bust & ~sight.dealer_natural[:, None, None]


def _outcomes(sight: Sight, lost: Flags, even: Flags) -> Small:
    """Say what each wager does, ``(n, seats, wagers)``; surrender aside."""
    against = np.where(sight.dealer > 21, 0, sight.dealer)[:, None, None]
    compared = np.sign(sight.total - against)
    blackjack = sight.dealer_natural[:, None, None]
    extra = np.where(blackjack, PUSH, compared)
    extra[lost] = LOSE
    outcome = np.empty((*sight.total.shape[:2], len(WAGERS)), np.int8)
    outcome[..., HANDS] = outcome[..., DOUBLES] = extra
    outcome[..., INSURANCE] = np.where(sight.dealer_natural, WIN, LOSE)[:, None]
    beaten = sight.dealer_natural[:, None]
    first = np.where(beaten, LOSE, extra[..., 0])
    first = np.where(sight.natural, np.where(beaten & ~even, PUSH, WIN), first)
    outcome[..., 0] = first
    return outcome


def _halved(rules: Rules, felt: Felt, sight: Sight) -> Flags:
    """Tell whose wager is lost by half, ``(n, seats)``."""
    if rules.surrender is Surrender.LATE:
        return felt.surrendered & ~sight.dealer_natural[:, None]
    return felt.surrendered


def _odds(rules: Rules, natural: Flags) -> tuple[Cents, Cents]:
    """Give the odds of every wager; a Blackjack's in the place of the Blackjack Wager."""
    usual = [Fraction(1)] * len(WAGERS)
    usual[INSURANCE] = _INSURANCE_ODDS
    numerator, denominator = odds_row(tuple(usual))
    if not natural.any():
        return numerator, denominator
    spread = [
        np.broadcast_to(each, (*natural.shape, len(WAGERS))).copy()
        for each in (numerator, denominator)
    ]
    spread[0][..., 0][natural] = rules.bj_pays.numerator
    spread[1][..., 0][natural] = rules.bj_pays.denominator
    return spread[0], spread[1]


def _phases(rules: Rules, lost: Flags, even: Flags, halved: Flags) -> Small:
    """Say in which step of its round each wager is settled."""
    step = np.where(lost, IN_PLAY, AT_THE_END).astype(np.int8)
    phase = np.empty((*even.shape, len(WAGERS)), np.int8)
    phase[..., HANDS] = phase[..., DOUBLES] = step
    phase[..., INSURANCE] = AT_ONCE if rules.peek else INSURED
    phase[..., 0][halved] = IN_PLAY
    phase[..., 0][even] = AT_ONCE
    return phase


def _half_back(settled: Settlement, stakes: Stakes, halved: Flags) -> Settlement:
    """Give half of surrendered wagers back."""
    gone = halved & (settled.collected_cents[..., 0] > 0)
    if not gone.any():
        return settled
    stake = stakes.stake_cents[..., 0] * gone
    half, rest = np.divmod(stake, 2)
    if rest.any():
        what = "half of a surrendered wager"
        where = np.zeros(stakes.stake_cents.shape, bool)
        where[..., 0] = rest > 0
        raise InexactError(what, where)
    collected, pushed = settled.collected_cents.copy(), settled.pushed_cents.copy()
    collected[..., 0] -= half
    pushed[..., 0] += half
    return replace(settled, collected_cents=collected, pushed_cents=pushed)


def _limited(settled: Settlement, stakes: Stakes, limit_cents: int) -> Settlement:
    """Stop what a patron is paid in a round at the limit, in the order of ``WAGERS``."""
    paid = settled.paid_tray_cents
    if not limit_cents or (paid.sum(axis=2) <= limit_cents).all():
        return settled
    within = np.diff(np.minimum(paid.cumsum(axis=2), limit_cents), axis=2, prepend=0)
    chips = paid - settled.coupon_win_cents
    unpaid = (paid > 0) & (within == 0)
    return replace(
        settled,
        paid_tray_cents=within,
        coupon_win_cents=np.maximum(within - chips, 0),
        pushed_cents=settled.pushed_cents + stakes.stake_cents * unpaid,
    )


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find hands with fewer than two cards, or with a gap in them, and rounds without a dealer."""
    del rules
    live = ~stakes.void
    stake = stakes.stake_cents
    wagered = (stake[..., HANDS] > 0) | (stake[..., DOUBLES] > 0)
    held = drawn(felt.hands)
    last = felt.hands.shape[-1]
    at_least = np.arange(last) < held[..., None]
    gap = ((felt.hands != NO_CARD) != at_least).any(axis=3)
    wrong = ((held < 2) | gap) & wagered
    seat = wrong.any(axis=2) & live[:, None]
    dealer = drawn(felt.dealer)
    in_line = np.arange(felt.dealer.shape[1]) < dealer[:, None]
    no_dealer = (dealer < 2) | ((felt.dealer != NO_CARD) != in_line).any(axis=1)
    says = "The cards of a hand are not recorded from its first to its last, two at the least."
    return [
        Breach("58 Pa. Code § 633a.7", says, np.broadcast_to(seat[..., None], stake.shape)),
        Breach("58 Pa. Code § 633a.7", "The dealer has no two cards in order.", no_dealer & live),
    ]
