"""Files that a command reads or writes: what cannot be is one sentence."""

import sys
from pathlib import Path

from countroom.errors import SettingsError


def read_file(file: Path) -> bytes:
    """Read a file whole.

    Raises:
        SettingsError: It cannot be read.
    """
    try:
        return file.read_bytes()
    except OSError as refused:
        msg = f"{file} cannot be read: {refused.strerror}."
        raise SettingsError(msg) from None


def write_file(output: Path | None, content: bytes) -> None:
    """Write a file whole, or to the terminal where none is named.

    Raises:
        SettingsError: It cannot be written.
    """
    if output is None:
        sys.stdout.buffer.write(content)
        return
    try:
        output.write_bytes(content)
    except OSError as refused:
        msg = f"{output} cannot be written: {refused.strerror}."
        raise SettingsError(msg) from None
