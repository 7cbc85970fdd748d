"""The blueprint that the views of the pit hang on."""

from flask import Blueprint

bp = Blueprint("pit", __name__, url_prefix="/pit")
