"""Looking after people: ending somebody's employment, or changing what he may sign in to.

Adding people is loading the property again (``house.load``).
"""

from dataclasses import replace
from datetime import date

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.house import House
from countroom.domain.people import Person, Role
from countroom.errors import AccessError, EntryError
from countroom.operations.acts import Act, Done, Proof
from countroom.stores import desk, registry
from countroom.stores.house import content_of, gaming_date_at, house_on
from countroom.stores.registry import Registered


def _two_people(act: Act, target: Person, second: Proof) -> None:
    access.require(act.who.duty, Permission.ADMIN_PEOPLE)
    act.use(second)
    if second.person.code in {act.who.person.code, target.code}:
        msg = "This needs two people, and the second is neither you nor the person it is about."
        raise AccessError(msg)
    if Role.CCR in target.roles and Role.CCR not in second.person.roles:
        msg = "For a compliance representative the second person is another representative."
        raise AccessError(msg)


def _house(act: Act, effective: date) -> House:
    today = gaming_date_at(act.tx, act.now)
    newest = registry.newest_day(act.tx) or today
    if effective < max(today, newest):
        earliest = max(today, newest).isoformat()
        raise EntryError({"effective": f"Name {earliest} or a later gaming date."})
    return house_on(act.tx, effective)


def retire(act: Act, *, person: str, effective: date, second: Proof) -> Done:
    """Take a person off the register from a gaming date on; what he did stays.

    His sign-ins end at once if that date is today.

    Args:
        act: The act, of an administrator.
        person: His badge.
        effective: First gaming date without him.
        second: A second person; for a compliance representative another one.

    Raises:
        EntryError: The date lies before today or before the newest change of the house.
        NotFoundError: Nobody has this badge.
        AccessError: Not by an administrator; the second person is one of the two, or is no
            representative where one is needed.
    """
    house = _house(act, effective)
    target = house.person(person)
    _two_people(act, target, second)
    replace(house, people=tuple(p for p in house.people if p.code != person))
    entry = Registered(
        "people", person, effective, retired=True, content=content_of(target), seq=act.seq
    )
    act.add(registry.row(act.tx, entry))
    ended = 0
    if effective <= gaming_date_at(act.tx, act.now):
        ended = desk.end_sign_ins(act.tx, person, act.now)
    body = {"effective": effective, "second": second.person.code, "sign_ins_ended": ended}
    says = f"{target.name} is off the register from {effective.isoformat()}."
    return act.seal("person retired", f"person {person}", body, done=Done(says, name=person))


def change_roles(
    act: Act, *, person: str, roles: tuple[Role, ...], effective: date, second: Proof
) -> Done:
    """Change what a person may sign in to, from a gaming date on.

    Args:
        act: The act, of an administrator.
        person: His badge.
        roles: Everything he may sign in to from then on.
        effective: First gaming date it holds for.
        second: A second person; for a compliance representative another one.

    Raises:
        EntryError: The date lies before today or before the newest change of the house; there
            are no roles, or they may not be brought together.
        NotFoundError: Nobody has this badge.
        AccessError: Not by an administrator; the second person is one of the two, or is no
            representative where one is needed.
    """
    house = _house(act, effective)
    target = house.person(person)
    _two_people(act, target, second)
    if Role.CCR in roles and Role.CCR not in target.roles:
        raise EntryError({"roles": "A compliance representative comes with the property file."})
    try:
        changed = replace(target, roles=roles)
        replace(house, people=tuple(changed if p.code == person else p for p in house.people))
    except EntryError as wrong:
        raise EntryError({"roles": wrong.message}) from None
    content = content_of(changed)
    entry = Registered("people", person, effective, retired=False, content=content, seq=act.seq)
    act.add(registry.row(act.tx, entry))
    body = {"effective": effective, "roles": list(roles), "second": second.person.code}
    says = f"{target.name} may sign in to {len(roles)} duties from {effective.isoformat()}."
    return act.seal("roles changed", f"person {person}", body, done=Done(says, name=person))
