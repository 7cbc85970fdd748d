"""The conclusion (C14): everything is accounted for, and the embargo ends.

Reference:
    525.19(z); V_31, V_69; count state C14; case D6.
"""

from countroom.domain.count import CountState
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import attendance, checks, course, drop, receiving, room, totals
from countroom.operations.acts import Act, Done
from countroom.regulations import V_69
from countroom.stores import documents, proceeds


def _check_finds(act: Act, count: str) -> None:
    inspection = proceeds.last(act.tx, count, "room_inspection")
    assert inspection is not None, "an inspected room has its record"
    reported = [
        document.content.where
        for document in documents.find(act.tx, count=count, paper="supplementary_count")
        if document.content.inspection == inspection.name
        and any(signature.step == "ccr" for signature in document.signatures)
    ]
    for find in inspection.content.finds:
        if find.place not in reported:
            msg = f"What was found at {find.place} needs its supplementary report, signed."
            raise RuleError(V_69, msg)


def conclude(act: Act, *, count: str) -> Done:
    """Conclude the count: the day's totals are stored and its figures open to accounting.

    The boxes, empty and locked, go back to the store; temporary marks end with that.

    Raises:
        RuleError: The room is not inspected; a find has no supplementary report (V-69); a
            table or box is not accounted for (V-31); a content key is still out (V-03); not
            signed on to the count.
        AccessError: Not the count room supervisor.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    course.may_step(act, count, CountState.CONCLUDED)
    _check_finds(act, count)
    receiving.check_accounted(act, count)
    attendance.check_keys_in(act, count)
    course.step(act, count, CountState.CONCLUDED)
    checks.open_for_late_boxes(act, count)
    totals.store_totals(act, count)
    drop.store_empty(act, count)
    return act.seal("count concluded", count, done=Done(f"Count {count} is concluded."))
