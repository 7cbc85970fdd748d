"""What is out of the ordinary on a played day.

A fill or credit that is voided, a box taken by emergency, one that changes with the shift, the
nonvalue chips of a wheel counted.
"""

from datetime import date, datetime, timedelta
from typing import Final

from countroom.domain.floor import BoxUse
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.papers.credit_request import COUNTED_OUT
from countroom.domain.people import Role
from countroom.domain.wheel_chips import colours_of
from countroom.errors import EntryError
from countroom.operations import credits as credits_
from countroom.operations import drop, fills, wheels
from countroom.operations.play import keys, pit
from countroom.operations.play.floor import TableDay
from countroom.operations.play.stage import Actor, Stage
from countroom.operations.play.truth import Filling
from countroom.stores import wheels as wheels_on_record

IMPREST: Final = 300
"""Nonvalue chips of a colour."""

SECURITY: Final[Actor] = (Role.SECURITY, 0)

_STEP: Final = timedelta(seconds=20)


def void_fill(stage: Stage, table: TableDay, at: datetime) -> None:
    """A fill is asked for, its slip is made, and voided before it left: the pieces were wrong.

    Other pieces come on another slip.
    """
    code, crew = table.facts.code, table.crew
    floor: Actor = (Role.FLOORPERSON, crew.floor)
    bank: Actor = (Role.CHIP_BANK_CASHIER, crew.dealer)
    pieces = _twenty(stage, table)
    asked = {"table": code, "pieces": pieces, "proof": stage.proof(*floor)}
    request = stage.do(at, stage.who(*floor), fills.request, **asked).name
    asked = {"request": request, "pieces": pieces, "proof": stage.proof(*bank)}
    slip = stage.do(at + _STEP, stage.who(*bank), fills.prepare, **asked).name
    stage.do(
        at + 2 * _STEP,
        stage.who(*bank),
        fills.void,
        slip=slip,
        reason="asked for the wrong pieces; the chips never left the bank",
        proof=stage.proof(*bank),
        second=stage.proof(Role.SECURITY, crew.dealer),
    )
    reason = "asked for the wrong pieces"
    stage.do(at + 3 * _STEP, stage.who(*floor), fills.withdraw, request=request, reason=reason)
    wanted = {min(table.rack, key=lambda key: table.rack[key]): 20}
    pit.move_chips(stage, at + 4 * _STEP, code, "fill", wanted, crew)
    for key, more in wanted.items():
        table.rack[key] += more
    table.box.drop_paper("fill_requests", "fill_slips")


def _twenty(stage: Stage, table: TableDay) -> tuple[Pieces, ...]:
    some = next(key for key in table.rack)
    return tuple(entry for entry in stage.pieces(table.facts.code, {some: 20}) if entry.pieces)


def void_credit(stage: Stage, table: TableDay, at: datetime) -> None:
    """A credit's chips are counted out and put back: the request is voided at the table."""
    code, crew = table.facts.code, table.crew
    floor: Actor = (Role.FLOORPERSON, crew.floor)
    dealer: Actor = (Role.DEALER, crew.dealer)
    asked = {"table": code, "pieces": _twenty(stage, table), "proof": stage.proof(*floor)}
    request = stage.do(at, stage.who(*floor), credits_.request, **asked).name
    stage.do(
        at + _STEP,
        stage.who(*dealer),
        credits_.sign_request,
        request=request,
        step=COUNTED_OUT,
        proof=stage.proof(*dealer),
        saw=stage.digest(request),
    )
    stage.do(
        at + 2 * _STEP,
        stage.who(*floor),
        credits_.void,
        paper=request,
        reason="a patron came back to play: the chips stay",
        proof=stage.proof(*floor),
        second=stage.proof(*dealer),
    )


def shift(stage: Stage, table: TableDay, at: datetime, day: date) -> None:
    """The rack of a table that has just opened is counted for the shift, and its box changes.

    Raises:
        EntryError: The house has no spare box.
    """
    spare = next((box.code for box in stage.house.boxes if box.use is BoxUse.SPARE), "")
    if not spare:
        raise EntryError({"boxes": "This house has no spare box."})
    code, out = table.facts.code, table.box
    tell(stage, at, day)
    incoming = Filling(spare, code)
    name = pit.slip(
        stage, at, code, SlipKind.SHIFT, table.rack, crew=table.crew, incoming=incoming.box
    )
    out.drop_paper("shift_slips")
    incoming.drop_paper("shift_slips")
    keys.take(stage, keys.RELEASE, SECURITY, f"box {out.box} of {code}")
    stage.do(
        at + 3 * _STEP,
        stage.who(Role.DROP_TEAM),
        drop.drop_box,
        table=code,
        box=out.box,
        replacement=incoming.box,
        slip=name,
        end_of_day=False,
    )
    keys.bring(stage, keys.RELEASE, SECURITY)
    table.taken.append(out)
    table.box = incoming


def impress(stage: Stage, table: TableDay, at: datetime, *, missing: int = 0) -> None:
    """Count the nonvalue chips of a wheel; some of the first colour may be missing."""
    colours = [each.code for each in colours_of(stage.house.chip_sets_of(table.facts))]
    with stage.database.read() as tx:
        known = bool(wheels_on_record.impressments(tx, table.facts.code))
    counted = dict.fromkeys(colours, IMPREST)
    counted[colours[0]] -= missing
    floor: Actor = (Role.FLOORPERSON, table.crew.floor)
    stage.do(
        at,
        stage.who(*floor),
        wheels.impress,
        table=table.facts.code,
        counted=counted,
        imprest={} if known else dict.fromkeys(colours, IMPREST),
        dealer=stage.proof(Role.DEALER, table.crew.dealer),
        floorperson=stage.proof(*floor),
        remark="" if known else "First set of this wheel.",
    )


def is_new_wheel(stage: Stage, table: TableDay) -> bool:
    """Whether a table has nonvalue chips that nobody ever counted."""
    colours = colours_of(stage.house.chip_sets_of(table.facts))
    with stage.database.read() as tx:
        return bool(colours) and not wheels_on_record.impressments(tx, table.facts.code)


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
    keys.take(stage, keys.RELEASE, SECURITY, f"box {out.box} of {code}")
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
    keys.bring(stage, keys.RELEASE, SECURITY)
    table.taken.append(out)
    table.box = incoming


def tell(stage: Stage, at: datetime, day: date) -> None:
    """Surveillance is told of the drop of a gaming date."""
    officer = stage.person(Role.SURVEILLANCE).code
    who = stage.who(Role.DROP_TEAM)
    stage.do(at, who, drop.tell_surveillance, what="drop", gaming_date=day, officer=officer)
