"""The straight way on, from wherever a day stands: no state is without an exit."""

from collections.abc import Iterator

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
    if table.inventory is not None:
        return next(floor.sign_slip(world, table))
    if table.moving is not None:
        steps = list(floor.sign_moving(world, table))
        return steps[0] if not steps[0].refused else steps[1]
    if not table.has_slip:
        return floor.count_rack(world, table, SlipKind.CLOSED_DAILY)
    if f"drop|{table.day}" not in world.told:
        return floor.tell(world, "drop")
    if table.is_open and table.drop is None:
        boxes = floor.free_boxes(world, table)
        if not boxes:
            return floor.count_rack(world, table, SlipKind.CLOSE)
        return floor.count_rack(world, table, SlipKind.DROP, boxes[0])
    if table.drop is not None:
        return floor.drop_box(world, table, table.drop.incoming, table.drop.name)
    return floor.drop_box(world, table, "")


def next_deed(world: World, room: Room) -> Deed:
    """The next step towards the conclusion."""
    if room.state == "":
        return counting.open_count(room)
    if room.state == "CS":
        return _come(room, "S1", "B1") or counting.resume(room)
    if room.state in {"C0", "C1", "C2", "C3"}:
        return _next_box(world, room)
    if room.state in {"C4", "C4a"}:
        return _next_before_cashier(room)
    if room.state in {"C5", "C7", "C7a"}:
        return _next_recount(room)
    if room.state == "C7b":
        return _next_recheck(room)
    if room.state in {"C8", "C9", "C10"} and (deed := _next_signature(room)):
        return deed
    return _next_to_leave(room)


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
    team, supervisor = room.one(Role.COUNT_TEAM), room.one(Role.COUNT_ROOM_SUPERVISOR)
    if room.state == "C0":
        if f"count|{room.day}" not in world.told:
            return counting.tell(room)
        if not room.tested:
            return counting.test_machine(room)
        return counting.secure(room, supervisor)
    for code, box in world.boxes.items():
        if box.state == "B3":
            return counting.receive(room, code)
    if room.state == "C1":
        return counting.reconcile(room)
    for code, here in room.boxes.items():
        if here.state not in {"B4", "B9"}:
            return next(counting.on_with(room, code, team, 0))
    if not room.waits_for:
        return counting.all_recorded(room, team)
    if not room.keys:
        return counting.keys_out(room, room.one(Role.CCR), supervisor)
    return counting.open_box(room, room.waits_for[0], "S1", team)


def _next_before_cashier(room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    if room.state == "C4" and room.proof:
        return proceeds.prove(room, room.truth())
    if room.early and room.versions:
        early = [step for kind in room.versions if (step := room.due(kind)) in STEPS[:2]]
        if early:
            deed = _sign(room, min(early, key=STEPS.index))
            assert deed is not None
            return deed
    return next(deed for deed in proceeds.legal(room, 0) if deed.name in {"prepare", "present"})


def _next_recount(room: Room) -> Deed:
    if deed := _everybody(room):
        return deed
    fresh = room.fresh()
    if room.state == "C7" and len(room.recounts) > 1:
        if not fresh or room.truth() != room.counted():
            return proceeds.escalate(room, room.one(Role.COUNT_ROOM_SUPERVISOR))
    badge = room.begun if room.begun in fresh else fresh[0]
    if deed := _come(room, badge):
        return deed
    if room.begun != badge:
        return proceeds.begin(room, badge)
    return proceeds.submit(room, badge, room.truth())


def _next_recheck(room: Room) -> Deed:
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


def _next_signature(room: Room) -> Deed | None:
    due = [step for kind in room.versions if (step := room.due(kind))]
    return _sign(room, min(due, key=STEPS.index)) if due else None


def _next_to_leave(room: Room) -> Deed:
    cashier = room.one(Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR) or "M1"
    if deed := _come(room, "S1", "E1", room.observer, cashier):
        return deed
    return next(_leaving(room))


def _leaving(room: Room) -> Iterator[Deed]:
    yield from proceeds.legal(room, 1)
