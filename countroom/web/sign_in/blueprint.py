"""The blueprint that the views of signing in hang on."""

from flask import Blueprint

bp = Blueprint("sign_in", __name__)
