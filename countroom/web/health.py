"""For whoever watches the server: is it up, can it serve."""

from flask import Blueprint, Response, jsonify

from countroom.errors import SettingsError
from countroom.operations.opening import check_ready
from countroom.web import desk

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> Response:
    """The program runs."""
    return jsonify(status="up", build=desk.server().build)


@bp.get("/ready")
def ready() -> Response:
    """The database answers and has the program's shape."""
    try:
        check_ready(desk.database())
    except SettingsError as reason:
        answer = jsonify(status="not ready", says=reason.message)
        answer.status_code = 503
        return answer
    return jsonify(status="ready")
