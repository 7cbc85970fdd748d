"""The blueprint of the count room, and how a count is named in an address."""

from flask import Blueprint, url_for
from werkzeug.routing import BaseConverter

bp = Blueprint("count_room", __name__, url_prefix="/count-room")


class CountConverter(BaseConverter):
    """A count in an address as it is called, ``2011-06-14/1``."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9]{1,3}"
    part_isolating = False

    def to_url(self, value: str) -> str:
        """Write the count with its slash."""
        return value


def to_board(count: str) -> str:
    """Address of a count's board."""
    return url_for("count_room.board", count=count)
