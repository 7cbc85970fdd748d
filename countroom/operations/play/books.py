"""Accounting after a played day: its forms ticked, its variances explained, the day filed.

What was proposed for each difference comes from whoever asks the reconciliation; who ticks,
explains and signs are the people of the house, each for forms that are not his own.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from countroom.domain.audit import Proposed
from countroom.domain.people import ACCOUNTING_ROLES, Role
from countroom.operations import mismatches as racks
from countroom.operations.books import explaining, filing, ticking
from countroom.operations.books.explaining import Seen
from countroom.operations.play.stage import Actor, Stage
from countroom.stores import adjusting, audit_list, mismatches, totals
from countroom.stores.database import Database
from countroom.stores.house import house_on

Ask = Callable[[date], Sequence[Proposed]]
"""How each table of a date stands to its games, and what would explain it."""

_AFTER: Final = timedelta(hours=10)
"""From the end of a gaming day to its audit."""

_STEP: Final = timedelta(minutes=2)
_MANAGER: Final[Actor] = (Role.ACCOUNTING_SUPERVISOR, 0)


def file_all_but_newest(database: Database, days: Iterable[date], ask: Ask) -> tuple[date, ...]:
    """Audit and file concluded days; the newest is left for whoever looks at it.

    Args:
        database: The property's.
        days: Concluded gaming dates, their Counter Checks entered.
        ask: How each table stands.

    Returns:
        The dates that were filed.
    """
    filed = tuple(sorted(days)[:-1])
    for day in filed:
        file_day(database, day, ask(day))
    return filed


def file_day(database: Database, day: date, found: Sequence[Proposed]) -> str:
    """Audit a concluded day and file it.

    Args:
        database: The property's.
        day: Which.
        found: How each table stands, and what would explain it.

    Returns:
        The number of its final audited worksheet.

    Raises:
        RuleError: Something is left that these people may not do.
    """
    with database.read() as tx:
        house = house_on(tx, day)
    stage = Stage(database, house, house.property.bounds(day)[1] + _AFTER)
    _tick(stage, day)
    for one in found:
        if not one.differing.even:
            _explain(stage, day, one)
    _resolve(stage, day)
    return stage.do(
        stage.now + _STEP,
        stage.who(*_MANAGER),
        filing.file_day,
        gaming_date=day,
        differing=tuple(one.differing for one in found),
        mark=_mark(stage, day),
        proof=stage.proof(*_MANAGER),
    ).name


def _mark(stage: Stage, day: date) -> str:
    with stage.database.read() as tx:
        return totals.mark(tx, day)


def _office(stage: Stage) -> list[Actor]:
    """Everybody of accounting, its supervisors last."""
    in_order = [role for role in Role if role in ACCOUNTING_ROLES]
    return [
        (role, number)
        for role in in_order
        for number, _ in enumerate(stage.house.people_with(role))
    ]


def _tick(stage: Stage, day: date) -> None:
    for actor in _office(stage):
        me = stage.person(*actor).code
        with stage.database.read() as tx:
            left = [item for item in audit_list.items(tx, day) if not item.ticked]
        mine = {item.key: item.digest for item in left if me not in item.people}
        if mine:
            at = stage.now + _STEP
            stage.do(at, stage.who(*actor), ticking.tick, gaming_date=day, items=mine)


def _explain(stage: Stage, day: date, one: Proposed) -> None:
    with stage.database.read() as tx:
        if adjusting.explanation(tx, day, one.differing) is not None:
            return
    known = bool(one.cause)
    stage.do(
        stage.now + _STEP,
        stage.who(*_MANAGER),
        explaining.explain,
        gaming_date=day,
        seen=Seen(one.differing, _mark(stage, day), one.candidates),
        found=one.cause or "the slips of the table, its boxes and its rounds",
        proof=stage.proof(*_MANAGER),
        cause_found=known,
        proposed=one.cause,
    )


def _resolve(stage: Stage, day: date) -> None:
    with stage.database.read() as tx:
        there = [one for one in mismatches.of_day(tx, day) if not one.resolved]
    for one in there:
        stage.do(
            stage.now + _STEP,
            stage.who(*_MANAGER),
            racks.resolve,
            gaming_date=day,
            slip=one.mismatch.slip,
            reason="Not found on the recordings; both slips stand.",
        )
