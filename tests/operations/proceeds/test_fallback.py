"""The paper fallback: numbered forms, keyed in by two people blind to each other."""

from dataclasses import replace

import pytest

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.drop import BoxState
from countroom.domain.floor import TableKind
from countroom.domain.papers.blank_form import BlankForm, FormKind, WetSignature
from countroom.domain.papers.box_count import BoxCount, CouponFound
from countroom.domain.papers.presentation import PoolEntry
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import papers
from countroom.operations import fallback, signing
from countroom.operations.acts import Act, Done
from countroom.regulations import SOD_1, V_33, V_58
from countroom.stores import custody, documents, proceeds
from countroom.stores.custody import about_text
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import CASHIER, CCR, COUNT, SUPERVISOR, UNPROVED, Day

NEW = floor.banking_box(
    "BJ-101", (1, 0, 2, 0, 0, 3), box="2101", coupons=(CouponFound("X1", 25_00),)
)


def blanks(day: Day, kind: FormKind, how_many: int = 1) -> Done:
    return day.do(
        fallback.print_blank_forms, SUPERVISOR, gaming_date=floor.DAY, kind=kind, how_many=how_many
    )


def key_in(day: Day, form: str, content: BlankForm, by: str) -> Done:
    return day.do(fallback.key_in, by, form=form, content=content, proof=day.proof(by))


def one_waiting(act: Act, *, state: str = "B6") -> Done:
    """A box that came in, was opened and emptied when the power failed."""
    facts = about_text(count=COUNT, table="BJ-101", kind="banking", station="S1")
    for to in ("B4", "B5", "B6"):
        if to <= state:
            act.move("box", "2101", to, about=facts)
    act.move("count", COUNT, CountState.COUNTING.value)
    act.move("count", COUNT, CountState.SUSPENDED.value)
    return act.seal("staged", COUNT, done=Done("staged"))


@pytest.fixture
def dark(unproved: Day) -> Day:
    """The power failed while one more box was being counted."""
    unproved.do(one_waiting, SUPERVISOR)
    return unproved


def report_form(*boxes: BoxCount, signers: tuple[WetSignature, ...] = ()) -> BlankForm:
    return BlankForm(FormKind.COUNT_REPORT, floor.DAY, COUNT, boxes, signers=signers)


def test_blank_forms_are_numbered(day: Day) -> None:
    done = blanks(day, FormKind.RECOUNT, 3)
    assert done.extra == {"forms": ["NB-0001", "NB-0002", "NB-0003"]}
    for wrong in (0, 51):
        with pytest.raises(EntryError):
            blanks(day, FormKind.RECOUNT, wrong)
    with pytest.raises(AccessError):
        day.do(
            fallback.print_blank_forms,
            "t1",
            gaming_date=floor.DAY,
            kind=FormKind.RECOUNT,
            how_many=1,
        )


def test_a_spoiled_form_keeps_its_number(day: Day) -> None:
    form = blanks(day, FormKind.RECOUNT).name
    asked = {"form": form, "second": day.proof("t1")}
    with pytest.raises(EntryError):
        day.do(fallback.spoil_form, SUPERVISOR, reason=" ", **asked)
    with pytest.raises(AccessError):
        day.do(fallback.spoil_form, "t1", reason="coffee", **asked)
    day.do(fallback.spoil_form, SUPERVISOR, reason="coffee", **asked)
    with pytest.raises(EntryError, match="out of use"):
        day.do(fallback.spoil_form, SUPERVISOR, reason="coffee", **asked)
    with pytest.raises(NotFoundError):
        day.do(fallback.spoil_form, SUPERVISOR, **{**asked, "form": "BC-0001"}, reason="x")


def test_two_equal_keyings_record_the_box(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    first = key_in(dark, form, report_form(NEW), "t1")
    assert first.says == f"{form} is keyed in once. Somebody else keys it in from the paper."
    with dark.database.read() as tx:
        assert len(proceeds.box_counts(tx, COUNT)) == 6
    second = key_in(dark, form, report_form(NEW), "t2")
    assert second.says == f"{form} is keyed in. 1 boxes are recorded."
    with dark.database.read() as tx:
        stands = custody.in_count(tx, COUNT)["2101"]
        recorded = proceeds.box_counts(tx, COUNT)[-1].content
        kept = documents.by_name(tx, form)
        every = documents.versions(tx, kept.id)
    assert stands.state is BoxState.RECORDED
    assert [moved.to_state for moved in stands.moves] == ["B4", "B5", "B6", "B7", "B8", "B9"]
    assert (recorded.total, recorded.box) == (NEW.total, "2101")
    assert recorded.coupons[0].remark == "no coupon of this house"
    assert [one.signatures[0].person for one in every[1:]] == ["t1", "t2"]
    assert kept.state == "keyed"
    with pytest.raises(EntryError, match="keyed in already"):
        key_in(dark, form, report_form(NEW), "t3")


def test_a_form_keyed_in_shows_to_nobody_before_the_second_keying(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    viewers = {
        by: Viewer(dark.house.person(by), dark.house.person(by).roles[0])
        for by in ("t2", SUPERVISOR, floor.ACCOUNTANT)
    }
    assert papers.paper(dark.database, viewers[SUPERVISOR], form).content.boxes == ()
    key_in(dark, form, report_form(NEW), "t1")
    for viewer in viewers.values():
        with pytest.raises(AccessError):
            papers.paper(dark.database, viewer, form)
    key_in(dark, form, report_form(NEW), "t2")
    assert papers.paper(dark.database, viewers["t2"], form).content.boxes == (NEW,)
    with pytest.raises(AccessError):
        papers.paper(dark.database, viewers[floor.ACCOUNTANT], form)


def test_unequal_keyings_record_nothing_and_say_no_figure(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    other = replace(NEW, figures=(replace(NEW.figures[0], pieces=2), *NEW.figures[1:]))
    key_in(dark, form, report_form(NEW), "t1")
    done = key_in(dark, form, report_form(other), "t2")
    assert done.says == f"{form}: the two keyings are not the same. Look at the paper again."
    assert done.extra == {"differs": ["box 2101"]}
    third = key_in(dark, form, report_form(NEW), "t1")
    assert third.extra == {"differs": ["box 2101"]}
    assert key_in(dark, form, report_form(NEW), "t2").extra == {"differs": []}


def test_the_same_person_does_not_key_in_twice_for_two(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    for _ in range(2):
        done = key_in(dark, form, report_form(NEW), "t1")
        assert "keyed in once" in done.says


def test_a_form_is_of_its_kind_day_and_count(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    good = report_form(NEW)
    for wrong in (
        replace(good, count=""),
        replace(good, gaming_date=floor.MORNING.date()),
        BlankForm(FormKind.RECOUNT, floor.DAY, COUNT, recounter=CASHIER),
    ):
        with pytest.raises(EntryError):
            key_in(dark, form, wrong, "t1")
    with pytest.raises(NotFoundError):
        key_in(dark, form, replace(good, count="2011-06-15/1"), "t1")
    other = dark.do(
        fallback.print_blank_forms,
        SUPERVISOR,
        gaming_date=floor.MORNING.date(),
        kind=FormKind.COUNT_REPORT,
        how_many=1,
    ).name
    with pytest.raises(EntryError, match="another gaming date"):
        key_in(dark, other, replace(good, gaming_date=floor.MORNING.date()), "t1")


@pytest.mark.parametrize(
    ("box", "says"),
    [
        (replace(NEW, box="9999"), "did not come in"),
        (floor.banking_box("RO-201", floor.BANKING["RO-201"]), "recorded already"),
        (replace(NEW, table="RO-201"), "came in from BJ-101"),
    ],
)
def test_a_box_keyed_in_came_in_for_the_count(dark: Day, box: BoxCount, says: str) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    key_in(dark, form, report_form(box), "t1")
    with pytest.raises(EntryError, match=says):
        key_in(dark, form, report_form(box), "t2")


def test_boxes_are_keyed_in_while_boxes_are_counted(unproved: Day) -> None:
    form = blanks(unproved, FormKind.COUNT_REPORT).name
    key_in(unproved, form, report_form(NEW), "t1")
    with pytest.raises(EntryError, match="not being counted"):
        key_in(unproved, form, report_form(NEW), "t2")


@pytest.mark.rule(V_33)
def test_a_form_is_keyed_in_by_people_of_the_room(dark: Day) -> None:
    form = blanks(dark, FormKind.COUNT_REPORT).name
    with pytest.raises(RuleError) as refused:
        key_in(dark, form, report_form(NEW), "t4")
    assert refused.value.rule is V_33
    with pytest.raises(AccessError):
        key_in(dark, form, report_form(NEW), CASHIER)


def sheet_form(entries: tuple[PoolEntry, ...], recounter: str = floor.CAGE) -> BlankForm:
    return BlankForm(FormKind.RECOUNT, floor.DAY, COUNT, entries=entries, recounter=recounter)


def test_a_recount_on_paper_is_keyed_in_and_its_cashier_signs(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    form = blanks(unproved, FormKind.RECOUNT).name
    content = sheet_form(unproved.entries())
    with pytest.raises(AccessError):
        key_in(unproved, form, content, "t1")
    key_in(unproved, form, content, CASHIER)
    changed = sheet_form(unproved.entries(n20=-1))
    said = key_in(unproved, form, changed, CCR)
    assert said.extra == {"differs": ["$20 of banking currency"]}
    key_in(unproved, form, content, CASHIER)
    done = key_in(unproved, form, content, CCR)
    assert done.says == f"{form} is keyed in. AGREED."
    assert unproved.state() is CountState.AGREED
    for member in floor.TEAM:
        unproved.sign("count_team", member)
    unproved.sign("supervisor", SUPERVISOR)
    with pytest.raises(RuleError) as refused:
        unproved.sign("cashier", CASHIER)
    assert refused.value.rule is V_58
    duty = Role.CAGE_SUPERVISOR
    unproved.do(floor.enter_room, floor.CAGE, person=floor.CAGE, duty=duty, state="in")
    unproved.sign("cashier", floor.CAGE)


@pytest.mark.rule(SOD_1)
def test_a_recount_on_paper_is_nobodys_of_the_team(unproved: Day) -> None:
    unproved.present(entries=unproved.entries())
    form = blanks(unproved, FormKind.RECOUNT).name
    content = sheet_form(unproved.entries(), "t1")
    key_in(unproved, form, content, CASHIER)
    with pytest.raises(RuleError) as refused:
        key_in(unproved, form, content, CCR)
    assert refused.value.rule is SOD_1


def wet(*people: tuple[str, str, Role]) -> tuple[WetSignature, ...]:
    return tuple(WetSignature(*one) for one in people)


def test_signatures_in_ink_are_recorded_as_such(database: Database) -> None:
    day = floor.begin(database, settings=UNPROVED)
    day.do(one_waiting, SUPERVISOR)
    form = blanks(day, FormKind.COUNT_REPORT).name
    signers = wet(
        *(("count_team", member, Role.COUNT_TEAM) for member in floor.TEAM),
        ("supervisor", SUPERVISOR, Role.COUNT_ROOM_SUPERVISOR),
        ("cashier", CASHIER, Role.MAIN_BANK_CASHIER),
        ("ccr", CCR, Role.CCR),
    )
    with pytest.raises(EntryError):
        day.do(fallback.sign_from_paper, SUPERVISOR, form=form)
    key_in(day, form, report_form(NEW, signers=signers), "t1")
    key_in(day, form, report_form(NEW, signers=signers), "t2")
    for state in (CountState.COUNTING, CountState.ALL_RECORDED):
        day.do(move_count, SUPERVISOR, to=state.value)
    day.present(entries=day.entries())
    with pytest.raises(RuleError):
        day.do(fallback.sign_from_paper, SUPERVISOR, form=form)
    day.recount()
    done = day.do(fallback.sign_from_paper, SUPERVISOR, form=form)
    assert done.says == f"6 signatures of {form} are recorded."
    assert day.state() is CountState.CCR_SIGNED
    signatures = day.reports()[TableKind.BANKING].signatures
    assert {signature.proof for signature in signatures} == {"wet"}
    assert signatures[-1].name == "Sample Ccr One"


def move_count(act: Act, *, to: str) -> Done:
    act.move("count", COUNT, to)
    return act.seal("staged", COUNT, done=Done("staged"))


def test_signing_has_no_other_steps_on_paper(agreed: Day) -> None:
    with pytest.raises(EntryError):
        agreed.do(
            signing.sign_reports, "t1", count=COUNT, step="x", proof=agreed.proof("t1"), saw={}
        )
