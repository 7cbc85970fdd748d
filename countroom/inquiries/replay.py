"""A count again, act by act: who did what, when, from where, with the figures as they were then.

It is read from the journal and from the versions that each act made, never from what stands
today: a figure that was changed later shows here as it was, and again where it was changed.
After the conclusion only, to those who may open the count's supporting documents.

Reference:
    465a.25(a)(2)(ii); V_64, V_66.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from countroom.domain import access
from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.denominations import denomination_label
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.journal import Entry
from countroom.domain.papers import PAPERS
from countroom.domain.people import Role
from countroom.inquiries import viewing
from countroom.inquiries.report_trail import Names
from countroom.money import Money, total
from countroom.stores import Tx, documents, registry, replaying
from countroom.stores.database import Database
from countroom.stores.house import house_on
from countroom.stores.states import Moved


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of a form as an act made it."""

    what: str
    pieces: int
    amount: Money
    memo: bool


@dataclass(frozen=True, slots=True)
class Made:
    """A version of a form that an act made.

    Attributes:
        name: Number of the form.
        title: Of the form.
        version: Which version.
        box: Box it is about, or empty.
        reason: Why it was changed, or empty.
        figures: Its lines.
        total: Of what is not memo.
    """

    name: str
    title: str
    version: int
    box: str
    reason: str
    figures: tuple[Figure, ...]
    total: Money


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a count.

    Attributes:
        number: 1 and up.
        seq: Number of the journal's entry.
        at: When, aware UTC.
        name: Who did it.
        duty: In which duty.
        via: ``web``, ``cli`` or ``played``.
        device: From where.
        act: What was done.
        subject: To what.
        moved: What it moved, in words.
        signed: What was signed.
        changed: What a changed form says now, and what it said before; what was typed before a
            form was recorded stays with whoever typed it.
        made: Versions it made, with their figures.
        recorded: Boxes recorded so far.
        counted: What all boxes recorded so far come to, as their figures then stood.
    """

    number: int
    seq: int
    at: datetime
    name: str
    duty: str
    via: str
    device: str
    act: str
    subject: str
    moved: tuple[str, ...]
    signed: tuple[str, ...]
    changed: tuple[str, ...]
    made: tuple[Made, ...]
    recorded: int
    counted: Money


@dataclass(frozen=True, slots=True)
class Replay:
    """A count from its opening on.

    Attributes:
        count: Name of the count.
        facility: Name of the casino.
        zone: Its time zone.
        steps: In order.
    """

    count: str
    facility: str
    zone: str
    steps: tuple[Step, ...]


def of_count(database: Database, viewer: Viewer, count: str) -> Replay:
    """Replay a count.

    Raises:
        NotFoundError: There is no such count.
        AccessError: The duty may not open its documents, or it is not concluded.
    """
    with database.read() as tx:
        day = registry.count_date(tx, count)
        access.supporting_documents(viewer, viewing.view(tx, count)).require()
        house = house_on(tx, day)
        steps = tuple(_steps(tx, count, Names(house)))
        return Replay(count, house.property.name, house.property.zone, steps)


def _steps(tx: Tx, count: str, names: Names) -> Iterator[Step]:
    entries = replaying.entries_of(tx, count)
    seqs = [entry.seq for entry in entries]
    versions = replaying.versions_at(tx, seqs)
    moves = replaying.moves_at(tx, seqs)
    signed = replaying.signatures_at(tx, seqs)
    standing: dict[str, Money] = {}
    for number, entry in enumerate(entries, 1):
        made = tuple(
            _made(documents.get(tx, document, version=version))
            for document, version in versions.get(entry.seq, ())
        )
        standing |= {one.name: one.total for one in made if one.title == BOX_COUNT}
        yield Step(
            number=number,
            seq=entry.seq,
            at=entry.at,
            name=names.of(entry.person),
            duty=Role(entry.duty).printed if entry.duty in set(Role) else entry.duty,
            via=entry.via,
            device=entry.device,
            act=entry.act,
            subject=entry.subject,
            moved=tuple(map(_move, moves.get(entry.seq, ()))),
            signed=tuple(f"{form}: {_words(step)}" for step, form in signed.get(entry.seq, ())),
            changed=tuple(_changed(entry)) if any(one.version > 1 for one in made) else (),
            made=made,
            recorded=len(standing),
            counted=total(list(standing.values())),
        )


BOX_COUNT: Final = PAPERS["box_count"].title


def _words(code: str) -> str:
    return code.replace("_", " ").lower()


def _move(moved: Moved) -> str:
    begins = f"{_state(moved.kind, moved.from_state)} to " if moved.from_state else ""
    return f"{_words(moved.kind)} {moved.subject}: {begins}{_state(moved.kind, moved.to_state)}"


def _state(kind: str, code: str) -> str:
    if kind == "box" and code in set(BoxState):
        return BoxState(code).word
    if kind == "count" and code in set(CountState):
        return CountState(code).word
    return _words(code)


def _made(document: Document) -> Made:
    paper = PAPERS[document.paper]
    lines = paper.lines(document.content)
    return Made(
        name=document.name,
        title=paper.title,
        version=document.version,
        box=document.box,
        reason=document.reason,
        figures=tuple(
            Figure(
                f"{denomination_label(line.denomination_cents)} {_words(line.instrument.value)}",
                line.pieces * line.sign,
                line.amount,
                line.memo,
            )
            for line in lines
            if line.pieces
        ),
        total=total([line.amount for line in lines if not line.memo]),
    )


def _changed(entry: Entry) -> Iterator[str]:
    body: Any = json.loads(entry.body)
    changed = body.get("changed") if isinstance(body, dict) else None
    for name, pair in (changed or {}).items() if isinstance(changed, dict) else ():
        if isinstance(pair, list) and len(pair) == _PAIR:
            yield f"{_field(name)}: {_value(pair[0])} to {_value(pair[1])}"


_PAIR: Final = 2


def _field(name: str) -> str:
    kind, _, rest = name.partition("-")
    face = rest.partition("-")[0]
    return f"{denomination_label(int(face))} {_words(kind)}" if face.isdecimal() else _words(name)


def _value(value: object) -> str:
    if value is None or value in ([], {}, ""):
        return "not entered"
    if isinstance(value, list):
        return f"{len(value)} {'entry' if len(value) == 1 else 'entries'}"
    if isinstance(value, dict):
        said = [f"{_words(name)} {held}" for name, held in value.items() if held]
        return ", ".join(said) or "none"
    return f"{value:,}" if type(value) is int else str(value)
