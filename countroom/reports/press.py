"""The press: a process of its own that renders, so that no request ever waits in line for it.

It starts with the first print and stays, because loading WeasyPrint and its fonts takes longer
than a page. It ends when the process that started it ends, however that ends.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final

from countroom.errors import CountroomError
from countroom.reports.pages import Page

PATIENCE_SECONDS: Final = 300
"""No page takes longer; one that does is stuck, and its process is replaced."""

_GRACE_SECONDS: Final = 5
"""How long an idle process may take to leave."""

_POLITE: Final = 5
"""Requests go before prints when both want the processor."""


class PressError(CountroomError):
    """The page was not rendered; nothing was printed or kept."""

    status = 500


def work(pages: Connection) -> None:
    """Render what comes through the pipe until its other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when this ends
    os.nice(_POLITE)
    from countroom.reports import pdf  # noqa: PLC0415 - half a second, here only

    while True:
        try:
            page = pages.recv()
        except EOFError:
            return
        try:
            answer: bytes | str = pdf.press(page)
        except Exception as fault:  # noqa: BLE001 - it is told to the one who asked
            answer = f"{type(fault).__name__}: {fault}"
        with contextlib.suppress(BrokenPipeError):
            pages.send(answer)


class Press:
    """One resident process and the queue before it."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def print(self, page: Page, patience_seconds: float = PATIENCE_SECONDS) -> bytes:
        """Render a page in the press's process.

        Raises:
            PressError: It cannot be rendered, or took too long.
        """
        with self._turn:
            try:
                answer = self._ask(page, patience_seconds)
            except (EOFError, OSError):
                self._close()
                answer = self._ask_again(page, patience_seconds)
        if isinstance(answer, bytes):
            return answer
        msg = f"The print could not be made. {answer}"
        raise PressError(msg)

    def _ask_again(self, page: Page, patience_seconds: float) -> bytes | str:
        """Ask a fresh process, once: the one before was ended from outside."""
        try:
            return self._ask(page, patience_seconds)
        except (EOFError, OSError):
            self._close()
            msg = "The print could not be made: the press stopped twice."
            raise PressError(msg) from None

    def _ask(self, page: Page, patience_seconds: float) -> bytes | str:
        pipe = self._opened()
        pipe.send(page)
        if not pipe.poll(patience_seconds):
            self._close(grace_seconds=0)
            msg = "The print took too long and was stopped."
            raise PressError(msg)
        answer: bytes | str = pipe.recv()
        return answer

    def _opened(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._close()
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=work, args=(theirs,), name="press", daemon=True)
        process.start()
        theirs.close()  # so that the end of this process is the end of the pipe
        self._process, self._pipe = process, ours
        return ours

    def _close(self, grace_seconds: float = _GRACE_SECONDS) -> None:
        if self._pipe is not None:
            self._pipe.close()  # it leaves when it finds the pipe closed
        if self._process is not None:
            self._process.join(grace_seconds)
            self._process.kill()
            self._process.join()
            self._process.close()
        self._pipe = self._process = None

    def close(self) -> None:
        """End the process; the next print starts another."""
        with self._turn:
            self._close()


_HOUSE_PRESS: Final = Press()


def render_elsewhere(page: Page) -> bytes:
    """Render a page in this program's press.

    Raises:
        PressError: It cannot be rendered, or took too long.
    """
    return _HOUSE_PRESS.print(page)


def close_press() -> None:
    """End this program's press, if it runs."""
    _HOUSE_PRESS.close()
