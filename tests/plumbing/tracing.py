"""Coverage counts what tests aim at; what merely walks past a line does not cover it.

The sets that walk the whole house, through a browser, as every role, by chance or by kill -9,
prove other things than lines: they run without the tracer, in half the processor time.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

WALKS: Final = ("browser", "crash", "secrets", "stateful")
"""Folders of ``tests`` whose tests are not counted."""


def is_walk(path: Path) -> bool:
    """Whether a test lies in one of the folders that are not counted."""
    return any(folder in path.parts for folder in WALKS)


@contextmanager
def paused() -> Iterator[None]:
    """Take the tracer off this thread and those it starts, and put it back."""
    here, started = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(here)
        threading.settrace(started)
