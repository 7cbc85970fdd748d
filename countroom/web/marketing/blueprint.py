"""The blueprint that the views of marketing hang on."""

from flask import Blueprint

bp = Blueprint("marketing", __name__, url_prefix="/marketing")
