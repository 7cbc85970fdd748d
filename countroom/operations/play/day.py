"""Playing a gaming day: every table from its running drop period to its drop, act by act.

Tables are played from a seed and merged in order of time, so that the journal reads as a day
reads. What chance moved is written as rounds on file; what people did is done through the
operations.
"""

import heapq
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countroom.domain.people import Role
from countroom.engine.dealing import buy_in_columns
from countroom.engine.games import GAMES
from countroom.operations import drop
from countroom.operations import rounds as rounds_acts
from countroom.operations.play import bank, events, keys
from countroom.operations.play.floor import MINUTE, TableDay, first_boxes, ready
from countroom.operations.play.plan import Plan
from countroom.operations.play.stage import Stage
from countroom.operations.play.truth import ChipKey, RackTruth, Truth, chips_of, disturbed
from countroom.stores import registry, rounds
from countroom.stores.database import Database
from countroom.stores.house import house_on


def play_day(
    database: Database, folder: Path, plan: Plan, *, previous: Truth | None = None
) -> Truth:
    """Play a gaming day through the operations; it is recorded whole or not at all.

    Args:
        database: The property's, a house loaded.
        folder: Of all rounds.
        plan: How the day goes.
        previous: The truth of the day before; without it racks are what the last slips say.

    Returns:
        What really lies in the boxes dropped and in the racks.

    Raises:
        EntryError: The tables stand in the drop period of another day, or a table has no box
            to come on.
    """
    with database.together():
        return _play(database, folder, plan, previous)


def _play(database: Database, folder: Path, plan: Plan, previous: Truth | None) -> Truth:
    with database.read() as tx:
        house = house_on(tx, plan.day)
    stage = Stage(database, house, house.property.bounds(plan.day)[0])
    first_boxes(stage, stage.now)
    with database.read() as tx:
        floor = [ready(tx, house, plan, place, previous) for place in range(len(house.tables))]
    stage.now = min(table.from_at for table in floor)
    bank.begin(stage, _chips(floor), previous)
    first_drop = min(table.drop_at for table in floor)
    streams = [events.events(stage, plan, table) for table in floor]
    streams.append(iter([events.tell(stage, plan, first_drop)]))
    streams.append(events.shift_counts(stage, plan))
    for event in heapq.merge(*streams, key=lambda event: (event.at, event.order)):
        event.act()
    bank.end(stage, _chips(floor))
    dropped = sorted(floor, key=lambda table: table.drop_at)
    _trolley(stage, plan, dropped)
    boxes = [box for table in dropped for box in (*table.taken, table.box)]
    bank.record_checks(stage, plan.day, [(box.table, box.checks) for box in boxes])
    _record_rounds(stage, folder, plan, dropped)
    return disturbed(_truth(stage, plan.day, dropped), plan.disturb)


def _chips(floor: Sequence[TableDay]) -> list[dict[ChipKey, int]]:
    """What lies in the racks, and in the boxes that are or were on the tables."""
    boxes = (box for table in floor for box in (*table.taken, table.box, table.came))
    return [*(table.rack for table in floor), *(box.chips for box in boxes if box is not None)]


def _trolley(stage: Stage, plan: Plan, dropped: Sequence[TableDay]) -> None:
    """All boxes go to the count room in one trolley; one may be left off its manifest."""
    team, security = (Role.DROP_TEAM, 0), (Role.SECURITY, 0)
    stage.do(
        stage.now + 5 * MINUTE,
        stage.who(*team),
        drop.load_trolley,
        gaming_date=plan.day,
        trolley="T-1",
        boxes=tuple(
            box.box
            for table in dropped
            for box in (*table.taken, table.box)
            if table.facts.code not in plan.unlisted
        ),
        drop_team=stage.proof(*team),
        security=stage.proof(*security),
    )
    keys.bring(stage, keys.DROP, security)


def _record_rounds(stage: Stage, folder: Path, plan: Plan, dropped: Sequence[TableDay]) -> None:
    for table in dropped:
        if table.columns:
            period = _period(stage, plan, table)
            stored = rounds.write_period(
                folder, period, _joined(table.columns), buy_in_columns(table.buyins)
            )
            stage.do(
                stage.now + timedelta(seconds=1),
                stage.who(Role.DROP_TEAM),
                rounds_acts.record_file,
                period=period,
                stored=stored,
            )


def _period(stage: Stage, plan: Plan, table: TableDay) -> rounds.Period:
    facts = table.facts
    with stage.database.read() as tx:
        of = registry.period_on(tx, facts.code, plan.day)
    assert of is not None
    assert of.to_at is not None
    return rounds.Period(
        table=facts.code,
        game=facts.game,
        rules=GAMES[facts.game].Rules.from_dict(stage.house.submission(facts.game).terms),
        gaming_date=plan.day,
        from_at=of.from_at,
        to_at=of.to_at,
        seed=events.seed_of(plan.seed, plan.day.isoformat(), facts.code),
    )


def _joined(batches: "Sequence[dict[str, NDArray[Any]]]") -> dict[str, NDArray[Any]]:
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def _truth(stage: Stage, day: date, dropped: Sequence[TableDay]) -> Truth:
    return Truth(
        gaming_date=day,
        dropped=tuple(box.frozen() for table in dropped for box in (*table.taken, table.box)),
        on_tables=tuple(table.came.frozen() for table in dropped if table.came is not None),
        racks=tuple(RackTruth(table.facts.code, chips_of(table.rack)) for table in dropped),
        bank=chips_of(stage.bank),
        patrons=chips_of(stage.patrons),
    )
