"""The trolley and the count room's door: what came in, and a name for every difference."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain import receiving as rules
from countroom.domain.access import Viewer
from countroom.domain.count import CountState
from countroom.domain.drop import BoxState
from countroom.domain.floor import TableKind
from countroom.domain.people import Role
from countroom.domain.receiving import Difference, VarianceKind
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import count_board
from countroom.inquiries import custody as places
from countroom.operations import counting, drop, receiving
from countroom.operations.acts import Act, Done
from countroom.regulations import BOX_ORDER, COUNT_ORDER, V_30, V_31, V_41
from countroom.stores import custody, documents
from tests import builders
from tests.builders import COUNT, DAY, Scene


@pytest.fixture
def at_door(tmp_path: Path) -> Iterator[Scene]:
    """Three boxes in the trolley (11, 21, 007), the poker table closed, the room secured."""
    scene = builders.a_database(tmp_path)
    builders.a_drop(scene, boxes=3)
    builders.a_secured_room(scene)
    yield scene
    scene.database.close()


def _receive(scene: Scene, *boxes: str) -> None:
    for box in boxes:
        scene.do(drop.receive_box, "161", count=COUNT, box=box)


def _extra(scene: Scene, box: str, **more: Any) -> Done:
    asked = {"reason": "It stood on the trolley."} | more
    return scene.do(drop.receive_extra, "161", count=COUNT, box=box, **asked)


def _reconcile(scene: Scene, **explanations: str) -> Done:
    said = {box.removeprefix("box_").replace("_", "-"): why for box, why in explanations.items()}
    return scene.do(
        drop.reconcile_in,
        "161",
        count=COUNT,
        supervisor=scene.proof("161"),
        explanations=said,
    )


def _count_state(scene: Scene) -> CountState:
    viewer = Viewer(scene.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    return count_board.board(scene.database, viewer, scene.now, COUNT).standing.state


# ------------------------------------------------------------------------------- the trolley


def test_the_manifest_names_each_box_and_is_signed_by_both_hands(at_door: Scene) -> None:
    with at_door.database.read() as tx:
        (manifest,) = documents.find(tx, paper="drop_manifest")
    assert [line.box for line in manifest.content.boxes] == ["11", "21", "007"]
    assert [line.replacement for line in manifest.content.boxes] == ["12", "22", "7"]
    assert manifest.content.trolley == "T-1"
    signed = [(entry.step, entry.person) for entry in manifest.signatures]
    assert signed == [("drop_team", "141"), ("security", "121")]
    viewer = Viewer(at_door.house.person("141"), Role.DROP_TEAM)
    place = {p.box: p.place for p in places.where(at_door.database, viewer, at_door.now)}
    assert place["11"] == "in the trolley, from MS-101"


def _load(scene: Scene, *boxes: str, trolley: str = "T-1") -> Done:
    return scene.do(
        drop.load_trolley,
        "141",
        gaming_date=DAY,
        trolley=trolley,
        boxes=boxes,
        drop_team=scene.proof("141"),
        security=scene.proof("121"),
    )


def test_only_dropped_boxes_are_loaded_each_once(tmp_path: Path) -> None:
    scene = builders.a_database(tmp_path)
    scene.now = builders.DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    with pytest.raises(RuleError, match="on table cannot become in transit") as refusal:
        _load(scene, "11")
    assert refusal.value.rule is BOX_ORDER
    with pytest.raises(RuleError, match="stored empty"):
        _load(scene, "12")
    scene.do(drop.drop_box, "141", table="MS-101", box="11", replacement="12")
    with pytest.raises(EntryError, match="twice"):
        _load(scene, "11", "11")
    with pytest.raises(EntryError, match="Name the trolley"):
        _load(scene, "11", trolley=" ")
    with pytest.raises(EntryError, match="at least one box"):
        _load(scene)
    with pytest.raises(NotFoundError, match="label of a table"):
        _load(scene, "MS-101")
    with pytest.raises(AccessError, match="signed by: Security"):
        scene.do(
            drop.load_trolley,
            "141",
            gaming_date=DAY,
            trolley="T-1",
            boxes=("11",),
            drop_team=scene.proof("141"),
            security=scene.proof("161"),
        )


# ------------------------------------------------------------------------------- at the door


def test_what_came_in_is_what_the_manifest_says(at_door: Scene) -> None:
    _receive(at_door, "11", "21", "007")
    done = _reconcile(at_door)
    assert done.says == "3 boxes came in as on the manifest."
    assert _count_state(at_door) is CountState.RECONCILED_IN
    with at_door.database.read() as tx:
        (manifest,) = documents.find(tx, paper="drop_manifest")
        assert documents.find(tx, paper="drop_variance") == ()
        here = custody.in_count(tx, COUNT)
    assert manifest.signatures[-1].step == "supervisor"
    assert manifest.state == custody.TAKEN_IN
    assert [(entry.table, entry.kind) for entry in here.values()] == [
        ("MS-101", TableKind.BANKING),
        ("MS-102", TableKind.BANKING),
        ("BA-201", TableKind.BANKING),
    ]
    with pytest.raises(RuleError, match="boxes received cannot become boxes received"):
        _reconcile(at_door)


def test_case_D4_a_table_label_is_not_received(at_door: Scene) -> None:
    with pytest.raises(NotFoundError, match="MS-101 is the label of a table, not of a box"):
        _receive(at_door, "MS-101")


def test_a_box_is_received_once_and_only_from_the_trolley(at_door: Scene) -> None:
    _receive(at_door, "11")
    for box in ("11", "12", "SP-1"):
        with pytest.raises(RuleError, match="cannot become waiting") as refusal:
            _receive(at_door, box)
        assert refusal.value.rule is BOX_ORDER
    with pytest.raises(AccessError, match="not open"):
        at_door.do(drop.receive_box, "141", count=COUNT, box="21")
    with pytest.raises(NotFoundError, match="no count"):
        at_door.do(drop.receive_box, "161", count="2011-06-14/9", box="21")


@pytest.mark.rule(V_30)
def test_case_D6_a_missing_box_is_named_and_stays_open_until_it_is_found(at_door: Scene) -> None:
    _receive(at_door, "11", "21")
    with pytest.raises(EntryError) as refusal:
        _reconcile(at_door)
    assert refusal.value.fields == {"007": "Say why: Box 007 did not come in."}
    done = _reconcile(at_door, box_007="Left on the other trolley.")
    assert done.name == "DV-0001"
    with at_door.database.read() as tx:
        report = documents.by_name(tx, "DV-0001")
        missing = custody.named_missing(tx, COUNT)
    (item,) = report.content.items
    assert (item.kind, item.box, item.table) == (VarianceKind.MISSING, "007", "BA-201")
    assert (report.content.expected_boxes, report.content.received_boxes) == (3, 2)
    assert report.signatures[0].person == "161"
    assert missing["007"].reason == "Left on the other trolley."
    assert missing["007"].report == "DV-0001"
    viewer = Viewer(at_door.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    board = count_board.board(at_door.database, viewer, at_door.now, COUNT)
    assert board.missing == ("007",)
    (box,) = (entry for entry in board.boxes if entry.box == "007")
    assert (box.word, box.state) == ("missing", BoxState.IN_TRANSIT)
    _receive(at_door, "007")
    board = count_board.board(at_door.database, viewer, at_door.now, COUNT)
    assert board.missing == ()


@pytest.mark.rule(V_30)
def test_case_D7_an_extra_box_is_an_exception_and_no_tables(at_door: Scene) -> None:
    _receive(at_door, "11", "21", "007")
    with pytest.raises(EntryError, match="Say how box 12"):
        _extra(at_door, "12", reason=" ")
    _extra(at_door, "12")
    with pytest.raises(EntryError, match="Box 12 came in without standing on a manifest"):
        _reconcile(at_door)
    _reconcile(at_door, box_12="Taken off by mistake.")
    with at_door.database.read() as tx:
        here = custody.in_count(tx, COUNT)["12"]
    assert (here.table, here.kind, here.extra, here.period) == ("", TableKind.BANKING, True, None)
    viewer = Viewer(at_door.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    board = count_board.board(at_door.database, viewer, at_door.now, COUNT)
    assert "Box 12 came in without standing on a manifest." in board.exceptions
    assert board.boxes[-1].box == "12"


def test_a_table_is_named_by_supervisor_and_representative_together(at_door: Scene) -> None:
    with pytest.raises(EntryError, match="identifies the box with you"):
        _extra(at_door, "SP-1", table="MS-101")
    with pytest.raises(AccessError, match="representative identifies himself"):
        _extra(at_door, "SP-1", table="MS-101", representative=at_door.proof("162"))
    _extra(at_door, "SP-1", table="MS-101", representative=at_door.proof("181"))
    with at_door.database.read() as tx:
        assert custody.in_count(tx, COUNT)["SP-1"].table == "MS-101"


@pytest.mark.rule(V_41)
def test_a_box_without_a_label_is_said_to_be_of_one_kind(at_door: Scene) -> None:
    with pytest.raises(EntryError, match="banking or nonbanking"):
        _extra(at_door, "SP-1")
    with pytest.raises(EntryError, match="PK-301 is a nonbanking table"):
        _extra(at_door, "32", kind=TableKind.BANKING)
    _extra(at_door, "SP-1", kind=TableKind.NONBANKING)
    with at_door.database.read() as tx:
        assert custody.in_count(tx, COUNT)["SP-1"].kind is TableKind.NONBANKING


def test_a_box_of_the_manifest_is_no_extra_unless_it_is_identified(at_door: Scene) -> None:
    _extra(at_door, "11", table="MS-101", representative=at_door.proof("181"))
    with at_door.database.read() as tx:
        here = custody.in_count(tx, COUNT)["11"]
    assert here.period is not None


@pytest.mark.rule(V_30)
def test_a_box_that_came_off_and_stands_on_no_manifest_is_named(at_door: Scene) -> None:
    at_door.do(drop.tell_surveillance, "121", what="drop", gaming_date=builders.DAY, officer="201")
    with at_door.database.read() as tx:
        assert custody.unlisted(tx, DAY) == {}
    _receive(at_door, "11", "21", "007")
    at_door.do(
        drop.tell_surveillance,
        "121",
        what="drop",
        gaming_date=DAY + timedelta(days=1),
        officer="201",
    )
    at_door.do(drop.drop_box, "141", table="MS-101", box="12", end_of_day=False)
    with at_door.database.read() as tx:
        assert custody.unlisted(tx, DAY) == {}
        assert custody.unlisted(tx, DAY + timedelta(days=1)) == {"12": "MS-101"}
    assert "as on the manifest" in _reconcile(at_door).says


@pytest.mark.rule(V_31)
def test_every_table_of_the_floor_is_accounted_for(tmp_path: Path) -> None:
    scene = builders.a_database(tmp_path)
    scene.now = builders.DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    for table in ("MS-102", "BA-201", "PK-301"):
        scene.do(drop.not_dropped, "141", table=table, why="closed", explanation="Closed.")
    builders.a_secured_room(scene)
    with pytest.raises(EntryError, match="No box of MS-101 came in"):
        _reconcile(scene)

    def check(act: Act) -> Done:
        receiving.check_accounted(act, COUNT)
        return act.seal("checked", COUNT, done=Done("All."))

    with pytest.raises(RuleError, match="No box of MS-101 came in") as refusal:
        scene.do(check, "161")
    assert refusal.value.rule is V_31
    _reconcile(scene, box_MS_101="Overlooked; its box stays on.")
    assert scene.do(check, "161").says == "All."
    scene.do(
        drop.receive_extra,
        "161",
        count=COUNT,
        box="SP-1",
        reason="On the trolley.",
        kind=TableKind.BANKING,
    )
    with pytest.raises(RuleError, match="Box SP-1 is waiting, not recorded") as refusal:
        scene.do(check, "161")
    assert refusal.value.rule is V_31
    _name(scene, "SP-1")
    assert scene.do(check, "161").says == "All."


# ----------------------------------------------------------------------- missing in the room


def _name(scene: Scene, box: str, reason: str = "Not on the shelf.") -> Done:
    return scene.do(
        drop.name_missing, "161", count=COUNT, box=box, reason=reason, supervisor=scene.proof("161")
    )


def test_case_D6_a_box_lost_in_the_room_is_named_and_the_count_goes_on(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path, boxes=3)
    builders.a_recorded_box(scene, "11")
    builders.a_recorded_box(scene, "21")
    with pytest.raises(RuleError, match="Box 007 is neither recorded nor named") as refusal:
        scene.do(counting.all_recorded, "151", count=COUNT)
    assert refusal.value.rule is COUNT_ORDER
    with pytest.raises(EntryError, match="Say why box 007"):
        _name(scene, "007", " ")
    with pytest.raises(EntryError, match="Box 11 is here"):
        _name(scene, "11")
    done = _name(scene, "007")
    assert done.name == "DV-0001"
    with pytest.raises(EntryError, match="already named"):
        _name(scene, "007")
    scene.do(counting.all_recorded, "151", count=COUNT)
    assert _count_state(scene) is CountState.ALL_RECORDED
    with pytest.raises(RuleError) as refusal:
        _name(scene, "007")
    assert refusal.value.rule is COUNT_ORDER
    with scene.database.read() as tx:
        assert custody.in_count(tx, COUNT)["007"].state is BoxState.RECEIVED


def test_a_box_that_never_came_may_be_named_later_too(at_door: Scene) -> None:
    _receive(at_door, "11", "21", "007")
    _reconcile(at_door)
    done = _name(at_door, "31")
    with at_door.database.read() as tx:
        (item,) = documents.by_name(tx, done.name).content.items
    assert (item.box, item.table) == ("31", "")


# -------------------------------------------------------------------------------- the words


def test_differences_are_said_in_words() -> None:
    found = rules.differences(
        listed={"11": "MS-101", "21": "MS-102"},
        received={"11": "MS-101", "12": ""},
        unlisted={"31": "PK-301"},
        silent=("BA-201",),
    )
    assert found == (
        Difference(VarianceKind.MISSING, "21", "MS-102"),
        Difference(VarianceKind.UNLISTED, "31", "PK-301"),
        Difference(VarianceKind.EXTRA, "12", ""),
        Difference(VarianceKind.NOT_DROPPED, "", "BA-201"),
    )
    assert [one.key for one in found] == ["21", "31", "12", "BA-201"]
    assert [one.expected for one in found] == [
        "Box 21 of MS-102, as on the manifest.",
        "Box 31 of PK-301, which came off its table.",
        "Only boxes of the manifest.",
        "A box of BA-201, or word that it was not dropped.",
    ]
    assert [one.found for one in found] == [
        "Box 21 did not come in.",
        "Box 31 did not come in.",
        "Box 12 came in without standing on a manifest.",
        "No box of BA-201 came in.",
    ]
    assert VarianceKind.EXTRA.word == "received, on no manifest"
