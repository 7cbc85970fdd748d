"""Golden files: what is compared with a kept file, rewritten with ``--golden-update``.

``--golden-clean`` removes the files under ``tests/golden`` that no test of a full run read.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "golden"


def note_read(path: Path, log: Path) -> None:
    """Remember that a test read ``path``, in a log that all workers append to."""
    with log.open("a", encoding="utf-8") as notes:
        notes.write(f"{path.relative_to(FOLDER)}\n")


@dataclass(frozen=True, slots=True)
class Golden:
    """Compares with the files in ``tests/golden``.

    Attributes:
        update: Write instead of comparing.
        log: Where the names of the files read are gathered.
    """

    update: bool
    log: Path

    def path(self, name: str) -> Path:
        """Give the path of the golden file called ``name``, and remember it as read."""
        path = FOLDER / name
        note_read(path, self.log)
        return path

    def check(self, name: str, text: str) -> None:
        """Assert that ``text`` is what the golden file ``name`` holds."""
        kept = self.check_bytes(name, text.encode())
        if kept is not None:
            assert text == kept.decode(), f"{name} differs; --golden-update if that is right"

    def check_bytes(self, name: str, content: bytes) -> bytes | None:
        """Write ``content`` when updating; otherwise give the bytes to compare it with.

        Returns:
            The kept bytes, or None if they were just written.
        """
        path = self.path(name)
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f"{path.name}.{os.getpid()}")
            fresh.write_bytes(content)
            fresh.replace(path)
            return None
        assert path.is_file(), f"there is no golden {name}; --golden-update makes it"
        return path.read_bytes()


def clean(log: Path) -> list[str]:
    """Remove golden files that no test read, and say which."""
    read = set(log.read_text(encoding="utf-8").split("\n")) if log.is_file() else set()
    unread = [
        path
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file() and path.suffix != ".py" and str(path.relative_to(FOLDER)) not in read
    ]
    for path in unread:
        path.unlink()
    return [str(path.relative_to(FOLDER)) for path in unread]
