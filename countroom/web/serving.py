"""Noticing the first figure of a count that is served to its recounter, or to his device."""

import logging
from typing import Final

from flask import Flask, Response, g, request

from countroom.errors import CountroomError
from countroom.inquiries import served, viewing
from countroom.operations import acts
from countroom.operations.serving import note_served
from countroom.web import desk

_LOG: Final = logging.getLogger(__name__)
_OK: Final = 200


def install(app: Flask) -> None:
    """Watch every answer."""
    app.before_request(_begin)
    app.after_request(_note)


def _begin() -> None:
    g.figures_shown = viewing.watch()


def _note(answer: Response) -> Response:
    """Record it before the answer leaves; one that is refused shows none."""
    shown: set[str] = g.get("figures_shown", set())
    here = desk.signed_in()
    if not shown or answer.status_code != _OK or here is None or request.method != "GET":
        return answer
    for count in sorted(shown):
        try:
            whose = served.whose(desk.database(), here.person.code, desk.device(), count)
            if whose:
                acts.perform(
                    desk.database(),
                    note_served,
                    who=desk.who(),
                    now=desk.now(),
                    count=count,
                    whose=whose,
                )
        except CountroomError:
            _LOG.exception("a first serving could not be recorded")
    return answer
