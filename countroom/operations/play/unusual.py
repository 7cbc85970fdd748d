"""What is out of the ordinary on a played day: a fill that is voided, a box taken by emergency."""

from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain.floor import BoxUse
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.operations import drop, fills
from countroom.operations.play import pit
from countroom.operations.play.floor import TableDay
from countroom.operations.play.stage import Actor, Stage
from countroom.operations.play.truth import Filling

_STEP: Final = timedelta(seconds=20)


def void_fill(stage: Stage, table: TableDay, at: datetime) -> None:
    """A fill is asked for, its slip is made, and voided before it left; nothing moves."""
    code, crew = table.facts.code, table.crew
    floor: Actor = (Role.FLOORPERSON, crew.floor)
    bank: Actor = (Role.CHIP_BANK_CASHIER, crew.dealer)
    some = next(key for key in table.rack)
    pieces = tuple(entry for entry in stage.pieces(code, {some: 20}) if entry.pieces)
    asked = {"table": code, "pieces": pieces, "proof": stage.proof(*floor)}
    request = stage.do(at, stage.who(*floor), fills.request, **asked).name
    asked = {"request": request, "pieces": pieces, "proof": stage.proof(*bank)}
    slip = stage.do(at + _STEP, stage.who(*bank), fills.prepare, **asked).name
    stage.do(
        at + 2 * _STEP,
        stage.who(*bank),
        fills.void,
        slip=slip,
        reason="asked for the wrong table; the chips never left the bank",
        proof=stage.proof(*bank),
        second=stage.proof(Role.SECURITY, crew.dealer),
    )
    reason = "asked for the wrong table"
    stage.do(at + 3 * _STEP, stage.who(*floor), fills.withdraw, request=request, reason=reason)


def emergency(stage: Stage, table: TableDay, at: datetime, day: date) -> None:
    """The box of a table that has just opened comes off: its slot is torn.

    The dealer counts the rack, which nobody has played from; an emergency box takes the place.

    Raises:
        EntryError: The house has no emergency box.
    """
    boxes = [box.code for box in stage.house.boxes if box.use is BoxUse.EMERGENCY]
    if not boxes:
        raise EntryError({"boxes": "This house has no emergency box."})
    code, out = table.facts.code, table.box
    tell(stage, at, day)
    incoming = Filling(boxes[0], code)
    name = pit.slip(
        stage, at, code, SlipKind.DROP, table.rack, crew=table.crew, incoming=incoming.box
    )
    out.drop_paper("drop_slips")
    incoming.drop_paper("drop_slips")
    stage.do(
        at + 3 * _STEP,
        stage.who(Role.DROP_TEAM),
        drop.drop_box,
        table=code,
        box=out.box,
        replacement=incoming.box,
        slip=name,
        emergency=drop.Emergency(
            reason="the slot of the box is torn",
            ordered_by=stage.person(Role.FLOORPERSON, table.crew.floor).code,
            independent=stage.person(Role.COUNT_ROOM_SUPERVISOR).code,
            representative=stage.person(Role.CCR).code,
        ),
    )
    table.taken.append(out)
    table.box = incoming


def tell(stage: Stage, at: datetime, day: date) -> None:
    """Surveillance is told of the drop of a gaming date."""
    officer = stage.person(Role.SURVEILLANCE).code
    who = stage.who(Role.DROP_TEAM)
    stage.do(at, who, drop.tell_surveillance, what="drop", gaming_date=day, officer=officer)
