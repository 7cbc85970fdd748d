"""From the last signature to the conclusion: copies, sealing, inspection, conclusion.

* ``copies`` the second copy to the representative, the third to the cage, the original and all
  documents to accounting, never by way of the cage (C11);
* ``sealing`` the proceeds are wrapped and sealed after all signatures (C12);
* ``inspection`` the room and every machine, for five kinds of item (C13);
* ``conclusion`` everything accounted for: the embargo ends (C14).
"""

from countroom.operations.closing_room.conclusion import conclude
from countroom.operations.closing_room.copies import (
    distribute_copies,
    hand_copy,
    receive_original,
    send_original,
)
from countroom.operations.closing_room.inspection import inspect, save_inspection
from countroom.operations.closing_room.sealing import seal_proceeds

__all__ = [
    "conclude",
    "distribute_copies",
    "hand_copy",
    "inspect",
    "receive_original",
    "save_inspection",
    "seal_proceeds",
    "send_original",
]
