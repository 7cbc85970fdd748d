"""The floor of the dumb world: what may be done at tables and with boxes, and what may not."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from countroom.domain.inventory import SlipKind
from countroom.errors import EntryError, NotFoundError, RepeatError
from countroom.operations import credits as credits_
from countroom.operations import drop, fills, slips
from countroom.operations.acts import Done
from countroom.regulations import (
    BOX_ORDER,
    SOD_6,
    V_01,
    V_05,
    V_06,
    V_07,
    V_08,
    V_11,
    V_17,
    V_19,
    V_21,
    V_22,
    V_23,
    V_24,
)
from tests.stateful import openings
from tests.stateful.world import (
    BOXES,
    DAY,
    POKER,
    Chips,
    Deed,
    TableThere,
    Waiting,
    World,
    rack_worth,
)

AT_OPEN = (SlipKind.CLOSE, SlipKind.DROP, SlipKind.SHIFT)
COMES_OFF = frozenset({SlipKind.DROP, SlipKind.SHIFT})
AT_CLOSED = (SlipKind.OPENING, SlipKind.CLOSED_DAILY)
FREE = frozenset({"B0", "B9"})


def play(world: World, chance: int) -> None:
    """Something happens at a table that no paper tells of: money comes, chips move."""
    tables = [table for table in world.tables.values() if table.at_play]
    if tables:
        table = tables[chance % len(tables)]
        _play_at(world, table, chance // len(tables))


def _play_at(world: World, table: TableThere, chance: int) -> None:
    what, many = chance % 5, 1 + chance // 5 % 3
    box = world.boxes[table.box]
    big, small = ("main", 100_00), ("main", 5_00)
    if what in {0, 1} and table.rack[big] >= many:
        table.rack[big] -= many
        table.today.sold += many * 100_00
        notes = {"currency-10000": many} if what else {"currency-2000": 5 * many}
        box.pile.update(notes)
    elif what == 2 and table.code != POKER and table.rack[small] >= 20 * many:
        table.rack[small] -= 20 * many
        table.today.sold += 20 * many * 5_00
        world.serial += 1
        box.checks.append((f"K-{world.serial}", 20 * many * 5_00))
    elif table.code == POKER:
        _rake(table, box.pile, what, many)
    else:
        _outcome(table, what, many)


def _outcome(table: TableThere, what: int, many: int) -> None:
    chip = ("main", 2_50)
    moved = many if what == 3 else -min(many, table.rack[chip])
    table.rack[chip] += moved
    table.today.net += moved * 2_50


def _rake(table: TableThere, pile: Counter[str], what: int, many: int) -> None:
    """Value chips out of the pot; or rake chips, for which the rack takes value chips."""
    if what == 3 or table.rack["rake", 4_00] < 5 * many:
        pile["value_chip-250-main"] += many
        table.today.net += many * 2_50
    else:
        table.rack["rake", 4_00] -= 5 * many
        table.rack["main", 5_00] += 4 * many
        pile["rake_chip-400-rake"] += 5 * many
        table.today.net += 5 * many * 4_00


# ------------------------------------------------------------------------------ what may be done


def free_boxes(world: World, table: TableThere) -> list[str]:
    """Boxes that may come to a table and that no other table waits for."""
    waiting = {
        slip.incoming
        for other in world.tables.values()
        for slip in (other.inventory, other.drop)
        if slip is not None
    }
    return [
        code
        for code, label in BOXES.items()
        if world.boxes[code].state in FREE and label in {"", table.code} and code not in waiting
    ]


def legal(world: World) -> Iterator[Deed]:
    """Everything that may be done on the floor now."""
    for table in world.tables.values():
        yield from _boxes(world, table)
        if table.box and world.boxes[table.box].state in {"B1", "B2x"}:
            yield from _slips(world, table)
            yield from chips(world, table)
            yield from _drops(world, table)
    for day in sorted({box.day for box in world.boxes.values() if box.day}):
        loose = [code for code, box in world.boxes.items() if (box.state, box.day) == ("B2", day)]
        if loose:
            yield load(world, tuple(loose))
            yield load(world, tuple(loose[:1]))


def _boxes(world: World, table: TableThere) -> Iterator[Deed]:
    if not table.box:
        for box in free_boxes(world, table):
            yield place(world, table, box)
    elif world.boxes[table.box].state == "B1":
        yield _stuck(world, table)


def place(world: World, table: TableThere, box: str, **expected: Any) -> Deed:
    """Lock a box to a table."""

    def then(_: Done) -> None:
        there = world.boxes[box]
        there.state, there.table, there.day, there.count = "B1", table.code, None, ""
        there.pile, there.checks = Counter(), []
        table.box = box
        table.day = table.day or DAY

    asked = {"table": table.code, "box": box, "gaming_date": DAY}
    return Deed("place box", drop.place_box, "R1", lambda: asked, then, **expected)


def _stuck(world: World, table: TableThere) -> Deed:
    box = table.box

    def then(_: Done) -> None:
        world.boxes[box].state = "B2x"

    told = ("B1", "G1", "S1")
    asked = {"table": table.code, "box": box, "why": "the lock is jammed", "told": told}
    return Deed("stuck", drop.stuck, "R1", lambda: asked, then)


def tell(world: World, what: str) -> Deed:
    """Tell surveillance of the drop or the count of the day."""
    day = world.day
    asked: dict[str, Any] = {"what": what, "gaming_date": day, "officer": "V1"}

    def then(_: Done) -> None:
        world.told.add(f"{what}|{day}")

    return Deed(f"tell of the {what}", drop.tell_surveillance, "R1", lambda: asked, then)


# ---------------------------------------------------------------------------------- slips


def _slips(world: World, table: TableThere) -> Iterator[Deed]:
    yield from openings.legal(world, table)
    if table.inventory is not None:
        yield from sign_slip(world, table)
        yield _void_slip(world, table)
    elif table.error is not None:
        yield openings.refused_count(world, table)
    elif table.drop is None and not in_hand(table):
        for kind in AT_OPEN if table.is_open else AT_CLOSED:
            yield from _counts(world, table, kind)


def _counts(world: World, table: TableThere, kind: SlipKind) -> Iterator[Deed]:
    boxes = [box for box in free_boxes(world, table) if box != table.box]
    if kind is SlipKind.OPENING and world.boxes[table.box].state == "B2x":
        yield count_rack(world, table, kind, refused=(V_01,))
    elif kind not in COMES_OFF:
        yield count_rack(world, table, kind)
        if kind is SlipKind.OPENING and openings.loses(table):
            yield openings.count_short(world, table)
    elif boxes:
        yield count_rack(world, table, kind, boxes[0])


def count_rack(
    world: World, table: TableThere, kind: SlipKind, incoming: str = "", **expected: Any
) -> Deed:
    """Count what lies in the rack."""

    def then(done: Done) -> None:
        table.inventory = Waiting(done.name, kind.value, incoming=incoming)

    def asked() -> dict[str, Any]:
        pieces = world.cast.pieces(table.code, table.rack)
        return {"table": table.code, "kind": kind, "pieces": pieces, "incoming": incoming}

    return Deed(f"count rack, {kind.word}", slips.count, "D1", asked, then, **expected)


def _signing(world: World, name: str, step: str, badge: str) -> Callable[[], dict[str, Any]]:
    cast = world.cast
    return lambda: {
        "slip": name,
        "step": step,
        "proof": cast.proof(badge),
        "saw": cast.digest(name),
    }


def sign_slip(world: World, table: TableThere) -> Iterator[Deed]:
    """The next signature of an inventory slip, by either of two people."""
    slip = table.inventory
    assert slip is not None

    def then(_: Done) -> None:
        slip.signed += 1
        if slip.signed == 2:
            _finished(table, slip)

    step, badges = (("dealer", ("D1", "D2")), ("floorperson", ("F1", "F2")))[slip.signed]
    for badge in badges:
        asked = _signing(world, slip.name, step, badge)
        yield Deed(f"sign slip as {step}", slips.sign, badge, asked, then)


def _finished(table: TableThere, slip: Waiting) -> None:
    table.inventory = None
    if not openings.finished(table, slip):
        return
    table.has_slip = True
    if table.today.opening is None:
        table.today.opening = rack_worth(table.rack)
    if slip.kind == "opening":
        table.is_open = True
        table.opened = True
    elif slip.kind == "close":
        table.is_open = False
    elif slip.kind in COMES_OFF:
        table.drop = slip


def _void_slip(world: World, table: TableThere) -> Deed:
    slip = table.inventory
    assert slip is not None
    name = slip.name

    def then(_: Done) -> None:
        table.inventory = None

    def asked() -> dict[str, Any]:
        return {"slip": name, "reason": "torn", "second": world.cast.proof("F1")}

    refused = (V_11,) if slip.signed else ()
    return Deed("void slip", slips.void, "D1", asked, then, refused)


def losing(world: World, table: TableThere) -> Iterator[Deed]:
    """A table closes, chips go from its container, and it opens again with an error slip."""
    yield count_rack(world, table, SlipKind.CLOSE)
    yield from _signed(world, table)
    yield openings.count_short(world, table)
    yield from _signed(world, table)
    yield count_rack(world, table, SlipKind.OPENING)
    yield from _signed(world, table)
    while table.differs is not None:
        yield next(openings.legal(world, table))


def _signed(world: World, table: TableThere) -> Iterator[Deed]:
    for _ in range(2):
        yield next(sign_slip(world, table))


def may_lose(world: World, table: TableThere) -> bool:
    """Whether a table may close now, and lose chips before it opens again."""
    free = table.at_play and not in_hand(table) and world.boxes[table.box].state == "B1"
    return free and table.rack["main", 5_00] > 100


# ------------------------------------------------------------------------------ fills, credits


def _moved(chips: Chips, table: TableThere, sign: int) -> None:
    for chip, pieces in chips.items():
        table.rack[chip] += sign * pieces


def chips(world: World, table: TableThere) -> Iterator[Deed]:
    """The next step of a fill or credit, the straight one first."""
    if table.moving is not None:
        yield from sign_moving(world, table)
    elif table.request is not None:
        yield from _answer(world, table, table.request)
    elif table.is_open:
        for kind in ("fill", "credit"):
            for by in ("F1", "P1"):
                yield ask(world, table, kind, by)


def _way(kind: str) -> Any:
    return fills if kind == "fill" else credits_


def ask(world: World, table: TableThere, kind: str, by: str, **expected: Any) -> Deed:
    """Ask for a fill or credit; a floorperson signs at once."""
    chips: Chips = Counter({("main", 5_00): 20, ("main", 2_50): 4})
    signs = by.startswith("F")

    def then(done: Done) -> None:
        table.request = Waiting(done.name, kind, signed=int(signs), chips=chips)

    def asked() -> dict[str, Any]:
        pieces = tuple(one for one in world.cast.pieces(table.code, chips) if one.pieces)
        proof = world.cast.proof(by) if signs else None
        return {"table": table.code, "pieces": pieces, "proof": proof}

    return Deed(f"ask for {kind}", _way(kind).request, by, asked, then, **expected)


def _answer(world: World, table: TableThere, request: Waiting) -> Iterator[Deed]:
    way, name = _way(request.kind), request.name

    def signed(_: Done) -> None:
        request.signed += 1
        if request.kind == "credit" and request.signed == len(_REQUEST_STEPS):
            _moved(request.chips, table, -1)

    def gone(_: Done) -> None:
        table.request = None

    if request.signed < _steps_of(request):
        step, badge = _REQUEST_STEPS[request.signed]
        refused: tuple[Any, ...] = ()
        if step == "dealer" and (not table.is_open or _rack_is_counted(table)):
            refused = (V_22, V_23)
        asked = _signing_request(world, name, step, badge)
        yield Deed(f"sign request as {step}", way.sign_request, badge, asked, signed, refused)
    else:
        yield prepare(world, table, request, "K1")
    taken = {"request": name, "reason": "not needed"}
    out = request.signed > 1
    if request.kind == "credit":
        yield _void_credit(world, name, gone, refused=(V_21,) if request.signed > 2 else ())
    yield Deed("take request back", way.withdraw, "F1", lambda: taken, gone, (V_21,) if out else ())


_REQUEST_STEPS = (("floorperson", "F2"), ("dealer", "D2"), ("security", "G1"))


def _steps_of(request: Waiting) -> int:
    return len(_REQUEST_STEPS) if request.kind == "credit" else 1


def _signing_request(
    world: World, name: str, step: str, badge: str
) -> Callable[[], dict[str, Any]]:
    def asked() -> dict[str, Any]:
        proof, saw = world.cast.proof(badge), world.cast.digest(name)
        step_of = {} if step == "floorperson" else {"step": step}
        return {"request": name, "proof": proof, "saw": saw, **step_of}

    return asked


def _void_credit(
    world: World, paper: str, then: Callable[[Done], None], refused: tuple[Any, ...]
) -> Deed:
    def asked() -> dict[str, Any]:
        proof, second = world.cast.proof("F1"), world.cast.proof("D1")
        return {"paper": paper, "reason": "not needed", "proof": proof, "second": second}

    return Deed("void credit", credits_.void, "F1", asked, then, refused)


def in_hand(table: TableThere) -> bool:
    """Whether chips have moved, or lie counted out, and their slip is in no box."""
    moving, request = table.moving, table.request
    if moving is not None:
        return moving.kind == "credit" or moving.signed == 2
    return request is not None and request.signed > 1


def prepare(
    world: World, table: TableThere, request: Waiting, by: str, more: int = 0, **expected: Any
) -> Deed:
    """Make the slip that answers a request; ``more`` chips than were asked for."""
    chips = Counter(request.chips)
    chips["main", 5_00] += more

    def then(done: Done) -> None:
        table.moving = Waiting(done.name, request.kind, chips=chips, request=request.name)
        table.request = None

    def asked() -> dict[str, Any]:
        pieces = tuple(one for one in world.cast.pieces(table.code, chips) if one.pieces)
        return {"request": request.name, "pieces": pieces, "proof": world.cast.proof(by)}

    return Deed("prepare slip", _way(request.kind).prepare, by, asked, then, **expected)


_STEPS = (("security", "G1"), ("dealer", "D2"), ("floorperson", "F2"))


def sign_moving(world: World, table: TableThere) -> Iterator[Deed]:
    """The next signature of a fill or credit slip, or its end."""
    slip = table.moving
    assert slip is not None
    way = _way(slip.kind)
    step, badge = _STEPS[slip.signed]
    refused: tuple[Any, ...] = ()
    if step == "dealer" and not table.is_open:
        refused = (V_22,)
    elif step == "dealer" and _rack_is_counted(table):
        refused = (V_23,)

    def then(_: Done) -> None:
        slip.signed += 1
        if step == "dealer" and slip.kind == "fill":
            _moved(slip.chips, table, 1)
        elif step == "floorperson":
            _booked(table, slip)

    asked = _signing(world, slip.name, step, badge)
    yield Deed(f"sign {slip.kind} as {step}", way.sign, badge, asked, then, refused)
    yield _void_moving(world, table, slip)


def _rack_is_counted(table: TableThere) -> bool:
    return table.drop is not None or table.inventory is not None


def _booked(table: TableThere, slip: Waiting) -> None:
    table.moving = None
    if slip.kind == "fill":
        table.today.fills += rack_worth(slip.chips)
    else:
        table.today.credits += rack_worth(slip.chips)


def _void_moving(world: World, table: TableThere, slip: Waiting) -> Deed:
    cast = world.cast
    if slip.kind == "credit":
        return _void_credit(world, slip.name, lambda _: None, refused=(V_21,))

    def then(_: Done) -> None:
        table.moving = None
        table.request = Waiting(slip.request, slip.kind, signed=1, chips=slip.chips)

    def asked() -> dict[str, Any]:
        proof, second = cast.proof("K1"), cast.proof("G1")
        return {"slip": slip.name, "reason": "not needed", "proof": proof, "second": second}

    refused = (V_21,) if slip.signed >= 2 else ()
    return Deed("void fill", fills.void, "K1", asked, then, refused)


# ------------------------------------------------------------------------------------- the drop


def _drops(world: World, table: TableThere) -> Iterator[Deed]:
    if table.day != world.day:
        return
    if f"drop|{table.day}" not in world.told:
        yield tell(world, "drop")
    elif table.is_open and table.drop is not None:
        yield drop_box(world, table, table.drop.incoming, table.drop.name)
    elif not table.is_open and table.inventory is None:
        yield from _drops_of_closed(world, table)
    told = f"drop|{table.day}" in world.told
    if told and table.inventory is None and world.boxes[table.box].state == "B2x":
        yield _not_dropped(world, table, "stuck")


def _drops_of_closed(world: World, table: TableThere) -> Iterator[Deed]:
    for box in [*free_boxes(world, table)[:1], ""]:
        yield drop_box(world, table, box)
    if not table.opened:
        yield _not_dropped(world, table, "closed")


def drop_box(
    world: World, table: TableThere, replacement: str, slip: str = "", **expected: Any
) -> Deed:
    """Take the box off a table at the end of its day, or at the end of a shift."""
    box = table.box
    shift = table.drop is not None and table.drop.kind == SlipKind.SHIFT
    emergency = replacement == "E-3" and table.is_open
    why = drop.Emergency("the slot is blocked", "F1", "G1", "B1") if emergency else None

    def then(_: Done) -> None:
        there = world.boxes[box]
        there.state, there.day = "B2", table.day
        table.today.boxes.append(box)
        table.box, table.drop = replacement, None
        if replacement:
            new = world.boxes[replacement]
            new.state, new.table, new.day, new.count = "B1", table.code, None, ""
            new.pile, new.checks = Counter(), []
        if not emergency and not shift:
            end_day(table)

    def asked() -> dict[str, Any]:
        assert table.day is not None
        world.until(table.day)
        given = {"table": table.code, "box": box, "replacement": replacement, "slip": slip}
        return {**given, "emergency": why, "end_of_day": not shift}

    return Deed("drop box", drop.drop_box, "R1", asked, then, **expected)


def end_day(table: TableThere) -> None:
    """A drop period ends, and the next begins at that moment."""
    today = table.today
    today.ended = True
    today.closing = rack_worth(table.left) if table.left is not None else None
    assert table.day is not None
    table.day += timedelta(days=1)
    table.today.opening = today.closing
    table.opened = table.is_open
    openings.end_day(table)


def _not_dropped(world: World, table: TableThere, why: str) -> Deed:
    uncounted = table.is_open and table.drop is None

    def then(_: Done) -> None:
        table.drop = None
        end_day(table)

    def asked() -> dict[str, Any]:
        assert table.day is not None
        world.until(table.day)
        return {"table": table.code, "why": why, "explanation": "as it is"}

    refused = (V_06,) if uncounted else ()
    return Deed(f"not dropped: {why}", drop.not_dropped, "R1", asked, then, refused)


def load(world: World, boxes: tuple[str, ...], **expected: Any) -> Deed:
    """Lock dropped boxes into the trolley."""
    day = world.boxes[boxes[0]].day or world.day
    cast = world.cast

    def then(_: Done) -> None:
        for box in boxes:
            world.boxes[box].state = "B3"

    def asked() -> dict[str, Any]:
        proofs = {"drop_team": cast.proof("R1"), "security": cast.proof("G1")}
        return {"gaming_date": day, "trolley": "1", "boxes": boxes, **proofs}

    return Deed("load trolley", drop.load_trolley, "R1", asked, then, **expected)


# ------------------------------------------------------------------------- what may not be done


def forbidden(world: World) -> Iterator[Deed]:
    """Things of the floor that the house refuses now, each with what refuses it."""
    for table in world.tables.values():
        yield from _forbidden_boxes(world, table)
        if table.box and world.boxes[table.box].state == "B1":
            yield from _forbidden_papers(world, table)
            yield from _forbidden_drops(world, table)
    for code, box in world.boxes.items():
        if box.state in {"B0", "B1", "B3", "B4"}:
            yield load(world, (code,), refused=(BOX_ORDER, V_05))


def _forbidden_boxes(world: World, table: TableThere) -> Iterator[Deed]:
    other = next(code for code, label in BOXES.items() if label not in {"", table.code})
    yield place(world, table, other, refused=(V_01,))
    if table.box and world.boxes[table.box].state == "B1":
        yield place(world, table, "SP-1", refused=(V_01,))
    elif not table.box:
        yield count_rack(world, table, SlipKind.OPENING, refused=(V_01,))
        if table.day is None:
            yield ask(world, table, "fill", "F1", refused=(NotFoundError,))
    label = {"table": table.code, "box": table.code}
    yield Deed(
        "a table's label for a box's", drop.place_box, "R1", lambda: label, refused=(NotFoundError,)
    )


def _forbidden_papers(world: World, table: TableThere) -> Iterator[Deed]:
    wrong = AT_CLOSED if table.is_open else AT_OPEN
    for kind in wrong:
        yield count_rack(world, table, kind, "SP-1", refused=(V_22,))
    right = AT_OPEN[0] if table.is_open else AT_CLOSED[1]
    if table.inventory is not None:
        yield count_rack(world, table, right, refused=(RepeatError,))
    elif in_hand(table):
        yield count_rack(world, table, right, refused=(V_23,))
    yield ask(world, table, "fill", "D1", refused=(V_17,))
    if not table.is_open:
        yield ask(world, table, "fill", "F1", refused=(V_22,))
    yield _from_table(world, table)
    if table.request is not None:
        refused = (V_19,)
        if table.request.signed == _steps_of(table.request):
            yield prepare(world, table, table.request, "K2", 1, refused=refused)
    yield from _forbidden_signatures(world, table)


def _from_table(world: World, table: TableThere) -> Deed:
    other = next(code for code in world.tables if code != table.code)

    def asked() -> dict[str, Any]:
        chips = Counter({("main", 5_00): 4})
        pieces = tuple(one for one in world.cast.pieces(table.code, chips) if one.pieces)
        return {"table": table.code, "pieces": pieces, "counterpart": other}

    return Deed("fill from a table", fills.request, "F1", asked, refused=(V_24,))


def _forbidden_signatures(world: World, table: TableThere) -> Iterator[Deed]:
    if table.inventory is not None and table.inventory.signed == 0:
        asked = _signing(world, table.inventory.name, "floorperson", "F1")
        yield Deed("sign slip too early", slips.sign, "F1", asked, refused=(V_08, SOD_6))
    if table.drop is not None:
        drop_slip = table.drop.name
        yield Deed(
            "change a signed slip",
            slips.recount,
            "D1",
            lambda: {
                "slip": drop_slip,
                "pieces": world.cast.pieces(table.code, Counter()),
                "reason": "wrong",
            },
            refused=(V_11,),
        )
    if table.moving is not None and table.moving.signed == 0:
        asked = _signing(world, table.moving.name, "dealer", "D1")
        refused = (V_22, V_23)
        yield Deed("sign a slip early", _way(table.moving.kind).sign, "D1", asked, refused=refused)


def _forbidden_drops(world: World, table: TableThere) -> Iterator[Deed]:
    spare = next(iter(free_boxes(world, table)), "")
    if f"drop|{table.day}" not in world.told:
        yield drop_box(world, table, spare, refused=(V_05,))
        return
    if table.is_open:
        yield drop_box(world, table, "", refused=(V_01,))
        if spare and table.drop is None:
            yield drop_box(world, table, spare, refused=(V_06,))
        if spare and table.inventory is not None and table.inventory.kind == "drop":
            yield drop_box(world, table, spare, table.inventory.name, refused=(V_06,))
        if spare and table.drop is not None and spare != table.drop.incoming:
            yield drop_box(world, table, spare, table.drop.name, refused=(V_07,))
    elif table.opened:
        yield Deed(
            "closed all day, though it was open",
            drop.not_dropped,
            "R1",
            lambda: {"table": table.code, "why": "closed", "explanation": "as it is"},
            refused=(EntryError,),
        )
