"""How a person stands to a count: read from record, whatever the caller says of him."""

from dataclasses import replace
from datetime import datetime

from countroom.domain import access
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.house import House
from countroom.domain.people import RECOUNT_ROLES
from countroom.errors import NotFoundError
from countroom.inquiries.viewing import view as as_access_sees
from countroom.stores import Tx, registry
from countroom.stores import room as rooms
from countroom.stores.house import house_on

WATCHERS = (
    Permission.COUNT_WORK,
    Permission.COUNT_RUN,
    Permission.CAGE_RECOUNT,
    Permission.COMPLIANCE_WATCH,
    Permission.SURVEILLANCE_WATCH,
    Permission.JOURNAL_READ,
)
"""Whose place shows how a count stands, figures aside."""

HANDLERS = (
    *WATCHERS,
    Permission.DROP_RUN,
    Permission.SECURITY_MOVE,
    Permission.ADMIN_PROPERTY,
    Permission.ACCOUNTING_DAY,
)
"""Whose place shows where boxes are."""


def require_any(viewer: Viewer, permissions: tuple[Permission, ...]) -> None:
    """Refuse a duty that opens none of some places.

    Raises:
        AccessError: It opens none.
    """
    if not any(access.may(viewer.duty, permission) for permission in permissions):
        access.require(viewer.duty, permissions[0])


def house_of(tx: Tx, count: str) -> House:
    """The house on a count's gaming date.

    Raises:
        NotFoundError: There is no such count.
    """
    return house_on(tx, registry.count_date(tx, count))


def viewing(tx: Tx, viewer: Viewer, count: str) -> tuple[Viewer, CountView]:
    """The person as he stands to a count now, and the count as access looks at it.

    Raises:
        NotFoundError: There is no such count.
    """
    found = rooms.count_standing(tx, count)
    if found is None:
        msg = f"There is no count {count} on record."
        raise NotFoundError(msg)
    stays = rooms.stays(tx, count)
    mine = [stay for stay in stays if stay.person == viewer.person.code]
    inside = any(stay.left is None and stay.duty is viewer.duty for stay in mine)
    recounts = any(stay.duty in RECOUNT_ROLES for stay in mine)
    asking = replace(viewer, in_room=inside, recounter=recounts or viewer.recounter)
    return asking, as_access_sees(tx, count)


def name_of(house: House, badge: str) -> str:
    """A person's name; the badge where the house of that day does not know him."""
    try:
        return house.person(badge).name
    except NotFoundError:
        return badge


def wall(house: House, at: datetime) -> str:
    """The time of day on the house's clocks."""
    return f"{at.astimezone(house.property.zone_info):%H:%M}"
