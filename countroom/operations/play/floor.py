"""The floor before the first act of a played day: boxes, racks, when each table is dropped."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from numpy.typing import NDArray

from countroom.domain.drop import BoxState
from countroom.domain.floor import Table
from countroom.domain.house import House
from countroom.domain.inventory import TableState
from countroom.engine.dealing import BuyIn
from countroom.errors import EntryError
from countroom.operations import tables
from countroom.operations.play import pit
from countroom.operations.play.bank import usual
from countroom.operations.play.plan import Plan
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import ChipKey, Filling, Truth
from countroom.stores import Tx, bookings, custody, registry

MINUTE: Final = timedelta(minutes=1)


@dataclass(slots=True)
class TableDay:
    """One table while the day is played.

    Attributes:
        facts: The table's facts.
        place: In the list of tables.
        from_at: When its drop period began.
        drop_at: When it is dropped.
        is_open: Whether it is open now.
        rack: What lies in its rack, as far as play has told.
        box: The box on it, as it fills.
        incoming: The box that comes with the drop.
        buyins: Of the period.
        columns: Rounds of the period, batch by batch.
        came: The box that came, once the table is dropped.
        taken: Boxes that came off before the drop.
    """

    facts: Table
    place: int
    from_at: datetime
    drop_at: datetime
    is_open: bool
    rack: dict[ChipKey, int]
    box: Filling
    incoming: str
    buyins: list[BuyIn] = field(default_factory=list)
    columns: list[dict[str, NDArray[Any]]] = field(default_factory=list)
    came: Filling | None = None
    taken: list[Filling] = field(default_factory=list)

    @property
    def crew(self) -> pit.Crew:
        """Who works there."""
        return pit.crew_of(self.place)


def _free_boxes(tx: Tx, house: House, table: str) -> list[str]:
    standing = custody.where(tx)
    free = {BoxState.STORED_EMPTY, BoxState.RECORDED}
    return [
        box.code
        for box in house.boxes_of(house.table(table))
        if box.code not in standing or standing[box.code].state in free
    ]


def first_boxes(stage: Stage, at: datetime) -> None:
    """Lock a box to every table that carries none."""
    with stage.database.read() as tx:
        bare = {
            table.code: _free_boxes(tx, stage.house, table.code)
            for table in stage.house.tables
            if not tables.box_on(tx, table.code)
        }
    for table, free in bare.items():
        pit.place_box(stage, at, table, _one_of(free, table))


def _one_of(free: list[str], table: str) -> str:
    if not free:
        raise EntryError({"boxes": f"No empty box is there for {table}."})
    return free[0]


def ready(tx: Tx, house: House, plan: Plan, place: int, previous: Truth | None) -> TableDay:
    """Find a table as it stands before the day is played.

    Raises:
        EntryError: It stands in the drop period of another day, or no box is there for it.
    """
    facts = house.tables[place]
    code = facts.code
    period = registry.current_period(tx, code)
    if period is None or period.gaming_date != plan.day:
        stands = "no drop period" if period is None else period.gaming_date.isoformat()
        raise EntryError({"day": f"{code} stands in {stands}, not in {plan.day.isoformat()}."})
    box = tables.box_on(tx, code)
    before = bookings.slip_before(tx, code, None)
    carried = {} if previous is None else {each.box: each for each in previous.on_tables}
    is_open = tables.state_of(tx, code) is TableState.OPEN
    filling = Filling.of(carried[box]) if box in carried else Filling(box, code)
    if box not in carried and is_open:
        filling.drop_paper("drop_slips")
    rack = previous.rack(code) if previous is not None else {}
    if not rack and before is not None:
        rack = {(p.chip_set, p.denomination_cents): p.pieces for p in before.content.pieces}
    return TableDay(
        facts=facts,
        place=place,
        from_at=period.from_at,
        drop_at=_drop_at(house, plan.day, place),
        is_open=is_open,
        rack=rack or new_rack(house, facts, plan.rack_percent),
        box=filling,
        incoming=_one_of(_free_boxes(tx, house, code), code),
    )


def new_rack(house: House, table: Table, percent: int = 100) -> dict[ChipKey, int]:
    """What a table's rack holds when it opens for the first time.

    Args:
        house: The house.
        table: The table.
        percent: Of the usual pieces, at least one of each denomination.
    """
    return {
        key: max(1, pieces * percent // 100)
        for chip_set in house.chip_sets_of(table)
        for key, pieces in usual(chip_set).items()
    }


def _drop_at(house: House, day: date, place: int) -> datetime:
    """Tables are dropped one after another, inside the window that was filed."""
    end = house.property.bounds(day)[1].astimezone(house.property.zone_info)
    began = end.date() - timedelta(days=house.settings.drop_over_midnight)
    opens = datetime.combine(began, house.settings.drop_from, house.property.zone_info)
    closes = datetime.combine(end.date(), house.settings.drop_until, house.property.zone_info)
    room = (closes - opens) - 20 * MINUTE
    step = min(5 * MINUTE, room / (len(house.tables) + 1))
    utc = house.property.bounds(day)[1].tzinfo
    return (opens + 10 * MINUTE + place * step).astimezone(utc)
