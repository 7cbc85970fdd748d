"""What a count report says: the worked day to the cent, and everything that prints beside it."""

from dataclasses import replace

import pytest

from countroom.domain.access import Viewer
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import (
    CouponFound,
    DocumentsTally,
    Figure,
    Memo,
    MemoKind,
)
from countroom.domain.papers.machine_test import PAPER as MACHINE_TEST
from countroom.domain.papers.machine_test import KnownNote, MachineTest, Phase
from countroom.domain.people import Role
from countroom.domain.procedure import TeamSigns
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import count_report
from countroom.inquiries.report_facts import PrintKind, ReportFacts, Stamp
from countroom.money import Money
from countroom.operations import papers, presenting, recheck, signing
from countroom.operations.acts import Act, Done
from countroom.regulations import V_37, V_41, V_66
from countroom.stores.custody import about_text
from countroom.stores.database import Database
from countroom.stores.documents import About
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import CASHIER, CCR, COUNT, SUPERVISOR, UNPROVED, Day


def facts(
    day: Day,
    kind: TableKind = TableKind.BANKING,
    version: int | None = None,
    by: str = SUPERVISOR,
) -> ReportFacts:
    person = day.house.person(by)
    viewer = Viewer(person, person.roles[0])
    return count_report.report(day.database, viewer, COUNT, kind, version)


@pytest.mark.rule(V_37, V_41)
def test_the_banking_report_has_the_figures_of_the_worked_day(day: Day) -> None:
    day.agreed()
    said = facts(day)
    assert (said.opened, said.gaming_date, said.prepared) == (4, floor.DAY, floor.MORNING.date())
    assert [row.table for row in said.rows] == ["BJ-101", "RO-201", "CR-301", "MB-401"]
    totals = [row.total for row in said.rows]
    assert totals == [Money(12_340_00), Money(5_260_00), Money(19_100_00), Money(41_200_00)]
    assert [column.label for column in said.columns] == ["$100", "$50", "$20", "$10", "$5", "$1"]
    assert [column.pieces for column in said.columns] == [649, 56, 450, 88, 50, 70]
    values = [column.amount.cents // 100 for column in said.columns]
    assert values == [64_900, 2_800, 9_000, 880, 250, 70]
    assert said.grand_total == said.recount_total == Money(77_900_00)
    assert said.agrees is True
    methods = [column.method for column in said.columns]
    assert methods == ["bulk and hand", "hand", "bulk and hand", "hand", "hand", "hand"]
    assert [cell.pieces for cell in said.rows[0].cells if cell] == [88, 20, 110, 25, 14, 20]
    assert (said.draft, said.nil, said.superseded, said.memos) == (True, False, False, ())


@pytest.mark.rule(V_41)
def test_the_nonbanking_report_keeps_its_pools_apart(day: Day) -> None:
    day.agreed()
    said = facts(day, TableKind.NONBANKING)
    assert said.opened == 2
    assert {one.pool: one.amount for one in said.pools} == {
        Pool.NONBANKING_CURRENCY: Money(0),
        Pool.NONBANKING_VALUE_CHIPS: Money(762_00),
        Pool.RAKE_CHIPS: Money(720_00),
    }
    assert said.grand_total == Money(1_482_00)
    assert [row.total for row in said.rows] == [Money(1_482_00), Money(0)]
    assert [one.agrees for one in said.pools] == [True, True, True]


def test_R6_the_found_chip_prints_in_its_own_pool(database: Database) -> None:
    boxes = list(floor.the_boxes())
    suspect = Memo(MemoKind.SUSPECT_NOTE, "feels wrong", 100_00, serial="KB1")
    euro = Memo(MemoKind.FOREIGN_CURRENCY, "note", 50_00, currency_code="EUR")
    other = Memo(MemoKind.MISFILED_DOCUMENT, "a slip of RO-201")
    boxes[0] = replace(boxes[0], memos=(floor.FOUND_CHIP, suspect, euro, other))
    day = floor.begin(database, boxes=tuple(boxes))
    day.agreed()
    said = facts(day)
    assert [one.pool for one in said.pools] == [Pool.BANKING_CURRENCY, Pool.FOUND_CHIPS]
    assert said.pools[1].amount == said.pools[1].recount_amount == Money(25_00)
    assert said.grand_total == Money(77_900_00)
    assert said.rows[0].total == Money(12_340_00)
    assert said.rows[0].pool_totals == (Money(12_340_00), Money(25_00))
    assert [column.label for column in said.columns if column.pool is Pool.FOUND_CHIPS] == ["$25"]
    assert [(memo.kind, memo.denomination, memo.serial) for memo in said.memos] == [
        ("Found chip", "$25", ""),
        ("Suspect note", "$100", "KB1"),
        ("Foreign currency", "EUR 50.00", ""),
        ("Misfiled document", "", ""),
    ]


def test_mutilated_notes_count_at_face_and_are_named(database: Database) -> None:
    boxes = list(floor.the_boxes())
    figures = list(boxes[0].figures)
    figures[0] = replace(figures[0], mutilated=2)
    boxes[0] = replace(boxes[0], figures=tuple(figures))
    day = floor.begin(database, boxes=tuple(boxes))
    day.agreed()
    said = facts(day)
    assert said.columns[0].pieces == 649
    assert [(memo.kind, memo.pieces, memo.denomination) for memo in said.memos] == [
        ("Mutilated, counted at face", 2, "$100")
    ]


def test_case_I2_a_day_without_tables_is_a_report_that_says_so(database: Database) -> None:
    poker = tuple(one for one in floor.the_boxes() if one.kind is TableKind.NONBANKING)
    day = floor.begin(database, boxes=poker)
    day.agreed()
    said = facts(day)
    assert (said.nil, said.opened, said.rows) == (True, 0, ())
    assert said.grand_total == Money(0)
    assert len(said.signatures) == 6


def test_a_changed_box_prints_before_after_and_who(database: Database) -> None:
    day = floor.begin(database)
    content = floor.banking_box(
        "BJ-101",
        (88, 20, 101, 25, 14, 20),
        ticket_cents=12_160_00,
        coupons=(CouponFound("A1", 25_00),),
        memos=(Memo(MemoKind.OTHER, "torn band"),),
    )
    day.do(floor.change_box, SUPERVISOR, content=content, reason="digits swapped", second="t2")
    day.agreed()
    said = facts(day)
    assert [(row.what, row.before, row.after) for row in said.changes] == [
        ("$20 of banking currency", "110", "101"),
        ("coupons", "none", "A1 redeemed"),
        ("memo entries", "none", "other 1 x - torn band"),
        ("machine ticket", "none", "$12,160"),
    ]
    row = said.changes[0]
    assert (row.reason, row.by, row.second_person) == (
        "digits swapped",
        "Sample Sue Pervisor",
        "Sample Ben Two",
    )
    assert said.rows[0].version == 2
    assert facts(day, TableKind.NONBANKING).changes == ()


def test_both_attempts_and_the_direction_print(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.recount(n20=-1)
    unproved.recount()
    said = facts(unproved)
    assert [(one.number, one.agreed, one.total) for one in said.attempts] == [
        (1, False, Money(77_880_00)),
        (2, True, Money(77_900_00)),
    ]
    assert said.attempts[0].pieces == (649, 56, 449, 88, 50, 70)
    assert said.attempts[0].by == "Sample Cash Ier"
    assert said.directions == ()


def test_an_unallocated_line_enters_the_columns_and_no_box(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    for _ in range(2):
        unproved.recount(n20=-1)
    unproved.do(recheck.escalate, SUPERVISOR, count=COUNT)
    unproved.do(
        recheck.unallocated,
        SUPERVISOR,
        count=COUNT,
        reason="nobody knows",
        supervisor=unproved.proof(SUPERVISOR),
        representative=unproved.proof(CCR),
    )
    said = facts(unproved)
    (line,) = said.unallocated
    assert (line.total, line.supervisor, line.representative) == (
        Money(-20_00),
        "Sample Sue Pervisor",
        "Sample Ccr One",
    )
    assert [cell.pieces for cell in line.cells if cell] == [-1]
    assert said.columns[2].pieces == 449
    assert said.grand_total == said.recount_total == Money(77_880_00)
    assert [one.agreed for one in said.attempts] == [False, False]
    assert sum(row.total.cents for row in said.rows) == 77_900_00
    assert facts(unproved, TableKind.NONBANKING).unallocated == ()
    before = facts(unproved, version=1)
    assert (before.superseded, before.newest, before.unallocated) == (True, 2, ())
    assert before.grand_total == Money(77_900_00)
    assert before.agrees is False


def test_signatures_stand_in_order_and_say_not_signed(day: Day) -> None:
    day.agreed()
    day.sign("count_team", "t2")
    said = facts(day)
    assert [(block.step, block.name, block.signed is None) for block in said.signatures] == [
        ("count_team", "Sample Ben Two", False),
        ("count_team", "Sample Ann One", True),
        ("count_team", "Sample Cai Three", True),
        ("supervisor", "", True),
        ("cashier", "Sample Cash Ier", True),
        ("ccr", "Sample Ccr One", True),
    ]
    assert said.draft
    day.sign("count_team", "t1")
    day.sign("count_team", "t3")
    day.sign("supervisor", SUPERVISOR)
    day.sign("cashier", CASHIER)
    day.sign("ccr", CCR)
    signed = facts(day)
    assert not signed.draft
    assert all(block.signed for block in signed.signatures)
    assert signed.head.seq > said.head.seq
    assert signed.last_signed_at == day.now
    assert facts(day).head == signed.head


def test_leavers_print_with_what_they_signed_or_why_not(database: Database) -> None:
    inside = {**floor.USUAL, "t4": Role.COUNT_TEAM}
    day = floor.begin(database, settings=UNPROVED, inside=inside)
    for member in ("t3", "t4"):
        if member == "t3":
            day.do(signing.sign_leaving, member, count=COUNT, proof=day.proof(member))
        duty = Role.COUNT_TEAM
        day.do(floor.enter_room, member, person=member, duty=duty, state="out")
    day.do(
        signing.left_unsigned,
        SUPERVISOR,
        count=COUNT,
        person="t4",
        reason="taken ill",
        supervisor=day.proof(SUPERVISOR),
        representative=day.proof(CCR),
    )
    day.do(floor.enter_room, "t4", person="sec", duty=Role.SECURITY, state="in")
    day.do(floor.enter_room, "t4", person="emp", duty=Role.COUNT_TEAM, state="in")
    day.present(entries=day.entries())
    day.recount()
    said = facts(day)
    notes = [block.note for block in said.signatures if block.note]
    assert notes == [
        "left, and signed for 2 boxes: LS-0001",
        "left and could not sign: taken ill (recorded by Sample Sue Pervisor and Sample Ccr One)",
    ]
    duties = [row.duty for row in said.intervals]
    assert duties[:2] == ["Casino Compliance Representative", "Count Room Supervisor"]
    assert "Security Officer" not in duties
    assert [row.name for row in said.intervals if row.until] == [
        "Sample Cai Three",
        "Sample Dot Four",
    ]


@pytest.mark.rule(V_66)
def test_figures_open_to_the_room_after_agreement_and_to_nobody_outside(day: Day) -> None:
    day.prove()
    with pytest.raises(NotFoundError):
        facts(day)
    day.present()
    for person in (SUPERVISOR, CASHIER, CCR, "acct", "cage"):
        with pytest.raises(AccessError):
            facts(day, by=person)
    day.recount()
    assert facts(day, by=CASHIER).agrees
    for person in ("acct", "cage", "ccr2"):
        with pytest.raises(AccessError):
            facts(day, by=person)


def test_a_day_finds_its_newest_count(day: Day) -> None:
    assert count_report.count_of_day(day.database, floor.DAY) == COUNT
    with pytest.raises(NotFoundError):
        count_report.count_of_day(day.database, floor.MORNING.date())


def test_a_stamp_names_the_first_print() -> None:
    assert Stamp().text == ""
    assert Stamp(PrintKind.REPRINT, 2, "ab" * 32).text == "REPRINT 2 of print abababababababab"
    assert Stamp(PrintKind.VOID, 0, "cd" * 32).text == "VOID of print cdcdcdcdcdcdcdcd"


def test_a_report_prepared_early_stands_without_a_recount(database: Database) -> None:
    early = replace(UNPROVED, team_signs=TeamSigns.BEFORE_PRESENTATION)
    day = floor.begin(database, settings=early)
    day.do(presenting.prepare, "t1", count=COUNT)
    said = facts(day)
    assert (said.recount, said.recount_total, said.agrees, said.attempts) == ("", None, None, ())
    assert {column.recount_pieces for column in said.columns} == {None}
    assert {column.method for column in said.columns} == {""}
    assert {one.agrees for one in said.pools} == {None}
    content = replace(
        floor.banking_box("BJ-101", (88, 20, 110, 25, 14, 20)),
        documents=DocumentsTally(closers=1, fill_slips=2),
        coupons=(CouponFound("A1", 25_00, "wrong game"),),
        ticket_cents=0,
    )
    day.do(floor.change_box, SUPERVISOR, content=content, reason="papers", second="t2")
    after = facts(day)
    assert (after.version, after.newest) == (2, 2)
    assert [(row.what, row.before, row.after) for row in after.changes] == [
        ("documents", "closers 1", "fill slips 2, closers 1"),
        ("coupons", "none", "A1 wrong game"),
        ("machine ticket", "none", "$0"),
    ]
    first = facts(day, version=1)
    assert (first.superseded, first.changes, first.rows[0].version) == (True, (), 1)


def test_figures_taken_out_of_a_box_print_as_not_entered(database: Database) -> None:
    day = floor.begin(database)
    whole = floor.banking_box("BJ-101", (88, 20, 110, 25, 14, 20))
    two = Figure(Instrument.CURRENCY, 2_00, 3)
    day.do(
        floor.change_box,
        SUPERVISOR,
        content=replace(whole, figures=(*whole.figures, two)),
        reason="three $2 notes",
        second="t2",
    )
    day.agreed()
    said = facts(day)
    assert [(row.what, row.before, row.after) for row in said.changes] == [
        ("$2 of banking currency", "not entered", "3")
    ]
    assert [column.label for column in said.columns] == [
        "$100",
        "$50",
        "$20",
        "$10",
        "$5",
        "$2",
        "$1",
    ]
    assert said.rows[0].cells[5] is not None
    assert said.rows[1].cells[5] is None
    assert said.grand_total == Money(77_906_00)


def test_missing_boxes_and_machine_tests_print(database: Database) -> None:
    boxes = tuple(one for one in floor.the_boxes() if one.table != "MB-401")
    day = floor.begin(database, boxes=boxes)
    day.do(name_missing, SUPERVISOR)
    day.agreed()
    said = facts(day)
    assert [(row.box, row.table, row.variance_report) for row in said.missing] == [
        ("1401", "MB-401", "DV-0001")
    ]
    other = facts(day, TableKind.NONBANKING)
    assert [(row.box, row.table) for row in other.missing] == [("", "PK-502")]
    assert [
        (test.machine, test.when, test.passed, test.details) for test in said.machine_tests
    ] == [
        ("M1", "before the count", True, "2 denominations exact"),
        ("M1", "after the count", False, "$20: 99 of 100"),
    ]


def name_missing(act: Act) -> Done:
    missing = {"1401": ("MB-401", "not in the trolley"), "PK-502": ("", "no box came in")}
    for box, (table, reason) in missing.items():
        about = about_text(table=table, reason=reason, report="DV-0001")
        act.move("missing", f"{COUNT}|{box}", "missing", about=about)
    for phase, counted in ((Phase.BEFORE, 100), (Phase.AFTER, 99)):
        notes = (KnownNote(100_00, 100, 100), KnownNote(20_00, 100, counted))
        test = MachineTest(COUNT, "M1", phase, notes, 0, passed=counted == 100)
        papers.issue(act, MACHINE_TEST, test, About(floor.DAY, COUNT))
    return act.seal("staged", COUNT, done=Done("staged"))
