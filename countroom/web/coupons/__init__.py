"""Coupons as both departments see them: where they are, one's life, and every form of them.

* ``books`` coupons by place, one design, one serial; ``papers`` a form, its signatures, its
  print; ``programme`` the last month in pictures; ``forms`` what is typed.
"""

from countroom.web.coupons import books, papers, programme
from countroom.web.coupons.blueprint import bp

__all__ = ["books", "bp", "papers", "programme"]
