"""The house on record: loading its description, and changing it by date."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.house import SINGLES, House
from countroom.domain.people import Person, Role
from countroom.errors import AccessError, EntryError
from countroom.operations import secrecy
from countroom.operations.acts import Act, Done, Proof, Who, perform
from countroom.stores import Tx, desk, registry
from countroom.stores.database import Database
from countroom.stores.desk import Secret
from countroom.stores.house import content_of, house_at, house_on
from countroom.stores.registry import Registered

__all__ = ["at_work", "house_at", "house_on", "load", "load_property", "the_program"]

_IDENTITY: Final = {"people": "person", "tables": "table", "boxes": "box"}
"""Sections whose facts are named by records and so have a row of their own."""


PROGRAM: Final = "system"
"""Stands where a badge stands, for what the program does of itself."""


def the_program(via: str = "cli", device: str = "") -> Who:
    """The program itself, for acts that nobody signed in for: the first loading of a house."""
    person = Person(PROGRAM, "The program", "Program", (Role.ADMINISTRATOR,), "none")
    return Who(person, Role.ADMINISTRATOR, via, device)


@dataclass(frozen=True, slots=True)
class _Changes:
    added: tuple[Registered, ...]
    changed: tuple[Registered, ...]
    retired: tuple[Registered, ...]

    @property
    def entries(self) -> tuple[Registered, ...]:
        return (*self.added, *self.changed, *self.retired)


def _changes(
    held: Mapping[tuple[str, str], Registered], house: House, effective: date, seq: int
) -> _Changes:
    wanted = {(kind, code): content_of(fact) for kind, code, fact in house.facts()}
    fresh = {
        place: Registered(*place, effective, retired=False, content=content, seq=seq)
        for place, content in wanted.items()
        if place not in held or held[place].content != content
    }
    gone = tuple(
        Registered(kind, code, effective, retired=True, content=entry.content, seq=seq)
        for (kind, code), entry in held.items()
        if (kind, code) not in wanted and kind not in SINGLES
    )
    return _Changes(
        added=tuple(entry for place, entry in fresh.items() if place not in held),
        changed=tuple(entry for place, entry in fresh.items() if place in held),
        retired=gone,
    )


def load_property(
    act: Act,
    *,
    house: House,
    effective: date,
    codes: Mapping[str, str] | None = None,
    second: Proof | None = None,
) -> Done:
    """Put a house on record, or change the one on record, from a gaming date on.

    What is new is added, what differs is changed, what is gone is retired; nothing that is on
    record changes for the days before.

    Args:
        act: The act.
        house: The whole house as it is to be.
        effective: First gaming date it holds for.
        codes: Badge to hashed enrolment code, of people who have neither code nor PIN.
        second: A second person, who stands by when a house at work is changed.

    Raises:
        AccessError: Who changes a house at work is no administrator, or no second person
            stands by.
        EntryError: The registry already says something of a later day, or a count of that day
            or a later one is on record.
    """
    _check_two(act, second)
    _check_effective(act, effective)
    changes = _changes(registry.as_of(act.tx, effective), house, effective, act.seq)
    for entry in changes.entries:
        identity = _IDENTITY.get(entry.kind)
        if identity and not registry.exists(act.tx, identity, entry.code):
            act.add(registry.identity_row(identity, entry.code, act.seq))
    act.flush()
    for entry in changes.entries:
        act.add(registry.row(act.tx, entry))
    act.flush()
    for person, hashed in (codes or {}).items():
        desk.save_secret(act.tx, Secret(person, "code", hashed, act.now, None, None))
    says = (
        f"{house.property.name} is on record from {effective.isoformat()}: "
        f"{len(changes.added)} new, {len(changes.changed)} changed, {len(changes.retired)} retired."
    )
    body = {
        "effective": effective,
        "added": [f"{entry.kind} {entry.code}" for entry in changes.added],
        "changed": [f"{entry.kind} {entry.code}" for entry in changes.changed],
        "retired": [f"{entry.kind} {entry.code}" for entry in changes.retired],
        "codes_for": sorted(codes or {}),
        "second": second.person.code if second else "",
    }
    return act.seal("property loaded", house.property.name, body, done=Done(says))


def _check_two(act: Act, second: Proof | None) -> None:
    """The procedure of a house that is at work is changed by two people, wherever they sit."""
    if act.who.via == "played" or (act.who.via != "web" and not at_work(act.tx)):
        return
    access.require(act.who.duty, Permission.ADMIN_PROPERTY)
    alone = act.who.person.code in {PROGRAM, "" if second is None else second.person.code}
    if second is None or alone:
        msg = "A house is changed by two people: somebody else stands by with badge and PIN."
        raise AccessError(msg)
    act.use(second)


def at_work(tx: Tx) -> bool:
    """Whether two people can change the house: an administrator and somebody else have a PIN.

    Until then nobody could, and the program itself loads what the installer gives it.
    """
    newest = registry.newest_day(tx)
    if newest is None:
        return False
    able = [one for one in house_on(tx, newest).people if desk.secret(tx, one.code, "pin")]
    return len(able) > 1 and any(one.holds(Role.ADMINISTRATOR) for one in able)


def _check_effective(act: Act, effective: date) -> None:
    newest = registry.newest_day(act.tx)
    if newest is not None and newest > effective:
        sentence = f"The house already changes on {newest.isoformat()}: name that day or later."
        raise EntryError({"effective": sentence})
    counted = [day for _, day in registry.counts(act.tx) if day >= effective]
    if counted:
        sentence = f"The count of {max(counted).isoformat()} is on record: name a later day."
        raise EntryError({"effective": sentence})


def load(  # noqa: PLR0913 - a house, its day, and who loads it
    database: Database,
    house: House,
    *,
    effective: date,
    who: Who,
    now: datetime,
    cost: secrecy.Cost = secrecy.USUAL,
    second: Proof | None = None,
    key: str = "",
) -> Done:
    """Load a house and make enrolment codes for the people who have none yet.

    The codes are handed back in ``extra["codes"]``, badge to code, this once: on record stand
    only their hashes, and the journal says for whom they were made.
    """
    with database.read() as tx:
        fresh = [
            person.code
            for person in house.people
            if not any(desk.secret(tx, person.code, kind) for kind in ("pin", "code"))
        ]
    codes = {person: secrecy.new_code() for person in fresh}
    hashed = {person: secrecy.hash_secret(code, cost) for person, code in codes.items()}
    done = perform(
        database,
        load_property,
        who=who,
        now=now,
        key=key,
        house=house,
        effective=effective,
        codes=hashed,
        second=second,
    )
    return replace(done, extra={"codes": dict(codes)})
