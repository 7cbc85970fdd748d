"""Sign-ins: kept on the server, found by an opaque token, locked when idle, ended at once.

A token is a random text that the browser holds; on record stands its digest. An untouched
screen locks after five minutes, in the count room after twenty, and not at all for someone who
has a box open: he would have to leave the money to unlock it. Nothing lasts past twelve hours.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.drop import OPEN_AT_STATION, BoxState
from countroom.domain.house import House
from countroom.domain.people import ROOM_ROLES, Role
from countroom.errors import AccessError, NotFoundError
from countroom.operations import secrecy
from countroom.operations.acts import Act, Done, Proof, Who, perform
from countroom.stores import Tx, desk, states
from countroom.stores.database import Database
from countroom.stores.desk import SignIn
from countroom.stores.house import house_at

_TOUCH: Final = timedelta(seconds=15)
"""A sign-in is written again only when it was last seen this long ago."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a sign-in lasts untouched, and at most."""

    idle: timedelta = timedelta(minutes=5)
    room: timedelta = timedelta(minutes=20)
    longest: timedelta = timedelta(hours=12)


USUAL: Final = Limits()


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A sign-in as it stands now.

    Attributes:
        who: Person, duty, way in and device.
        at: When he signed in.
        locked: Idle too long: the PIN is asked again before anything shows.
        house: As it stands now.
    """

    who: Who
    at: datetime
    locked: bool
    house: House


def _begin(act: Act, *, proof: Proof, token_sha256: str) -> Done:
    act.use(proof)
    person = proof.person
    desk.save_sign_in(
        act.tx,
        SignIn(
            token_sha256,
            person.code,
            proof.duty.value,
            act.who.device,
            at=act.now,
            seen_at=act.now,
            ended_at=None,
        ),
    )
    body = {"duty": proof.duty}
    says = f"{person.name} is signed in as {proof.duty.printed}."
    return act.seal("signed in", f"person {person.code}", body, done=Done(says))


def sign_in(database: Database, now: datetime, proof: Proof, *, device: str = "") -> str:
    """Sign a person in to a duty on a device.

    Returns:
        The token that finds the sign-in again; it is kept nowhere on this side.

    Raises:
        AccessError: The proof was used or is too old.
    """
    token = secrecy.new_token()
    who = Who(proof.person, proof.duty, "web", device)
    digest = secrecy.token_digest(token)
    perform(database, _begin, who=who, now=now, proof=proof, token_sha256=digest)
    return token


def _who(tx: Tx, now: datetime, kept: SignIn) -> tuple[Who, House] | None:
    """Who signed in, and the house, as registered now; nothing if he or the duty is gone."""
    try:
        house = house_at(tx, now)
        person = house.person(kept.person)
    except NotFoundError:
        return None
    duty = Role(kept.duty)
    return (Who(person, duty, "web", kept.device), house) if duty in person.roles else None


def _has_box_open(tx: Tx, person: str) -> bool:
    return any(
        moved.person == person and BoxState(moved.to_state) in OPEN_AT_STATION
        for moved in states.boxes(tx).values()
    )


def _locked(tx: Tx, now: datetime, kept: SignIn, limits: Limits) -> bool:
    if kept.seen_at < kept.at:  # put down by hand
        return True
    in_room = Role(kept.duty) in ROOM_ROLES
    if now - kept.seen_at < (limits.room if in_room else limits.idle):
        return False
    return not (in_room and _has_box_open(tx, kept.person))


def resume(
    database: Database, now: datetime, token: str, *, limits: Limits = USUAL
) -> SignedIn | None:
    """Find the sign-in of a token, and note that it was used.

    Returns:
        The sign-in, locked if it lay idle too long; nothing if there is none, it was ended, has
        lasted too long, or the person no longer holds the duty.
    """
    digest = secrecy.token_digest(token)
    with database.read() as tx:
        kept = desk.sign_in(tx, digest)
        if kept is None or kept.ended_at is not None or now - kept.at >= limits.longest:
            return None
        found = _who(tx, now, kept)
        if found is None:
            return None
        locked = _locked(tx, now, kept, limits)
    if not locked and now - kept.seen_at >= _TOUCH:
        _touch(database, now, digest)
    who, house = found
    return SignedIn(who, kept.at, locked, house)


def _touch(database: Database, now: datetime, digest: str) -> None:
    with database.write() as tx:
        kept = desk.sign_in(tx, digest)
        if kept is not None and kept.ended_at is None:
            desk.save_sign_in(tx, replace(kept, seen_at=max(kept.seen_at, now)))


def _unlock(act: Act, *, proof: Proof, token_sha256: str) -> Done:
    act.use(proof)
    kept = desk.sign_in(act.tx, token_sha256)
    if kept is None or kept.ended_at is not None or kept.person != proof.person.code:
        msg = "This sign-in has ended: sign in again."
        raise AccessError(msg)
    desk.save_sign_in(act.tx, replace(kept, seen_at=act.now))
    return act.seal("unlocked", f"person {kept.person}", done=Done("Unlocked."))


def unlock(database: Database, now: datetime, token: str, proof: Proof) -> Done:
    """Go on with a locked sign-in after the PIN was given again.

    Raises:
        AccessError: The proof is spent, is another person's, or the sign-in has ended.
    """
    who = Who(proof.person, proof.duty)
    digest = secrecy.token_digest(token)
    return perform(database, _unlock, who=who, now=now, proof=proof, token_sha256=digest)


def lock(database: Database, token: str) -> None:
    """Lock a sign-in now, as a person does who puts the tablet down."""
    with database.write() as tx:
        kept = desk.sign_in(tx, secrecy.token_digest(token))
        if kept is not None and kept.ended_at is None:
            desk.save_sign_in(tx, replace(kept, seen_at=kept.at - timedelta(seconds=1)))


def end(database: Database, now: datetime, token: str) -> None:
    """Sign out."""
    with database.write() as tx:
        kept = desk.sign_in(tx, secrecy.token_digest(token))
        if kept is not None and kept.ended_at is None:
            desk.save_sign_in(tx, replace(kept, ended_at=now))


def revoke(act: Act, *, person: str) -> Done:
    """End every sign-in of a person at once.

    Raises:
        AccessError: The duty does not open this.
        NotFoundError: Nobody has this badge.
    """
    access.require(act.who.duty, Permission.ADMIN_PEOPLE)
    target = house_at(act.tx, act.now).person(person)
    ended = desk.end_sign_ins(act.tx, person, act.now)
    says = f"{target.name} is signed out everywhere ({ended})."
    return act.seal("sign-ins revoked", f"person {person}", {"ended": ended}, done=Done(says))
