"""The boxes at the count room's door: what the manifests have, what came in, what differs."""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain.access import Permission, Viewer
from countroom.domain.floor import BoxUse
from countroom.domain.receiving import Difference
from countroom.inquiries import standing
from countroom.stores import custody, registry, states
from countroom.stores.database import Database


@dataclass(frozen=True, slots=True)
class ListedBox:
    """A box of a manifest, and whether it came in."""

    box: str
    table: str
    manifest: str
    trolley: str
    emergency: bool
    received: bool


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The door of a count.

    Attributes:
        gaming_date: Of the boxes.
        listed: Boxes of the manifests that the count answers for, in their order.
        extras: Boxes that came in without standing on one.
        differences: What would go into a Drop Variance Report now.
        unlabelled: Codes of boxes without a table on their label.
        tables: Codes of the tables.
        told: When surveillance was told of the count; nothing while it was not.
    """

    gaming_date: date
    listed: tuple[ListedBox, ...]
    extras: tuple[str, ...]
    differences: tuple[Difference, ...]
    unlabelled: frozenset[str]
    tables: tuple[str, ...]
    told: datetime | None

    @property
    def received(self) -> int:
        """How many boxes of the manifests came in."""
        return sum(entry.received for entry in self.listed)


def arrivals(database: Database, viewer: Viewer, count: str) -> Arrivals:
    """What came in for a count, as it stands.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count.
    """
    standing.require_any(viewer, (*standing.WATCHERS, Permission.DROP_RUN))
    with database.read() as tx:
        day = registry.count_date(tx, count)
        house = standing.house_of(tx, count)
        inside = custody.in_count(tx, count)
        listed = tuple(
            ListedBox(
                box=line.box,
                table=line.table,
                manifest=manifest.name,
                trolley=manifest.content.trolley,
                emergency=line.emergency,
                received=line.box in inside,
            )
            for manifest in custody.manifests(tx, count, day)
            for line in manifest.content.boxes
        )
        notice = states.last(tx, "notice", f"count|{day.isoformat()}")
        return Arrivals(
            gaming_date=day,
            listed=listed,
            extras=tuple(box for box, entry in inside.items() if entry.extra),
            differences=custody.differences_now(tx, house, count, day),
            unlabelled=frozenset(box.code for box in house.boxes if box.use is not BoxUse.TABLE),
            tables=tuple(table.code for table in house.tables),
            told=None if notice is None else notice.at,
        )
