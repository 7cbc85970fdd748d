"""What is typed, recorded, changed and exchanged: the cases of two tablets and of the sheet."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.box_sheet import DOCUMENTS, Sheet
from countroom.domain.canonical import Plain
from countroom.domain.count import CountState
from countroom.domain.documents import Document
from countroom.domain.drop import BoxState
from countroom.domain.floor import Table, TableKind
from countroom.domain.papers.box_count import PAPER as BOX_COUNT
from countroom.domain.papers.box_count import (
    BoxCount,
    CouponFound,
    DocumentsTally,
    Memo,
    MemoKind,
    NoMoney,
)
from countroom.errors import AccessError, EntryError, RepeatError, RuleError, StaleError
from countroom.inquiries import box_sheet
from countroom.money import Money
from countroom.operations import counting, drop, papers
from countroom.operations.acts import Act, Done, perform
from countroom.regulations import (
    COUNT_ORDER,
    V_33,
    V_35,
    V_36,
    V_37,
    V_39,
    V_41,
    V_43,
    V_45,
    V_46,
    V_93,
)
from countroom.stores import custody, documents, journal
from countroom.stores.documents import About
from tests import builders
from tests.builders import COUNT, DAY, Scene, a_rake, a_sheet


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Boxes 11, 21 and 007 wait in the room."""
    made = builders.a_count(tmp_path, boxes=3)
    yield made
    made.database.close()


@pytest.fixture
def shown(scene: Scene) -> Scene:
    """Box 11 is shown empty, nothing is typed."""
    builders.a_shown_box(scene, "11")
    return scene


def _save(scene: Scene, sheet: Sheet, revision: int = 0, badge: str = "151", key: str = "") -> Done:
    asked: dict[str, Any] = {"count": COUNT, "box": "11", "revision": revision, "sheet": sheet}
    return scene.call(counting.save, badge, key=key, **asked)


def _record(scene: Scene, sheet: Sheet | None = None, revision: int = 0, **more: Any) -> Done:
    badge, box = more.pop("badge", "151"), more.pop("box", "11")
    asked: dict[str, Any] = {"count": COUNT, "box": box, "revision": revision, "sheet": sheet}
    return scene.call(counting.record, badge, **asked, **more)


def _seen(scene: Scene, badge: str = "151", box: str = "11") -> box_sheet.BoxSheet:
    viewer = Viewer(scene.house.person(badge), scene.house.person(badge).roles[0])
    return box_sheet.sheet(scene.database, viewer, COUNT, box)


def _document(scene: Scene, box: str = "11") -> Document:
    with scene.database.read() as tx:
        (found,) = documents.find(tx, paper="box_count", count=COUNT, box=box)
    return found


def _bodies(scene: Scene, act: str) -> list[dict[str, Plain]]:
    with scene.database.read() as tx:
        return [json.loads(entry.body) for entry in journal.entries(tx, act=act)]


# ------------------------------------------------------------------- two people, two clicks


def test_case_A1_two_tablets_save_one_box_and_nothing_is_overwritten(shown: Scene) -> None:
    _save(shown, a_sheet(0, 0, 50))
    with pytest.raises(StaleError) as refusal:
        _save(shown, a_sheet(0, 0, 48), badge="152")
    said = "Box 11 was changed by Person 151 (sample) at 06:00: nothing was overwritten."
    assert refusal.value.message == said
    seen = _seen(shown, badge="152")
    assert seen.sheet is not None
    assert seen.sheet.figures["currency-2000"] == 50
    assert seen.kept is not None
    assert seen.kept.figures["currency-2000"] == 48
    assert _seen(shown).kept is None
    (saved,), (refused,) = _bodies(shown, "draft saved"), _bodies(shown, "save refused")
    assert saved["changed"]["currency-2000"] == [None, 50]  # type: ignore[index, call-overload]
    assert refused["typed"] == {"currency-2000": [50, 48]}
    assert refused["why"] == said
    _save(shown, a_sheet(0, 0, 48), revision=1, badge="152")
    assert _seen(shown, badge="152").kept is None


def test_case_A1_recording_over_anothers_save_is_refused_too(shown: Scene) -> None:
    _save(shown, a_sheet(0, 0, 50))
    with pytest.raises(StaleError, match="changed by Person 151"):
        _record(shown, a_sheet(0, 0, 48), badge="152")
    assert len(_bodies(shown, "save refused")) == 1
    assert _seen(shown).recorded is None


def _present(scene: Scene) -> None:
    def present(act: Act) -> Done:
        for state in (CountState.ALL_RECORDED, CountState.PRESENTED):
            act.move("count", COUNT, state)
        return act.seal("presented", COUNT, done=Done("Presented."))

    scene.do(present, "161")


def test_case_A4_a_save_after_the_presentation_is_kept_and_shown_when_the_curtain_lifts(
    shown: Scene,
) -> None:
    _present(shown)
    for attempt in (_save, _record):
        with pytest.raises(StaleError) as refusal:
            attempt(shown, a_sheet(0, 0, 0, 0, 10))
        said = "The count was presented by Person 161 (sample) at 06:00: nothing is entered now."
        assert refusal.value.message == said
    assert _seen(shown).kept is None
    assert _seen(shown).sheet is None

    def lift(act: Act) -> Done:
        for state in (CountState.RECOUNTED, CountState.DISCREPANT, CountState.TEAM_RECHECK):
            act.move("count", COUNT, state)
        return act.seal("escalated", COUNT, done=Done(""))

    shown.do(lift, "161")
    kept = _seen(shown).kept
    assert kept is not None
    assert kept.figures["currency-500"] == 10
    assert len(_bodies(shown, "save refused")) == 2


def test_case_A5_a_retry_with_the_same_key_is_the_same_save(shown: Scene) -> None:
    first = _save(shown, a_sheet(1), key="form-1")
    again = _save(shown, a_sheet(1), key="form-1")
    assert again == first
    assert first.extra == {"revision": 1}
    with pytest.raises(RepeatError, match="Already recorded as 11"):
        _save(shown, a_sheet(2), key="form-1")
    record = _record(shown, a_sheet(1), revision=1, key="form-2")
    assert _record(shown, a_sheet(1), revision=1, key="form-2") == record
    assert len(_bodies(shown, "box recorded")) == 1


def test_case_A10_saves_of_many_boxes_at_once_all_arrive(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path, boxes=4)
    for box, station in (("11", "1"), ("21", "2")):
        builders.a_shown_box(scene, box, station=station)
    failures: list[Exception] = []

    def typing(box: str, badge: str) -> None:
        who = scene.who(badge)
        try:
            for revision in range(10):
                asked: dict[str, Any] = {"count": COUNT, "box": box, "revision": revision}
                sheet = a_sheet(revision)
                perform(
                    scene.database,
                    counting.save_draft,
                    who=who,
                    now=scene.now,
                    sheet=sheet,
                    **asked,
                )
        except Exception as failure:  # noqa: BLE001 - whatever it is, the test names it
            failures.append(failure)

    threads = [Thread(target=typing, args=pair) for pair in (("11", "151"), ("21", "152"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert [_seen(scene, box=box).revision for box in ("11", "21")] == [10, 10]


@pytest.mark.rule(V_33)
def test_who_is_not_in_keeps_nothing(shown: Scene) -> None:
    with pytest.raises(RuleError) as refusal:
        _save(shown, a_sheet(1), badge="154")
    assert refusal.value.rule is V_33
    assert not _bodies(shown, "save refused")


def test_what_is_typed_while_the_count_is_suspended_is_kept(shown: Scene) -> None:
    shown.do(counting.suspend, "161", count=COUNT, why="Fire drill.", sealed=True)
    with pytest.raises(RuleError) as refusal:
        _save(shown, a_sheet(3))
    assert refusal.value.rule is COUNT_ORDER
    assert len(_bodies(shown, "save refused")) == 1
    with pytest.raises(RuleError):
        _record(shown)
    assert len(_bodies(shown, "save refused")) == 1


# ----------------------------------------------------------------------------- what is typed


def test_case_C1_blank_is_not_zero(shown: Scene) -> None:
    typed = Sheet(figures={"currency-10000": 5, "currency-2000": 3})
    _save(shown, typed)
    cleared = Sheet(figures={"currency-10000": 5, "currency-2000": None})
    _save(shown, cleared, revision=1)
    seen = _seen(shown)
    assert seen.total is not None
    assert seen.total.text() == "500.00"
    with pytest.raises(EntryError) as refusal:
        _record(shown, revision=2)
    said = "5 denominations are open: $50, $20, $10, $5, $1. Enter 0 where there is none."
    assert refusal.value.fields == {"currency-5000": said}
    assert seen.blocks == (said,)
    _record(shown, a_sheet(5), revision=2)
    assert _document(shown).content.total.text() == "500.00"


def test_nothing_typed_is_nothing_to_record(shown: Scene) -> None:
    with pytest.raises(EntryError, match="6 denominations are open"):
        _record(shown)


def test_case_D5_no_activity_is_counted_empty(shown: Scene) -> None:
    empty = Sheet(empty=NoMoney.NO_ACTIVITY, documents=DocumentsTally(closers=1))
    with pytest.raises(EntryError, match="said to hold nothing"):
        _record(shown, a_sheet(1, empty=NoMoney.TABLE_CLOSED))
    _record(shown, empty)
    content = _document(shown).content
    assert (content.empty, content.total.cents) == (NoMoney.NO_ACTIVITY, 0)
    assert {figure.pieces for figure in content.figures} == {0}
    assert len(content.figures) == 6
    assert content.documents.closers == 1


@pytest.mark.parametrize("pieces", [-1, 10_000_000, 2**63, True, 1.5, "3"])
def test_case_C3_and_C5_numbers_that_are_none_are_refused_however_they_came(
    shown: Scene, pieces: Any
) -> None:
    for operation in (counting.save_draft, counting.record_box):
        with pytest.raises(EntryError) as refusal:
            shown.do(
                operation,
                "151",
                count=COUNT,
                box="11",
                revision=0,
                sheet=a_sheet(figures={"currency-10000": pieces}),
            )
        assert list(refusal.value.fields) == ["currency-10000"]
        assert refusal.value.message.startswith("$100: enter a whole number")


def test_case_C9_a_two_dollar_line_is_added_by_the_supervisor(shown: Scene) -> None:
    twos = a_sheet(0, 0, 0, 0, 0, 2, figures={"currency-200": 3})
    with pytest.raises(EntryError, match="supervisor adds a denomination"):
        _save(shown, twos)
    _save(shown, twos, badge="161")
    _save(shown, a_sheet(0, 0, 0, 0, 0, 2, figures={"currency-200": 3}, machine=""), revision=1)
    _record(shown, revision=2)
    content = _document(shown).content
    assert content.total.text() == "8.00"
    assert content.figures[-1].denomination_cents == 200
    assert "currency-200" in {line.key for line in _seen(shown).addable}


def test_case_C10_half_dollars_and_dimes_are_exact(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path, boxes=4)
    builders.a_shown_box(scene, "31")
    sheet = a_rake(
        figures={
            "value_chip-10000-main": 0,
            "value_chip-250-main": 3,
            "rake_chip-400-rake": 0,
            "rake_chip-200-rake": 0,
            "coin-10": 7,
        }
    )
    scene.call(counting.save, "161", count=COUNT, box="31", revision=0, sheet=sheet)
    assert _seen(scene, box="31").total == Money(820)
    scene.do(counting.record_box, "151", count=COUNT, box="31", revision=1)
    assert _document(scene, "31").content.total.text() == "8.20"


def test_case_C12_and_C13_and_C16_what_is_no_money_prints_and_is_not_added(shown: Scene) -> None:
    memos = (
        Memo(MemoKind.SUSPECT_NOTE, "feels like paper", 10_000, serial="AB 1234 C"),
        Memo(MemoKind.MUTILATED_UNACCEPTABLE, "half a note", 10_000),
        Memo(MemoKind.FOREIGN_CURRENCY, "a euro note", 5_000, currency_code="EUR"),
        Memo(MemoKind.MISFILED_DOCUMENT, "a fill slip of MS-102"),
    )
    _record(shown, a_sheet(19, memos=memos, mutilated={"currency-10000": 1}))
    content = _document(shown).content
    assert content.total.text() == "1,900.00"
    assert content.figures[0].mutilated == 1
    assert content.memos == memos
    with shown.database.read() as tx:
        counted = [one.amount.cents for one in documents.sums(tx, count=COUNT)]
    assert sum(counted) == 190_000


@pytest.mark.parametrize(
    ("memo", "said"),
    [
        (Memo(MemoKind.OTHER, " "), "Say what it is"),
        (Memo(MemoKind.OTHER, "x", pieces=0), "Enter the pieces"),
        (Memo(MemoKind.OTHER, "x", -1), "face value"),
        (Memo(MemoKind.SUSPECT_NOTE, "x", 10_000), "serial number"),
        (Memo(MemoKind.SUSPECT_NOTE, "x", 0, serial="A1"), "denomination and serial"),
        (Memo(MemoKind.OTHER, "x", 100, pieces=2, serial="A1"), "one piece"),
        (Memo(MemoKind.FOUND_CHIP, "x", 2_500, chip_set="main"), "foreign chips"),
        (Memo(MemoKind.FOREIGN_CURRENCY, "x", 100, currency_code="EURO"), "three letters"),
        (Memo(MemoKind.FOREIGN_CURRENCY, "x", 100, currency_code="E1R"), "three letters"),
    ],
)
def test_a_memo_entry_says_what_it_is(shown: Scene, memo: Memo, said: str) -> None:
    with pytest.raises(EntryError, match=said) as refusal:
        _save(shown, a_sheet(memos=(memo,)))
    assert list(refusal.value.fields) == ["memos-1"]


@pytest.mark.rule(V_43)
def test_case_C15_chips_in_a_banking_box_are_a_memo_and_never_currency(shown: Scene) -> None:
    chips = a_sheet(1, figures={"value_chip-10000-main": 4})
    with pytest.raises(RuleError) as refusal:
        _record(shown, chips, badge="161")
    assert refusal.value.rule is V_43
    memos = (
        Memo(MemoKind.FOUND_CHIP, "in the corner", 10_000, chip_set="main"),
        Memo(MemoKind.FOREIGN_CHIP, "another casino's", 2_500),
        Memo(MemoKind.NONVALUE_CHIP, "roulette"),
    )
    _record(shown, a_sheet(1, memos=memos))
    assert _document(shown).content.total.text() == "100.00"


def test_case_C17_two_sets_of_chips_are_kept_apart(tmp_path: Path) -> None:
    house = builders.a_house()
    tables = tuple(
        Table("PK-301", "2", "poker", TableKind.NONBANKING, ("main", "second", "rake"), 4)
        if table.code == "PK-301"
        else table
        for table in house.tables
    )
    scene = builders.a_count(tmp_path, boxes=4, the_house=builders.a_house(tables=tables))
    builders.a_shown_box(scene, "31")
    sheet = a_rake(
        figures={
            "value_chip-10000-main": 4,
            "value_chip-10000-second": 1,
            "value_chip-250-main": 0,
            "rake_chip-400-rake": 0,
            "rake_chip-200-rake": 0,
        }
    )
    _record(scene, sheet, box="31")
    content = _document(scene, "31").content
    assert content.total.text() == "500.00"
    chips = {(f.chip_set, f.denomination_cents): f.pieces for f in content.figures if f.chip_set}
    assert (chips["main", 10_000], chips["second", 10_000]) == (4, 1)


def test_case_C18_one_more_is_a_line_in_the_trail_not_a_new_record(shown: Scene) -> None:
    _save(shown, a_sheet(0, 0, 50))
    _save(shown, a_sheet(0, 0, 51), revision=1)
    assert _bodies(shown, "draft saved")[1]["changed"] == {"currency-2000": [50, 51]}
    _record(shown, revision=2)
    with shown.database.read() as tx:
        assert len(documents.find(tx, paper="box_count", count=COUNT)) == 1
    assert _document(shown).version == 1


@pytest.mark.rule(V_45)
def test_counter_checks_are_counted_and_nothing_more_is_asked(shown: Scene) -> None:
    (field,) = (one for one in DOCUMENTS if one.name == "counter_checks")
    assert V_45.citation in field.hint
    _record(shown, a_sheet(1, documents=DocumentsTally(counter_checks=3, fill_slips=2)))
    content = _document(shown).content
    assert content.documents.counter_checks == 3
    with shown.database.read() as tx:
        assert {one.side for one in documents.sums(tx, count=COUNT)} == {"count"}


@pytest.mark.parametrize("number", [-1, 10_000, True, 1.5])
def test_documents_are_whole_numbers(shown: Scene, number: Any) -> None:
    with pytest.raises(EntryError, match="Gaming vouchers: enter a number"):
        _save(shown, a_sheet(documents=DocumentsTally(vouchers=number)))


@pytest.mark.rule(V_46)
def test_a_coupon_is_no_money(shown: Scene) -> None:
    with pytest.raises(RuleError) as refusal:
        _save(shown, a_sheet(figures={"coupon-2500": 1}))
    assert refusal.value.rule is V_46
    coupons = (CouponFound("A1001", 2_500), CouponFound("A1002", 2_500))
    _record(shown, a_sheet(1, coupons=coupons))
    content = _document(shown).content
    assert content.total.text() == "100.00"
    assert [coupon.remark for coupon in content.coupons] == ["redeemed", "redeemed"]


@pytest.mark.parametrize(
    "coupon", [CouponFound(" ", 2_500), CouponFound("A1", 0), CouponFound("A1", 33)]
)
def test_a_coupon_has_a_serial_and_a_value(shown: Scene, coupon: CouponFound) -> None:
    with pytest.raises(EntryError, match="A coupon has a serial"):
        _save(shown, a_sheet(coupons=(coupon,)))


def test_case_F3_one_serial_in_two_boxes_is_one_redemption(scene: Scene) -> None:
    one = (CouponFound("A000123", 2_500),)
    builders.a_recorded_box(scene, "11", a_sheet(1, coupons=one))
    builders.a_recorded_box(scene, "21", a_sheet(1, coupons=(*one, *one)))
    assert _document(scene, "11").content.coupons[0].remark == "redeemed"
    remarks = [coupon.remark for coupon in _document(scene, "21").content.coupons]
    assert remarks == ["already redeemed in box 11 of MS-101"] * 2


@pytest.mark.rule(V_93)
def test_a_serial_is_looked_up_in_every_count(scene: Scene) -> None:
    other = BoxCount("2011-06-13/1", "21", "MS-102", "mississippi_stud", TableKind.BANKING, ())
    found = replace(other, coupons=(CouponFound("A000123", 2_500), CouponFound("C1", 500)))

    def the_day_before(act: Act) -> Done:
        yesterday = DAY - timedelta(days=1)
        document = papers.issue(act, BOX_COUNT, found, About(yesterday, box="21"))
        return act.seal("staged", "box 21", done=Done("", name=document.name))

    scene.do(the_day_before, "161")
    builders.a_recorded_box(scene, "11", a_sheet(1, coupons=(CouponFound("A000123", 2_500),)))
    (coupon,) = _document(scene, "11").content.coupons
    assert coupon.remark == "already redeemed in box 21 of MS-102, 2011-06-13"


def test_a_redemption_that_was_no_coupon_passes_to_the_next_box(scene: Scene) -> None:
    one = (CouponFound("A000123", 2_500),)
    builders.a_recorded_box(scene, "11", a_sheet(10, coupons=one))
    builders.a_recorded_box(scene, "21", a_sheet(1, coupons=one))
    builders.a_recorded_box(scene, "007", a_sheet(1, coupons=one))
    _change(scene, a_sheet(10))
    second, third = _document(scene, "21"), _document(scene, "007")
    assert second.content.coupons[0].remark == "redeemed"
    assert (second.version, second.reason) == (2, "A note stuck to another.")
    assert third.content.coupons[0].remark == "already redeemed in box 21 of MS-102"
    _change(scene, a_sheet(10, coupons=one), version=2)
    assert _document(scene, "21").version == 2
    remark = _document(scene, "11").content.coupons[0].remark
    assert remark == "already redeemed in box 21 of MS-102"


def test_a_code_that_is_no_single_serial_is_refused_however_it_comes(shown: Scene) -> None:
    coupon = CouponFound("A000123A000123", 2_500)
    with pytest.raises(EntryError, match="more than one code") as refusal:
        _save(shown, a_sheet(coupons=(coupon,)))
    assert list(refusal.value.fields) == ["coupons-1"]


def test_case_D12_a_coupon_in_a_poker_box_is_an_exception(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path, boxes=4)
    builders.a_recorded_box(scene, "31", a_rake(coupons=(CouponFound("A1001", 2_500),)))
    content = _document(scene, "31").content
    assert content.coupons[0].remark.startswith("found at a nonbanking table, no redemption")
    assert content.total.text() == "367.50"


def test_other_fields_are_checked_as_well(shown: Scene) -> None:
    bad = a_sheet(
        machine="CM-9",
        ticket_cents=-1,
        mutilated={"currency-10000": 1, "coin-10": 1, "currency-5000": -1},
        figures={"currency-300": 1},
    )
    with pytest.raises(EntryError) as refusal:
        _save(shown, bad)
    assert set(refusal.value.fields) == {
        "machine",
        "ticket",
        "currency-10000-mutilated",
        "coin-10-mutilated",
        "currency-5000-mutilated",
        "currency-300",
    }


def test_the_machines_ticket_is_a_check_figure_only(shown: Scene) -> None:
    _save(shown, a_sheet(3, machine="CM-2", ticket_cents=30_100))
    seen = _seen(shown)
    assert seen.ticket_difference is not None
    assert seen.ticket_difference.in_words() == "short 1.00"
    assert seen.blocks == ("CM-2: not tested before this count.",)
    _save(shown, a_sheet(3, machine="CM-1"), revision=1)
    assert _seen(shown).ticket_difference is None
    _record(shown, a_sheet(3, ticket_cents=30_100), revision=2)
    assert _document(shown).content.ticket_cents == 30_100


# ------------------------------------------------------------------------------ the record


@pytest.mark.rule(V_37)
def test_a_total_that_was_written_is_the_sum_of_its_figures(shown: Scene) -> None:
    with pytest.raises(RuleError) as refusal:
        _save(shown, a_sheet(3, written_cents=30_100))
    assert refusal.value.rule is V_37
    _record(shown, a_sheet(3, written_cents=30_000))
    assert _document(shown).content.total.text() == "300.00"


@pytest.mark.rule(V_37, V_39, V_41)
def test_a_box_count_says_where_it_came_from_and_who_counted(scene: Scene) -> None:
    builders.a_shown_box(scene, "007", station="2")
    _record(scene, a_sheet(3, 0, 2), box="007", badge="153")
    document = _document(scene, "007")
    content = document.content
    assert (content.box, content.table, content.game) == ("007", "BA-201", "baccarat")
    assert (content.kind, content.station) == (TableKind.BANKING, "2")
    assert content.counters == ("151", "153")
    assert content.total.text() == "340.00"
    assert document.period is not None
    with scene.database.read() as tx:
        lines = documents.sums(tx, count=COUNT)
        assert custody.in_count(tx, COUNT)["007"].state is BoxState.RECORDED
    assert {(one.table, one.box) for one in lines} == {("BA-201", "007")}
    assert sum(one.amount.cents for one in lines) == 34_000


def test_an_extra_box_is_counted_without_a_table(scene: Scene) -> None:
    scene.do(
        drop.receive_extra, "161", count=COUNT, box="SP-1", reason="?", kind=TableKind.NONBANKING
    )
    builders.a_shown_box(scene, "SP-1")
    lines = [line.key for line in _seen(scene, box="SP-1").lines]
    assert "value_chip-10000-second" in lines
    sheet = Sheet(figures=dict.fromkeys(lines, 0) | {"rake_chip-400-rake": 2})
    _record(scene, sheet, box="SP-1")
    content = _document(scene, "SP-1").content
    assert (content.table, content.game, content.total.cents) == ("", "", 800)


# --------------------------------------------------------------------------------- changes


def _change(scene: Scene, sheet: Sheet, version: int = 1, **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "box": "11",
        "version": version,
        "sheet": sheet,
        "reason": "A note stuck to another.",
        "second": scene.proof(changed.pop("second", "152")),
    }
    return scene.do(
        counting.change_box, changed.pop("badge", "151"), count=COUNT, **asked | changed
    )


def test_a_change_takes_a_reason_and_a_second_person_and_both_versions_stand(scene: Scene) -> None:
    builders.a_recorded_box(scene, "11", a_sheet(10, 0, 5))
    done = _change(scene, a_sheet(10, 0, 6))
    assert done.version == 2
    with scene.database.read() as tx:
        first, second = documents.versions(tx, _document(scene).id)
        in_force = sum(one.amount.cents for one in documents.sums(tx, count=COUNT))
    assert (first.content.total.text(), second.content.total.text()) == ("1,100.00", "1,120.00")
    assert (second.reason, second.second_person) == ("A note stuck to another.", "152")
    assert second.content.counters == first.content.counters
    assert in_force == 112_000
    (body,) = _bodies(scene, "box changed")
    assert body["changed"] == {"currency-2000": [5, 6]}
    there = _seen(scene).recorded
    assert there is not None
    assert len(there.versions) == 2


def test_a_change_without_its_particulars_is_refused(scene: Scene) -> None:
    builders.a_recorded_box(scene, "21")
    with pytest.raises(EntryError, match="did not come in"):
        _change(scene, a_sheet(1), box="31")
    with pytest.raises(EntryError, match="Box 11 is not recorded"):
        _change(scene, a_sheet(1))
    builders.a_recorded_box(scene, "11", a_sheet(10, 0, 5))
    with pytest.raises(EntryError, match="Say why"):
        _change(scene, a_sheet(1), reason=" ")
    with pytest.raises(EntryError, match="Another person"):
        _change(scene, a_sheet(1), second="151")
    with pytest.raises(EntryError, match="Nothing is changed"):
        _change(scene, a_sheet(10, 0, 5))
    with pytest.raises(EntryError, match="denomination is open: \\$100"):
        _change(scene, a_sheet(figures={"currency-10000": None}))
    with pytest.raises(StaleError, match="version 1 stands"):
        _change(scene, a_sheet(1), version=2)
    with pytest.raises(RuleError) as refusal:
        _change(scene, a_sheet(1), second="154")
    assert refusal.value.rule is V_33
    _change(scene, a_sheet(1), second="181")


def test_what_is_recorded_is_laid_out_again_as_it_was_typed(scene: Scene) -> None:
    sheet = a_sheet(10, 0, 5, mutilated={"currency-2000": 2}, machine="CM-1", shift="day")
    builders.a_recorded_box(scene, "11", sheet)
    assert counting.sheet_of(_document(scene).content) == sheet


def test_no_change_once_the_money_is_presented_but_in_the_teams_recheck(scene: Scene) -> None:
    for box in ("11", "21", "007"):
        builders.a_recorded_box(scene, box)

    def stand(act: Act, *, state: CountState) -> Done:
        act.move("count", COUNT, state)
        return act.seal("staged", COUNT, done=Done(""))

    scene.do(stand, "161", state=CountState.AGREED)
    with pytest.raises(RuleError) as refusal:
        _change(scene, a_sheet(1))
    assert refusal.value.rule is COUNT_ORDER


def test_the_teams_recheck_corrects_a_box(scene: Scene) -> None:
    for box in ("11", "21", "007"):
        builders.a_recorded_box(scene, box)

    def recheck(act: Act) -> Done:
        act.move("count", COUNT, CountState.TEAM_RECHECK)
        return act.seal("staged", COUNT, done=Done(""))

    scene.do(recheck, "161")
    assert _change(scene, a_sheet(9)).version == 2


def test_case_D8_two_boxes_that_were_swapped_are_exchanged_at_once(scene: Scene) -> None:
    coupons = (CouponFound("A1001", 2_500),)
    tally = DocumentsTally(fill_slips=2)
    builders.a_recorded_box(scene, "11", a_sheet(10, coupons=coupons, documents=tally))
    builders.a_recorded_box(scene, "21", a_sheet(6), badge="152")
    done = _swap(scene, {"11": 1, "21": 1})
    assert done.says == "Boxes 11 and 21 are exchanged."
    one, other = _document(scene, "11"), _document(scene, "21")
    assert (one.version, other.version) == (2, 2)
    assert (one.content.total.text(), other.content.total.text()) == ("600.00", "1,000.00")
    assert (one.content.table, other.content.table) == ("MS-101", "MS-102")
    assert (one.content.coupons, other.content.documents) == ((), tally)
    assert [coupon.serial for coupon in other.content.coupons] == ["A1001"]
    with scene.database.read() as tx:
        sums = {s.table: s.amount.cents for s in documents.sums(tx, count=COUNT) if s.pieces}
        before = [v.content.total.text() for v in documents.versions(tx, one.id)]
    assert sums == {"MS-101": 60_000, "MS-102": 100_000}
    assert before == ["1,000.00", "600.00"]
    assert (one.reason, one.second_person) == ("Taken for one another.", "152")


def _swap(scene: Scene, versions: dict[str, int], **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "versions": versions,
        "reason": "Taken for one another.",
        "second": scene.proof("152"),
    }
    return scene.do(counting.swap_boxes, "151", count=COUNT, **asked | changed)


@pytest.mark.rule(V_41)
def test_only_two_recorded_boxes_of_one_kind_are_exchanged(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path, boxes=4)
    for box in ("11", "31"):
        builders.a_recorded_box(scene, box)
    with pytest.raises(EntryError, match="Name the two boxes"):
        _swap(scene, {"11": 1})
    with pytest.raises(EntryError, match="reported apart"):
        _swap(scene, {"11": 1, "31": 1})
    with pytest.raises(EntryError, match="Box 21 is not recorded"):
        _swap(scene, {"11": 1, "21": 1})
    with pytest.raises(StaleError):
        _swap(scene, {"11": 2, "31": 1})
    with pytest.raises(EntryError, match="Say why"):
        _swap(scene, {"11": 1, "31": 1}, reason="")


def test_a_second_persons_proof_is_good_for_one_change(scene: Scene) -> None:
    builders.a_recorded_box(scene, "11")
    proof = scene.proof("152")
    _change(scene, a_sheet(1), second="152")
    asked: dict[str, Any] = {"count": COUNT, "box": "11", "reason": "Again."}
    scene.do(counting.change_box, "151", version=2, sheet=a_sheet(2), second=proof, **asked)
    with pytest.raises(AccessError, match="already used"):
        scene.do(counting.change_box, "151", version=3, sheet=a_sheet(3), second=proof, **asked)


# --------------------------------------------------------------------------- both databases


@pytest.mark.rule(V_35, V_36)
def test_a_count_runs_on_both_databases(database_url: str) -> None:
    where = Path(database_url.removeprefix("sqlite:///")).parent
    scene = builders.a_count(where if database_url.startswith("sqlite") else database_url, boxes=4)
    try:
        for box in ("11", "21", "007", "31"):
            builders.a_recorded_box(scene, box)
        _change(scene, a_sheet(1, 1, 1, 1, 1, 1))
        _swap(scene, {"11": 2, "21": 1})
        done = scene.do(counting.all_recorded, "151", count=COUNT)
        assert done.says == "Every box is recorded or named missing."
        with scene.database.read() as tx:
            amounts = [one.amount.cents for one in documents.sums(tx, count=COUNT)]
        assert sum(amounts) == 18_600 + 2 * 110_000 + 36_750
        assert scene.now - builders.DROP < timedelta(minutes=5)
    finally:
        scene.database.close()
