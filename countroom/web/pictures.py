"""A picture on a screen: where it hangs, and how it is sent.

To give a place a picture: a route that makes it (``reports.gallery.picture``, which asks the
inquiry of its figures as the person signed in) and answers with ``sent``; the page hangs a
``Shown`` with the macro ``picture`` and keeps the figures in a table beneath it. The walk of
``tests/secrets`` asks for every picture of ``reports.gallery`` in every state of a count.
"""

from dataclasses import dataclass
from typing import Final

from flask import Response, make_response

from countroom.reports.pictures import SVG, Picture, shown

CSP: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Of a picture opened by itself: it carries its own colours and takes nothing from anywhere."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as a page hangs it.

    Attributes:
        title: Above it.
        alt: What it shows, for who does not see it.
        source: Where it is drawn.
    """

    title: str
    alt: str
    source: str


def sent(picture: Picture) -> Response:
    """Answer with a picture that follows the screen's light or dark."""
    answer = make_response(shown(picture))
    answer.headers["Content-Type"] = SVG
    answer.headers["Content-Security-Policy"] = CSP
    return answer
