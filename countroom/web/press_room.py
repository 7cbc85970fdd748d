"""The press: after a last signature its copies are rendered and kept, behind the screens.

A thread of the server waits for a signature, renders in a process of its own and keeps what
comes out, so that no request waits for paper. Then it reckons the rounds that came on record
since. At its start it does what a crash left undone.
"""

import logging
import threading
from typing import Final

from flask import Flask, current_app

from countroom.domain.house import House
from countroom.errors import CountroomError, NotFoundError
from countroom.operations.acts import Operation
from countroom.operations.house import house_at, the_program
from countroom.operations.kept import keep_all
from countroom.operations.reckoning import reckon_missing
from countroom.reports.due import rendered, rendered_of
from countroom.reports.printing import Printer
from countroom.reports.seal import open_seal
from countroom.web import desk
from countroom.web.desk import Server

_NAME: Final = "countroom.press_room"
_LOG: Final = logging.getLogger(__name__)


class PressRoom:
    """The thread that keeps prints.

    Args:
        server: What the application shares.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._bell = threading.Event()
        self._bell.set()  # what a crash left undone
        self._thread = threading.Thread(target=self._work, name="press", daemon=True)

    def start(self) -> None:
        """Begin to wait."""
        self._thread.start()

    def ring(self) -> None:
        """Say that something was signed."""
        self._bell.set()

    def _work(self) -> None:
        while self._bell.wait():
            self._bell.clear()
            try:
                keep_due(self._server)
                reckon_due(self._server)
            except CountroomError:
                _LOG.exception("a print could not be kept; it is tried again at the next signature")


def keep_due(server: Server) -> int:
    """Render and keep every print that is due with a count; says how many forms."""
    try:
        with server.database.read() as tx:
            house = house_at(tx, server.clock())
    except NotFoundError:
        return 0  # nothing is on record yet
    found = rendered(server.database, printer_of(server, house))
    return keep_all(server.database, found, who=the_program("web"), now=server.clock())


def keep_form(form: str) -> int:
    """Render and keep what is due of one form, as somebody asks for its print.

    A form that lacks a signature is not kept, and a render that fails uses up nothing.

    Raises:
        NotFoundError: There is no such form.
        PressError: It cannot be rendered.
    """
    server = desk.server()
    found = rendered_of(server.database, printer_of(server, desk.house()), form)
    return keep_all(server.database, found, who=the_program("web"), now=server.clock())


def reckon_due(server: Server) -> int:
    """Reckon the rounds of every drop period that nothing is kept of; says how many."""
    return reckon_missing(server.database, server.settings.rounds, server.clock())


def printer_of(server: Server, house: House) -> Printer:
    """What prints for a house, under its seal."""
    seal = open_seal(server.settings.keys, house.property.name)
    return Printer(seal=seal, build=server.build)


def start(app: Flask) -> None:
    """Give a served application its press."""
    with app.app_context():
        room = PressRoom(desk.server())
    app.extensions[_NAME] = room
    room.start()


def told(operation: Operation) -> None:
    """Ring where something was signed; an application without a press does nothing."""
    room: PressRoom | None = current_app.extensions.get(_NAME)
    if room is not None and operation.__name__.startswith(("sign", "file")):
        room.ring()
