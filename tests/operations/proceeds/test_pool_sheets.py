"""The sheets of proof, presentation, recount and recheck: what is entered, and nothing else."""

from dataclasses import replace

import pytest

from countroom.domain.access import Viewer
from countroom.domain.agreement import Slip
from countroom.domain.denominations import Pool
from countroom.domain.papers.presentation import Method
from countroom.domain.papers.strap_direction import Directed
from countroom.domain.people import Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import pool_sheets
from countroom.operations import directing, proving, recheck, recounting
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import CASHIER, CCR, COUNT, SUPERVISOR, UNPROVED, Day


def viewer(day: Day, by: str) -> Viewer:
    person = day.house.person(by)
    return Viewer(person, person.roles[0])


def test_the_proof_sheet_lists_fields_and_no_figure(day: Day) -> None:
    day.do(proving.save_pools, "t1", count=COUNT, typed={"x": "5"}, revision=0)
    sheet = pool_sheets.proof_sheet(day.database, viewer(day, "t2"), COUNT)
    assert (sheet.typed, sheet.revision, sheet.strap_notes, sheet.entries) == (
        {"x": "5"},
        1,
        100,
        (),
    )
    assert [field.label for field in sheet.fields[:3]] == ["$100", "$50", "$20"]
    assert sheet.fields[0].strapped
    assert sheet.fields[0].pool is Pool.BANKING_CURRENCY
    assert not sheet.fields[-1].strapped
    assert len(sheet.fields) == 20
    for other in (SUPERVISOR, "t4", CASHIER):
        with pytest.raises(AccessError):
            pool_sheets.proof_sheet(day.database, viewer(day, other), COUNT)


def test_the_presentation_sheet_is_filled_in_from_the_proof(day: Day) -> None:
    with pytest.raises(AccessError):
        pool_sheets.presentation_sheet(day.database, viewer(day, "t1"), COUNT)
    day.prove()
    sheet = pool_sheets.presentation_sheet(day.database, viewer(day, "t1"), COUNT)
    assert sheet.entries[0].straps == 6
    day.present()
    with pytest.raises(AccessError):
        pool_sheets.presentation_sheet(day.database, viewer(day, "t1"), COUNT)


def test_a_house_without_proof_has_an_empty_presentation_sheet(unproved: Day) -> None:
    sheet = pool_sheets.presentation_sheet(unproved.database, viewer(unproved, SUPERVISOR), COUNT)
    assert sheet.entries == ()


def test_the_recount_sheet_is_the_cashiers_and_blind(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    sheet = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CASHIER), COUNT)
    assert (sheet.attempt, sheet.attempts, sheet.devices) == (None, (), ("M1",))
    unproved.do(recounting.begin, CASHIER, count=COUNT)
    unproved.do(recounting.save, CASHIER, count=COUNT, typed={"x": "1"}, revision=0)
    mine = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CASHIER), COUNT)
    assert (mine.attempt, mine.sheet.typed) == (1, {"x": "1"})
    assert [(one.number, one.submitted, one.agreed) for one in mine.attempts] == [(1, False, None)]
    team = pool_sheets.recount_sheet(unproved.database, viewer(unproved, "t1"), COUNT)
    assert (team.attempt, team.sheet.typed) == (None, {})
    with pytest.raises(AccessError):
        pool_sheets.recount_sheet(unproved.database, viewer(unproved, floor.ACCOUNTANT), COUNT)


def test_case_B1_the_representative_alone_sees_which_denominations(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    unproved.recount(n20=-1, n100=3)
    said = {
        by: pool_sheets.recount_sheet(unproved.database, viewer(unproved, by), COUNT)
        for by in (CCR, CASHIER, "t1", SUPERVISOR)
    }
    assert said[CCR].differing == ("$100 of banking currency", "$20 of banking currency")
    assert {said[by].differing for by in (CASHIER, "t1", SUPERVISOR)} == {()}
    assert {sheet.attempts[0].agreed for sheet in said.values()} == {False}
    unproved.do(
        directing.direct_straps,
        CCR,
        count=COUNT,
        denominations=(Directed(Pool.BANKING_CURRENCY, 100_00),),
        reason="differs",
        proof=unproved.proof(CCR),
    )
    after = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CASHIER), COUNT)
    assert after.directed == ("$100 of banking currency",)
    assert [field.label for field in after.sheet.fields if field.directed] == ["$100"]
    unproved.do(recounting.begin, CASHIER, count=COUNT)
    by_hand = tuple(replace(one, strap_method=Method.HAND) for one in unproved.entries(n20=-1))
    unproved.do(recounting.submit, CASHIER, count=COUNT, entries=by_hand)
    agreed = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CCR), COUNT)
    assert agreed.differing == ("$20 of banking currency",)


def test_nothing_differs_before_a_recount_or_outside_the_room(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    said = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CCR), COUNT)
    assert said.differing == ()
    unproved.recount()
    said = pool_sheets.recount_sheet(unproved.database, viewer(unproved, CCR), COUNT)
    assert (said.differing, said.attempts[0].agreed) == ((), True)


def test_the_recheck_lists_boxes_that_are_one_slip_away(database: Database) -> None:
    boxes = list(floor.the_boxes())
    boxes[0] = replace(boxes[0], ticket_cents=12_320_00)
    day = floor.begin(database, settings=UNPROVED, boxes=tuple(boxes))
    with pytest.raises(NotFoundError):
        pool_sheets.recheck_sheet(day.database, viewer(day, "t1"), COUNT)
    day.present(entries=day.entries())
    day.recount(n20=-1)
    day.recount(n20=-1)
    with pytest.raises(AccessError):
        pool_sheets.recheck_sheet(day.database, viewer(day, "t1"), COUNT)
    day.do(recheck.escalate, SUPERVISOR, count=COUNT)
    said = pool_sheets.recheck_sheet(day.database, viewer(day, "t1"), COUNT)
    assert said.against == "RC-0002"
    assert [(one.counted, one.recounted) for one in said.differences] == [(450, 449)]
    assert [(one.box, one.slip, one.likely) for one in said.near_misses] == [
        ("1101", Slip.MACHINE_TICKET, 109)
    ]


def test_whoever_is_signed_on_in_another_duty_is_not_in_the_room(day: Day) -> None:
    person = day.house.person("t1")
    with pytest.raises(AccessError):
        pool_sheets.recount_sheet(day.database, Viewer(person, Role.CCR, in_room=True), COUNT)
