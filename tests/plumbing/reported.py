"""A gaming day that was really counted, as data folders: its prints are sealed and kept."""

import shutil
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from countroom.domain.journal import Head
from countroom.domain.papers.box_count import Memo, MemoKind
from countroom.domain.papers.presentation import Method
from countroom.inquiries import evidence
from countroom.operations import drop, fills, recording
from countroom.operations.house import the_program
from countroom.operations.kept import keep_all
from countroom.reports import pdf, seal
from countroom.reports.due import rendered
from countroom.reports.printing import Printer
from countroom.stores import Tx, documents, journal, migrating
from countroom.stores.database import Database
from tests.operations import fixture_day
from tests.operations.fixture_day import COUNT, CREW, FixtureDay, chips, laid

OWNER = "Sample Casino"


@dataclass(frozen=True)
class Folders:
    """Data folders: the worked day signed, up to its last act, and concluded."""

    signed: Path
    counting: Path
    concluded: Path
    signed_at: datetime
    counting_at: datetime


def _void_a_fill(day: FixtureDay) -> None:
    """A fill for RO-201 is asked for and prepared, and voided before it left."""
    moved = tuple(entry for entry in day.pieces("RO-201", chips(c10000=50)) if entry.pieces)
    request = day.do(fills.request, "F1", table="RO-201", pieces=moved, proof=day.proof("F1"))
    bank = CREW["chip_bank"]
    slip = day.do(fills.prepare, bank, request=request.name, pieces=moved, proof=day.proof(bank))
    day.do(
        fills.void,
        bank,
        slip=slip.name,
        reason="never left the bank",
        proof=day.proof(bank),
        second=day.proof("G1"),
    )


def _worked(database: Database, keys: Path) -> FixtureDay:
    """The worked day up to the inspection, with what a bad night has besides."""
    day = fixture_day.begin(database, fixture_day.PROVED)
    day.open_floor()
    day.play()
    _void_a_fill(day)
    day.drop_floor()
    day.receive()
    suspect = Memo(MemoKind.SUSPECT_NOTE, "no watermark", 100_00, serial="AB 123")
    day.do(
        drop.name_missing,
        "S1",
        count=COUNT,
        box="2101",
        reason="looked for in the pit",
        supervisor=day.proof("S1"),
    )
    day.count_boxes({"BJ-101": (suspect,)})
    day.prove()
    day.present()
    day.enter_cashier()
    day.recount(laid(n10000=-1))
    day.direct(100_00)
    day.recount(tuple(replace(one, strap_method=Method.HAND) for one in laid()))
    day.sign_all()
    printer = Printer(seal.open_seal(keys, OWNER), press=pdf.press)
    keep_all(database, rendered(database, printer), who=the_program(), now=day.now)
    return day


def _finished(day: FixtureDay) -> datetime:
    """What is left to do before the conclusion."""
    day.distribute()
    day.seal()
    day.inspect()
    return day.now


def opened(folder: Path) -> Database:
    """The database of a data folder."""
    return Database(f"sqlite:///{folder / 'countroom.db'}")


def going_on(folder: Path, at: datetime, top: Path) -> FixtureDay:
    """The day in a copy of a data folder under ``top``, so that more may be done there."""
    shutil.copytree(folder, top / "copy")
    house = fixture_day.the_house(fixture_day.PROVED)
    return FixtureDay(opened(top / "copy"), house, at)


def make(top: Path) -> Folders:
    """Make the folders under ``top``."""
    signed, counting, concluded = top / "signed", top / "counting", top / "concluded"
    signed.mkdir()
    database = opened(signed)
    migrating.migrate(database)
    signed_at = _worked(database, signed / "keys").now
    database.close()
    house = fixture_day.the_house(fixture_day.PROVED)
    shutil.copytree(signed, counting)
    database = opened(counting)
    counting_at = _finished(FixtureDay(database, house, signed_at))
    database.close()
    shutil.copytree(counting, concluded)
    database = opened(concluded)
    day = FixtureDay(database, house, counting_at)
    day.conclude()
    day.enter_checks()
    database.close()
    return Folders(signed, counting, concluded, signed_at, counting_at)


def kept_bytes(tx: Tx, form: str, copy: str, kind: str = "first") -> bytes:
    """The bytes of a kept print, newest version that has one."""
    found = documents.prints(tx, documents.by_name(tx, form).id)
    return [one.content for one in found if (one.copy, one.kind) == (copy, kind)][-1]


def head(tx: Tx) -> Head:
    """The journal's head."""
    return journal.head(tx)


def change_a_box(day: FixtureDay) -> None:
    """One note of BJ-101 was read as another: its box count and the report get a version."""
    box = fixture_day.box_of("BJ-101")
    sheet = fixture_day.sheet_of("BJ-101", n100=21)
    day.do(
        recording.change_box,
        "T1",
        count=COUNT,
        box=box,
        version=1,
        sheet=sheet,
        reason="one stuck to another",
        second=day.proof("S1"),
    )


def state(database: Database) -> tuple[Head, datetime]:
    """The newest entry on record, and when it was made."""
    return evidence.state_of_record(database)
