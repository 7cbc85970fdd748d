"""The blueprint that the representative's views hang on."""

from flask import Blueprint

bp = Blueprint("compliance", __name__, url_prefix="/compliance")
