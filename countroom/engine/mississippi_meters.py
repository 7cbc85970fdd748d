"""How the meters of a played Mississippi Stud table grow from wagers and fall with prizes."""

from dataclasses import replace
from typing import Final

import numpy as np

from countroom.engine.game import Ints
from countroom.engine.mississippi_felt import MAIN, METERS, Felt
from countroom.engine.mississippi_optional import Small, draw_meters, hand_classes, standing
from countroom.engine.mississippi_rules import (
    FIVE_CARD,
    HAND_METER,
    PROGRESSIVE,
    THIRD,
    Prizes,
    Rules,
    five_card_prizes,
    progressive_prizes,
)
from countroom.engine.settlement import Stakes

HAND_RATE: Final = 1000
"""By what a played table's Five Card Hand Bonus meter grows: hundredths of a percent."""


def with_meters(rules: Rules, felt: Felt, stakes: Stakes) -> Felt:
    """Say what the meters showed in each round of a table that has them for itself.

    A round's own wagers are on the meter before its prizes are paid. A prize that was won in
    a round declared void later has left the meter all the same.
    """
    meters = np.zeros((len(felt.deck), len(METERS)), np.int64)
    rates = np.append(rules.rates, HAND_RATE)
    stake = stakes.stake_cents
    for meter, rate in enumerate(rates.tolist()):
        wagered = stake[..., FIVE_CARD if meter == HAND_METER else PROGRESSIVE].sum(axis=1)
        meters[:, meter] = (wagered * rate // 10_000).cumsum()
    seeds = np.append(rules.seeds, 0)
    meters += seeds
    for wager, prizes in (
        (PROGRESSIVE, progressive_prizes(rules.progressive)),
        (FIVE_CARD, five_card_prizes(rules.five_card_bonus)),
    ):
        _draw(prizes, _won(rules, felt, stakes, wager), meters, seeds)
    return replace(felt, meters_cents=meters)


def _won(rules: Rules, felt: Felt, stakes: Stakes, wager: int) -> Small:
    """Tell the classes of hands that win the wager's prizes, ``(n, seats)``."""
    stake = stakes.stake_cents
    made = (stake[..., THIRD:MAIN] > 0).sum(axis=2, dtype=np.int8)
    here = (stake[..., wager] > 0) & standing(rules, felt, made)
    return np.where(here, hand_classes(felt), 0).astype(np.int8)


def _draw(prizes: Prizes, won: Small, meters: Ints, seeds: Ints) -> None:
    """Lower the meters of the rounds after each prize by what it took."""
    for n in np.flatnonzero(prizes.percent[won].any(axis=1)).tolist():
        left = meters[n : n + 1].copy()
        draw_meters(prizes, won[n : n + 1], left, seeds)
        meters[n + 1 :] += left[0] - meters[n]
