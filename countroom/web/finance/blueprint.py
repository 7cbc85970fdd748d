"""The blueprint that the views of finance hang on."""

from flask import Blueprint

bp = Blueprint("finance", __name__, url_prefix="/finance")
