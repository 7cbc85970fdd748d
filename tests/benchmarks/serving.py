"""Servers of a benchmark's own on loopback, and tablets that load them; each ended by its id."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from countroom.paths import checkout

_PATIENCE_SECONDS: Final = 30
_LOAD_SECONDS: Final = 300


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def environment(**more: str) -> dict[str, str]:
    """What a program of ours is started with."""
    root = checkout()
    assert root is not None, "benchmarks run in a checkout"
    return {**os.environ, "PYTHONPATH": str(root), **more}


@contextmanager
def server(command: Sequence[str], port: int, log: Path) -> Iterator[int]:
    """Start a server, wait until it answers, and end it; gives its process id."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment(),
        )
    try:
        _wait_for(process, port, log)
        yield process.pid
    finally:
        process.terminate()
        process.wait(_PATIENCE_SECONDS)


def _wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as found:
            if found.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(log.read_text(errors="replace"))


def request(method: str, path: str, body: str, headers: dict[str, str]) -> str:
    """Write a request as it goes over the wire; body and headers are ASCII."""
    head = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join([*lines, "", body])


@dataclass(frozen=True)
class Measured:
    """What tablets found.

    Attributes:
        seconds: From the first request to the last answer.
        times: Seconds of each answer.
        statuses: Status of each answer.
    """

    seconds: float
    times: tuple[float, ...]
    statuses: tuple[int, ...]

    def __add__(self, other: "Measured") -> "Measured":
        return Measured(
            self.seconds + other.seconds,
            self.times + other.times,
            self.statuses + other.statuses,
        )

    @property
    def per_second(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds

    @property
    def p50_ms(self) -> float:
        """Half of the answers were quicker."""
        return median(self.times) * 1000

    @property
    def p99_ms(self) -> float:
        """All but a hundredth were quicker."""
        return sorted(self.times)[int(len(self.times) * 0.99)] * 1000


def load(port: int, tablets: Sequence[Sequence[str]]) -> Measured:
    """Let tablets send their requests, each one after another, all at the same time."""
    work = {"port": port, "tablets": tablets}
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.load"],
        input=json.dumps(work).encode(),
        stdout=subprocess.PIPE,
        env=environment(),
        timeout=_LOAD_SECONDS,
        check=True,
    )
    told: Any = json.loads(done.stdout)
    answers = told["answers"]
    return Measured(
        told["seconds"],
        tuple(seconds for _, seconds in answers),
        tuple(status for status, _ in answers),
    )
