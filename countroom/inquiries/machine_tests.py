"""The counting machines of a count: which are there, and what their tests said."""

from dataclasses import dataclass
from datetime import date, datetime

from countroom.domain.access import Viewer
from countroom.domain.papers.machine_test import Phase
from countroom.inquiries import standing
from countroom.stores import documents, registry
from countroom.stores.database import Database


@dataclass(frozen=True, slots=True)
class Test:
    """One test.

    Attributes:
        machine: Code of the machine.
        phase: Before or after the count.
        passed: Whether it counts as it should.
        at: When.
        by: Name of the tester.
        name: Number of the form.
    """

    machine: str
    phase: Phase
    passed: bool
    at: datetime
    by: str
    name: str


@dataclass(frozen=True, slots=True)
class Tests:
    """The machines of a house in a count.

    Attributes:
        gaming_date: Of the count.
        machines: Code and name of each.
        tests: Every test of the count, in order.
        wanted: Whether this house tests its machines.
    """

    gaming_date: date
    machines: tuple[tuple[str, str], ...]
    tests: tuple[Test, ...]
    wanted: bool

    def newest(self, machine: str, phase: str) -> Test | None:
        """The newest test of a machine in a phase."""
        mine = [one for one in self.tests if (one.machine, one.phase) == (machine, phase)]
        return mine[-1] if mine else None


def tests(database: Database, viewer: Viewer, count: str) -> Tests:
    """What the machines' tests of a count said.

    Raises:
        AccessError: The duty has nothing to do with a count.
        NotFoundError: There is no such count.
    """
    standing.require_any(viewer, standing.WATCHERS)
    with database.read() as tx:
        day = registry.count_date(tx, count)
        house = standing.house_of(tx, count)
        found = documents.find(tx, paper="machine_test", count=count)
    return Tests(
        gaming_date=day,
        machines=tuple((one.code, one.name) for one in house.machines),
        tests=tuple(
            Test(
                machine=document.content.machine,
                phase=document.content.phase,
                passed=document.content.passed,
                at=document.at,
                by=standing.name_of(house, document.by),
                name=document.name,
            )
            for document in found
        ),
        wanted=house.settings.machine_test,
    )
