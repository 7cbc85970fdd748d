"""Edges of Roulette: every number of the wheel, settled."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from countroom.engine.edges.bets import Bet, edge_of, nets, outcomes
from countroom.engine.games import roulette
from countroom.engine.odds import odds_text
from countroom.engine.roulette_layout import LEAST_ODDS, OUTCOMES, SPOTS, Wheel

WORDS: Final = {Wheel.DOUBLE: "double zero", Wheel.SINGLE: "single zero"}

ON_ZERO: Final = {
    roulette.OnZero.LOSE: "zeros lose outside",
    roulette.OnZero.HALF_BACK: "half of even chances back on zeros",
}

STAKE_CENTS: Final = 10_000
"""Large enough that filed odds such as 5:2 come out whole."""


def edges(name: str, rules: roulette.Rules) -> Iterator[Bet]:
    """Give the edge of every kind of wager the layout has."""
    del name
    numbers = np.arange(OUTCOMES if rules.wheel is Wheel.DOUBLE else OUTCOMES - 1)
    weight = np.ones(len(numbers), np.int64)
    said = f"{WORDS[rules.wheel]}; {ON_ZERO[rules.zero_on_outside]}"
    for kind in LEAST_ODDS:
        spots = [place for place, spot in enumerate(SPOTS) if spot.kind == kind]
        here = [place for place in spots if rules.wheel in SPOTS[place].wheels]
        if not here:
            continue
        felt = roulette.Felt(numbers)
        found = nets(roulette, rules, felt, weight, here[0], STAKE_CENTS)
        pays = odds_text(rules.odds(kind))
        yield Bet(kind, said, pays, edge_of(found, STAKE_CENTS), counts=_counts(found))


def _counts(found: dict[int, int]) -> dict[str, int]:
    """Count wins and losses; a wager half lost counts as lost, and by itself."""
    halves = found.get(-STAKE_CENTS // 2, 0)
    return outcomes(found) | ({"half lost": halves} if halves else {})
