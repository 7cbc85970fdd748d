"""Twelve tablets at once: as threads of one process, as processes of one thread, as both."""

import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from countroom.operations import counting
from countroom.operations.acts import perform
from countroom.stores.database import Database
from tests.plumbing import doing, tablets
from tests.plumbing.tablets import Desk

TABLETS: Final = 12
SHAPES: Final = {"threads": (1, 12), "processes": (12, 1), "both": (3, 4)}
"""Processes, and threads in each."""

Outcome = str
"""What a tablet was answered: the sentence, or the error it met."""


def fill_in(database: Database, desk: Desk, box: str) -> Iterator[str]:
    """What one tablet does: save a box's sheet as it is typed, then record it."""
    here: dict[str, Any] = {"count": desk.count, "box": box}
    for save in range(tablets.SAVES):
        asked = here | {"revision": save, "sheet": tablets.a_sheet(save)}
        key = f"{box}-{save}"
        yield _answer(database, counting.save_draft, desk, key=key, **asked)
    asked = here | {"revision": tablets.SAVES}
    yield _answer(database, counting.record_box, desk, key=f"{box}-recorded", **asked)


def _answer(database: Database, operation: Any, desk: Desk, **asked: Any) -> str:
    done = perform(database, operation, who=desk.who, now=desk.now, **asked)
    return done.name


def together(works: Iterable[Callable[[], Iterable[str]]]) -> list[str]:
    """Do all of it at the same time in threads; what each is answered, or the error it met."""
    found: list[str] = []
    works = list(works)
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], Iterable[str]]) -> None:
        gate.wait()
        try:
            found.extend(work())
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            found.append(repr(error))

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def tablets_of_a_process(
    reports: Connection, url: str, folder: str, desk: Desk, boxes: tuple[str, ...]
) -> None:
    """Be a process of the server: one database, a thread for each of some tablets."""
    database = doing.open_database(url, folder)
    with database.read():
        reports.send("ready")
    reports.recv()
    reports.send(together(partial(fill_in, database, desk, box) for box in boxes))
