"""Storing what each table's drop period came to, when its count is concluded."""

from datetime import date

from countroom.operations.acts import Act
from countroom.stores import documents, registry, totals
from countroom.stores.registry import Period
from countroom.stores.totals import compute

__all__ = ["compute", "store_totals"]


def store_total(act: Act, count: str, table: str) -> None:
    """Store one table's total anew, part of an act that changed what it came to."""
    act.flush()
    day = totals.gaming_date_of(act.tx, count)
    act.add(totals.row(act.tx, count, totals.compute_table(act.tx, day, table), act.seq))
    act.flush()


def store_totals(act: Act, count: str) -> None:
    """Store one total per table of a count; part of the act that concludes or completes it.

    A total that says what the newest one says is not stored again. A box that had been named
    missing brings money of an earlier drop period: that period's total is stored anew.
    """
    act.flush()
    own = totals.gaming_date_of(act.tx, count)
    before = {day.table: day for day in totals.stored(act.tx, own)}
    for day in totals.compute(act.tx, count):
        if before.get(day.table) != day:
            act.add(totals.row(act.tx, count, day, act.seq))
    act.flush()
    for period in _earlier_periods(act, count, own):
        _store_again(act, count, period)


def _earlier_periods(act: Act, count: str, own: date) -> list[Period]:
    """Drop periods of other gaming dates whose boxes were counted in a count."""
    boxes = documents.find(act.tx, paper="box_count", count=count)
    numbers = sorted({box.period for box in boxes if box.period is not None})
    periods = [registry.period(act.tx, number) for number in numbers]
    return [period for period in periods if period.gaming_date != own]


def _store_again(act: Act, count: str, period: Period) -> None:
    before = {day.table: day for day in totals.stored(act.tx, period.gaming_date)}
    day = totals.compute_table(act.tx, period.gaming_date, period.table)
    if before.get(period.table, day) != day:
        act.add(totals.row(act.tx, count, day, act.seq))
        act.flush()
