"""The straight way on, from wherever a day stands: no state is without an exit."""

from collections.abc import Callable

from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from tests.stateful import counting, floor, proceeds
from tests.stateful.room import STEPS, Room
from tests.stateful.world import Deed, TableThere, World


def next_on_floor(world: World) -> Deed | None:
    """The next step towards all boxes of the day in the trolley, or nothing."""
    day = world.day
    for table in world.tables.values():
        if table.day is None or table.day == day:
            return _next_at_table(world, table)
    return load_all(world)


def load_all(world: World) -> Deed | None:
    """Lock whatever was dropped into the trolley, or nothing."""
    loose = [code for code, box in world.boxes.items() if box.state == "B2"]
    days = sorted({day for code in loose if (day := world.boxes[code].day)})
    for day in days:
        return floor.load(world, tuple(c for c in loose if world.boxes[c].day == day))
    return None


def _next_at_table(world: World, table: TableThere) -> Deed:
    if not table.box:
        return floor.place(world, table, floor.free_boxes(world, table)[0])
    if (paper := _next_paper(world, table)) is not None:
        return paper
    if f"drop|{table.day}" not in world.told:
        return floor.tell(world, "drop")
    if table.drop is not None:
        return floor.drop_box(world, table, table.drop.incoming, table.drop.name)
    if not table.is_open:
        return floor.drop_box(world, table, "")
    boxes = floor.free_boxes(world, table)
    kind = SlipKind.DROP if boxes else SlipKind.CLOSE
    return floor.count_rack(world, table, kind, *boxes[:1])


def _next_paper(world: World, table: TableThere) -> Deed | None:
    if table.inventory is not None:
        return next(floor.sign_slip(world, table))
    if table.moving is not None:
        steps = list(floor.sign_moving(world, table))
        return steps[0] if not steps[0].refused else steps[1]
    if floor.in_hand(table):
        return next(floor.chips(world, table))
    if table.has_slip:
        return None
    free = world.boxes[table.box].state == "B1"
    return floor.count_rack(world, table, SlipKind.OPENING if free else SlipKind.CLOSED_DAILY)


def next_deed(world: World, room: Room) -> Deed:
    """The next step towards the conclusion."""
    ways: dict[str, Callable[[World, Room], Deed]] = {
        **dict.fromkeys(("C0", "C1", "C2", "C3"), _next_box),
        **dict.fromkeys(("C4", "C4a"), _next_before_cashier),
        **dict.fromkeys(("C5", "C7", "C7a"), _next_recount),
        **dict.fromkeys(("C8", "C9", "C10"), _next_signature),
        "": lambda _, there: counting.open_count(there),
        "CS": lambda _, there: _come(there, "S1", "B1") or counting.resume(there),
        "C7b": _next_recheck,
    }
    return ways.get(room.state, _next_to_leave)(world, room)


def _come(room: Room, *badges: str) -> Deed | None:
    for badge in badges:
        if badge not in room.inside:
            return counting.sign_on(room, badge)
    return None


def _everybody(room: Room) -> Deed | None:
    team = [] if len(room.those(Role.COUNT_TEAM)) > 1 else ["T1", "T2"]
    supervisor = [] if room.one(Role.COUNT_ROOM_SUPERVISOR) else ["S1"]
    ccr = [] if room.one(Role.CCR) else ["B1"]
    return _come(room, *supervisor, *ccr, *team)


def _next_box(world: World, room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    if room.state == "C0":
        return _next_before_count(world, room)
    for code, box in world.boxes.items():
        if box.state == "B3":
            return counting.receive(room, code)
    return counting.reconcile(room) if room.state == "C1" else _next_of_boxes(room)


def _next_before_count(world: World, room: Room) -> Deed:
    if f"count|{room.day}" not in world.told:
        return counting.tell(room)
    if not room.tested:
        return counting.try_machine(room)
    return counting.secure(room, room.one(Role.COUNT_ROOM_SUPERVISOR))


def _next_of_boxes(room: Room) -> Deed:
    team, supervisor = room.one(Role.COUNT_TEAM), room.one(Role.COUNT_ROOM_SUPERVISOR)
    for code, here in room.boxes.items():
        if here.state not in {"B4", "B9"}:
            return next(counting.on_with(room, code, team, 0))
    if not room.waits_for:
        return counting.all_recorded(room, team)
    if not room.keys:
        return counting.keys_out(room, room.one(Role.CCR), supervisor)
    return counting.open_box(room, room.waits_for[0], "S1", team)


def _next_before_cashier(_: World, room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    if room.state == "C4" and room.proof:
        return proceeds.prove(room, room.truth())
    early = [step for kind in room.versions if (step := room.due(kind)) in STEPS[:2]]
    if room.early and early:
        deed = _sign(room, min(early, key=STEPS.index))
        assert deed is not None
        return deed
    return next(deed for deed in proceeds.legal(room, 0) if deed.name in {"prepare", "present"})


def _next_recount(_: World, room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    fresh = room.fresh()
    again = room.state == "C7" and len(room.recounts) > 1
    if again and (not fresh or room.truth() != room.counted()):
        return proceeds.escalate(room, room.one(Role.COUNT_ROOM_SUPERVISOR))
    badge = room.begun if room.begun in fresh else fresh[0]
    if deed := _come(room, badge):
        return deed
    if room.begun != badge:
        return proceeds.begin(room, badge)
    return proceeds.submit(room, badge, room.truth())


def _next_recheck(_: World, room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    for code in room.recorded:
        box = room.boxes[code]
        right = counting.typed_of(box, 0)
        if box.typed != right:
            return counting.change(room, code, *_two(room), right)
    supervisor = room.one(Role.COUNT_ROOM_SUPERVISOR)
    if room.second() == room.counted():
        return proceeds.settle(room, supervisor)
    return proceeds.unallocated(room, supervisor, room.one(Role.CCR))


def _two(room: Room) -> tuple[str, str]:
    team = room.those(Role.COUNT_TEAM)
    return team[0], team[1]


def _sign(room: Room, step: str) -> Deed | None:
    due = [kind for kind in room.versions if room.due(kind) == step]
    for badge in proceeds.signers(room, step):
        mine = [kind for kind in due if (step, badge) not in room.signed[kind]]
        if mine:
            return _come(room, badge) or proceeds.sign(room, step, badge, mine)
    return None


def _next_signature(world: World, room: Room) -> Deed:
    due = [step for kind in room.versions if (step := room.due(kind))]
    deed = _sign(room, min(due, key=STEPS.index)) if due else None
    return deed or _next_to_leave(world, room)


def _next_to_leave(_: World, room: Room) -> Deed:
    cashier = room.one(Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR) or "M1"
    if deed := _come(room, "S1", "E1", room.observer, cashier):
        return deed
    return next(proceeds.legal(room, 1))
