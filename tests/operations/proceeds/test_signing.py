"""Signing the reports in order, leaving early, reopening: each signer bound to what he saw."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.floor import TableKind
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import closing_sheets
from countroom.operations import closing_room, papers, presenting, recheck, signing
from countroom.operations.acts import Act, Done, perform
from countroom.regulations import (
    COUNT_ORDER,
    SIGN_ORDER,
    V_33,
    V_58,
    V_59,
    V_60,
    V_61,
    V_62,
    V_68,
)
from countroom.stores import documents, proceeds, signers
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import (
    CASHIER,
    CASHIER2,
    CCR,
    CCR2,
    COUNT,
    SUPERVISOR,
    TEAM,
    UNPROVED,
    Day,
)


def test_every_signature_in_order_on_both_reports_with_one_authentication(agreed: Day) -> None:
    agreed.sign_all()
    assert agreed.state() is CountState.CCR_SIGNED
    for report in agreed.reports().values():
        steps = [signature.step for signature in report.signatures]
        assert steps == ["count_team"] * 3 + ["supervisor", "cashier", "ccr"]
    with agreed.database.read() as tx:
        recount = proceeds.last(tx, COUNT, "recount")
    assert recount is not None
    team, _, _, supervisor, cashier, ccr = agreed.reports()[TableKind.BANKING].signatures
    assert team.covers == ()
    assert len(supervisor.covers) == 3
    assert cashier.covers[0] == ccr.covers[0] == recount.digest
    assert cashier.own_digest() in ccr.covers


def test_case_H4_a_signature_has_full_name_title_and_credential(agreed: Day) -> None:
    with pytest.raises(EntryError, match="drawn signature is not a whole PNG"):
        agreed.sign("count_team", "t1", drawn=b"\x89PNG")
    drawing = io.BytesIO()
    Image.new("RGBA", (40, 12)).save(drawing, "PNG")
    agreed.sign("count_team", "t1", drawn=drawing.getvalue())
    (signature,) = agreed.reports()[TableKind.BANKING].signatures
    assert (signature.name, signature.title, signature.credential) == (
        "Sample Ann One",
        "Count Team Member",
        "C-t1",
    )
    assert (signature.proof, signature.drawn) == ("played", drawing.getvalue())


@pytest.mark.rule(V_61, V_58, V_59)
@pytest.mark.parametrize(
    ("step", "by", "rule", "missing"),
    [
        ("supervisor", SUPERVISOR, V_61, "count team"),
        ("cashier", CASHIER, V_58, "count team"),
        ("ccr", CCR, V_59, "count team"),
    ],
)
def test_case_H1_out_of_order_is_refused_and_says_who_is_missing(
    agreed: Day, step: str, by: str, rule: object, missing: str
) -> None:
    with pytest.raises(RuleError, match=f"signature of the {missing} is missing") as refused:
        agreed.sign(step, by)
    assert refused.value.rule is rule


@pytest.mark.rule(V_61)
def test_every_member_of_the_team_signs_once(agreed: Day) -> None:
    agreed.sign("count_team", "t1")
    with pytest.raises(RuleError) as refused:
        agreed.sign("count_team", "t1")
    assert refused.value.rule is V_61
    agreed.sign("count_team", "t2")
    with pytest.raises(RuleError, match="count team is missing"):
        agreed.sign("supervisor", SUPERVISOR)
    agreed.sign("count_team", "t3")
    agreed.sign("supervisor", SUPERVISOR)
    with pytest.raises(RuleError):
        agreed.sign("supervisor", SUPERVISOR)


@pytest.mark.rule(SIGN_ORDER, V_58, V_60)
def test_nobody_signs_before_the_recount_agrees(day: Day) -> None:
    day.prove()
    day.present()
    for step, by, rule in (
        ("count_team", "t1", SIGN_ORDER),
        ("supervisor", SUPERVISOR, SIGN_ORDER),
        ("cashier", CASHIER, V_58),
        ("ccr", CCR, V_60),
    ):
        with pytest.raises(RuleError) as refused:
            day.sign(step, by)
        assert refused.value.rule is rule
    with pytest.raises(RuleError) as refused:
        day.do(presenting.prepare, "t1", count=COUNT)
    assert refused.value.rule is COUNT_ORDER


@pytest.mark.rule(SIGN_ORDER)
def test_reports_are_prepared_early_only_where_the_team_signs_early(day: Day) -> None:
    day.prove()
    with pytest.raises(RuleError) as refused:
        day.do(presenting.prepare, "t1", count=COUNT)
    assert refused.value.rule is SIGN_ORDER


@pytest.mark.rule(V_58)
def test_the_cashier_who_recounted_signs_and_no_other(database: Database) -> None:
    inside = {**floor.USUAL, CASHIER2: Role.MAIN_BANK_CASHIER}
    day = floor.begin(database, settings=UNPROVED, inside=inside)
    day.present(entries=day.entries())
    day.recount()
    for member in TEAM:
        day.sign("count_team", member)
    day.sign("supervisor", SUPERVISOR)
    with pytest.raises(RuleError, match="not one of the people") as refused:
        day.sign("cashier", CASHIER2)
    assert refused.value.rule is V_58
    day.sign("cashier", CASHIER)
    assert day.state() is CountState.CASHIER_SIGNED


@pytest.mark.rule(V_59)
def test_the_representative_on_duty_at_agreement_signs_or_a_stand_in(agreed: Day) -> None:
    agreed.do(floor.enter_room, CCR2, person=CCR2, duty=Role.CCR, state="in")
    for member in TEAM:
        agreed.sign("count_team", member)
    agreed.sign("supervisor", SUPERVISOR)
    agreed.sign("cashier", CASHIER)
    with pytest.raises(RuleError) as refused:
        agreed.sign("ccr", CCR2)
    assert refused.value.rule is V_59
    stand = {"count": COUNT, "representative": agreed.proof(CCR2)}
    with pytest.raises(EntryError):
        agreed.do(signing.stand_in, SUPERVISOR, reason=" ", **stand)
    agreed.do(signing.stand_in, SUPERVISOR, reason="taken ill", **stand)
    agreed.sign("ccr", CCR2)
    assert agreed.state() is CountState.CCR_SIGNED


@pytest.mark.rule(SIGN_ORDER)
def test_nobody_stands_in_before_an_agreement(day: Day) -> None:
    with pytest.raises(RuleError) as refused:
        day.do(
            signing.stand_in,
            SUPERVISOR,
            count=COUNT,
            reason="x",
            representative=day.proof(CCR),
        )
    assert refused.value.rule is SIGN_ORDER


@pytest.mark.rule(V_68)
def test_the_last_representative_who_came_is_on_duty(day: Day) -> None:
    day.prove()
    day.present()
    day.do(floor.enter_room, CCR2, person=CCR2, duty=Role.CCR, state="in")
    day.do(floor.enter_room, CCR, person=CCR, duty=Role.CCR, state="out")
    day.recount()
    with day.database.read() as tx:
        assert signers.observer(tx, COUNT) == CCR2


@pytest.mark.rule(V_33)
def test_whoever_is_not_signed_on_does_not_sign(agreed: Day) -> None:
    with pytest.raises(RuleError) as refused:
        agreed.sign("count_team", "t4")
    assert refused.value.rule is V_33
    with pytest.raises(AccessError):
        agreed.sign("count_team", SUPERVISOR)


def test_what_is_signed_are_the_reports_of_this_count(agreed: Day) -> None:
    with pytest.raises(EntryError):
        agreed.sign("witness", "t1")
    for saw in ({"BR-0009": "x"}, {"BR-0001": "x", "BR-0009": "x"}):
        with pytest.raises(NotFoundError):
            agreed.sign("count_team", "t1", saw=saw)


@pytest.mark.rule(V_62)
def test_a_signature_is_bound_to_what_its_signer_saw(agreed: Day) -> None:
    with pytest.raises(RuleError) as refused:
        agreed.sign("count_team", "t1", saw={"BR-0001": "0" * 64})
    assert refused.value.rule is V_62


def test_one_report_may_be_signed_by_itself(agreed: Day) -> None:
    first, second = agreed.saw().items()
    for member in TEAM:
        for one in (first, second):
            agreed.sign("count_team", member, saw=dict([one]))
    agreed.sign("supervisor", SUPERVISOR)
    agreed.sign("cashier", CASHIER, saw=dict([first]))
    assert agreed.state() is CountState.AGREED
    agreed.sign("cashier", CASHIER, saw=dict([second]))
    assert agreed.state() is CountState.CASHIER_SIGNED


# --------------------------------------------------------------------------------- leavers


def leave(day: Day, person: str, *, back: bool = False) -> None:
    state = "in" if back else "out"
    day.do(floor.enter_room, person, person=person, duty=Role.COUNT_TEAM, state=state)


def record_unsigned(day: Day, person: str, reason: str = "taken ill") -> None:
    day.do(
        signing.left_unsigned,
        SUPERVISOR,
        count=COUNT,
        person=person,
        reason=reason,
        supervisor=day.proof(SUPERVISOR),
        representative=day.proof(CCR),
    )


@pytest.mark.rule(V_61)
def test_a_leaver_who_signed_for_his_boxes_is_not_waited_for(agreed: Day) -> None:
    done = agreed.do(signing.sign_leaving, "t3", count=COUNT, proof=agreed.proof("t3"))
    assert done.says == "Sample Cai Three signed for 2 boxes."
    leave(agreed, "t3")
    agreed.sign("count_team", "t1")
    agreed.sign("count_team", "t2")
    agreed.sign("supervisor", SUPERVISOR)


@pytest.mark.rule(V_61)
def test_a_leaver_whose_box_changed_since_is_waited_for(database: Database) -> None:
    day = floor.begin(database)
    day.do(signing.sign_leaving, "t2", count=COUNT, proof=day.proof("t2"))
    leave(day, "t2")
    content = replace(floor.banking_box("BJ-101", (88, 20, 101, 25, 14, 20)))
    day.do(floor.change_box, SUPERVISOR, content=content, reason="slip", second="t1")
    with day.database.read() as tx:
        assert "t2" in signers.team(tx, COUNT)
    record_unsigned(day, "t2")
    with day.database.read() as tx:
        assert signers.team(tx, COUNT) == {"t1", "t3"}


@pytest.mark.rule(V_61)
def test_only_a_member_who_has_left_is_recorded_as_unsigned(agreed: Day) -> None:
    for person in ("t1", SUPERVISOR):
        with pytest.raises(RuleError) as refused:
            record_unsigned(agreed, person)
        assert refused.value.rule is V_61
    leave(agreed, "t1")
    with pytest.raises(EntryError):
        record_unsigned(agreed, "t1", " ")
    record_unsigned(agreed, "t1")
    agreed.sign("count_team", "t2")
    agreed.sign("count_team", "t3")
    agreed.sign("supervisor", SUPERVISOR)


def test_a_leaver_who_came_back_signs_himself(agreed: Day) -> None:
    agreed.do(signing.sign_leaving, "t3", count=COUNT, proof=agreed.proof("t3"))
    leave(agreed, "t3")
    leave(agreed, "t3", back=True)
    with agreed.database.read() as tx:
        assert signers.team(tx, COUNT) == set(TEAM)


def test_who_came_after_the_agreement_does_not_sign(agreed: Day) -> None:
    leave(agreed, "t4", back=True)
    with agreed.database.read() as tx:
        assert signers.team(tx, COUNT) == set(TEAM)


# ------------------------------------------------------------------------------- reopening


def reopen(day: Day, reason: str = "a box was entered twice") -> None:
    day.do(
        signing.reopen,
        SUPERVISOR,
        count=COUNT,
        reason=reason,
        representative=day.proof(CCR),
    )


@pytest.mark.rule(V_62)
def test_case_H3_signatures_of_version_one_stay_on_version_one(agreed: Day) -> None:
    agreed.sign_all()
    with pytest.raises(EntryError):
        reopen(agreed, "")
    reopen(agreed)
    assert agreed.state() is CountState.TEAM_RECHECK
    swapped = floor.banking_box("BJ-101", floor.BANKING["RO-201"])
    other = floor.banking_box("RO-201", floor.BANKING["BJ-101"])
    agreed.do(floor.change_box, SUPERVISOR, content=swapped, reason="taken for", second="t1")
    assert agreed.state() is CountState.TEAM_RECHECK
    agreed.do(floor.change_box, SUPERVISOR, content=other, reason="the other", second="t1")
    assert agreed.state() is CountState.AGREED
    report = agreed.reports()[TableKind.BANKING]
    assert (report.version, report.signatures) == (3, ())
    with agreed.database.read() as tx:
        first = documents.get(tx, report.id, version=1)
        assert len(first.signatures) == 6
        assert first.superseded
    with pytest.raises(RuleError) as refused:
        agreed.sign("ccr", CCR)
    assert refused.value.rule is V_59
    banking = {report.name: report.digest}
    for member in TEAM:
        agreed.sign("count_team", member, saw=banking)
    agreed.sign("supervisor", SUPERVISOR, saw=banking)
    agreed.sign("cashier", CASHIER, saw=banking)
    agreed.sign("ccr", CCR, saw=banking)
    assert agreed.state() is CountState.CCR_SIGNED


def test_a_count_reopened_for_nothing_stands_where_its_signatures_say(agreed: Day) -> None:
    agreed.sign_all()
    reopen(agreed)
    agreed.do(recheck.settle, SUPERVISOR, count=COUNT)
    assert agreed.state() is CountState.CCR_SIGNED


@pytest.mark.rule(COUNT_ORDER)
def test_nothing_is_reopened_before_it_agreed_or_after_copies_are_out(day: Day) -> None:
    day.prove()
    with pytest.raises(RuleError) as refused:
        reopen(day)
    assert refused.value.rule is COUNT_ORDER
    day.present()
    day.recount()
    day.sign_all()
    day.do(
        closing_room.distribute_copies,
        SUPERVISOR,
        count=COUNT,
        second=day.proof(CCR),
        third=day.proof(CASHIER),
        carrier=day.proof(floor.SECURITY),
        pouch="P-1",
    )
    with pytest.raises(RuleError):
        reopen(day)


@pytest.mark.rule(V_60)
def test_the_representative_does_not_sign_figures_that_changed_unseen(agreed: Day) -> None:
    for member in TEAM:
        agreed.sign("count_team", member)
    agreed.sign("supervisor", SUPERVISOR)
    agreed.sign("cashier", CASHIER)
    agreed.do(slipped_in, SUPERVISOR)
    with pytest.raises(RuleError) as refused:
        agreed.sign("ccr", CCR)
    assert refused.value.rule is V_60


def slipped_in(act: Act) -> Done:
    """A box changed past the operations."""
    box = proceeds.box_counts(act.tx, COUNT)[0]
    content = floor.banking_box("BJ-101", (88, 20, 111, 25, 14, 20))
    papers.change(act, box, content, reason="x")
    return act.seal("slipped in", COUNT, done=Done("x"))


# -------------------------------------------------------------------------------- the sheet


def sheet(day: Day, by: str) -> closing_sheets.SigningSheet:
    person = day.house.person(by)
    return closing_sheets.signing_sheet(day.database, Viewer(person, person.roles[0]), COUNT)


def test_the_signing_sheet_says_who_is_next_and_who_is_missing(agreed: Day) -> None:
    first = sheet(agreed, "t1")
    assert (first.yours, first.state) == ("count_team", CountState.AGREED)
    assert first.attests.startswith("that the count was performed")
    assert first.saw == agreed.saw()
    assert first.reports[0].missing == ("Sample Ann One", "Sample Ben Two", "Sample Cai Three")
    agreed.sign("count_team", "t1")
    assert sheet(agreed, "t1").yours == ""
    assert sheet(agreed, "t2").reports[0].missing == ("Sample Ben Two", "Sample Cai Three")
    assert sheet(agreed, SUPERVISOR).yours == ""
    agreed.sign("count_team", "t2")
    agreed.sign("count_team", "t3")
    due = sheet(agreed, SUPERVISOR)
    assert (due.yours, due.reports[0].next_step, due.reports[0].missing) == (
        "supervisor",
        "supervisor",
        (),
    )
    agreed.sign("supervisor", SUPERVISOR)
    assert sheet(agreed, CASHIER).yours == "cashier"
    agreed.sign("cashier", CASHIER)
    assert sheet(agreed, CCR).reports[0].missing == ("Sample Ccr One",)
    agreed.sign("ccr", CCR)
    assert {report.next_step for report in sheet(agreed, CCR).reports} == {""}
    places = [place.name for place in sheet(agreed, CCR).reports[0].places]
    assert places[-1] == "Sample Ccr One"


def test_the_signing_sheet_is_the_rooms_and_not_made_too_early(day: Day) -> None:
    with pytest.raises(NotFoundError):
        sheet(day, "t1")
    for outsider in ("t4", floor.ACCOUNTANT):
        with pytest.raises(AccessError):
            sheet(day, outsider)


def test_a_signature_repeated_under_its_key_is_one(agreed: Day) -> None:
    asked = {"count": COUNT, "step": "count_team", "saw": agreed.saw()}
    for _ in range(2):
        perform(
            agreed.database,
            signing.sign_reports,
            who=agreed.who("t1"),
            now=agreed.now,
            key="form-1",
            proof=agreed.proof("t1"),
            **asked,
        )
    assert len(agreed.reports()[TableKind.BANKING].signatures) == 1
