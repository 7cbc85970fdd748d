"""Playing one table for one drop period, from a seed, as acts in the order of time.

* ``plan``: what is played, whatever the tray holds: rounds, patrons, coupons;
* ``rack``: the pieces in the tray; ``patrons``: who sits where, with what money;
* ``acts``: what is yielded, for operations to perform;
* ``play`` walks the plan and keeps the physical truth: notes, checks and coupons into the
  box, chips out of and into the tray, fills and credits when it runs low or over.
"""

from countroom.engine.dealing.acts import (
    Act,
    BuyIn,
    ChipKey,
    CouponPlayed,
    CreditCalled,
    EndOfDayDrop,
    FillCalled,
    RakeDropped,
    Rounds,
    buy_in_columns,
)
from countroom.engine.dealing.plan import TablePlay
from countroom.engine.dealing.walk import play

__all__ = [
    "Act",
    "BuyIn",
    "ChipKey",
    "CouponPlayed",
    "CreditCalled",
    "EndOfDayDrop",
    "FillCalled",
    "RakeDropped",
    "Rounds",
    "TablePlay",
    "buy_in_columns",
    "play",
]
