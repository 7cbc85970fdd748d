"""Storing what each table's drop period came to, when its count is concluded."""

from countroom.operations.acts import Act
from countroom.stores import totals
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

    A total that says what the newest one says is not stored again.
    """
    act.flush()
    before = {day.table: day for day in totals.stored(act.tx, totals.gaming_date_of(act.tx, count))}
    for day in totals.compute(act.tx, count):
        if before.get(day.table) != day:
            act.add(totals.row(act.tx, count, day, act.seq))
    act.flush()
