"""Who is there: PINs set from one-time codes, and an authentication for each act that needs one.

A PIN is checked outside the write lock; what is written under it is the attempt, and, if it was
good, a proof that one act uses up. Failures are counted per person and device in the database:
after five the device is closed to that person for five minutes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.people import Person, Role
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.operations import secrecy
from countroom.operations.acts import Act, Done, Proof, Who, perform
from countroom.stores import Tx, desk
from countroom.stores.database import Database
from countroom.stores.desk import Secret
from countroom.stores.house import house_at

FAILURES: Final = 5
LOCKED: Final = timedelta(minutes=5)
REMEMBERED: Final = timedelta(hours=1)
CODE_LASTS: Final = timedelta(days=7)
DEVICE_LIMIT: Final = 64

_WRONG: Final = "Badge or PIN is wrong."
_WRONG_CODE: Final = "Badge or code is wrong, or the code was used already."


# ------------------------------------------------------------------------------- locking out


def locked_until(tx: Tx, *, person: str, device: str, now: datetime) -> datetime | None:
    """Until when a device is closed to a person, or nothing while it is open."""
    failed = desk.failed_at(tx, person=person, device=device, newest=FAILURES)
    if len(failed) < FAILURES or failed[0] - failed[-1] > REMEMBERED:
        return None
    until = failed[0] + LOCKED
    return until if now < until else None


def _check_open(tx: Tx, *, person: str, device: str, now: datetime) -> None:
    until = locked_until(tx, person=person, device=device, now=now)
    if until is not None:
        local = until.astimezone(house_at(tx, now).property.zone_info)
        msg = f"Too many wrong tries on this device: try again after {local:%H:%M:%S}."
        raise AccessError(msg)


def _find(tx: Tx, badge: str, now: datetime) -> Person | None:
    try:
        return house_at(tx, now).person(badge)
    except NotFoundError:
        return None


def _lock_entry(act: Act, *, person: str, device: str) -> Done:
    body = {"person": person, "device": device, "failures": FAILURES}
    says = "Locked for five minutes after wrong tries."
    return act.seal("locked out", f"person {person}", body, done=Done(says))


@dataclass(frozen=True, slots=True)
class _Try:
    """An attempt, checked outside the lock.

    Attributes:
        badge: As typed.
        device: Which tablet or terminal.
        kind: ``pin`` or ``code``.
        matched: The secret that was matched, or nothing if none was.
    """

    badge: str
    device: str
    kind: str
    matched: Secret | None


def _write_down(database: Database, now: datetime, attempt: _Try, nonce: str = "") -> bool:
    """Write an attempt down, and what it proves; says whether it was good.

    It was not if the secret has been replaced since it was matched.

    Raises:
        AccessError: The device is closed to this person, by others that tried at the same time.
    """
    badge, device = attempt.badge, attempt.device
    with database.write() as tx:
        _check_open(tx, person=badge, device=device, now=now)
        stands = desk.secret(tx, badge, attempt.kind)
        passed = attempt.matched is not None and attempt.matched == stands
        desk.add_attempt(tx, person=badge, device=device, at=now, passed=passed)
        if passed and nonce:
            desk.add_proof(tx, nonce=nonce, person=badge, at=now)
        closed = locked_until(tx, person=badge, device=device, now=now) is not None
        person = _find(tx, badge, now)
    if closed and person is not None:
        who = Who(person, person.roles[0], "web", device)
        perform(database, _lock_entry, who=who, now=now, person=badge, device=device)
    return passed


# --------------------------------------------------------------------------------- enrolment


def _check_code(
    database: Database, now: datetime, *, badge: str, code: str, device: str
) -> tuple[Person, Secret]:
    with database.read() as tx:
        _check_open(tx, person=badge, device=device, now=now)
        person, kept = _find(tx, badge, now), desk.secret(tx, badge, "code")
    good = (
        person is not None
        and kept is not None
        and kept.used_at is None
        and (kept.expires_at is None or now < kept.expires_at)
        and secrecy.matches(kept.hashed, code)
    )
    attempt = _Try(badge, device, "code", kept if good else None)
    passed = _write_down(database, now, attempt)
    if not passed or person is None or kept is None:
        raise AccessError(_WRONG_CODE)
    return person, kept


def _set_pin(act: Act, *, hashed: str, code: Secret) -> Done:
    person = act.who.person.code
    if desk.secret(act.tx, person, "code") != code:
        raise AccessError(_WRONG_CODE)
    desk.save_secret(act.tx, Secret(person, "pin", hashed, act.now, None, None))
    desk.save_secret(
        act.tx, Secret(person, "code", code.hashed, code.at, code.expires_at, used_at=act.now)
    )
    desk.end_sign_ins(act.tx, person, act.now)
    return act.seal("PIN set", f"person {person}", done=Done("Your PIN is set."))


def enrol(
    database: Database,
    now: datetime,
    person: str,
    code: str,
    pin: str,
    *,
    device: str = "",
    cost: secrecy.Cost = secrecy.USUAL,
) -> Done:
    """Set one's own PIN from a one-time code; earlier sign-ins of the person end.

    Args:
        database: The property's.
        now: The server's time.
        person: Badge number.
        code: One-time enrolment code; small letters and spaces make no difference.
        pin: 4 to 8 digits.
        device: Which tablet or terminal.
        cost: What the hashing costs.

    Raises:
        EntryError: The PIN is weak.
        AccessError: The device is closed to this person, or badge and code do not fit.
    """
    secrecy.check_pin(pin, person)
    found, kept = _check_code(database, now, badge=person, code=code, device=device)
    hashed = secrecy.hash_secret(pin, cost)
    who = Who(found, found.roles[0], "web", device)
    return perform(database, _set_pin, who=who, now=now, hashed=hashed, code=kept)


def prepare_code(cost: secrecy.Cost = secrecy.USUAL) -> tuple[str, str]:
    """Make a one-time code and its hash, outside the write lock, for ``issue_code``."""
    code = secrecy.new_code()
    return code, secrecy.hash_secret(code, cost)


def issue_code(act: Act, *, person: str, hashed: str, second: Proof) -> Done:
    """Give a person a new one-time code; the old PIN is gone and he is signed out everywhere.

    Two people stand for it; for a compliance representative the second is another one.

    Args:
        act: The act, of an administrator or, for a representative, of another one.
        person: Badge of who gets the code.
        hashed: Hash of the code (``prepare_code``); the code itself is shown once and kept nowhere.
        second: The second person's authentication.

    Raises:
        NotFoundError: Nobody has this badge.
        AccessError: The duty does not open this; the second person is the first, is the person
            himself, or is no representative where one is needed.
    """
    target = house_at(act.tx, act.now).person(person)
    if Role.CCR not in target.roles or act.who.duty is not Role.CCR:
        access.require(act.who.duty, Permission.ADMIN_PEOPLE)
    act.use(second)
    if second.person.code in {act.who.person.code, person} or act.who.person.code == person:
        msg = "A new code needs two people, and neither of them is the one who gets it."
        raise AccessError(msg)
    if Role.CCR in target.roles and Role.CCR not in second.person.roles:
        msg = "For a compliance representative the second person is another representative."
        raise AccessError(msg)
    expires = act.now + CODE_LASTS
    desk.save_secret(act.tx, Secret(person, "code", hashed, act.now, expires, None))
    desk.save_secret(act.tx, Secret(person, "pin", "", act.now, None, None))
    ended = desk.end_sign_ins(act.tx, person, act.now)
    body = {"second": second.person.code, "expires": expires, "sign_ins_ended": ended}
    says = f"{target.name} sets a new PIN from this code within seven days."
    return act.seal("code issued", f"person {person}", body, done=Done(says, name=person))


# -------------------------------------------------------------------------- the authentication


def prove(
    database: Database, now: datetime, badge: str, pin: str, duty: Role, device: str = ""
) -> Proof:
    """Authenticate at an act: badge and PIN against a proof that one act uses up.

    Args:
        database: The property's.
        now: The server's time.
        badge: Badge number.
        pin: His PIN.
        duty: The duty he acts in.
        device: Which tablet or terminal.

    Raises:
        AccessError: The device is closed to this person, badge and PIN do not fit, or he does
            not hold the duty.
    """
    device = device[:DEVICE_LIMIT]
    with database.read() as tx:
        _check_open(tx, person=badge, device=device, now=now)
        person, kept = _find(tx, badge, now), desk.secret(tx, badge, "pin")
    good = person is not None and kept is not None and secrecy.matches(kept.hashed, pin)
    attempt = _Try(badge, device, "pin", kept if good else None)
    nonce = "" if person is None or duty not in person.roles else secrecy.new_token()
    if not _write_down(database, now, attempt, nonce) or person is None:
        raise AccessError(_WRONG)
    if not nonce:
        msg = f"{person.name} is not registered as {duty.printed}."
        raise AccessError(msg)
    return Proof(person, duty, "pin", nonce)


def duties_of(database: Database, now: datetime, badge: str) -> tuple[Role, ...]:
    """Which duties a badge may sign in to; none for a badge that nobody has."""
    with database.read() as tx:
        person = _find(tx, badge, now)
    return () if person is None else person.roles


def wet_proofs(database: Database, now: datetime, people: Mapping[str, Role]) -> tuple[Proof, ...]:
    """Proofs for signatures that stand on paper, keyed in later (kind ``wet``).

    Args:
        database: The property's.
        now: The server's time.
        people: Badge to the duty he signed in.

    Raises:
        EntryError: Nobody has the badge, or he does not hold the duty.
    """
    made = []
    with database.write() as tx:
        for badge, duty in people.items():
            person = _find(tx, badge, now)
            if person is None or duty not in person.roles:
                sentence = f"Badge {badge} is not registered as {duty.printed}."
                raise EntryError({badge: sentence})
            nonce = secrecy.new_token()
            desk.add_proof(tx, nonce=nonce, person=badge, at=now)
            made.append(Proof(person, duty, "wet", nonce))
    return tuple(made)
