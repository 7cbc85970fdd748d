"""Who of the count team would leave boxes behind that he counted and has not signed for.

Reference:
    525.19(y)(1); V_61; signature order 3.5.
"""

from dataclasses import dataclass

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.inquiries import standing
from countroom.stores import proceeds, signers
from countroom.stores import room as rooms
from countroom.stores.database import Database


@dataclass(frozen=True, slots=True)
class Leaver:
    """A member of the team who is in the room: what he signs for if he leaves now.

    Attributes:
        person: His badge.
        name: As registered.
        boxes: Boxes he counted, by number; no figure.
        signed: Whether he signed for just these, on leaving before.
    """

    person: str
    name: str
    boxes: tuple[str, ...]
    signed: bool


def leavers(database: Database, viewer: Viewer, count: str) -> tuple[Leaver, ...]:
    """The members of the team in the room, while the reports still lack their signatures.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        house = standing.house_of(tx, count)
        reports = proceeds.reports(tx, count).values()
        waited_for = signers.team(tx, count)
        counted = proceeds.in_table_order(tx, count)
        signed = signers.left_signed(tx, count)
        there = [stay for stay in rooms.present(tx, count) if stay.duty is Role.COUNT_TEAM]
    steps = [{one.person for one in report.signatures} for report in reports]
    return tuple(
        Leaver(
            person=stay.person,
            name=standing.name_of(house, stay.person),
            boxes=tuple(
                document.content.box
                for document in counted
                if stay.person in document.content.counters
            ),
            signed=stay.person in signed,
        )
        for stay in there
        if stay.person in waited_for and not (steps and all(stay.person in one for one in steps))
    )
