"""Roulette wheels: stacks marked and freed, and the nonvalue chips counted by two.

Reference:
    603a.1; IMPRESSMENT, V_22.
"""

from collections.abc import Mapping

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.documents import SigningPlan
from countroom.domain.inventory import TableState, check_state
from countroom.domain.papers.impressment import PAPER, Impressment
from countroom.domain.wheel_chips import Colour, Mark, check_colours, colours_of
from countroom.errors import EntryError, NotFoundError
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.tables import state_of
from countroom.stores import wheels
from countroom.stores.bookings import DONE
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at, house_at
from countroom.stores.wheels import FREE, MARKED, STACK


def _colours(act: Act, table: str) -> tuple[str, ...]:
    house = house_at(act.tx, act.now)
    found = colours_of(house.chip_sets_of(house.table(table)))
    if not found:
        msg = f"{table} has no nonvalue chips."
        raise NotFoundError(msg)
    return tuple(colour.code for colour in found)


def _check_colour(act: Act, table: str, colour: str) -> None:
    if colour not in _colours(act, table):
        msg = f"{table} has no colour {colour}."
        raise NotFoundError(msg)


def mark(act: Act, *, table: str, colour: str, mark: Mark) -> Done:
    """Mark what a stack of a colour is worth while somebody plays it.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk.
        NotFoundError: No such table or colour.
        RuleError: The table is closed (V-22).
        EntryError: The colour is marked already: free it first.
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    _check_colour(act, table, colour)
    check_state(table, state_of(act.tx, table), TableState.OPEN, "no stack is marked at it")
    stands = wheels.marks(act.tx, table).get(colour)
    if stands is not None:
        sentence = f"stack: {colour} is marked {stands.stack.text()}: free it first."
        raise EntryError({"stack": sentence})
    return _moved(act, table, colour, MARKED, wheels.about(mark))


def free(act: Act, *, table: str, colour: str) -> Done:
    """Take a colour's mark away: its player has left.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk.
        NotFoundError: No such table or colour, or it is not marked.
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    _check_colour(act, table, colour)
    if colour not in wheels.marks(act.tx, table):
        msg = f"{colour} of {table} is not marked."
        raise NotFoundError(msg)
    return _moved(act, table, colour, FREE, "")


def _moved(act: Act, table: str, colour: str, to_state: str, about: str) -> Done:
    act.move(STACK, wheels.subject(table, colour), to_state, about=about)
    says = f"{colour} of {table} is {to_state}."
    return act.seal(f"stack {to_state}", f"{table}|{colour}", {"about": about}, done=Done(says))


def impress(
    act: Act,
    *,
    table: str,
    counted: Mapping[str, int],
    imprest: Mapping[str, int],
    dealer: Proof,
    floorperson: Proof,
    remark: str = "",
) -> Done:
    """Count the nonvalue chips of a wheel: the dealer counts, the floorperson sees it, both sign.

    Args:
        act: The act.
        table: The wheel's table.
        counted: Colour to how many chips were there.
        imprest: Colour to how many belong to it, where that is said for the first time or
            changes; the others stand as they were.
        dealer: Of the dealer or boxperson.
        floorperson: Of the floorperson.
        remark: Why a set changes.

    Raises:
        AccessError: By another than dealer, boxperson, floorperson or pit clerk, or signed so.
        NotFoundError: No such table, or it has no nonvalue chips.
        EntryError: A colour is left out or unknown, nobody ever said how many belong to it, or
            a set changes and nobody says why.
        RuleError: One person signs twice (IMPRESSMENT).
    """
    access.require(act.who.duty, Permission.PIT_TABLES)
    check_colours(tuple(counted), _colours(act, table))
    before = _imprest(act, table)
    changed = {c for c, n in imprest.items() if before.get(c, n) != n}
    if changed and not remark.strip():
        sentence = f"remark: say why a set changes: {', '.join(sorted(changed))}."
        raise EntryError({"remark": sentence})
    belongs = before | dict(imprest)
    colours = tuple(Colour(code, belongs.get(code, 0), n) for code, n in counted.items())
    content = Impressment(table, colours, remark.strip())
    made = papers.issue(act, PAPER, content, About(gaming_date_at(act.tx, act.now), table=table))
    for step, proof in (("dealer", dealer), ("floorperson", floorperson)):
        act.use(proof)
        papers.sign(act, made, SigningPlan(PAPER), step, proof, saw=made.digest)
    act.move("document", made.name, DONE)
    missing = sum(colour.over != 0 for colour in colours)
    says = f"{made.name}: {missing} of {len(colours)} colours are not whole."
    return act.seal(
        "wheel impressed",
        made.name,
        {"table": table, "digest": made.digest},
        done=Done(says, name=made.name, document=made.id),
    )


def _imprest(act: Act, table: str) -> dict[str, int]:
    return {
        colour.chip_set: colour.imprest
        for counted in wheels.impressments(act.tx, table)
        for colour in counted.colours
    }
