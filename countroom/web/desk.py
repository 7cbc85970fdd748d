"""What a request works with: the database, the settings, the clock, and who is signed in."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import Flask, current_app, g, request

from countroom.domain.access import Viewer
from countroom.domain.house import House
from countroom.domain.people import ROOM_ROLES, Person, Role
from countroom.errors import AccessError, NotFoundError
from countroom.operations.acts import Database, Who
from countroom.operations.house import house_at
from countroom.settings import AppSettings

Clock = Callable[[], datetime]

_NAME: Final = "countroom"

API: Final = "/api/"
"""Where the addresses for programs begin."""


@dataclass(frozen=True, slots=True)
class Server:
    """What the whole application shares.

    Attributes:
        settings: How it is set up.
        database: The property's records.
        clock: Tells the time, aware UTC.
        secret: Signs cookies and gives pages their keys.
        build: Digest of the program's own files.
    """

    settings: AppSettings
    database: Database
    clock: Clock
    secret: bytes
    build: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who sits at this tablet.

    Attributes:
        person: As registered.
        duty: The duty he is signed into.
        locked: Whether the screen is locked: he has to show his PIN again.
    """

    person: Person
    duty: Role
    locked: bool = False


def put(app: Flask, server: Server) -> None:
    """Give the application what it shares."""
    app.extensions[_NAME] = server


def server() -> Server:
    """What the whole application shares."""
    found: Server = current_app.extensions[_NAME]
    return found


def database() -> Database:
    """The property's records."""
    return server().database


def now() -> datetime:
    """The server's time, one for the whole request."""
    if "now" not in g:
        g.now = server().clock()
    moment: datetime = g.now
    return moment


def device() -> str:
    """Which tablet this is: a name kept in its cookie, no secret."""
    return str(g.get("device", ""))


def signed_in() -> SignedIn | None:
    """Who is signed in here, locked or not, or nobody."""
    found: SignedIn | None = g.get("signed_in")
    return found


def who() -> Who:
    """Who acts: the person signed in, in the duty signed into.

    Raises:
        AccessError: Nobody is signed in.
    """
    here = signed_in()
    if here is None or here.locked:
        msg = "Sign in first."
        raise AccessError(msg)
    return Who(person=here.person, duty=here.duty, via="web", device=device())


def house() -> House:
    """The house as it stands on today's gaming date.

    Raises:
        NotFoundError: None is on record.
    """
    if "house" not in g:
        with database().read() as tx:
            g.house = house_at(tx, now())
    found: House = g.house
    return found


def house_if_any() -> House | None:
    """The house, or nothing before one was loaded."""
    try:
        return house()
    except NotFoundError:
        return None


def idle_seconds() -> int:
    """Until an untouched screen locks, for the duty signed into here."""
    here = signed_in()
    settings = server().settings
    in_room = here is not None and here.duty in ROOM_ROLES
    return settings.room_lock_seconds if in_room else settings.idle_lock_seconds


def viewer() -> Viewer:
    """Who looks; how he stands to a count is read from record by who is asked.

    Raises:
        AccessError: Nobody is signed in.
    """
    here = who()
    return Viewer(here.person, here.duty)


def page_key(person: str) -> str:
    """The key that a page encrypts unsent input under, the same for a person on one tablet.

    Args:
        person: Code of the person signed in.
    """
    named = f"page\0{person}\0{device()}".encode()
    return hmac.new(server().secret, named, hashlib.sha256).hexdigest()


def asks_api() -> bool:
    """Whether a program of the house asks, with a token and no cookie."""
    return request.path.startswith(API)


def wants_json() -> bool:
    """Whether a script of ours or a program asks, and not a form or a link."""
    if asks_api():
        return True
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == (
        "application/json"
    )
