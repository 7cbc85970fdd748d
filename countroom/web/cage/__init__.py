"""The cage: the chip bank's fills and credits; the blind recount, its signature, the sealed money.

* ``chips`` requests that wait and the slips that answer them; ``recount`` the recount;
  ``handing_over`` the sealed money and the third copies; ``forms`` what is typed.
"""

from countroom.web.cage import chips, handing_over, recount
from countroom.web.cage.blueprint import bp

__all__ = ["bp", "chips", "handing_over", "recount"]
