"""Where the copies of papers go, and who may open each."""

from typing import Final

from countroom.domain.documents import Copy
from countroom.domain.people import ACCOUNTING_ROLES, RECOUNT_ROLES, Role

ACCOUNTING: Final = Copy(
    "ORIGINAL", "Accounting Department", ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT, Role.CCR}
)
"""The original: carried to accounting with every document, never opened by the cage (V-64)."""

BOARD: Final = Copy("SECOND COPY", "Casino Compliance Representative", frozenset({Role.CCR}))
"""The second copy of a count report."""

CAGE: Final = Copy("THIRD COPY", "Cage", frozenset(RECOUNT_ROLES))
"""The third copy of a count report."""
