"""Roulette over every number of the wheel, settled by the engine.

Published (Wizard of Odds, and every book on the game): 1/19 on every wager of a double zero
wheel but five numbers, which is 3/38; 1/37 on every wager of a single zero wheel, and 1/74 on
even chances where half goes back.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from countroom.engine.edges import EDGES, bets
from countroom.engine.games import roulette
from countroom.engine.roulette_layout import LEAST_ODDS, SPOTS
from tests.oracles import plain_roulette
from tests.plumbing import felts, scattered

HALF_BACK = {"wheel": "single_zero", "zero_on_outside": "half_back"}


def found(**changes: object) -> dict[str, bets.Bet]:
    rules = felts.rules("roulette", **changes)
    return {bet.bet: bet for bet in EDGES["roulette"]("an example", rules)}


def test_a_double_zero_wheel() -> None:
    edges = {kind: bet.edge for kind, bet in found().items()}
    assert edges.pop("five_numbers") == Fraction(3, 38)
    assert edges == {kind: Fraction(1, 19) for kind in LEAST_ODDS if kind != "five_numbers"}


def test_a_single_zero_wheel_has_no_five_numbers() -> None:
    edges = {kind: bet.edge for kind, bet in found(wheel="single_zero").items()}
    assert edges == {kind: Fraction(1, 37) for kind in LEAST_ODDS if kind != "five_numbers"}


def test_half_of_even_chances_back() -> None:
    single, double = found(**HALF_BACK), found(zero_on_outside="half_back")
    assert single["even_chance"].edge == Fraction(1, 74)
    assert single["dozen"].edge == Fraction(1, 37)
    assert double["even_chance"].edge == Fraction(1, 38)
    assert single["even_chance"].counts == {"win": 18, "lose": 19, "push": 0, "half lost": 1}


def test_counts_and_what_is_said() -> None:
    bet = found()["split"]
    assert bet.counts == {"win": 2, "lose": 36, "push": 0}
    assert (bet.method, bet.paytable) == (bets.EXACT, "17:1")
    assert bet.rules == "double zero; zeros lose outside"
    better = found(dozen_odds="5:2")["dozen"]
    assert better.edge == Fraction(26 * 2 - 12 * 5, 76)


@pytest.mark.parametrize("change", [{}, {"wheel": "single_zero"}, HALF_BACK])
def test_wagers_of_a_kind_are_alike(change: dict[str, object]) -> None:
    rules = felts.rules("roulette", **change)
    numbers = np.arange(38 if rules.wheel == "double_zero" else 37)
    ones = np.ones(len(numbers), np.int64)
    by_kind: dict[str, set[str]] = {}
    for place, spot in enumerate(SPOTS):
        if rules.wheel in spot.wheels:
            nets = bets.nets(roulette, rules, roulette.Felt(numbers), ones, place)
            by_kind.setdefault(spot.kind, set()).add(str(nets))
    assert {kind: len(nets) for kind, nets in by_kind.items()} == dict.fromkeys(by_kind, 1)


VARIANTS: list[dict[str, object]] = [
    {},
    {"zero_on_outside": "half_back", "coupon_pays": "even_money", "coupon_on_push": "drops"},
    {"wheel": "single_zero", "straight_odds": "36:1", "dozen_odds": "5:2"},
]


def settled_twice(change: dict[str, object], n: int, seed: int) -> None:
    rules: Any = felts.rules("roulette", **change)
    given = scattered.stakes("roulette", rules, n, seed)
    felt = roulette.deal(np.random.default_rng(seed), n, rules)
    felt.number[::13] = 0
    numbers = felt.number.tolist()
    settled, _ = roulette.settle(rules, felt, given, None)
    scattered.agree(
        "roulette",
        settled,
        given,
        lambda n, code, stake, coupon: plain_roulette.settle(
            rules, code, numbers[n], stake, coupon, bool(given.void[n])
        ),
    )


@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice(change, 150, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees_on_10_000_rounds(change: dict[str, object]) -> None:
    settled_twice(change, 10_000, 6)
