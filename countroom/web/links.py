"""From the name of a document (``F-0005``, a count, a box) to the page that shows it."""

from collections.abc import Callable
from typing import Final

from flask import current_app, url_for

Link = Callable[[str], str]

_BY_SERIES: Final[dict[str, str]] = {}
"""Series of a document's number to the endpoint that takes ``name``."""


def register(series: str, endpoint: str) -> None:
    """Say which page shows the documents of a series, ``F`` of ``F-0005``.

    The endpoint takes the document's name as ``name``.
    """
    _BY_SERIES[series] = endpoint


def to(name: str) -> str:
    """The page of a document, or nothing where none is known."""
    endpoint = _BY_SERIES.get(name.rpartition("-")[0])
    if endpoint is None or endpoint not in current_app.view_functions:
        return ""
    return url_for(endpoint, name=name)
