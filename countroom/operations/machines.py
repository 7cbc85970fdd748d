"""Testing the counting machines: known notes of every denomination, before and after a count.

Reference:
    MACHINE_TEST; case D16.
"""

from countroom.domain.count import CURTAINED, CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.house import House
from countroom.domain.papers import machine_test
from countroom.domain.papers.machine_test import PAPER, KnownNote, MachineTest, Phase
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.operations import papers, room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import MACHINE_TEST
from countroom.stores import Tx, documents
from countroom.stores.documents import About

_LAST = {Phase.BEFORE: CountState.COUNTING, Phase.AFTER: CountState.PROCEEDS_SEALED}
_FIRST = {Phase.BEFORE: CountState.SCHEDULED, Phase.AFTER: CountState.ALL_RECORDED}


def tests_of(tx: Tx, count: str) -> tuple[Document, ...]:
    """Every machine test of a count, in order."""
    return documents.find(tx, paper=PAPER.code, count=count)


def newest_test(tx: Tx, count: str, machine: str, phase: Phase) -> Document | None:
    """The newest test of a machine in a phase of a count."""
    mine = [
        document
        for document in tests_of(tx, count)
        if (document.content.machine, document.content.phase) == (machine, phase)
    ]
    return mine[-1] if mine else None


def _check_notes(house: House, notes: tuple[KnownNote, ...]) -> None:
    there = [note.denomination_cents for note in notes]
    wanted = [note.cents for note in house.currency.notes]
    missing = [KnownNote(cents, 1, 1).label for cents in wanted if cents not in there]
    if missing:
        sentence = f"Put known notes of every denomination in: {', '.join(missing)} missing."
        raise EntryError({"notes": sentence})
    if len(set(there)) < len(there):
        raise EntryError({"notes": "A denomination stands there twice."})


def test_machine(
    act: Act,
    *,
    count: str,
    machine: str,
    phase: Phase,
    notes: tuple[KnownNote, ...],
    tester: Proof,
) -> Done:
    """Record what a machine made of known notes, signed by who put them through.

    A failed test is a record too: the machine then counts nothing until a later test passes.

    Args:
        act: The act, of somebody who is in the room.
        count: Name of the count.
        machine: Code of the machine.
        phase: Before or after the count.
        notes: Every denomination in use.
        tester: Signs.

    Raises:
        NotFoundError: There is no such count.
        RuleError: Who acts or signs is not signed on (V-33), or the count is elsewhere
            (COUNT-ORDER).
        EntryError: There is no such machine, a denomination is missing, or without a note.
        AccessError: The proof is spent or of another duty.
    """
    phase = Phase(phase)
    house = room.house(act, count)
    if phase is Phase.BEFORE or room.state(act, count) not in CURTAINED:
        room.check_between(act, count, _FIRST[phase], _LAST[phase])
    room.check_in(act, count, act.who.person.code)
    if machine not in {one.code for one in house.machines}:
        raise EntryError({"machine": f"There is no counting machine {machine}."})
    _check_notes(house, notes)
    tolerance = house.settings.machine_test_tolerance_permille
    passed = all(
        house.settings.machine_passes(
            known_pieces=note.known_pieces, counted_pieces=note.counted_pieces
        )
        for note in notes
    )
    content = MachineTest(count, machine, phase, notes, tolerance, passed)
    room.use_as(
        act, count, tester, Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE
    )
    about = About(room.gaming_date(act, count), count=count)
    document = papers.issue(act, PAPER, content, about)
    papers.sign(act, document, SigningPlan(PAPER), "tester", tester, saw=document.digest)
    result = "passed" if passed else "failed: it counts nothing until a test passes"
    says = f"{machine} {result}."
    done = Done(says, name=document.name, document=document.id, extra={"passed": passed})
    return act.seal("machine tested", f"machine {machine}", {"passed": passed}, done=done)


def check_tested(act: Act, count: str, house: House, machine: str) -> None:
    """Refuse to count with a machine that did not pass its test before this count.

    Raises:
        EntryError: It was not tested, or failed.
    """
    if not machine or not house.settings.machine_test:
        return
    test = newest_test(act.tx, count, machine, Phase.BEFORE)
    if test is None:
        raise EntryError({"machine": f"{machine} was not tested before this count."})
    if not test.content.passed:
        failed = test.content.failed[0]
        said = f"{failed.counted_pieces} of {failed.known_pieces} {failed.label}"
        sentence = f"{machine} failed its test ({said}): it counts nothing until one passes."
        raise EntryError({"machine": sentence})


def untested_after(tx: Tx, count: str, house: House) -> tuple[str, ...]:
    """Machines that passed before a count and were not tested since: codes, in order."""
    if not house.settings.machine_test:
        return ()
    return machine_test.untested_after(document.content for document in tests_of(tx, count))


def require_tested_after(tx: Tx, count: str, house: House) -> None:
    """Refuse to go on before every machine of a count was tested again.

    Raises:
        RuleError: One was not (MACHINE-TEST).
    """
    waiting = untested_after(tx, count, house)
    if waiting:
        verb = "was" if len(waiting) == 1 else "were"
        msg = f"{', '.join(waiting)} {verb} not tested again since the count."
        raise RuleError(MACHINE_TEST, msg)
