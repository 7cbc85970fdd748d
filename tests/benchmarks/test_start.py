"""How long ``countroom --help`` takes, against the help of a Flask application that does nothing.

Both are started as a person starts them: the installed program, a new process each time, in turns.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks import serving
from tests.benchmarks.conftest import Show

STARTS: Final = 15
BUDGET: Final = 1.3
"""Against a bare Flask application's help."""

_BARE: Final = '''"""An application that does nothing."""

import click
from flask import Flask
from flask.cli import FlaskGroup


def create_app() -> Flask:
    """Make it."""
    return Flask("bare")


@click.group(cls=FlaskGroup, create_app=create_app)
def main() -> None:
    """Do nothing."""


if __name__ == "__main__":
    main()
'''


def _seconds(command: Sequence[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command],
        env=serving.environment(PYTHONDONTWRITEBYTECODE=""),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
    )
    seconds = time.perf_counter() - began
    assert b"Usage" in done.stdout
    return seconds


def test_help_is_there_at_once(benchmark: BenchmarkFixture, tmp_path: Path, show: Show) -> None:
    (tmp_path / "bare.py").write_text(_BARE, encoding="utf-8")
    commands = {
        "bare Flask": [str(tmp_path / "bare.py"), "--help"],
        "countroom": ["-m", "countroom", "--help"],
    }
    found: dict[str, list[float]] = {name: [] for name in commands}

    def turn() -> None:
        for name, command in commands.items():
            found[name].append(_seconds(command))

    turn()  # writes what Python compiles
    for times in found.values():
        times.clear()
    benchmark.pedantic(turn, rounds=STARTS)  # type: ignore[no-untyped-call]
    base = min(found["bare Flask"])
    show(
        f"Starting to show the help, {STARTS} times in turns",
        ["", "least ms", "median ms", "ratio of the least"],
        [
            [
                name,
                f"{min(each) * 1000:.0f}",
                f"{median(each) * 1000:.0f}",
                f"{min(each) / base:.2f}",
            ]
            for name, each in found.items()
        ],
        f"budget: at most {BUDGET} times the bare application's",
    )
