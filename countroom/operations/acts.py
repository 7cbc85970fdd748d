"""The act: who does what, once, sealed into the journal with every row it adds."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from countroom.domain import canonical
from countroom.domain.journal import Entry
from countroom.domain.people import Person, Role
from countroom.errors import AccessError, RepeatError
from countroom.stores import Row, Tx, desk, journal, states
from countroom.stores.database import Database

__all__ = ["PROOF_SECONDS", "Act", "Database", "Done", "Operation", "Proof", "Who", "perform"]

PROOF_SECONDS: Final = 120
"""An authentication stands for the act it was made for, made within this time."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who acts: the person signed in, the duty signed into, and from where.

    Attributes:
        person: As registered.
        duty: The duty he is signed into.
        via: ``web``, ``cli`` or ``played``.
        device: Which tablet or terminal.
    """

    person: Person
    duty: Role
    via: str = "web"
    device: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """One authentication for one act, made outside the write lock and used once.

    Attributes:
        person: Who authenticated, as registered.
        duty: The duty he acts in here.
        kind: ``pin``, ``wet`` (keyed in from signed paper) or ``played``.
        nonce: What is used up; a played proof has none.
    """

    person: Person
    duty: Role
    kind: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What an act made, as the screen says it and a repeat of the act repeats it.

    Attributes:
        says: One sentence, free of figures that the person may not see.
        name: What was made, ``F-0005``, or empty.
        document: Row number of the document made, or nothing.
        version: Its version.
        extra: Anything more that the caller needs, plain.
    """

    says: str
    name: str = ""
    document: int | None = None
    version: int = 1
    extra: dict[str, canonical.Plain] = field(default_factory=dict)


class Act:
    """An act being recorded: collects its rows and is sealed once.

    Args:
        tx: The open writing transaction.
        now: The server's time, aware UTC.
        who: Who does it.
        key: Key of the form, empty for acts that no form carries.
        request: Digest of what was asked under that key.
    """

    def __init__(
        self, tx: Tx, now: datetime, who: Who, *, key: str = "", request: str = ""
    ) -> None:
        self.tx = tx
        self.now = now
        self.who = who
        self._key = key
        self._request = request
        self._head = journal.head(tx)
        self.seq = self._head.seq + 1
        self._rows: list[Row] = []
        self._sealed = False

    def add(self, row: Row) -> None:
        """Add an append-only row to this act."""
        self._rows.append(row)
        self.tx.info["adds"] = True  # what it reads from here on may still be undone
        self.tx.add(row)

    def flush(self) -> None:
        """Let what was added be seen by the queries that follow in this act."""
        self.tx.flush()

    def move(
        self, kind: str, subject: str, to_state: str, *, from_state: str = "", about: str = ""
    ) -> None:
        """Move a subject; the caller has asked the domain whether it may."""
        self.tx.flush()
        before = states.last(self.tx, kind, subject)
        assert before is None or before.to_state == from_state or not from_state
        moved = states.Moved(
            kind=kind,
            subject=subject,
            sequence=1 if before is None else before.sequence + 1,
            from_state=from_state or ("" if before is None else before.to_state),
            to_state=to_state,
            at=self.now,
            person=self.who.person.code,
            about=about,
            seq=self.seq,
        )
        self.add(states.row(self.tx, moved))
        self.tx.flush()

    def state(self, kind: str, subject: str) -> str:
        """Where a subject stands, empty if it never moved."""
        self.tx.flush()
        moved = states.last(self.tx, kind, subject)
        return "" if moved is None else moved.to_state

    def use(self, proof: Proof) -> Proof:
        """Use an authentication up.

        Raises:
            AccessError: It was used before, is too old, or is not this person's.
        """
        if proof.kind == "played":
            assert self.who.via == "played", "a played proof signs played acts only"
            return proof
        used = desk.use_proof(self.tx, proof.nonce, self.now)
        if used is None or used[0] != proof.person.code:
            msg = "Identify yourself again: this sign-off was already used."
            raise AccessError(msg)
        if abs((self.now - used[1]).total_seconds()) > PROOF_SECONDS:
            msg = "Identify yourself again: too much time has passed."
            raise AccessError(msg)
        return proof

    def seal(self, act: str, subject: str, body: object = None, *, done: Done) -> Done:
        """Seal the act into the journal; the last thing an operation does."""
        assert not self._sealed, "an act is sealed once"
        self._sealed = True
        self.tx.flush()
        entry = Entry(
            seq=self.seq,
            at=self.now,
            person=self.who.person.code,
            duty=self.who.duty.value,
            via=self.who.via,
            device=self.who.device,
            act=act,
            subject=subject,
            body=canonical.to_bytes({} if body is None else body).decode(),
            key=self._key,
            request=self._request,
            result=canonical.to_bytes(done).decode(),
            rows=journal.rows_sealed(self._rows),
            previous=self._head.digest,
        )
        journal.append(self.tx, entry)
        return done

    @property
    def is_sealed(self) -> bool:
        """Whether the operation has finished its record."""
        return self._sealed


Operation = Callable[..., Done]


def _done(result: str) -> Done:
    plain: dict[str, Any] = json.loads(result)
    return Done(**plain)


def perform(
    database: Database,
    operation: Operation,
    *,
    who: Who,
    now: datetime,
    key: str = "",
    **asked: Any,
) -> Done:
    """Do one operation in one transaction; the same key and body is the same act.

    Args:
        database: Where it is recorded.
        operation: Function of ``operations`` that takes the act first.
        who: Who does it.
        now: The server's time.
        key: Made when the form was rendered.
        **asked: What the operation takes; proofs are left out of the body's digest.

    Raises:
        RepeatError: The key was used for another body.
        CountroomError: Whatever the operation refuses.
    """
    body = {name: value for name, value in asked.items() if not isinstance(value, Proof)}
    request = canonical.digest({"operation": operation.__qualname__, **body}) if key else ""
    with database.write() as tx:
        before = journal.find_key(tx, key) if key else None
        if before is not None:
            return _repeated(before.request, before.result, request)
        act = Act(tx, now, who, key=key, request=request)
        done = operation(act, **asked)
        assert act.is_sealed, f"{operation.__qualname__} left its act unsealed"
        return done


def _repeated(request_before: str, result: str, request: str) -> Done:
    done = _done(result)
    if request_before != request:
        name = done.name or "another act"
        msg = f"Already recorded as {name}. Start a new one to record something else."
        raise RepeatError(msg, recorded=done.name)
    return done
