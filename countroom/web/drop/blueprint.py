"""The blueprint that the views of the drop hang on."""

from flask import Blueprint

from countroom.domain.access import Viewer
from countroom.web import desk

bp = Blueprint("drop", __name__, url_prefix="/drop")


def viewer() -> Viewer:
    """Who looks."""
    who = desk.who()
    return Viewer(who.person, who.duty)
