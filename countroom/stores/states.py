"""Transitions: where a box, a count, a document stands, and how it came there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select, true

from countroom.stores import Tx, connection
from countroom.stores.journal import next_id
from countroom.stores.recall import Question, recall
from countroom.stores.rows import BoxRow, TransitionRow


@dataclass(frozen=True, slots=True)
class Moved:
    """One transition as read from record; ``about`` is the particular (a station, a table)."""

    kind: str
    subject: str
    sequence: int
    from_state: str
    to_state: str
    at: datetime
    person: str
    about: str
    seq: int


_TABLE: Final = TransitionRow.__table__  # type: ignore[attr-defined]
_C: Final = _TABLE.c
_OF_KIND: Final = select(_TABLE).where(_C.subject_kind == bindparam("kind"))
_OF_SUBJECT: Final = _OF_KIND.where(_C.subject == bindparam("subject"))
_LAST: Final = _OF_SUBJECT.order_by(_C.sequence.desc()).limit(1)
_LAST_INTO: Final = _LAST.where(_C.to_state == bindparam("to_state"))
_HISTORY: Final = _OF_SUBJECT.order_by(_C.sequence)
_NEWEST_FEW: Final = _OF_SUBJECT.order_by(_C.sequence.desc()).limit(32)
_FROM_ON: Final = _HISTORY.where(_C.journal_seq >= bindparam("seq"))


def _fact(row: Any) -> Moved:
    return Moved(
        kind=row.subject_kind,
        subject=row.subject,
        sequence=row.sequence,
        from_state=row.from_state,
        to_state=row.to_state,
        at=row.at,
        person=row.person,
        about=row.about,
        seq=row.journal_seq,
    )


def _read(tx: Tx, query: Select[Any], **asked: str | int) -> list[Moved]:
    """Read transitions; those that wait to be stored are stored first."""
    tx.flush()
    return [_fact(row) for row in connection(tx).execute(query, asked)]


def last(tx: Tx, kind: str, subject: str) -> Moved | None:
    """The newest transition of a subject."""
    question = Question(kind, subject, "last")
    found = recall(tx, question, lambda: _read(tx, _LAST, kind=kind, subject=subject))
    return found[0] if found else None


def last_into(tx: Tx, kind: str, subject: str, to_state: str) -> Moved | None:
    """The newest transition of a subject into one state."""
    asked = {"kind": kind, "subject": subject, "to_state": to_state}
    question = Question(kind, subject, f"last into {to_state}")
    found = recall(tx, question, lambda: _read(tx, _LAST_INTO, **asked))
    return found[0] if found else None


def history(tx: Tx, kind: str, subject: str) -> Sequence[Moved]:
    """Every transition of a subject, in order."""
    question = Question(kind, subject, "history")
    return recall(tx, question, lambda: _read(tx, _HISTORY, kind=kind, subject=subject))


def newest(tx: Tx, kind: str, subject: str, most: int, before: int | None) -> Sequence[Moved]:
    """The newest transitions of a subject, the newest first.

    Args:
        tx: The transaction.
        kind: Kind of the subject.
        subject: Which.
        most: So many at most.
        before: Only those before this one of its sequence.
    """
    query = _OF_SUBJECT.order_by(_C.sequence.desc()).limit(most)
    if before is not None:
        query = query.where(_C.sequence < before)
    return _read(tx, query, kind=kind, subject=subject)


def history_from(tx: Tx, kind: str, subject: str, seq: int) -> Sequence[Moved]:
    """Every transition of a subject from a journal entry on, in order."""
    question = Question(kind, subject, f"from {seq}")
    return recall(tx, question, lambda: _history_from(tx, kind, subject, seq))


def _history_from(tx: Tx, kind: str, subject: str, seq: int) -> list[Moved]:
    newest = _read(tx, _NEWEST_FEW, kind=kind, subject=subject)
    found = [moved for moved in reversed(newest) if moved.seq >= seq]
    if len(found) < 32:
        return found
    return _read(tx, _FROM_ON, kind=kind, subject=subject, seq=seq)


def _begins(tx: Tx, prefix: str) -> ColumnElement[bool]:
    """Whether a subject begins so: on SQLite as a range, which its index can find."""
    if not prefix:
        return true()
    if tx.get_bind().dialect.name == "sqlite":
        after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        return and_(_C.subject >= prefix, _C.subject < after)
    begins: ColumnElement[bool] = _C.subject.startswith(prefix, autoescape=True)
    return begins


def current_of(tx: Tx, kind: str, subjects: Select[Any]) -> dict[str, Moved]:
    """The newest transition of each of some subjects, given as a query of their names."""
    query = _OF_KIND.where(_C.subject.in_(subjects)).order_by(_C.sequence)
    return {moved.subject: moved for moved in _read(tx, query, kind=kind)}


def current(tx: Tx, kind: str, *, prefix: str = "") -> dict[str, Moved]:
    """The newest transition of every subject of a kind (whose name begins with ``prefix``)."""
    question = Question(kind, prefix, "current", several=True)
    return dict(recall(tx, question, lambda: _current(tx, kind, prefix)))


def _current(tx: Tx, kind: str, prefix: str) -> dict[str, Moved]:
    newest = (
        select(_C.subject, func.max(_C.sequence).label("sequence"))
        .where(_C.subject_kind == kind, _begins(tx, prefix))
        .group_by(_C.subject)
        .subquery()
    )
    query = (
        select(_TABLE)
        .join(newest, and_(newest.c.subject == _C.subject, newest.c.sequence == _C.sequence))
        .where(_C.subject_kind == kind)
        .order_by(_C.subject)
    )
    return {moved.subject: moved for moved in _read(tx, query)}


def between(tx: Tx, kind: str, begins: datetime, ends: datetime) -> Sequence[Moved]:
    """Every transition of a kind from one moment until before another, in order of happening."""
    query = _OF_KIND.where(_C.at >= begins, _C.at < ends).order_by(_C.id)
    return _read(tx, query, kind=kind)


def as_of(tx: Tx, kind: str, at: datetime) -> dict[str, Moved]:
    """The newest transition of every subject of a kind up to a moment, that moment included."""
    newest = (
        select(_C.subject, func.max(_C.sequence).label("sequence"))
        .where(_C.subject_kind == kind, _C.at <= at)
        .group_by(_C.subject)
        .subquery()
    )
    query = (
        select(_TABLE)
        .join(newest, and_(newest.c.subject == _C.subject, newest.c.sequence == _C.sequence))
        .where(_C.subject_kind == kind)
        .order_by(_C.subject)
    )
    return {moved.subject: moved for moved in _read(tx, query, kind=kind)}


def into(tx: Tx, kind: str, to_state: str) -> Sequence[Moved]:
    """Every transition of a kind into one state, in order of happening."""
    query = select(_TABLE).where(_C.subject_kind == kind, _C.to_state == to_state).order_by(_C.id)
    return _read(tx, query)


def into_about(tx: Tx, kind: str, to_state: str, holds: str) -> Sequence[Moved]:
    """Every transition of a kind into one state whose particulars hold a text, in order."""
    query = _OF_KIND.where(_C.to_state == to_state, _C.about.contains(holds, autoescape=True))
    return _read(tx, query.order_by(_C.id), kind=kind)


def boxes(tx: Tx) -> dict[str, Moved]:
    """The newest transition of every box that ever moved, by one index step a box."""
    question = Question("box", "", "boxes", several=True)
    return dict(recall(tx, question, lambda: _boxes(tx)))


def _boxes(tx: Tx) -> dict[str, Moved]:
    box = BoxRow.__table__.c  # type: ignore[attr-defined]
    sequence = (
        select(func.max(_C.sequence))
        .where(_C.subject_kind == "box", _C.subject == box.code)
        .scalar_subquery()
    )
    newest = select(box.code, sequence.label("sequence")).order_by(box.code).subquery()
    query = (
        select(_TABLE)
        .join(newest, and_(newest.c.code == _C.subject, newest.c.sequence == _C.sequence))
        .where(_C.subject_kind == "box")
        .order_by(_C.subject)
    )
    return {moved.subject: moved for moved in _read(tx, query)}


def since(tx: Tx, kind: str, seq: int, until: int | None = None) -> Sequence[Moved]:
    """Transitions of a kind that acts from one journal entry to another made, in order."""
    query = select(_TABLE).where(_C.subject_kind == kind, _C.journal_seq >= seq).order_by(_C.id)
    if until is not None:
        query = query.where(_C.journal_seq <= until)
    return _read(tx, query)


def histories(tx: Tx, kind: str, *, prefix: str = "") -> Sequence[Moved]:
    """Every transition of every subject of a kind, in order of happening."""
    query = select(_TABLE).where(_C.subject_kind == kind, _begins(tx, prefix)).order_by(_C.id)
    if not prefix:
        return _read(tx, query)
    question = Question(kind, prefix, "histories", several=True)
    return recall(tx, question, lambda: _read(tx, query))


def row(tx: Tx, move: Moved) -> TransitionRow:
    """The row of a move that is about to be recorded."""
    return TransitionRow(
        id=next_id(tx, TransitionRow),
        subject_kind=move.kind,
        subject=move.subject,
        sequence=move.sequence,
        from_state=move.from_state,
        to_state=move.to_state,
        at=move.at,
        person=move.person,
        about=move.about,
        journal_seq=move.seq,
    )
