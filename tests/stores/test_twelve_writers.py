"""Twelve tablets save and record at once: no fork of the chain, no number twice, none locked out.

On both databases, and in each shape that a server may have: threads of one process, processes
of one thread, several processes of several threads.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import Session

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces
from countroom.errors import EntryError, RepeatError, RuleError
from countroom.inquiries.verification import verify
from countroom.operations import drop, fills
from countroom.operations.acts import perform
from countroom.regulations import V_20
from countroom.stores import desk, documents, journal
from countroom.stores.database import Database
from tests.plumbing import doing, tablets, writers
from tests.plumbing.forks import worker
from tests.plumbing.tablets import Room
from tests.plumbing.writers import SHAPES, TABLETS, together

FILLS = 20


@pytest.fixture
def room(database_url: str, tmp_path: Path) -> Iterator[Room]:
    database = doing.open_database(database_url, str(tmp_path))
    yield Room(database, TABLETS)
    database.close()


def _all_at_once(room: Room, url: str, folder: str, processes: int) -> list[str]:
    shares = [room.boxes[n::processes] for n in range(processes)]
    with ExitStack() as stack:
        started = [
            stack.enter_context(worker(writers.tablets_of_a_process, url, folder, room.desk, boxes))
            for boxes in shares
        ]
        for process in started:
            assert process.next() == "ready"
        for process in started:
            process.tell("go")
        return [answer for process in started for answer in process.next()]


@pytest.mark.parametrize("shape", SHAPES)
def test_case_A10_twelve_tablets_save_and_record_at_once(
    room: Room, database_url: str, tmp_path: Path, shape: str
) -> None:
    room.show_every_box()
    with room.database.read() as tx:
        before = journal.head(tx).seq
    processes, _ = SHAPES[shape]
    answers = _all_at_once(room, database_url, str(tmp_path), processes)
    saved = dict.fromkeys(room.boxes, tablets.SAVES)
    recorded = {f"BC-{number:04d}": 1 for number in range(1, TABLETS + 1)}
    assert Counter(answers) == saved | recorded
    with room.database.read() as tx:
        entries = journal.entries(tx)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) == before + TABLETS * (tablets.SAVES + 1)
        assert room.database.anchored() == journal.head(tx)
        assert desk.drafts(tx, "box|") == []
        counts = documents.find(tx, paper="box_count")
        assert sorted(document.box for document in counts) == sorted(room.boxes)
    assert verify(room.database) == []


def _ask(room: Room, table: str, cents: int) -> Iterator[str]:
    pieces = (Pieces(Instrument.VALUE_CHIP, cents, 10, "main"),)
    try:
        yield room.do(fills.request, "112", table=table, pieces=pieces).name
    except EntryError:
        yield "refused"


@pytest.mark.rule(V_20)
def test_case_A11_twenty_fills_asked_for_at_once_are_numbered_one_after_another(
    room: Room,
) -> None:
    room.open_tables()
    good = [partial(_ask, room, room.tables[n % TABLETS], 5_00) for n in range(FILLS)]
    bad = [partial(_ask, room, table, 7_00) for table in room.tables[:3]]
    answers = Counter(together([*good, *bad]))
    assert answers.pop("refused") == len(bad)
    with room.database.read() as tx:
        asked = documents.find(tx, paper="fill_request")
    names = [document.name for document in asked]
    assert [name.rpartition("-")[2] for name in names] == [f"{n:04d}" for n in range(1, FILLS + 1)]
    assert answers == Counter(names)
    assert verify(room.database) == []


def _prepare(room: Room, request: str) -> Iterator[str]:
    pieces = (Pieces(Instrument.VALUE_CHIP, 5_00, 10, "main"),)
    asked: dict[str, Any] = {"request": request, "pieces": pieces}
    try:
        yield room.do(fills.prepare, "131", **asked, proof=room.proof("131")).name
    except (EntryError, RepeatError, RuleError):
        yield "refused"


@pytest.mark.rule(V_20)
def test_case_A11_twenty_slips_made_at_once_are_numbered_one_after_another(room: Room) -> None:
    """From twenty clients, some of which ask twice, or for what nobody has signed."""
    room.open_tables()
    pieces = (Pieces(Instrument.VALUE_CHIP, 5_00, 10, "main"),)
    tables = [room.tables[n % TABLETS] for n in range(FILLS + 2)]
    asked = [
        room.do(
            fills.request,
            "111",
            table=table,
            pieces=pieces,
            proof=room.proof("111") if n < FILLS else None,
        ).name
        for n, table in enumerate(tables)
    ]
    clients = [*asked, *asked[:3]]
    answers = Counter(together([partial(_prepare, room, request) for request in clients]))
    assert answers.pop("refused") == len(clients) - FILLS
    assert answers == {f"F-{number:04d}": 1 for number in range(1, FILLS + 1)}
    with room.database.read() as tx:
        slips = documents.find(tx, paper="fill_slip")
    assert [slip.name for slip in slips] == [f"F-{n:04d}" for n in range(1, FILLS + 1)]
    assert sorted(slip.content.request for slip in slips) == sorted(asked[:FILLS])
    assert verify(room.database) == []


@pytest.mark.parametrize(
    "database_url", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
def test_a_process_that_was_held_up_does_not_put_the_anchor_back(
    room: Room, database_url: str, tmp_path: Path
) -> None:
    late = doing.open_database(database_url, str(tmp_path))
    committed, go_on = threading.Event(), threading.Event()

    def held_up(_: object) -> None:
        committed.set()
        assert go_on.wait(10)

    def tell(database: Database, officer_of: str) -> None:
        asked: dict[str, Any] = {"what": officer_of, "gaming_date": room.day, "officer": "201"}
        who = room.who("121")
        perform(database, drop.tell_surveillance, who=who, now=room.now, **asked)

    slow = threading.Thread(target=tell, args=(late, "drop"))
    event.listen(Session, "after_commit", held_up, once=True)
    slow.start()
    assert committed.wait(10)
    tell(room.database, "count")
    go_on.set()
    slow.join()
    late.close()
    with room.database.read() as tx:
        assert room.database.anchored() == journal.head(tx)
