"""The conclusion (C14): everything is accounted for, and the embargo ends.

Reference:
    525.19(z); V_31, V_69; count state C14; case D6.
"""

from countroom.domain.count import CountState
from countroom.domain.drop import BoxState
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.operations import course, room, totals
from countroom.operations.acts import Act, Done
from countroom.regulations import V_31, V_69
from countroom.stores import custody, documents, proceeds, registry


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


def _check_accounted(act: Act, count: str) -> None:
    day = registry.count_date(act.tx, count)
    tables = tuple(table.code for table in course.house(act.tx, count).tables)
    named = custody.named_missing(act.tx, count)
    silent = [table for table in custody.silent_tables(act.tx, day, tables) if table not in named]
    if silent:
        msg = f"No box of {silent[0]} is accounted for: count it, or name it in a report."
        raise RuleError(V_31, msg)
    for box, stands in custody.in_count(act.tx, count).items():
        if stands.state is not BoxState.RECORDED:
            raise RuleError(V_31, f"Box {box} is {stands.state.word}, not recorded.")


def conclude(act: Act, *, count: str) -> Done:
    """Conclude the count: the day's totals are stored and its figures open to accounting.

    Raises:
        RuleError: The room is not inspected; a find has no supplementary report (V-69); a
            table or box is not accounted for (V-31); not signed on to the count.
        AccessError: Not the count room supervisor.
    """
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    course.may_step(act, count, CountState.CONCLUDED)
    _check_finds(act, count)
    _check_accounted(act, count)
    course.step(act, count, CountState.CONCLUDED)
    totals.store_totals(act, count)
    return act.seal("count concluded", count, done=Done(f"Count {count} is concluded."))
