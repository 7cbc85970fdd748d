"""Settling recorded files again: against reading and settling alone, and what memory it takes."""

import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from countroom.engine import records
from countroom.engine.games import GAMES
from countroom.inquiries.settling import open_file
from countroom.stores import rounds
from tests.benchmarks.conftest import Show
from tests.plumbing import felts

GAME: Final = "mississippi_stud"
ROUNDS: Final = 60_000
TURNS: Final = 3
LONGER: Final = 6

_PEAK: Final = """
import sys
from pathlib import Path
from countroom.inquiries.settling import open_file
rows = sum(part.rows for part in open_file(Path(sys.argv[1])).parts())
status = Path("/proc/self/status").read_text()
print(rows, status.partition("VmHWM:")[2].split()[0])
"""


def _play(n: int) -> tuple[Any, Any, Any, dict[str, Any]]:
    game, rules, rng = GAMES[GAME], felts.rules(GAME), np.random.default_rng(3)
    units = np.full((n, rules.seats), rules.minimum_cents)
    felt, stakes = game.decide(rng, rules, game.deal(rng, n, rules), units, np.zeros_like(units))
    settled, _ = game.settle(rules, felt, stakes, None)
    numbers, ones = np.arange(1, n + 1), np.ones(n, np.int64)
    notes = records.Notes(numbers, numbers * 1_000_000, ones, ones * 0)
    return rules, felt, stakes, records.to_columns(game, felt, stakes, settled, notes)


def _write(path: Path, rules: Any, columns: dict[str, Any]) -> None:
    of = rounds.Period(
        table="T-1",
        game=GAME,
        rules=rules,
        gaming_date=date(2011, 6, 14),
        from_at=datetime(2011, 6, 14, 10, tzinfo=UTC),
        to_at=datetime(2011, 6, 15, 10, tzinfo=UTC),
    )
    rounds.write_rounds(path, of, columns)


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TURNS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def test_settling_a_file_against_reading_and_settling(
    benchmark: BenchmarkFixture, show: Show, tmp_path: Path
) -> None:
    rules, felt, stakes, columns = _play(ROUNDS)
    path = tmp_path / "day.parquet"
    _write(path, rules, columns)
    seat_rounds = int((stakes.stake_cents > 0).any(axis=2).sum())
    reading = _least(lambda: rounds.read_rounds(path))
    settling = _least(lambda: GAMES[GAME].settle(rules, felt, stakes, None))
    again: list[float] = []

    def whole() -> None:
        again.append(_least(lambda: list(open_file(path).parts())))

    benchmark.pedantic(whole, rounds=1)  # type: ignore[no-untyped-call]
    show(
        f"{seat_rounds:,} Mississippi Stud seat-rounds from Parquet, processor seconds",
        ("", "seconds", "ratio"),
        [
            ("read and settle", f"{reading + settling:.2f}", "1.00"),
            (
                "read, check, settle, compare",
                f"{again[0]:.2f}",
                f"{again[0] / (reading + settling):.2f}",
            ),
        ],
        "budget: at most 1.5 times reading and settling",
    )


def test_memory_of_settling_files(benchmark: BenchmarkFixture, show: Show, tmp_path: Path) -> None:
    rules, _, _, columns = _play(ROUNDS)
    files = {"a file": columns}
    last = int(columns["round"][-1])
    parts = [columns | {"round": columns["round"] + n * last} for n in range(LONGER)]
    files[f"{LONGER} times as long"] = {
        name: np.concatenate([part[name] for part in parts]) for name in columns
    }
    found: list[tuple[str, str, str]] = []

    def turn() -> None:
        for says, each in files.items():
            path = tmp_path / f"{len(found)}.parquet"
            _write(path, rules, each)
            ran = subprocess.run(
                [sys.executable, "-c", _PEAK, str(path)], capture_output=True, text=True, check=True
            )
            rows, peak = map(int, ran.stdout.split())
            found.append((says, f"{rows:,}", f"{peak / 1024:.0f}"))

    benchmark.pedantic(turn, rounds=1)  # type: ignore[no-untyped-call]
    show(
        "memory of settling a file, at its peak",
        ("", "wagers", "MiB"),
        found,
        "budget: flat in the length of the file, below 1 GiB",
    )
