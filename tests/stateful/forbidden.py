"""What the count room refuses in the dumb world, each with the rule that refuses it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from countroom.domain.papers.presentation import Method
from countroom.domain.people import Role
from countroom.errors import AccessError, CountroomError, EntryError, StaleError
from countroom.operations import counting as acts
from countroom.operations import recounting
from countroom.regulations import (
    BOX_ORDER,
    COPIES,
    COUNT_ORDER,
    MACHINE_TEST,
    SIGN_ORDER,
    V_03,
    V_05,
    V_32,
    V_33,
    V_34,
    V_35,
    V_42,
    V_50,
    V_51,
    V_52,
    V_53,
    V_54,
    V_56,
    V_57,
    V_58,
    V_59,
    V_60,
    V_61,
    V_62,
    V_63,
    V_67,
    V_68,
    V_69A,
    Rule,
)
from tests.stateful import counting, proceeds
from tests.stateful.counting import of_count
from tests.stateful.room import CASHIERS, OPEN, STEPS, Room, whats
from tests.stateful.world import STATIONS, Deed

SIGNED = frozenset({"C10", "C11", "C12", "C13", "C14"})


def forbidden(room: Room) -> Iterator[Deed]:
    """Everything tried here is refused now."""
    yield from _order(room)
    yield from _people(room)
    yield from _opening(room)
    for code in room.boxes:
        yield from _with_box(room, code)
    yield from _changing(room)
    yield from _money(room)
    yield from _recount(room)
    if room.versions:
        yield from _signatures(room)
    yield from _conclusion(room)


def _order(room: Room) -> Iterator[Deed]:
    """Steps of the count taken from where it does not stand."""
    by = room.one(Role.COUNT_TEAM)
    if room.state != "C0":
        yield counting.secure(room, "S1", refused=(COUNT_ORDER,))
    if room.state != "C1":
        yield counting.reconcile(room, refused=(COUNT_ORDER,))
    if room.state != "CS":
        yield counting.resume(room, refused=(COUNT_ORDER,))
    if (by and room.state not in {"C2", "C3"}) or (by and room.waits_for):
        yield counting.all_recorded(room, by, refused=(COUNT_ORDER,))
    if room.state == "C1" and room.absent:
        yield counting.reconcile(room, silent=True, refused=(EntryError,))
    yield _again(room)
    missing = (V_05,) if f"count|{room.day}" not in room.world.told else (V_32, V_33)
    if room.state == "C0" and not (room.is_strong and missing != (V_05,)):
        by_sup = room.one(Role.COUNT_ROOM_SUPERVISOR)
        yield counting.secure(room, by_sup or "S1", refused=missing if by_sup else (V_33,))


def _again(room: Room) -> Deed:
    """Open the count again while it goes on, or one that lies a year ahead."""
    day = room.day if room.state != "C14" else room.day.replace(year=room.day.year + 1)
    asked = {"gaming_date": day}
    return Deed("count again", acts.open_count, "S1", lambda: asked, refused=(EntryError,))


def _people(room: Room) -> Iterator[Deed]:
    for badge in ("D1", "K1", "R1"):
        yield counting.sign_on(room, badge, refused=(AccessError, COUNT_ORDER))
    for badge in list(room.inside)[:1]:
        yield counting.sign_on(room, badge, refused=(EntryError, COUNT_ORDER))
    for badge in [one for one in ("T3", "S2", "B2") if one not in room.inside][:1]:
        yield counting.leave(room, badge, refused=(V_33,))
    for badge in [one for one in room.keys if one in room.inside][:1]:
        yield counting.leave(room, badge, refused=(EntryError,))
    supervisor = room.one(Role.COUNT_ROOM_SUPERVISOR)
    if supervisor and room.one(Role.COUNT_TEAM):
        yield counting.keys_out(room, room.one(Role.COUNT_TEAM), supervisor, refused=(V_03,))


def _opening(room: Room) -> Iterator[Deed]:
    """Boxes that may not be opened now."""
    waiting = [code for code, box in room.boxes.items() if box.state == "B4"]
    by = room.one(Role.COUNT_TEAM)
    for code in waiting[:1]:
        stranger = "M1" if "T3" in room.inside else "T3"
        yield counting.open_box(room, code, "S1", stranger, refused=(V_33, AccessError))
        if by:
            yield from _not_opened(room, code, by)
    strangers = [code for code in room.world.boxes if code not in room.boxes]
    if by and strangers and room.state in {"C2", "C3"}:
        yield counting.open_box(room, strangers[0], "S1", by, refused=(EntryError,))


def _not_opened(room: Room, code: str, by: str) -> Iterator[Deed]:
    station = room.free_station() or "S1"
    if room.state not in {"C2", "C3"}:
        yield counting.open_box(room, code, "S1", by, refused=(COUNT_ORDER, V_32))
    elif not room.is_strong:
        yield counting.open_box(room, code, station, by, refused=(V_32,))
    elif not room.keys:
        yield counting.open_box(room, code, station, by, refused=(V_03,))
    else:
        yield counting.open_box(room, code, "S9", by, refused=(EntryError,))
        for taken in filter(room.open_at, STATIONS):
            yield counting.open_box(room, code, taken, by, refused=(V_34,))


def _with_box(room: Room, code: str) -> Iterator[Deed]:
    """Steps of a box out of their order, in a count that counts."""
    box, by = room.boxes[code], room.one(Role.COUNT_TEAM)
    typed = dict.fromkeys(whats(box.kind), 0)
    here = box.state == "B4" or room.world.boxes[code].state == "B3"
    if room.state in {"C0", "C1", "C2", "C3"} and not here:
        yield counting.receive(room, code, refused=(BOX_ORDER, COUNT_ORDER))
    if not by:
        return
    if room.state != "C3":
        refused = (COUNT_ORDER, StaleError)
        yield counting.empty(room, code, by, refused=refused)
        yield counting.record(room, code, by, typed, refused=refused)
        return
    if box.typed is not None:
        yield counting.record(room, code, by, typed, refused=(StaleError,))
        yield counting.empty(room, code, by, refused=(StaleError,))
        if room.is_strong and room.keys:
            yield counting.open_box(room, code, "S1", by, refused=(StaleError,))
        return
    yield from _in_hand(room, code, by, typed)


def _in_hand(room: Room, code: str, by: str, typed: dict[str, int]) -> Iterator[Deed]:
    box = room.boxes[code]
    seconds = [badge for badge in room.counters if badge != by]
    if box.state in {"B5", "B5x", "B6"}:
        yield counting.record(room, code, by, typed, refused=(V_35,))
        yield counting.save(room, code, by, Counter(typed), refused=(V_35,))
    elif box.state == "B4":
        yield counting.record(room, code, by, typed, refused=(BOX_ORDER,))
        yield counting.empty(room, code, by, refused=(BOX_ORDER,))
    if box.state not in {"B5", "B5x"} and box.state in OPEN:
        yield counting.empty(room, code, by, refused=(BOX_ORDER,))
    if box.state != "B6" and seconds:
        yield counting.show(room, code, by, seconds[0], refused=(BOX_ORDER,))
    if box.state == "B6":
        yield counting.show(room, code, by, by, refused=(EntryError,))
    if box.state == "B7":
        yield counting.record(room, code, by, dict(list(typed.items())[1:]), refused=(EntryError,))
        yield counting.record(room, code, by, typed | {"currency-2000": -1}, refused=(EntryError,))
        yield counting.record(room, code, by, typed, stale=1, refused=(StaleError,))
        if box.revision:
            yield counting.save(room, code, by, Counter(typed), stale=-1, refused=(StaleError,))


def _changing(room: Room) -> Iterator[Deed]:
    people = room.counters
    if not people or not room.recorded:
        return
    by, code = people[0], room.recorded[0]
    box = room.boxes[code]
    assert box.typed is not None
    other = dict(box.typed) | {"currency-500": box.typed["currency-500"] + 1}
    others = [badge for badge in room.inside if badge != by and badge not in {*CASHIERS, "E1"}]
    second = others[0] if others else "B2"
    if room.state not in {"C3", "C4", "C7b"}:
        yield counting.change(room, code, by, second, other, refused=(COUNT_ORDER,))
        return
    yield counting.change(room, code, by, second, other, reason=" ", refused=(EntryError,))
    yield counting.change(room, code, by, by, other, refused=(EntryError,))
    yield counting.change(room, code, by, second, other, stale=1, refused=(StaleError,))
    if others:
        yield counting.change(room, code, by, second, box.typed, refused=(EntryError,))
    if "E1" in room.inside:
        yield counting.change(room, code, by, "E1", other, refused=(AccessError,))
    if "M1" not in room.inside:
        yield counting.change(room, code, by, "M1", other, refused=(V_33, AccessError))


def _money(room: Room) -> Iterator[Deed]:
    team = room.one(Role.COUNT_TEAM)
    if team:
        yield from _not_presented(room, team)
        if room.recorded:
            yield from _not_proved(room)
    supervisor, ccr = room.one(Role.COUNT_ROOM_SUPERVISOR), room.one(Role.CCR)
    if supervisor and ccr and room.state != "C7b":
        yield proceeds.unallocated(room, supervisor, ccr, refused=(COUNT_ORDER,))
    elif supervisor and ccr and room.second() == room.counted():
        yield proceeds.unallocated(room, supervisor, ccr, refused=(V_57,))
    if supervisor and not (room.state == "C7" and len(room.recounts) > 1):
        yield proceeds.escalate(room, supervisor, refused=(COUNT_ORDER,))


def _not_presented(room: Room, team: str) -> Iterator[Deed]:
    if room.state in {"C0", "C1", "C2", "C3"}:
        yield proceeds.present(room, team, refused=(V_50,))
    elif room.state == "C4" and room.proof:
        yield proceeds.present(room, team, refused=(V_42,))
    elif room.state == "C4" and room.early and not room.versions:
        yield proceeds.present(room, team, refused=(V_61,))
    elif room.state not in {"C4", "C4a"}:
        yield proceeds.present(room, team, refused=(COUNT_ORDER,))


def _not_proved(room: Room) -> Iterator[Deed]:
    pools = room.truth()
    if not room.proof:
        yield proceeds.prove(room, pools, refused=(V_42,))
    elif not proceeds.may_prove(room):
        yield proceeds.prove(room, pools, refused=(COUNT_ORDER,))
    else:
        for badge in [one for one in ("M1", "T3") if one not in room.inside][:1]:
            yield proceeds.prove(room, pools, badge, refused=(V_33, AccessError))


def _recount(room: Room) -> Iterator[Deed]:
    team, supervisor, ccr = (
        room.one(role) for role in (Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.CCR)
    )
    if team:
        yield proceeds.begin(room, team, refused=(AccessError,))
    for badge in [one for one in CASHIERS if one not in room.inside][:1]:
        yield proceeds.begin(room, badge, refused=(V_33,))
    for badge in [one for one in CASHIERS if one in room.inside]:
        yield from _not_begun(room, badge)
        yield from _not_handed_in(room, badge)
    if supervisor:
        yield proceeds.direct(room, supervisor, refused=(V_56,))
    if ccr and room.state in {"C0", "C1", "C2", "C3", "C4", "C4a", "C14"}:
        yield proceeds.direct(room, ccr, refused=(COUNT_ORDER,))


def _not_begun(room: Room, badge: str) -> Iterator[Deed]:
    at = room.state in {"C5", "C7", "C7a"}
    if room.state == "C7b" or (at and badge in room.seen):
        yield proceeds.begin(room, badge, refused=(V_51,))
    elif at and not room.has_witnesses:
        yield proceeds.begin(room, badge, refused=(V_69A,))
    elif not at:
        yield proceeds.begin(room, badge, refused=(COUNT_ORDER,))


def _not_handed_in(room: Room, badge: str) -> Iterator[Deed]:
    able = badge not in room.seen and room.has_witnesses and room.recorded
    if badge != room.begun:
        yield _hand_in(room, badge, "nothing begun")
    elif room.state in {"C5", "C7", "C7a"} and able:
        for how in ("in bulk", "by another's device", "not everything"):
            yield _hand_in(room, badge, how)


def _hand_in(room: Room, badge: str, how: str) -> Deed:
    entries = room.entries(room.truth(), by_hand=bool(room.directed))
    refused: tuple[Rule | type[CountroomError], ...] = (V_51, COUNT_ORDER, V_69A)
    if how == "in bulk":
        entries, refused = tuple(replace(e, loose_method=Method.BULK) for e in entries), (V_53,)
    elif how == "by another's device":
        entries, refused = tuple(replace(e, device="CM-9") for e in entries), (V_54,)
    elif how == "not everything":
        entries, refused = entries[1:], (EntryError,)
    asked = of_count(room, entries=entries)
    return Deed(f"hand in, {how}", recounting.submit, badge, lambda: asked, refused=refused)


def _signatures(room: Room) -> Iterator[Deed]:
    early = room.early and room.state in {"C4", "C4a"}
    for step, badge, rule in (
        ("count_team", "T1", V_61),
        ("supervisor", "S1", V_61),
        ("cashier", "M1", V_58),
        ("ccr", "B1", V_59),
    ):
        first = step in {"count_team", "supervisor"}
        if not room.agreed and not (early and first):
            refused = {"cashier": V_58, "ccr": V_60}.get(step, SIGN_ORDER)
            yield proceeds.sign(room, step, badge, list(room.versions), refused=(refused,))
        else:
            yield from _not_signed(room, step, badge, rule)
    if room.agreed:
        yield from _old_screen(room)


def _not_signed(room: Room, step: str, badge: str, rule: Rule) -> Iterator[Deed]:
    kinds = list(room.versions)
    another = step in STEPS[2:] and badge not in proceeds.signers(room, step)
    if badge not in room.inside:
        yield proceeds.sign(room, step, badge, kinds, refused=(V_33,))
    elif another or any(room.due(kind) != step for kind in kinds):
        yield proceeds.sign(room, step, badge, kinds, refused=(rule,))


def _old_screen(room: Room) -> Iterator[Deed]:
    """A signature of what somebody saw before it changed."""
    for kind in room.versions:
        step = room.due(kind)
        for badge in proceeds.signers(room, step) if step else ():
            if badge in room.inside and (step, badge) not in room.signed[kind]:
                yield _stale_signature(proceeds.sign(room, step, badge, [kind]))


def _stale_signature(deed: Deed) -> Deed:
    def asked() -> dict[str, Any]:
        given = deed.asked()
        return {**given, "saw": dict.fromkeys(given["saw"], "0" * 64)}

    return Deed("sign an old screen", deed.operation, deed.by, asked, refused=(V_62,))


def _conclusion(room: Room) -> Iterator[Deed]:
    cashier = room.one(Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR)
    if cashier and room.state not in SIGNED:
        yield proceeds.seal(room, cashier, refused=(V_52,))
    if room.versions and room.state not in SIGNED:
        yield proceeds.hand(room, "SECOND COPY", "B1", refused=(V_63, COUNT_ORDER))
    if "THIRD COPY" in room.out and room.state in {"C10", "C12"}:
        yield proceeds.hand(room, "THIRD COPY", "M1", refused=(COPIES,))
    supervisor, ccr = room.one(Role.COUNT_ROOM_SUPERVISOR), room.one(Role.CCR)
    if supervisor and ccr:
        if room.out or not room.agreed:
            yield proceeds.reopen(room, supervisor, ccr, refused=(COUNT_ORDER,))
        yield from _not_inspected(room, supervisor, ccr)
    if supervisor and room.state != "C13":
        yield proceeds.conclude(room, supervisor, refused=(COUNT_ORDER,))
    elif room.state == "C13" and room.keys and supervisor:
        yield proceeds.conclude(room, supervisor, refused=(V_03,))


def _not_inspected(room: Room, supervisor: str, ccr: str) -> Iterator[Deed]:
    if not {"C11", "C12"} <= room.out:
        yield proceeds.inspect(room, supervisor, ccr, refused=(COUNT_ORDER,))
    elif room.state in {"C11", "C12"} and not room.tested_after:
        yield proceeds.inspect(room, supervisor, ccr, refused=(MACHINE_TEST,))
    elif room.state in {"C11", "C12"}:
        for stranger in [one for one in ("B1", "B2") if one != room.observer]:
            yield proceeds.inspect(room, supervisor, stranger, refused=(V_68,))
        if room.observer in room.inside:
            yield proceeds.inspect(room, supervisor, room.observer, 1, refused=(V_67,))
