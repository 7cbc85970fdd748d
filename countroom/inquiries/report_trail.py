"""What a count report says of how its figures came about: changes, attempts, who was there."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from countroom.domain.count import CountState
from countroom.domain.denominations import denomination_label
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.papers.box_count import BoxCount
from countroom.domain.papers.machine_test import MachineTest
from countroom.domain.people import RECOUNT_ROLES, ROOM_ROLES, Role
from countroom.domain.pools import PRINTED_POOLS, REPORT_POOLS, key_title
from countroom.inquiries.report_facts import (
    AttemptRow,
    ChangeRow,
    DirectionRow,
    IntervalRow,
    MachineTestRow,
)
from countroom.inquiries.report_rows import Sheet, box_pieces
from countroom.stores import Tx, documents, room, signers, states

_DUTIES: Final = (Role.CCR, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_TEAM)


@dataclass(frozen=True, slots=True)
class Names:
    """The people of the house by badge."""

    house: House

    def of(self, code: str) -> str:
        """A name, or the badge of somebody who is not of this day's house."""
        found = next((one for one in self.house.people if one.code == code), None)
        return code if found is None else found.name

    def credential(self, code: str) -> str:
        """A credential number, or nothing."""
        found = next((one for one in self.house.people if one.code == code), None)
        return "" if found is None else found.credential


# ------------------------------------------------------------------------------------- changes

_Tell = Callable[[BoxCount], str]


def _documents_text(content: BoxCount) -> str:
    tallied = {name: getattr(content.documents, name) for name in type(content.documents).__slots__}
    said = [f"{name.replace('_', ' ')} {count}" for name, count in tallied.items() if count]
    return ", ".join(said) or "none"


def _coupons_text(content: BoxCount) -> str:
    return ", ".join(f"{one.serial} {one.remark}" for one in content.coupons) or "none"


def _memos_text(content: BoxCount) -> str:
    said = [
        f"{memo.kind.value.replace('_', ' ')} {memo.pieces} x "
        f"{denomination_label(memo.denomination_cents) if memo.denomination_cents else '-'} "
        f"{memo.description} {memo.serial}".strip()
        for memo in content.memos
    ]
    return "; ".join(said) or "none"


def _ticket_text(content: BoxCount) -> str:
    cents = content.ticket_cents
    return "none" if cents is None else denomination_label(cents) if cents else "$0"


_TOLD: Final[dict[str, _Tell]] = {
    "table": lambda content: content.table or "not known",
    "documents": _documents_text,
    "coupons": _coupons_text,
    "memo entries": _memos_text,
    "machine ticket": _ticket_text,
}
"""What may change in a box besides its figures, and how it is told."""


def _differences(before: BoxCount, after: BoxCount) -> Iterator[tuple[str, str, str]]:
    was, now = box_pieces(before), box_pieces(after)
    for key in sorted({*was, *now}, key=lambda one: (one[0].value, one[1].value, -one[3])):
        if was.get(key) != now.get(key):
            yield key_title(key), _pieces(was.get(key)), _pieces(now.get(key))
    for what, tell in _TOLD.items():
        if tell(before) != tell(after):
            yield what, tell(before), tell(after)


def _pieces(pieces: int | None) -> str:
    return "not entered" if pieces is None else f"{pieces:,}"


def changes(tx: Tx, table: Sheet, names: Names) -> tuple[ChangeRow, ...]:
    """Every figure changed after its box was recorded, as of the versions a report names."""
    rows: list[ChangeRow] = []
    for document, _ in table.boxes:
        if document.version == 1:
            continue
        every = documents.versions(tx, document.id)[: document.version]
        for before, after in pairwise(every):
            rows += [
                ChangeRow(
                    box=after.content.box,
                    table=after.content.table,
                    what=what,
                    before=was,
                    after=now,
                    reason=after.reason,
                    by=names.of(after.by),
                    second_person=names.of(after.second_person),
                    at=after.at,
                )
                for what, was, now in _differences(before.content, after.content)
            ]
    return tuple(sorted(rows, key=lambda row: row.at))


# ---------------------------------------------------------------------- recounts and directions


def _agreed_at_once(tx: Tx, count: str) -> dict[str, bool]:
    """Number of each recount to whether it agreed when it was handed in."""
    found: dict[str, bool] = {}
    for moved in states.history(tx, "count", count):
        state = CountState(moved.to_state)
        if state in {CountState.AGREED, CountState.DISCREPANT} and moved.about:
            name = json.loads(moved.about).get("recount")
            if name is not None:
                found.setdefault(name, state is CountState.AGREED)
    return found


def attempts(
    tx: Tx, count: str, table: Sheet, recounts: Sequence[Document], names: Names
) -> tuple[AttemptRow, ...]:
    """Every attempt of recount, with its figures of this report."""
    agreed = _agreed_at_once(tx, count)
    mine = PRINTED_POOLS[table.kind]
    rows = []
    for document in recounts:
        pieces = {key: n for key, n in document.content.pieces().items() if key[0] in mine}
        rows.append(
            AttemptRow(
                number=document.content.attempt,
                name=document.name,
                by=names.of(signers.recounter(tx, document)),
                at=document.at,
                agreed=agreed.get(document.name, False),
                pieces=tuple(pieces.get(key) for key in table.keys),
                total=document.content.total(REPORT_POOLS[table.kind]),
            )
        )
    return tuple(rows)


def directions(tx: Tx, count: str, table: Sheet, names: Names) -> tuple[DirectionRow, ...]:
    """Every strap recount directed that concerns this report."""
    mine = PRINTED_POOLS[table.kind]
    rows = []
    for document in documents.find(tx, count=count, paper="strap_direction"):
        wanted = [one for one in document.content.denominations if one.pool in mine]
        if wanted:
            rows.append(
                DirectionRow(
                    name=document.name,
                    by=names.of(document.by),
                    at=document.at,
                    denominations=", ".join(
                        denomination_label(one.denomination_cents) for one in wanted
                    ),
                    reason=document.content.reason,
                    warned=document.content.warned,
                )
            )
    return tuple(rows)


# ---------------------------------------------------------------------- who was there, machines


def intervals(tx: Tx, count: str, names: Names) -> tuple[IntervalRow, ...]:
    """Who worked on the count or observed it, and how long; representatives first."""
    stays = [stay for stay in room.stays(tx, count) if stay.duty in ROOM_ROLES | RECOUNT_ROLES]
    order = {duty: place for place, duty in enumerate(_DUTIES)}
    stays.sort(key=lambda stay: (order.get(stay.duty, len(order)), stay.came, stay.person))
    return tuple(
        IntervalRow(
            person=stay.person,
            name=names.of(stay.person),
            credential=names.credential(stay.person),
            duty=stay.duty.printed,
            since=stay.came,
            until=stay.left,
        )
        for stay in stays
    )


def machine_tests(tx: Tx, count: str, names: Names) -> tuple[MachineTestRow, ...]:
    """Every test of a counting machine, in order."""
    rows = []
    for document in documents.find(tx, count=count, paper="machine_test"):
        content: MachineTest = document.content
        wrong = [
            f"{note.label}: {note.counted_pieces} of {note.known_pieces}" for note in content.failed
        ]
        rows.append(
            MachineTestRow(
                machine=content.machine,
                when=f"{content.phase.value} the count",
                at=document.at,
                by=names.of(document.by),
                passed=content.passed,
                details="; ".join(wrong) or f"{len(content.notes)} denominations exact",
            )
        )
    return tuple(rows)
