"""Badge and PIN, the choice of duty, change of person, the lock, enrolment.

* ``keeping`` the cookie, and what stands before every page: who is here, may he open it;
* ``forms`` what is typed; ``views`` the pages; ``in_place`` what scripts ask for.
"""

from countroom.web.sign_in import in_place
from countroom.web.sign_in.blueprint import bp
from countroom.web.sign_in.keeping import install

__all__ = ["bp", "in_place", "install"]
