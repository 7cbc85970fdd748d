"""Settling Mississippi Stud's optional wagers, after the seat's main wagers.

The Progressive and the Five Card Hand Bonus pay "for 1": the stake is collected before the
cards, whatever they are, and a prize is paid beside it. What comes from a meter or goes to a
player's account never comes from the tray.

Reference: 58 Pa. Code §§ 655a.1, 655a.11(a)(3), (i), 655a.12(c)-(f).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from countroom.engine import hands, three_cards
from countroom.engine.cards import NO_CARD
from countroom.engine.game import Ints
from countroom.engine.mississippi_felt import MAIN, Felt
from countroom.engine.mississippi_main import STREETS, Amounts
from countroom.engine.mississippi_rules import (
    FIVE_CARD,
    HAND_METER,
    PROGRESSIVE,
    SIX_CARD,
    THREE_CARD,
    FoldedCards,
    Prizes,
    Rules,
    five_card_prizes,
    progressive_prizes,
    six_card_odds,
    three_card_odds,
)
from countroom.engine.odds import Cents
from countroom.engine.settlement import Flags, Stakes

Small = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Prized:
    """What optional wagers were paid beside their stakes, ``(wagers, n, seats)`` cents.

    Attributes:
        elsewhere: From meters, or into accounts.
        beside: All that was paid for wagers whose stake was collected.
        left: ``(n, 4)``: the meters after the round's prizes.
    """

    elsewhere: Cents
    beside: Cents
    left: Ints


def standing(rules: Rules, felt: Felt, made: Small) -> Flags:
    """Tell where optional wagers are still up when they are settled, ``(n, seats)``.

    Not where the patron showed his cards, and by the text of 2011 not after a fold.
    """
    up = ~felt.showed
    return up & (made == STREETS) if rules.folded_cards is FoldedCards.TAKEN else up


def hand_classes(felt: Felt) -> Small:
    """Tell each seat's class of five cards, ``(n, seats)``; 0 where a card is not known."""
    known = (felt.hole != NO_CARD).all(axis=2) & (felt.community != NO_CARD).all(axis=1)[:, None]
    return np.where(known, _classes()[hands.two_and_three_index(felt.hole, felt.community)], 0)


@cache
def _classes() -> Small:
    return hands.class_of(hands.strength(hands.two_and_three_hands())).astype(np.int8)


def settle_optional(
    rules: Rules, felt: Felt, stakes: Stakes, moved: Amounts, made: Small
) -> Prized:
    """Settle optional wagers; one that the Rules Submission does not offer goes back.

    Args:
        rules: The table's.
        felt: What fell.
        stakes: What stood on it.
        moved: The main wagers are settled; the optional ones are filled in.
        made: ``(n, seats)``: bets each seat made.
    """
    elsewhere, beside = np.zeros((2, *moved.stake.shape), np.int64)
    prized = Prized(elsewhere, beside, felt.meters_cents.copy())
    live = ~stakes.void[:, None]
    up = standing(rules, felt, made) & live
    for wager in range(MAIN, len(moved.stake)):
        offered = wager in rules.limits_cents
        moved.pushed[wager] = moved.stake[wager] * ~(live & offered)
        moved.collected[wager] = moved.stake[wager] * (live & ~up & offered)
    settle = {
        PROGRESSIVE: _progressive,
        THREE_CARD: _three_card,
        FIVE_CARD: _five_card,
        SIX_CARD: _six_card,
    }
    for wager in rules.limits_cents:
        here = up & (moved.stake[wager] > 0)
        if here.any():
            settle[wager](rules, felt, moved, prized, here)
    return prized


def _progressive(rules: Rules, felt: Felt, moved: Amounts, prized: Prized, here: Flags) -> None:
    """Pay prizes from the tray or the meters, and Envy Bonuses from the tray."""
    prizes, classes = progressive_prizes(rules.progressive), hand_classes(felt)
    won = np.where(here, classes, 0)
    stake = moved.stake[PROGRESSIVE]
    seeds = np.append(rules.seeds, 0)
    from_meters = draw_meters(prizes, won, prized.left, seeds)
    moved.collected[PROGRESSIVE] += stake * here
    moved.paid[PROGRESSIVE] = stake * prizes.times[won] + _envy(rules, moved, classes) * here
    prized.elsewhere[PROGRESSIVE] = from_meters
    prized.beside[PROGRESSIVE] = moved.paid[PROGRESSIVE] + from_meters


def _envy(rules: Rules, moved: Amounts, classes: Small) -> Cents:
    """Say what the other patrons' hands bring each seat, ``(n, seats)``.

    A hand qualifies while its cards are on the table: played to its end, or folded with an
    optional wager up.
    """
    ended = (moved.stake[1:MAIN] > 0).all(axis=0)
    lies = ended & (moved.stake[0] > 0)
    if rules.folded_cards is FoldedCards.STAY:
        lies |= (moved.stake[MAIN:] > 0).any(axis=0)
    brings = rules.envy[np.where(lies, classes, 0)]
    return np.asarray(brings.sum(axis=1, keepdims=True) - brings)


def draw_meters(prizes: Prizes, won: Small, left: Ints, seeds: Ints) -> Cents:
    """Pay shares of the meters, seat by seat from the dealer's right.

    A full prize leaves the meter at its seed, so that a second winner of the same round is
    paid that; of any other share the fraction of a cent stays on the meter.

    Args:
        prizes: What each class wins.
        won: ``(n, seats)``: classes of the hands that win.
        left: ``(n, 4)``: the meters, drawn down here.
        seeds: ``(4,)``.
    """
    percent = prizes.percent[won]
    paid = np.zeros(won.shape, np.int64)
    rounds = np.flatnonzero(percent.any(axis=1))
    if not rounds.size:
        return paid
    for seat in reversed(range(won.shape[1])):
        share, meter = percent[rounds, seat], prizes.meter[won[rounds, seat]]
        shown = np.maximum(left[rounds, meter], 0)
        drawn = shown * share // 100
        paid[rounds, seat] = drawn
        left[rounds, meter] = np.where(share == 100, seeds[meter], shown - drawn)
    return paid


def _three_card(rules: Rules, felt: Felt, moved: Amounts, prized: Prized, here: Flags) -> None:
    del prized
    odds = three_card_odds(rules.three_card_bonus)[three_cards.class_of(felt.community)]
    _to_one(moved, THREE_CARD, np.broadcast_to(odds[:, None], here.shape), here)


def _six_card(rules: Rules, felt: Felt, moved: Amounts, prized: Prized, here: Flags) -> None:
    del prized
    n, seats = np.nonzero(here)
    six = np.concatenate([felt.hole[n, seats], felt.extra[n]], axis=1)
    known = (six != NO_CARD).all(axis=1)
    odds = np.zeros(here.shape, np.int64)
    classes = hands.class_of(hands.strength_where(six, known))
    odds[n, seats] = six_card_odds(rules.six_card_bonus)[classes]
    _to_one(moved, SIX_CARD, odds, here)


def _to_one(moved: Amounts, wager: int, odds: Cents, here: Flags) -> None:
    """Pay to 1 where there are odds, collect where there are none."""
    stake = moved.stake[wager] * here
    moved.paid[wager] = stake * odds
    moved.collected[wager] += stake * (odds == 0)


def _five_card(rules: Rules, felt: Felt, moved: Amounts, prized: Prized, here: Flags) -> None:
    """Credit the account; a share of the meter is paid by document. § 655a.11(i)(3)."""
    prizes = five_card_prizes(rules.five_card_bonus)
    won = np.where(here, hand_classes(felt), 0)
    times = prizes.times[won] + felt.magic * prizes.magic + felt.lucky * prizes.lucky
    stake = moved.stake[FIVE_CARD] * here
    seeds = np.zeros(HAND_METER + 1, np.int64)
    moved.collected[FIVE_CARD] += stake
    paid = stake * times + draw_meters(prizes, won, prized.left, seeds)
    prized.elsewhere[FIVE_CARD] = paid
    prized.beside[FIVE_CARD] = paid
