"""Every coup from a fresh shoe, with how many six-card sequences stand for it."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countroom.engine.baccarat_hands import Felt, coups
from countroom.engine.games import GAMES
from countroom.engine.settlement import Stakes, patrons_cents

Ints = NDArray[np.int64]


@cache
def all_coups(decks: int) -> tuple[Felt, Ints]:
    """Deal every sequence of six card values; weigh each by the sequences of cards it is."""
    values = np.stack(np.unravel_index(np.arange(10**6), (10,) * 6), axis=1)
    weight = np.ones(len(values), np.int64)
    for place in range(6):
        held = np.where(values[:, place] == 0, 16 * decks, 4 * decks)
        weight *= held - (values[:, :place] == values[:, place, None]).sum(axis=1)
    ranks = np.where(values == 0, 8, np.where(values == 1, 12, values - 2))
    felt, _ = coups((4 * ranks).astype(np.int8), np.ones(len(values), np.int64))
    return felt, weight


def nets(game: str, rules: Any, wager: int) -> dict[int, int]:
    """What a wager of a dollar brings, in cents, and in how many sequences."""
    felt, weight = all_coups(rules.decks)
    stake = np.zeros((len(weight), 1, len(GAMES[game].WAGERS)), np.int64)
    stake[..., wager] = 100
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(weight), bool))
    settled, _ = GAMES[game].settle(rules, felt, stakes, None)
    net = patrons_cents(settled)[:, 0, wager]
    return {int(each): int(weight[net == each].sum()) for each in np.unique(net)}


def edge(found: dict[int, int]) -> Fraction:
    """The house's edge: what a dollar loses on average."""
    return Fraction(-sum(net * many for net, many in found.items()), 100 * sum(found.values()))
