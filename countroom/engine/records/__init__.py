"""Rounds on record: one row a round, seat and wager, as columns; and settling them again.

* ``columns``: the columns, and writing rounds into them;
* ``reading``: recorded rows laid out for their game, what makes no sense refused row by row;
* ``describing``: the format as a JSON Schema, and a worked sample of each game;
* ``resettling``: recorded rounds settled again by the book, every disagreement listed.

Common columns come first, then what the game's module declares, then the recorded outcome
under the names of ``settlement.Settlement``. Rows are in the order of round, seat, wager.
"""

from countroom.engine.records.columns import (
    COMMON,
    OUTCOME,
    VOID_REASONS,
    Columns,
    Notes,
    to_columns,
)
from countroom.engine.records.describing import sample, schema
from countroom.engine.records.reading import Batch, Refusal, from_columns
from countroom.engine.records.resettling import (
    NOTHING_BEFORE,
    Disagreement,
    Onward,
    Resettled,
    resettle,
)

__all__ = [
    "COMMON",
    "NOTHING_BEFORE",
    "OUTCOME",
    "VOID_REASONS",
    "Batch",
    "Columns",
    "Disagreement",
    "Notes",
    "Onward",
    "Refusal",
    "Resettled",
    "from_columns",
    "resettle",
    "sample",
    "schema",
    "to_columns",
]
