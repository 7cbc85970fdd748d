"""Who is in the count room: signing on, leaving, relieving, and the two content keys.

Everyone who enters stands in the entry log, with his purpose. A stay is an interval; a
representative who is relieved and the one who relieves him make a chain of them, which prints.
"""

from collections import Counter
from datetime import date, timedelta
from typing import Final

from countroom.domain import count as count_moves
from countroom.domain.house import House
from countroom.domain.people import ACCOUNTING_ROLES, RECOUNT_ROLES, ROOM_ROLES, Role
from countroom.domain.procedure import ContentKeyHolder
from countroom.errors import AccessError, EntryError, RuleError
from countroom.operations import keys as key_log
from countroom.operations import room
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import SOD_11, SOD_12, V_03, V_32
from countroom.stores import documents, registry, states
from countroom.stores import room as rooms
from countroom.stores.bookings import BOOKING, booking
from countroom.stores.custody import about_text
from countroom.stores.house import house_at

VISITORS: Final = ACCOUNTING_ROLES | {Role.SECURITY, Role.INTERNAL_AUDIT}
"""Who may enter for a purpose without working on the count."""

MAY_ENTER: Final = ROOM_ROLES | RECOUNT_ROLES | VISITORS

FLOOR_PAPERS: Final = (
    "fill_request",
    "fill_slip",
    "credit_request",
    "credit_slip",
    "inventory_slip",
    "error_notification",
)
"""Papers that lie in the boxes: who made or signed one does not count them (SOD-12)."""


# ------------------------------------------------------------------------------ in and out


def _check_apart(act: Act, count: str, proof: Proof) -> None:
    if proof.duty is not Role.COUNT_TEAM:
        return
    day = room.gaming_date(act, count)
    code, after = proof.person.code, day + timedelta(days=1)
    made = [
        *documents.made_by(act.tx, code, day, FLOOR_PAPERS),
        *filter(
            lambda name: _lies_in_box_of(act, name, day),
            documents.made_by(act.tx, code, after, FLOOR_PAPERS),
        ),
    ]
    if made:
        msg = f"{proof.person.name} had a hand in {made[0]}, which lies in these boxes."
        raise RuleError(SOD_12, msg)


def _lies_in_box_of(act: Act, name: str, day: date) -> bool:
    """Whether a paper made after six in the morning went into a box of the day before."""
    document = documents.by_name(act.tx, name)
    if document.period is not None:
        return registry.period(act.tx, document.period).gaming_date == day
    period = registry.period_on(act.tx, document.table, day)
    answered = states.last(act.tx, "document", name)
    slip = answered.about if answered is not None and answered.about else name
    return period is not None and bool(act.state(BOOKING, booking(period.id, slip)))


def _enter(act: Act, count: str, proof: Proof, *, purpose: str, door_event: str = "") -> str:
    """Let a person in; the caller seals."""
    person = proof.person
    if proof.duty not in MAY_ENTER:
        msg = f"The count room is not open to the duty {proof.duty.printed}."
        raise AccessError(msg)
    if proof.duty in VISITORS and not purpose.strip():
        raise EntryError({"purpose": "Say what you come in for."})
    _check_apart(act, count, proof)
    stay = room.stay_of(act, count, person.code)
    if stay is not None:
        sentence = f"{person.name} is already signed on as {stay.duty.printed}."
        raise EntryError({"badge": sentence})
    act.use(proof)
    subject = rooms.attendance_subject(count, person.code, proof.duty)
    facts = about_text(purpose=purpose.strip(), door_event=door_event)
    act.move("attendance", subject, rooms.IN, about=facts)
    return subject


def sign_on(act: Act, *, count: str, proof: Proof, purpose: str = "", door_event: str = "") -> Done:
    """Sign a person on to the count room; each signs on for himself.

    Args:
        act: The act.
        count: Name of the count.
        proof: Who comes in, in which duty.
        purpose: What for; a visitor has to say.
        door_event: Number of the door alarm's event, where the house keeps them.

    Raises:
        NotFoundError: There is no such count.
        RuleError: The count is concluded (COUNT-ORDER); a count team member had a hand in a
            paper of that gaming date (SOD-12).
        AccessError: The duty has no business here, or the proof is spent.
        EntryError: He is in already, or does not say what for.
    """
    count_moves.check_going_on(room.state(act, count))
    subject = _enter(act, count, proof, purpose=purpose, door_event=door_event)
    says = f"{proof.person.name} is signed on as {proof.duty.printed}."
    return act.seal("signed on", subject, {"purpose": purpose}, done=Done(says))


def _check_keys_stay(act: Act, count: str, person: str) -> None:
    keys = rooms.keys(act.tx, count)
    if keys is not None and person in {keys.a, keys.b}:
        raise EntryError({"keys": "Hand the content key over before you leave."})


def _go(act: Act, count: str, person: str, *, why: str) -> str:
    stay = room.check_in(act, count, person)
    subject = rooms.attendance_subject(count, person, stay.duty)
    act.move("attendance", subject, rooms.OUT, about=about_text(why=why.strip()))
    return subject


def go(act: Act, count: str, person: str, *, why: str) -> str:
    """Let a person out who holds no content key; part of another act.

    Raises:
        RuleError: He is not in (V-33).
        EntryError: He holds a content key.
    """
    _check_keys_stay(act, count, person)
    return _go(act, count, person, why=why)


def leave(act: Act, *, count: str, proof: Proof, why: str = "") -> Done:
    """Leave the room; what a leaver has to sign before is asked by ``signing``.

    Raises:
        RuleError: He is not in (V-33).
        EntryError: He holds a content key.
        AccessError: The proof is spent.
    """
    room.gaming_date(act, count)
    _check_keys_stay(act, count, proof.person.code)
    act.use(proof)
    subject = _go(act, count, proof.person.code, why=why)
    says = f"{proof.person.name} has left the room."
    return act.seal("left the room", subject, {"why": why}, done=Done(says))


def relieve(act: Act, *, count: str, leaving: Proof, coming: Proof, why: str = "") -> Done:
    """Let somebody take another's place in the same moment, the content key with it.

    Args:
        act: The act.
        count: Name of the count.
        leaving: Who goes.
        coming: Who takes his place, in the same duty.
        why: Why.

    Raises:
        RuleError: The count is concluded (COUNT-ORDER); who goes is not in (V-33); who comes had
            a hand in a paper (SOD-12); the keys would be wrong (V-03, SOD-11).
        EntryError: Who comes is in already, or takes another duty.
        AccessError: A proof is spent.
    """
    count_moves.check_going_on(room.state(act, count))
    if leaving.duty is not coming.duty:
        raise EntryError({"duty": f"The place of a {leaving.duty.printed} is taken by another."})
    act.use(leaving)
    subject = _go(act, count, leaving.person.code, why=why or "relieved")
    _enter(act, count, coming, purpose="relieves " + leaving.person.code)
    keys = rooms.keys(act.tx, count)
    if keys is not None and leaving.person.code in {keys.a, keys.b}:
        new = coming.person.code
        a = new if keys.a == leaving.person.code else keys.a
        b = new if keys.b == leaving.person.code else keys.b
        act.move("keys", count, rooms.OUT, about=about_text(a=a, b=b))
    says = f"{coming.person.name} has relieved {leaving.person.name}."
    body = {"leaving": leaving.person.code, "coming": coming.person.code, "why": why}
    return act.seal("relieved", subject, body, done=Done(says))


# ------------------------------------------------------------------------------------ keys


def _check_two(a: str, b: str) -> None:
    if a == b:
        raise RuleError(SOD_11, "The two content keys are out to two different people.")


def _holder_b(house: House) -> frozenset[Role]:
    if house.settings.content_key_b is ContentKeyHolder.ACCOUNTING:
        return frozenset(ACCOUNTING_ROLES)
    return frozenset({Role.COUNT_ROOM_SUPERVISOR})


def sign_out_keys(act: Act, *, count: str, holder_a: Proof, holder_b: Proof) -> Done:
    """Sign the content keys out: once a count, and again at each handover.

    Args:
        act: The act.
        count: Name of the count.
        holder_a: A compliance representative.
        holder_b: Who keeps key B in this house.

    Raises:
        RuleError: One person would hold both (SOD-11); A is no representative, or B is not with
            whom the house keeps it (V-03); a holder is not signed on (V-33).
        AccessError: A proof is spent.
    """
    house = house_at(act.tx, act.now)
    room.gaming_date(act, count)
    _check_two(holder_a.person.code, holder_b.person.code)
    if holder_a.duty is not Role.CCR or holder_b.duty not in _holder_b(house):
        holders = " or ".join(sorted(role.printed for role in _holder_b(house)))
        msg = f"Key A goes to a {Role.CCR.printed}, key B to: {holders}."
        raise RuleError(V_03, msg)
    a = room.use_as(act, count, holder_a, Role.CCR).person
    b = room.use_as(act, count, holder_b, *_holder_b(house)).person
    act.move("keys", count, rooms.OUT, about=about_text(a=a.code, b=b.code))
    says = f"Key A is out to {a.name}, key B to {b.name}."
    return act.seal("keys out", f"count {count}", {"a": a.code, "b": b.code}, done=Done(says))


def return_keys(act: Act, *, count: str) -> Done:
    """Sign the content keys back in; one that was said to be lost or broken is named.

    Raises:
        RuleError: They are not out (V-03), or who acts is not signed on (V-33).
    """
    room.check_in(act, count, act.who.person.code)
    check_keys_out(act, count)
    gone = key_log.unusable_content(act.tx, house_at(act.tx, act.now))
    facts = about_text(gone=sorted(gone) or None)
    act.move("keys", count, rooms.IN, about=facts)
    but = ", ".join(f"{name} {stands.value}" for name, stands in sorted(gone.items()))
    says = f"The content keys are back{f', but for {but}' if but else ''}."
    return act.seal("keys in", f"count {count}", facts, done=Done(says))


def check_keys_out(act: Act, count: str) -> None:
    """Refuse to open a box before the content keys were signed out.

    Raises:
        RuleError: They are not out to two people (V-03).
    """
    if rooms.keys(act.tx, count) is None:
        raise RuleError(V_03, "The content keys are not signed out to two people.")


def check_keys_in(act: Act, count: str) -> None:
    """Refuse to conclude while a content key of the count is still out.

    Raises:
        RuleError: They are still out (V-03); the sentence says to whom.
    """
    keys = rooms.keys(act.tx, count)
    if keys is not None:
        people = {person.code: person.name for person in room.house(act, count).people}
        a, b = people.get(keys.a, keys.a), people.get(keys.b, keys.b)
        msg = f"Ask the content keys back first: A is out to {a}, B to {b}."
        raise RuleError(V_03, msg)


# -------------------------------------------------------------------------------- strength


def check_strength(act: Act, count: str, house: House) -> None:
    """Refuse to count without a full team, its supervisor and a representative.

    Raises:
        RuleError: Somebody is missing (V-32).
    """
    _check_here(act, count, house.settings.team_minimum)


def check_observed(act: Act, count: str, house: House) -> None:
    """Refuse to open a further box with a team that has become too small, or unobserved.

    Raises:
        RuleError: Somebody is missing (V-32).
    """
    _check_here(act, count, house.settings.team_minimum if house.settings.team_stays else 1)


def _check_here(act: Act, count: str, minimum: int) -> None:
    here = Counter(stay.duty for stay in rooms.present(act.tx, count))
    if here[Role.COUNT_TEAM] < minimum:
        msg = f"{here[Role.COUNT_TEAM]} of the count team are in; a count needs {minimum}."
        raise RuleError(V_32, msg)
    if not here[Role.COUNT_ROOM_SUPERVISOR]:
        raise RuleError(V_32, "No count room supervisor is in.")
    if not here[Role.CCR]:
        raise RuleError(V_32, "No compliance representative is in.")
