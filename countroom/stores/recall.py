"""What was read and has not changed since, kept in memory.

Records are only added, under ever higher row numbers, so what was read stands until rows are
added to what it was read from. Every transaction looks once how far the tables have come, and
what the new rows touch is forgotten: of transitions what was asked of their subjects, of other
tables everything. A transaction that adds rows itself, which may still be undone, and one that
began before the newest ones, reads for itself.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import bindparam, select
from sqlmodel import SQLModel

from countroom.stores import Tx, connection, first_row
from countroom.stores.rows import (
    CouponMovementRow,
    DayTotalRow,
    RegistryRow,
    SignatureRow,
    TransitionRow,
    VersionRow,
)

T = TypeVar("T")

_KEPT: Final = 4_000
"""Answers kept of one kind before all of them are forgotten."""

Tables = tuple[type[SQLModel], ...]

_WATCHED: Final[Tables] = (
    TransitionRow,
    RegistryRow,
    VersionRow,
    SignatureRow,
    CouponMovementRow,
    DayTotalRow,
)
"""The tables of which it is known how far they have come."""

DOCUMENTS: Final[Tables] = (VersionRow, SignatureRow, TransitionRow)
"""What a document is read from, its row aside, which comes with a version."""

_COLUMNS: Final = TransitionRow.__table__.c  # type: ignore[attr-defined]
_NEWEST: Final = (
    "SELECT (SELECT max(id) FROM transition), (SELECT max(id) FROM registry),"
    " (SELECT max(id) FROM document_version), (SELECT max(id) FROM signature),"
    " (SELECT max(id) FROM coupon_movement), (SELECT max(id) FROM day_total)"
)
_ADDED: Final = (
    select(_COLUMNS.subject_kind, _COLUMNS.subject)
    .where(_COLUMNS.id > bindparam("mark"))
    .distinct()
)


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked of a kind of subjects.

    Attributes:
        kind: Kind of the subjects.
        subject: The subject, or how the names of several begin.
        what: Which function asked, and for what.
        several: Whether it was asked of all subjects that begin so.
    """

    kind: str
    subject: str
    what: str
    several: bool = False

    def touched(self, subject: str) -> bool:
        """Whether a new transition of a subject changes the answer."""
        return subject.startswith(self.subject) if self.several else subject == self.subject


@dataclass
class _Group:
    """What was read from some tables as they stood at a mark."""

    mark: tuple[int, ...]
    answers: dict[object, Any] = field(default_factory=dict)


@dataclass
class _Known:
    """What is known of one database: the answers, and up to which rows they hold."""

    mark: int = -1
    answers: dict[str, dict[Question, Any]] = field(default_factory=dict)
    groups: dict[Tables, _Group] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget(self, kind: str, subject: str) -> None:
        answers = self.answers.get(kind, {})
        for question in [one for one in answers if one.touched(subject)]:
            del answers[question]

    def group(self, tables: Tables, mark: tuple[int, ...]) -> _Group | None:
        """The answers at a mark; nothing where others have read on from there."""
        group = self.groups.get(tables)
        if group is None or sum(group.mark) < sum(mark):
            group = self.groups[tables] = _Group(mark)
        return group if group.mark == mark else None


_known: WeakKeyDictionary[Any, _Known] = WeakKeyDictionary()


def memory_of(tx: Tx) -> Any:
    """Whose memory a transaction uses: its database's, or its own while nothing of it is kept."""
    return tx.info.get("memory") or tx.get_bind()


_marks: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def watermark(tx: Tx, what: Any, begin: T) -> T:
    """Up to where everything is settled for good, as far as is known; from there on one reads."""
    found: T = _marks.get(memory_of(tx), {}).get(what, begin)
    return found


def advance(tx: Tx, what: Any, to: Any) -> None:
    """Say that everything up to somewhere is settled for good, and need not be read again."""
    if is_kept(tx):
        _marks.setdefault(memory_of(tx), {})[what] = to


def is_kept(tx: Tx) -> bool:
    """Whether all that a transaction sees is kept: it added nothing that may still be undone."""
    return "adds" not in tx.info


def newest(tx: Tx, kind: type[SQLModel]) -> int:
    """The newest row of a watched table, as it stood when the transaction first looked."""
    if "marks" not in tx.info:
        row = first_row(tx, _NEWEST)
        assert row is not None, "a row of aggregates is always there"
        tx.info["marks"] = dict(zip(_WATCHED, (number or 0 for number in row), strict=True))
    found: int = tx.info["marks"][kind]
    return found


def _adds(tx: Tx, *kinds: type[SQLModel]) -> bool:
    """Whether the transaction itself adds rows, to one of some tables or in an act."""
    if "adds" in tx.info:
        return True
    given: dict[type[SQLModel], int] = tx.info.get("given", {})
    return not given.keys().isdisjoint(kinds)


def _catch_up(tx: Tx, known: _Known) -> int:
    """Look how far the transitions have come, and forget what the new ones touch."""
    mark = newest(tx, TransitionRow)
    if known.mark < mark:
        with known.lock:
            if 0 <= known.mark < mark:
                for kind, subject in connection(tx).execute(_ADDED, {"mark": known.mark}):
                    known.forget(kind, subject)
            known.mark = max(known.mark, mark)
    return mark


def recall(tx: Tx, question: Question, read: Callable[[], T]) -> T:
    """Answer from memory while no transition touched the answer; otherwise read it."""
    if _adds(tx, TransitionRow):
        return read()
    known = _known.setdefault(memory_of(tx), _Known())
    mark = _catch_up(tx, known)
    with known.lock:
        answers = known.answers.setdefault(question.kind, {})
        if mark == known.mark and question in answers:
            found: T = answers[question]
            return found
    answer = read()
    with known.lock:
        if mark == known.mark:
            if len(answers) >= _KEPT:
                answers.clear()
            answers[question] = answer
    return answer


def recall_while(
    tx: Tx, tables: Tables, what: object, read: Callable[[], T], *, keep: int = _KEPT
) -> T:
    """Answer from memory while nothing was added to some tables; otherwise read it.

    Args:
        tx: The transaction.
        tables: What the answer is read from, of the watched tables.
        what: What is asked; the same asks the same.
        read: Reads the answer.
        keep: How many answers of these tables are kept; the oldest goes first.
    """
    if _adds(tx, *tables):
        return read()
    known = _known.setdefault(memory_of(tx), _Known())
    mark = tuple(newest(tx, kind) for kind in tables)
    with known.lock:
        group = known.group(tables, mark)
        if group is not None and what in group.answers:
            found: T = group.answers[what]
            return found
    answer = read()
    with known.lock:
        group = known.group(tables, mark)
        if group is not None:
            while len(group.answers) >= keep:
                del group.answers[next(iter(group.answers))]
            group.answers[what] = answer
    return answer
