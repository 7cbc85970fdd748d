"""What was read of the transitions and has not changed since, kept in memory.

Transitions are only added, under ever higher row numbers, so what was read of a subject stands
until a transition of that subject is added. Every transaction first looks how far the rows have
come; what the new ones touch is forgotten. A transaction that adds transitions itself, which may
still be undone, and one that began before the newest ones reads for itself.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import bindparam, func, select

from countroom.stores import Tx
from countroom.stores.rows import TransitionRow

T = TypeVar("T")

_KEPT: Final = 4_000
"""Answers kept of one kind before all of them are forgotten."""

_COLUMNS: Final = TransitionRow.__table__.c  # type: ignore[attr-defined]
_NEWEST: Final = select(func.max(_COLUMNS.id))
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
class _Known:
    """What is known of one database: the answers, and up to which row they hold."""

    mark: int = -1
    answers: dict[str, dict[Question, Any]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget(self, kind: str, subject: str) -> None:
        answers = self.answers.get(kind, {})
        for question in [one for one in answers if one.touched(subject)]:
            del answers[question]


_known: WeakKeyDictionary[Any, _Known] = WeakKeyDictionary()


def _catch_up(tx: Tx, known: _Known) -> int:
    """Look once a transaction how far the rows have come, and forget what the new ones touch."""
    if "mark" not in tx.info:
        connection = tx.connection()
        newest = connection.execute(_NEWEST).scalar() or 0
        tx.info["mark"] = newest
        with known.lock:
            if 0 <= known.mark < newest:
                for kind, subject in connection.execute(_ADDED, {"mark": known.mark}):
                    known.forget(kind, subject)
            known.mark = max(known.mark, newest)
    mark: int = tx.info["mark"]
    return mark


def recall(tx: Tx, question: Question, read: Callable[[], T]) -> T:
    """Answer from memory what did not change since it was read; otherwise read it."""
    if TransitionRow in tx.info.get("given", {}):
        return read()
    known = _known.setdefault(tx.get_bind(), _Known())
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
