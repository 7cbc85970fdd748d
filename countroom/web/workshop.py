"""What takes long is made behind the screens: reports that are due, and what somebody asked for.

A thread of the server makes one thing after another and puts it on the shelf. What somebody
waits for comes first; then the reports of the days concluded lately, newest day first, which
appear by themselves. What a crash left undone is not on the shelf and is made at the next start.
"""

import logging
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from flask import Flask, current_app

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.errors import CountroomError, NotFoundError
from countroom.inquiries import gaming_days
from countroom.operations.acts import Operation
from countroom.operations.house import house_at, the_program
from countroom.reports import orders
from countroom.reports.catalogue import REPORTS, Asked
from countroom.reports.orders import Order, Shelf
from countroom.web import desk, press_room
from countroom.web.desk import Server

DAYS: Final = 7
"""Reports of so many gaming days concluded last appear by themselves."""

_NAME: Final = "countroom.workshop"
_FOLDER: Final = "made"
_LOG: Final = logging.getLogger(__name__)
_ENDS: Final = frozenset({"conclude"})


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is.

    Attributes:
        order: What.
        says: What is being done.
        step: Which step that is, from 1; 0 before it begins.
        steps: Of how many.
        failed: Why it could not be made, or empty.
    """

    order: Order
    says: str = "waits its turn"
    step: int = 0
    steps: int = 0
    failed: str = ""


class Workshop:
    """Makes what was ordered, one after another.

    Args:
        app: The application, which knows what it shares.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._asked: deque[Order] = deque()
        self._state: dict[str, Progress] = {}
        self._changed = threading.Condition()
        self._look = True  # what a crash left undone
        self._ends = False
        self._thread = threading.Thread(target=self._work, name="workshop", daemon=True)

    @property
    def _server(self) -> Server:
        with self._app.app_context():
            return desk.server()

    @property
    def shelf(self) -> Shelf:
        """Where what was made lies."""
        return Shelf(self._server.settings.prints / _FOLDER)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    @property
    def works(self) -> bool:
        """Whether its thread runs: otherwise what is asked for is made at once."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Finish what is being made, and end."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        self._thread.join()

    def ring(self) -> None:
        """Say that a count was concluded."""
        with self._changed:
            self._look = True
            self._changed.notify_all()

    def ask(self, order: Order) -> None:
        """Want something made before what is due."""
        with self._changed:
            known = self._state.get(order.place)
            if known is None or known.failed:
                self._state[order.place] = Progress(order)
                self._asked.append(order)
                self._changed.notify_all()

    def progress(self, order: Order) -> Progress | None:
        """How far it is, or nothing while nobody makes it."""
        with self._changed:
            return self._state.get(order.place)

    def wait(self, order: Order, seconds: float) -> None:
        """Wait a moment for it to be done or to fail."""
        with self._changed:
            self._changed.wait_for(lambda: self._done(order), seconds)

    def _done(self, order: Order) -> bool:
        known = self._state.get(order.place)
        return known is None or bool(known.failed)

    def _work(self) -> None:
        due: Iterator[Order] = iter(())
        while True:
            with self._changed:
                if self._ends:
                    return
                if self._look:
                    self._look, due = False, iter(due_orders(self._server, self.shelf))
                order = self._asked.popleft() if self._asked else next(due, None)
                if order is None:
                    self._changed.wait()
                    continue
            self._make(order)

    def _make(self, order: Order) -> None:
        try:
            make(self._server, self.shelf, order, self._teller(order))
        except CountroomError as refused:
            _LOG.warning("%s could not be made", order.name)
            self._note(order, Progress(order, failed=refused.message))
        except Exception:  # noqa: BLE001 - the thread goes on with the next
            _LOG.exception("%s could not be made", order.name)
            self._note(order, Progress(order, failed="A fault of the program: see its log."))
        else:
            self._note(order, None)

    def _teller(self, order: Order) -> orders.Tell:
        def tell(says: str, step: int, steps: int) -> None:
            self._note(order, Progress(order, says, step, steps))

        return tell

    def _note(self, order: Order, progress: Progress | None) -> None:
        with self._changed:
            if progress is None:
                self._state.pop(order.place, None)
            else:
                self._state[order.place] = progress
            self._changed.notify_all()


def asked_of(server: Server, order: Order) -> Asked:
    """What an order asks of the record."""
    with server.database.read() as tx:
        house = house_at(tx, server.clock())
    return Asked(
        database=server.database,
        viewer=order.viewer,
        day=order.day,
        at=server.clock(),
        rounds=server.settings.rounds,
        printer=press_room.printer_of(server, house),
    )


def make(server: Server, shelf: Shelf, order: Order, tell: orders.Tell = lambda *_: None) -> bytes:
    """Make what was ordered, unless it lies there already.

    Raises:
        CountroomError: It may not be had, or cannot be rendered.
    """
    asked = asked_of(server, order)
    under = orders.key(order, asked)
    found = shelf.find(order, under)
    if found is not None:
        return found
    with server.database.read() as tx:
        house = house_at(tx, server.clock())
    content = orders.write(order, asked, house, tell)
    shelf.put(order, under, content)
    return content


def due_orders(server: Server, shelf: Shelf) -> list[Order]:
    """Reports of the days concluded lately of which nothing lies there yet, newest day first."""
    return [
        order
        for orders_of_day in by_day(server)
        for order in orders_of_day
        if shelf.made_at(order) is None
    ]


def by_day(server: Server) -> list[list[Order]]:
    """The reports that appear by themselves, for each of the days concluded lately."""
    try:
        with server.database.read() as tx:
            house = house_at(tx, server.clock())
    except NotFoundError:
        return []  # nothing is on record yet
    viewer = Viewer(replace(the_program().person, roles=(Role.ACCOUNTING,)), Role.ACCOUNTING)
    days = gaming_days.days(server.database, viewer, newest=DAYS)
    named = [name for name, one in REPORTS.items() if one.offered(house) and one.prints is None]
    return [
        [Order(name, day.gaming_date, viewer) for name in named] for day in days if day.concluded
    ]


def put(app: Flask) -> None:
    """Give an application its workshop; nothing works in it until it is started."""
    app.extensions[_NAME] = Workshop(app)


def start(app: Flask) -> None:
    """Let a served application's workshop begin."""
    found: Workshop = app.extensions[_NAME]
    found.start()


def here() -> Workshop:
    """The workshop of the application that answers."""
    found: Workshop = current_app.extensions[_NAME]
    return found


def told(operation: Operation) -> None:
    """Look for reports that are due where a count was concluded."""
    if operation.__name__ in _ENDS:
        here().ring()


def now_or_ordered(order: Order, patience_seconds: float = 2.0) -> tuple[bytes | None, str]:
    """What was ordered if it is there within a moment, and the key it will lie under.

    Raises:
        CountroomError: It may not be had.
    """
    server, shop = desk.server(), here()
    under = orders.key(order, asked_of(server, order))
    found = shop.shelf.find(order, under)
    if found is not None:
        return found, under
    if not shop.works:
        return make(server, shop.shelf, order), under
    shop.ask(order)
    shop.wait(order, patience_seconds)
    return shop.shelf.find(order, under), under
