"""The compliance representative: the count as he observes it, straps, second copies, the journal.

* ``count`` how a count stands, what differs, a direction to count straps, the second copies;
* ``journal`` who did what, when, from where; ``forms`` what is typed.
"""

from countroom.web.compliance import count, journal
from countroom.web.compliance.blueprint import bp

__all__ = ["bp", "count", "journal"]
