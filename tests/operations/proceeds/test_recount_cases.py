"""Proof, presentation, recount: the recount cases R1 to R6 of the worked day."""

from dataclasses import replace

import pytest

from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Pool, Side
from countroom.domain.floor import TableKind
from countroom.domain.papers.presentation import Method
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.domain.pools import REPORT_POOLS, open_strap
from countroom.domain.procedure import TeamSigns
from countroom.errors import AccessError, EntryError, RuleError, StaleError
from countroom.money import Money
from countroom.operations import directing, presenting, proving, recheck, recounting, signing
from countroom.operations.acts import Act, Done
from countroom.regulations import (
    COUNT_ORDER,
    SOD_1,
    SOD_2,
    V_33,
    V_41,
    V_42,
    V_50,
    V_51,
    V_53,
    V_54,
    V_55,
    V_56,
    V_57,
    V_60,
    V_61,
    V_69A,
)
from countroom.stores import documents, proceeds, states
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import (
    CASHIER,
    CASHIER2,
    CCR,
    COUNT,
    SUPERVISOR,
    UNPROVED,
    Day,
)


def direct(day: Day, *faces: int, by: str = CCR) -> object:
    return day.do(
        directing.direct_straps,
        by,
        count=COUNT,
        denominations=tuple(Directed(Pool.BANKING_CURRENCY, face) for face in faces),
        reason="differs",
        proof=day.proof(by),
    )


# ------------------------------------------------------------------------------------ the proof


def test_the_worked_day_has_its_figures(day: Day) -> None:
    figures = day.figures()
    notes = {key[3]: pieces for key, pieces in figures.items() if key[0] is Pool.BANKING_CURRENCY}
    assert notes == {100_00: 649, 50_00: 56, 20_00: 450, 10_00: 88, 5_00: 50, 1_00: 70}
    value = {
        kind: sum(n * key[3] for key, n in figures.items() if key[0] in pools)
        for kind, pools in REPORT_POOLS.items()
    }
    assert value == {TableKind.BANKING: 77_900_00, TableKind.NONBANKING: 1_482_00}


@pytest.mark.rule(V_42)
def test_equal_pools_are_proved(day: Day) -> None:
    done = day.prove()
    assert done.extra == {"proved": True}
    assert day.state() is CountState.PROVED


@pytest.mark.rule(V_42)
def test_unequal_pools_go_to_the_team_before_the_cashier_is_called(day: Day) -> None:
    done = day.prove(n20=-1)
    assert day.state() is CountState.TEAM_RECHECK
    assert done.says == f"The pools are not proved ({V_42.citation}). The team checks the boxes."
    with pytest.raises(RuleError) as refused:
        day.present()
    assert refused.value.rule is COUNT_ORDER


def test_pools_are_proved_again_after_a_recheck(day: Day) -> None:
    day.prove(n20=-1)
    day.prove(n20=-1)
    assert day.state() is CountState.TEAM_RECHECK
    day.prove()
    assert day.state() is CountState.PROVED


def test_a_correction_proves_what_the_strapping_team_found(day: Day) -> None:
    day.prove(n20=-1)
    notes = (88, 20, 109, 25, 14, 20)
    content = floor.banking_box("BJ-101", notes)
    day.do(floor.change_box, SUPERVISOR, content=content, reason="slip", second="t1")
    assert day.state() is CountState.PROVED
    day.present()
    assert {one.version for one in day.reports().values()} == {1}


def test_every_denomination_of_the_pools_is_entered(day: Day) -> None:
    with pytest.raises(EntryError) as refused:
        day.do(proving.prove, "t1", count=COUNT, entries=day.entries()[1:])
    assert refused.value.fields == {
        "banking_currency-currency--10000": (
            "$100 of banking currency is not entered; enter 0 for none."
        )
    }


@pytest.mark.rule(V_33)
def test_pools_are_proved_by_the_team_in_the_room(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        day.do(proving.prove, "t4", count=COUNT, entries=day.entries())
    assert refused.value.rule is V_33
    with pytest.raises(AccessError):
        day.do(proving.prove, SUPERVISOR, count=COUNT, entries=day.entries())


@pytest.mark.rule(V_42)
def test_a_house_without_proof_presents_and_does_not_prove(unproved: Day) -> None:
    with pytest.raises(RuleError) as refused:
        unproved.prove()
    assert refused.value.rule is V_42
    unproved.present(entries=unproved.entries())
    assert unproved.state() is CountState.PRESENTED


@pytest.mark.rule(V_42)
def test_a_house_with_proof_presents_only_what_is_proved(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        day.present(entries=day.entries())
    assert refused.value.rule is V_42


def test_a_proof_draft_is_saved_and_nothing_is_overwritten(day: Day) -> None:
    saved = day.do(proving.save_pools, "t1", count=COUNT, typed={"a": "1"}, revision=0)
    assert saved.extra == {"revision": 1}
    with pytest.raises(StaleError, match="by t1 at"):
        day.do(proving.save_pools, "t2", count=COUNT, typed={"a": "2"}, revision=0)
    day.do(proving.save_pools, "t2", count=COUNT, typed={"a": "2", "b": "3"}, revision=1)
    day.prove()
    again = day.do(proving.save_pools, "t2", count=COUNT, typed={}, revision=0)
    assert again.extra == {"revision": 1}


# ------------------------------------------------------------------------------ presentation


@pytest.mark.rule(V_50)
def test_nothing_is_presented_while_a_box_is_open(database: Database) -> None:
    day = floor.begin(database, settings=UNPROVED)
    day.do(move_count, SUPERVISOR, to=CountState.COUNTING.value)
    with pytest.raises(RuleError) as refused:
        day.present(entries=())
    assert refused.value.rule is V_50


def test_presenting_issues_both_reports_and_seals_their_figures(day: Day) -> None:
    day.prove()
    day.present()
    reports = day.reports()
    assert [one.name for one in reports.values()] == ["BR-0001", "NR-0001"]
    assert [one.content.opened for one in reports.values()] == [4, 2]
    assert {one.content.prepared for one in reports.values()} == {floor.MORNING.date()}
    boxes = [line.table for line in reports[TableKind.BANKING].content.boxes]
    assert boxes == list(floor.BANKING)
    with day.database.read() as tx:
        sheet = proceeds.last(tx, COUNT, "presentation")
    assert sheet is not None
    assert sheet.content.seal == presenting.seal_of(day.saw())
    assert sheet.content.total([Pool.BANKING_CURRENCY]) == Money(77_900_00)
    straps = {one.denomination_cents: one.straps for one in sheet.content.entries if one.straps}
    assert straps == {100_00: 6, 20_00: 4}


def test_the_figures_are_sealed_by_the_supervisor(day: Day) -> None:
    day.prove()
    with pytest.raises(AccessError):
        day.do(presenting.present, "t1", count=COUNT, supervisor=day.proof("t2"))


def test_a_house_without_proof_enters_its_presentation(unproved: Day) -> None:
    with pytest.raises(EntryError):
        unproved.present()


@pytest.mark.rule(V_41)
def test_a_box_counted_as_of_the_other_kind_stops_the_reports(database: Database) -> None:
    boxes = list(floor.the_boxes())
    boxes[3] = replace(boxes[3], kind=TableKind.NONBANKING)
    day = floor.begin(database, settings=UNPROVED, boxes=tuple(boxes))
    with pytest.raises(RuleError) as refused:
        day.present(entries=day.entries())
    assert refused.value.rule is V_41


# ------------------------------------------------------------------------------- the recount


@pytest.mark.rule(V_57, V_55)
def test_R1_equal_in_everything_agrees(day: Day) -> None:
    day.agreed()
    assert day.state() is CountState.AGREED
    done = direct(day, 100_00)
    assert isinstance(done, Done)
    assert done.extra == {"warned": True}
    assert V_55.citation in done.says
    assert day.state() is CountState.AGREED


@pytest.mark.rule(V_57, V_60)
def test_R2_equal_totals_over_unequal_denominations_do_not_agree(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    done = unproved.recount(n100=-1, n20=5)
    assert done.says == f"DOES NOT AGREE ({V_57.citation}). That was attempt 1."
    assert unproved.state() is CountState.DISCREPANT
    with pytest.raises(RuleError) as refused:
        unproved.sign("ccr", CCR)
    assert refused.value.rule is V_60
    ordered = direct(unproved, 100_00, 20_00)
    assert isinstance(ordered, Done)
    assert ordered.extra == {"warned": False}
    assert unproved.state() is CountState.STRAPS_DIRECTED


@pytest.mark.rule(V_60)
def test_R3_a_short_recount_blocks_the_representative(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.recount(n20=-1)
    assert unproved.state() is CountState.DISCREPANT
    with pytest.raises(RuleError) as refused:
        unproved.sign("ccr", CCR)
    assert refused.value.rule is V_60


def test_case_B1_the_answer_says_neither_how_much_nor_which_way(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    short = unproved.recount(n20=-1)
    over = unproved.recount(n50=3)
    assert short.says.replace("attempt 1", "attempt 2") == over.says
    assert short.extra == {"agreed": False, "attempt": 1}
    with unproved.database.read() as tx:
        kept = documents.find(tx, count=COUNT, paper="recount")
    totals = [one.content.total([Pool.BANKING_CURRENCY]).cents for one in kept]
    assert totals == [77_880_00, 78_050_00]


@pytest.mark.rule(V_57, V_61)
def test_R4_a_proved_slip_makes_version_two_that_is_signed_again(database: Database) -> None:
    settings = replace(UNPROVED, team_signs=TeamSigns.BEFORE_PRESENTATION)
    day = floor.begin(database, settings=settings)
    day.do(presenting.prepare, "t1", count=COUNT)
    with pytest.raises(RuleError) as refused:
        day.present(entries=day.entries())
    assert refused.value.rule is V_61
    for member in floor.TEAM:
        day.sign("count_team", member)
    day.sign("supervisor", SUPERVISOR)
    day.present(entries=day.entries())
    day.recount(n20=-1)
    day.recount(n20=-1)
    day.do(recheck.escalate, SUPERVISOR, count=COUNT)
    assert day.state() is CountState.TEAM_RECHECK
    found = day.figures()[Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 20_00]
    content = floor.banking_box("BJ-101", (88, 20, 109, 25, 14, 20))
    day.do(floor.change_box, SUPERVISOR, content=content, reason="typed 110", second="t2")
    assert day.state() is CountState.AGREED
    assert day.figures()[Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 20_00] == found - 1
    reports = day.reports()
    assert reports[TableKind.BANKING].version == 2
    assert reports[TableKind.BANKING].signatures == ()
    assert reports[TableKind.NONBANKING].version == 1
    with pytest.raises(RuleError):
        day.sign("cashier", CASHIER)
    with day.database.read() as tx:
        first = documents.get(tx, reports[TableKind.BANKING].id, version=1)
    assert len(first.signatures) == 4
    banking = {reports[TableKind.BANKING].name: reports[TableKind.BANKING].digest}
    for member in floor.TEAM:
        day.sign("count_team", member, saw=banking)
    day.sign("supervisor", SUPERVISOR, saw=banking)
    day.sign("cashier", CASHIER)
    day.sign("ccr", CCR)
    assert day.state() is CountState.CCR_SIGNED


@pytest.mark.rule(V_53)
def test_R5_a_strap_of_101_notes_is_found_when_straps_are_directed(unproved: Day) -> None:
    unproved.present(entries=unproved.entries(n100=-1))
    assert unproved.recount(n100=-1).extra["agreed"] is False
    direct(unproved, 100_00)
    unproved.do(recounting.begin, CASHIER, count=COUNT)
    counted = [
        open_strap(one, held=101) if one.denomination_cents == 100_00 and one.straps else one
        for one in unproved.entries(n100=-1)
    ]
    with pytest.raises(RuleError) as refused:
        unproved.do(recounting.submit, CASHIER, count=COUNT, entries=tuple(counted))
    assert refused.value.rule is V_53
    by_hand = tuple(replace(one, strap_method=Method.HAND) for one in counted)
    done = unproved.do(recounting.submit, CASHIER, count=COUNT, entries=by_hand)
    assert done.extra == {"agreed": True, "attempt": 2}
    assert unproved.state() is CountState.AGREED
    assert {one.version for one in unproved.reports().values()} == {1}
    with unproved.database.read() as tx:
        assert len(documents.find(tx, count=COUNT, paper="recount")) == 2


def test_R6_a_found_chip_is_a_pool_of_its_own(database: Database) -> None:
    boxes = list(floor.the_boxes())
    boxes[0] = replace(boxes[0], memos=(floor.FOUND_CHIP,))
    day = floor.begin(database, boxes=tuple(boxes))
    figures = day.figures()
    assert figures[Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "main", 25_00] == 1
    pools = [entry.pool for entry in day.entries()]
    assert pools.count(Pool.FOUND_CHIPS) == 5
    day.agreed()
    assert day.state() is CountState.AGREED
    with day.database.read() as tx:
        recount = proceeds.last(tx, COUNT, "recount")
    assert recount is not None
    assert recount.content.total([Pool.BANKING_CURRENCY]) == Money(77_900_00)
    assert recount.content.total([Pool.FOUND_CHIPS]) == Money(25_00)


@pytest.mark.rule(V_53)
def test_only_full_straps_are_counted_in_bulk(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.do(recounting.begin, CASHIER, count=COUNT)
    bulk = tuple(replace(one, loose_method=Method.BULK) for one in unproved.entries())
    with pytest.raises(RuleError) as refused:
        unproved.do(recounting.submit, CASHIER, count=COUNT, entries=bulk)
    assert refused.value.rule is V_53


@pytest.mark.rule(V_54)
def test_a_recount_uses_approved_devices_only(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.do(recounting.begin, CASHIER, count=COUNT)
    entries = unproved.entries()
    for device in ("M9", ""):
        wrong = (replace(entries[0], loose_method=Method.DEVICE, device=device), *entries[1:])
        with pytest.raises(RuleError) as refused:
            unproved.do(recounting.submit, CASHIER, count=COUNT, entries=wrong)
        assert refused.value.rule is V_54
    right = (replace(entries[0], loose_method=Method.DEVICE, device="M1"), *entries[1:])
    done = unproved.do(recounting.submit, CASHIER, count=COUNT, entries=right)
    assert done.extra["agreed"] is True


@pytest.mark.rule(SOD_1)
def test_nobody_recounts_what_he_helped_to_count(database: Database) -> None:
    inside = {**floor.USUAL, CASHIER2: Role.MAIN_BANK_CASHIER}
    boxes = tuple(replace(one, counters=(CASHIER2,)) for one in floor.the_boxes())
    day = floor.begin(database, settings=UNPROVED, boxes=boxes, inside=inside)
    day.present(entries=day.entries())
    with pytest.raises(RuleError) as refused:
        day.recount(CASHIER2)
    assert refused.value.rule is SOD_1


@pytest.mark.rule(SOD_2, V_51)
def test_nobody_recounts_who_was_in_the_room_in_another_duty(database: Database) -> None:
    day = floor.begin(database, settings=UNPROVED)
    duty = Role.COUNT_ROOM_EMPLOYEE
    day.do(floor.enter_room, CASHIER2, person=CASHIER2, duty=duty, state="in")
    day.do(floor.enter_room, CASHIER2, person=CASHIER2, duty=duty, state="out")
    cashier = Role.MAIN_BANK_CASHIER
    day.do(floor.enter_room, CASHIER2, person=CASHIER2, duty=cashier, state="in")
    day.present(entries=day.entries())
    with pytest.raises(RuleError) as refused:
        day.recount(CASHIER2)
    assert refused.value.rule is SOD_2


@pytest.mark.rule(V_69A)
@pytest.mark.parametrize(("who", "duty"), [(CCR, Role.CCR), ("t3", Role.COUNT_TEAM)])
def test_a_recount_begins_with_team_and_representative(unproved: Day, who: str, duty: Role) -> None:
    unproved.present(entries=unproved.entries())
    unproved.do(floor.enter_room, who, person=who, duty=duty, state="out")
    with pytest.raises(RuleError) as refused:
        unproved.recount()
    assert refused.value.rule is V_69A


def test_nothing_is_recounted_before_it_is_presented(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        day.recount()
    assert refused.value.rule is COUNT_ORDER
    day.prove(n1=1)
    with pytest.raises(RuleError) as refused:
        day.recount()
    assert refused.value.rule is V_51


@pytest.mark.rule(V_51)
def test_an_attempt_is_submitted_by_who_began_it(database: Database) -> None:
    inside = {**floor.USUAL, CASHIER2: Role.MAIN_BANK_CASHIER}
    day = floor.begin(database, settings=UNPROVED, inside=inside)
    day.present(entries=day.entries())
    with pytest.raises(RuleError) as refused:
        day.do(recounting.submit, CASHIER, count=COUNT, entries=day.entries())
    assert refused.value.rule is V_51
    day.do(recounting.begin, CASHIER, count=COUNT)
    day.do(recounting.save, CASHIER, count=COUNT, typed={"x": "1"}, revision=0)
    taken = day.do(recounting.begin, CASHIER2, count=COUNT)
    assert taken.extra == {"attempt": 1}
    with pytest.raises(RuleError):
        day.do(recounting.submit, CASHIER, count=COUNT, entries=day.entries())
    done = day.do(recounting.submit, CASHIER2, count=COUNT, entries=day.entries())
    assert done.extra == {"agreed": True, "attempt": 1}


# --------------------------------------------------------------------------- order and recheck


@pytest.mark.rule(V_56)
def test_the_representative_alone_directs_straps(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.recount(n20=-1)
    with pytest.raises(RuleError) as refused:
        direct(unproved, 20_00, by=SUPERVISOR)
    assert refused.value.rule is V_56
    with pytest.raises(EntryError):
        direct(unproved)


@pytest.mark.rule(V_55)
def test_a_direction_before_the_recount_is_recorded_with_a_warning(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        direct(day, 20_00)
    assert refused.value.rule is COUNT_ORDER
    day.prove()
    day.present()
    done = direct(day, 20_00)
    assert isinstance(done, Done)
    assert done.extra == {"warned": True}
    assert day.state() is CountState.PRESENTED


@pytest.mark.rule(COUNT_ORDER)
def test_the_loose_pieces_are_recounted_before_the_team_checks_its_boxes(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    with pytest.raises(RuleError):
        unproved.do(recheck.escalate, SUPERVISOR, count=COUNT)
    unproved.recount(n20=-1)
    with pytest.raises(RuleError, match="recounts the loose pieces"):
        unproved.do(recheck.escalate, SUPERVISOR, count=COUNT)
    unproved.recount(n20=-1)
    unproved.do(recheck.escalate, SUPERVISOR, count=COUNT)
    assert unproved.state() is CountState.TEAM_RECHECK


def escalated(day: Day, **off: int) -> None:
    day.present(entries=day.entries())
    day.recount(**off)
    day.recount(**off)
    day.do(recheck.escalate, SUPERVISOR, count=COUNT)


def lay_to_no_box(day: Day, reason: str = "no slip proved") -> Done:
    return day.do(
        recheck.unallocated,
        SUPERVISOR,
        count=COUNT,
        reason=reason,
        supervisor=day.proof(SUPERVISOR),
        representative=day.proof(CCR),
    )


def test_what_no_box_explains_is_unallocated_and_enters_the_totals(unproved: Day) -> None:
    escalated(unproved, n20=-1, n100=2)
    with pytest.raises(EntryError):
        lay_to_no_box(unproved, "  ")
    done = lay_to_no_box(unproved)
    assert unproved.state() is CountState.AGREED
    assert done.says == "UA-0001 is recorded. The count is agreed."
    figures = unproved.figures()
    assert figures[Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 20_00] == 449
    assert figures[Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 100_00] == 651
    reports = unproved.reports()
    assert reports[TableKind.BANKING].version == 2
    assert [one.name for one in reports[TableKind.BANKING].content.unallocated] == ["UA-0001"]
    assert reports[TableKind.NONBANKING].version == 1
    with unproved.database.read() as tx:
        lines = documents.sums(tx, count=COUNT, side=Side.ADJUSTMENT)
        form = documents.by_name(tx, "UA-0001")
    assert {line.table for line in lines} == {""}
    assert [one.step for one in form.signatures] == ["supervisor", "ccr"]
    assert form.content.total == Money(180_00)


def test_a_difference_of_the_proof_may_be_unallocated_too(day: Day) -> None:
    day.prove(n1=4)
    lay_to_no_box(day)
    assert day.state() is CountState.PROVED
    day.present()
    assert [one.version for one in day.reports().values()] == [1, 1]
    assert len(day.reports()[TableKind.BANKING].content.unallocated) == 1


def test_nothing_is_unallocated_outside_a_recheck_or_when_it_agrees(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    with pytest.raises(RuleError) as refused:
        lay_to_no_box(unproved)
    assert refused.value.rule is COUNT_ORDER
    unproved.recount()
    unproved.do(
        signing.reopen, SUPERVISOR, count=COUNT, reason="look", representative=unproved.proof(CCR)
    )
    with pytest.raises(RuleError) as refused:
        lay_to_no_box(unproved)
    assert refused.value.rule is V_57


@pytest.mark.rule(V_51)
def test_after_a_recheck_somebody_recounts_who_was_not_there(database: Database) -> None:
    inside = {**floor.USUAL, CASHIER2: Role.MAIN_BANK_CASHIER}
    day = floor.begin(database, settings=UNPROVED, inside=inside)
    escalated(day, n20=-1)
    with pytest.raises(RuleError, match="draws the curtain") as refused:
        day.recount()
    assert refused.value.rule is V_51
    day.do(recheck.give_back, SUPERVISOR, count=COUNT)
    assert day.state() is CountState.DISCREPANT
    for seen in (CASHIER, CASHIER2):
        with pytest.raises(RuleError, match="while you were here") as refused:
            day.recount(seen)
        assert refused.value.rule is V_51
    duty = Role.CAGE_SUPERVISOR
    day.do(floor.enter_room, floor.CAGE, person=floor.CAGE, duty=duty, state="in")
    done = day.recount(floor.CAGE)
    assert done.extra == {"agreed": True, "attempt": 3}


def test_a_proof_that_failed_is_not_given_back_to_a_cashier(day: Day) -> None:
    day.prove(n1=1)
    with pytest.raises(RuleError) as refused:
        day.do(recheck.give_back, SUPERVISOR, count=COUNT)
    assert refused.value.rule is V_57


def test_a_break_opens_no_figures(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    for state in ("CS", "C5"):
        unproved.do(move_count, SUPERVISOR, to=state)
    unproved.recount()
    assert unproved.state() is CountState.AGREED


def move_count(act: Act, *, to: str) -> Done:
    act.move("count", COUNT, to)
    return act.seal("staged", COUNT, done=Done("staged"))


def test_nothing_agrees_while_no_representative_is_in_the_room(unproved: Day) -> None:
    escalated(unproved, n20=-1)
    unproved.do(floor.enter_room, CCR, person=CCR, duty=Role.CCR, state="out")
    content = floor.banking_box("BJ-101", (88, 20, 109, 25, 14, 20))
    unproved.do(floor.change_box, SUPERVISOR, content=content, reason="slip", second="t1")
    assert unproved.state() is CountState.TEAM_RECHECK
    still = unproved.do(recheck.settle, SUPERVISOR, count=COUNT)
    assert still.extra == {"settled": False}
    unproved.do(floor.enter_room, CCR, person=CCR, duty=Role.CCR, state="in")
    done = unproved.do(recheck.settle, SUPERVISOR, count=COUNT)
    assert done.extra == {"settled": True}
    assert unproved.state() is CountState.AGREED
    with pytest.raises(RuleError):
        unproved.do(recheck.settle, SUPERVISOR, count=COUNT)


def test_every_attempt_is_counted(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    for number in (1, 2, 3):
        assert unproved.recount(n20=-1).extra["attempt"] == number
    with unproved.database.read() as tx:
        made = recounting.attempts(tx, COUNT)
        moves = [moved.to_state for moved in states.history(tx, "count", COUNT)]
    assert [(one.number, one.submitted) for one in made] == [(1, True), (2, True), (3, True)]
    assert moves.count("C7") == 3
