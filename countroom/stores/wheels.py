"""Wheels: what the stacks of a table's colours are marked as, and their impressments.

A mark is a transition of kind ``stack`` with the subject ``<table>|<colour>``; the state is
``marked`` or ``free``, the particular what a stack is worth.
"""

import json
from typing import Final

from countroom.domain.papers import impressment
from countroom.domain.wheel_chips import Counted, Mark
from countroom.money import Money
from countroom.stores import Tx, documents, states
from countroom.stores.bookings import DONE

STACK: Final = "stack"
MARKED: Final = "marked"
FREE: Final = "free"


def subject(table: str, colour: str) -> str:
    """Subject of the transitions that mark a colour of a table."""
    return f"{table}|{colour}"


def about(mark: Mark) -> str:
    """A mark as a transition keeps it."""
    return json.dumps({"chips": mark.chips, "stack_cents": mark.stack.cents}, sort_keys=True)


def marks(tx: Tx, table: str) -> dict[str, Mark]:
    """Colour to mark, of a table's colours that are in play."""
    found = {}
    for moved in states.current(tx, STACK, prefix=subject(table, "")).values():
        if moved.to_state == MARKED:
            said = json.loads(moved.about)
            mark = Mark(Money(said["stack_cents"]), said["chips"])
            found[moved.subject.partition("|")[2]] = mark
    return found


def impressments(tx: Tx, table: str | None = None) -> tuple[Counted, ...]:
    """Signed impressments, oldest first."""
    return tuple(
        Counted(found.name, found.gaming_date, found.table, found.content.colours)
        for found in documents.find(tx, paper=impressment.PAPER.code, table=table)
        if found.state == DONE
    )
