"""What becomes of coupons in a box where the ledger knows them, each kind by what is typed."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from countroom.domain.exclusion import ListKind
from countroom.domain.papers.box_count import CouponFound
from countroom.errors import EntryError, RuleError
from countroom.operations import counting, recording
from countroom.operations.acts import perform
from countroom.operations.coupons import mailings
from countroom.operations.coupons.days import DayTyped
from countroom.regulations import V_93, V_94
from countroom.stores import documents
from tests import builders
from tests.builders import COUNT, DAY, Scene, a_sheet
from tests.plumbing.couponing import MARKETER, Programme

NEXT = DAY + timedelta(days=1)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Boxes 11, 21 and 007 wait in the room; finance and marketing keep coupons."""
    made = builders.a_count(tmp_path, boxes=3)
    yield made
    made.database.close()


def _remarks(scene: Scene, box: str) -> dict[str, str]:
    with scene.database.read() as tx:
        (found,) = documents.find(tx, paper="box_count", count=COUNT, box=box)
    return {coupon.serial: coupon.remark for coupon in found.content.coupons}


def _coupons(*serials: str) -> tuple[CouponFound, ...]:
    return tuple(CouponFound(serial, 2_500) for serial in serials)


@pytest.mark.rule(V_93)
def test_case_F4_the_ledger_tells_each_kind_apart(scene: Scene) -> None:
    programme = Programme(scene)
    programme.received()
    programme.taken(
        programme.authorised(quantity=40, needed=NEXT),
        serials="A-0001 to A-0040",
        voids="A-0999: torn",
    )
    programme.returned("A-0031 to A-0040")
    programme.closed(DayTyped("MP25", 20, "A-0021 to A-0030"), day=NEXT)
    found = _coupons("A-0001", "A-0025", "A-0035", "A-0500", "A-0999", "A-9000", "AX", "X-1")
    with pytest.raises(EntryError, match="AX was cut short"):
        builders.a_recorded_box(scene, "11", a_sheet(1, coupons=found))
    found = _coupons("A-0001", "A-0025", "A-0035", "A-0500", "A-0999", "A-9000", "AX9", "X-1")
    asked: dict[str, Any] = {
        "count": COUNT,
        "box": "11",
        "revision": 0,
        "sheet": a_sheet(1, coupons=found),
    }
    scene.do(counting.record_box, "151", **asked)
    assert _remarks(scene, "11") == {
        "A-0001": "redeemed",
        "A-0025": "not recorded as given out",
        "A-0035": "returned unused",
        "A-0500": "never issued",
        "A-0999": "voided",
        "A-9000": "never issued",
        "AX9": "never issued",
        "X-1": "no coupon of this house",
    }


def test_a_code_that_was_cut_short_is_told_by_the_ledger(scene: Scene) -> None:
    Programme(scene).received()
    builders.a_shown_box(scene, "11")
    for typed, says in (("A-001", "was cut short: 3 digits"), ("A-00001", "is too long")):
        sheet = a_sheet(1, coupons=_coupons("X-1", typed))
        asked: dict[str, Any] = {"count": COUNT, "box": "11", "revision": 0, "sheet": sheet}
        with pytest.raises(EntryError, match=says) as refusal:
            scene.do(counting.record_box, "151", **asked)
        assert list(refusal.value.fields) == ["coupons-2"]


@pytest.mark.rule(V_93)
def test_case_F3_two_tablets_in_the_same_second_are_one_redemption(scene: Scene) -> None:
    boxes = {"11": "151", "21": "152"}
    for station, (box, badge) in enumerate(boxes.items(), start=1):
        builders.a_shown_box(scene, box, badge=badge, station=str(station))
    now = scene.now + timedelta(seconds=1)

    def record(box: str) -> None:
        sheet = a_sheet(1, coupons=_coupons("A-000123"))
        asked: dict[str, Any] = {"count": COUNT, "box": box, "revision": 0, "sheet": sheet}
        perform(scene.database, counting.record_box, who=scene.who(boxes[box]), now=now, **asked)

    threads = [Thread(target=record, args=(box,)) for box in boxes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = sorted(_remarks(scene, box)["A-000123"] for box in boxes)
    assert said in (
        ["already redeemed in box 11 of MS-101", "redeemed"],
        ["already redeemed in box 21 of MS-102", "redeemed"],
    )


def _mailed(where: Path, games: tuple[str, ...], boxes: int) -> Scene:
    """Coupon A-0001 went out on a mailing, for some games; boxes wait in the room."""
    house = builders.a_house()
    first, *others = house.coupons
    house = replace(
        house,
        coupons=(replace(first, games=games, expires=NEXT + timedelta(days=30)), *others),
        settings=replace(house.settings, exclusion_readers=(MARKETER,)),
    )
    scene = builders.a_count(where, boxes=boxes, the_house=house)
    programme = Programme(scene)
    programme.received()
    programme.taken(programme.authorised(quantity=1, needed=NEXT), serials="A-0001")
    for kind in ListKind:
        text = "name,address\nNobody Here,"
        scene.do(mailings.import_list, MARKETER, kind=kind, text=text)
    scene.do(
        mailings.prepare,
        MARKETER,
        campaign="Summer",
        provider="Sample Mailers",
        design="MP25",
        serials="A-0001",
        people="name,address\nAnn Sample,1 Main St",
        salt="chance",
        proof=scene.proof(MARKETER),
    )
    programme.closed(DayTyped("MP25", 1, ""), day=NEXT)
    return scene


@pytest.mark.rule(V_94)
def test_a_mailed_coupon_of_another_game_is_held_before_its_box_is_recorded(tmp_path: Path) -> None:
    scene = _mailed(tmp_path, ("baccarat",), 1)
    with pytest.raises(RuleError, match=r"A-0001 of ML-0001 .*\(wrong game\)") as refusal:
        builders.a_recorded_box(scene, "11", a_sheet(1, coupons=_coupons("A-0001")))
    assert refusal.value.rule is V_94
    held = a_sheet(1, coupons=_coupons("A-0001?"))
    scene.do(counting.record_box, "151", count=COUNT, box="11", revision=0, sheet=held)
    assert _remarks(scene, "11") == {"A-0001?": "unreadable, held for finance"}
    scene.database.close()


@pytest.mark.rule(V_94)
def test_boxes_exchanged_or_corrected_leave_no_mailed_coupon_open(tmp_path: Path) -> None:
    scene = _mailed(tmp_path, ("mississippi_stud",), 3)
    builders.a_recorded_box(scene, "11", a_sheet(1, coupons=_coupons("A-0001")))
    builders.a_recorded_box(scene, "007", a_sheet(1, coupons=_coupons("A-0001")))
    assert _remarks(scene, "007") == {"A-0001": "already redeemed in box 11 of MS-101"}
    asked: dict[str, Any] = {"count": COUNT, "reason": "Taken for one another."}

    def change(box: str, version: int, *serials: str) -> None:
        sheet = a_sheet(1, coupons=_coupons(*serials))
        second = scene.proof("152")
        scene.do(
            recording.change_box,
            "151",
            box=box,
            version=version,
            sheet=sheet,
            second=second,
            **asked,
        )

    def exchange(versions: dict[str, int]) -> None:
        second = scene.proof("152")
        scene.do(recording.swap_boxes, "151", versions=versions, second=second, **asked)

    with pytest.raises(RuleError, match=r"A-0001 of ML-0001 in box 007 .*\(wrong game\)"):
        change("11", 1)
    change("007", 1)
    with pytest.raises(RuleError, match=r"A-0001 of ML-0001 in box 007 .*\(wrong game\)"):
        exchange({"11": 1, "007": 2})
    assert _remarks(scene, "11") == {"A-0001": "redeemed"}
    change("11", 1, "A-0001?")
    exchange({"11": 2, "007": 2})
    assert _remarks(scene, "007") == {"A-0001?": "unreadable, held for finance"}
    scene.database.close()
