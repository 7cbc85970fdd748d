"""The blueprint that the views of coupons hang on."""

from flask import Blueprint

bp = Blueprint("coupons", __name__, url_prefix="/coupons")
