"""What may change: drafts, secrets, sign-ins, attempts, proofs, derived caches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, update
from sqlalchemy import select as core_select
from sqlmodel import select

from countroom.stores import Tx, connection
from countroom.stores.journal import next_id
from countroom.stores.rows import (
    AttemptRow,
    CacheRow,
    DraftRow,
    ProofRow,
    SecretRow,
    SignInRow,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Work in progress: ``content`` is JSON text, ``revision`` counts its saves from 1."""

    subject: str
    revision: int
    content: str
    person: str
    at: datetime


_DRAFT: Final = DraftRow.__table__  # type: ignore[attr-defined]
_MINE: Final = _DRAFT.c.subject == bindparam("of")
_READ_DRAFT: Final = core_select(_DRAFT).where(_MINE)
_CHANGE_DRAFT: Final = update(_DRAFT).where(_MINE)
_DROP_DRAFT: Final = delete(_DRAFT).where(_MINE)
_ADD_DRAFT: Final = insert(_DRAFT)


def draft(tx: Tx, subject: str) -> Draft | None:
    """The draft of a subject, if one was begun."""
    row = connection(tx).execute(_READ_DRAFT, {"of": subject}).first()
    if row is None:
        return None
    return Draft(row.subject, row.revision, row.content, row.person, row.at)


def drafts(tx: Tx, prefix: str) -> list[Draft]:
    """Every draft whose subject begins with ``prefix``."""
    query = select(DraftRow).where(DraftRow.subject.startswith(prefix)).order_by(DraftRow.subject)
    return [
        Draft(row.subject, row.revision, row.content, row.person, row.at) for row in tx.exec(query)
    ]


def save_draft(tx: Tx, saved: Draft) -> None:
    """Store a draft in place of the one before."""
    values = {
        "revision": saved.revision,
        "content": saved.content,
        "person": saved.person,
        "at": saved.at,
    }
    changed = connection(tx).execute(_CHANGE_DRAFT, values | {"of": saved.subject})
    if not changed.rowcount:
        connection(tx).execute(_ADD_DRAFT, values | {"subject": saved.subject})


def drop_draft(tx: Tx, subject: str) -> None:
    """Wipe a draft that became a document or was given up."""
    connection(tx).execute(_DROP_DRAFT, {"of": subject})


@dataclass(frozen=True, slots=True)
class Secret:
    """A hashed PIN (``kind`` pin) or one-time enrolment code (``kind`` code)."""

    person: str
    kind: str
    hashed: str
    at: datetime
    expires_at: datetime | None
    used_at: datetime | None


def secret(tx: Tx, person: str, kind: str) -> Secret | None:
    """A person's secret of a kind."""
    row = tx.get(SecretRow, (person, kind))
    if row is None:
        return None
    return Secret(row.person, row.kind, row.hashed, row.at, row.expires_at, row.used_at)


def save_secret(tx: Tx, saved: Secret) -> None:
    """Store a secret in place of the one before."""
    row = tx.get(SecretRow, (saved.person, saved.kind)) or SecretRow(
        person=saved.person, kind=saved.kind
    )
    row.hashed, row.at = saved.hashed, saved.at
    row.expires_at, row.used_at = saved.expires_at, saved.used_at
    tx.add(row)


@dataclass(frozen=True, slots=True)
class SignIn:
    """A person's sign-in on a device, for one duty; ``token_sha256`` finds it again."""

    token_sha256: str
    person: str
    duty: str
    device: str
    at: datetime
    seen_at: datetime
    ended_at: datetime | None


_SIGN_IN: Final = SignInRow.__table__  # type: ignore[attr-defined]
_READ_SIGN_IN: Final = core_select(_SIGN_IN).where(_SIGN_IN.c.token_sha256 == bindparam("of"))


def sign_in(tx: Tx, token_sha256: str) -> SignIn | None:
    """The sign-in of a token."""
    row = connection(tx).execute(_READ_SIGN_IN, {"of": token_sha256}).first()
    if row is None:
        return None
    return SignIn(
        row.token_sha256, row.person, row.duty, row.device, row.at, row.seen_at, row.ended_at
    )


def save_sign_in(tx: Tx, saved: SignIn) -> None:
    """Store a sign-in in place of what was known of it."""
    row = tx.get(SignInRow, saved.token_sha256) or SignInRow(token_sha256=saved.token_sha256)
    row.person, row.duty, row.device = saved.person, saved.duty, saved.device
    row.at, row.seen_at, row.ended_at = saved.at, saved.seen_at, saved.ended_at
    tx.add(row)


def end_sign_ins(tx: Tx, person: str, at: datetime) -> int:
    """End every open sign-in of a person; says how many there were."""
    query = select(SignInRow).where(SignInRow.person == person, SignInRow.ended_at == None)  # noqa: E711 - SQL
    rows = tx.exec(query).all()
    for row in rows:
        row.ended_at = at
        tx.add(row)
    return len(rows)


def add_attempt(tx: Tx, *, person: str, device: str, at: datetime, passed: bool) -> None:
    """Note a try at a PIN."""
    tx.add(
        AttemptRow(id=next_id(tx, AttemptRow), person=person, device=device, at=at, passed=passed)
    )
    tx.flush()


def failed_at(tx: Tx, *, person: str, device: str, newest: int) -> list[datetime]:
    """When a person failed on a device after his last good try: the newest few, newest first."""
    mine = (AttemptRow.person == person, AttemptRow.device == device)
    passed = tx.exec(select(func.max(AttemptRow.id)).where(*mine, AttemptRow.passed == True)).one()  # noqa: E712 - SQL
    query = (
        select(AttemptRow.at)
        .where(*mine, AttemptRow.id > (passed or 0))
        .order_by(AttemptRow.id.desc())  # type: ignore[attr-defined]
        .limit(newest)
    )
    return list(tx.exec(query))


def add_proof(tx: Tx, *, nonce: str, person: str, at: datetime) -> None:
    """Note an authentication that was made for one act."""
    tx.add(ProofRow(nonce=nonce, person=person, at=at, used_at=None))
    tx.flush()


def use_proof(tx: Tx, nonce: str, at: datetime) -> tuple[str, datetime] | None:
    """Use a proof up: who made it and when, or nothing if it is unknown or spent."""
    row = tx.get(ProofRow, nonce)
    if row is None or row.used_at is not None:
        return None
    row.used_at = at
    tx.add(row)
    tx.flush()
    return row.person, row.at


def cached(tx: Tx, name: str) -> bytes | None:
    """Something derived, if it was kept."""
    row = tx.get(CacheRow, name)
    return None if row is None else row.content


def cache(tx: Tx, name: str, content: bytes, at: datetime) -> None:
    """Keep something derived."""
    row = tx.get(CacheRow, name) or CacheRow(name=name)
    row.content, row.at = content, at
    tx.add(row)
