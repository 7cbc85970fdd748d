"""The inspection of the room and of every machine (C13).

Reference:
    525.19(z); V_67, V_68, MACHINE_TEST; count state C13.
"""

from countroom.domain.count import CountState, may_inspect
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers.room_inspection import PAPER, Checked, RoomInspection
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import course, drafts, machines, papers, room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import V_68
from countroom.stores import desk, signers, states

_EMPLOYEES = (Role.COUNT_ROOM_EMPLOYEE, Role.COUNT_ROOM_SUPERVISOR)


def subject(count: str) -> str:
    """Subject of the draft of the inspection."""
    return f"inspection|{count}"


def save_inspection(act: Act, *, count: str, typed: dict[str, str], revision: int) -> Done:
    """Save the inspection as ticked so far.

    Raises:
        RuleError: He is not signed on to the count.
        AccessError: He inspects in another duty.
        StaleError: Somebody saved in between.
    """
    room.check_in(act, count, act.who.person.code, *_EMPLOYEES, Role.CCR)
    return drafts.save(act, subject(count), typed, revision)


def _content(act: Act, count: str, checked: tuple[Checked, ...]) -> RoomInspection:
    house = course.house(act.tx, count)
    observer = states.last(act.tx, "observer", count)
    assert observer is not None, "a count that was sealed had agreed"
    about = observer.about
    return RoomInspection(
        count=count,
        areas=tuple(area.code for area in house.areas),
        machines=tuple(machine.code for machine in house.machines),
        checked=checked,
        on_duty=observer.to_state,
        stands_in=about if about.startswith("stands in") else "",
    )


def inspect(
    act: Act, *, count: str, checked: tuple[Checked, ...], employee: Proof, representative: Proof
) -> Done:
    """Record the inspection: a count room employee, with the representative on duty at agreement.

    What was found stands on the record and needs a supplementary report each (V-69).

    Raises:
        RuleError: Documents or proceeds have not left; a machine was not tested again
            (MACHINE-TEST); an area, machine or kind of item is
            missing (V-67); another representative inspects (V-68); somebody is not signed on.
        EntryError: Something is ticked twice, or does not belong to the room.
        AccessError: Somebody's duty or authentication is wrong.
    """
    course.may_step(act, count, CountState.ROOM_INSPECTED)
    passed = frozenset(
        CountState(moved.to_state) for moved in states.history(act.tx, "count", count)
    )
    may_inspect(passed)
    machines.require_tested_after(act.tx, count, course.house(act.tx, count))
    content = _content(act, count, checked)
    if representative.person.code != signers.observer(act.tx, count):
        msg = "The representative who was on duty at the agreement inspects the room."
        raise RuleError(V_68, msg)
    room.use_as(act, count, employee, *_EMPLOYEES)
    room.use_as(act, count, representative, Role.CCR)
    document = _record(act, count, content, employee, representative)
    finds = len(content.finds)
    says = f"{document.name}: the room is inspected"
    says += "; nothing was found." if not finds else f"; {finds} finds need a report each."
    body = {"inspection": document.name, "digest": document.digest, "finds": finds}
    done = Done(says, document.name, document.id, extra={"finds": finds})
    return act.seal("room inspected", count, body, done=done)


def _record(
    act: Act, count: str, content: RoomInspection, employee: Proof, representative: Proof
) -> Document:
    plan = SigningPlan(PAPER)
    document = papers.issue(act, PAPER, content, course.about(act, count))
    papers.sign(act, document, plan, "employee", employee, saw=document.digest)
    papers.sign(act, document, plan, "ccr", representative, saw=document.digest)
    desk.drop_draft(act.tx, subject(count))
    course.step(act, count, CountState.ROOM_INSPECTED, inspection=document.name)
    return document
