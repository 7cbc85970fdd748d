"""How a count is named in an address: as it is called, ``2011-06-14/1``."""

from werkzeug.routing import BaseConverter


class CountConverter(BaseConverter):
    """A count in an address."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9]{1,3}"
    part_isolating = False

    def to_url(self, value: str) -> str:
        """Write the count with its slash."""
        return value
