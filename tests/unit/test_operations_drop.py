"""Boxes on tables and off them: labels, periods, slips, emergencies, and custody at every step."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.drop import BoxState
from countroom.domain.floor import Table, TableKind
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import custody as places
from countroom.operations import drop, notices, slips
from countroom.operations.acts import Act, Done
from countroom.operations.drop import Emergency
from countroom.regulations import BOX_ORDER, V_01, V_04, V_05, V_06, V_07
from countroom.stores import custody, documents, registry
from tests import builders
from tests.builders import DAY, DROP, Scene

NEXT = DAY + timedelta(days=1)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = builders.a_database(tmp_path)
    yield made
    made.database.close()


@pytest.fixture
def at_drop(scene: Scene) -> Scene:
    """The filed window has begun, and surveillance knows."""
    scene.now = DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    return scene


def _place(scene: Scene, table: str, box: str, badge: str = "141") -> Done:
    return scene.do(drop.place_box, badge, table=table, box=box)


def _drop(scene: Scene, table: str, box: str, replacement: str = "", **more: Any) -> Done:
    return scene.do(drop.drop_box, "141", table=table, box=box, replacement=replacement, **more)


def _state(scene: Scene, box: str) -> BoxState:
    with scene.database.read() as tx:
        stands = custody.where_is(tx, box)
    return BoxState.STORED_EMPTY if stands is None else stands.state


def _place_of(scene: Scene, box: str) -> str:
    viewer = Viewer(scene.house.person("141"), Role.DROP_TEAM)
    every = places.where(scene.database, viewer, scene.now)
    return next(entry.place for entry in every if entry.box == box)


def _periods(scene: Scene, table: str) -> list[tuple[date, bool]]:
    with scene.database.read() as tx:
        return [(one.gaming_date, one.to_at is not None) for one in registry.periods_of(tx, table)]


# --------------------------------------------------------------------------------- on a table


@pytest.mark.rule(V_01)
def test_a_table_carries_one_box(scene: Scene) -> None:
    with pytest.raises(RuleError, match="already carries box 11") as refusal:
        _place(scene, "MS-101", "12")
    assert refusal.value.rule is V_01


@pytest.mark.rule(V_01)
def test_a_box_goes_only_on_the_table_of_its_label(at_drop: Scene) -> None:
    _drop(at_drop, "MS-101", "11")
    with pytest.raises(RuleError, match="labelled MS-102") as refusal:
        _place(at_drop, "MS-101", "22")
    assert refusal.value.rule is V_01
    assert _state(at_drop, "22") is BoxState.STORED_EMPTY


def test_a_spare_is_marked_for_the_table_it_is_on(at_drop: Scene) -> None:
    _drop(at_drop, "MS-101", "11")
    _place(at_drop, "MS-101", "SP-1")
    with at_drop.database.read() as tx:
        stands = custody.where_is(tx, "SP-1")
    assert stands is not None
    assert stands.about["marked"] == "MS-101"
    assert _place_of(at_drop, "SP-1") == "on MS-101"


@pytest.mark.rule(V_01)
def test_a_table_without_a_box_does_not_open(at_drop: Scene) -> None:
    def check(act: Act, *, table: str) -> Done:
        drop.check_box_on(act, table)
        return act.seal("checked", table, done=Done("One box."))

    assert at_drop.do(check, "111", table="MS-101").says == "One box."
    _drop(at_drop, "MS-101", "11")
    with pytest.raises(RuleError, match="carries no boxes") as refusal:
        at_drop.do(check, "111", table="MS-101")
    assert refusal.value.rule is V_01


def test_only_the_drop_moves_boxes(scene: Scene) -> None:
    with pytest.raises(AccessError, match="not open"):
        _place(scene, "MS-101", "12", badge="101")


def test_a_box_that_is_not_empty_in_the_store_is_not_placed(at_drop: Scene) -> None:
    _drop(at_drop, "MS-101", "11")
    with pytest.raises(RuleError, match="dropped cannot become on table") as refusal:
        _place(at_drop, "MS-101", "11")
    assert refusal.value.rule is BOX_ORDER


def test_case_D3_007_and_7_are_two_boxes(at_drop: Scene) -> None:
    _drop(at_drop, "BA-201", "007", "7")
    assert (_state(at_drop, "007"), _state(at_drop, "7")) == (BoxState.DROPPED, BoxState.ON_TABLE)
    with at_drop.database.read() as tx:
        dropped = custody.last_drop(tx, "007")
        assert dropped is not None
        assert custody.last_drop(tx, "7") is None
    with pytest.raises(NotFoundError):
        _drop(at_drop, "BA-201", "07")


def test_case_D4_a_table_label_is_no_box(at_drop: Scene) -> None:
    for table in ("MS-101", "MS-102"):
        with pytest.raises(NotFoundError, match="MS-101 is the label of a table"):
            _drop(at_drop, table, "MS-101")
    _drop(at_drop, "MS-101", "11")
    with pytest.raises(NotFoundError, match="label of a table"):
        _place(at_drop, "MS-101", "MS-101")


# -------------------------------------------------------------------------------- off a table


@pytest.mark.rule(V_05)
def test_no_drop_before_surveillance_knows(scene: Scene) -> None:
    scene.now = DROP
    with pytest.raises(RuleError, match="Tell surveillance") as refusal:
        _drop(scene, "MS-101", "11", "12")
    assert refusal.value.rule is V_05
    with pytest.raises(EntryError, match="surveillance officer"):
        scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="151")
    with pytest.raises(EntryError):
        scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="999")
    scene.do(notices.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    assert _drop(scene, "MS-101", "11", "12").says.startswith(
        "Box 11 is off MS-101, box 12 is on it."
    )


@pytest.mark.rule(V_04)
def test_a_drop_outside_the_window_is_recorded_with_a_warning(at_drop: Scene) -> None:
    at_drop.tick(hours=4)
    done = _drop(at_drop, "MS-101", "11", "12")
    assert V_04.citation in done.says
    done = at_drop.do(
        drop.load_trolley,
        "141",
        gaming_date=DAY,
        trolley="T-1",
        boxes=("11",),
        drop_team=at_drop.proof("141"),
        security=at_drop.proof("121"),
    )
    with at_drop.database.read() as tx:
        manifest = documents.by_name(tx, done.name)
    assert manifest.content.outside_window == ("11",)


@pytest.mark.rule(V_01)
def test_what_comes_off_is_what_is_on(at_drop: Scene) -> None:
    with pytest.raises(RuleError, match="is on MS-102, not on MS-101") as refusal:
        _drop(at_drop, "MS-101", "21", "12")
    assert refusal.value.rule is V_01
    with pytest.raises(RuleError, match="stored empty cannot become dropped"):
        _drop(at_drop, "MS-101", "12", "11")


def test_end_of_day_drops_turn_the_money_day_over_table_by_table(at_drop: Scene) -> None:
    assert _periods(at_drop, "MS-101") == [(DAY, False)]
    _drop(at_drop, "MS-101", "11", "12")
    at_drop.tick(minutes=25)
    _drop(at_drop, "MS-102", "21", "22")
    assert _periods(at_drop, "MS-101") == [(DAY, True), (NEXT, False)]
    assert _periods(at_drop, "BA-201") == [(DAY, False)]
    with at_drop.database.read() as tx:
        first, second = (registry.period_on(tx, table, DAY) for table in ("MS-101", "MS-102"))
        assert first is not None
        assert second is not None
        assert first.to_at is not None
        assert second.to_at is not None
        assert second.to_at - first.to_at > timedelta(minutes=25)
        assert registry.period(tx, first.id) == first
        moved = custody.last_drop(tx, "11")
    assert moved is not None
    assert custody.about(moved)["period"] == first.id


def test_a_shift_drop_does_not_end_the_period(at_drop: Scene) -> None:
    _drop(at_drop, "MS-101", "11", "12", end_of_day=False)
    assert _periods(at_drop, "MS-101") == [(DAY, False)]
    _drop(at_drop, "MS-101", "12", "SP-1")
    assert _periods(at_drop, "MS-101") == [(DAY, True), (NEXT, False)]


def test_a_table_that_never_carried_a_box_has_nothing_to_drop(tmp_path: Path) -> None:
    third = Table("MS-103", "1", "mississippi_stud", TableKind.BANKING, ("main",), 5)
    more = (*builders.a_house().tables, third)
    two = (builders._a_box(code, "MS-103") for code in ("41", "42"))
    boxes = (*builders.a_house().boxes, *two)
    scene = builders.a_database(tmp_path, the_house=builders.a_house(tables=more, boxes=boxes))
    with pytest.raises(NotFoundError, match="never carried a box"):
        scene.do(drop.drop_box, "141", table="MS-103", box="41")
    _place(scene, "MS-103", "41")
    assert _periods(scene, "MS-103") == [(DAY - timedelta(days=1), False)]


# ------------------------------------------------------------------------------- open tables


def _rack(scene: Scene, table: str) -> tuple[Pieces, ...]:
    sets = scene.house.chip_sets_of(scene.house.table(table))
    return tuple(
        Pieces(chips.kind.instrument, face.cents, 10, chips.code)
        for chips in sets
        if chips.kind.instrument
        for face in chips.denominations
    )


def _slip(scene: Scene, kind: SlipKind, table: str = "MS-101", incoming: str = "") -> str:
    rack = _rack(scene, table)
    return scene.do(slips.count, "101", table=table, kind=kind, pieces=rack, incoming=incoming).name


def _sign(scene: Scene, slip: str, *steps: str) -> None:
    for step in steps or ("dealer", "floorperson"):
        with scene.database.read() as tx:
            saw = documents.by_name(tx, slip).digest
        proof = scene.proof("101" if step == "dealer" else "111")
        scene.do(slips.sign, "101", slip=slip, step=step, proof=proof, saw=saw)


@pytest.fixture
def open_table(scene: Scene) -> Scene:
    """MS-101 and MS-102 are open, surveillance knows of the drop."""
    for table in ("MS-101", "MS-102"):
        _sign(scene, _slip(scene, SlipKind.OPENING, table))
    scene.now = DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    return scene


@pytest.mark.rule(V_06)
def test_a_box_leaves_an_open_table_only_with_the_slip_of_this_drop(open_table: Scene) -> None:
    for slip in ("", "IS-0001"):
        with pytest.raises(RuleError, match="slip") as refusal:
            _drop(open_table, "MS-101", "11", "12", slip=slip)
        assert refusal.value.rule is V_06
    with pytest.raises(NotFoundError, match="IS-9999"):
        _drop(open_table, "MS-101", "11", "12", slip="IS-9999")
    slip = _slip(open_table, SlipKind.DROP, incoming="12")
    with pytest.raises(RuleError, match="not signed") as refusal:
        _drop(open_table, "MS-101", "11", "12", slip=slip)
    assert refusal.value.rule is V_06
    _sign(open_table, slip)
    with pytest.raises(RuleError, match="not the slip of this drop") as refusal:
        _drop(open_table, "MS-102", "21", "22", slip=slip)
    assert refusal.value.rule is V_06
    done = _drop(open_table, "MS-101", "11", "12", slip=slip)
    assert done.says == "Box 11 is off MS-101, box 12 is on it."


@pytest.mark.rule(V_07)
def test_the_slip_goes_into_the_box_it_is_made_for(open_table: Scene) -> None:
    slip = _slip(open_table, SlipKind.DROP, incoming="12")
    _sign(open_table, slip)
    with pytest.raises(RuleError, match=r"original of IS-\d+ goes into box 11") as refusal:
        _drop(open_table, "MS-101", "11", "SP-1", slip=slip)
    assert refusal.value.rule is V_07
    _drop(open_table, "MS-101", "11", "12", slip=slip, end_of_day=False)
    with pytest.raises(RuleError, match="already lies in a box") as refusal:
        _drop(open_table, "MS-101", "12", "SP-1", slip=slip)
    assert refusal.value.rule is V_07


@pytest.mark.rule(V_01)
def test_an_open_table_is_never_left_without_a_box(open_table: Scene) -> None:
    with pytest.raises(RuleError, match="takes the place of box 11") as refusal:
        _drop(open_table, "MS-101", "11")
    assert refusal.value.rule is V_01
    slip = _slip(open_table, SlipKind.DROP, incoming="22")
    _sign(open_table, slip)
    with pytest.raises(RuleError, match="labelled"):
        _drop(open_table, "MS-101", "11", "22", slip=slip)
    assert _state(open_table, "11") is BoxState.ON_TABLE


# ---------------------------------------------------------------------------- not dropped, stuck


def test_case_D5_a_closed_table_may_stay_undropped_and_its_day_ends_all_the_same(
    at_drop: Scene,
) -> None:
    with pytest.raises(EntryError, match="Say why"):
        at_drop.do(drop.not_dropped, "141", table="MS-101", why="closed")
    at_drop.do(drop.not_dropped, "141", table="MS-101", why="closed", explanation="No dealer.")
    assert _periods(at_drop, "MS-101") == [(DAY, True), (NEXT, False)]
    assert _state(at_drop, "11") is BoxState.ON_TABLE
    assert _drop(at_drop, "MS-102", "21").says.startswith("Box 21 is off MS-102. MS-102 did not")


def test_a_house_may_let_unopened_boxes_stay_without_a_word(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, stations=2, unopened_box_stays=True)
    scene = builders.a_database(tmp_path, the_house=builders.a_house(settings=settings))
    scene.now = DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    scene.do(drop.not_dropped, "141", table="MS-101", why="closed")
    assert _periods(scene, "MS-101")[0] == (DAY, True)


def test_an_open_table_is_dropped(open_table: Scene) -> None:
    with pytest.raises(EntryError, match="MS-101 is open"):
        open_table.do(drop.not_dropped, "141", table="MS-101", why="closed", explanation="Late.")


def _jam(scene: Scene, **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "table": "MS-101",
        "box": "11",
        "why": "The key turns through.",
        "told": ("181", "121", "161"),
    }
    return scene.do(drop.stuck, "141", **asked | changed)


def test_a_jammed_box_is_guarded_and_counted_when_it_is_freed(at_drop: Scene) -> None:
    with pytest.raises(EntryError, match="No box is stuck"):
        at_drop.do(drop.not_dropped, "141", table="MS-101", why="stuck", explanation="?")
    with pytest.raises(EntryError, match="Tell a compliance representative"):
        _jam(at_drop, told=("121", "161"))
    with pytest.raises(EntryError, match="what is the matter"):
        _jam(at_drop, why=" ")
    with pytest.raises(RuleError, match="is on MS-102"):
        _jam(at_drop, box="21")
    _jam(at_drop)
    assert _state(at_drop, "11") is BoxState.STUCK_ON_TABLE
    assert _place_of(at_drop, "11") == "on MS-101, its lock jammed"
    with pytest.raises(EntryError, match="Say why"):
        at_drop.do(drop.not_dropped, "141", table="MS-101", why="stuck")
    at_drop.do(drop.not_dropped, "141", table="MS-101", why="stuck", explanation="Lock jammed.")
    _place(at_drop, "MS-101", "E-3")
    at_drop.do(drop.tell_surveillance, "121", what="drop", gaming_date=NEXT, officer="201")
    _drop(at_drop, "MS-101", "11", end_of_day=False)
    assert _state(at_drop, "11") is BoxState.DROPPED
    assert _periods(at_drop, "MS-101") == [(DAY, True), (NEXT, False)]


# ------------------------------------------------------------------------------ emergency drops

FULL = Emergency("The box is full.", "111", "121", "181")


def test_case_D9_an_emergency_box_beside_the_tables_own_counts_for_the_same_day(
    at_drop: Scene,
) -> None:
    _drop(at_drop, "MS-101", "11", "E-3", emergency=FULL)
    assert _periods(at_drop, "MS-101") == [(DAY, False)]
    _drop(at_drop, "MS-101", "E-3", "12")
    at_drop.do(
        drop.load_trolley,
        "141",
        gaming_date=DAY,
        trolley="T-1",
        boxes=("11", "E-3"),
        drop_team=at_drop.proof("141"),
        security=at_drop.proof("121"),
    )
    with at_drop.database.read() as tx:
        (manifest,) = documents.find(tx, paper="drop_manifest")
    lines = {line.box: line for line in manifest.content.boxes}
    assert {line.table for line in lines.values()} == {"MS-101"}
    assert all(line.emergency for line in lines.values())
    assert (lines["11"].end_of_day, lines["E-3"].end_of_day) == (False, True)
    viewer = Viewer(at_drop.house.person("181"), Role.CCR)
    first, second = places.emergency_log(at_drop.database, viewer, DAY)
    assert (first.box, first.replacement, first.reason) == ("11", "E-3", "The box is full.")
    assert first.ordered_by == "Person 111 (sample)"
    assert (second.box, second.reason) == ("E-3", "an emergency box")


def test_an_emergency_drop_has_its_reason_and_its_people(at_drop: Scene) -> None:
    bad = Emergency(" ", "999", "101", "121")
    with pytest.raises(EntryError) as refusal:
        _drop(at_drop, "MS-101", "11", "E-3", emergency=bad)
    assert set(refusal.value.fields) == {"reason", "ordered_by", "independent", "representative"}
    unknown = Emergency("Full.", "111", "999", "999")
    with pytest.raises(EntryError) as refusal:
        _drop(at_drop, "MS-101", "11", "E-3", emergency=unknown)
    assert set(refusal.value.fields) == {"independent", "representative"}


def test_a_house_may_not_ask_for_somebody_independent(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, stations=2, emergency_drop_independent=False)
    scene = builders.a_database(tmp_path, the_house=builders.a_house(settings=settings))
    scene.now = DROP
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=DAY, officer="201")
    _drop(scene, "MS-101", "11", "E-3", emergency=Emergency("Full.", "111", "", "181"))
    assert _state(scene, "11") is BoxState.DROPPED


# ---------------------------------------------------------------------------------- custody


def test_every_box_has_a_place_and_a_history(at_drop: Scene) -> None:
    _drop(at_drop, "MS-101", "11", "12")
    viewer = Viewer(at_drop.house.person("121"), Role.SECURITY)
    every = places.where(at_drop.database, viewer, at_drop.now)
    assert [entry.box for entry in every] == list(builders.BOXES)
    said = {entry.box: entry.place for entry in every}
    assert said["11"] == "off MS-101, with the drop team"
    assert said["12"] == "on MS-101"
    assert said["SP-1"] == "store"
    moves = places.history(at_drop.database, viewer, at_drop.now, "11")
    assert [move.state for move in moves] == [BoxState.DROPPED, BoxState.ON_TABLE]
    assert {move.by for move in moves} == {"Person 141 (sample)"}
    with pytest.raises(NotFoundError):
        places.history(at_drop.database, viewer, at_drop.now, "MS-101")
    with pytest.raises(AccessError):
        places.where(at_drop.database, Viewer(viewer.person, Role.MARKETING), at_drop.now)


def test_a_counted_box_goes_back_to_the_store_or_straight_to_a_table(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    builders.a_recorded_box(scene, "11")
    with pytest.raises(RuleError, match="waiting cannot become stored"):
        scene.do(drop.store_box, "121", box="21")
    scene.do(drop.store_box, "121", box="11")
    assert _place_of(scene, "11") == "store"
    builders.a_recorded_box(scene, "21")
    scene.do(drop.tell_surveillance, "121", what="drop", gaming_date=NEXT, officer="201")
    scene.tick(days=1)
    _drop(scene, "MS-102", "22", "21")
    assert _place_of(scene, "21") == "on MS-102"


def test_the_conclusion_stores_every_recorded_box(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    builders.a_recorded_box(scene, "11")

    def conclude(act: Act) -> Done:
        stored = drop.store_empty(act, builders.COUNT)
        return act.seal("stored", builders.COUNT, done=Done(", ".join(stored)))

    assert scene.do(conclude, "161").says == "11"
    assert _state(scene, "11") is BoxState.STORED_EMPTY
    assert _state(scene, "21") is BoxState.RECEIVED
