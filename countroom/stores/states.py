"""Transitions: where a box, a count, a document stands, and how it came there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func
from sqlmodel import select

from countroom.stores import Tx
from countroom.stores.journal import next_id
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


def _fact(row: TransitionRow) -> Moved:
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


def last(tx: Tx, kind: str, subject: str) -> Moved | None:
    """The newest transition of a subject."""
    query = (
        select(TransitionRow)
        .where(TransitionRow.subject_kind == kind, TransitionRow.subject == subject)
        .order_by(TransitionRow.sequence.desc())  # type: ignore[attr-defined]
        .limit(1)
    )
    row = tx.exec(query).first()
    return None if row is None else _fact(row)


def last_into(tx: Tx, kind: str, subject: str, to_state: str) -> Moved | None:
    """The newest transition of a subject into one state."""
    query = (
        select(TransitionRow)
        .where(
            TransitionRow.subject_kind == kind,
            TransitionRow.subject == subject,
            TransitionRow.to_state == to_state,
        )
        .order_by(TransitionRow.sequence.desc())  # type: ignore[attr-defined]
        .limit(1)
    )
    row = tx.exec(query).first()
    return None if row is None else _fact(row)


def into(tx: Tx, kind: str, to_state: str) -> Sequence[Moved]:
    """Every transition of a kind into one state, in order of happening."""
    query = (
        select(TransitionRow)
        .where(TransitionRow.subject_kind == kind, TransitionRow.to_state == to_state)
        .order_by(TransitionRow.id)  # type: ignore[arg-type]
    )
    return [_fact(row) for row in tx.exec(query)]


def history(tx: Tx, kind: str, subject: str) -> Sequence[Moved]:
    """Every transition of a subject, in order."""
    query = (
        select(TransitionRow)
        .where(TransitionRow.subject_kind == kind, TransitionRow.subject == subject)
        .order_by(TransitionRow.sequence)  # type: ignore[arg-type]
    )
    return [_fact(row) for row in tx.exec(query)]


def current(tx: Tx, kind: str, *, prefix: str = "") -> dict[str, Moved]:
    """The newest transition of every subject of a kind (whose name begins with ``prefix``)."""
    newest = (
        select(TransitionRow.subject, func.max(TransitionRow.sequence).label("sequence"))
        .where(TransitionRow.subject_kind == kind, TransitionRow.subject.startswith(prefix))
        .group_by(TransitionRow.subject)
        .subquery()
    )
    query = (
        select(TransitionRow)
        .join(
            newest,
            and_(
                newest.c.subject == TransitionRow.subject,
                newest.c.sequence == TransitionRow.sequence,
            ),
        )
        .where(TransitionRow.subject_kind == kind)
        .order_by(TransitionRow.subject)
    )
    return {row.subject: _fact(row) for row in tx.exec(query)}


def boxes(tx: Tx) -> dict[str, Moved]:
    """The newest transition of every box that ever moved, by one index step a box."""
    newest = (
        select(
            BoxRow.code.label("subject"),  # type: ignore[attr-defined]
            select(func.max(TransitionRow.sequence))
            .where(TransitionRow.subject_kind == "box", TransitionRow.subject == BoxRow.code)
            .scalar_subquery()
            .label("sequence"),
        )
        .order_by(BoxRow.code)
        .subquery()
    )
    query = (
        select(TransitionRow)
        .join(
            newest,
            and_(
                newest.c.subject == TransitionRow.subject,
                newest.c.sequence == TransitionRow.sequence,
            ),
        )
        .where(TransitionRow.subject_kind == "box")
        .order_by(TransitionRow.subject)
    )
    return {row.subject: _fact(row) for row in tx.exec(query)}


def since(tx: Tx, kind: str, seq: int, until: int | None = None) -> Sequence[Moved]:
    """Transitions of a kind that acts from one journal entry to another made, in order."""
    query = (
        select(TransitionRow)
        .where(TransitionRow.subject_kind == kind, TransitionRow.journal_seq >= seq)
        .order_by(TransitionRow.id)  # type: ignore[arg-type]
    )
    if until is not None:
        query = query.where(TransitionRow.journal_seq <= until)
    return [_fact(row) for row in tx.exec(query)]


def histories(tx: Tx, kind: str, *, prefix: str = "") -> Sequence[Moved]:
    """Every transition of every subject of a kind, in order of happening."""
    query = (
        select(TransitionRow)
        .where(TransitionRow.subject_kind == kind, TransitionRow.subject.startswith(prefix))
        .order_by(TransitionRow.id)  # type: ignore[arg-type]
    )
    return [_fact(row) for row in tx.exec(query)]


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
