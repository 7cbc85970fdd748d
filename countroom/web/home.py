"""The first page after signing in: what waits for this duty now, and what it opens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, current_app, url_for

from countroom.domain.access import Permission
from countroom.web import desk, gate
from countroom.web.pages import page

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Door:
    """One thing to open from the first page.

    Attributes:
        endpoint: A view that takes no arguments.
        title: What it is called there.
        says: What one does there, in a few words.
    """

    endpoint: str
    title: str
    says: str


DOORS: Final[list[Door]] = []
"""Doors in the order they are shown; each place adds its own with ``door``."""


def door(endpoint: str, title: str, says: str) -> None:
    """Put a page on the first page of everybody it is open to."""
    if all(known.endpoint != endpoint for known in DOORS):
        DOORS.append(Door(endpoint, title, says))


@dataclass(frozen=True, slots=True)
class Call:
    """Something that waits for the duty signed into.

    Attributes:
        act: The next act, with its verb: ``Sign F-0005``.
        says: Why it waits, in a few words.
        to: Where it is done.
    """

    act: str
    says: str
    to: str


Caller = Callable[[], Iterable[Call]]

CALLERS: Final[dict[str, tuple[frozenset[Permission], Caller]]] = {}
"""Who asks what waits, by name: each place adds its own with ``calls``."""


def calls(*permissions: Permission) -> Callable[[Caller], Caller]:
    """Ask a function what waits, for the duties that hold one of these permissions."""

    def add(caller: Caller) -> Caller:
        CALLERS[f"{caller.__module__}.{caller.__qualname__}"] = (frozenset(permissions), caller)
        return caller

    return add


def _waiting() -> list[Call]:
    if desk.house_if_any() is None:
        return []
    duty = desk.who().duty
    open_to = [caller for permissions, caller in CALLERS.values() if gate.opens(duty, permissions)]
    return [call for caller in open_to for call in caller()]


@bp.get("/")
@gate.signed_in
def home() -> Response:
    """What waits for the duty signed into, and what is open to it."""
    duty = desk.who().duty
    doors = [(door, url_for(door.endpoint)) for door in DOORS if _open(door, duty)]
    return page("home.html", title="What to do", doors=doors, waiting=_waiting())


def _open(door: Door, duty: object) -> bool:
    del duty
    permissions: frozenset[Permission] | None = gate.declared(current_app, door.endpoint)
    return permissions is not None and gate.opens(desk.who().duty, permissions)
