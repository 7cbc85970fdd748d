"""Cases from the field that touch a whole day, on the worked day 2011-06-14."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.box_sheet import Sheet
from countroom.domain.count import CountState
from countroom.domain.denominations import PIECES_LIMIT, Instrument, Side
from countroom.domain.floor import TableKind
from countroom.domain.inventory import SlipKind
from countroom.domain.papers.box_count import Memo, MemoKind
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.inquiries import count_report, revenue
from countroom.inquiries.report_facts import ReportFacts
from countroom.inquiries.revenue import Row
from countroom.money import Money
from countroom.operations import attendance, counting, drop, proving
from countroom.operations.acts import perform
from countroom.regulations import SOD_12
from countroom.stores import documents, migrating, states
from countroom.stores.database import Database
from tests.operations import fixture_day as fixture
from tests.operations.fixture_day import (
    BOTH,
    COUNT,
    DAY,
    NOTES,
    PROVED,
    TABLES,
    FixtureDay,
    box_of,
    sheet_of,
)

SUSPECT = Memo(MemoKind.SUSPECT_NOTE, "paper feels wrong", 100_00, 1, serial="KB46279860I")
EUROS = Memo(MemoKind.FOREIGN_CURRENCY, "a note of 50 euros", 50_00, 1, currency_code="EUR")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, datetime]:
    """The day up to its first box."""
    path = tmp_path_factory.mktemp("cases") / "room.db"
    database = Database(f"sqlite:///{path}")
    migrating.migrate(database)
    day = fixture.in_the_room(database, PROVED)
    database.close()
    return path, day.now


@pytest.fixture
def day(template: tuple[Path, datetime], tmp_path: Path) -> Iterator[FixtureDay]:
    path, now = template
    shutil.copy(path, tmp_path / "countroom.db")
    database = Database(f"sqlite:///{tmp_path / 'countroom.db'}")
    yield FixtureDay(database, fixture.the_house(PROVED), now)
    database.close()


def books(day: FixtureDay) -> dict[str, Row]:
    """The worksheet of accounting, by table."""
    viewer = Viewer(day.house.person("A1"), Role.ACCOUNTING)
    return {row.day.table: row for row in revenue.day(day.database, viewer, DAY).rows}


def report(day: FixtureDay, kind: TableKind = TableKind.BANKING) -> ReportFacts:
    """A report as its print has it."""
    viewer = Viewer(day.house.person("A1"), Role.ACCOUNTING)
    return count_report.report(day.database, viewer, COUNT, kind)


def finish(day: FixtureDay) -> None:
    """From the last box to the last Counter Check."""
    day.agree()
    day.to_the_end()
    day.enter_checks()


# ------------------------------------------------------------------------------ what is typed


def test_case_C13_a_suspect_note_is_a_memo_and_no_money(day: FixtureDay) -> None:
    day.count_boxes({"BJ-101": (SUSPECT,)})
    finish(day)
    facts = report(day)
    (memo,) = facts.memos
    assert (memo.table, memo.serial, memo.denomination) == ("BJ-101", SUSPECT.serial, "$100")
    assert facts.grand_total == facts.recount_total == Money(77_900_00)
    row = books(day)["BJ-101"]
    assert row.day.currency == Money(12_340_00)
    assert row.win == Money(3_460_00)


def test_case_C13_a_suspect_note_has_its_serial_number(day: FixtureDay) -> None:
    nameless = Memo(MemoKind.SUSPECT_NOTE, "paper feels wrong", 100_00, 1)
    with pytest.raises(EntryError, match="serial number"):
        day.count_boxes({"BJ-101": (nameless,)})


def test_case_C16_foreign_notes_are_a_memo_in_their_own_currency(day: FixtureDay) -> None:
    day.count_boxes({"RO-201": (EUROS,)})
    finish(day)
    (memo,) = report(day).memos
    assert (memo.table, memo.denomination, memo.pieces) == ("RO-201", "EUR 50.00", 1)
    row = books(day)["RO-201"]
    assert (row.drop, row.win) == (Money(5_260_00), Money(8_675_00))


def test_case_C5_the_largest_figures_still_add_up(database_url: str) -> None:
    database = Database(database_url)
    migrating.migrate(database)
    day = fixture.in_the_room(database, PROVED)
    everything = {f"currency-{face}": PIECES_LIMIT for face in NOTES}
    over = {**everything, "currency-10000": 2**63 - 1}
    box = box_of("RO-201")
    asked: dict[str, Any] = {"count": COUNT, "box": box, "revision": 0}
    day.do(counting.open_box, "T1", count=COUNT, box=box, station="S1")
    day.do(counting.empty_box, "T1", count=COUNT, box=box)
    day.do(counting.show_empty, "T1", count=COUNT, box=box, second="T2")
    with pytest.raises(EntryError, match="9,999,999"):
        day.do(counting.record_box, "T1", sheet=Sheet(figures=over), **asked)
    day.do(counting.record_box, "T1", sheet=Sheet(figures=everything), **asked)
    full = Sheet(figures=everything)
    for table in ("CR-301", "MB-401"):
        day.count_box(COUNT, box_of(table), full, station="S1", by="T1", second="T2")
    with database.read() as tx:
        sums = documents.sums(tx, count=COUNT, side=Side.COUNT)
    assert sum(line.amount.cents for line in sums) == 3 * PIECES_LIMIT * sum(NOTES)
    database.close()


# ------------------------------------------------------------------------------------- boxes


def _taken_for_one_another(day: FixtureDay, first: str, second: str) -> None:
    """Every box counted, two of them under each other's number; then that is put right."""
    other = {first: second, second: first}
    for table in TABLES:
        sheet = sheet_of(other.get(table, table))
        day.count_box(COUNT, box_of(table), sheet, station="S1", by="T1", second="T2")
    day.do(
        counting.swap_boxes,
        "T1",
        count=COUNT,
        versions={box_of(first): 1, box_of(second): 1},
        reason="the boxes stood the wrong way round",
        second=day.proof("S1"),
    )
    day.do(counting.all_recorded, "T1", count=COUNT)


def test_case_D8_everything_follows_two_boxes_that_are_exchanged(day: FixtureDay) -> None:
    _taken_for_one_another(day, "BJ-101", "RO-201")
    finish(day)
    rows = books(day)
    assert rows["BJ-101"].win == Money(3_460_00)
    assert rows["RO-201"].win == Money(8_675_00)
    assert (rows["BJ-101"].hold, rows["RO-201"].hold) == ("0.2413", "1.6492")
    assert rows["BJ-101"].day.coupons == TABLES["BJ-101"].serials()
    assert rows["RO-201"].day.coupons == ()
    assert rows["BJ-101"].day.checks_tallied == 2
    assert rows["BJ-101"].findings == rows["RO-201"].findings == ()
    facts = report(day)
    assert {change.box for change in facts.changes} == {box_of("BJ-101"), box_of("RO-201")}
    assert {change.second_person for change in facts.changes} == {"Person S1 (sample)"}
    with day.database.read() as tx:
        (box,) = documents.find(tx, count=COUNT, paper="box_count", box=box_of("BJ-101"))
        first = documents.get(tx, box.id, version=1)
    assert first.content.total_of(Instrument.CURRENCY) == Money(5_260_00)
    assert {coupon.remark for coupon in box.content.coupons} == {"redeemed"}


# -------------------------------------------------------------------------------------- time


def test_case_G4_the_servers_clock_rules_wherever_a_tablet_is(day: FixtureDay) -> None:
    """The same instant, told in another zone: stored as one, and nothing ends before it began."""
    tokyo = timezone(timedelta(hours=9))
    box = box_of("BJ-101")
    at = day.now + timedelta(seconds=1)
    perform(
        day.database,
        counting.open_box,
        who=day.who("T1"),
        now=at.astimezone(tokyo),
        count=COUNT,
        box=box,
        station="S1",
    )
    day.now = at
    day.do(counting.empty_box, "T1", count=COUNT, box=box)
    with day.database.read() as tx:
        opened, emptied = states.history(tx, "box", box)[-2:]
    assert opened.at == at
    assert opened.at.utcoffset() == timedelta(0)
    assert opened.at < emptied.at
    assert day.house.property.gaming_date(at.astimezone(tokyo)) == DAY + timedelta(days=1)


def test_case_G4_a_time_without_a_zone_is_no_time(day: FixtureDay) -> None:
    naive = datetime(2011, 6, 15, 12, 0, tzinfo=UTC).replace(tzinfo=None)
    with pytest.raises(EntryError):
        day.house.property.gaming_date(naive)


# --------------------------------------------------------------------------- nothing to count


def test_case_I2_a_day_without_a_box_to_open_is_counted_all_the_same(
    day: FixtureDay,
) -> None:
    """All boxes came in and are gone again: the count goes on without them, to its end."""
    for table in TABLES:
        day.do(
            drop.name_missing,
            "S1",
            count=COUNT,
            box=box_of(table),
            reason="not to be found",
            supervisor=day.proof("S1"),
        )
    day.do(counting.all_recorded, "T1", count=COUNT)
    assert day.state() is CountState.ALL_RECORDED
    day.do(proving.prove, "T1", count=COUNT, entries=())
    day.present()
    day.enter_cashier()
    assert day.recount(()).extra["agreed"] is True
    day.to_the_end()
    for kind in TableKind:
        facts = report(day, kind)
        assert facts.nil
        assert facts.opened == 0
        assert facts.grand_total == Money(0)
    assert {one.box for one in report(day).missing} == set(map(box_of, list(TABLES)[:4]))


@pytest.mark.rule(SOD_12)
def test_who_signed_a_slip_after_six_does_not_count_the_box_it_lies_in(tmp_path: Path) -> None:
    """The clock says the next gaming date; the slip lies in the box of this one all the same."""
    database = Database(f"sqlite:///{tmp_path / 'six.db'}")
    migrating.migrate(database)
    day = fixture.begin(database, PROVED)
    day.open_floor()
    day.now = datetime(2011, 6, 15, 10, 5, tzinfo=UTC)
    closing = TABLES["RO-201"].closing
    drop_slip = day.slip("RO-201", SlipKind.DROP, closing, dealer=BOTH, floor="F1", incoming="2201")
    with database.read() as tx:
        assert documents.by_name(tx, drop_slip).gaming_date == DAY + timedelta(days=1)
    day.do(drop.tell_surveillance, "R1", what="drop", gaming_date=DAY, officer="V1")
    asked = {"table": "RO-201", "box": "1201", "replacement": "2201", "slip": drop_slip}
    perform(database, drop.drop_box, who=day.who("R1"), now=day.now, **asked)
    day.do(counting.open_count, "S1", gaming_date=DAY)
    with pytest.raises(RuleError) as refused:
        day.do(attendance.sign_on, BOTH, count=COUNT, proof=day.proof(BOTH, Role.COUNT_TEAM))
    assert refused.value.rule is SOD_12
    day.do(attendance.sign_on, "T1", count=COUNT, proof=day.proof("T1"))
    database.close()
