"""What goes wrong at the felt and in the record of its rounds."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countroom.domain.explaining.facts import Table
from countroom.engine.house import TAKEN
from tests.disturbances.chance import Chance
from tests.disturbances.world import (
    World,
    Wrong,
    main_box,
    reboxed,
    rewritten,
    rows_of,
    some_table,
    stacked,
    wrong,
)

Found = Wrong | None
Columns = Mapping[str, NDArray[Any]]


def _changed(given: Columns, column: str, row: int, value: int) -> dict[str, NDArray[Any]]:
    values = given[column].copy()
    values[row] = value
    return {**given, column: values}


def _recorded(world: World, rng: Chance, column: str, *, to: int, way: int) -> Found:
    """A wager was settled otherwise than the book, and so recorded: ``to`` times its amount."""
    options = [
        (code, row)
        for code, whole in world.rounds.items()
        for row in np.flatnonzero(whole.given.get(column, np.zeros(1)) > 0).tolist()
    ]
    if not options:
        return None
    code, row = rng.choice(options)
    given = world.rounds[code].given
    amount = int(given[column][row])
    off = (to - 1) * amount * way
    number = int(given["round"][row])
    try:
        rack = stacked(world.tables[code], off)
    except AssertionError:
        return None
    after = world.put(rack).recorded(code, _changed(given, column, row, to * amount))
    return wrong(after, [(code, "chips")], "round_recorded", f"round {number}")


def paid_twice(world: World, rng: Chance) -> Found:
    """A winner is paid twice."""
    return _recorded(world, rng, "paid_tray_cents", to=2, way=-1)


def not_paid(world: World, rng: Chance) -> Found:
    """A winner is not paid."""
    return _recorded(world, rng, "paid_tray_cents", to=0, way=-1)


def not_taken(world: World, rng: Chance) -> Found:
    """A losing wager is not taken."""
    return _recorded(world, rng, "collected_cents", to=0, way=1)


def vigorish_missed(world: World, rng: Chance) -> Found:
    """Vigorish is not collected."""
    return _recorded(world, rng, "vig_collected_cents", to=0, way=1)


def marks_missed(world: World, rng: Chance) -> Found:
    """Marked vigorish is not collected."""
    return _recorded(world, rng, "vig_cleared_cents", to=0, way=1)


def _net(columns: Columns, number: int) -> int:
    here = rows_of(columns, number)
    taken = sum(int(columns[name][here].sum()) for name in TAKEN)
    return taken - int(columns["paid_tray_cents"][here].sum())


_KEEPS = frozenset({"craps", "mini_craps", "baccarat", "minibaccarat"})
"""Games where a round leaves something to the next: another round more changes those after."""


def _a_round(world: World, rng: Chance) -> tuple[str, int] | None:
    options = [
        (code, number)
        for code, whole in world.rounds.items()
        if whole.period.game not in _KEEPS and world.tables[code].kind.value == "banking"
        for number in np.unique(whole.given["round"]).tolist()[1:-1]
        if _net(whole.again.columns, number)
        and not whole.given["coupon_cents"][rows_of(whole.given, number)].any()
    ]
    return rng.choice(options) if options else None


def round_twice(world: World, rng: Chance) -> Found:
    """A round is recorded twice, the second time at the end."""
    found = _a_round(world, rng)
    if found is None:
        return None
    code, number = found
    given = world.rounds[code].given
    again = rows_of(given, number)
    last = int(given["round"].max()) + 1
    columns = {name: np.concatenate([values, values[again]]) for name, values in given.items()}
    columns["round"][-int(again.sum()) :] = last
    after = world.recorded(code, columns)
    return wrong(after, [(code, "chips")], "round_twice", f"round {last}")


def round_late(world: World, rng: Chance) -> Found:
    """A round played after the drop is recorded with the period before."""
    found = _a_round(world, rng)
    if found is None:
        return None
    code, number = found
    whole = world.rounds[code]
    given = whole.given
    again = rows_of(given, number)
    columns = {name: np.concatenate([values, values[again]]) for name, values in given.items()}
    last, many = int(given["round"].max()) + 1, int(again.sum())
    columns["round"][-many:] = last
    columns["at"][-many:] = round((whole.period.to_at.timestamp() + 90) * 1_000_000)
    columns["stake_cents"][-many:] *= 2
    for name in (*TAKEN, "paid_tray_cents", "pushed_cents", "vig_charged_cents"):
        columns[name][-many:] *= 2
    after = world.recorded(code, columns)
    return wrong(after, [(code, "chips")], "round_late", f"round {last}")


def round_missing(world: World, rng: Chance) -> Found:
    """A round is not recorded."""
    found = _a_round(world, rng)
    if found is None:
        return None
    code, number = found
    given = world.rounds[code].given
    rest = ~rows_of(given, number)
    after = world.recorded(code, {name: values[rest] for name, values in given.items()})
    return wrong(after, [(code, "chips")], "round_missing", f"round {number}")


# ----------------------------------------------------------------------------------- buy-ins


def _cash(table: Table) -> bool:
    return any(not each.serial for each in table.buyins)


def buy_in_wrong(world: World, rng: Chance) -> Found:
    """A buy-in is recorded with another amount."""
    table = some_table(world, rng, _cash)
    if table is None:
        return None
    buyins = world.rounds[table.code].buyins
    row = rng.choice(np.flatnonzero(buyins["kind"] == "cash").tolist())
    off = rng.choice([-1, 1, 2]) * 4_000
    after = world.bought(
        table.code, _changed(buyins, "cents", row, int(buyins["cents"][row]) + off)
    )
    return wrong(after, [(table.code, "cash"), (table.code, "chips")], "buy_in", table.code)


def buy_in_missing(world: World, rng: Chance) -> Found:
    """A buy-in is not recorded."""
    table = some_table(world, rng, _cash)
    if table is None:
        return None
    buyins = world.rounds[table.code].buyins
    row = rng.choice(np.flatnonzero(buyins["kind"] == "cash").tolist())
    rest = np.arange(len(buyins["cents"])) != row
    after = world.bought(table.code, {name: values[rest] for name, values in buyins.items()})
    return wrong(after, [(table.code, "cash"), (table.code, "chips")], "buy_in", table.code)


# -------------------------------------------------------------------------------------- rake


def rake_chip_gone(world: World, rng: Chance) -> Found:
    """A raked chip is not in the box."""
    table = some_table(world, rng, lambda each: each.boxes and main_box(each).chips)
    if table is None:
        return None
    box = main_box(table)
    held = [line for line in box.chips if line.pieces]
    if not held:
        return None
    line = rng.choice(held)
    chips = rewritten(box.chips, line, line.pieces - 1)
    after = world.put(reboxed(table, box, chips=chips))
    return wrong(after, [(table.code, "chips")], "pieces_short", f"box {box.number}")


def rake_in_rack(world: World, rng: Chance) -> Found:
    """Raked chips go into the rack and not into the box."""
    table = some_table(world, rng, lambda each: each.boxes and main_box(each).chips)
    if table is None:
        return None
    box = main_box(table)
    held = [line for line in box.chips if line.pieces > 2]
    if not held:
        return None
    line = rng.choice(held)
    chips = rewritten(box.chips, line, line.pieces - 3)
    after = world.put(stacked(reboxed(table, box, chips=chips), 3 * line.cents))
    return wrong(after, [(table.code, "chips")], "rake", f"box {box.number}")
