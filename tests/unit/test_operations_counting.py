"""A box at its station, and the count's suspension."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.drop import BoxState
from countroom.domain.papers.box_count import Memo, MemoKind
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError, StaleError
from countroom.inquiries import box_sheet, count_board
from countroom.operations import attendance, counting, drop
from countroom.operations.acts import Done
from countroom.regulations import BOX_ORDER, COUNT_ORDER, V_32, V_33, V_34, V_35, Rule
from countroom.stores import custody, desk
from tests import builders
from tests.builders import COUNT, Scene, a_sheet


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Boxes 11, 21 and 007 wait in the room."""
    made = builders.a_count(tmp_path, boxes=3)
    yield made
    made.database.close()


def _open(scene: Scene, box: str, station: str = "1", badge: str = "151", **more: Any) -> Done:
    return scene.do(counting.open_box, badge, count=COUNT, box=box, station=station, **more)


def _state(scene: Scene, box: str) -> BoxState:
    with scene.database.read() as tx:
        return custody.in_count(tx, COUNT)[box].state


def _board(scene: Scene) -> count_board.Board:
    viewer = Viewer(scene.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    return count_board.board(scene.database, viewer, scene.now, COUNT)


def _refused(scene: Scene, rule: Rule, operation: Any, badge: str = "151", **asked: Any) -> str:
    with pytest.raises(RuleError) as refusal:
        scene.do(operation, badge, count=COUNT, **asked)
    assert refusal.value.rule is rule
    return refusal.value.message


# ------------------------------------------------------------------------------- at a station


@pytest.mark.rule(V_34)
def test_a_station_has_one_box_open_at_a_time(scene: Scene) -> None:
    _open(scene, "11")
    said = _refused(scene, V_34, counting.open_box, box="21", station="1")
    assert said.startswith("Box 11 is open at station 1.")
    _open(scene, "21", "2", badge="152")
    for operation in (counting.empty_box, counting.show_empty):
        second: dict[str, Any] = {"second": "152"} if operation is counting.show_empty else {}
        scene.do(operation, "151", count=COUNT, box="11", **second)
        _refused(scene, V_34, counting.open_box, box="007", station="1")
    scene.do(counting.record_box, "151", count=COUNT, box="11", revision=0, sheet=a_sheet(1))
    _open(scene, "007")


@pytest.mark.rule(V_34)
def test_one_station_is_strictly_one_box_in_the_room(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, stations=1)
    scene = builders.a_count(tmp_path, the_house=builders.a_house(settings=settings))
    _open(scene, "11")
    _refused(scene, V_34, counting.open_box, box="21", station="1")
    with pytest.raises(EntryError, match="stations in use: 1"):
        _open(scene, "21", "2")


def test_the_first_box_begins_the_counting(scene: Scene) -> None:
    assert _board(scene).standing.state is CountState.RECONCILED_IN
    _open(scene, "11")
    assert _board(scene).standing.state is CountState.COUNTING


@pytest.mark.rule(V_35)
def test_a_box_is_emptied_and_shown_empty_before_it_is_counted(scene: Scene) -> None:
    sheet = a_sheet(1)
    _open(scene, "11")
    _refused(scene, V_35, counting.record_box, box="11", revision=0, sheet=sheet)
    _refused(scene, V_35, counting.save_draft, box="11", revision=0, sheet=sheet)
    _refused(scene, BOX_ORDER, counting.show_empty, box="11", second="152")
    scene.do(counting.empty_box, "151", count=COUNT, box="11")
    _refused(scene, V_35, counting.record_box, box="11", revision=0, sheet=sheet)
    _refused(scene, BOX_ORDER, counting.empty_box, box="11")
    scene.do(counting.show_empty, "151", count=COUNT, box="11", second="152")
    scene.do(counting.record_box, "151", count=COUNT, box="11", revision=0, sheet=sheet)
    assert _state(scene, "11") is BoxState.RECORDED


def test_another_of_the_team_looks_into_the_empty_box(scene: Scene) -> None:
    _open(scene, "11")
    scene.do(counting.empty_box, "151", count=COUNT, box="11")
    for second in ("", "151", "181", "154", "999"):
        with pytest.raises(EntryError, match="Show it to another member"):
            scene.do(counting.show_empty, "151", count=COUNT, box="11", second=second)
    scene.do(counting.show_empty, "151", count=COUNT, box="11", second="152")
    with scene.database.read() as tx:
        shown = custody.in_count(tx, COUNT)["11"].reached(BoxState.SHOWN_EMPTY)
    assert shown is not None
    assert custody.about(shown)["confirmed"] == "152"


def test_a_house_may_leave_it_at_one(tmp_path: Path) -> None:
    settings = Settings(
        keys_signed_out=False, stations=2, second_sees_empty=False, announce_boxes=True
    )
    scene = builders.a_count(tmp_path, the_house=builders.a_house(settings=settings))
    with pytest.raises(EntryError, match="aloud"):
        _open(scene, "11")
    _open(scene, "11", announced=True)
    scene.do(counting.empty_box, "151", count=COUNT, box="11")
    scene.do(counting.show_empty, "151", count=COUNT, box="11")


def test_a_jammed_box_is_forced_by_the_supervisor(scene: Scene) -> None:
    asked: dict[str, Any] = {"count": COUNT, "box": "11", "station": "1"}
    with pytest.raises(AccessError, match="Count Room Supervisor"):
        scene.do(counting.force_box, "151", why="Lock B jammed.", **asked)
    with pytest.raises(EntryError, match="what is the matter"):
        scene.do(counting.force_box, "161", why=" ", **asked)
    scene.do(counting.force_box, "161", why="Lock B jammed.", **asked)
    assert _state(scene, "11") is BoxState.FORCED
    _refused(scene, V_34, counting.open_box, box="21", station="1")
    scene.do(counting.empty_box, "151", count=COUNT, box="11")


def test_case_D4_a_table_label_is_scanned_where_a_box_belongs(scene: Scene) -> None:
    with pytest.raises(NotFoundError, match="MS-101 is the label of a table, not of a box"):
        _open(scene, "MS-101")
    with pytest.raises(EntryError, match="Box 31 did not come in"):
        _open(scene, "31")


def test_case_D1_a_second_scan_opens_the_count_there_is(scene: Scene) -> None:
    builders.a_recorded_box(scene, "11")
    with pytest.raises(StaleError, match=r"Box 11 was counted by Person 151 \(sample\) at 06:00"):
        _open(scene, "11", badge="152")
    for operation, more in (
        (counting.empty_box, {}),
        (counting.record_box, {"revision": 0, "sheet": a_sheet(1)}),
    ):
        with pytest.raises(StaleError, match="was counted by"):
            scene.do(operation, "152", count=COUNT, box="11", **more)  # type: ignore[arg-type]
    viewer = Viewer(scene.house.person("152"), Role.COUNT_TEAM)
    there = box_sheet.sheet(scene.database, viewer, COUNT, "11").recorded
    assert there is not None
    assert there.says == "Box 11 was counted by Person 151 (sample) at 06:00."
    assert _board(scene).recorded == 1


@pytest.mark.rule(V_33)
def test_only_who_is_signed_on_counts(scene: Scene) -> None:
    said = _refused(scene, V_33, counting.open_box, badge="154", box="11", station="1")
    assert said.startswith("Sign on to the count room first.")
    _refused(scene, V_33, counting.suspend, badge="162", why="Fire.", sealed=True)


@pytest.mark.rule(V_32)
def test_the_team_stays_complete_while_boxes_are_opened(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    _open(scene, "11")
    scene.do(attendance.leave, "153", count=COUNT, proof=scene.proof("153"))
    said = _refused(scene, V_32, counting.open_box, box="21", station="2")
    assert said.startswith("2 of the count team are in; a count needs 3.")
    scene.do(attendance.sign_on, "154", count=COUNT, proof=scene.proof("154"))
    _open(scene, "21", "2")


@pytest.mark.rule(V_32)
def test_a_house_may_go_on_with_fewer_but_never_unobserved(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, stations=2, team_stays=False)
    scene = builders.a_count(tmp_path, boxes=3, the_house=builders.a_house(settings=settings))
    _open(scene, "11")
    for badge in ("152", "153"):
        scene.do(attendance.leave, badge, count=COUNT, proof=scene.proof(badge))
    _open(scene, "21", "2")
    scene.do(attendance.return_keys, "161", count=COUNT)
    scene.do(attendance.leave, "161", count=COUNT, proof=scene.proof("161"))
    said = _refused(scene, V_32, counting.open_box, box="007", station="2")
    assert said.startswith("No count room supervisor is in.")


# --------------------------------------------------------------------------------- the board


def test_the_board_shows_every_box_by_state_and_when_it_will_be_done(scene: Scene) -> None:
    board = _board(scene)
    assert [(box.box, box.word) for box in board.boxes] == [
        ("11", "waiting"),
        ("21", "waiting"),
        ("007", "waiting"),
    ]
    assert board.forecast.finish is None
    assert (board.recorded, board.to_go) == (0, 3)
    assert board.keys == ("Person 181 (sample)", "Person 161 (sample)")
    builders.a_shown_box(scene, "11")
    scene.tick(minutes=5)
    scene.do(counting.record_box, "151", count=COUNT, box="11", revision=0, sheet=a_sheet(1))
    _open(scene, "21", "1")
    board = _board(scene)
    assert board.tallies == {"waiting": 1, "opened": 1, "recorded": 1}
    assert board.total is not None
    assert board.total.text() == "100.00"
    assert board.forecast.finish is not None
    assert board.forecast.finish - scene.now > timedelta(minutes=9)
    assert list(board.forecast.stations) == ["1"]
    assert board.stations == ("1", "2")
    assert {person.person for person in board.present} == {"151", "152", "153", "161", "181"}


def test_the_board_says_what_is_out_of_the_ordinary(tmp_path: Path) -> None:
    scene = builders.a_database(tmp_path)
    scene.now = builders.DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    scene.do(drop.drop_box, "141", table="MS-101", box="11", replacement="E-3", end_of_day=False)
    scene.do(drop.drop_box, "141", table="MS-101", box="E-3", replacement="12")
    for table in ("MS-102", "BA-201", "PK-301"):
        scene.do(drop.not_dropped, "141", table=table, why="closed", explanation="Closed.")
    scene.do(
        drop.load_trolley,
        "141",
        gaming_date=builders.DAY,
        trolley="T-1",
        boxes=("11", "E-3"),
        drop_team=scene.proof("141"),
        security=scene.proof("121"),
    )
    builders.a_secured_room(scene)
    assert [box.word for box in _board(scene).boxes] == ["in transit", "in transit"]
    for box in ("11", "E-3"):
        scene.do(drop.receive_box, "161", count=COUNT, box=box)
    board = _board(scene)
    assert board.exceptions == ("Box E-3 is an emergency box.",)
    assert [(box.box, box.table, box.emergency) for box in board.boxes] == [
        ("11", "MS-101", False),
        ("E-3", "MS-101", True),
    ]


def test_the_board_tells_of_memos_changes_and_boxes_that_are_not_here(scene: Scene) -> None:
    memo = Memo(MemoKind.OTHER, "a casino pen")
    builders.a_recorded_box(scene, "11", a_sheet(1, memos=(memo,)))
    scene.do(
        counting.change_box,
        "151",
        count=COUNT,
        box="11",
        version=1,
        sheet=a_sheet(2, memos=(memo,)),
        reason="Miscounted.",
        second=scene.proof("152"),
    )
    assert _board(scene).exceptions == (
        "Box 11 has memo entries or coupons with a remark.",
        "Box 11 was changed after it was recorded.",
    )
    viewer = Viewer(scene.house.person("151"), Role.COUNT_TEAM)
    with pytest.raises(NotFoundError, match="Box 31 did not come in"):
        box_sheet.sheet(scene.database, viewer, COUNT, "31")


def test_states_show_to_those_concerned_and_figures_as_access_says(scene: Scene) -> None:
    builders.a_recorded_box(scene, "11", a_sheet(77))
    seen: dict[str, bool] = {}
    for badge in ("151", "161", "181", "154", "171", "201", "211"):
        person = scene.house.person(badge)
        board = count_board.board(
            scene.database, Viewer(person, person.roles[0], in_room=True), scene.now, COUNT
        )
        seen[badge] = board.total is not None
        shown = [box.total for box in board.boxes if box.box == "11"]
        assert (shown == [None]) is (board.total is None)
        assert board.figures.sentence or board.figures.allowed
    assert seen == {
        "151": True,
        "161": True,
        "181": True,
        "154": False,
        "171": False,
        "201": False,
        "211": False,
    }
    for badge in ("101", "191"):
        person = scene.house.person(badge)
        viewer = Viewer(person, person.roles[0])
        with pytest.raises(AccessError):
            count_board.board(scene.database, viewer, scene.now, COUNT)
        with pytest.raises(AccessError):
            count_board.counts(scene.database, viewer)
    with pytest.raises(NotFoundError):
        count_board.board(
            scene.database,
            Viewer(scene.house.person("151"), Role.COUNT_TEAM),
            scene.now,
            "2011-06-14/3",
        )


def test_from_the_last_box_to_the_proof_no_figure_shows(scene: Scene) -> None:
    for box in ("11", "21", "007"):
        builders.a_recorded_box(scene, box, a_sheet(77))
    scene.do(counting.all_recorded, "151", count=COUNT)
    board = _board(scene)
    assert board.total is None
    assert board.figures.sentence.startswith("The pools are counted blind")
    viewer = Viewer(scene.house.person("151"), Role.COUNT_TEAM)
    shown = box_sheet.sheet(scene.database, viewer, COUNT, "11")
    assert (shown.sheet, shown.total, shown.blocks) == (None, None, ())
    assert shown.recorded is not None
    assert (shown.recorded.content, shown.recorded.versions) == (None, ())


# ------------------------------------------------------------------------------- suspension


def _suspend(scene: Scene, badge: str = "161", **changed: Any) -> Done:
    asked: dict[str, Any] = {"why": "The power is out.", "sealed": True} | changed
    return scene.do(counting.suspend, badge, count=COUNT, **asked)


def _resume(scene: Scene, supervisor: str = "161", representative: str = "181") -> Done:
    return scene.do(
        counting.resume_count,
        "161",
        count=COUNT,
        supervisor=scene.proof(supervisor),
        representative=scene.proof(representative),
    )


@pytest.mark.rule(COUNT_ORDER)
def test_a_suspended_count_takes_nothing_until_both_resume_it(scene: Scene) -> None:
    with pytest.raises(EntryError) as refusal:
        _suspend(scene, why=" ", sealed=False)
    assert set(refusal.value.fields) == {"why", "sealed"}
    with pytest.raises(AccessError, match="signed on as Count Team Member"):
        _suspend(scene, badge="151")
    _suspend(scene)
    board = _board(scene)
    assert board.standing.state is CountState.SUSPENDED
    assert board.standing.stands is CountState.RECONCILED_IN
    said = _refused(scene, COUNT_ORDER, counting.open_box, box="11", station="1")
    assert said.startswith("The count is suspended")
    _refused(scene, COUNT_ORDER, counting.suspend, badge="161", why="Again.", sealed=True)
    with pytest.raises(AccessError, match="signed on as Count Team Member"):
        _resume(scene, supervisor="151")
    with pytest.raises(RuleError):
        _resume(scene, representative="182")
    scene.do(attendance.sign_on, "154", count=COUNT, proof=scene.proof("154"))
    assert _resume(scene).says == "The count goes on: boxes received."
    _refused(
        scene,
        COUNT_ORDER,
        counting.resume_count,
        badge="161",
        supervisor=scene.proof("161"),
        representative=scene.proof("181"),
    )


def test_a_box_that_was_open_is_counted_again_from_nothing(scene: Scene) -> None:
    builders.a_recorded_box(scene, "21")
    builders.a_shown_box(scene, "11", station="1")
    sheet = a_sheet(7)
    scene.do(counting.save_draft, "151", count=COUNT, box="11", revision=0, sheet=sheet)
    _suspend(scene, badge="181")
    said = _resume(scene).says
    assert said == "The count goes on: counting. Counted again from nothing: 11."
    assert _state(scene, "11") is BoxState.OPENED
    assert _state(scene, "21") is BoxState.RECORDED
    with scene.database.read() as tx:
        assert desk.draft(tx, f"box|{COUNT}|11") is None
    scene.do(counting.empty_box, "151", count=COUNT, box="11")
    scene.do(counting.show_empty, "151", count=COUNT, box="11", second="152")
    with pytest.raises(StaleError, match="was opened again"):
        scene.do(counting.save_draft, "151", count=COUNT, box="11", revision=1, sheet=sheet)
    scene.do(counting.save_draft, "151", count=COUNT, box="11", revision=0, sheet=sheet)
