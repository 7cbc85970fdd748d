"""Racks of the dumb world that lose chips while their tables are closed, and their error slips."""

from collections.abc import Iterator
from typing import Any

from countroom.domain.inventory import SlipKind
from countroom.domain.opening import Action, Told
from countroom.errors import RepeatError
from countroom.operations import error_slips, slips
from countroom.operations.acts import Done
from countroom.regulations import V_01, V_10
from tests.stateful.world import Chips, Deed, TableThere, Waiting, World, rack_worth

_ACTORS = {"floorperson": "F2", "security": "G1", "surveillance": "V1", "ccr": "B1"}
_SIGNERS = (("dealer", "D2"), ("floorperson", "F2"), ("security", "G1"), ("surveillance", "V1"))


def loses(table: TableThere) -> bool:
    """Whether chips may be gone from a closed table's container."""
    return table.left is not None and table.differs is None and table.rack["main", 5_00] > 100


def count_short(world: World, table: TableThere) -> Deed:
    """Six chips are gone from the container: count what is left for the opening."""
    short: Chips = table.rack.copy()
    short["main", 5_00] -= 6

    def then(done: Done) -> None:
        table.rack = short
        table.inventory = Waiting(done.name, "opening")

    def asked() -> dict[str, Any]:
        pieces = world.cast.pieces(table.code, short)
        return {"table": table.code, "kind": SlipKind.OPENING, "pieces": pieces}

    return Deed("count rack, short", slips.count, "D1", asked, then)


def finished(table: TableThere, slip: Waiting) -> bool:
    """Whether a slip that both signed stands; an opening count that differs does not."""
    if slip.kind == "opening" and table.left is not None and table.rack != table.left:
        again = 1 if table.differs is None else table.differs.signed + 1
        table.differs = Waiting(slip.name, slip.kind, signed=again)
        return False
    stands(table, slip.kind)
    return True


def stands(table: TableThere, kind: str) -> None:
    """What is counted at a closed table holds from now on; what is gone was lost."""
    lost = 0 if table.left is None else rack_worth(table.rack) - rack_worth(table.left)
    if kind in {"opening", "closed_daily"} and lost:
        if table.opened:
            table.today.net += lost
        else:
            table.today.opening = rack_worth(table.rack)
    table.left, table.differs, table.error = table.rack.copy(), None, None


def legal(world: World, table: TableThere) -> Iterator[Deed]:
    """What is done about an opening count that differs, the straight act first."""
    if table.error is not None:
        yield _sign(world, table, table.error)
        yield _void(world, table, table.error)
    elif table.differs is not None and table.inventory is None:
        yield _make(world, table, table.differs)


def _make(world: World, table: TableThere, differs: Waiting) -> Deed:
    def then(done: Done) -> None:
        table.error = Waiting(done.name, "error")

    def asked() -> dict[str, Any]:
        cast = world.cast
        told = tuple(Told(role, _ACTORS[role.value], cast.now) for role in Action.REGULATOR.told)
        return {"slip": differs.name, "told": told}

    refused = () if differs.signed > 1 else (V_10,)
    return Deed("make error slip", error_slips.make, "F2", asked, then, refused)


def _sign(world: World, table: TableThere, error: Waiting) -> Deed:
    step, badge = _SIGNERS[error.signed]

    def then(_: Done) -> None:
        error.signed += 1
        if error.signed == len(_SIGNERS):
            stands(table, "opening")
            table.is_open = table.opened = True

    def asked() -> dict[str, Any]:
        cast = world.cast
        saw = cast.digest(error.name)
        return {"slip": error.name, "step": step, "proof": cast.proof(badge), "saw": saw}

    refused: tuple[Any, ...] = ()
    if error.signed + 1 == len(_SIGNERS):
        stuck = world.boxes[table.box].state == "B2x"
        refused = (V_01,) if stuck else (V_10,) if error.kind == "late" else ()
    return Deed(f"sign error slip as {step}", error_slips.sign, badge, asked, then, refused)


def _void(world: World, table: TableThere, error: Waiting) -> Deed:
    def then(_: Done) -> None:
        table.error = None

    def asked() -> dict[str, Any]:
        return {"slip": error.name, "reason": "torn", "second": world.cast.proof("D1")}

    return Deed("void error slip", error_slips.void, "F1", asked, then)


def refused_count(world: World, table: TableThere) -> Deed:
    """Nobody counts again while an error slip waits for signatures."""

    def asked() -> dict[str, Any]:
        pieces = world.cast.pieces(table.code, table.rack)
        return {"table": table.code, "kind": SlipKind.OPENING, "pieces": pieces}

    return Deed("count again", slips.count, "D1", asked, refused=(RepeatError,))


def end_day(table: TableThere) -> None:
    """The drop comes between: what was counted before it opens nothing any more."""
    if table.differs is not None:
        table.differs.signed = 1
    if table.error is not None:
        table.error.kind = "late"
