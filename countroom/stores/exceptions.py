"""What goes to internal audit in writing within two days: exceptions of numbered forms and drops.

Reference:
    465a.3(c); V_20, V_21.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from countroom.domain.drop import BoxState
from countroom.domain.papers import PAPERS
from countroom.domain.slip_numbers import SERIES
from countroom.errors import NotFoundError
from countroom.stores import Tx, custody, documents, slip_numbers, states
from countroom.stores.slip_numbers import series_of
from countroom.stores.states import Moved

KIND: Final = "exception"
"""That an exception was seen is a transition of this kind, its subject the exception's name."""

SEEN: Final = "seen"

WITHIN: Final = timedelta(days=2)
"""How long after it came up an exception is with internal audit (465a.3(c))."""

ERROR_SLIP: Final = "error_notification"
"""Code of the paper that says that an opening count differs from its slip."""


@dataclass(frozen=True, slots=True)
class AuditException:
    """One exception.

    Attributes:
        name: What it is called on record.
        kind: What sort, in a few words.
        number: Number of the form, or the box.
        table: Gaming table, or empty.
        says: What happened, in the words of who said it.
        by: Badge of who was last on it.
        at: When it came up.
        due: When it is with internal audit at the latest.
    """

    name: str
    kind: str
    number: str
    table: str
    says: str
    by: str
    at: datetime

    @property
    def due(self) -> datetime:
        """When it is with internal audit at the latest."""
        return self.at + WITHIN


def exceptions(tx: Tx) -> tuple[AuditException, ...]:
    """Every exception, in the order they came up."""
    found = [*_void(tx), *_said(tx), *_gaps(tx), *_emergencies(tx), *_error_slips(tx)]
    return tuple(sorted(found, key=lambda one: (one.at, one.name)))


def _void(tx: Tx) -> Iterator[AuditException]:
    for moved in states.into(tx, "document", "void"):
        if series_of(moved.subject) in SERIES:
            slip = documents.by_name(tx, moved.subject)
            yield AuditException(
                name=f"void|{slip.name}",
                kind=f"{PAPERS[slip.paper].title} void",
                number=slip.name,
                table=slip.table,
                says=moved.about.rpartition(" / ")[0] or moved.about,
                by=moved.person,
                at=moved.at,
            )


def _said(tx: Tx) -> Iterator[AuditException]:
    for said in slip_numbers.said(tx).values():
        name, kind = f"number|{said.name}", f"number {said.status.value}"
        yield AuditException(name, kind, said.name, said.table, said.why, said.by, said.at)


def _gaps(tx: Tx) -> Iterator[AuditException]:
    for gap in slip_numbers.gaps(tx):
        assert gap.at is not None, "a gap comes up with the later number"
        yield AuditException(
            f"gap|{gap.name}", "number missing", gap.name, "", gap.says, gap.last, gap.at
        )


def _emergencies(tx: Tx) -> Iterator[AuditException]:
    for moved in states.into_about(tx, "box", BoxState.DROPPED, '"emergency":true'):
        facts = custody.about(moved)
        yield AuditException(
            name=f"emergency|{moved.subject}|{moved.sequence}",
            kind="emergency drop" if "why" in facts else "emergency box dropped",
            number=moved.subject,
            table=str(facts.get("table", "")),
            says=str(facts.get("why", "an emergency box was on the table")),
            by=moved.person,
            at=moved.at,
        )


def _error_slips(tx: Tx) -> Iterator[AuditException]:
    for slip in documents.find(tx, paper=ERROR_SLIP):
        yield AuditException(
            name=f"error|{slip.name}",
            kind=PAPERS[ERROR_SLIP].title,
            number=slip.name,
            table=slip.table,
            says=f"the rack was not what {slip.content.old_slip} says",
            by=slip.by,
            at=slip.at,
        )


def one(tx: Tx, name: str) -> AuditException:
    """One exception by its name.

    Raises:
        NotFoundError: There is none of that name.
    """
    for each in exceptions(tx):
        if each.name == name:
            return each
    msg = "There is no such exception."
    raise NotFoundError(msg)


def seen(tx: Tx) -> dict[str, Moved]:
    """Exceptions that internal audit has seen: name to the transition that says so."""
    return states.current(tx, KIND)
