"""Pictures of a day, drawn from the figures of the page that shows them."""

from datetime import date

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.reports.gallery import Sight, picture
from countroom.reports.pictures import Picture
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.pictures import Shown, sent


@bp.get("/day/<day:day>/pictures/<name>.svg")
@gate.needs(Permission.ACCOUNTING_DAY)
def drawing(day: date, name: str) -> Response:
    """A picture of a day; before the conclusion there is none.

    Raises:
        NotFoundError: There is no such picture.
        AccessError: Its figures are not open to this duty, or not yet.
    """
    rounds = desk.server().settings.rounds
    return sent(picture(name, Sight(desk.database(), desk.viewer(), day, rounds)))


def hung(day: date, one: Picture) -> Shown:
    """A picture as a page hangs it."""
    return Shown(one.title, one.alt, url_for("accounting.drawing", day=day, name=one.name))
