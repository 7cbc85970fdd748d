"""A gaming day as a list of acts, each with its key and its time: the same on every run.

Nothing in it is left to chance or to the clock, so two runs leave the same rows, and a run that
was cut off can be compared with one that was not, act by act.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import SQLModel

from countroom.domain.denominations import Instrument
from countroom.domain.documents import Document
from countroom.domain.floor import TableKind
from countroom.domain.papers import PAPERS
from countroom.domain.papers.machine_test import KnownNote, Phase
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.domain.pools import keys_to_enter, print_order
from countroom.operations import (
    attendance,
    closing_room,
    counting,
    drop,
    house,
    kept,
    presenting,
    proving,
    recounting,
    signing,
)
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores import desk, migrating, proceeds
from countroom.stores.database import Database
from tests.builders import COUNT, DAY, DROP, FIRST, SECOND, a_house, a_rake, a_sheet

HOUSE: Final = a_house()
DROPPED: Final = {"MS-101": "11", "PK-301": "31"}
"""The tables that were open, a banking and a nonbanking one, and the boxes that come off them."""

KNOWN: Final = tuple(KnownNote(note.cents, 100, 100) for note in HOUSE.currency.notes)
TEAM: Final = ("151", "152", "153")
SUPERVISOR, CASHIER, REPRESENTATIVE = "161", "171", "181"


@dataclass(frozen=True)
class Step:
    """One act of the day.

    Attributes:
        operation: What is done.
        badge: Who does it.
        asked: What it takes, worked out when its turn has come.
        proofs: Names of arguments, each with the badge that authenticates for it.
    """

    operation: Operation
    badge: str
    asked: Callable[[Database], dict[str, Any]]
    proofs: dict[str, str]

    @property
    def name(self) -> str:
        """What is done, in a word."""
        return self.operation.__name__


Asked = Callable[[Database], dict[str, Any]]


def _act(
    operation: Operation,
    badge: str,
    by: dict[str, str] | None = None,
    later: Asked = lambda _: {},
    /,
    **asked: Any,
) -> Step:
    """An act; ``later`` adds what is only known when its turn has come."""
    return Step(operation, badge, lambda database: asked | later(database), by or {})


def _dropping() -> Iterator[Step]:
    for table, box in FIRST.items():
        yield _act(drop.place_box, "141", table=table, box=box, gaming_date=DAY)
    yield _act(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    for table in FIRST:
        if table in DROPPED:
            boxes: dict[str, Any] = {"box": DROPPED[table], "replacement": SECOND[table]}
            yield _act(drop.drop_box, "141", table=table, **boxes)
        else:
            why: dict[str, Any] = {"why": "closed", "explanation": "No dealer."}
            yield _act(drop.not_dropped, "141", table=table, **why)
    by = {"drop_team": "141", "security": "121"}
    boxes = {"trolley": "T-1", "boxes": tuple(DROPPED.values())}
    yield _act(drop.load_trolley, "141", by, gaming_date=DAY, **boxes)


def _receiving() -> Iterator[Step]:
    yield _act(counting.open_count, SUPERVISOR, gaming_date=DAY)
    for badge in (SUPERVISOR, *TEAM, REPRESENTATIVE):
        yield _act(attendance.sign_on, badge, {"proof": badge}, count=COUNT)
    tested: dict[str, Any] = {"machine": "CM-1", "phase": Phase.BEFORE, "notes": KNOWN}
    yield _act(counting.test_machine, "151", {"tester": "151"}, count=COUNT, **tested)
    told: dict[str, Any] = {"what": "count", "gaming_date": DAY, "officer": "201"}
    yield _act(drop.tell_surveillance, SUPERVISOR, **told)
    ticks = frozenset({counting.DOORS})
    yield _act(counting.secure_room, SUPERVISOR, count=COUNT, ticks=ticks)
    for box in DROPPED.values():
        yield _act(drop.receive_box, SUPERVISOR, count=COUNT, box=box)
    yield _act(drop.reconcile_in, SUPERVISOR, {"supervisor": SUPERVISOR}, count=COUNT)
    by = {"holder_a": REPRESENTATIVE, "holder_b": SUPERVISOR}
    yield _act(attendance.sign_out_keys, SUPERVISOR, by, count=COUNT)


def _counting() -> Iterator[Step]:
    sheets = {"11": a_sheet(120, 0, 5, 0, 0, 7), "31": a_rake()}
    for box, sheet in sheets.items():
        where: dict[str, Any] = {"count": COUNT, "box": box}
        yield _act(counting.open_box, "151", **where, station="1")
        yield _act(counting.empty_box, "151", **where)
        yield _act(counting.show_empty, "151", **where, second="152")
        figures = list(sheet.figures.items())
        for revision, typed in enumerate((2, 4, len(figures))):
            so_far = replace(sheet, figures=dict(figures[:typed]))
            yield _act(counting.save_draft, "151", **where, revision=revision, sheet=so_far)
        yield _act(counting.record_box, "151", **where, revision=3, sheet=sheet)
    changed: dict[str, Any] = {"box": "11", "version": 1, "reason": "A note stuck to another."}
    sheet = a_sheet(121, 0, 5, 0, 0, 7)
    by = {"second": "152"}
    yield _act(counting.change_box, "151", by, count=COUNT, sheet=sheet, **changed)
    yield _act(counting.all_recorded, "151", count=COUNT)


def _entries(database: Database) -> dict[str, Any]:
    """Every denomination of every pool, a strap of it wherever there are a hundred notes."""
    with database.read() as tx:
        figures = proceeds.figures(tx, COUNT)
    made = []
    for key in keys_to_enter(HOUSE, frozenset(TableKind), figures):
        pool, instrument, chip_set, cents = key
        strapped = instrument is Instrument.CURRENCY
        straps, loose = divmod(figures.get(key, 0), 100) if strapped else (0, figures.get(key, 0))
        made.append(PoolEntry(pool, instrument, cents, straps, loose, chip_set=chip_set))
    return {"entries": tuple(sorted(made, key=lambda entry: print_order(entry.key)))}


def _wrong(database: Database) -> dict[str, Any]:
    """The same, but for a loose note more."""
    first, *others = _entries(database)["entries"]
    return {"entries": (replace(first, loose=first.loose + 1), *others)}


def _recounting() -> Iterator[Step]:
    yield _act(proving.save_pools, "152", count=COUNT, typed={"a": "1"}, revision=0)
    yield _act(proving.prove, "152", {}, _entries, count=COUNT)
    yield _act(presenting.present, "152", {"supervisor": SUPERVISOR}, count=COUNT)
    yield _act(attendance.sign_on, CASHIER, {"proof": CASHIER}, count=COUNT)
    yield _act(recounting.begin, CASHIER, count=COUNT)
    yield _act(recounting.save, CASHIER, count=COUNT, typed={"a": "1"}, revision=0)
    yield _act(recounting.submit, CASHIER, {}, _wrong, count=COUNT)
    yield _act(recounting.begin, CASHIER, count=COUNT)
    yield _act(recounting.submit, CASHIER, {}, _entries, count=COUNT)


def _reports(database: Database) -> dict[TableKind, Document]:
    with database.read() as tx:
        return proceeds.reports(tx, COUNT)


def _saw(database: Database) -> dict[str, Any]:
    return {"saw": {report.name: report.digest for report in _reports(database).values()}}


def _print(kind: TableKind) -> Asked:
    """A stand-in for the bytes of a report's three copies; rendering is tried elsewhere."""

    def rendered(database: Database) -> dict[str, Any]:
        report = _reports(database)[kind]
        copies = [copy.name for copy in PAPERS[report.paper].copies]
        prints = tuple((name, f"%PDF {report.digest} {name}".encode()) for name in copies)
        return {"document": report.id, "rendered": prints}

    return rendered


def _signing() -> Iterator[Step]:
    steps = [*(("count_team", badge) for badge in TEAM), ("supervisor", SUPERVISOR)]
    steps += [("cashier", CASHIER), ("ccr", REPRESENTATIVE)]
    for step, badge in steps:
        by = {"proof": badge}
        yield _act(signing.sign_reports, badge, by, _saw, count=COUNT, step=step)
    for kind in (TableKind.BANKING, TableKind.NONBANKING):
        yield _act(kept.keep_prints, SUPERVISOR, {}, _print(kind))


def _closing() -> Iterator[Step]:
    by = {"second": REPRESENTATIVE, "third": CASHIER, "carrier": "121"}
    yield _act(closing_room.distribute_copies, SUPERVISOR, by, count=COUNT, pouch="P-1")
    yield _act(closing_room.seal_proceeds, SUPERVISOR, {"cashier": CASHIER}, count=COUNT)
    tested: dict[str, Any] = {"machine": "CM-1", "phase": Phase.AFTER, "notes": KNOWN}
    yield _act(counting.test_machine, "151", {"tester": "151"}, count=COUNT, **tested)
    places = [one.code for one in HOUSE.areas]
    places += [one.code for one in HOUSE.machines]
    checked = tuple(Checked(place, kind) for place in places for kind in ItemKind)
    by = {"employee": SUPERVISOR, "representative": REPRESENTATIVE}
    yield _act(closing_room.inspect, SUPERVISOR, by, count=COUNT, checked=checked)
    yield _act(attendance.return_keys, SUPERVISOR, count=COUNT)
    yield _act(closing_room.conclude, SUPERVISOR, count=COUNT)


STEPS: Final[tuple[Step, ...]] = (
    *_dropping(),
    *_receiving(),
    *_counting(),
    *_recounting(),
    *_signing(),
    *_closing(),
)
"""The whole day, from the first box on its table to the conclusion."""


SIGNED: Final = next(n for n, step in enumerate(STEPS) if step.operation is kept.keep_prints)
"""How many acts there are until both reports carry their last signature."""


def moment(number: int) -> datetime:
    """When an act happens."""
    return DROP + timedelta(seconds=30 * number)


def _who(badge: str) -> Who:
    person = HOUSE.person(badge)
    return Who(person, person.roles[0], device="tablet-1")


def _nonce(number: int, badge: str) -> str:
    return f"step-{number}-{badge}"


def _proof(number: int, badge: str) -> Proof:
    who = _who(badge)
    return Proof(who.person, who.duty, "pin", _nonce(number, badge))


def prepare(database: Database) -> None:
    """Put the house on record, and let everybody authenticate for every act of the day."""
    migrating.migrate(database)
    who = house.the_program()
    asked = {"house": HOUSE, "effective": DAY - timedelta(days=1)}
    perform(database, house.load_property, who=who, now=DROP, key="house", **asked)
    with database.write() as tx:
        for number, step in enumerate(STEPS):
            for badge in sorted(set(step.proofs.values())):
                desk.add_proof(tx, nonce=_nonce(number, badge), person=badge, at=moment(number))


def key(number: int) -> str:
    """The key of an act."""
    return f"step-{number}"


def do(database: Database, number: int) -> Done:
    """Do one act of the day."""
    step = STEPS[number]
    proofs = {name: _proof(number, badge) for name, badge in step.proofs.items()}
    asked = step.asked(database)
    return perform(
        database,
        step.operation,
        who=_who(step.badge),
        now=moment(number),
        key=key(number),
        **asked,
        **proofs,
    )


def snapshot(database: Database) -> dict[str, str]:
    """Each table's rows as a digest: equal where two databases hold the same."""
    with database.read() as tx:
        return {
            table.name: _digest(tx.execute(select(table)).all())  # type: ignore[deprecated]
            for table in SQLModel.metadata.sorted_tables
        }


def _digest(found: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(sorted(map(repr, found))).encode()).hexdigest()
