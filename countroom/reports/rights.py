"""Who may open what, and who sees a count's figures when: part of what the regulator is shown.

It is asked of ``access`` itself, with the people and duties on record on the day: it says what
the program does, and not what somebody wrote down about it.

Reference:
    465a.25(a)(2); V_66.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from countroom.domain import access
from countroom.domain.access import PERMISSIONS, CountView, Viewer
from countroom.domain.count import CountState
from countroom.domain.people import Employer, Person, Role
from countroom.inquiries import frames, registers
from countroom.inquiries.registers import Database
from countroom.reports.grids import Grid, Value

_PEOPLE: Final = ("badge", "name", "credential", "duty", "opens")
_FIGURES: Final = ("duty", "outside_before_conclusion", "after_conclusion")


def access_rights(database: Database, viewer: Viewer, gaming_date: date) -> tuple[Grid, ...]:
    """Everybody's duties and what each opens; and what each duty sees of a count's figures.

    Raises:
        AccessError: The duty may not see the day, or no count of it is concluded.
    """
    registers.concluded(database, viewer, gaming_date)
    house = frames.house_of(database, gaming_date)
    people = tuple(row for person in house.people for row in _person(person))
    return (
        Grid("access_rights", "Who may open what", _PEOPLE, people),
        Grid("count_figures", "Who sees figures of a count", _FIGURES, tuple(map(_duty, Role))),
    )


def _person(person: Person) -> Iterator[tuple[Value, ...]]:
    for role in person.roles:
        opens = ", ".join(
            sorted(one.value for one, duties in PERMISSIONS.items() if role in duties)
        )
        yield (person.code, person.name, person.credential, role.printed, opens)


def _duty(role: Role) -> tuple[Value, ...]:
    employer = Employer.BOARD if role is Role.CCR else Employer.CASINO
    asked = Viewer(Person("any", "Anybody", "Anybody", (role,), "none", employer), role)
    before = access.count_figures(asked, CountView(CountState.COUNTING))
    after = access.count_figures(asked, CountView(CountState.CONCLUDED))
    return (role.printed, before.sentence or "shown", after.sentence or "shown")
