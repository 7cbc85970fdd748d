"""A dropped day for tests of screens: both tables' boxes off, on a manifest, in the trolley."""

from datetime import date
from typing import Any

from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.operations import authentication, counting, drop
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores.house import house_at
from tests.plumbing.web import Site, badge_of, pin_of

DAY = date(2011, 6, 14)
COUNT = "2011-06-14/1"


def house_of(site: Site) -> House:
    """The house as it stands."""
    with site.database.read() as tx:
        return house_at(tx, site.clock())


def who(site: Site, role: Role, badge: str = "") -> Who:
    """Somebody in a duty."""
    return Who(house_of(site).person(badge or badge_of(role)), role, "web", "T-test")


def proof(site: Site, role: Role, badge: str = "") -> Proof:
    """An authentication of somebody in a duty."""
    badge = badge or badge_of(role)
    return authentication.prove(site.database, site.clock(), badge, pin_of(badge), role, "T-test")


def act(site: Site, operation: Operation, role: Role, badge: str = "", **asked: Any) -> Done:
    """Do an operation as somebody."""
    return perform(site.database, operation, who=who(site, role, badge), now=site.clock(), **asked)


def drop_all(site: Site) -> None:
    """Boxes 7 and 8 come off their tables onto one manifest, next morning at half past five."""
    team = Role.DROP_TEAM
    for table, box in (("MS-101", "7"), ("PK-301", "8")):
        act(site, drop.place_box, team, table=table, box=box, gaming_date=DAY)
    site.clock.on(hours=13, minutes=30)
    supervisor = Role.COUNT_ROOM_SUPERVISOR
    act(site, drop.tell_surveillance, supervisor, what="drop", gaming_date=DAY, officer="170")
    for table, box, other in (("MS-101", "7", "007"), ("PK-301", "8", "9")):
        act(site, drop.drop_box, team, table=table, box=box, replacement=other)
    act(
        site,
        drop.load_trolley,
        team,
        gaming_date=DAY,
        trolley="1",
        boxes=("7", "8"),
        drop_team=proof(site, team),
        security=proof(site, Role.SECURITY),
    )


def open_count(site: Site) -> None:
    """The count of the dropped day, scheduled."""
    act(site, counting.open_count, Role.COUNT_ROOM_SUPERVISOR, gaming_date=DAY)
