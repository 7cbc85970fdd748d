"""The blueprint that the cage's views hang on."""

from flask import Blueprint

bp = Blueprint("cage", __name__, url_prefix="/cage")
