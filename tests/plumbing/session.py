"""What the processes of one test session share: a folder, and whether anything may be skipped."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

_FOLDER = "COUNTROOM_TEST_SESSION"
_REQUIRE_ALL = "COUNTROOM_REQUIRE_ALL"


def begin() -> None:
    """Make the session's folder; its workers inherit the name by the environment."""
    folder = Path(tempfile.mkdtemp(prefix="countroom-"))
    folder.chmod(0o711)  # the database server runs as somebody else
    os.environ[_FOLDER] = str(folder)


def folder() -> Path:
    """Return the folder that all processes of this session share."""
    return Path(os.environ[_FOLDER])


def end() -> None:
    """Remove the session's folder."""
    shutil.rmtree(os.environ.pop(_FOLDER), ignore_errors=True)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one process of the session at a time do what is called ``name``."""
    with (folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def missing(what: str) -> NoReturn:
    """Skip the test for want of something, or fail it where nothing may be skipped."""
    if os.environ.get(_REQUIRE_ALL) == "1":
        pytest.fail(f"{what}, and {_REQUIRE_ALL} is set.", pytrace=False)
    pytest.skip(what)
