"""The drop: boxes come off the tables while play goes on, into the trolley, to the count room.

* ``floor`` the tables of the drop, and one of them; ``exceptions`` an emergency drop, a box that
  stays, a box that is stuck; ``trolley`` the manifest; ``boxes`` where every box is;
  ``keys`` who has which key;
* ``forms`` what is typed.
"""

from countroom.web.drop import boxes, exceptions, floor, keys, trolley
from countroom.web.drop.blueprint import bp

__all__ = ["boxes", "bp", "exceptions", "floor", "keys", "trolley"]
