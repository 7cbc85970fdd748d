"""Programs that read the house's figures: let in by two people, shut out at once."""

from datetime import date
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.domain.readers import LONGEST, Reader, ReaderState
from countroom.errors import AccessError, EntryError, NotFoundError, StaleError
from countroom.operations import secrecy
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import readers
from countroom.stores.house import house_at

_NAME_LIMIT: Final = 80


def prepare() -> tuple[str, str]:
    """Make the secret half of a token, and the digest that is kept of it."""
    secret = secrecy.new_token()
    return secret, secrecy.token_digest(secret)


def admit(
    act: Act, *, name: str, person: str, duty: Role, last_day: date, digest: str, second: Proof
) -> Done:
    """Let a program read the house's figures with a token of its own.

    Args:
        act: The act, of an administrator.
        name: What it is.
        person: Badge of who answers for it.
        duty: The duty it reads in.
        last_day: The last gaming date its token is good on.
        digest: Of the token's secret (``prepare``); the secret is shown once and kept nowhere.
        second: The second person's authentication.

    Raises:
        AccessError: The duty does not open this, the second person is the first or answers for
            the reader, or the proof is spent.
        NotFoundError: Nobody has this badge.
        EntryError: The name is empty or too long, the person does not hold the duty, the duty
            does not see the day's win, or the token would end too late or has ended.
    """
    access.require(act.who.duty, Permission.ADMIN_PEOPLE)
    house = house_at(act.tx, act.now)
    answers = house.person(person)
    faults = {
        "name": _name_fault(name),
        "duty": "" if duty in answers.roles else f"{answers.name} does not hold this duty.",
        "last_day": _fault_of_end(house.property.gaming_date(act.now), last_day),
    }
    if not access.may(duty, Permission.ACCOUNTING_DAY):
        faults["duty"] = f"The day's win is not open to the duty {duty.printed}."
    if any(faults.values()):
        raise EntryError({field: says for field, says in faults.items() if says})
    act.use(second)
    if second.person.code in {act.who.person.code, person}:
        msg = "A second person lets a reader in: neither the first nor who answers for it."
        raise AccessError(msg)
    number = f"R-{len(readers.everyone(act.tx)) + 1}"
    until = house.property.bounds(last_day)[1]
    made = Reader(number, name.strip(), person, duty, digest, act.now, until)
    about = readers.about_text(made)
    act.move(readers.KIND, number, ReaderState.OPEN, about=about)
    body = {"about": about, "second": second.person.code}
    says = f"{number} reads as {answers.name}, {duty.printed}."
    return act.seal("reader let in", f"reader {number}", body, done=Done(says, name=number))


def _name_fault(name: str) -> str:
    if not name.strip():
        return "Say what reads."
    if len(name) > _NAME_LIMIT or not name.isprintable():
        return f"Up to {_NAME_LIMIT} characters on one line."
    return ""


def _fault_of_end(today: date, last_day: date) -> str:
    if last_day < today:
        return "This day is over."
    if last_day > today + LONGEST:
        return f"A token lasts {LONGEST.days} days at most."
    return ""


def shut_out(act: Act, *, number: str) -> Done:
    """Shut a reader out at once.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such reader.
        StaleError: It is shut out already.
    """
    access.require(act.who.duty, Permission.ADMIN_PEOPLE)
    found = readers.find(act.tx, number)
    if found is None:
        msg = f"There is no reader {number}."
        raise NotFoundError(msg)
    if found.ended_at is not None:
        msg = f"{number} is shut out already."
        raise StaleError(msg)
    act.move(readers.KIND, number, ReaderState.ENDED, from_state=ReaderState.OPEN)
    says = f"{number} reads no more."
    return act.seal("reader shut out", f"reader {number}", done=Done(says, name=number))
