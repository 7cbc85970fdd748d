"""The compliance representative's order to count straps note by note (C7a).

Reference:
    525.19(y)(4); V_55, V_56; count state C7a; recount cases R1, R5.
"""

from countroom.domain.count import CountState, check_going_on
from countroom.domain.documents import SigningPlan
from countroom.domain.papers.strap_direction import PAPER, Directed, StrapDirection
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import course, papers, recounting, room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import V_55, V_56
from countroom.stores import proceeds

_SHOWN = frozenset({CountState.DISCREPANT, CountState.STRAPS_DIRECTED, CountState.TEAM_RECHECK})
"""A discrepancy has shown; in recheck only if the money was recounted."""


def _warned(act: Act, count: str, state: CountState) -> bool:
    return state not in _SHOWN or proceeds.last(act.tx, count, "recount") is None


def direct_straps(
    act: Act, *, count: str, denominations: tuple[Directed, ...], reason: str, proof: Proof
) -> Done:
    """Direct the straps of some denominations to be counted note by note.

    After a discrepancy the count goes back to the recount. Otherwise the order is recorded with
    a warning and never refused (V-55).

    Raises:
        RuleError: Not a representative (V-56), or not signed on to the count; nothing is
            presented, or the count is concluded.
        EntryError: No denomination, or no reason.
    """
    if proof.duty is not Role.CCR:
        raise RuleError(V_56, "A casino compliance representative alone directs straps.")
    room.use_as(act, count, proof, Role.CCR)
    state = room.state(act, count)
    check_going_on(state)
    if proceeds.last(act.tx, count, "presentation") is None:
        course.may_step(act, count, CountState.STRAPS_DIRECTED)
    warned = _warned(act, count, state)
    made = sum(attempt.submitted for attempt in recounting.attempts(act.tx, count))
    content = StrapDirection(count, denominations, reason.strip(), made, warned)
    document = papers.issue(act, PAPER, content, course.about(act, count))
    papers.sign(act, document, SigningPlan(PAPER), "ccr", proof, saw=document.digest)
    if state is CountState.DISCREPANT:
        course.step(act, count, CountState.STRAPS_DIRECTED, direction=document.name)
    says = f"{document.name}: these straps are counted note by note."
    if warned:
        says = f"{document.name} is recorded with a warning: {V_55.says} ({V_55.citation})"
    body = {"direction": document.name, "digest": document.digest, "warned": warned}
    done = Done(says, document.name, document.id, extra={"warned": warned})
    return act.seal("straps directed", count, body, done=done)
