"""How many seat-rounds a second each banking game settles, on two cores at once.

Two processes settle at the same time, each its own batch of full tables as its patrons play
them; each counts its own processor time, so that whatever else the machine does is left out.
The baseline is one pass of NumPy that adds up the very columns which ``settle`` reads.
"""

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from countroom.engine.game import Ints
from countroom.engine.games import GAMES
from countroom.engine.settlement import Stakes
from tests.benchmarks.conftest import Show
from tests.plumbing import felts

CORES: Final = 2
SEAT_ROUNDS: Final = 40_000
"""In each process's batch, about."""

ROUNDS: Final = 5
LEAST: Final = 1_000_000
"""Seat-rounds a second."""

BANKING: Final = [code for code, game in GAMES.items() if game.KIND == "banking"]


@dataclass(frozen=True)
class Measured:
    """What one process found.

    Attributes:
        seat_rounds: Settled at a time.
        bets: Wagers on them.
        settling_s: Least processor time of a settlement.
        adding_s: Least processor time of adding the same columns.
    """

    seat_rounds: int
    bets: int
    settling_s: float
    adding_s: float


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def _batch(code: str, seed: int) -> tuple[Any, Any, Stakes]:
    """Deal full tables, and let everybody play."""
    game, rules, rng = GAMES[code], felts.rules(code), np.random.default_rng(seed)
    n = SEAT_ROUNDS // rules.seats
    units = rules.minimum_cents * rng.integers(1, 6, (n, rules.seats))
    felt = game.deal(rng, n, rules)
    return rules, *game.decide(rng, rules, felt, units, np.zeros_like(units))


def _added(columns: list[Ints]) -> list[np.int64]:
    return [column.sum() for column in columns]


def measure(code: str, seed: int) -> Measured:
    """Settle a game's batch and add up its columns, in a process of its own."""
    game = GAMES[code]
    rules, felt, stakes = _batch(code, seed)
    columns = [stakes.stake_cents, stakes.coupon_cents, *game.to_columns(felt).values()]
    game.settle(rules, felt, stakes, None)  # what is laid out once
    return Measured(
        seat_rounds=len(stakes.void) * rules.seats,
        bets=int((stakes.stake_cents > 0).sum()),
        settling_s=_least(lambda: game.settle(rules, felt, stakes, None)),
        adding_s=_least(lambda: _added(columns)),
    )


def _on_all_cores(pool: ProcessPoolExecutor, code: str) -> list[Measured]:
    return list(pool.map(measure, [code] * CORES, range(CORES)))


def test_seat_rounds_a_second(benchmark: BenchmarkFixture, show: Show) -> None:
    found: dict[str, list[Measured]] = {}
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(CORES, mp_context=spawn) as pool:

        def turn() -> None:
            for code in BANKING:
                found[code] = _on_all_cores(pool, code)

        benchmark.pedantic(turn, rounds=1)  # type: ignore[no-untyped-call]
    rates = {code: _rate(each) for code, each in found.items()}
    show(
        f"settling {SEAT_ROUNDS:,} seat-rounds in each of {CORES} processes, processor seconds",
        ("", "bets a seat", "adding ms", "settling ms", "ratio", "M seat-rounds a second"),
        [_row(GAMES[code].TITLE, each, rates[code]) for code, each in found.items()],
        "adding: a NumPy pass that adds the same columns",
        f"budget: {LEAST / 1e6:.0f} million seat-rounds a second on {CORES} cores",
    )


def _rate(measured: list[Measured]) -> float:
    return sum(each.seat_rounds / each.settling_s for each in measured)


def _row(title: str, measured: list[Measured], rate: float) -> tuple[str, ...]:
    settling = min(each.settling_s for each in measured)
    adding = min(each.adding_s for each in measured)
    bets = sum(each.bets for each in measured) / sum(each.seat_rounds for each in measured)
    return (
        title,
        f"{bets:.1f}",
        f"{adding * 1000:.1f}",
        f"{settling * 1000:.1f}",
        f"{settling / adding:.1f}",
        f"{rate / 1e6:.2f}",
    )
