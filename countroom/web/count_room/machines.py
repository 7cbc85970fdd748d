"""Testing the counting machines with known notes, before and after the count."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument
from countroom.domain.papers.machine_test import KnownNote, Phase
from countroom.domain.people import Role
from countroom.errors import EntryError, NotFoundError
from countroom.inquiries import count_board, machine_tests
from countroom.operations import counting
from countroom.web import desk, gate
from countroom.web.count_room.blueprint import bp
from countroom.web.count_room.forms import MachineForm
from countroom.web.doing import after, do
from countroom.web.grid import Grid, GridRow, Part
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

KNOWN, COUNTED = Part("known", "Put in"), Part("counted", "Machine says")
_TESTERS = frozenset({Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE})


@bp.get("/<count:count>/machines")
@gate.needs(Permission.COUNT_WORK)
def machines(count: str) -> Response:
    """The machines, and what their tests of this count said."""
    found = machine_tests.tests(desk.database(), desk.viewer(), count)
    board = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    return page(
        "count_room/machines.html",
        title="Counting machines",
        gaming_date=found.gaming_date,
        found=found,
        count=count,
        due=_due(found, board.standing.stands.rank),
        early=board.standing.state is CountState.SCHEDULED,
    )


def _due(found: machine_tests.Tests, rank: int) -> tuple[str, str] | None:
    """The test that is due next, machine and phase: before the count, then after it."""
    phase = Phase.BEFORE if rank <= CountState.COUNTING.rank else Phase.AFTER
    closing = CountState.CCR_SIGNED.rank <= rank < CountState.CONCLUDED.rank
    if not found.wanted or (phase is Phase.AFTER and not closing):
        return None
    wait = [code for code, _ in found.machines if not _passed(found, code, phase)]
    return (wait[0], phase.value) if wait else None


def _passed(found: machine_tests.Tests, machine: str, phase: Phase) -> bool:
    test = found.newest(machine, phase)
    return test is not None and test.passed


def _grid() -> Grid:
    notes = desk.house().currency.notes
    rows = tuple(GridRow("", Instrument.CURRENCY, note.cents) for note in notes)
    return Grid(rows, (KNOWN, COUNTED), valued=False)


@bp.route("/<count:count>/machines/<machine>/<phase>", methods=["GET", "POST"])
@gate.needs(Permission.COUNT_WORK)
def test_machine(count: str, machine: str, phase: str) -> Response:
    """Put known notes of every denomination through one machine."""
    if phase not in set(Phase):
        msg = "A machine is tested before or after the count."
        raise NotFoundError(msg)
    form, grid = MachineForm(), _grid().fill(request.form)
    if form.submitted():
        with problems(form):
            done = do(
                counting.test_machine,
                key=form.key.data,
                count=count,
                machine=machine,
                phase=Phase(phase),
                notes=_notes(grid),
                tester=prove_as(form.badge.data or "", form.pin.data or "", _TESTERS),
            )
            passed = done.extra["passed"] is True
            return after(done, _next(count, Phase(phase)), good=passed)
    return page(
        "count_room/machine.html",
        title=f"Test {machine} {phase} the count",
        form=form,
        grid=grid,
        count=count,
        machine=machine,
        phase=phase,
    )


def _next(count: str, phase: Phase) -> str:
    """Where one goes on after a test: a count that is being closed goes on there."""
    board = count_board.board(desk.database(), desk.viewer(), desk.now(), count)
    closing = board.standing.stands.rank >= CountState.CCR_SIGNED.rank
    endpoint = "closing" if phase is Phase.AFTER and closing else "machines"
    return url_for(f"count_room.{endpoint}", count=count)


def _notes(grid: Grid) -> tuple[KnownNote, ...]:
    """What was put in and what the machine said.

    Raises:
        EntryError: A cell is wrong or open.
    """
    found = grid.read()
    wrong = {
        grid.cell(row, part): f"{row.name}, {part.label.lower()}: enter the notes."
        for row, part, _ in grid.cells()
        if found[row.key][part.name] is None
    }
    if wrong:
        raise EntryError(grid.take(wrong) or wrong)
    return tuple(
        KnownNote(row.denomination_cents, pieces["known"] or 0, pieces["counted"] or 0)
        for row in grid.rows
        for pieces in (found[row.key],)
    )
