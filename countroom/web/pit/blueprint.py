"""The blueprint that the views of the pit hang on."""

from flask import Blueprint

from countroom.domain.access import Viewer
from countroom.web import desk

bp = Blueprint("pit", __name__, url_prefix="/pit")


def viewer() -> Viewer:
    """Who looks."""
    who = desk.who()
    return Viewer(who.person, who.duty)
