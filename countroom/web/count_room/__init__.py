"""The count room: from the scheduled count to its conclusion.

* ``index`` the counts, opening one; ``board`` every box by state, and the one next act;
* ``people`` signing on and off, keys, the entry log; ``machines`` their tests;
* ``receiving`` the boxes at the door; ``box`` one box, ``sheet_form`` what is typed of it;
* ``pools`` the blind count of the pools and the presentation; ``recheck`` the team's recheck;
* ``signing`` the two reports; ``supplement`` what was found after they were signed;
* ``closing`` copies, sealing, inspection, conclusion;
* ``pause`` suspending and resuming; ``paper`` the numbered forms for a dark house, ``keying``
  them in afterwards.
"""

from countroom.web.count_room import (
    board,
    box,
    closing,
    index,
    keying,
    machines,
    paper,
    pause,
    people,
    pools,
    receiving,
    recheck,
    signing,
    supplement,
)
from countroom.web.count_room.blueprint import CountConverter, bp

__all__ = [
    "CountConverter",
    "board",
    "box",
    "bp",
    "closing",
    "index",
    "keying",
    "machines",
    "paper",
    "pause",
    "people",
    "pools",
    "receiving",
    "recheck",
    "signing",
    "supplement",
]
