"""The label on a strap: which count it came from, at which station, at which minute.

``2011-06-14/1 T1 09:05``: what the bank finds wrong in a strap leads to who counted it.
"""

import re
from dataclasses import dataclass
from datetime import time
from typing import Final

from countroom.errors import EntryError

_LABEL: Final = re.compile(r"(\d{4}-\d{2}-\d{2}/\d+) +(\S{1,20}) +(\d{1,2}):(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class StrapLabel:
    """What a label says.

    Attributes:
        count: Name of the count.
        station: Where its notes were strapped.
        at: The minute, by the clock of the house.
    """

    count: str
    station: str
    at: time


def read_label(typed: str) -> StrapLabel:
    """Read a label as it is printed.

    Raises:
        EntryError: It is no label of ours.

    >>> read_label("2011-06-14/1 T1 09:05").at.isoformat()
    '09:05:00'
    """
    found = _LABEL.fullmatch(typed.strip())
    hour, minute = (int(found[3]), int(found[4])) if found else (99, 0)
    if found is None or hour > 23 or minute > 59:
        says = "label: write it as on the strap: count, station, minute: 2011-06-14/1 T1 09:05."
        raise EntryError({"label": says})
    return StrapLabel(found[1], found[2], time(hour, minute))
