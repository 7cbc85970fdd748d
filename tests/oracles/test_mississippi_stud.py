"""Mississippi Stud's edge by enumeration, settled by the engine itself.

Published: 4.91 % of the Ante under the best play, 3.59 Antes bet on average, 1.37 % of what
is bet; exactly 53223/1082900. Of 1,326 two-card starts 412 fold, 836 bet one, 78 bet three
(own exact computation, and the published strategy).
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_strategy import street_multiple
from countroom.engine.settlement import Stakes, patrons_cents
from tests.plumbing import felts

Ints = NDArray[np.int64]

STARTS = 1326
SCALE = 50 * 49 * 48
"""Ordered community cards after a start."""

TRIPLES = np.array(list(combinations(range(50), 3)))


@dataclass
class Start:
    """A two-card start that stands for all that differ from it in suits only."""

    hole: tuple[int, int]
    weight: int
    left: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.left = np.array([card for card in range(52) if card not in self.hole])


def starts() -> list[Start]:
    pairs = [Start((4 * rank, 4 * rank + 1), 6) for rank in range(13)]
    unlike = list(combinations(range(13), 2))
    suited = [Start((4 * low, 4 * high), 4) for low, high in unlike]
    return pairs + suited + [Start((4 * low, 4 * high + 1), 12) for low, high in unlike]


def settled_pays(start: Start) -> Ints:
    """What the Ante wins or loses, per cent staked, ``(50, 50, 50)`` by community card."""
    community = start.left[TRIPLES].astype(np.int8)
    n = len(community)
    hole = np.broadcast_to(np.array(start.hole, np.int8), (n, 1, 2))
    one_cent = np.ones((n, 1, 4), np.int64)
    stakes = Stakes(one_cent, np.zeros_like(one_cent), np.zeros(n, bool))
    rules = felts.rules("mississippi_stud")
    settled, _ = mississippi_stud.settle(
        rules, mississippi_stud.Felt(hole, community), stakes, None
    )
    pays = np.zeros((50, 50, 50), np.int64)
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        pays[tuple(TRIPLES[:, order].T)] = patrons_cents(settled)[:, 0, 0]
    return pays


def best(stake: int, per_bet: dict[int, Ints], spread: int) -> Ints:
    """Choose the best bet: fold, or go on; of equal ones the largest.

    Args:
        stake: What stands already.
        per_bet: For each bet, the value and the total bet of going on, stacked first.
        spread: How many endings a fold stands for.
    """
    chosen = np.empty_like(per_bet[1])
    chosen[0], chosen[1] = -stake * spread, stake * spread
    for going_on in (per_bet[bet] for bet in (1, 2, 3)):
        chosen = np.where(going_on[0] >= chosen[0], going_on, chosen)
    return chosen


def on_fifth(stake: int, pays: Ints) -> Ints:
    """Value and total bet before the last bet, ``(2, 50, 50)`` by the two cards seen."""
    sums = pays.sum(axis=2)
    bets = {
        bet: np.stack([(stake + bet) * sums, np.full_like(sums, (stake + bet) * 48)])
        for bet in (1, 2, 3)
    }
    chosen = best(stake, bets, 48)
    chosen[:, np.arange(50), np.arange(50)] = 0
    return chosen


def under_best_play(start: Start) -> tuple[Ints, Ints]:
    """Value and total bet of a start, over all endings, and what its three bets are worth."""
    pays = settled_pays(start)
    fifth = {stake: on_fifth(stake, pays).sum(axis=2) for stake in range(3, 8)}
    third: dict[int, Ints] = {}
    for first in (1, 2, 3):
        stake = 1 + first
        going_on = {bet: fifth[stake + bet] for bet in (1, 2, 3)}
        third[first] = best(stake, going_on, 49 * 48).sum(axis=1)[:, None]
    worth = np.array([third[bet][0, 0] for bet in (1, 2, 3)])
    return best(1, third, SCALE)[:, 0], worth


@pytest.fixture(scope="module")
def results() -> list[tuple[Start, Ints, Ints]]:
    return [(start, *under_best_play(start)) for start in starts()]


def test_the_edge_under_best_play(results: list[tuple[Start, Ints, Ints]]) -> None:
    value = sum(start.weight * int(total[0]) for start, total, _ in results)
    bet = sum(start.weight * int(total[1]) for start, total, _ in results)
    edge = Fraction(-value, STARTS * SCALE)
    assert edge == Fraction(53223, 1082900)
    assert float(Fraction(bet, STARTS * SCALE)) == pytest.approx(3.5897719087635056, abs=1e-12)
    assert float(Fraction(-value, bet)) == pytest.approx(0.013691282833302978, abs=1e-12)


def test_the_best_bet_on_third_street(results: list[tuple[Start, Ints, Ints]]) -> None:
    counts = {0: 0, 1: 0, 2: 0, 3: 0}
    for start, _, worth in results:
        choice = 0 if worth.max() < -SCALE else int(worth.argmax()) + 1
        counts[choice] += start.weight
    assert counts == {0: 412, 1: 836, 2: 0, 3: 78}


def by_the_stated_strategy(start: Start) -> int:
    """Value of a start under the strategy that played patrons follow."""
    pays = settled_pays(start).sum(axis=2)
    own = np.array(start.hole, np.int8)
    one = start.left.astype(np.int8)[:, None]
    two = np.array([(a, b) for a in start.left for b in start.left], np.int8)
    first = int(street_multiple(own, np.array(False)))
    if first == 0:
        return -SCALE
    raised = np.full(50, first == 3)
    second = street_multiple(np.hstack([np.tile(own, (50, 1)), one]), raised).astype(np.int64)
    again = np.repeat(raised | (second == 3), 50)
    third = street_multiple(np.hstack([np.tile(own, (2500, 1)), two]), again).reshape(50, 50)
    stake = (1 + first + second)[:, None]
    value = np.where(third > 0, (stake + third) * pays, -stake * 48)
    np.fill_diagonal(value, 0)
    at_once = -(1 + first) * 49 * 48
    return int(np.where(second > 0, value.sum(axis=1), at_once).sum())


def test_the_stated_strategy_is_as_good_as_it_says() -> None:
    value = sum(start.weight * by_the_stated_strategy(start) for start in starts())
    edge = Fraction(-value, STARTS * SCALE)
    assert Fraction(53223, 1082900) <= edge < Fraction(53223, 1082900) + Fraction(1, 10_000)
