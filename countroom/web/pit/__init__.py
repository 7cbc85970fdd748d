"""The pit: tables as cards, fills and credits, inventory slips counted blind.

* ``board`` the cards and one table; ``moves`` requests and slips; ``racks`` inventory slips;
* ``forms`` what is typed.

Security and the chip bank sign fill and credit slips on the same page as the pit.
"""

from countroom.web.pit import board, moves, racks
from countroom.web.pit.blueprint import bp

__all__ = ["board", "bp", "moves", "racks"]
