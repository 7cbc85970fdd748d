"""Who may see what, by duty, part and state of the count: every verdict, none assumed."""

import pytest

from countroom.domain import access
from countroom.domain.access import CountView, Permission, Viewer
from countroom.domain.count import CURTAINED, CountState
from countroom.domain.documents import Copy
from countroom.domain.papers import count_report
from countroom.domain.people import (
    CAGE_ROLES,
    RECOUNT_ROLES,
    ROOM_ROLES,
    Employer,
    Person,
    Role,
)
from countroom.errors import AccessError
from countroom.regulations import SOD_2, V_51, V_64, V_66

STATES = [state for state in CountState if state is not CountState.SUSPENDED]
BEFORE_AGREEMENT = [state for state in STATES if state.rank < CountState.AGREED.rank]
IN_ROOM = sorted(ROOM_ROLES)


def viewer(duty: Role, *, in_room: bool = False, recounter: bool = False) -> Viewer:
    employer = Employer.BOARD if duty is Role.CCR else Employer.CASINO
    person = Person("P1", "Sample Person", duty.printed, (duty,), "C-1", employer)
    return Viewer(person, duty, in_room=in_room, recounter=recounter)


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("duty", list(Role))
@pytest.mark.parametrize("state", STATES)
def test_nobody_outside_the_room_sees_a_figure_before_the_conclusion(
    duty: Role, state: CountState
) -> None:
    view = CountView(state)
    verdict = access.count_figures(viewer(duty), view)
    if state is CountState.CONCLUDED:
        open_to = {
            Role.ACCOUNTING,
            Role.ACCOUNTING_SUPERVISOR,
            Role.INTERNAL_AUDIT,
            Role.CCR,
            Role.COUNT_ROOM_SUPERVISOR,
        }
        assert verdict.allowed == (duty in open_to)
    else:
        assert not verdict.allowed
        assert verdict.sentence


@pytest.mark.parametrize("duty", IN_ROOM)
@pytest.mark.parametrize("state", STATES[:-1])
def test_the_room_sees_figures_but_behind_the_curtain_and_while_pools_are_proved(
    duty: Role, state: CountState
) -> None:
    verdict = access.count_figures(viewer(duty, in_room=True), CountView(state))
    hidden = state in CURTAINED or state is CountState.ALL_RECORDED
    assert verdict.allowed != hidden


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("duty", sorted(set(Role) - ROOM_ROLES - RECOUNT_ROLES))
@pytest.mark.parametrize("state", STATES[:-1])
def test_a_visitor_to_the_room_sees_no_figure_before_the_conclusion(
    duty: Role, state: CountState
) -> None:
    visitor, view = viewer(duty, in_room=True), CountView(state)
    assert "visitor" in access.count_figures(visitor, view).sentence
    assert not access.form(visitor, count_report.BANKING, view).allowed
    for copy in count_report.BANKING.copies:
        assert not access.copy(visitor, copy, view).allowed


def test_without_the_pool_proof_the_recorded_boxes_show() -> None:
    view = CountView(CountState.ALL_RECORDED, proof=False)
    assert access.count_figures(viewer(Role.COUNT_TEAM, in_room=True), view).allowed


@pytest.mark.rule(V_51)
@pytest.mark.rule(SOD_2)
@pytest.mark.parametrize("duty", [Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR])
@pytest.mark.parametrize("state", STATES)
def test_the_recounter_sees_nothing_until_agreement_or_escalation(
    duty: Role, state: CountState
) -> None:
    verdict = access.count_figures(viewer(duty, in_room=True, recounter=True), CountView(state))
    agreed = CountState.AGREED.rank <= state.rank < CountState.CONCLUDED.rank
    assert verdict.allowed == (agreed or state is CountState.TEAM_RECHECK)


@pytest.mark.rule(V_51)
def test_a_pool_proof_that_failed_opens_nothing_to_who_is_to_recount() -> None:
    view = CountView(CountState.TEAM_RECHECK, recounted=False)
    cashier = viewer(Role.MAIN_BANK_CASHIER, in_room=True)
    assert not access.count_figures(cashier, view).allowed
    assert access.count_figures(viewer(Role.COUNT_TEAM, in_room=True), view).allowed


@pytest.mark.rule(V_64)
@pytest.mark.parametrize("duty", sorted(CAGE_ROLES))
@pytest.mark.parametrize("state", STATES)
def test_the_cage_never_opens_a_supporting_document(duty: Role, state: CountState) -> None:
    mine = viewer(duty, in_room=True, recounter=True)
    assert not access.supporting_documents(mine, CountView(state)).allowed


def test_others_see_supporting_documents_where_they_see_figures() -> None:
    mine = viewer(Role.ACCOUNTING)
    assert access.supporting_documents(mine, CountView(CountState.CONCLUDED)).allowed
    assert not access.supporting_documents(mine, CountView(CountState.COUNTING)).allowed


@pytest.mark.parametrize("state", [CountState.DISCREPANT, CountState.STRAPS_DIRECTED])
def test_case_B1_the_representative_alone_learns_which_denominations(state: CountState) -> None:
    view = CountView(state)
    ccr = viewer(Role.CCR, in_room=True)
    assert access.differing_denominations(ccr, view).allowed
    for duty in (Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.MAIN_BANK_CASHIER):
        verdict = access.differing_denominations(viewer(duty, in_room=True), view)
        assert verdict.sentence == "The count and the recount do not agree."
    assert not access.differing_denominations(viewer(Role.CCR), view).allowed


def test_after_escalation_the_team_learns_what_differs() -> None:
    view = CountView(CountState.TEAM_RECHECK)
    assert access.differing_denominations(viewer(Role.COUNT_TEAM, in_room=True), view).allowed


@pytest.mark.parametrize("copy", count_report.BANKING.copies, ids=lambda copy: copy.name)
@pytest.mark.parametrize("duty", list(Role))
def test_each_copy_is_opened_by_its_own_department(copy: Copy, duty: Role) -> None:
    concluded = access.copy(viewer(duty), copy, CountView(CountState.CONCLUDED))
    assert concluded.allowed == (duty in copy.roles)
    early = access.copy(viewer(duty, in_room=True), copy, CountView(CountState.AGREED))
    assert not early.allowed


def test_the_room_has_its_copies_from_the_last_signature_on() -> None:
    second = count_report.BANKING.copies[1]
    signed = CountView(CountState.CCR_SIGNED)
    assert access.copy(viewer(Role.CCR, in_room=True), second, signed).allowed
    assert not access.copy(viewer(Role.CCR), second, signed).allowed


@pytest.mark.parametrize("duty", list(Role))
def test_the_win_shows_to_accounting_after_the_conclusion(duty: Role) -> None:
    allowed = access.may(duty, Permission.ACCOUNTING_DAY)
    done = access.reconciliation(viewer(duty), CountView(CountState.CONCLUDED))
    assert done.allowed == allowed
    assert not access.reconciliation(viewer(duty), CountView(CountState.ROOM_INSPECTED)).allowed


@pytest.mark.parametrize("duty", list(Role))
def test_rounds_show_to_accounting_and_surveillance_after_the_conclusion(duty: Role) -> None:
    allowed = access.may(duty, Permission.ROUNDS_SEE)
    assert access.rounds(viewer(duty), CountView(CountState.CONCLUDED)).allowed == allowed
    assert not access.rounds(viewer(duty), CountView(CountState.ROOM_INSPECTED)).allowed


def test_case_B4_an_expected_rack_shows_after_the_closing_slip_is_signed() -> None:
    mine = viewer(Role.FLOORPERSON)
    assert not access.expected_rack(mine, closing_signed=False).allowed
    assert access.expected_rack(mine, closing_signed=True).allowed


def test_a_refusal_is_the_sentence_that_would_stand_instead() -> None:
    verdict = access.count_figures(viewer(Role.DEALER), CountView(CountState.COUNTING))
    with pytest.raises(AccessError, match="closed to everyone outside"):
        verdict.require()
    access.expected_rack(viewer(Role.DEALER), closing_signed=True).require()


def test_a_duty_opens_what_the_table_says_and_nothing_else() -> None:
    access.require(Role.ACCOUNTING, Permission.ACCOUNTING_DAY)
    with pytest.raises(AccessError, match="not open to the duty Dealer"):
        access.require(Role.DEALER, Permission.ACCOUNTING_DAY)
    assert list(Permission) == sorted(Permission)
    assert access.PERMISSIONS.keys() == set(Permission)
