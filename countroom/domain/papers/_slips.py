"""What the papers of the pit share: who signs them, and where their parts go."""

from typing import Final

from countroom.domain.documents import Copy
from countroom.domain.people import ACCOUNTING_ROLES, CAGE_ROLES, TABLE_ROLES, Role

PIT: Final = frozenset({Role.FLOORPERSON, Role.PIT_CLERK})
"""Who asks for chips."""

_BOX_READERS: Final = ACCOUNTING_ROLES | {Role.INTERNAL_AUDIT, Role.CCR}

DROP_BOX: Final = Copy("DROP BOX COPY", "Drop box of the table", _BOX_READERS)
"""Goes into the table's box at once; accounting finds it there."""

CHIP_BANK: Final = Copy("CHIP BANK COPY", "Chip bank", CAGE_ROLES | {Role.INTERNAL_AUDIT})
"""Stays with the chip bank."""

STORED: Final = Copy("STORED COPY", "Accounting Department", _BOX_READERS)
"""Kept for accounting, out of the cage's reach."""

OUTGOING_BOX: Final = Copy("ORIGINAL", "Drop box that leaves the table", _BOX_READERS)
INCOMING_BOX: Final = Copy("DUPLICATE", "Drop box that comes to the table", _BOX_READERS)
CURRENT_BOX: Final = Copy("DUPLICATE", "Drop box of the table", _BOX_READERS)
CONTAINER: Final = Copy(
    "DUPLICATE", "Table inventory container", TABLE_ROLES | {Role.FLOORPERSON, Role.INTERNAL_AUDIT}
)
"""Locked up with the inventory, readable from outside."""
