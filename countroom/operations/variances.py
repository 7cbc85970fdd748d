"""What accounting found out about a table's difference: said once more each time, never changed."""

from datetime import date

from countroom.domain import access
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.count import CountState
from countroom.errors import EntryError
from countroom.operations.acts import Act, Done
from countroom.stores import registry
from countroom.stores.house import house_on

KIND = "variance"
"""Kind of the transitions that hold what was found; the subject is ``<date>|<table>``."""


def explain(act: Act, *, gaming_date: date, table: str, found: str) -> Done:
    """Write down what was found out about a table's difference; nothing is made to agree.

    Args:
        act: The act, of accounting.
        gaming_date: Of the difference.
        table: Code of the table.
        found: What was found, in words.

    Raises:
        AccessError: By another than accounting; the count is not concluded.
        NotFoundError: There is no such table.
        EntryError: Nothing is said.
    """
    access.require(act.who.duty, Permission.ACCOUNTING_CHECKS)
    counts = [name for name, of in registry.counts(act.tx) if of == gaming_date]
    done = any(act.state("count", name) == CountState.CONCLUDED for name in counts)
    state = CountState.CONCLUDED if done else CountState.COUNTING
    access.reconciliation(Viewer(act.who.person, act.who.duty), CountView(state)).require()
    house_on(act.tx, gaming_date).table(table)
    if not found.strip():
        raise EntryError({"found": "Say what was found."})
    subject = f"{gaming_date.isoformat()}|{table}"
    act.move(KIND, subject, "explained", about=found.strip())
    body = {"found": found.strip()}
    done_ = Done(f"What was found at {table} is written down.", name=table)
    return act.seal("variance explained", subject, body, done=done_)
