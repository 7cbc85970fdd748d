"""Marketing: coupons asked for, given to patrons, accounted for every day, and given back.

* ``today`` what is due and where coupons are; ``acts`` requisition and return; ``day`` the
  daily reconciliation form; ``forms`` what is typed.
"""

from countroom.web.marketing import acts, day, today
from countroom.web.marketing.blueprint import bp

__all__ = ["acts", "bp", "day", "today"]
