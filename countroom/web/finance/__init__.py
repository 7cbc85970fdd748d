"""Finance: the ledger of coupons and their stock.

* ``today`` what is due and where coupons are; ``ledger`` receipts, issues, deviations;
  ``sheets`` coupons printed in house; ``books`` the day processed, the month counted, the
  quarter reported; ``forms`` what is typed.
"""

from countroom.web.finance import books, ledger, sheets, today
from countroom.web.finance.blueprint import bp

__all__ = ["books", "bp", "ledger", "sheets", "today"]
