"""The blueprint that surveillance's views hang on."""

from flask import Blueprint

bp = Blueprint("surveillance", __name__, url_prefix="/surveillance")
