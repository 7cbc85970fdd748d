"""The blueprint that the views of the drop hang on."""

from flask import Blueprint

bp = Blueprint("drop", __name__, url_prefix="/drop")
