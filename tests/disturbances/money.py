"""What goes wrong with the money in the boxes, the checks and the coupons."""

from collections.abc import Callable
from dataclasses import replace

from countroom.domain.explaining.facts import Check, Line, Table, worth
from tests.disturbances.chance import Chance
from tests.disturbances.world import (
    World,
    Wrong,
    main_box,
    reboxed,
    rewritten,
    some_table,
    tallied,
    two_tables,
    with_money,
    wrong,
)

Found = Wrong | None
How = Callable[[Line], int | None]


def _line(table: Table, rng: Chance, least: int = 1) -> Line | None:
    found = [line for line in main_box(table).money if line.pieces >= least]
    return rng.choice(found) if found else None


def _recount(world: World, rng: Chance, change: int, least: int, causes: str) -> Found:
    """One line of a box at another number of pieces."""
    table = some_table(world, rng, lambda each: with_money(each) and _line(each, Chance(0), least))
    line = None if table is None else _line(table, rng, least)
    if table is None or line is None:
        return None
    box = main_box(table)
    pieces = line.pieces + change
    money = rewritten(box.money, line, pieces)
    after = world.put(reboxed(table, box, money=money))
    return wrong(after, [(table.code, "cash")], causes, f"box {box.number}")


def note_gone(world: World, rng: Chance) -> Found:
    """A note leaves the box before it is counted."""
    return _recount(world, rng, -1, 1, "pieces_short")


def notes_gone(world: World, rng: Chance) -> Found:
    """Three notes of a kind leave the box: a strap is short."""
    return _recount(world, rng, -3, 3, "pieces_short")


def note_more(world: World, rng: Chance) -> Found:
    """A note is found in the box that nobody paid with."""
    return _recount(world, rng, 1, 0, "pieces_over")


def _rewrite(world: World, rng: Chance, causes: str, how: How) -> Found:
    """One line of a box written as another number, chosen by ``how``."""
    options = [
        (table, line, pieces)
        for table in world.tables.values()
        if with_money(table)
        for line in main_box(table).money
        if (pieces := how(line)) is not None and pieces != line.pieces
    ]
    if not options:
        return None
    table, line, pieces = rng.choice(options)
    box = main_box(table)
    after = world.put(reboxed(table, box, money=rewritten(box.money, line, pieces)))
    return wrong(after, [(table.code, "cash")], causes, f"box {box.number}")


def digits_exchanged(world: World, rng: Chance) -> Found:
    """Two digits of a line are exchanged."""

    def how(line: Line) -> int | None:
        return int(str(line.pieces)[::-1]) if 12 <= line.pieces <= 98 else None

    return _rewrite(world, rng, "digits_exchanged", how)


def digit_twice(world: World, rng: Chance) -> Found:
    """A digit is struck twice."""

    def how(line: Line) -> int | None:
        return int(f"{line.pieces}{line.pieces % 10}") if line.pieces > 2 else None

    return _rewrite(world, rng, "digit_more", how)


def digit_left_out(world: World, rng: Chance) -> Found:
    """The last of two equal digits, or a zero, is left out."""

    def how(line: Line) -> int | None:
        digits = str(line.pieces)
        fits = len(digits) > 1 and (digits[-1] == digits[-2] or digits[-1] == "0")
        return int(digits[:-1]) if fits else None

    return _rewrite(world, rng, "digit_less", how)


def count_as_amount(world: World, rng: Chance) -> Found:
    """The amount of a line is entered as its count."""

    def how(line: Line) -> int | None:
        return line.pieces * (line.cents // 100) if line.cents > 100 and line.pieces else None

    return _rewrite(world, rng, "amount_for_count", how)


def line_left_out(world: World, rng: Chance) -> Found:
    """A line is left at nothing."""
    return _rewrite(
        world, rng, "line_left_out box_not_counted", lambda line: 0 if line.pieces > 20 else None
    )


def _with_two_lines(table: Table) -> bool:
    return with_money(table) and len([x for x in main_box(table).money if x.pieces]) > 1


def lines_exchanged(world: World, rng: Chance) -> Found:
    """Two lines of a box are entered in each other's place."""
    table = some_table(world, rng, _with_two_lines)
    if table is None:
        return None
    box = main_box(table)
    one, other = rng.sample([line for line in box.money if line.pieces], 2)
    if one.pieces == other.pieces:
        return None
    money = tuple(
        replace(line, pieces={one: other, other: one}.get(line, line).pieces) for line in box.money
    )
    after = world.put(reboxed(table, box, money=money))
    return wrong(after, [(table.code, "cash")], "lines_exchanged", f"box {box.number}")


def other_denomination(world: World, rng: Chance) -> Found:
    """A note is counted as another denomination."""
    return _other(world, rng, 1, "other_denomination")


def strap_of_another(world: World, rng: Chance) -> Found:
    """A strap of a hundred notes is counted as another denomination."""
    return _other(world, rng, 100, "strap_other_denomination other_denomination")


def _other(world: World, rng: Chance, many: int, causes: str) -> Found:
    table = some_table(world, rng, lambda each: with_money(each) and _line(each, rng, many))
    right = None if table is None else _line(table, rng, many)
    if table is None or right is None:
        return None
    box = main_box(table)
    taken = rng.choice([line for line in box.money if line.cents != right.cents])
    money = rewritten(box.money, right, right.pieces - many)
    money = rewritten(money, taken, taken.pieces + many)
    after = world.put(reboxed(table, box, money=money))
    return wrong(after, [(table.code, "cash")], causes, f"box {box.number}")


# ------------------------------------------------------------------------------------- boxes


def boxes_exchanged(world: World, rng: Chance) -> Found:
    """The labels of two boxes are exchanged, with all they hold."""
    both = two_tables(world, rng, lambda each: with_money(each) and each.kind.value == "banking")
    if both is None:
        return None
    one, other = both
    a, b = main_box(one), main_box(other)
    exchanged = (
        reboxed(one, a, money=b.money, coupons=b.coupons, papers=b.papers),
        reboxed(other, b, money=a.money, coupons=a.coupons, papers=a.papers),
    )
    signs = [(one.code, "cash"), (other.code, "cash")]
    return wrong(world.put(*exchanged), signs, "boxes_exchanged", f"box {a.number}")


def figures_exchanged(world: World, rng: Chance) -> Found:
    """The money of two boxes is entered in each other's place."""
    both = two_tables(world, rng, with_money)
    if both is None or main_box(both[0]).money == main_box(both[1]).money:
        return None
    one, other = both
    a, b = main_box(one), main_box(other)
    if worth(a.money) == worth(b.money):
        return None
    exchanged = (reboxed(one, a, money=b.money), reboxed(other, b, money=a.money))
    signs = [(one.code, "cash"), (other.code, "cash")]
    return wrong(world.put(*exchanged), signs, "boxes_exchanged", f"box {a.number}")


def box_twice(world: World, rng: Chance) -> Found:
    """The money of a box is counted again with the next."""
    both = two_tables(world, rng, with_money)
    if both is None:
        return None
    one, other = both
    a, b = main_box(one), main_box(other)
    more = {line.cents: line.pieces for line in b.money}
    money = tuple(replace(line, pieces=line.pieces + more.get(line.cents, 0)) for line in a.money)
    after = world.put(reboxed(one, a, money=money))
    return wrong(after, [(one.code, "cash")], "box_twice", f"box {b.number}")


def box_not_counted(world: World, rng: Chance) -> Found:
    """A box is closed without its money having been counted."""
    table = some_table(world, rng, lambda each: with_money(each) and len(each.boxes) == 1)
    if table is None:
        return None
    box = main_box(table)
    money = tuple(replace(line, pieces=0) for line in box.money)
    after = world.put(reboxed(table, box, money=money))
    return wrong(after, [(table.code, "cash")], "box_not_counted", f"box {box.number}")


def note_in_other_box(world: World, rng: Chance) -> Found:
    """A note falls into the heap of another box."""
    both = two_tables(world, rng, with_money)
    line = None if both is None else _line(both[0], rng)
    if both is None or line is None:
        return None
    one, other = both
    a, b = main_box(one), main_box(other)
    there = next(each for each in b.money if each.cents == line.cents)
    after = world.put(
        reboxed(one, a, money=rewritten(a.money, line, line.pieces - 1)),
        reboxed(other, b, money=rewritten(b.money, there, there.pieces + 1)),
    )
    signs = [(one.code, "cash"), (other.code, "cash")]
    return wrong(after, signs, "other_box", f"box {a.number}", f"box {b.number}")


# ----------------------------------------------------------------------------------- coupons


def _played(table: Table) -> bool:
    return any(box.coupons for box in table.boxes) and bool(main_box(table).coupons)


def coupon_gone(world: World, rng: Chance) -> Found:
    """A coupon is not in the box."""
    table = some_table(world, rng, _played)
    if table is None:
        return None
    box = main_box(table)
    gone = rng.choice(box.coupons)
    rest = tuple(each for each in box.coupons if each != gone)
    after = world.put(reboxed(table, box, coupons=rest))
    return wrong(after, [(table.code, "coupons")], "coupon_gone", f"coupon {gone[0]}")


def coupon_more(world: World, rng: Chance) -> Found:
    """A coupon that nobody played lies in the box."""
    table = some_table(world, rng, lambda each: each.boxes)
    if table is None:
        return None
    box = main_box(table)
    more = (f"M-{rng.below(10**6):06}", 2_500)
    after = world.put(reboxed(table, box, coupons=(*box.coupons, more)))
    return wrong(after, [(table.code, "coupons")], "coupon_extra", f"coupon {more[0]}")


def coupon_mistyped(world: World, rng: Chance) -> Found:
    """A digit of a coupon's serial is entered wrongly."""
    table = some_table(world, rng, _played)
    if table is None:
        return None
    box = main_box(table)
    serial, value = rng.choice(box.coupons)
    typed = serial[:-2] + str((int(serial[-2]) + 5) % 10) + serial[-1]
    coupons = tuple((typed, value) if each[0] == serial else each for each in box.coupons)
    after = world.put(reboxed(table, box, coupons=coupons))
    return wrong(after, [(table.code, "coupons")], "coupon_mistyped", f"coupon {serial}")


def coupon_in_other_box(world: World, rng: Chance) -> Found:
    """A coupon falls into the heap of another box."""
    one = some_table(world, rng, _played)
    if one is None:
        return None
    other = some_table(world, rng, lambda each: each.boxes and each.code != one.code)
    if other is None:
        return None
    a, b = main_box(one), main_box(other)
    coupon = rng.choice(a.coupons)
    after = world.put(
        reboxed(one, a, coupons=tuple(each for each in a.coupons if each != coupon)),
        reboxed(other, b, coupons=(*b.coupons, coupon)),
    )
    signs = [(one.code, "coupons"), (other.code, "coupons")]
    return wrong(after, signs, "coupon_other_box", f"coupon {coupon[0]}")


def coupon_twice(world: World, rng: Chance) -> Found:
    """A coupon is entered twice."""
    table = some_table(world, rng, _played)
    if table is None:
        return None
    box = main_box(table)
    again = rng.choice(box.coupons)
    after = world.put(reboxed(table, box, coupons=(*box.coupons, again)))
    return wrong(after, [(table.code, "coupons")], "coupon_extra", f"coupon {again[0]}")


def coupon_as_cash(world: World, rng: Chance) -> Found:
    """A coupon is counted as notes of its value."""
    table = some_table(world, rng, _played)
    if table is None:
        return None
    box = main_box(table)
    coupon = rng.choice(box.coupons)
    money, left = box.money, coupon[1]
    for line in sorted(money, key=lambda each: -each.cents):
        many, left = divmod(left, line.cents)
        money = rewritten(money, line, line.pieces + many)
    rest = tuple(each for each in box.coupons if each != coupon)
    after = world.put(reboxed(table, box, money=money, coupons=rest))
    signs = [(table.code, "cash"), (table.code, "coupons")]
    return wrong(after, signs, "coupon_as_cash", f"coupon {coupon[0]}")


# ------------------------------------------------------------------------------------ checks


def _with_checks(table: Table) -> bool:
    return bool(table.checks)


def _checks(table: Table, out: Check, *new: Check) -> Table:
    return replace(table, checks=(*(each for each in table.checks if each != out), *new))


def check_gone(world: World, rng: Chance) -> Found:
    """An issuance copy is not in the box, and so not entered."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    after = world.put(tallied(_checks(table, check), counter_checks=-1))
    signs = [(table.code, "checks"), (table.code, "papers")]
    return wrong(after, signs, "check_missing", f"check {check.serial}")


def check_not_entered(world: World, rng: Chance) -> Found:
    """A copy that lies in the box is not entered."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    after = world.put(_checks(table, check))
    signs = [(table.code, "checks")]
    return wrong(after, signs, "check_not_entered", f"check {check.serial}")


def check_twice(world: World, rng: Chance) -> Found:
    """A copy is entered a second time, with a digit of its number wrong."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    again = Check(f"{check.name}-2", check.serial[:-1] + "9", check.cents)
    after = world.put(replace(table, checks=(*table.checks, again)))
    return wrong(after, [(table.code, "checks")], "check_twice", f"check {check.serial}")


def check_amount(world: World, rng: Chance) -> Found:
    """The amount of a check is entered with two digits exchanged."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    digits = str(check.cents)
    typed = replace(check, cents=int(digits[1] + digits[0] + digits[2:]))
    if typed.cents == check.cents or not typed.cents:
        return None
    after = world.put(_checks(table, check, typed))
    return wrong(after, [(table.code, "checks")], "check_amount", f"check {check.serial}")


def check_serial(world: World, rng: Chance) -> Found:
    """The number of a check is entered wrongly."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    typed = replace(check, serial=check.serial[:-1] + "8")
    after = world.put(_checks(table, check, typed))
    return wrong(after, [(table.code, "checks")], "check_serial", f"check {check.serial}")


def check_elsewhere(world: World, rng: Chance) -> Found:
    """A check is entered for another table."""
    one = some_table(world, rng, _with_checks)
    if one is None:
        return None
    other = some_table(world, rng, lambda each: each.code != one.code and each.boxes)
    if other is None:
        return None
    check = rng.choice(one.checks)
    there = replace(other, checks=(*other.checks, check))
    after = world.put(_checks(one, check), there)
    signs = [(one.code, "checks"), (other.code, "checks")]
    return wrong(after, signs, "check_elsewhere", f"check {check.serial}")


def check_as_cash(world: World, rng: Chance) -> Found:
    """A check is counted as currency of its amount, and not as a check."""
    table = some_table(world, rng, _with_checks)
    if table is None:
        return None
    check = rng.choice(table.checks)
    table = tallied(_checks(table, check), counter_checks=-1)
    box = main_box(table)
    hundred = next(line for line in box.money if line.cents == 10_000)
    money = rewritten(box.money, hundred, hundred.pieces + check.cents // 10_000)
    after = world.put(reboxed(table, box, money=money))
    signs = [(table.code, "cash"), (table.code, "checks")]
    return wrong(after, signs, "check_as_cash", f"check {check.serial}")
