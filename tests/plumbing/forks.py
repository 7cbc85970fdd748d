"""Processes of a test's own that may be killed at any moment, started at no cost.

They are forked from a helper process that has imported what they need and nothing else, so a
test may start and kill hundreds. Each is ended by its own process id.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

_CONTEXT: Final = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.plumbing.doing", "tests.plumbing.writers"])
PATIENCE_SECONDS: Final = 60


@dataclass(frozen=True)
class Worker:
    """A process at work, and our end of the pipe that it reports into."""

    process: BaseProcess
    reports: Connection

    def tell(self, what: Any) -> None:
        """Tell it something that it waits for."""
        self.reports.send(what)

    def next(self) -> Any:
        """Wait for its next report.

        Raises:
            EOFError: It has ended, by itself or not.
        """
        assert self.reports.poll(PATIENCE_SECONDS), "the process says nothing"
        return self.reports.recv()

    def rest(self) -> list[Any]:
        """Everything it still reports until it has ended."""
        found = []
        try:
            while True:
                found.append(self.next())
        except (EOFError, ConnectionResetError):
            return found

    def kill(self) -> None:
        """End it at once, by its process id, as a crash does; it may have just ended itself."""
        assert self.process.pid is not None
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)

    def ended(self) -> int | None:
        """Wait for its end; its exit code, negative for the signal that ended it."""
        self.process.join(PATIENCE_SECONDS)
        return self.process.exitcode


@contextmanager
def worker(work: Callable[..., None], *arguments: Any) -> Iterator[Worker]:
    """Start ``work(reports, *arguments)`` in a process of its own; it has ended afterwards."""
    here, there = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=work, args=(there, *arguments))
    process.start()
    there.close()
    started = Worker(process, here)
    try:
        yield started
    finally:
        if process.is_alive():
            started.kill()
        process.join()
        here.close()
        process.close()
