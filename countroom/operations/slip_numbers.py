"""Accounting for numbers: what the record cannot know is said by who looked at the papers.

Reference:
    465a.3(c); V_20, V_25; cases E3, E4.
"""

from datetime import date
from typing import Final, Literal

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.slip_numbers import SlipNumber, Status, read
from countroom.errors import EntryError, NotFoundError
from countroom.operations.acts import Act, Done
from countroom.stores import documents
from countroom.stores.custody import about_text
from countroom.stores.house import house_at
from countroom.stores.slip_numbers import CLEARED, KIND

What = Literal["missing", "reused", "not on record", "found"]
"""Not in the box though on record; used twice; in the box and not on record; cleared."""

_STRAY: Final = "not on record"


def say(act: Act, *, number: str, what: What, table: str, gaming_date: date, why: str) -> Done:
    """Say what became of the number of a slip; nothing that is on record changes with it.

    Args:
        act: The act, of accounting or internal audit.
        number: As printed, ``F-0006``.
        what: What was found out.
        table: Table whose box was looked through.
        gaming_date: Of the box.
        why: How it came out, in words.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such table.
        EntryError: It is no number of a series, nothing is said of why, or the record says
            otherwise: what is not on record cannot be missing, what is cannot be a stray.
    """
    access.require(act.who.duty, Permission.NUMBERS_SAY)
    house_at(act.tx, act.now).table(table)
    name = SlipNumber(*read(number), Status.ISSUED).name
    if not why.strip():
        raise EntryError({"why": "Say how it came out."})
    _check_record(act, name, what)
    facts = about_text(table=table, gaming_date=gaming_date.isoformat(), why=why.strip())
    act.move(KIND, name, what, about=facts)
    says = f"{name} of {table}: {what}. It stands on the list for internal audit."
    if what == CLEARED:
        says = f"{name} of {table} is cleared."
    return act.seal("number accounted for", name, facts, done=Done(says, name=name))


def _check_record(act: Act, name: str, what: What) -> None:
    on_record = _is_on_record(act, name)
    if what == CLEARED:
        if act.state(KIND, name) in {"", CLEARED}:
            raise EntryError({"number": f"Nothing stands against {name}."})
    elif what == _STRAY and on_record:
        raise EntryError({"number": f"{name} is on record: say that it was used twice."})
    elif what != _STRAY and not on_record:
        raise EntryError({"number": f"{name} is not on record: say that it lies in the box."})


def _is_on_record(act: Act, name: str) -> bool:
    try:
        documents.by_name(act.tx, name)
    except NotFoundError:
        return False
    return True
