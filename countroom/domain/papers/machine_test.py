"""A counting machine's test: known notes of every denomination, and what it made of them.

Reference:
    house rule, after Nevada's practice and 68 IAC 11-3-6.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.denominations import denomination_label
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.regulations import V_57


class Phase(StrEnum):
    """When a machine is tested."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class KnownNote:
    """One denomination of a test.

    Attributes:
        denomination_cents: Face of one note.
        known_pieces: Notes put in; at least one.
        counted_pieces: Notes the machine said.
    """

    denomination_cents: int
    known_pieces: int
    counted_pieces: int

    @property
    def label(self) -> str:
        """The denomination as people say it."""
        return denomination_label(self.denomination_cents)


@dataclass(frozen=True, slots=True)
class MachineTest:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        machine: Code of the machine.
        phase: Before or after the count.
        notes: Every denomination in use, highest first.
        tolerance_permille: As set on the day; 0 is exact.
        passed: Whether every denomination lies within it.
    """

    count: str
    machine: str
    phase: Phase
    notes: tuple[KnownNote, ...]
    tolerance_permille: int
    passed: bool

    def __post_init__(self) -> None:
        wrong = {
            note.label: f"{note.label}: put at least one known note in."
            for note in self.notes
            if note.known_pieces < 1 or note.counted_pieces < 0
        }
        if wrong:
            raise EntryError(wrong)

    @property
    def failed(self) -> tuple[KnownNote, ...]:
        """The denominations that the machine did not count as they were put in."""
        return tuple(note for note in self.notes if note.known_pieces != note.counted_pieces)


def untested_after(tests: Iterable[MachineTest]) -> tuple[str, ...]:
    """Machines that a count could count with and that were not tested since, in order.

    A machine passed its test before the count, or it counted nothing. What it makes of the
    notes afterwards is a finding: a failed test is a test.

    Args:
        tests: Every test of one count, in the order they were made.
    """
    waiting: dict[str, bool] = {}
    for test in tests:
        if test.phase is Phase.AFTER:
            waiting[test.machine] = False
        elif test.passed:
            waiting[test.machine] = True
    return tuple(sorted(code for code, waits in waiting.items() if waits))


PAPER: Final = Paper(
    code="machine_test",
    title="Counting Machine Test",
    series="MT",
    content=MachineTest,
    signatures=(
        SignatureStep(
            name="tester",
            roles=frozenset(
                {Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE}
            ),
            attests="that you put the known notes through this machine and read this from it",
            rule=V_57,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
