"""The blueprint that the administrator's views hang on."""

from flask import Blueprint

from countroom.operations.secrecy import Cost
from countroom.web import desk

bp = Blueprint("admin", __name__, url_prefix="/admin")


def cost() -> Cost:
    """What hashing a code costs here."""
    settings = desk.server().settings
    return Cost(settings.argon2_time, settings.argon2_memory_kib, settings.argon2_lanes)
