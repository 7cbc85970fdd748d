"""Whether the count agrees with its second count, and what follows from it.

Reference:
    525.19(y)(4)-(5); V_42, V_57; count states C4a, C6-C8, C7b.
"""

from countroom.domain import agreement
from countroom.domain.agreement import Comparison
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.people import Role
from countroom.operations import course, room
from countroom.operations.acts import Act
from countroom.stores import Tx, proceeds
from countroom.stores import room as rooms


def second_count(tx: Tx, count: str) -> Document | None:
    """The newest count of the same money: the last recount, before any the last pool proof."""
    return proceeds.last(tx, count, "recount") or proceeds.last(tx, count, "pool_proof")


def compare(tx: Tx, count: str, second: Document) -> Comparison:
    """Compare the count as it stands with a second count (V-57)."""
    return agreement.compare(proceeds.figures(tx, count), second.content.pieces())


def representative(tx: Tx, count: str) -> str:
    """Code of the representative on duty: the one of those in the room who came last."""
    there = [stay for stay in rooms.present(tx, count) if stay.duty is Role.CCR]
    return max(there, key=lambda stay: stay.came).person if there else ""


def agree(act: Act, count: str, recount: Document) -> None:
    """Move a count to agreed and fix who observed it; part of another act."""
    observer = representative(act.tx, count)
    assert observer, "no count agrees without a representative in the room"
    course.step(act, count, CountState.AGREED, recount=recount.name, version=recount.version)
    act.move("observer", count, observer, about=recount.name)


def advance(act: Act, count: str) -> CountState:
    """Move an agreed count on as far as its signatures reach; part of another act."""
    reports = proceeds.reports(act.tx, count).values()
    for step, to in (("cashier", CountState.CASHIER_SIGNED), ("ccr", CountState.CCR_SIGNED)):
        signed = all(
            any(signature.step == step for signature in report.signatures) for report in reports
        )
        if signed and room.state(act, count).rank == to.rank - 1:
            course.step(act, count, to)
    return room.state(act, count)


def settle(act: Act, count: str) -> CountState:
    """Compare a count in recheck again, and move it on if it agrees; part of another act.

    It waits while no representative is in the room: nothing agrees unobserved.
    """
    state = room.state(act, count)
    second = second_count(act.tx, count)
    if state is not CountState.TEAM_RECHECK or second is None:
        return state
    if not compare(act.tx, count, second).agrees or not representative(act.tx, count):
        return state
    if second.paper == "pool_proof":
        return course.step(act, count, CountState.PROVED)
    agree(act, count, second)
    return advance(act, count)
