"""Laying the money out before the cashier (C5): the sheet, the seal on the figures, the curtain.

Reference:
    525.19(y), (y)(1); V_50, V_61; count state C5.
"""

from countroom.domain import canonical, pools
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.papers.presentation import PRESENTATION, Laid, PoolEntry
from countroom.domain.people import Role
from countroom.domain.procedure import TeamSigns
from countroom.errors import RuleError
from countroom.operations import count_reports, course, papers, proving, room, signing
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import V_50
from countroom.stores import desk, proceeds


def subject(count: str) -> str:
    """Subject of the draft of the presentation sheet."""
    return f"presentation|{count}"


def _check_boxes(state: CountState) -> None:
    early = state is not CountState.SUSPENDED and state.rank < CountState.ALL_RECORDED.rank
    if early:
        msg = "Record every box, or name it missing, before the money is presented."
        raise RuleError(V_50, msg)


def _check(act: Act, count: str) -> None:
    room.check_in(act, count, act.who.person.code, Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR)
    state = room.state(act, count)
    _check_boxes(state)
    proving.require_proved(course.house(act.tx, count).settings, state)
    course.may_step(act, count, CountState.PRESENTED)


def seal_of(reports: dict[str, str]) -> str:
    """The digest that fixes the figures: of the digests of both reports, by their numbers."""
    return canonical.digest(reports)


def _entries(act: Act, count: str, entries: tuple[PoolEntry, ...] | None) -> tuple[PoolEntry, ...]:
    if entries is not None:
        expected = proceeds.keys_to_enter(act.tx, count)
        return pools.check_entries(course.house(act.tx, count), expected, entries)
    proof = proceeds.last(act.tx, count, "pool_proof")
    if proof is None:
        return pools.check_entries(
            course.house(act.tx, count), proceeds.keys_to_enter(act.tx, count), ()
        )
    laid: Laid = proof.content
    return laid.entries


def prepare(act: Act, *, count: str) -> Done:
    """Issue the reports before the presentation, where the team signs them first.

    Raises:
        RuleError: He is not signed on; boxes are open; the team signs after agreement here.
    """
    _check(act, count)
    signing.require_early(course.house(act.tx, count).settings)
    made = count_reports.issue(act, count)
    body = {document.name: document.digest for document in made.values()}
    return act.seal("reports prepared", count, body, done=Done("The reports are ready to sign."))


def present(
    act: Act, *, count: str, supervisor: Proof, entries: tuple[PoolEntry, ...] | None = None
) -> Done:
    """Present the money: the sheet is recorded, the figures are sealed, the curtain is drawn.

    Args:
        act: The act, of a count team member or the supervisor.
        count: Name of the count.
        supervisor: Who seals the figures.
        entries: Straps, loose and mutilated pieces by pool and denomination; nothing takes
            what the strapping team entered.

    Raises:
        RuleError: He is not signed on; a box is neither recorded nor named missing (V-50); the
            pools are not proved; team and supervisor sign before and have not (V-61).
        EntryError: A denomination is not entered.
        AccessError: The figures are sealed by the supervisor.
    """
    _check(act, count)
    settings = course.house(act.tx, count).settings
    typed = _entries(act, count, entries)
    reports = count_reports.issue(act, count)
    if settings.team_signs is TeamSigns.BEFORE_PRESENTATION:
        signing.require_team_signed(act.tx, count)
    room.use_as(act, count, supervisor, Role.COUNT_ROOM_SUPERVISOR)
    seal = seal_of({document.name: document.digest for document in reports.values()})
    sheet = _record(act, count, Laid(count, settings.strap_notes, typed, seal=seal))
    body = {"sheet": sheet.name, "digest": sheet.digest, "seal": seal}
    done = Done("The money is presented. The curtain is drawn.", sheet.name, sheet.id)
    return act.seal("money presented", count, body, done=done)


def _record(act: Act, count: str, laid: Laid) -> Document:
    sheet = papers.issue(act, PRESENTATION, laid, course.about(act, count))
    desk.drop_draft(act.tx, subject(count))
    course.step(act, count, CountState.PRESENTED, seal=laid.seal, sheet=sheet.name)
    return sheet
