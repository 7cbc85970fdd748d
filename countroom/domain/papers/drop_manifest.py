"""The drop manifest: which boxes came off which tables, who carried them, who took them in.

It is made when the trolley is loaded, and agreed by the count room supervisor when the boxes
have come in.

Reference:
    V_30; form 4.20.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.regulations import V_30


@dataclass(frozen=True, slots=True)
class ManifestBox:
    """A box of the manifest.

    Attributes:
        box: As labelled.
        table: Table it came off.
        off_at: When, aware UTC.
        replacement: Box that took its place, or empty.
        emergency: An emergency box, or a box taken by an emergency drop.
        end_of_day: Its drop ended the table's drop period.
        slip: Inventory slip whose original lies in it, or empty.
    """

    box: str
    table: str
    off_at: datetime
    replacement: str = ""
    emergency: bool = False
    end_of_day: bool = True
    slip: str = ""


@dataclass(frozen=True, slots=True)
class DropManifest:
    """The content of the paper.

    Attributes:
        gaming_date: Of the drop.
        trolley: Which trolley.
        boxes: In the order they came off.
        surveillance_told_at: When surveillance was told of the drop.
        surveillance_told_by: Badge of who told it.
        outside_window: Boxes that came off outside the filed window (V-04).
    """

    gaming_date: date
    trolley: str
    boxes: tuple[ManifestBox, ...]
    surveillance_told_at: datetime
    surveillance_told_by: str
    outside_window: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.trolley.strip():
            raise EntryError({"trolley": "Name the trolley."})
        if not self.boxes:
            raise EntryError({"boxes": "A manifest names at least one box."})


PAPER: Final = Paper(
    code="drop_manifest",
    title="Drop Manifest",
    series="DM",
    content=DropManifest,
    signatures=(
        SignatureStep(
            name="drop_team",
            roles=frozenset({Role.DROP_TEAM}),
            attests="that these boxes came off these tables",
            rule=V_30,
        ),
        SignatureStep(
            name="security",
            roles=frozenset({Role.SECURITY}),
            attests="that you took these boxes over, locked, and brought them to the count room",
            rule=V_30,
            not_also=frozenset({"drop_team"}),
        ),
        SignatureStep(
            name="supervisor",
            roles=frozenset({Role.COUNT_ROOM_SUPERVISOR}),
            attests="that the boxes that came in were counted against this manifest",
            rule=V_30,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
