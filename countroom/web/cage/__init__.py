"""The cage: the chip bank's fills and credits; the blind recount, its signature, the sealed money.

* ``chips`` requests that wait and the slips that answer them; ``stock`` the chip bank counted
  and its stock moved; ``first_checks`` the Counter Checks of a day; ``recount`` the recount;
  ``handing_over`` the sealed money and the third copies; ``forms`` what is typed.
"""

from countroom.web.cage import chips, first_checks, handing_over, recount, stock
from countroom.web.cage.blueprint import bp

__all__ = ["bp", "chips", "first_checks", "handing_over", "recount", "stock"]
