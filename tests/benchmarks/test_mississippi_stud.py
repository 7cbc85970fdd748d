"""Settling Mississippi Stud: against adding its columns, and against another ranking of hands.

All in one run and one process, in turns, in processor time. The baseline is the plain NumPy
pass over the nine columns a seat-round has, five cards and four stakes: one plus the other.
Rounds are settled some thousand at a time, as they are when records are settled again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import reduce
from operator import add
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pokerkit import StandardHighHand
from pytest_benchmark.fixture import BenchmarkFixture

from countroom.engine.cards import card_text
from countroom.engine.game import Game
from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_felt import Felt
from countroom.engine.mississippi_optional import hand_classes
from countroom.engine.settlement import Stakes
from tests.benchmarks.conftest import Show
from tests.plumbing import felts

GAME: Final[Game] = mississippi_stud
SEAT_ROUNDS: Final = 1_700_000
TURNS: Final = 9
AT_A_TIME: Final = 8_000
"""Rounds."""

HANDS: Final = 2_000
"""Hands the other ranking is given; each is ranked by itself, so few say what many would."""

MOST: Final = 6.0
"""The settling against the adding."""

FASTER: Final = 500
"""The other ranking of a hand against ours of the same hand."""


def _batch(seat_rounds: int) -> tuple[Any, Felt, Stakes]:
    """Deal full tables, and let everybody play."""
    rules, rng = felts.rules("mississippi_stud"), np.random.default_rng(1)
    n = max(1, seat_rounds // rules.seats)
    units = rules.minimum_cents * rng.integers(1, 6, (n, rules.seats))
    felt = GAME.deal(rng, n, rules)
    felt, stakes = GAME.decide(rng, rules, felt, units, np.zeros_like(units))
    return rules, felt, stakes


def _parts(felt: Felt, stakes: Stakes) -> list[tuple[Felt, Stakes]]:
    """Cut a batch into such as are settled at a time."""
    found = []
    for start in range(0, len(stakes.void), AT_A_TIME):
        rounds = slice(start, start + AT_A_TIME)
        values: dict[str, Any] = {
            each.name: getattr(felt, each.name)[rounds] for each in fields(Felt)
        }
        found.append((Felt(**values), stakes.only(rounds)))
    return found


def _columns(felt: Felt, stakes: Stakes) -> list[NDArray[np.int64]]:
    """Spread the batch into the nine columns of its seat-rounds."""
    shape = felt.hole.shape[:2]
    cards = [felt.hole[..., k] for k in (0, 1)]
    cards += [np.broadcast_to(felt.community[:, None, k], shape) for k in range(3)]
    wagers = [stakes.stake_cents[..., wager] for wager in range(4)]
    return [np.ascontiguousarray(column, np.int64).ravel() for column in (*cards, *wagers)]


def _in_turns(works: Sequence[Callable[[], object]]) -> list[float]:
    """Give the least processor time of each work, in milliseconds."""
    least = [float("inf")] * len(works)
    for _ in range(TURNS):
        for place, work in enumerate(works):
            started = time.process_time()
            work()
            least[place] = min(least[place], time.process_time() - started)
    return [seconds * 1000 for seconds in least]


def _settled(rules: Any, parts: list[tuple[Felt, Stakes]]) -> None:
    for felt, stakes in parts:
        GAME.settle(rules, felt, stakes, None)


def _ranked(parts: list[tuple[Felt, Stakes]]) -> None:
    for felt, _ in parts:
        hand_classes(felt)


def _written(felt: Felt) -> list[str]:
    """Write hands as pokerkit reads them."""
    n, seats = felt.hole.shape[:2]
    common = np.broadcast_to(felt.community[:, None], (n, seats, 3))
    five = np.concatenate([felt.hole, common], axis=2).reshape(-1, 5)[:HANDS]
    return ["".join(card_text(card) for card in hand) for hand in five.tolist()]


def test_a_day_of_mississippi_stud(benchmark: BenchmarkFixture, show: Show) -> None:
    rules, felt, stakes = _batch(SEAT_ROUNDS)
    one_rules, one_felt, one_stakes = _batch(1)
    columns, hands, parts = _columns(felt, stakes), _written(felt), _parts(felt, stakes)
    found: list[list[float]] = []

    def turn() -> None:
        found[:] = [
            _in_turns(
                [
                    lambda: reduce(add, columns),
                    lambda: _settled(rules, parts),
                    lambda: GAME.settle(rules, felt, stakes, None),
                    lambda: _ranked(parts),
                    lambda: [StandardHighHand.from_game(hand) for hand in hands],
                    lambda: [
                        GAME.settle(one_rules, one_felt, one_stakes, None) for _ in range(1000)
                    ],
                ]
            )
        ]

    benchmark.pedantic(turn, rounds=1)  # type: ignore[no-untyped-call]
    ((adding, settling, at_once, ranking, theirs, alone),) = found
    seats, rounds = felt.hole.shape[1], len(stakes.void)
    each_ns = settling * 1e6 / (seats * rounds)
    ours_ns = ranking * 1e6 / (seats * rounds)
    theirs_ns = theirs * 1e6 / len(hands)
    show(
        f"{seats * rounds:,} seat-rounds of Mississippi Stud, processor time",
        ("", "milliseconds", "each ns", "ratio"),
        [
            ("adding their nine columns", f"{adding:.1f}", f"{adding * 1e6 / SEAT_ROUNDS:.1f}", ""),
            (
                f"settling, {AT_A_TIME:,} rounds at a time",
                f"{settling:.1f}",
                f"{each_ns:.1f}",
                f"{settling / adding:.2f}",
            ),
            (
                "settling, all at once",
                f"{at_once:.1f}",
                f"{at_once * 1e6 / (seats * rounds):.1f}",
                f"{at_once / adding:.2f}",
            ),
            ("ranking their hands", f"{ranking:.1f}", f"{ours_ns:.1f}", f"{ranking / adding:.2f}"),
            (
                f"pokerkit ranking {len(hands):,} of them",
                f"{theirs:.1f}",
                f"{theirs_ns:.0f}",
                f"{theirs_ns / ours_ns:.0f}",
            ),
            (
                "one round of six seats on its own, 1,000 times",
                f"{alone:.1f}",
                f"{alone * 1000:.0f}",
                f"{alone * 1000 / (each_ns * seats):.0f}",
            ),
        ],
        f"budget: settling at most {MOST:.0f} times the adding, ranking {FASTER} times pokerkit's",
        f"pokerkit ranks a hand in {theirs_ns / each_ns:.0f} times what settling all of it takes",
        "the last ratio: a round on its own against a round among many",
    )
