"""Telling surveillance: before a drop or a count begins somebody says so, and it is on record."""

from datetime import date
from typing import Literal

from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.operations.acts import Act, Done
from countroom.regulations import V_05
from countroom.stores import Tx, states
from countroom.stores.custody import about_text
from countroom.stores.house import house_at
from countroom.stores.states import Moved

What = Literal["drop", "count"]


def subject(what: What, gaming_date: date) -> str:
    """What a notice is about, as its record is called."""
    return f"{what}|{gaming_date.isoformat()}"


def told(tx: Tx, what: What, gaming_date: date) -> Moved | None:
    """The notice given of a drop or count, if one was."""
    return states.last(tx, "notice", subject(what, gaming_date))


def tell_surveillance(act: Act, *, what: What, gaming_date: date, officer: str) -> Done:
    """Tell surveillance that the drop or the count of a gaming date begins.

    Args:
        act: The act.
        what: ``drop`` or ``count``.
        gaming_date: Of which day.
        officer: Badge of the surveillance officer who was told.

    Raises:
        EntryError: The badge is no surveillance officer's.
    """
    people = {person.code: person for person in house_at(act.tx, act.now).people}
    person = people.get(officer)
    if person is None or not person.holds(Role.SURVEILLANCE):
        raise EntryError({"officer": "Enter the badge of a surveillance officer."})
    facts = about_text(officer=officer, by=act.who.person.code)
    act.move("notice", subject(what, gaming_date), "told", about=facts)
    says = f"Surveillance ({person.name}) knows of the {what} of {gaming_date.isoformat()}."
    return act.seal("surveillance told", subject(what, gaming_date), facts, done=Done(says))


def check_told(tx: Tx, what: What, gaming_date: date) -> Moved:
    """Refuse a drop or count that surveillance was not told of.

    Raises:
        RuleError: Nobody told surveillance (V-05).
    """
    notice = told(tx, what, gaming_date)
    if notice is None:
        msg = f"Tell surveillance first that the {what} of {gaming_date.isoformat()} begins."
        raise RuleError(V_05, msg)
    return notice
