"""The blueprint that the views of copies hang on."""

from flask import Blueprint

bp = Blueprint("copies", __name__, url_prefix="/copies")
