"""The pit: tables as cards, fills and credits, inventory slips counted blind.

* ``board`` the cards and one table; ``moves`` requests and slips; ``racks`` inventory slips;
* ``coupons`` a coupon scanned at a table and answered at once;
* ``openings`` racks that differ at opening, tables without a slip of the day;
* ``wheels`` the nonvalue chips of Roulette; ``forms`` what is typed.

Security and the chip bank sign fill and credit slips on the same page as the pit.
"""

from countroom.web.pit import board, coupons, moves, openings, racks, wheels
from countroom.web.pit.blueprint import bp

__all__ = ["board", "bp", "coupons", "moves", "openings", "racks", "wheels"]
