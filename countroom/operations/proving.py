"""The strapping team's blind count of the pools (C4a): it equals the boxes or goes to recheck.

The team enters the pools without a figure of the boxes before it, and is told only whether
they are proved.

Reference:
    V_42; count states C4, C4a, C7b.
"""

from countroom.domain import pools
from countroom.domain.count import CountState, may_prove
from countroom.domain.papers.presentation import POOL_PROOF, Laid, PoolEntry
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import RuleError
from countroom.operations import agreeing, course, drafts, papers, room
from countroom.operations.acts import Act, Done
from countroom.regulations import V_42
from countroom.stores import desk, proceeds


def subject(count: str) -> str:
    """Subject of the draft that the strapping team types into."""
    return f"proof|{count}"


def save_pools(act: Act, *, count: str, typed: dict[str, str], revision: int) -> Done:
    """Save the pools as typed so far.

    Args:
        act: The act.
        count: Name of the count.
        typed: Field name to text, blank where nothing was entered.
        revision: Of the draft that was on the screen; 0 for none.

    Raises:
        RuleError: The saver is not signed on as count team member.
        StaleError: Somebody saved in between.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_TEAM)
    return drafts.save(act, subject(count), typed, revision)


def _check_state(act: Act, count: str) -> CountState:
    if not course.house(act.tx, count).settings.proof_c4a:
        raise RuleError(V_42, "This house presents the money without a proof of the pools.")
    state = room.state(act, count)
    may_prove(state, recounted=proceeds.last(act.tx, count, "recount") is not None)
    return state


def prove(act: Act, *, count: str, entries: tuple[PoolEntry, ...]) -> Done:
    """Record the pools as counted blind, and compare them with the boxes.

    Args:
        act: The act.
        count: Name of the count.
        entries: Every denomination of every pool, 0 included.

    Raises:
        RuleError: He is not signed on as count team member; the house proves no pools; the
            boxes are not all recorded, or the money is presented already.
        EntryError: A denomination is not entered.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_TEAM)
    state = _check_state(act, count)
    house = course.house(act.tx, count)
    typed = pools.check_entries(house, proceeds.keys_to_enter(act.tx, count), entries)
    laid = Laid(count, house.settings.strap_notes, typed)
    document = papers.issue(act, POOL_PROOF, laid, course.about(act, count))
    desk.drop_draft(act.tx, subject(count))
    proved = agreeing.compare(act.tx, count, document).agrees
    if proved:
        course.step(act, count, CountState.PROVED, proof=document.name)
    elif state is not CountState.TEAM_RECHECK:
        course.step(act, count, CountState.TEAM_RECHECK, proof=document.name)
    says = "The pools are proved."
    if not proved:
        says = f"The pools are not proved ({V_42.citation}). The team checks the boxes."
    body = {"proof": document.name, "digest": document.digest, "proved": proved}
    done = Done(says, document.name, document.id, extra={"proved": proved})
    return act.seal("pools proved", count, body, done=done)


def require_proved(settings: Settings, state: CountState) -> None:
    """Refuse to present pools that the house wants proved and that are not.

    Raises:
        RuleError: They are not proved.
    """
    if settings.proof_c4a and state is CountState.ALL_RECORDED:
        raise RuleError(V_42, "Prove the pools before they are presented.")
