"""The blueprint that the cage's views hang on."""

from flask import Blueprint

from countroom.domain.access import Viewer
from countroom.web import desk

bp = Blueprint("cage", __name__, url_prefix="/cage")


def viewer() -> Viewer:
    """Who looks."""
    who = desk.who()
    return Viewer(who.person, who.duty)
