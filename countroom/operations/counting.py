"""The count from the locked room to the last box, and its suspension; boxes have their own.

What is done with one box is in ``boxes``, ``sheets`` and ``recording``, the machines' tests in
``machines``; all of it is named here, so that a screen has one place to look.
"""

from datetime import date
from typing import Final

from countroom.domain import access, box_sheet
from countroom.domain import count as moves
from countroom.domain import drop as box_moves
from countroom.domain.access import Permission
from countroom.domain.count import CountState
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.operations import attendance, room
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.boxes import empty_box, force_box, open_box, show_empty
from countroom.operations.machines import test_machine, tests_of
from countroom.operations.notices import check_told
from countroom.operations.recording import change_box, record, record_box, sheet_of, swap_boxes
from countroom.operations.sheets import save, save_draft
from countroom.stores import custody, desk, registry, states
from countroom.stores.custody import about_text
from countroom.stores.house import house_on

__all__ = [
    "DOORS",
    "TICKS",
    "all_recorded",
    "change_box",
    "empty_box",
    "force_box",
    "open_box",
    "open_count",
    "record",
    "record_box",
    "resume_count",
    "save",
    "save_draft",
    "secure_room",
    "sheet_of",
    "show_empty",
    "suspend",
    "swap_boxes",
    "test_machine",
]

DOORS: Final = "doors_locked"

TICKS: Final = {
    DOORS: "The doors are locked.",
    "transparent_containers": "Only transparent containers are in the room.",
    "pocketless_garments": "The team wears garments without pockets.",
    "transparent_table": "The count table is transparent.",
}
"""What the supervisor ticks when the room is secured, by the name of its box."""


def open_count(act: Act, *, gaming_date: date) -> Done:
    """Schedule the count of a gaming date; one that is not concluded is gone on with first.

    An earlier date's unfinished count does not stand in the way; it is named, to be finished.

    Args:
        act: The act, of the count room supervisor.
        gaming_date: Whose boxes are counted, not the date of counting.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no house on that date.
        EntryError: The date lies ahead, or a count of it is not concluded.
    """
    access.require(act.who.duty, Permission.COUNT_RUN)
    house = house_on(act.tx, gaming_date)
    if gaming_date > house.property.gaming_date(act.now):
        raise EntryError({"gaming_date": "That gaming date has not begun."})
    earlier = registry.counts_of(act.tx, gaming_date)
    waiting = [
        name
        for name, moved in states.current(act.tx, "count").items()
        if moved.to_state != CountState.CONCLUDED
    ]
    going_on = [name for name in earlier if name in waiting]
    if going_on:
        sentence = f"Count {going_on[0]} is not concluded: go on with it."
        raise EntryError({"gaming_date": sentence})
    count = f"{gaming_date.isoformat()}/{len(earlier) + 1}"
    act.add(registry.count_row(count=count, gaming_date=gaming_date, seq=act.seq))
    act.move("count", count, CountState.SCHEDULED)
    says = f"Count {count} is scheduled."
    if waiting:
        says += f" Count {waiting[0]} is still to be concluded."
    done = Done(says, name=count, extra={"unfinished": list(waiting)})
    return act.seal("count scheduled", f"count {count}", done=done)


def secure_room(act: Act, *, count: str, ticks: frozenset[str] = frozenset()) -> Done:
    """Say that the room is secured: doors locked, everyone in, surveillance told, machines tried.

    Args:
        act: The act, of the count room supervisor.
        count: Name of the count.
        ticks: What was ticked (``TICKS``); the doors always, others as the house asks for them.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such count.
        RuleError: The count is elsewhere (COUNT-ORDER); who acts is not signed on (V-33);
            surveillance was not told (V-05); the team, its supervisor or a representative is
            missing (V-32).
        EntryError: A tick is missing, or no machine has passed its test.
    """
    access.require(act.who.duty, Permission.COUNT_RUN)
    house = room.house(act, count)
    to = moves.move(room.state(act, count), CountState.ROOM_SECURED)
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR)
    check_told(act.tx, "count", room.gaming_date(act, count))
    attendance.check_strength(act, count, house)
    asked = {
        DOORS: True,
        "pocketless_garments": house.settings.pocketless_garments,
        "transparent_table": house.settings.transparent_table,
    }
    missing = {name: TICKS[name] for name, wanted in asked.items() if wanted and name not in ticks}
    if missing:
        raise EntryError(missing)
    passed = any(test.content.passed for test in tests_of(act.tx, count))
    if house.settings.machine_test and house.machines and not passed:
        raise EntryError({"machine": "No counting machine has passed its test yet."})
    facts = about_text(ticks=sorted(ticks))
    act.move("count", count, to, about=facts)
    says = "The room is secured."
    return act.seal("room secured", f"count {count}", {"ticks": ticks}, done=Done(says))


def all_recorded(act: Act, *, count: str) -> Done:
    """Say that every box is recorded or named missing; from here the pools are counted blind.

    A day without a box to open goes on from here all the same.

    Raises:
        NotFoundError: There is no such count.
        RuleError: Who acts is not signed on (V-33); a box is neither recorded nor named missing,
            or the count is elsewhere (COUNT-ORDER).
        AccessError: He is signed on for another duty.
    """
    room.gaming_date(act, count)
    room.check_counting(act, count)
    before = room.state(act, count)
    nothing_opened = before is CountState.RECONCILED_IN
    if nothing_opened:
        before = moves.move(before, CountState.COUNTING)
    to = moves.move(before, CountState.ALL_RECORDED)
    named = custody.named_missing(act.tx, count)
    there = custody.in_count(act.tx, count)
    still_open = tuple(
        box
        for box, entry in there.items()
        if entry.reached(BoxState.RECORDED) is None and not (box in named and not named[box].found)
    )
    moves.check_every_box(still_open)
    if nothing_opened:
        act.move("count", count, before)
    act.move("count", count, to)
    says = "Every box is recorded or named missing."
    return act.seal("all recorded", f"count {count}", {"boxes": len(there)}, done=Done(says))


# ------------------------------------------------------------------------------ suspension


def suspend(act: Act, *, count: str, why: str, sealed: bool) -> Done:
    """Suspend a count: fire, power, a break, a change of shift; room and money are sealed.

    Args:
        act: The act, of the supervisor or the representative.
        count: Name of the count.
        why: Why.
        sealed: Room and money are sealed.

    Raises:
        NotFoundError: There is no such count.
        RuleError: Who acts is not signed on (V-33), or the count is not going on (COUNT-ORDER).
        AccessError: He is signed on for another duty.
        EntryError: The reason is missing, or nothing was sealed.
    """
    room.gaming_date(act, count)
    room.check_in(act, count, act.who.person.code, Role.COUNT_ROOM_SUPERVISOR, Role.CCR)
    before = room.state(act, count)
    to = moves.move(before, CountState.SUSPENDED)
    faults = {}
    if not why.strip():
        faults["why"] = "Say why the count is suspended."
    if not sealed:
        faults["sealed"] = "Seal the room and the money."
    if faults:
        raise EntryError(faults)
    act.move("count", count, to, from_state=before, about=about_text(why=why.strip()))
    says = "The count is suspended."
    return act.seal("count suspended", f"count {count}", {"why": why}, done=Done(says))


def resume_count(act: Act, *, count: str, supervisor: Proof, representative: Proof) -> Done:
    """Resume a suspended count where it stood; a box that was open is counted from nothing.

    Args:
        act: The act.
        count: Name of the count.
        supervisor: Of the count room, in the room.
        representative: Of the Board, in the room.

    Raises:
        NotFoundError: There is no such count.
        RuleError: It is not suspended (COUNT-ORDER), or somebody is not signed on (V-33).
        AccessError: Somebody is signed on for another duty, or a proof is spent.
    """
    standing = room.standing(act, count)
    back = moves.resume(standing.state, standing.stands)
    room.use_as(act, count, supervisor, Role.COUNT_ROOM_SUPERVISOR)
    room.use_as(act, count, representative, Role.CCR)
    again = []
    for box, entry in custody.in_count(act.tx, count).items():
        if entry.state in OPEN_AT_STATION:
            state = box_moves.move(entry.state, BoxState.OPENED, again=True)
            facts = about_text(count=count, station=entry.station, again=True)
            act.move("box", box, state, about=facts)
            desk.drop_draft(act.tx, box_sheet.draft_name(count, box))
            again.append(box)
    act.move("count", count, back, from_state=CountState.SUSPENDED)
    says = f"The count goes on: {back.word}."
    if again:
        says += f" Counted again from nothing: {', '.join(again)}."
    body = {"again": again, "people": [supervisor.person.code, representative.person.code]}
    return act.seal("count resumed", f"count {count}", body, done=Done(says))
