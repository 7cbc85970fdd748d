"""Poker settled by the engine and plainly, on the same random hands."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from countroom.engine.games import poker
from countroom.engine.settlement import Settlement, Stakes, check
from tests.oracles import plain_poker
from tests.plumbing import felts

VARIANTS: list[dict[str, object]] = [
    {},
    {"no_flop_no_drop": False, "rake_percent": 5, "chip_cents": 200, "rake_step_cents": 200},
    {"rake_percent": 0, "rake_cap_cents": 0, "time_charge_cents": 600, "seats": 6},
]

NAMES = ("pooled_cents", "pushed_cents", "drawn_cents")


def dealt(rules: Any, n: int, seed: int) -> tuple[poker.Felt, Stakes]:
    """Hands with any amounts put in and any folds, so that side pots of all kinds come up."""
    rng = np.random.default_rng(seed)
    felt = poker.deal(rng, n, rules)
    shape = n, rules.seats
    put_in = rng.integers(0, 6, shape) * rng.choice([0, 200, 400, 600], shape)
    put_in[:, 0] += 400
    folded = rng.random(shape) < 0.5
    folded[np.arange(n), put_in.argmax(axis=1)] = False
    early = (~folded & (put_in > 0)).sum(axis=1) == 1
    felt.board[early & (rng.random(n) < 0.5)] = -1
    felt.board[rng.random(n) < 0.1] = np.array([32, 36, 40, 44, 48])
    time = rules.time_charge_cents * (rng.random(shape) < 0.3)
    stake = np.stack([put_in, time], axis=2).astype(np.int64)
    stakes = Stakes(stake, np.zeros_like(stake), rng.random(n) < 0.1)
    return replace(felt, folded=folded), stakes


def hand_of(felt: poker.Felt, stakes: Stakes, n: int) -> plain_poker.Hand:
    put_in, time = stakes.stake_cents[n].T.tolist()
    return plain_poker.Hand(
        hole=felt.hole[n].tolist(),
        board=felt.board[n].tolist(),
        button=int(felt.button[n]),
        folded=felt.folded[n].tolist(),
        put_in=put_in,
        time=time,
        void=bool(stakes.void[n]),
    )


def done(settled: Settlement, n: int, wager: int) -> list[dict[str, int]]:
    return [
        {name: int(getattr(settled, name)[n, seat, wager]) for name in NAMES}
        for seat in range(settled.pooled_cents.shape[1])
    ]


def filled(given: list[dict[str, int]]) -> list[dict[str, int]]:
    return [dict.fromkeys(NAMES, 0) | each for each in given]


def settled_twice(change: dict[str, object], n: int, seed: int) -> None:
    rules = felts.rules("poker", **change)
    felt, stakes = dealt(rules, n, seed)
    settled, _ = poker.settle(rules, felt, stakes, None)
    check(stakes, settled)
    for each in range(n):
        pot, time, rake = plain_poker.settle(rules, hand_of(felt, stakes, each))
        assert done(settled, each, poker.POT) == filled(pot), each
        assert done(settled, each, poker.TIME) == filled(time), each
        assert settled.rake_cents[each] == rake, each


@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice(change, 300, 4)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", VARIANTS)
def test_a_plain_settlement_agrees_on_10_000_hands(change: dict[str, object]) -> None:
    settled_twice(change, 10_000, 9)
