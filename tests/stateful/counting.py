"""What may be done in the count room of the dumb world: from the locked door to the last box."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from countroom.domain.box_sheet import Sheet
from countroom.domain.papers.box_count import DocumentsTally
from countroom.domain.papers.machine_test import Phase
from countroom.domain.people import Role
from countroom.operations import attendance, counting, drop
from countroom.operations.acts import Done
from countroom.stores import custody
from tests.stateful.room import OPEN, InRoom, Room, whats
from tests.stateful.world import BOXES, TABLES, Deed, Pile

SUPERVISORS = ("S1", "S2")
WORKERS = ("S1", "B1", "T1", "T2", "T3", "E1", "S2", "B2")


TESTERS = (Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE)


def of_count(room: Room, **asked: Any) -> dict[str, Any]:
    """What is asked about this count."""
    return {"count": room.name, **asked}


def legal(room: Room, chance: int) -> Iterator[Deed]:
    """Everything that may be done now up to the last box, and at any time."""
    if room.state == "C0":
        yield from _before(room)
    if room.state in {"C0", "C1", "C2", "C3"}:
        yield from _receiving(room)
    if room.state == "C1":
        yield reconcile(room)
    if room.state in {"C2", "C3"}:
        yield from _boxes(room, chance)
    if room.state in {"C3", "C4", "C7b"}:
        yield from changes(room, chance)
    if room.state not in {"", "C14"}:
        yield from _people(room, chance)


# -------------------------------------------------------------------------------- people


def _people(room: Room, chance: int) -> Iterator[Deed]:
    if room.state == "CS":
        if room.one(Role.COUNT_ROOM_SUPERVISOR) and room.one(Role.CCR):
            yield resume(room)
    elif room.state != "C0" and chance % 3 == 0:
        yield from _suspend(room)
    outside = [badge for badge in WORKERS if badge not in room.inside]
    if outside:
        yield sign_on(room, outside[chance % len(outside)])
    yield from _cashiers(room, chance)
    yield from _leavers(room, chance)


def _cashiers(room: Room, chance: int) -> Iterator[Deed]:
    """A cashier comes for the recount; the last one who saw no figure comes for nothing else."""
    recounting = room.state in {"C5", "C7", "C7a"}
    badges = [badge for badge in room.fresh() if badge not in room.inside]
    if badges and (recounting or (room.state > "C7" and chance % 4 == 0 and badges[0] != "C1")):
        yield sign_on(room, badges[0])


def _leavers(room: Room, chance: int) -> Iterator[Deed]:
    leavers = [badge for badge in room.inside if badge not in room.keys]
    if leavers and chance % 3 == 1:
        yield leave(room, leavers[chance // 3 % len(leavers)])
    ccrs, others = room.those(Role.CCR), [b for b in ("B1", "B2") if b not in room.inside]
    if ccrs and others and chance % 3 == 2:
        yield _relieve(room, ccrs[0], others[0])


def sign_on(room: Room, badge: str, **expected: Any) -> Deed:
    """Somebody comes in."""

    def asked() -> dict[str, Any]:
        return of_count(room, proof=room.world.cast.proof(badge))

    def then(_: Done) -> None:
        room.come(badge)

    return Deed(f"{badge} comes in", attendance.sign_on, badge, asked, then, **expected)


def leave(room: Room, badge: str, **expected: Any) -> Deed:
    """Somebody leaves."""

    def asked() -> dict[str, Any]:
        return of_count(room, proof=room.world.cast.proof(badge), why="a break")

    def then(_: Done) -> None:
        room.go(badge)

    return Deed(f"{badge} leaves", attendance.leave, badge, asked, then, **expected)


def _relieve(room: Room, leaving: str, coming: str) -> Deed:
    cast = room.world.cast

    def asked() -> dict[str, Any]:
        return of_count(room, leaving=cast.proof(leaving), coming=cast.proof(coming))

    def then(_: Done) -> None:
        room.go(leaving)
        room.come(coming)
        room.keys = tuple(coming if badge == leaving else badge for badge in room.keys)

    return Deed(f"{coming} relieves {leaving}", attendance.relieve, leaving, asked, then)


def _suspend(room: Room) -> Iterator[Deed]:
    by = room.one(Role.COUNT_ROOM_SUPERVISOR, Role.CCR)
    if by:

        def then(_: Done) -> None:
            room.before = room.state
            room.to("CS")

        asked = of_count(room, why="a fire alarm", sealed=True)
        yield Deed("suspend", counting.suspend, by, lambda: asked, then)


def resume(room: Room, **expected: Any) -> Deed:
    """The count goes on; an open box is counted again from nothing."""
    cast, by = room.world.cast, room.one(Role.COUNT_ROOM_SUPERVISOR) or "S1"
    ccr = room.one(Role.CCR) or "B1"

    def then(_: Done) -> None:
        for box in room.boxes.values():
            if box.state in OPEN:
                box.state, box.revision = "B5", 0
        room.to(room.before)

    def asked() -> dict[str, Any]:
        return of_count(room, supervisor=cast.proof(by), representative=cast.proof(ccr))

    return Deed("resume", counting.resume_count, by, asked, then, **expected)


# ---------------------------------------------------------------------------- the beginning


def open_count(room: Room) -> Deed:
    """Schedule the count of the day."""

    def then(done: Done) -> None:
        room.name = done.name
        room.to("C0")

    return Deed("open count", counting.open_count, "S1", lambda: {"gaming_date": room.day}, then)


def tell(room: Room) -> Deed:
    """Tell surveillance of the count."""
    told = {"what": "count", "gaming_date": room.day, "officer": "V1"}

    def then(_: Done) -> None:
        room.world.told.add(f"count|{room.day}")

    return Deed("tell of the count", drop.tell_surveillance, "S1", lambda: told, then)


def try_machine(room: Room, *, wrong: int = 0, phase: Phase = Phase.BEFORE) -> Deed:
    """Put known notes through the machine, which says ``wrong`` fewer of one denomination."""
    cast, by = room.world.cast, room.one(*TESTERS)

    def asked() -> dict[str, Any]:
        notes = list(cast.known_notes())
        first = notes[0]
        notes[0] = type(first)(first.denomination_cents, 10, 10 - wrong)
        given = {"machine": "CM-1", "phase": phase, "notes": tuple(notes)}
        return of_count(room, tester=cast.proof(by), **given)

    def then(_: Done) -> None:
        if phase is Phase.AFTER:
            room.tested_after = True
        else:
            room.tested = room.tested or not wrong

    return Deed("test machine", counting.test_machine, by, asked, then)


def secure(room: Room, by: str, **expected: Any) -> Deed:
    """The room is secured."""
    asked = of_count(room, ticks=frozenset(counting.TICKS))

    def then(_: Done) -> None:
        room.to("C1")

    return Deed("secure room", counting.secure_room, by, lambda: asked, then, **expected)


def _before(room: Room) -> Iterator[Deed]:
    if f"count|{room.day}" not in room.world.told:
        yield tell(room)
    if room.one(Role.COUNT_TEAM) and not room.tested:
        yield try_machine(room, wrong=1)
        yield try_machine(room)
    told = f"count|{room.day}" in room.world.told
    if told and room.tested and room.is_strong:
        yield secure(room, room.one(Role.COUNT_ROOM_SUPERVISOR))


def receive(room: Room, box: str, **expected: Any) -> Deed:
    """Check a box of the trolley in."""

    def then(_: Done) -> None:
        there = room.world.boxes[box]
        there.state, there.count = "B4", room.name
        papers = list(there.checks)
        room.boxes[box] = InRoom("B4", there.table, there.day, there.pile, papers, len(papers))
        room.absent.discard(box)

    asked = of_count(room, box=box)
    return Deed(f"receive {box}", drop.receive_box, "S1", lambda: asked, then, **expected)


def _receiving(room: Room) -> Iterator[Deed]:
    for code, box in room.world.boxes.items():
        if box.state == "B3":
            yield receive(room, code)
    for code, here in room.boxes.items():
        if here.state == "B4" and not here.named and room.state != "C0":
            yield _name_missing(room, code)


def _name_missing(room: Room, box: str) -> Deed:
    cast = room.world.cast

    def asked() -> dict[str, Any]:
        return of_count(room, box=box, reason="not to be found", supervisor=cast.proof("S1"))

    def then(_: Done) -> None:
        room.boxes[box].named = True

    return Deed(f"name {box} missing", drop.name_missing, "S1", asked, then)


def reconcile(room: Room, *, silent: bool = False, **expected: Any) -> Deed:
    """What came in is compared with the manifests; everything is explained, or nothing."""
    cast = room.world.cast
    said = {} if silent else dict.fromkeys([*BOXES, *TABLES], "as it is")

    def asked() -> dict[str, Any]:
        return of_count(room, supervisor=cast.proof("S1"), explanations=said)

    def then(_: Done) -> None:
        with cast.database.read() as tx:
            room.absent = set(custody.named_missing(tx, room.name))
        room.to("C2")

    return Deed("reconcile in", drop.reconcile_in, "S1", asked, then, **expected)


# ----------------------------------------------------------------------------------- boxes


def keys_out(room: Room, a: str, b: str, **expected: Any) -> Deed:
    """The content keys are signed out."""
    cast = room.world.cast

    def asked() -> dict[str, Any]:
        return of_count(room, holder_a=cast.proof(a), holder_b=cast.proof(b))

    def then(_: Done) -> None:
        room.keys = (a, b)

    return Deed("keys out", attendance.sign_out_keys, "S1", asked, then, **expected)


def _boxes(room: Room, chance: int) -> Iterator[Deed]:
    supervisor, ccr = room.one(Role.COUNT_ROOM_SUPERVISOR), room.one(Role.CCR)
    if supervisor and ccr and not room.keys:
        yield keys_out(room, ccr, supervisor)
    counters = room.counters
    if counters:
        by = counters[chance % len(counters)]
        for code in room.boxes if room.state == "C3" else ():
            yield from on_with(room, code, by, chance)
        if not room.waits_for and (room.state == "C3" or not room.recorded):
            yield all_recorded(room, by)
        yield from _openings(room, by)


def _openings(room: Room, by: str) -> Iterator[Deed]:
    station = room.free_station()
    if room.keys and room.is_strong and station:
        for code, box in room.boxes.items():
            if box.state == "B4" and not box.named:
                yield open_box(room, code, station, by)
                yield _force(room, code, station)


def open_box(room: Room, box: str, station: str, by: str, **expected: Any) -> Deed:
    """Open a box at a station."""
    asked = of_count(room, box=box, station=station)

    def then(_: Done) -> None:
        here = room.boxes[box]
        here.state, here.station, here.revision = "B5", station, 0
        room.to("C3")

    name = f"{by} opens {box}"
    return Deed(name, counting.open_box, by, lambda: asked, then, **expected)


def _force(room: Room, box: str, station: str) -> Deed:
    asked = of_count(room, box=box, station=station, why="the lock is jammed")
    by = room.one(Role.COUNT_ROOM_SUPERVISOR)

    def then(_: Done) -> None:
        here = room.boxes[box]
        here.state, here.station, here.revision = "B5x", station, 0
        room.to("C3")

    return Deed(f"force {box}", counting.force_box, by, lambda: asked, then)


def on_with(room: Room, code: str, by: str, chance: int) -> Iterator[Deed]:
    """The next step of a box that is open."""
    box = room.boxes[code]
    if box.state in {"B5", "B5x"}:
        yield empty(room, code, by)
    elif box.state == "B6":
        seconds = [badge for badge in room.counters if badge != by]
        if seconds:
            yield show(room, code, by, seconds[chance % len(seconds)])
    elif box.state == "B7":
        yield record(room, code, by, typed_of(box, chance))
        yield save(room, code, by, typed_of(box, chance + 1))


def empty(room: Room, box: str, by: str, **expected: Any) -> Deed:
    """Empty a box onto the table."""
    asked = of_count(room, box=box)

    def then(_: Done) -> None:
        room.boxes[box].state = "B6"

    return Deed(f"empty {box}", counting.empty_box, by, lambda: asked, then, **expected)


def show(room: Room, box: str, by: str, second: str, **expected: Any) -> Deed:
    """Show a box empty to the cameras and to somebody else."""
    asked = of_count(room, box=box, second=second)

    def then(_: Done) -> None:
        room.boxes[box].state = "B7"

    return Deed(f"show {box} empty", counting.show_empty, by, lambda: asked, then, **expected)


def typed_of(box: InRoom, chance: int) -> Pile:
    """What is typed about a box: one time in four with one slip of the hand."""
    typed: Pile = Counter({what: box.pile.get(what, 0) for what in whats(box.kind)})
    if chance % 4 == 3:
        kinds = whats(box.kind)
        what = kinds[chance // 4 % len(kinds)]
        typed[what] += -1 if typed[what] and chance % 8 == 3 else 1
    return typed


def sheet(typed: Mapping[str, int], checks: int = 0) -> Sheet:
    """A sheet as it is typed."""
    return Sheet(figures=dict(typed), documents=DocumentsTally(counter_checks=checks))


def save(room: Room, code: str, by: str, typed: Pile, *, stale: int = 0, **expected: Any) -> Deed:
    """Save what is typed so far."""
    box = room.boxes[code]

    def asked() -> dict[str, Any]:
        half = dict(list(typed.items())[::2])
        return of_count(room, box=code, revision=box.revision + stale, sheet=sheet(half))

    def then(_: Done) -> None:
        box.revision += 1

    return Deed(f"save {code}", counting.save_draft, by, asked, then, **expected)


def record(
    room: Room, code: str, by: str, typed: Mapping[str, int], *, stale: int = 0, **expected: Any
) -> Deed:
    """Record a box."""
    box = room.boxes[code]

    def asked() -> dict[str, Any]:
        full = sheet(typed, box.checks)
        return of_count(room, box=code, revision=box.revision + stale, sheet=full)

    def then(_: Done) -> None:
        box.typed, box.version, box.state = Counter(typed), 1, "B9"
        room.world.boxes[code].state = "B9"

    return Deed(f"record {code}", counting.record_box, by, asked, then, **expected)


def all_recorded(room: Room, by: str, **expected: Any) -> Deed:
    """Say that every box is recorded."""

    def then(_: Done) -> None:
        room.to("C4")

    asked = of_count(room)
    return Deed("all recorded", counting.all_recorded, by, lambda: asked, then, **expected)


# --------------------------------------------------------------------------------- changes


def changes(room: Room, chance: int) -> Iterator[Deed]:
    """A box is corrected, or spoilt; two boxes are exchanged."""
    people = room.counters
    others = room.those(Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.CCR)
    recorded = room.recorded
    if not people or not recorded:
        return
    by = people[chance % len(people)]
    seconds = [badge for badge in others if badge != by]
    if not seconds:
        return
    second = seconds[chance % len(seconds)]
    code = recorded[chance % len(recorded)]
    box = room.boxes[code]
    for typed in (typed_of(box, 0), typed_of(box, chance)):
        if typed != box.typed:
            yield change(room, code, by, second, typed)
    banking = [one for one in recorded if room.boxes[one].table != "PK-3"]
    if len(banking) > 1:
        pair = banking[chance % 2 : chance % 2 + 2]
        if len(pair) == 2:
            yield _swap(room, (pair[0], pair[1]), by, second)


def change(
    room: Room,
    code: str,
    by: str,
    second: str,
    typed: Mapping[str, int],
    *,
    reason: str = "typed wrongly",
    stale: int = 0,
    **expected: Any,
) -> Deed:
    """Change what was recorded."""
    box, cast = room.boxes[code], room.world.cast

    def asked() -> dict[str, Any]:
        full = sheet(typed, box.checks)
        given = {"version": box.version + stale, "sheet": full, "reason": reason}
        return of_count(room, box=code, second=cast.proof(second), **given)

    def then(_: Done) -> None:
        box.typed = Counter(typed)
        box.version += 1
        room.changed(box.kind)
        room.settle()

    return Deed(f"change {code}", counting.change_box, by, asked, then, **expected)


def _swap(room: Room, pair: tuple[str, str], by: str, second: str) -> Deed:
    first, other = (room.boxes[code] for code in pair)
    cast = room.world.cast

    def asked() -> dict[str, Any]:
        versions = {pair[0]: first.version, pair[1]: other.version}
        given = {"versions": versions, "reason": "taken for one another"}
        return of_count(room, second=cast.proof(second), **given)

    def then(_: Done) -> None:
        first.typed, other.typed = other.typed, first.typed
        first.checks, other.checks = other.checks, first.checks
        first.version += 1
        other.version += 1
        room.changed(first.kind)
        room.settle()

    return Deed(f"swap {' and '.join(pair)}", counting.swap_boxes, by, asked, then)
