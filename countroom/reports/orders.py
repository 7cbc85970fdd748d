"""Reports and packs that are made ahead or behind the screens, and the shelf they lie on.

What lies there is derived: it can be made again from the record at any time. It lies under a
key that stays while the record says the same, so that what is found under today's key is it.
Whoever takes something has the key worked out for him, and is refused there.
"""

import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from countroom.domain.access import Viewer
from countroom.domain.house import House
from countroom.inquiries import evidence, registers
from countroom.reports import pack
from countroom.reports.catalogue import Asked, Format, find, key_of, make

PACK = "daily-pack"
"""Name of the order for everything of a day."""

Tell = Callable[[str, int, int], None]
"""Is told what begins, which step that is, and of how many."""


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants made.

    Attributes:
        name: Of a report or form, or ``PACK``.
        day: The gaming date.
        viewer: For whom; a department shares what was made for one of it.
    """

    name: str
    day: date
    viewer: Viewer

    @property
    def ending(self) -> str:
        """Of the file it becomes."""
        return "zip" if self.name == PACK else "pdf"

    @property
    def title(self) -> str:
        """In words."""
        return "Daily pack" if self.name == PACK else find(self.name).title

    @property
    def place(self) -> str:
        """Where on the shelf: the same for everybody of a department."""
        return f"{self.day.isoformat()}/{self.name}.{self.viewer.duty.value}"


def key(order: Order, asked: Asked) -> str:
    """Under which key it lies while the record says the same.

    Raises:
        AccessError: The duty may not have it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    if order.name != PACK:
        return key_of(find(order.name), asked)[:_KEY_DIGITS]
    registers.concluded(asked.database, asked.viewer, asked.day)
    head, _ = evidence.state_of_record(asked.database)
    return head.digest[:_KEY_DIGITS]


_KEY_DIGITS = 32


def write(order: Order, asked: Asked, house: House, tell: Tell = lambda *_: None) -> bytes:
    """Make what was ordered.

    Raises:
        AccessError: The duty may not have it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
        PressError: It cannot be rendered.
    """
    if order.name != PACK:
        tell(order.title, 1, 1)
        return make(find(order.name), asked, Format.PDF)
    parts = pack.daily(house)
    total, begun = pack.steps(parts), 0

    def told(says: str) -> None:
        nonlocal begun
        begun += 1
        tell(says, begun, total)

    return pack.write(pack.as_recorded(asked), parts, title=pack.DAILY, tell=told)


class Shelf:
    """A folder of what was made.

    Args:
        folder: Of its own; made when something is put there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _path(self, order: Order, under: str) -> Path:
        assert re.fullmatch("[0-9a-f]+", under), "a key is digits of a digest"
        return self._folder / f"{order.place}.{under}.{order.ending}"

    def find(self, order: Order, under: str) -> bytes | None:
        """What was made under this key, or nothing."""
        try:
            return self._path(order, under).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, order: Order, under: str, content: bytes) -> None:
        """Put it there whole; older ones of the same order go."""
        path = self._path(order, under)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=".making-")  # 0600
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(fresh).replace(path)
        for older in self._all(order):
            if older != path:
                older.unlink(missing_ok=True)

    def made_at(self, order: Order) -> datetime | None:
        """When the newest of it was made, or nothing."""
        times = [path.stat().st_mtime for path in self._all(order)]
        return datetime.fromtimestamp(max(times), UTC) if times else None

    def newest(self, order: Order) -> bytes | None:
        """The newest of it, whatever the record says since, or nothing."""
        every = sorted(self._all(order), key=lambda path: path.stat().st_mtime)
        return every[-1].read_bytes() if every else None

    def _all(self, order: Order) -> list[Path]:
        place = self._folder / order.place
        return list(place.parent.glob(f"{place.name}.*.{order.ending}"))
