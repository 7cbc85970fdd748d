"""The blueprint that accounting's views hang on."""

from datetime import date

from flask import Blueprint
from werkzeug.routing import BaseConverter, ValidationError

bp = Blueprint("accounting", __name__, url_prefix="/accounting")


class DayConverter(BaseConverter):
    """A gaming date in an address."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Read the date.

        Raises:
            ValidationError: There is no such day: the address leads nowhere.
        """
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise ValidationError from None

    def to_url(self, value: date) -> str:
        """Write the date."""
        return value.isoformat()
