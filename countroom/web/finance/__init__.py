"""Finance: the ledger of coupons and their stock.

* ``today`` what is due and where coupons are; ``ledger`` receipts, issues, deviations;
  ``sheets`` coupons printed in house;
  ``forms`` what is typed.
"""

from countroom.web.finance import ledger, sheets, today
from countroom.web.finance.blueprint import bp

__all__ = ["bp", "ledger", "sheets", "today"]
