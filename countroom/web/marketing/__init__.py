"""Marketing: coupons asked for, given to patrons, accounted for every day, and given back.

* ``today`` what is due and where coupons are; ``acts`` requisition and return; ``day`` the
  daily reconciliation form; ``mailings`` coupons mailed to patrons; ``forms`` what is typed.
"""

from countroom.web.marketing import acts, day, mailings, today
from countroom.web.marketing.blueprint import bp

__all__ = ["acts", "bp", "day", "mailings", "today"]
