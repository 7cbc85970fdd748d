"""Where every box is, always: read from its transitions, which are the only record of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final

from countroom.domain import canonical
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import TableKind
from countroom.domain.house import House
from countroom.domain.receiving import Difference, differences
from countroom.stores import Tx, documents, registry, states
from countroom.stores.recall import Question, recall
from countroom.stores.states import Moved

TAKEN_IN: Final = "taken_in"
"""State of a manifest whose boxes were counted in at the door."""


def about_text(**facts: Any) -> str:
    """Write the particulars of a transition; empty ones are left out."""
    kept = {
        name: fact
        for name, fact in facts.items()
        if fact is not None and fact is not False and fact != ""
    }
    return canonical.to_bytes(kept).decode()


def about(moved: Moved) -> dict[str, Any]:
    """Read the particulars of a transition."""
    return dict(_particulars(moved.about))


@lru_cache(maxsize=20_000)
def _particulars(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text or "{}")
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """A box as it stands.

    Attributes:
        box: As labelled.
        state: Its state.
        at: Since when.
        person: Badge of who moved it last.
        about: Particulars of the last move: the table, the count, the station.
    """

    box: str
    state: BoxState
    at: datetime
    person: str
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> str:
        """The table that the last move names, or empty."""
        return str(self.about.get("table", ""))

    @property
    def count(self) -> str:
        """The count that the last move names, or empty."""
        return str(self.about.get("count", ""))


def _standing(moved: Moved) -> Standing:
    return Standing(moved.subject, BoxState(moved.to_state), moved.at, moved.person, about(moved))


def where(tx: Tx) -> dict[str, Standing]:
    """Every box that ever moved, as it stands."""
    return {box: _standing(moved) for box, moved in states.boxes(tx).items()}


def where_at(tx: Tx, at: datetime) -> dict[str, Standing]:
    """Every box that had moved by a moment, as it stood then."""
    return {box: _standing(moved) for box, moved in states.as_of(tx, "box", at).items()}


def where_is(tx: Tx, box: str) -> Standing | None:
    """One box as it stands; nothing if it never moved."""
    moved = states.last(tx, "box", box)
    return None if moved is None else _standing(moved)


def last_drop(tx: Tx, box: str) -> Moved | None:
    """The last time a box came off a table."""
    return states.last_into(tx, "box", box, BoxState.DROPPED)


@dataclass(frozen=True, slots=True)
class InCount:
    """A box of a count.

    Attributes:
        box: As labelled.
        table: Table it came from; empty where that is not known.
        kind: Banking or nonbanking.
        period: Drop period whose money is in it, if that is known.
        emergency: An emergency box, or taken by an emergency drop.
        extra: It came in without standing on a manifest.
        state: Its state in this count; once recorded it stays so here.
        moves: Every move of it in this count.
    """

    box: str
    table: str
    kind: TableKind
    period: int | None
    emergency: bool
    extra: bool
    state: BoxState
    moves: tuple[Moved, ...]

    @property
    def station(self) -> str:
        """Where it was last opened, or empty."""
        return next(
            (str(about(m)["station"]) for m in reversed(self.moves) if "station" in m.about), ""
        )

    def reached(self, state: BoxState) -> Moved | None:
        """The last time it came into a state."""
        return next((moved for moved in reversed(self.moves) if moved.to_state == state), None)


def span(tx: Tx, count: str) -> tuple[int, int | None]:
    """First and last journal entry of a count; the last is missing until it is concluded."""
    moves = states.history(tx, "count", count)
    assert moves, "a count is scheduled when it is made"
    ends = [moved.seq for moved in moves if moved.to_state == CountState.CONCLUDED]
    return moves[0].seq, ends[0] if ends else None


def in_count(tx: Tx, count: str) -> dict[str, InCount]:
    """Every box that came in for a count, in the order it came."""
    first, end = span(tx, count)
    question = Question("box", "", f"in {count} from {first} to {end}", several=True)
    return dict(recall(tx, question, lambda: _read_count(tx, count, first, end)))


def _read_count(tx: Tx, count: str, first: int, end: int | None) -> dict[str, InCount]:
    moves: dict[str, list[Moved]] = {}
    for moved in states.since(tx, "box", first, end):
        if about(moved).get("count") == count:
            moves.setdefault(moved.subject, []).append(moved)
    return {box: _in_count(box, tuple(mine)) for box, mine in moves.items()}


def box_in_count(tx: Tx, count: str, box: str) -> InCount | None:
    """One box that came in for a count; nothing if it did not."""
    first, end = span(tx, count)
    moves = tuple(
        moved
        for moved in states.history_from(tx, "box", box, first)
        if (end is None or moved.seq <= end) and about(moved).get("count") == count
    )
    return _in_count(box, moves) if moves else None


def _in_count(box: str, moves: tuple[Moved, ...]) -> InCount:
    came_in = next(m for m in reversed(moves) if m.to_state == BoxState.RECEIVED)
    facts = about(came_in)
    return InCount(
        box=box,
        table=facts.get("table", ""),
        kind=TableKind(facts["kind"]),
        period=facts.get("period"),
        emergency=facts.get("emergency", False),
        extra=facts.get("extra", False),
        state=BoxState(moves[-1].to_state),
        moves=moves,
    )


@dataclass(frozen=True, slots=True)
class NamedMissing:
    """A box that a count goes on without.

    Attributes:
        box: As labelled.
        table: Its table, if that is known.
        reason: Why, as explained.
        report: Name of the Drop Variance Report.
        found: It turned up later in the same count.
    """

    box: str
    table: str
    reason: str
    report: str
    found: bool


def named_missing(tx: Tx, count: str) -> dict[str, NamedMissing]:
    """Boxes and tables that a count named missing; a table without a box stands under its code."""
    start = len(count) + 1
    return {
        subject[start:]: NamedMissing(
            box=subject[start:],
            table=about(moved).get("table", ""),
            reason=about(moved).get("reason", ""),
            report=about(moved).get("report", ""),
            found=moved.to_state != "missing",
        )
        for subject, moved in states.current(tx, "missing", prefix=f"{count}|").items()
    }


def manifests(tx: Tx, count: str, day: date) -> tuple[Document, ...]:
    """The manifests that a count answers for: of its gaming date, and taken in by no other."""
    return tuple(
        document
        for document in documents.find(tx, paper="drop_manifest", gaming_date=day)
        if _taken_in_by(tx, document) in {"", count}
    )


def _taken_in_by(tx: Tx, manifest: Document) -> str:
    moved = states.last_into(tx, "document", manifest.name, TAKEN_IN)
    return "" if moved is None else str(about(moved)["count"])


def unlisted(tx: Tx, day: date) -> dict[str, str]:
    """Boxes dropped up to a gaming date that stand on no manifest yet: box to table."""
    return {
        box: stands.table
        for box, stands in where(tx).items()
        if stands.state is BoxState.DROPPED
        and date.fromisoformat(stands.about["gaming_date"]) <= day
    }


def silent_tables(tx: Tx, day: date, tables: tuple[str, ...]) -> tuple[str, ...]:
    """Tables whose drop period of a gaming date has not ended: no drop, and no word of it."""
    return tuple(
        table
        for table in tables
        if (current := registry.current_period(tx, table)) is not None
        and current.gaming_date <= day
    )


def emergencies(tx: Tx, day: date) -> tuple[Moved, ...]:
    """Every emergency drop of a gaming date, in order."""
    asked = Question("box", "", f"emergencies of {day.isoformat()}", several=True)
    return recall(tx, asked, lambda: _emergencies(tx, day))


def _emergencies(tx: Tx, day: date) -> tuple[Moved, ...]:
    return tuple(
        moved
        for moved in states.into_about(tx, "box", BoxState.DROPPED, day.isoformat())
        if about(moved).get("emergency") and about(moved).get("gaming_date") == day.isoformat()
    )


def differences_now(tx: Tx, house: House, count: str, day: date) -> tuple[Difference, ...]:
    """Compare what came in for a count with the manifests, as it stands at this moment."""
    listed = {
        line.box: line.table
        for manifest in manifests(tx, count, day)
        for line in manifest.content.boxes
    }
    return differences(
        listed=listed,
        received={box: entry.table for box, entry in in_count(tx, count).items()},
        unlisted=unlisted(tx, day),
        silent=silent_tables(tx, day, tuple(table.code for table in house.tables)),
    )
