"""The drop: boxes go on tables and come off them, and a table's money day turns over.

Tables are dropped one after another while play goes on. The end-of-day drop of gaming date D
ends the table's drop period D and begins D+1 at that moment; an emergency or shift drop does
not. What happens at the count room's door is in ``receiving``, named here as well.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from countroom.domain import access
from countroom.domain import drop as moves
from countroom.domain.access import Permission
from countroom.domain.documents import SigningPlan
from countroom.domain.drop import BoxState
from countroom.domain.floor import Box, BoxUse, Table
from countroom.domain.house import House
from countroom.domain.inventory import SlipKind
from countroom.domain.keys import KeyKind, release_key
from countroom.domain.papers import inventory_slip
from countroom.domain.people import TABLE_ROLES, Role
from countroom.errors import EntryError, NotFoundError, RuleError
from countroom.operations import keys, tables
from countroom.operations.acts import Act, Done
from countroom.operations.notices import check_told, tell_surveillance
from countroom.operations.receiving import (
    load_trolley,
    name_missing,
    receive_box,
    receive_extra,
    reconcile_in,
)
from countroom.regulations import V_01, V_04, V_06, V_07
from countroom.stores import bookings, custody, documents, registry
from countroom.stores.custody import about_text
from countroom.stores.house import house_at
from countroom.stores.registry import Period

__all__ = [
    "Emergency",
    "check_box_on",
    "drop_box",
    "load_trolley",
    "name_missing",
    "not_dropped",
    "place_box",
    "receive_box",
    "receive_extra",
    "reconcile_in",
    "store_box",
    "store_empty",
    "stuck",
    "tell_surveillance",
]

_TABLE_GAMES: Final = TABLE_ROLES | {Role.FLOORPERSON, Role.PIT_CLERK}
_SLIPS_OF_A_DROP: Final = frozenset({SlipKind.DROP, SlipKind.SHIFT})


@dataclass(frozen=True, slots=True)
class Emergency:
    """Why a box comes off outside the schedule, and who stands for it.

    Attributes:
        reason: In the words of who ordered it.
        ordered_by: Badge of who ordered it.
        independent: Badge of a licensed employee independent of table games.
        representative: Badge of the compliance representative who was told first.
    """

    reason: str
    ordered_by: str
    independent: str
    representative: str


# ------------------------------------------------------------------------------ onto a table


def _on_table(act: Act, table: str) -> list[str]:
    return [
        box
        for box, stands in custody.where(act.tx).items()
        if stands.state is BoxState.ON_TABLE and stands.table == table
    ]


def check_box_on(act: Act, table: str) -> None:
    """Refuse to open a table that carries no box.

    Raises:
        RuleError: No box, or more than one, is locked to the table (V-01).
    """
    there = _on_table(act, table)
    if len(there) != 1:
        raise RuleError(V_01, f"{table} carries {len(there) or 'no'} boxes; it needs exactly one.")


def _check_label(box: Box, table: str) -> None:
    if box.use is BoxUse.TABLE and box.table != table:
        raise RuleError(V_01, f"Box {box.code} is labelled {box.table}, not {table}.")


def _put_on(act: Act, box: Box, table: Table) -> None:
    """Lock a box to a table; one that was recorded goes by way of the store."""
    _check_label(box, table.code)
    stands = custody.where_is(act.tx, box.code)
    state = BoxState.STORED_EMPTY if stands is None else stands.state
    if state is BoxState.RECORDED:
        act.move("box", box.code, moves.move(state, BoxState.STORED_EMPTY))
        state = BoxState.STORED_EMPTY
    to = moves.move(state, BoxState.ON_TABLE)
    facts = about_text(
        table=table.code,
        emergency=box.use is BoxUse.EMERGENCY,
        marked=table.code if box.use is not BoxUse.TABLE else "",
    )
    act.move("box", box.code, to, from_state=state, about=facts)


def place_box(act: Act, *, table: str, box: str, gaming_date: date | None = None) -> Done:
    """Lock an empty box to a table; the table's first one begins its first drop period.

    Args:
        act: The act, of the drop team, security or the count room supervisor.
        table: Code of the table.
        box: Code of the box. An emergency or spare box is marked for the table while it is on it.
        gaming_date: First gaming date of the table, where it is not that of this moment.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such table or box; a table's label is not a box's.
        RuleError: The table carries a box, or the label is another table's (V-01); the box is
            somewhere else (BOX-ORDER).
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    house = house_at(act.tx, act.now)
    where, which = house.table(table), house.box(box)
    there = _on_table(act, table)
    if there:
        raise RuleError(V_01, f"{table} already carries box {there[0]}.")
    _put_on(act, which, where)
    if registry.current_period(act.tx, table) is None:
        day = gaming_date or house.property.gaming_date(act.now)
        act.add(
            registry.period_row(act.tx, table=table, gaming_date=day, from_at=act.now, seq=act.seq)
        )
    body = {"table": table, "box": box}
    return act.seal("box placed", f"box {box}", body, done=Done(f"Box {box} is on {table}."))


# ------------------------------------------------------------------------------ off a table


def _period(act: Act, table: str) -> Period:
    period = registry.current_period(act.tx, table)
    if period is None:
        msg = f"{table} never carried a box."
        raise NotFoundError(msg)
    return period


def _check_slip(
    act: Act, slip: str, period: Period, boxes: tuple[str, str], kinds: frozenset[SlipKind]
) -> None:
    """A box leaves an open table only with this drop's signed slip, its parts assigned.

    Raises:
        RuleError: No slip, or one of another table, occasion or drop, or unsigned (V-06); a part
            is assigned to another box, or the slip went into a box before (V-07).
    """
    table = period.table
    if not slip:
        raise RuleError(V_06, f"{table} is open: its drop slip is made and signed first.")
    document = documents.by_name(act.tx, slip)
    content = document.content
    fits = (
        document.paper == inventory_slip.PAPER.code
        and document.table == table
        and content.kind in kinds
        and document.period in {None, period.id}
        and document.state != "void"
    )
    if not fits:
        raise RuleError(V_06, f"{slip} is not the slip of this drop of {table}.")
    if SigningPlan(inventory_slip.PAPER).next_step(document.signatures) is not None:
        raise RuleError(V_06, f"{slip} is not signed by dealer and floorperson.")
    if act.state("slip", slip):
        raise RuleError(V_07, f"{slip} already lies in a box.")
    if (content.original, content.duplicate) != boxes:
        msg = f"The original of {slip} goes into box {boxes[0]}, its duplicate into {boxes[1]}."
        raise RuleError(V_07, msg)


def _check_not_opening(act: Act, table: str) -> None:
    slip = bookings.open_slip(act.tx, table)
    if slip is not None and slip.content.kind is SlipKind.OPENING:
        raise RuleError(V_06, f"{table} is being opened: {slip.name} is signed by both first.")


def _outside_window(house: House, act: Act) -> bool:
    wall = act.now.astimezone(house.property.zone_info).time()
    return not house.settings.in_drop_window(wall)


def _check_emergency(house: House, emergency: Emergency) -> None:
    people = {person.code: person for person in house.people}
    ordered, ccr = people.get(emergency.ordered_by), people.get(emergency.representative)
    apart = people.get(emergency.independent)
    faults: dict[str, str] = {}
    if not emergency.reason.strip():
        faults["reason"] = "Say why the box comes off now."
    if ordered is None:
        faults["ordered_by"] = "Enter the badge of who ordered it."
    if ccr is None or not ccr.holds(Role.CCR):
        faults["representative"] = "Tell the compliance representative first: enter the badge."
    if house.settings.emergency_drop_independent and (
        apart is None or not _TABLE_GAMES.isdisjoint(apart.roles)
    ):
        faults["independent"] = "Enter the badge of an employee independent of table games."
    if faults:
        raise EntryError(faults)


def _check_on_this_table(act: Act, table: str, box: str) -> BoxState:
    stands = custody.where_is(act.tx, box)
    state = BoxState.STORED_EMPTY if stands is None else stands.state
    to = moves.move(state, BoxState.DROPPED)
    assert stands is not None
    if stands.table != table:
        raise RuleError(V_01, f"Box {box} is on {stands.table}, not on {table}.")
    return to


def _begin_next(act: Act, period: Period) -> None:
    act.add(
        registry.period_row(
            act.tx,
            table=period.table,
            gaming_date=period.gaming_date + timedelta(days=1),
            from_at=act.now,
            seq=act.seq,
        )
    )


def drop_box(
    act: Act,
    *,
    table: str,
    box: str,
    replacement: str = "",
    slip: str = "",
    end_of_day: bool = True,
    emergency: Emergency | None = None,
) -> Done:
    """Take a box off its table and lock an empty one to it in the same act.

    Args:
        act: The act, of the drop team, security or the count room supervisor.
        table: Code of the table.
        box: The box that comes off, as scanned.
        replacement: The box that takes its place; a closed table may stay without.
        slip: Name of the signed inventory slip of this drop; an open table needs it.
        end_of_day: The table's drop period ends here; not for a shift drop.
        emergency: What stands for an emergency drop; it never ends the period.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such table or box; a table's label is not a box's.
        RuleError: Surveillance was not told (V-05); the box is not there to be dropped
            (BOX-ORDER, V-01); its release key is lost, broken or not signed out (KEY-CUSTODY);
            the table is being opened (V-06); open, it has no replacement (V-01) or no signed slip
            in the right boxes (V-06, V-07).
        EntryError: An emergency drop lacks its particulars.

    Reference:
        V_01, V_04-V_07; 5.1a.
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    house = house_at(act.tx, act.now)
    where, which = house.table(table), house.box(box)
    period = _period(act, table)
    check_told(act.tx, "drop", period.gaming_date)
    to = _check_on_this_table(act, table, box)
    keys.check_lock(act, house, which, KeyKind.RELEASE, instead="Or say that the box is stuck.")
    keys.check_out(act, house, release_key(house, which), to=f"to take box {box} off")
    _check_not_opening(act, table)
    if emergency is not None:
        _check_emergency(house, emergency)
        end_of_day = False
    if act.state("table", table) == "open":
        if not replacement:
            raise RuleError(V_01, f"{table} is open: a box takes the place of box {box}.")
        kinds = _SLIPS_OF_A_DROP - ({SlipKind.SHIFT} if end_of_day else set())
        _check_slip(act, slip, period, (box, replacement), kinds)
    if slip:
        facts = about_text(table=table, original=box, duplicate=replacement)
        act.move("slip", slip, "in box", about=facts)
    late = emergency is None and _outside_window(house, act)
    facts = about_text(
        table=table,
        period=period.id,
        gaming_date=period.gaming_date.isoformat(),
        emergency=emergency is not None or which.use is BoxUse.EMERGENCY,
        end_of_day=end_of_day,
        replacement=replacement,
        slip=slip,
        outside_window=late,
        why=emergency.reason if emergency else "",
        ordered_by=emergency.ordered_by if emergency else "",
        independent=emergency.independent if emergency else "",
        representative=emergency.representative if emergency else "",
    )
    act.move("box", box, to, about=facts)
    if replacement:
        _put_on(act, house.box(replacement), where)
    if end_of_day:
        _begin_next(act, period)
    says = _said(table, box, replacement, late=late)
    says += tables.slip_missing(act.tx, house, period) if end_of_day else ""
    return act.seal("box dropped", f"box {box}", facts, done=Done(says))


def _said(table: str, box: str, replacement: str, *, late: bool) -> str:
    on = f", box {replacement} is on it" if replacement else ""
    warning = f" Outside the filed window ({V_04.citation})." if late else ""
    return f"Box {box} is off {table}{on}.{warning}"


def not_dropped(
    act: Act, *, table: str, why: Literal["closed", "stuck"], explanation: str = ""
) -> Done:
    """Say that a table gives no box this gaming date; its drop period ends all the same.

    Args:
        act: The act.
        table: Code of the table.
        why: ``closed`` all day, or its box is ``stuck`` and comes when it is freed.
        explanation: Needed where the house does not let an unopened box stay.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such table, or it never carried a box.
        RuleError: Surveillance was not told (V-05); the table is being opened, or open and its
            rack was not counted on this drop's slip (V-06).
        EntryError: The table is or was open, no box is stuck on it, or the explanation is
            missing.
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    house = house_at(act.tx, act.now)
    house.table(table)
    period = _period(act, table)
    check_told(act.tx, "drop", period.gaming_date)
    _check_not_opening(act, table)
    is_open = act.state("table", table) == "open"
    if why == "closed" and (is_open or tables.was_open(act.tx, period)):
        word = "is" if is_open else "was"
        raise EntryError({"table": f"{table} {word} open: its box is dropped."})
    if why == "stuck" and not _stuck_on(act, table):
        raise EntryError({"table": f"No box is stuck on {table}."})
    if is_open and not tables.counted_for_drop(act.tx, period):
        raise RuleError(V_06, f"{table} is open: its drop slip is made and signed first.")
    exception = why == "stuck" or not house.settings.unopened_box_stays
    if exception and not explanation.strip():
        raise EntryError({"explanation": f"Say why the box of {table} stays."})
    facts = about_text(
        table=table, period=period.id, why=why, explanation=explanation, exception=exception
    )
    subject = f"{table}|{period.gaming_date.isoformat()}"
    act.move("drop", subject, "not dropped", about=facts)
    _begin_next(act, period)
    says = f"{table} was not dropped for {period.gaming_date.isoformat()}: {why}."
    says += tables.slip_missing(act.tx, house, period)
    return act.seal("not dropped", f"table {table}", facts, done=Done(says))


def _stuck_on(act: Act, table: str) -> list[str]:
    return [
        box
        for box, stands in custody.where(act.tx).items()
        if stands.state is BoxState.STUCK_ON_TABLE and stands.table == table
    ]


def stuck(act: Act, *, table: str, box: str, why: str, told: tuple[str, ...]) -> Done:
    """Say that a box's release lock is jammed; it is guarded, and counted when it is freed.

    Args:
        act: The act.
        table: Code of the table.
        box: The box.
        why: What is the matter.
        told: Badges of those told: a compliance representative, security and a supervisor.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such table, box or person.
        RuleError: The box is not on that table (V-01), or not on any (BOX-ORDER).
        EntryError: The reason is missing, or one of the three was not told.
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    house = house_at(act.tx, act.now)
    house.table(table)
    house.box(box)
    _check_on_this_table(act, table, box)
    state = BoxState(act.state("box", box))
    to = moves.move(state, BoxState.STUCK_ON_TABLE)
    roles = {role for badge in told for role in house.person(badge).roles}
    supervisors = {Role.COUNT_ROOM_SUPERVISOR, Role.FLOORPERSON}
    if not why.strip():
        raise EntryError({"why": "Say what is the matter with the lock."})
    if not {Role.CCR, Role.SECURITY} <= roles or roles.isdisjoint(supervisors):
        sentence = "Tell a compliance representative, security and a supervisor; enter the badges."
        raise EntryError({"told": sentence})
    facts = about_text(table=table, why=why, told=list(told))
    act.move("box", box, to, about=facts)
    return act.seal("box stuck", f"box {box}", facts, done=Done(f"Box {box} is stuck on {table}."))


def store_box(act: Act, *, box: str) -> Done:
    """Put a counted, empty box back into the store; its temporary mark is gone with that.

    Raises:
        AccessError: The duty does not open this.
        RuleError: The box is not recorded as counted (BOX-ORDER).
    """
    access.require(act.who.duty, Permission.DROP_RUN)
    house_at(act.tx, act.now).box(box)
    _store(act, box)
    return act.seal("box stored", f"box {box}", done=Done(f"Box {box} is in the store."))


def _store(act: Act, box: str) -> None:
    state = BoxState(act.state("box", box) or BoxState.STORED_EMPTY)
    act.move("box", box, moves.move(state, BoxState.STORED_EMPTY))


def store_empty(act: Act, count: str) -> tuple[str, ...]:
    """Store every box that a count has recorded; part of the act that concludes the count."""
    stored = [
        box
        for box, stands in custody.where(act.tx).items()
        if stands.state is BoxState.RECORDED and stands.count == count
    ]
    for box in stored:
        _store(act, box)
    return tuple(stored)
