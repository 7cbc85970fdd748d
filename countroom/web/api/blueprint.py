"""What the views of the API hang on, and its description for programs (OpenAPI).

The description holds no figure and is open to everybody.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final, TypeVar

from flask import Flask
from flask_smorest import Api, Blueprint
from werkzeug.routing import BaseConverter

from countroom.web import desk
from countroom.web.api.schemas import Problem

VERSION: Final = "1"
PREFIX: Final = f"{desk.API}v{VERSION}"


class MonthConverter(BaseConverter):
    """A month in an address, ``2011-06``: read as its first day."""

    regex = r"2[01][0-9]{2}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> date:
        """Read the month."""
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date) -> str:
        """Write the month."""
        return f"{value:%Y-%m}"


bp: Any = Blueprint("api", __name__, url_prefix=PREFIX, description="Concluded days, read only.")

_DESCRIPTION: Final = (
    "Read-only figures of concluded gaming days. Amounts are whole cents, moments UTC, and a "
    "gaming date runs from the house's start to its next. Send the token as "
    "'Authorization: Bearer …'."
)


View = TypeVar("View", bound=Callable[..., Any])

_REFUSALS: Final = {
    401: "No token that is good.",
    403: "Not open to the duty, or not yet.",
    404: "Nothing of that name or date.",
}


def reads(path: str, schema: Any, *, arguments: tuple[Any, ...] = ()) -> Callable[[View], View]:
    """Put a view at an address and describe what it answers, refusals too.

    Args:
        path: The address, after the prefix.
        schema: What comes out.
        arguments: Descriptions of arguments of the address that their kind does not tell.
    """

    def mark(view: View) -> View:
        answers = view
        for status, says in _REFUSALS.items():
            answers = bp.alt_response(status, schema=Problem, description=says)(answers)
        answers = bp.doc(parameters=list(arguments))(bp.response(200, schema)(answers))
        bp.get(path)(answers)
        return view

    return mark


def install(app: Flask) -> None:
    """Put the API and its description before the application."""
    app.config.update(
        API_TITLE="countroom",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
        API_SPEC_OPTIONS={
            "info": {"description": _DESCRIPTION},
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
            "security": [{"token": []}],
        },
    )
    app.url_map.converters["month"] = MonthConverter
    api = Api(app)
    pattern = f"^{MonthConverter.regex}$"
    api.register_converter(MonthConverter, lambda _: {"type": "string", "pattern": pattern})
    api.register_converter(
        app.url_map.converters["day"], lambda _: {"type": "string", "format": "date"}
    )
    api.register_blueprint(bp)
