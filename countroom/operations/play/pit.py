"""What the pit does on a played day: opening, fills and credits, slips, the drop of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from countroom.domain.inventory import SlipKind
from countroom.domain.opening import Action, Told
from countroom.domain.papers.error_notification import plan_of
from countroom.domain.people import Role
from countroom.operations import credits as credits_
from countroom.operations import drop, error_slips, fills, slips
from countroom.operations.play import bank, keys
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import ChipKey, Filling
from countroom.stores import bookings, documents

_STEP: Final = timedelta(seconds=20)
"""From one signature to the next."""

_RECOUNT: Final = timedelta(minutes=3)
"""Until a rack that differs is counted a second time."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works at a table: numbers that choose people of each role."""

    dealer: int
    floor: int


def crew_of(place: int) -> Crew:
    """The crew of the table at a place in the list."""
    return Crew(dealer=place, floor=place // 5)


def place_box(stage: Stage, at: datetime, table: str, box: str) -> None:
    """Lock a box to a table."""
    who = stage.who(Role.DROP_TEAM)
    stage.do(at, who, drop.place_box, table=table, box=box)


def open_table(
    stage: Stage, at: datetime, table: str, rack: Mapping[ChipKey, int], *, crew: Crew
) -> tuple[str, ...]:
    """Open a table; gives the kinds of paper that went into its box.

    One that opens with anything else than it was left with is counted a second time, and opens
    with an Error Notification Slip.
    """
    stage.now = max(stage.now, at)
    floor = (Role.FLOORPERSON, crew.floor)
    keys.container(stage, table, floor, out=True)
    papers: tuple[str, ...] = ("openers",)
    slip(stage, at, table, SlipKind.OPENING, rack, crew=crew)
    if _differs(stage, table):
        name = slip(stage, stage.now + _RECOUNT, table, SlipKind.OPENING, rack, crew=crew)
        _error_slip(stage, stage.now + _STEP, name, crew)
        papers = (*papers, "error_slips")
    keys.container(stage, table, floor, out=False)
    return papers


def _differs(stage: Stage, table: str) -> bool:
    with stage.database.read() as tx:
        return bookings.differing_slip(tx, table) is not None


def _error_slip(stage: Stage, at: datetime, slip: str, crew: Crew) -> None:
    """The floorperson tells whom the amount asks for; all of them sign."""
    actors = {role: (role, crew.dealer) for role in Action.REGULATOR.told}
    actors[Role.FLOORPERSON] = (Role.FLOORPERSON, crew.floor)
    told = tuple(Told(role, stage.person(*who).code, stage.now) for role, who in actors.items())
    floor = actors[Role.FLOORPERSON]
    made = stage.do(at, stage.who(*floor), error_slips.make, slip=slip, told=told)
    with stage.database.read() as tx:
        plan = plan_of(documents.by_name(tx, made.name).content)
    actors[Role.DEALER] = (Role.DEALER, crew.dealer)
    steps = [step for step in plan.paper.signatures if plan.missing(step, ())]
    for number, step in enumerate(steps, 1):
        who = next(actors[role] for role in step.roles if role in actors)
        stage.do(
            at + number * _STEP,
            stage.who(*who),
            error_slips.sign,
            slip=made.name,
            step=step.name,
            proof=stage.proof(*who),
            saw=stage.digest(made.name),
        )


def slip(
    stage: Stage,
    at: datetime,
    table: str,
    kind: SlipKind,
    rack: Mapping[ChipKey, int],
    *,
    crew: Crew,
    incoming: str = "",
) -> str:
    """Count a rack, dealer and floorperson sign; gives the slip's name."""
    dealer, floor = (Role.DEALER, crew.dealer), (Role.FLOORPERSON, crew.floor)
    counted = stage.do(
        at,
        stage.who(*dealer),
        slips.count,
        table=table,
        kind=kind,
        pieces=stage.pieces(table, rack),
        incoming=incoming,
    )
    saw = stage.digest(counted.name)
    for number, (step, role) in enumerate((("dealer", dealer), ("floorperson", floor)), 1):
        stage.do(
            at + number * _STEP,
            stage.who(*role),
            slips.sign,
            slip=counted.name,
            step=step,
            proof=stage.proof(*role),
            saw=saw,
        )
    return counted.name


def move_chips(
    stage: Stage, at: datetime, table: str, word: str, chips: Mapping[ChipKey, int], crew: Crew
) -> str:
    """Fill or credit a table, from the request to the box; gives the slip's name."""
    way = fills if word == "fill" else credits_
    floor = (Role.FLOORPERSON, crew.floor)
    pieces = tuple(entry for entry in stage.pieces(table, chips) if entry.pieces)
    asked = stage.do(
        at, stage.who(*floor), way.request, table=table, pieces=pieces, proof=stage.proof(*floor)
    )
    if word == "credit":
        _send_out(stage, at, asked.name, crew)
    bank.carry(stage, word, chips)
    cashier = (Role.CHIP_BANK_CASHIER, crew.dealer)
    made = stage.do(
        at + _STEP,
        stage.who(*cashier),
        way.prepare,
        request=asked.name,
        pieces=pieces,
        proof=stage.proof(*cashier),
    )
    saw = stage.digest(made.name)
    signers = (
        ("security", (Role.SECURITY, crew.dealer)),
        ("dealer", (Role.DEALER, crew.dealer)),
        ("floorperson", floor),
    )
    for number, (step, role) in enumerate(signers, 2):
        stage.do(
            at + number * _STEP,
            stage.who(*role),
            way.sign,
            slip=made.name,
            step=step,
            proof=stage.proof(*role),
            saw=saw,
        )
    return made.name


def _send_out(stage: Stage, at: datetime, request: str, crew: Crew) -> None:
    """The dealer counts a credit's chips out, security takes them with the request."""
    saw = stage.digest(request)
    carries = ((Role.DEALER, crew.dealer), (Role.SECURITY, crew.dealer))
    for number, role in enumerate(carries, 1):
        stage.do(
            at + number * _STEP / 4,
            stage.who(*role),
            credits_.sign_request,
            request=request,
            step=role[0].value,
            proof=stage.proof(*role),
            saw=saw,
        )


def drop_table(
    stage: Stage,
    at: datetime,
    out: Filling,
    incoming: Filling,
    rack: Mapping[ChipKey, int] | None,
    crew: Crew,
) -> None:
    """Drop a table while play goes on, or a closed one.

    Args:
        stage: Where.
        at: When.
        out: The box that leaves.
        incoming: The box that comes.
        rack: What is counted for the drop slip; nothing at a closed table.
        crew: Who works there.
    """
    name = ""
    if rack is not None:
        name = slip(stage, at, out.table, SlipKind.DROP, rack, crew=crew, incoming=incoming.box)
        out.drop_paper("drop_slips")
        incoming.drop_paper("drop_slips")
    stage.do(
        at + 3 * _STEP,
        stage.who(Role.DROP_TEAM),
        drop.drop_box,
        table=out.table,
        box=out.box,
        replacement=incoming.box,
        slip=name,
    )
