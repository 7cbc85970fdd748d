"""What every act in the count room asks first: which count, where it stands, who is in."""

from datetime import date

from countroom.domain import count as count_moves
from countroom.domain.count import CountState
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.errors import AccessError, NotFoundError, RuleError
from countroom.operations.acts import Act, Proof
from countroom.regulations import V_33
from countroom.stores import registry
from countroom.stores import room as rooms
from countroom.stores.house import house_on
from countroom.stores.room import CountStanding, Stay

COUNTING_DUTIES = frozenset({Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR})
"""Who opens boxes and counts; the representative observes and touches no money."""


def gaming_date(act: Act, count: str) -> date:
    """The gaming date of a count.

    Raises:
        NotFoundError: There is no such count.
    """
    return registry.count_date(act.tx, count)


def standing(act: Act, count: str) -> CountStanding:
    """Where a count stands.

    Raises:
        NotFoundError: There is no such count.
    """
    act.flush()
    found = rooms.count_standing(act.tx, count)
    if found is None:
        msg = f"There is no count {count} on record."
        raise NotFoundError(msg)
    return found


def state(act: Act, count: str) -> CountState:
    """The state of a count.

    Raises:
        NotFoundError: There is no such count.
    """
    return standing(act, count).state


def check_between(act: Act, count: str, first: CountState, last: CountState) -> CountState:
    """Refuse an act outside a stretch of the count.

    Raises:
        NotFoundError: There is no such count.
        RuleError: The count is suspended, curtained, or stands elsewhere (COUNT-ORDER).
    """
    return count_moves.check_between(state(act, count), first, last)


def stay_of(act: Act, count: str, person: str) -> Stay | None:
    """The stay of a person who is in the room, if he is."""
    act.flush()
    return next((stay for stay in rooms.present(act.tx, count) if stay.person == person), None)


def check_in(act: Act, count: str, person: str, *duties: Role) -> Stay:
    """Refuse someone who is not signed on to the room, or not for this.

    Raises:
        RuleError: He is not signed on (V-33).
        AccessError: He is signed on for another duty.
    """
    stay = stay_of(act, count, person)
    if stay is None:
        raise RuleError(V_33, "Sign on to the count room first.")
    if duties and stay.duty not in duties:
        wanted = " or ".join(duty.printed for duty in duties)
        msg = f"This is done by: {wanted}; you are signed on as {stay.duty.printed}."
        raise AccessError(msg)
    return stay


def check_counting(act: Act, count: str) -> Stay:
    """Refuse everyone but the count team and its supervisor, signed on and in this duty.

    Raises:
        RuleError: He is not signed on (V-33).
        AccessError: He is signed on, or signed in here, for another duty.
    """
    stay = check_in(act, count, act.who.person.code, *sorted(COUNTING_DUTIES))
    if act.who.duty is not stay.duty:
        msg = f"You are signed on as {stay.duty.printed}, and signed in here for another duty."
        raise AccessError(msg)
    return stay


def use_as(act: Act, count: str, proof: Proof, *duties: Role) -> Proof:
    """Use the authentication of somebody who is in the room for one of these duties.

    Raises:
        RuleError: He is not signed on (V-33).
        AccessError: He is signed on for another duty, or the proof is spent.
    """
    stay = check_in(act, count, proof.person.code, *duties)
    if proof.duty is not stay.duty:
        msg = f"{proof.person.name} is signed on as {stay.duty.printed}."
        raise AccessError(msg)
    return act.use(proof)


def use_as_representative(act: Act, proof: Proof) -> Proof:
    """Use the authentication of a compliance representative.

    Raises:
        AccessError: It is nobody's of the Board, or the proof is spent.
    """
    if proof.duty is not Role.CCR or Role.CCR not in proof.person.roles:
        msg = "A compliance representative identifies himself here."
        raise AccessError(msg)
    return act.use(proof)


def house(act: Act, count: str) -> House:
    """The house as it is on a count's gaming date.

    Raises:
        NotFoundError: There is no such count.
    """
    return house_on(act.tx, gaming_date(act, count))
