"""The first page after signing in: what this duty opens, and nothing else."""

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


@bp.get("/")
@gate.signed_in
def home() -> Response:
    """What is open to the duty signed into."""
    duty = desk.who().duty
    doors = [(door, url_for(door.endpoint)) for door in DOORS if _open(door, duty)]
    return page("home.html", title="What to do", doors=doors)


def _open(door: Door, duty: object) -> bool:
    del duty
    permissions: frozenset[Permission] | None = gate.declared(current_app, door.endpoint)
    return permissions is not None and gate.opens(desk.who().duty, permissions)
