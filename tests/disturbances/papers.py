"""What goes wrong with slips and racks."""

from collections.abc import Callable
from dataclasses import replace

from countroom.domain.explaining.facts import ChipSlip, Line, Opened, Rack, Table
from tests.disturbances.chance import Chance
from tests.disturbances.world import (
    World,
    Wrong,
    main_box,
    recounted,
    rewritten,
    some_table,
    stacked,
    tallied,
    two_tables,
    wrong,
)

Found = Wrong | None
How = Callable[[Line], int | None]

_KINDS = {True: ("fill_requests", "fill_slips"), False: ("credit_requests", "credit_slips")}


def _slips(table: Table) -> list[ChipSlip]:
    return [slip for slip in table.slips if slip.booked]


def _papers(slip: ChipSlip, many: int, *, fill: bool | None = None) -> dict[str, int]:
    return dict.fromkeys(_KINDS[slip.fill if fill is None else fill], many)


def _in_box(table: Table) -> bool:
    """Whether its main box holds the papers of a slip."""
    held = main_box(table).papers if table.boxes else {}
    return any(held.get(_KINDS[slip.fill][1], 0) for slip in _slips(table))


def _one(world: World, rng: Chance) -> tuple[Table, ChipSlip] | None:
    table = some_table(world, rng, _in_box)
    if table is None:
        return None
    held = main_box(table).papers
    return table, rng.choice([s for s in _slips(table) if held.get(_KINDS[s.fill][1], 0)])


def _without(table: Table, slip: ChipSlip) -> Table:
    """The slip was never entered: its papers are more than on record."""
    expected = dict(table.expected)
    request, own = _KINDS[slip.fill]
    expected[request] = tuple(n for n in expected.get(request, ()) if n != slip.request)
    expected[own] = tuple(name for name in expected.get(own, ()) if name != slip.name)
    slips = tuple(each for each in table.slips if each != slip)
    return replace(table, slips=slips, expected=expected)


def slip_gone(world: World, rng: Chance) -> Found:
    """A fill or credit slip is not in the box."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    after = world.put(tallied(table, **{_KINDS[slip.fill][1]: -1}))
    return wrong(after, [(table.code, "papers")], "paper_gone", slip.name)


def drop_slip_gone(world: World, rng: Chance) -> Found:
    """A drop slip is not in the box."""
    table = some_table(world, rng, lambda t: t.boxes and main_box(t).papers.get("drop_slips"))
    if table is None:
        return None
    after = world.put(tallied(table, drop_slips=-1))
    return wrong(after, [(table.code, "papers")], "paper_gone", f"box {main_box(table).number}")


def paper_more(world: World, rng: Chance) -> Found:
    """A drop slip that does not belong there lies in the box."""
    table = some_table(world, rng, lambda each: each.boxes)
    if table is None:
        return None
    after = world.put(tallied(table, drop_slips=1))
    return wrong(after, [(table.code, "papers")], "paper_more", f"box {main_box(table).number}")


def slip_not_in_system(world: World, rng: Chance) -> Found:
    """A slip was written by hand and never entered; its papers are in the box."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    after = world.put(_without(table, slip))
    signs = [(table.code, "chips"), (table.code, "papers")]
    look = f"box {main_box(table).number}"
    return wrong(after, signs, "slip_not_in_system", look)


def slip_in_other_box(world: World, rng: Chance) -> Found:
    """A slip and its request fall into the heap of another box."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    other = some_table(world, rng, lambda each: each.boxes and each.code != table.code)
    if other is None:
        return None
    after = world.put(tallied(table, **_papers(slip, -1)), tallied(other, **_papers(slip, 1)))
    signs = [(table.code, "papers"), (other.code, "papers")]
    return wrong(after, signs, "paper_elsewhere", slip.name)


def slip_of_other_table(world: World, rng: Chance) -> Found:
    """A fill went to another table than its slip says; its papers are in the named one's box."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    other = some_table(world, rng, lambda e: e.code != table.code and _fits(e, slip.into))
    if other is None or not _fits(table, -slip.into):
        return None
    after = world.put(stacked(table, -slip.into), stacked(other, slip.into))
    signs = [(table.code, "chips"), (other.code, "chips")]
    return wrong(after, signs, "slip_other_table", slip.name)


def _fits(table: Table, cents: int) -> bool:
    """Whether so much can be put on, or taken from, a rack in its own chips."""
    try:
        stacked(table, cents)
    except AssertionError:
        return False
    return banking_rack(table)


def banking_rack(table: Table) -> bool:
    """Whether the rack is on record."""
    return bool(table.closing.lines)


def fill_as_credit(world: World, rng: Chance) -> Found:
    """A fill is entered as a credit, or a credit as a fill; the box holds what was written."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    entered = replace(slip, fill=not slip.fill)
    expected = dict(table.expected)
    for mine, others in zip(_KINDS[slip.fill], _KINDS[not slip.fill], strict=True):
        names = expected.get(mine, ())
        moved = tuple(name for name in names if name in {slip.name, slip.request})
        expected[mine] = tuple(name for name in names if name not in moved)
        expected[others] = (*expected.get(others, ()), *moved)
    slips = tuple(entered if each == slip else each for each in table.slips)
    after = world.put(replace(table, slips=slips, expected=expected))
    signs = [(table.code, "chips"), (table.code, "papers")]
    return wrong(after, signs, "slip_taken_for_other", slip.name)


def slip_without_chips(world: World, rng: Chance) -> Found:
    """A slip went through, and its chips never moved."""
    found = _one(world, rng)
    if found is None or not _fits(found[0], -found[1].into):
        return None
    table, slip = found
    after = world.put(stacked(table, -slip.into))
    return wrong(after, [(table.code, "chips")], "slip_no_chips", slip.name)


def slip_twice(world: World, rng: Chance) -> Found:
    """A slip is entered a second time under another number; its papers are in the box once."""
    found = _one(world, rng)
    if found is None:
        return None
    table, slip = found
    again = replace(slip, name=f"{slip.name[0]}-9{slip.name[-3:]}", request="FR-9999")
    expected = dict(table.expected)
    for kind, name in zip(_KINDS[slip.fill], (again.request, again.name), strict=True):
        expected[kind] = (*expected.get(kind, ()), name)
    after = world.put(replace(table, slips=(*table.slips, again), expected=expected))
    signs = [(table.code, "chips"), (table.code, "papers")]
    return wrong(after, signs, "slip_twice", again.name)


def void_moved(world: World, rng: Chance) -> Found:
    """The chips of a void slip moved all the same."""
    table = some_table(world, rng, lambda e: any(not s.booked for s in e.slips))
    if table is None:
        return None
    slip = rng.choice([each for each in table.slips if not each.booked])
    into = slip.total if slip.fill else -slip.total
    if not _fits(table, into):
        return None
    after = world.put(stacked(table, into))
    return wrong(after, [(table.code, "chips")], "slip_unbooked", slip.name)


def slip_of_next_day(world: World, rng: Chance) -> Found:
    """A fill is booked before the drop, and its chips came after it: the next day is over."""
    found = _one(world, rng)
    if found is None or not _fits(found[0], -found[1].into):
        return None
    table, slip = found
    after = world.put(replace(stacked(table, -slip.into), day_after=slip.into))
    return wrong(after, [(table.code, "chips")], "slip_other_date", slip.name)


# ------------------------------------------------------------------------------------- racks


def _chip(table: Table, rng: Chance, least: int = 1) -> Line | None:
    found = [line for line in table.closing.lines if line.pieces >= least]
    return rng.choice(found) if found else None


def _rack(world: World, rng: Chance, add: int, causes: str) -> Found:
    table = some_table(world, rng, lambda each: _chip(each, Chance(0), max(1, -add)))
    line = None if table is None else _chip(table, rng, max(1, -add))
    if table is None or line is None:
        return None
    after = world.put(recounted(table, line, line.pieces + add))
    return wrong(after, [(table.code, "chips")], causes, table.closing.name)


def chip_gone(world: World, rng: Chance) -> Found:
    """A chip leaves the rack before it is counted."""
    return _rack(world, rng, -1, "pieces_short")


def chips_gone(world: World, rng: Chance) -> Found:
    """Two chips of a kind leave the rack."""
    return _rack(world, rng, -2, "pieces_short")


def chip_more(world: World, rng: Chance) -> Found:
    """A chip lies in the rack that play did not bring there."""
    return _rack(world, rng, 1, "pieces_over")


def _rewrite(world: World, rng: Chance, causes: str, how: How) -> Found:
    options = [
        (table, line, pieces)
        for table in world.tables.values()
        for line in table.closing.lines
        if (pieces := how(line)) is not None and pieces != line.pieces
    ]
    if not options:
        return None
    table, line, pieces = rng.choice(options)
    after = world.put(recounted(table, line, pieces))
    return wrong(after, [(table.code, "chips")], causes, table.closing.name)


def closing_digits(world: World, rng: Chance) -> Found:
    """Two digits of a closing slip are exchanged."""

    def how(line: Line) -> int | None:
        digits = str(line.pieces)
        return int(digits[:-2] + digits[-1] + digits[-2]) if len(digits) > 2 else None

    return _rewrite(world, rng, "digits_exchanged", how)


def closing_amount(world: World, rng: Chance) -> Found:
    """The amount of a line is entered as its count on the closing slip."""

    def how(line: Line) -> int | None:
        few = line.cents in {500, 2_500, 10_000} and 0 < line.pieces < 1_000
        return line.pieces * (line.cents // 100) if few else None

    return _rewrite(world, rng, "amount_for_count", how)


def closing_lines(world: World, rng: Chance) -> Found:
    """Two lines of a closing slip stand in each other's place."""
    table = some_table(world, rng, lambda t: len({x.pieces for x in t.closing.lines}) > 1)
    if table is None:
        return None
    sets = [line.set for line in table.closing.lines]
    mine = [line for line in table.closing.lines if line.set == max(set(sets), key=sets.count)]
    one, other = rng.sample(mine, 2)
    if one.pieces == other.pieces:
        return None
    lines = rewritten(table.closing.lines, one, other.pieces)
    lines = rewritten(lines, other, one.pieces)
    after = world.put(replace(table, closing=Rack(table.closing.name, lines)))
    return wrong(after, [(table.code, "chips")], "lines_exchanged", table.closing.name)


def closing_wrong(world: World, rng: Chance) -> Found:
    """A rack that goes on is counted wrongly at the drop: the next day shows the opposite."""
    table = some_table(world, rng, lambda each: _chip(each, Chance(0), 60))
    line = None if table is None else _chip(table, rng, 60)
    if table is None or line is None:
        return None
    off = rng.choice([-1, 1]) * (21 + rng.below(39)) * line.cents
    after = replace(recounted(table, line, line.pieces + off // line.cents), day_after=-off)
    signs = [(table.code, "chips")]
    return wrong(world.put(after), signs, "inventory_wrong", table.closing.name)


def chips_at_other(world: World, rng: Chance) -> Found:
    """Chips that belong to one table are put into the rack of another."""
    both = two_tables(world, rng, lambda each: _chip(each, Chance(0), 8))
    line = None if both is None else _chip(both[0], rng, 8)
    if both is None or line is None:
        return None
    one, other = both
    many = 2 + rng.below(6)
    if not _fits(other, many * line.cents):
        return None
    taken = recounted(one, line, line.pieces - many)
    after = world.put(taken, stacked(other, many * line.cents))
    signs = [(one.code, "chips"), (other.code, "chips")]
    return wrong(after, signs, "chips_at_other", one.closing.name)


def over_night(world: World, rng: Chance) -> Found:
    """Chips leave a closed rack over night: it opens with an Error Notification Slip."""
    table = some_table(world, rng, lambda each: _chip(each, Chance(0), 4))
    line = None if table is None else _chip(table, rng, 4)
    if table is None or line is None:
        return None
    short = replace(line, pieces=-2)
    found = Opened("IS-9001", "IS-9000", "EN-9001", -2 * line.cents, (short,))
    after = world.put(replace(table, opened=(found,)))
    return wrong(after, [(table.code, "chips")], "over_night", "EN-9001")
