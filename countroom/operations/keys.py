"""The keys: out and in, by whom and what for; lost or broken, who was told, who re-keyed the lock.

The two content keys go out together for a count, in ``attendance``; a lost or broken one is
said here, like any other.

Reference:
    525.17(b)(1)-(2); 3.2 of the procedure; V_04, KEY_CUSTODY.
"""

from collections.abc import Iterable
from typing import Final, Literal

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.floor import Box
from countroom.domain.house import House
from countroom.domain.keys import (
    CONTENT,
    HOLDERS,
    UNUSABLE,
    Key,
    KeyKind,
    KeyState,
    keys_of,
    keys_of_box,
)
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.operations.acts import Act, Done, Proof
from countroom.regulations import KEY_CUSTODY
from countroom.stores import Tx, custody, states
from countroom.stores.custody import about_text
from countroom.stores.house import house_at

KIND: Final = "key"
"""What a key's transitions are called on record."""


def standing(tx: Tx, key: str) -> KeyState:
    """How a key stands; one that never moved is in."""
    moved = states.last(tx, KIND, key)
    return KeyState.IN if moved is None else KeyState(moved.to_state)


def _find(act: Act, key: str) -> Key:
    access.require(act.who.duty, Permission.KEYS_SIGN)
    for one in keys_of(house_at(act.tx, act.now)):
        if one.name == key:
            return one
    msg = f"There is no key {key}."
    raise NotFoundError(msg)


def _check_stands(act: Act, key: Key, *wanted: KeyState) -> None:
    stands = standing(act.tx, key.name)
    if stands in wanted:
        return
    moved = states.last(act.tx, KIND, key.name)
    holder = "" if moved is None else str(custody.about(moved).get("holder", ""))
    people = {person.code: person.name for person in house_at(act.tx, act.now).people}
    to = f" to {people.get(holder, holder)}" if stands is KeyState.OUT else ""
    raise RuleError(KEY_CUSTODY, f"{key.printed} is {stands.value}{to}.")


def sign_out(act: Act, *, named: str, proof: Proof, purpose: str) -> Done:
    """Give a key out; who takes it shows badge and PIN.

    Args:
        act: The act, of whoever keeps the key or takes it.
        named: Name of the key.
        proof: Who takes it.
        purpose: What for.

    Raises:
        AccessError: The duty does not open this, this key is not for the taker's duty, or the
            proof is spent.
        NotFoundError: There is no such key.
        EntryError: It is a content key, or no purpose is said.
        RuleError: It is out, lost or broken (KEY-CUSTODY).
    """
    found = _find(act, named)
    if found.kind in CONTENT:
        raise EntryError({"key": "The content keys are signed out in the count room, for a count."})
    if not purpose.strip():
        raise EntryError({"purpose": "Say what the key is taken for."})
    if proof.duty not in HOLDERS[found.kind]:
        msg = f"{found.printed} is not given to the duty {proof.duty.printed}."
        raise AccessError(msg)
    _check_stands(act, found, KeyState.IN)
    act.use(proof)
    holder = proof.person
    facts = about_text(holder=holder.code, duty=proof.duty.value, purpose=purpose.strip())
    act.move(KIND, named, KeyState.OUT, about=facts)
    says = f"{found.printed} is out to {holder.name}."
    return act.seal("key out", f"key {named}", facts, done=Done(says))


def sign_in(act: Act, *, named: str, proof: Proof) -> Done:
    """Take a key back; who brings it shows badge and PIN.

    Raises:
        AccessError: The duty does not open this, or the proof is spent.
        NotFoundError: There is no such key.
        RuleError: It is not out (KEY-CUSTODY).
    """
    found = _find(act, named)
    _check_stands(act, found, KeyState.OUT)
    act.use(proof)
    facts = about_text(holder=proof.person.code, duty=proof.duty.value)
    act.move(KIND, named, KeyState.IN, about=facts)
    says = f"{found.printed} is back from {proof.person.name}."
    return act.seal("key in", f"key {named}", facts, done=Done(says))


def report(
    act: Act, *, named: str, what: Literal["lost", "broken"], why: str, told: tuple[str, ...]
) -> Done:
    """Say that a key is lost or broken: its lock is not used until it is re-keyed.

    Args:
        act: The act.
        named: Name of the key, a content key too.
        what: ``lost`` or ``broken``.
        why: How it came.
        told: Badges of those told: a compliance representative, security and surveillance.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: There is no such key or person.
        RuleError: It is lost or broken already (KEY-CUSTODY).
        EntryError: It is not said how, or one of the three was not told.
    """
    found = _find(act, named)
    _check_stands(act, found, KeyState.IN, KeyState.OUT)
    house = house_at(act.tx, act.now)
    if not why.strip():
        raise EntryError({"why": f"Say how the key came to be {what}."})
    roles = {role for badge in told for role in house.person(badge).roles}
    if not {Role.CCR, Role.SECURITY, Role.SURVEILLANCE} <= roles:
        sentence = (
            "Tell a compliance representative, security and surveillance; enter their badges."
        )
        raise EntryError({"told": sentence})
    facts = about_text(why=why.strip(), told=list(told), holder=_holder(act, named))
    act.move(KIND, named, KeyState(what), about=facts)
    says = f"{found.printed} is {what}. Its lock is re-keyed before it is used again."
    return act.seal(f"key {what}", f"key {named}", facts, done=Done(says))


def _holder(act: Act, key: str) -> str:
    """Who had a key last."""
    moved = states.last(act.tx, KIND, key)
    return "" if moved is None else str(custody.about(moved).get("holder", ""))


def rekey(act: Act, *, named: str, by: str, security: Proof, representative: Proof) -> Done:
    """Record that the locks of a lost or broken key turn with a new one, which is in.

    Args:
        act: The act.
        named: Name of the key.
        by: Who re-keyed the locks: a locksmith, by name.
        security: Who stood by for security.
        representative: The compliance representative who stood by.

    Raises:
        AccessError: The duty does not open this, or a proof is spent or of another duty.
        NotFoundError: There is no such key.
        RuleError: It is neither lost nor broken (KEY-CUSTODY).
        EntryError: It is not said who re-keyed it.
    """
    found = _find(act, named)
    _check_stands(act, found, *sorted(UNUSABLE))
    if not by.strip():
        raise EntryError({"by": "Say who re-keyed the locks."})
    if (security.duty, representative.duty) != (Role.SECURITY, Role.CCR):
        msg = "Security and a compliance representative stand by when a lock is re-keyed."
        raise AccessError(msg)
    act.use(security)
    act.use(representative)
    facts = about_text(
        rekeyed_by=by.strip(),
        security=security.person.code,
        representative=representative.person.code,
    )
    act.move(KIND, named, KeyState.IN, about=facts)
    says = f"{found.printed} is new: re-keyed by {by.strip()}."
    return act.seal("key re-keyed", f"key {named}", facts, done=Done(says))


# ------------------------------------------------------------------------------- the locks


def unusable(tx: Tx, names: Iterable[str]) -> dict[str, KeyState]:
    """Those of some keys that are lost or broken."""
    found = {name: standing(tx, name) for name in names}
    return {name: stands for name, stands in found.items() if stands in UNUSABLE}


def check_lock(act: Act, house: House, box: Box, *kinds: KeyKind, instead: str) -> None:
    """Refuse to turn a lock of a box whose key is lost or broken.

    Args:
        act: The act.
        house: In force.
        box: Which box.
        kinds: The keys that are to turn.
        instead: What else may be done, in a sentence.

    Raises:
        RuleError: One of them is lost or broken (KEY-CUSTODY).
    """
    turning = keys_of_box(house, box)
    for kind in kinds:
        stands = standing(act.tx, turning[kind])
        if stands in UNUSABLE:
            msg = f"{kind.printed} of box {box.code} is {stands.value}: re-key it. {instead}"
            raise RuleError(KEY_CUSTODY, msg)


def check_out(act: Act, house: House, key: Key, *, to: str) -> None:
    """Refuse what needs a key that is lost or broken or, where the house keeps count, not out.

    Args:
        act: The act.
        house: In force.
        key: Which key.
        to: What it is needed for, ``to open MS-101``.

    Raises:
        RuleError: It is lost, broken or not signed out (KEY-CUSTODY).
    """
    stands = standing(act.tx, key.name)
    if stands in UNUSABLE:
        msg = f"{key.printed} is {stands.value}: re-key it {to}."
        raise RuleError(KEY_CUSTODY, msg)
    if house.settings.keys_signed_out and stands is not KeyState.OUT:
        raise RuleError(KEY_CUSTODY, f"{key.printed} is not signed out: sign it out {to}.")


def unusable_content(tx: Tx, house: House) -> dict[str, KeyState]:
    """Content keys of the house that are lost or broken."""
    return unusable(tx, [key.name for key in keys_of(house) if key.kind in CONTENT])
