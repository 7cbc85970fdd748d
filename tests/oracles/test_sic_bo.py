"""Sic Bo over all 216 ways three dice fall, settled by the engine.

Published: the Wizard of Odds, for the usual US table and for five at 18 to 1; the other lines
of tables A and B by our own exact computation.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from countroom.engine.edges import EDGES, bets
from countroom.engine.games import sic_bo
from tests.oracles import plain_sic_bo
from tests.plumbing import felts, scattered

US: dict[str, str] = {
    "three_of_a_kind": "35/216",
    "any_three_of_a_kind": "30/216",
    "two_of_a_kind": "40/216",
    "total_4": "33/216",
    "total_6": "36/216",
    "total_7": "21/216",
    "total_9": "41/216",
    "total_10": "27/216",
    "one_of_a_kind": "17/216",
}
A: dict[str, str] = {
    "two_of_a_kind": "1/3",
    "total_6": "11/36",
    "total_8": "1/8",
    "total_9": "41/216",
    "total_11": "1/8",
    "total_12": "41/216",
    "total_14": "7/72",
    "total_15": "11/36",
    "total_17": "7/24",
    "two_dice_combination": "1/6",
    "small": "1/36",
    "big": "1/36",
    "one_of_a_kind": "17/216",
}
B: dict[str, str] = {
    "three_of_a_kind": "35/216",
    "any_three_of_a_kind": "1/9",
    "total_4": "1/8",
    "total_5": "1/9",
    "total_7": "7/72",
    "total_8": "1/8",
    "total_10": "1/8",
    "total_11": "1/8",
    "total_13": "1/8",
    "total_14": "7/72",
    "total_16": "1/9",
    "total_17": "1/8",
    "two_dice_combination": "1/36",
    "small": "1/36",
    "big": "1/36",
}

CASES = [
    (table, bet, Fraction(edge))
    for table, edges in (("usual_us", US), ("A", A), ("B", B))
    for bet, edge in edges.items()
]


def found(table: str, **changes: object) -> dict[str, bets.Bet]:
    rules = felts.rules("sic_bo", paytable=table, **changes)
    return {bet.bet: bet for bet in EDGES["sic_bo"]("an example", rules)}


@pytest.mark.parametrize(("table", "bet", "edge"), CASES)
def test_edges(table: str, bet: str, edge: Fraction) -> None:
    assert found(table)[bet].edge == edge


def test_five_at_18_to_1_as_published() -> None:
    assert float(found("A")["total_5"].edge) == pytest.approx(0.4722, abs=5e-5)


def test_every_bet_is_counted_over_all_216() -> None:
    for table in ("A", "B", "usual_us"):
        for bet in found(table).values():
            assert bet.counts["win"] + bet.counts["lose"] == 216
            assert bet.counts["push"] == 0
            assert bet.method == bets.EXACT


def test_a_bet_of_several_lines_tells_them_apart() -> None:
    counts = found("B")["one_of_a_kind"].counts
    assert counts == {
        "win": 91,
        "lose": 125,
        "push": 0,
        "pays 1": 75,
        "pays 2": 15,
        "pays 12": 1,
    }
    assert found("A")["two_of_a_kind"].counts == {"win": 16, "lose": 200, "push": 0}


def test_a_line_that_is_assumed_says_so() -> None:
    assert found("B")["total_7"].paytable == "B (line assumed)"
    assert found("B")["total_9"].paytable == "B"
    assert found("A")["two_dice_combination"].paytable == "A (line assumed)"
    assert "not a § 625a.6 table" in found("usual_us")["small"].rules


def test_two_of_a_kind_on_exactly_two_dice() -> None:
    bet = found("A", pair_in_a_triple=False)["two_of_a_kind"]
    assert bet.counts["win"] == 15
    assert bet.edge == Fraction(216 - 9 * 15, 216)
    assert "not paid on three of a kind" in bet.rules


@pytest.mark.parametrize("kind", ["three_of_a_kind", "two_of_a_kind", "one_of_a_kind"])
def test_the_numbers_of_a_die_are_alike(kind: str) -> None:
    assert len(nets_of(kind)) == 6
    assert len({str(each) for each in nets_of(kind)}) == 1


def test_the_pairs_of_numbers_are_alike() -> None:
    assert len(nets_of("combination")) == 15
    assert len({str(each) for each in nets_of("combination")}) == 1


def nets_of(kind: str) -> list[dict[int, int]]:
    rules = felts.rules("sic_bo", paytable="B")
    dice = np.stack(np.unravel_index(np.arange(216), (6, 6, 6)), axis=1).astype(np.int8) + 1
    return [
        bets.nets(sic_bo, rules, sic_bo.Felt(dice), np.ones(216, np.int64), place)
        for place, wager in enumerate(sic_bo.WAGERS)
        if wager.code.startswith(f"{kind}_")
    ]


VARIANTS: list[dict[str, object]] = [
    {"paytable": "A"},
    {"paytable": "B", "coupon_pays": "even_money", "coupon_on_push": "drops"},
    {"paytable": "usual_us", "pair_in_a_triple": False},
]


def settled_twice(change: dict[str, object], n: int, seed: int) -> None:
    rules: Any = felts.rules("sic_bo", **change)
    given = scattered.stakes("sic_bo", rules, n, seed)
    felt = sic_bo.deal(np.random.default_rng(seed), n, rules)
    felt.dice[::17, 1] = 0
    dice = felt.dice.tolist()
    settled, _ = sic_bo.settle(rules, felt, given, None)
    scattered.agree(
        "sic_bo",
        settled,
        given,
        lambda n, code, stake, coupon: plain_sic_bo.settle(
            rules, code, dice[n], stake, coupon, bool(given.void[n])
        ),
    )


@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice(change, 150, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees_on_10_000_rounds(change: dict[str, object]) -> None:
    settled_twice(change, 10_000, 6)
