"""A gaming day as a list of acts, each with its key and its time: the same on every run.

Nothing in it is left to chance or to the clock, so two runs leave the same rows, and a run that
was cut off can be compared with one that was not, act by act.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import SQLModel

from countroom.domain.house import House
from countroom.domain.people import Person, Role
from countroom.operations import drop, house
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores import desk, migrating
from countroom.stores.database import Database
from tests.plumbing.houses import a_house, a_person

DAY: Final = date(2011, 6, 14)
COUNT: Final = "2011-06-14/1"
BEGIN: Final = datetime(2011, 6, 15, 9, 30, tzinfo=UTC)
"""Half past five in the morning on the wall of the house."""

_STAFF: Final = {
    "D1": Role.DROP_TEAM,
    "G1": Role.SECURITY,
    "V1": Role.SURVEILLANCE,
    "S1": Role.COUNT_ROOM_SUPERVISOR,
    "T1": Role.COUNT_TEAM,
    "T2": Role.COUNT_TEAM,
    "T3": Role.COUNT_TEAM,
    "R1": Role.CCR,
    "M1": Role.MAIN_BANK_CASHIER,
    "A1": Role.ACCOUNTING,
}
PEOPLE: Final[dict[str, Person]] = {code: a_person(code, role) for code, role in _STAFF.items()}


def the_house() -> House:
    """The test house, with everybody whom a count needs."""
    plain = a_house()
    return a_house(people=(*plain.people, *PEOPLE.values()))


@dataclass(frozen=True)
class Step:
    """One act of the day.

    Attributes:
        operation: What is done.
        badge: Who does it.
        asked: What it takes, worked out when its turn has come.
        proofs: Names of arguments to the badges that authenticate for them.
    """

    operation: Operation
    badge: str
    asked: Callable[[Database], dict[str, Any]]
    proofs: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What is done, in a word."""
        return self.operation.__name__


def _act(
    operation: Operation, badge: str, *, by: dict[str, str] | None = None, **asked: Any
) -> Step:
    return Step(operation, badge, lambda _: asked, by or {})


def _dropping() -> Iterator[Step]:
    for table, box in (("MS-101", "7"), ("PK-301", "8")):
        yield _act(drop.place_box, "D1", table=table, box=box, gaming_date=DAY)
    yield _act(drop.tell_surveillance, "S1", what="drop", gaming_date=DAY, officer="V1")
    for table, box, other in (("MS-101", "7", "007"), ("PK-301", "8", "9")):
        yield _act(drop.drop_box, "D1", table=table, box=box, replacement=other)
    by = {"drop_team": "D1", "security": "G1"}
    yield _act(drop.load_trolley, "D1", by=by, gaming_date=DAY, trolley="1", boxes=("7", "8"))


STEPS: Final[tuple[Step, ...]] = (*_dropping(),)


def moment(number: int) -> datetime:
    """When an act happens."""
    return BEGIN + timedelta(seconds=30 * number)


def _nonce(number: int, badge: str) -> str:
    return f"step-{number}-{badge}"


def _proof(number: int, badge: str) -> Proof:
    return Proof(PEOPLE[badge], _STAFF[badge], "pin", _nonce(number, badge))


def prepare(database: Database) -> None:
    """Put the house on record, and let everybody authenticate for every act of the day."""
    migrating.migrate(database)
    who = house.the_program()
    asked = {"house": the_house(), "effective": DAY}
    perform(database, house.load_property, who=who, now=BEGIN, key="house", **asked)
    with database.write() as tx:
        for number, step in enumerate(STEPS):
            for badge in sorted(set(step.proofs.values())):
                desk.add_proof(tx, nonce=_nonce(number, badge), person=badge, at=moment(number))


def key(number: int) -> str:
    """The key of an act."""
    return f"step-{number}"


def do(database: Database, number: int) -> Done:
    """Do one act of the day."""
    step = STEPS[number]
    who = Who(PEOPLE[step.badge], _STAFF[step.badge])
    proofs = {name: _proof(number, badge) for name, badge in step.proofs.items()}
    asked = step.asked(database)
    return perform(
        database, step.operation, who=who, now=moment(number), key=key(number), **asked, **proofs
    )


def snapshot(database: Database) -> dict[str, str]:
    """Each table's rows as a digest: equal where two databases hold the same."""
    with database.read() as tx:
        return {
            table.name: _digest(tx.execute(select(table)).all())  # type: ignore[deprecated]
            for table in SQLModel.metadata.sorted_tables
        }


def _digest(found: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(sorted(map(repr, found))).encode()).hexdigest()
