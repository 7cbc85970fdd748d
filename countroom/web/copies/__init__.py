"""One's own copy of a form of pit and cage: opened, kept at its first print, printed once more.

* ``views`` the copy, its print, its reprints.
"""

from countroom.web.copies import views
from countroom.web.copies.blueprint import bp

__all__ = ["bp", "views"]
