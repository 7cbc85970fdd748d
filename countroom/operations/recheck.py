"""The team's recheck (C7b): a proved slip is corrected, what no box explains is unallocated.

A box is corrected by ``counting.change_box``, which makes the reports anew and lets the count
see whether it agrees. Nothing is forced to agree: what is left over has a form of its own.

Reference:
    525.19(y)(4)-(5); V_57; count states C7, C7b; recount case R4.
"""

from countroom.domain.agreement import Comparison
from countroom.domain.count import CountState, may_escalate, require_recheck
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers.unallocated import PAPER, Unallocated, UnallocatedLine
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import agreeing, count_reports, course, papers, recounting, room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import V_57
from countroom.stores import states


def _attempts_since_presented(act: Act, count: str) -> int:
    moves = states.history(act.tx, "count", count)
    return sum(moved.to_state == CountState.RECOUNTED for moved in moves)


def escalate(act: Act, *, count: str) -> Done:
    """Take a difference that persists to the count team; the curtain is lifted.

    The cashier has counted a second time before: his loose pieces first.

    Raises:
        RuleError: Not the supervisor, signed on to the count; the count does not stand at a
            difference, or the money was recounted only once.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    course.may_step(act, count, CountState.TEAM_RECHECK)
    may_escalate(room.state(act, count), _attempts_since_presented(act, count))
    course.step(act, count, CountState.TEAM_RECHECK, by=act.who.person.code)
    made = len(recounting.attempts(act.tx, count))
    done = Done("The team checks its boxes. The curtain is lifted.")
    return act.seal("difference taken to the team", count, {"attempts": made}, done=done)


def settle(act: Act, *, count: str) -> Done:
    """Compare a count in recheck once more, as after a representative came into the room.

    Raises:
        RuleError: Not the supervisor, signed on to the count; the count is not in recheck.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    require_recheck(room.state(act, count))
    state = agreeing.settle(act, count)
    settled = state is not CountState.TEAM_RECHECK
    says = f"The count is {state.word}." if settled else "The count does not agree yet."
    done = Done(says, extra={"settled": settled})
    return act.seal("recheck compared", count, {"settled": settled}, done=done)


def give_back(act: Act, *, count: str) -> Done:
    """Give a count in recheck back to the recount: the curtain is drawn again.

    A cashier comes in for it who was not here while the figures were open.

    Raises:
        RuleError: Not the supervisor, signed on to the count; the count is not in recheck, or
            was never recounted.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    require_recheck(room.state(act, count))
    if not _attempts_since_presented(act, count):
        raise RuleError(V_57, "The money was not presented: the team proves the pools again.")
    course.step(act, count, CountState.DISCREPANT, by=act.who.person.code)
    done = Done("The curtain is drawn. Another cashier recounts.")
    return act.seal("count given back to the recount", count, done=done)


def _lines(comparison: Comparison) -> tuple[UnallocatedLine, ...]:
    return tuple(
        UnallocatedLine(
            pool=one.key[0],
            instrument=one.key[1],
            denomination_cents=one.key[3],
            pieces=one.pieces,
            chip_set=one.key[2],
        )
        for one in comparison.denominations
    )


def unallocated(
    act: Act, *, count: str, reason: str, supervisor: Proof, representative: Proof
) -> Done:
    """Lay what no box explains to no box: a line a denomination, so that the totals agree.

    The pieces are the difference itself; nobody types them.

    Raises:
        RuleError: The count is not in recheck, or agrees; the two are not signed on to it.
        AccessError: They are not its supervisor and a representative.
        EntryError: No reason is given.
    """
    require_recheck(room.state(act, count))
    second = agreeing.second_count(act.tx, count)
    assert second is not None, "a recheck follows a second count"
    comparison = agreeing.compare(act.tx, count, second)
    if comparison.agrees:
        raise RuleError(V_57, "The count agrees: nothing is left to lay to no box.")
    room.use_as(act, count, supervisor, Role.COUNT_ROOM_SUPERVISOR)
    room.use_as(act, count, representative, Role.CCR)
    content = Unallocated(count, second.name, _lines(comparison), reason.strip())
    document = _record(act, count, content, supervisor, representative)
    count_reports.refresh(
        act, count, reason=content.reason, second_person=representative.person.code
    )
    state = room.state(act, count)
    body = {"form": document.name, "digest": document.digest, "against": second.name}
    done = Done(
        f"{document.name} is recorded. The count is {state.word}.", document.name, document.id
    )
    return act.seal("difference laid to no box", count, body, done=done)


def _record(
    act: Act, count: str, content: Unallocated, supervisor: Proof, representative: Proof
) -> Document:
    plan = SigningPlan(PAPER)
    document = papers.issue(act, PAPER, content, course.about(act, count))
    papers.sign(act, document, plan, "supervisor", supervisor, saw=document.digest)
    papers.sign(act, document, plan, "ccr", representative, saw=document.digest)
    return document
