"""The read-only API for the house's own programs: gaming days, reports, totals, as JSON.

``blueprint`` puts it before the application and knows who asks, ``schemas`` is what comes out,
``views`` answers. Each program has a token (``/admin/readers``) and sees what the person who
answers for it sees outside the count room: no figure before the conclusion.
"""

from countroom.web.api import views
from countroom.web.api.blueprint import install

__all__ = ["install", "views"]
