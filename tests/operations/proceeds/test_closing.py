"""Copies, sealing, inspection, supplementary reports, kept prints, conclusion."""

import hashlib
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Side
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import Figure, Memo, MemoKind
from countroom.domain.papers.machine_test import PAPER as MACHINE
from countroom.domain.papers.machine_test import KnownNote, MachineTest, Phase
from countroom.domain.papers.room_inspection import Checked, ItemKind
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError, StaleError
from countroom.inquiries import closing_sheets, prints
from countroom.inquiries.report_facts import PrintKind
from countroom.money import Money
from countroom.operations import closing_room, counting, kept, papers, signing, supplement
from countroom.operations.acts import Act, Done
from countroom.regulations import (
    COPIES,
    COUNT_ORDER,
    MACHINE_TEST,
    V_31,
    V_52,
    V_59,
    V_63,
    V_64,
    V_65,
    V_67,
    V_68,
    V_69,
)
from countroom.stores import documents, registry
from countroom.stores.custody import about_text
from countroom.stores.documents import About
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import (
    ACCOUNTANT,
    CAGE,
    CASHIER,
    CCR,
    CCR2,
    COUNT,
    EMPLOYEE,
    SECURITY,
    SUPERVISOR,
    Day,
)

PLACES = ("ROOM", "TABLE", "M1")


def distribute(day: Day, **people: Any) -> Done:
    asked = {
        "count": COUNT,
        "second": day.proof(CCR),
        "third": day.proof(CAGE),
        "carrier": day.proof(SECURITY),
        "pouch": "P-17",
    }
    return day.do(closing_room.distribute_copies, SUPERVISOR, **{**asked, **people})


def seal(day: Day) -> Done:
    return day.do(closing_room.seal_proceeds, CASHIER, count=COUNT, cashier=day.proof(CASHIER))


def clean(found: dict[tuple[str, ItemKind], str] | None = None) -> tuple[Checked, ...]:
    finds = found or {}
    return tuple(
        Checked(place, kind, finds.get((place, kind), "")) for place in PLACES for kind in ItemKind
    )


def inspect(day: Day, checked: tuple[Checked, ...] | None = None, by: str = CCR) -> Done:
    return day.do(
        closing_room.inspect,
        EMPLOYEE,
        count=COUNT,
        checked=clean() if checked is None else checked,
        employee=day.proof(EMPLOYEE),
        representative=day.proof(by),
    )


def conclude(day: Day) -> Done:
    return day.do(closing_room.conclude, SUPERVISOR, count=COUNT)


# ----------------------------------------------------------------------------------- copies


@pytest.mark.rule(V_63)
def test_no_copy_leaves_before_every_signature(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        distribute(day)
    assert refused.value.rule is V_63
    day.agreed()
    with pytest.raises(RuleError) as refused:
        distribute(day)
    assert refused.value.rule is V_63


def test_no_copy_leaves_while_a_signed_count_is_reopened(signed: Day) -> None:
    signed.do(
        signing.reopen, SUPERVISOR, count=COUNT, reason="look", representative=signed.proof(CCR)
    )
    with pytest.raises(RuleError) as refused:
        distribute(signed)
    assert refused.value.rule is COUNT_ORDER


def test_copies_go_out_one_by_one(signed: Day) -> None:
    hand = closing_room.hand_copy
    signed.do(hand, SUPERVISOR, count=COUNT, copy="SECOND COPY", recipient=signed.proof(CCR))
    signed.do(hand, SUPERVISOR, count=COUNT, copy="THIRD COPY", recipient=signed.proof(CASHIER))
    assert signed.state() is CountState.CCR_SIGNED
    done = signed.do(
        closing_room.send_original,
        SUPERVISOR,
        count=COUNT,
        pouch="P-17",
        carrier=signed.proof(SECURITY),
        locked_box="LB-1",
    )
    assert signed.state() is CountState.COPIES_DISTRIBUTED
    with signed.database.read() as tx:
        form = documents.by_name(tx, done.name)
    assert form.content.tally().closers == 4
    assert [box.table for box in form.content.boxes][-1] == "PK-502"
    assert form.content.originals == ("BR-0001", "NR-0001")
    assert [entry.step for entry in form.signatures] == ["carrier"]
    with pytest.raises(EntryError):
        signed.do(hand, SUPERVISOR, count=COUNT, copy="ORIGINAL", recipient=signed.proof(CCR))


@pytest.mark.rule(COPIES)
def test_a_copy_goes_out_once(signed: Day) -> None:
    hand = closing_room.hand_copy
    for attempt in range(2):
        asked = {"count": COUNT, "copy": "SECOND COPY", "recipient": signed.proof(CCR)}
        if attempt == 0:
            signed.do(hand, SUPERVISOR, **asked)
            continue
        with pytest.raises(RuleError) as refused:
            signed.do(hand, SUPERVISOR, **asked)
        assert refused.value.rule is COPIES


@pytest.mark.rule(V_64)
@pytest.mark.parametrize("which", [{"second": CAGE}, {"third": ACCOUNTANT}])
def test_each_copy_goes_to_its_own_recipient(signed: Day, which: dict[str, str]) -> None:
    wrong = {copy: signed.proof(person) for copy, person in which.items()}
    with pytest.raises(RuleError) as refused:
        distribute(signed, **wrong)
    assert refused.value.rule is V_64


@pytest.mark.rule(V_65)
def test_documents_never_go_by_way_of_the_cage(signed: Day) -> None:
    with pytest.raises(RuleError) as refused:
        distribute(signed, carrier=signed.proof(CAGE))
    assert refused.value.rule is V_65
    form = distribute(signed).name
    receive = closing_room.receive_original
    with pytest.raises(RuleError) as refused:
        signed.do(receive, CAGE, transmittal=form, receiver=signed.proof(CAGE))
    assert refused.value.rule is V_65
    with pytest.raises(AccessError):
        signed.do(receive, SECURITY, transmittal=form, receiver=signed.proof(SECURITY))
    signed.do(receive, ACCOUNTANT, transmittal=form, receiver=signed.proof(ACCOUNTANT))
    with pytest.raises(RuleError) as refused:
        signed.do(receive, ACCOUNTANT, transmittal=form, receiver=signed.proof(ACCOUNTANT))
    assert refused.value.rule is V_64


def test_a_pouch_has_a_number(signed: Day) -> None:
    with pytest.raises(EntryError):
        distribute(signed, pouch=" ")


def test_the_transmittal_says_where_each_copy_is(signed: Day) -> None:
    person = signed.house.person(SUPERVISOR)
    viewer = Viewer(person, person.roles[0])
    before = closing_sheets.transmittal(signed.database, viewer, COUNT)
    assert {copy.stands for copy in before.copies} == {"in the room"}
    assert (before.transmittal, before.form, before.places) == (None, "", ())
    distribute(signed)
    said = closing_sheets.transmittal(signed.database, viewer, COUNT)
    assert [(copy.name, copy.stands, copy.to) for copy in said.copies] == [
        ("ORIGINAL", "sent", "Sample Sec Urity"),
        ("SECOND COPY", "handed", "Sample Ccr One"),
        ("THIRD COPY", "handed", "Sample Cage Super"),
    ]
    assert [place.step for place in said.places] == ["carrier", "receiver"]
    signed.do(
        closing_room.receive_original,
        ACCOUNTANT,
        transmittal=said.form,
        receiver=signed.proof(ACCOUNTANT),
    )
    after = closing_sheets.transmittal(signed.database, viewer, COUNT)
    assert (after.copies[0].stands, after.copies[0].to) == ("received", "Sample Acc Ountant")
    cashier = signed.house.person(CASHIER)
    with pytest.raises(AccessError):
        closing_sheets.transmittal(signed.database, Viewer(cashier, cashier.roles[0]), COUNT)


# --------------------------------------------------------------------- sealing and inspection


@pytest.mark.rule(V_52)
def test_money_is_sealed_only_after_every_signature_on_both_reports(day: Day) -> None:
    day.agreed()
    for member in floor.TEAM:
        day.sign("count_team", member)
    day.sign("supervisor", SUPERVISOR)
    day.sign("cashier", CASHIER)
    first = dict([next(iter(day.saw().items()))])
    day.sign("ccr", CCR, saw=first)
    with pytest.raises(RuleError) as refused:
        seal(day)
    assert refused.value.rule is V_52
    rest = {name: digest for name, digest in day.saw().items() if name not in first}
    day.sign("ccr", CCR, saw=rest)
    seal(day)
    assert day.state() is CountState.PROCEEDS_SEALED
    with pytest.raises(RuleError):
        seal(day)
    distribute(day)
    assert day.state() is CountState.COPIES_DISTRIBUTED


@pytest.mark.rule(COUNT_ORDER)
def test_the_room_is_inspected_when_money_and_documents_have_left(signed: Day) -> None:
    seal(signed)
    with pytest.raises(RuleError) as refused:
        inspect(signed)
    assert refused.value.rule is COUNT_ORDER
    distribute(signed)
    inspect(signed)
    assert signed.state() is CountState.ROOM_INSPECTED


def put_through_before(act: Act, *, passed: bool) -> Done:
    """The machine was tested when the room was secured."""
    counted = 100 if passed else 99
    notes = (KnownNote(100_00, 100, counted),)
    content = MachineTest(COUNT, "M1", Phase.BEFORE, notes, 0, passed=passed)
    papers.issue(act, MACHINE, content, About(floor.DAY, COUNT))
    return act.seal("machine tested", "M1", done=Done(""))


def again(day: Day, counted: int = 100) -> Done:
    """The machine is tested again."""
    faces = [note.cents for note in day.house.currency.notes]
    return day.do(
        counting.test_machine,
        EMPLOYEE,
        count=COUNT,
        machine="M1",
        phase=Phase.AFTER,
        notes=tuple(KnownNote(cents, 100, counted) for cents in faces),
        tester=day.proof(EMPLOYEE),
    )


@pytest.mark.rule(MACHINE_TEST)
def test_case_d16_the_room_is_inspected_when_its_machines_were_tested_again(signed: Day) -> None:
    signed.do(put_through_before, SUPERVISOR, passed=True)
    distribute(signed)
    seal(signed)
    with pytest.raises(RuleError, match="M1 was not tested again since the count") as refused:
        inspect(signed)
    assert refused.value.rule is MACHINE_TEST
    person = signed.house.person(EMPLOYEE)
    viewer = Viewer(person, person.roles[0])
    said = closing_sheets.inspection_sheet(signed.database, viewer, COUNT)
    assert (said.untested, said.waits_for) == (("M1",), ("M1 is tested again",))
    assert again(signed, counted=99).extra == {"passed": False}
    said = closing_sheets.inspection_sheet(signed.database, viewer, COUNT)
    assert (said.untested, said.waits_for) == ((), ())
    inspect(signed)


@pytest.mark.rule(MACHINE_TEST)
def test_a_machine_that_never_passed_counted_nothing_and_is_not_asked_for(signed: Day) -> None:
    signed.do(put_through_before, SUPERVISOR, passed=False)
    distribute(signed)
    seal(signed)
    inspect(signed)


@pytest.mark.rule(V_67)
def test_the_inspection_covers_every_place_and_kind(signed: Day) -> None:
    distribute(signed)
    seal(signed)
    with pytest.raises(RuleError, match="M1 was not checked for counter checks; 1 checks") as no:
        inspect(signed, clean()[:-1])
    assert no.value.rule is V_67
    with pytest.raises(EntryError):
        inspect(signed, (*clean(), Checked("ROOM", ItemKind.COUPONS)))
    with pytest.raises(EntryError):
        inspect(signed, (*clean(), Checked("HALL", ItemKind.COUPONS)))


@pytest.mark.rule(V_68, V_59)
def test_the_representative_of_the_agreement_inspects_or_a_stand_in(signed: Day) -> None:
    distribute(signed)
    seal(signed)
    signed.do(floor.enter_room, CCR2, person=CCR2, duty=Role.CCR, state="in")
    with pytest.raises(RuleError) as refused:
        inspect(signed, by=CCR2)
    assert refused.value.rule is V_68
    signed.do(
        signing.stand_in,
        SUPERVISOR,
        count=COUNT,
        reason="called away",
        representative=signed.proof(CCR2),
    )
    name = inspect(signed, by=CCR2).name
    with signed.database.read() as tx:
        content = documents.by_name(tx, name).content
    assert (content.on_duty, content.stands_in) == (CCR2, "stands in: called away")


def test_the_inspection_sheet_says_what_it_waits_for(signed: Day) -> None:
    person = signed.house.person(EMPLOYEE)
    viewer = Viewer(person, person.roles[0])
    said = closing_sheets.inspection_sheet(signed.database, viewer, COUNT)
    assert said.waits_for == ("the copies are distributed", "the proceeds are sealed")
    assert (said.representative, said.form, said.revision) == ("Sample Ccr One", "", 0)
    save = closing_room.save_inspection
    signed.do(save, EMPLOYEE, count=COUNT, typed={"ROOM-currency": "none"}, revision=0)
    distribute(signed)
    seal(signed)
    said = closing_sheets.inspection_sheet(signed.database, viewer, COUNT)
    assert (said.typed, said.waits_for) == ({"ROOM-currency": "none"}, ())
    inspect(signed, clean({("M1", ItemKind.CURRENCY): "one $20"}))
    said = closing_sheets.inspection_sheet(signed.database, viewer, COUNT)
    assert said.revision == 0
    assert [(find.found.place, find.report, find.signed) for find in said.finds] == [
        ("M1", "", False)
    ]
    outsider = signed.house.person(ACCOUNTANT)
    with pytest.raises(AccessError):
        closing_sheets.inspection_sheet(signed.database, Viewer(outsider, outsider.roles[0]), COUNT)


# ------------------------------------------------------------------------ conclusion and finds


def closed(day: Day, checked: tuple[Checked, ...] | None = None) -> str:
    distribute(day)
    seal(day)
    return inspect(day, checked).name


def test_a_count_is_concluded(signed: Day) -> None:
    with pytest.raises(RuleError):
        conclude(signed)
    closed(signed)
    conclude(signed)
    assert signed.state() is CountState.CONCLUDED


def found_in_machine(day: Day, **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "count": COUNT,
        "where": "M1",
        "explanation": "stuck behind the belt",
        "figures": (Figure(Instrument.CURRENCY, 20_00, 1),),
        "team": ("t1",),
    }
    return day.do(supplement.report, SUPERVISOR, **{**asked, **changed})


def sign_supplement(day: Day, name: str) -> None:
    for step, by in (
        ("count_team", "t1"),
        ("supervisor", SUPERVISOR),
        ("cashier", CASHIER),
        ("ccr", CCR),
    ):
        with day.database.read() as tx:
            saw = documents.by_name(tx, name).digest
        day.do(supplement.sign, by, report=name, step=step, proof=day.proof(by), saw=saw)


@pytest.mark.rule(V_69)
def test_what_the_inspection_finds_has_a_supplementary_report(signed: Day) -> None:
    inspection = closed(signed, clean({("M1", ItemKind.CURRENCY): "one $20"}))
    with pytest.raises(RuleError) as refused:
        conclude(signed)
    assert refused.value.rule is V_69
    name = found_in_machine(signed, inspection=inspection).name
    with pytest.raises(RuleError):
        conclude(signed)
    sign_supplement(signed, name)
    conclude(signed)
    reports = signed.reports()
    assert {report.version for report in reports.values()} == {1}
    with signed.database.read() as tx:
        lines = documents.sums(tx, count=COUNT, side=Side.SUPPLEMENT)
    assert [(line.table, line.amount) for line in lines] == [("", Money(20_00))]


def test_a_note_found_later_is_reported_after_the_conclusion(signed: Day) -> None:
    closed(signed)
    conclude(signed)
    with pytest.raises(AccessError):
        signed.do(
            supplement.report,
            ACCOUNTANT,
            count=COUNT,
            where="floor",
            explanation="x",
            team=("t1",),
        )
    name = found_in_machine(signed, table="PK-501", where="floor").name
    sign_supplement(signed, name)
    with signed.database.read() as tx:
        form = documents.by_name(tx, name)
    assert [entry.step for entry in form.signatures] == [
        "count_team",
        "supervisor",
        "cashier",
        "ccr",
    ]
    assert form.content.nonbanking
    assert form.content.total == Money(20_00)


def test_a_supplementary_report_says_what_where_and_who(signed: Day) -> None:
    with pytest.raises(EntryError) as refused:
        found_in_machine(signed, where=" ", explanation="", figures=(), team=())
    assert list(refused.value.fields) == ["where", "figures", "team", "explanation"]
    with pytest.raises(EntryError):
        found_in_machine(signed, team=(CASHIER,))
    with pytest.raises(NotFoundError):
        found_in_machine(signed, table="XX-1")
    with pytest.raises(NotFoundError):
        signed.do(
            supplement.sign,
            "t1",
            report="BR-0001",
            step="count_team",
            proof=signed.proof("t1"),
            saw="",
        )


def test_money_found_before_the_signatures_belongs_to_its_box(day: Day) -> None:
    day.agreed()
    with pytest.raises(AccessError):
        found_in_machine(day)


def test_papers_found_have_no_value(signed: Day) -> None:
    memo = Memo(MemoKind.OTHER, "a coupon", 25_00)
    blank = Memo(MemoKind.OTHER, "a slip")
    chips = tuple(
        Figure(kind, 5_00, 1, "main")
        for kind in (Instrument.VALUE_CHIP, Instrument.RAKE_CHIP, Instrument.PLAQUE)
    )
    for table in ("", "PK-501"):
        found_in_machine(signed, figures=chips, memos=(memo, blank), table=table)
    with signed.database.read() as tx:
        lines = documents.sums(tx, count=COUNT, side=Side.SUPPLEMENT)
    pools = [line.pool.value if line.pool else "" for line in lines]
    assert sorted(pools) == [
        "found_chips",
        "found_chips",
        "nonbanking_value_chips",
        "nonbanking_value_chips",
        "rake_chips",
        "rake_chips",
    ]


@pytest.mark.rule(V_31)
def test_case_D6_a_table_without_a_word_of_its_box_holds_up_the_conclusion(signed: Day) -> None:
    closed(signed)
    signed.do(begin_period, SUPERVISOR)
    with pytest.raises(RuleError, match="No box of BJ-101") as refused:
        conclude(signed)
    assert refused.value.rule is V_31


def begin_period(act: Act) -> Done:
    row = registry.period_row(
        act.tx, table="BJ-101", gaming_date=floor.DAY, from_at=act.now, seq=act.seq
    )
    act.add(row)
    return act.seal("staged", "BJ-101", done=Done("staged"))


@pytest.mark.rule(V_31)
def test_a_box_that_is_not_recorded_holds_up_the_conclusion(signed: Day) -> None:
    closed(signed)
    signed.do(take_in_one_more, SUPERVISOR)
    with pytest.raises(RuleError, match="Box 2101 is waiting") as refused:
        conclude(signed)
    assert refused.value.rule is V_31


def take_in_one_more(act: Act) -> Done:
    facts = about_text(count=COUNT, table="BJ-101", kind="banking")
    act.move("box", "2101", "B4", about=facts)
    return act.seal("staged", "2101", done=Done("staged"))


# ------------------------------------------------------------------------------------ prints


def pdfs(text: str) -> tuple[tuple[str, bytes], ...]:
    copies = ("ORIGINAL", "SECOND COPY", "THIRD COPY")
    return tuple((copy, f"%PDF {text} {copy}".encode()) for copy in copies)


def keep_first(day: Day, text: str) -> None:
    for one in prints.due(day.database, frozenset({"banking_count", "nonbanking_count"})):
        day.do(kept.keep_prints, SUPERVISOR, document=one.document, rendered=pdfs(text + one.name))


def viewer_of(day: Day, by: str) -> Viewer:
    person = day.house.person(by)
    return Viewer(person, person.roles[0])


@pytest.mark.rule(V_63)
def test_nothing_is_kept_before_the_last_signature(day: Day) -> None:
    day.agreed()
    assert prints.due(day.database) == ()
    report = day.reports()[TableKind.BANKING]
    with pytest.raises(RuleError) as refused:
        day.do(kept.keep_prints, SUPERVISOR, document=report.id, rendered=pdfs("x"))
    assert refused.value.rule is V_63


def test_prints_are_kept_once_and_handed_out_for_ever(signed: Day) -> None:
    due = prints.due(signed.database)
    assert [(one.name, one.version, len(one.copies)) for one in due] == [
        ("BR-0001", 1, 3),
        ("NR-0001", 1, 3),
    ]
    assert due[0].stamp["ORIGINAL"].text == ""
    keep_first(signed, "a")
    assert prints.due(signed.database) == ()
    again = signed.do(
        kept.keep_prints, SUPERVISOR, document=due[0].document, rendered=pdfs("other")
    )
    assert again.says.endswith("0 prints are kept.")
    bytes_kept = prints.pdf(signed.database, viewer_of(signed, CCR), "BR-0001", "SECOND COPY")
    assert bytes_kept == b"%PDF aBR-0001 SECOND COPY"
    with signed.database.read() as tx:
        first = documents.prints(tx, due[0].document)[0]
        (report,) = documents.find(tx, paper="banking_count")
        signing_seq = first.head_seq
    assert first.sha256 == hashlib.sha256(b"%PDF aBR-0001 ORIGINAL").hexdigest()
    assert report.signatures[-1].at < first.at
    assert signing_seq > 0


@pytest.mark.rule(V_64)
def test_the_cage_has_the_third_copy_and_no_other(signed: Day) -> None:
    keep_first(signed, "a")
    cashier = viewer_of(signed, CASHIER)
    assert prints.pdf(signed.database, cashier, "BR-0001", "THIRD COPY")
    for copy in ("ORIGINAL", "SECOND COPY"):
        with pytest.raises(AccessError):
            prints.pdf(signed.database, cashier, "BR-0001", copy)
    with pytest.raises(AccessError):
        prints.pdf(signed.database, viewer_of(signed, ACCOUNTANT), "BR-0001", "ORIGINAL")
    closed(signed)
    conclude(signed)
    assert prints.pdf(signed.database, viewer_of(signed, ACCOUNTANT), "BR-0001", "ORIGINAL")
    with pytest.raises(NotFoundError):
        prints.pdf(signed.database, cashier, "BR-0001", "FOURTH COPY")


def test_a_reprint_names_the_first_print(signed: Day) -> None:
    report = signed.reports()[TableKind.BANKING]
    asked = {"document": report.id, "version": 1, "copy": "ORIGINAL", "pdf": b"%PDF again"}
    with pytest.raises(EntryError):
        signed.do(kept.keep_reprint, ACCOUNTANT, ordinal=1, **asked)
    keep_first(signed, "a")
    with pytest.raises(AccessError, match="Accounting Department"):
        signed.do(kept.keep_reprint, CASHIER, ordinal=1, **asked)
    for ordinal in (1, 2):
        signed.do(kept.keep_reprint, ACCOUNTANT, ordinal=ordinal, **asked)
    with pytest.raises(StaleError, match="reprinted just now"):
        signed.do(kept.keep_reprint, ACCOUNTANT, ordinal=2, **asked)
    said = [one for one in prints.kept(signed.database, report.name) if one.copy == "ORIGINAL"]
    assert [(one.kind, one.ordinal) for one in said] == [
        (PrintKind.FIRST, 0),
        (PrintKind.REPRINT, 1),
        (PrintKind.REPRINT, 2),
    ]
    with signed.database.read() as tx:
        every = documents.prints(tx, report.id)
    assert {one.of_sha256 for one in every if one.kind == "reprint"} == {every[0].sha256}
    assert prints.pdf(signed.database, viewer_of(signed, CCR), report.name, "ORIGINAL").startswith(
        b"%PDF aBR"
    )


def test_case_H3_both_prints_stay_and_the_old_one_says_superseded(signed: Day) -> None:
    keep_first(signed, "one ")
    signed.do(
        signing.reopen, SUPERVISOR, count=COUNT, reason="swap", representative=signed.proof(CCR)
    )
    for mine, other in (("BJ-101", "RO-201"), ("RO-201", "BJ-101")):
        content = floor.banking_box(mine, floor.BANKING[other])
        signed.do(floor.change_box, SUPERVISOR, content=content, reason="swap", second="t1")
    (marked,) = prints.due(signed.database, frozenset({"banking_count"}))
    assert (marked.name, marked.version) == ("BR-0001", 1)
    assert marked.stamp["ORIGINAL"].text.startswith("SUPERSEDED of print ")
    for _ in range(2):
        signed.do(
            kept.keep_marked,
            SUPERVISOR,
            document=marked.document,
            version=1,
            kind="superseded",
            rendered=pdfs("old "),
        )
    assert prints.due(signed.database, frozenset({"banking_count"})) == ()
    banking = {"BR-0001": signed.reports()[TableKind.BANKING].digest}
    for step, by in (
        *(("count_team", member) for member in floor.TEAM),
        ("supervisor", SUPERVISOR),
        ("cashier", CASHIER),
        ("ccr", CCR),
    ):
        signed.sign(step, by, saw=banking)
    keep_first(signed, "two ")
    ccr = viewer_of(signed, CCR)
    newest = prints.pdf(signed.database, ccr, "BR-0001", "SECOND COPY")
    assert newest == b"%PDF two BR-0001 SECOND COPY"
    old = prints.pdf(signed.database, ccr, "BR-0001", "SECOND COPY", version=1)
    assert old == b"%PDF old  SECOND COPY"
    kinds = {(one.version, one.kind) for one in prints.kept(signed.database, "BR-0001")}
    assert kinds == {
        (1, PrintKind.FIRST),
        (1, PrintKind.SUPERSEDED),
        (3, PrintKind.FIRST),
    }
    with pytest.raises(NotFoundError):
        prints.pdf(signed.database, ccr, "BR-0001", "SECOND COPY", version=2)


def test_what_is_kept_is_what_the_paper_has(signed: Day) -> None:
    report = signed.reports()[TableKind.BANKING]
    for wrong in ((), pdfs("a")[:2], (*pdfs("a"), pdfs("a")[0]), (("FOURTH COPY", b"x"),)):
        with pytest.raises(EntryError):
            signed.do(kept.keep_prints, SUPERVISOR, document=report.id, rendered=wrong)
    for kind in ("superseded", "void", "draft"):
        with pytest.raises(EntryError):
            signed.do(
                kept.keep_marked,
                SUPERVISOR,
                document=report.id,
                version=1,
                kind=kind,
                rendered=pdfs("x"),
            )


def test_a_void_form_is_printed_void(signed: Day) -> None:
    keep_first(signed, "a")
    signed.do(cancel, SUPERVISOR)
    (marked,) = prints.due(signed.database, frozenset({"nonbanking_count"}))
    assert marked.stamp["THIRD COPY"].text.startswith("VOID of print ")
    signed.do(
        kept.keep_marked,
        SUPERVISOR,
        document=marked.document,
        version=1,
        kind="void",
        rendered=pdfs("void "),
    )
    assert prints.due(signed.database, frozenset({"nonbanking_count"})) == ()


def cancel(act: Act) -> Done:
    report = documents.by_name(act.tx, "NR-0001")
    papers.void(act, report, reason="staged", second_person="t1")
    return act.seal("staged", "NR-0001", done=Done("staged"))
