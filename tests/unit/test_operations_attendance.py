"""Who is in the count room, who holds the keys, and the machines' tests."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.count import CountState, check_between
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.papers.machine_test import KnownNote, MachineTest, Phase
from countroom.domain.people import Role
from countroom.domain.procedure import ContentKeyHolder, Settings
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import count_board, entry_log
from countroom.operations import attendance, counting, drop, machines, slips
from countroom.operations.acts import Act, Done
from countroom.regulations import (
    COUNT_ORDER,
    SOD_11,
    SOD_12,
    V_03,
    V_05,
    V_32,
    V_33,
)
from countroom.stores import documents, room
from tests import builders
from tests.builders import COUNT, DAY, Scene
from tests.plumbing.houses import a_person


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A count of two boxes is scheduled, and nobody is in yet."""
    made = builders.a_database(tmp_path)
    builders.a_drop(made, boxes=2)
    made.do(counting.open_count, "161", gaming_date=DAY)
    yield made
    made.database.close()


def _on(scene: Scene, badge: str, duty: Role | None = None, **more: Any) -> Done:
    proof = scene.proof(badge, duty)
    return scene.do(attendance.sign_on, badge, count=COUNT, proof=proof, **more)


def _relieve(scene: Scene, leaving: str, coming: str) -> None:
    goes, comes = scene.proof(leaving), scene.proof(coming)
    scene.do(attendance.relieve, leaving, count=COUNT, leaving=goes, coming=comes)


def _test(scene: Scene, machine: str = "CM-1", *, off: int = 0, **more: Any) -> Done:
    asked: dict[str, Any] = {
        "machine": machine,
        "phase": Phase.BEFORE,
        "notes": builders.known_notes(scene, off=off),
        "tester": scene.proof("151"),
    }
    return scene.do(counting.test_machine, "161", count=COUNT, **asked | more)


def _tell(scene: Scene) -> None:
    scene.do(drop.tell_surveillance, "161", what="count", gaming_date=DAY, officer="201")


def _secure(scene: Scene, *ticks: str) -> Done:
    return scene.do(
        counting.secure_room, "161", count=COUNT, ticks=frozenset(ticks or {counting.DOORS})
    )


# --------------------------------------------------------------------------------- in and out


def test_each_signs_on_for_himself_and_stands_in_the_entry_log(scene: Scene) -> None:
    _on(scene, "151")
    _on(scene, "191", purpose="Takes the documents.", door_event="D-77")
    scene.tick(minutes=10)
    scene.do(attendance.leave, "191", count=COUNT, proof=scene.proof("191"), why="Done.")
    _on(scene, "191", purpose="Forgot the bag.")
    viewer = Viewer(scene.house.person("201"), Role.SURVEILLANCE)
    team, first, second = entry_log.log(scene.database, viewer, COUNT)
    assert (team.name, team.credential, team.left) == ("Person 151 (sample)", "C-151", None)
    assert (first.purpose, first.door_event, first.why) == ("Takes the documents.", "D-77", "Done.")
    assert first.left is not None
    assert first.left - first.came > timedelta(minutes=10)
    assert (second.purpose, second.left) == ("Forgot the bag.", None)
    with pytest.raises(AccessError):
        entry_log.log(scene.database, Viewer(viewer.person, Role.MARKETING), COUNT)
    with pytest.raises(NotFoundError):
        entry_log.log(scene.database, viewer, "2011-06-14/7")


def test_nobody_is_in_twice_nor_without_business(scene: Scene) -> None:
    _on(scene, "153")
    with pytest.raises(EntryError, match="already signed on as Count Team Member"):
        _on(scene, "153", Role.COUNT_ROOM_EMPLOYEE)
    with pytest.raises(AccessError, match="not open to the duty Surveillance"):
        _on(scene, "201")
    with pytest.raises(EntryError, match="what you come in for"):
        _on(scene, "121")
    with pytest.raises(NotFoundError):
        scene.do(attendance.sign_on, "151", count="2011-06-14/2", proof=scene.proof("151"))


@pytest.mark.rule(V_33)
def test_who_is_not_in_cannot_leave(scene: Scene) -> None:
    with pytest.raises(RuleError, match="Sign on") as refusal:
        scene.do(attendance.leave, "151", count=COUNT, proof=scene.proof("151"))
    assert refusal.value.rule is V_33


@pytest.mark.rule(SOD_12)
def test_who_signed_a_slip_of_the_day_does_not_count_its_box(tmp_path: Path) -> None:
    both = a_person("102", Role.DEALER, Role.COUNT_TEAM)
    people = tuple(both if one.code == "102" else one for one in builders.a_house().people)
    scene = builders.a_database(tmp_path, the_house=builders.a_house(people=people))
    scene.tick(hours=2)
    rack = tuple(
        Pieces(chips.kind.instrument, face.cents, 10, chips.code)
        for chips in scene.house.chip_sets_of(scene.house.table("MS-101"))
        if chips.kind.instrument
        for face in chips.denominations
    )
    slip = scene.do(slips.count, "101", table="MS-101", kind=SlipKind.OPENING, pieces=rack).name
    with scene.database.read() as tx:
        saw = documents.by_name(tx, slip).digest
    scene.do(slips.sign, "102", slip=slip, step="dealer", proof=scene.proof("102"), saw=saw)
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=DAY)
    with pytest.raises(RuleError, match=slip) as refusal:
        _on(scene, "102", Role.COUNT_TEAM)
    assert refusal.value.rule is SOD_12
    _on(scene, "151")


def test_a_representative_is_relieved_and_the_key_goes_with_him(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    with pytest.raises(EntryError, match="Hand the content key over"):
        scene.do(attendance.leave, "181", count=COUNT, proof=scene.proof("181"))
    with pytest.raises(EntryError, match="taken by another"):
        scene.do(
            attendance.relieve,
            "181",
            count=COUNT,
            leaving=scene.proof("181"),
            coming=scene.proof("162"),
        )
    scene.do(
        attendance.relieve,
        "181",
        count=COUNT,
        leaving=scene.proof("181"),
        coming=scene.proof("182"),
        why="End of shift.",
    )
    with scene.database.read() as tx:
        held = room.keys(tx, COUNT)
        stays = [stay for stay in room.stays(tx, COUNT) if stay.duty is Role.CCR]
    assert held is not None
    assert (held.a, held.b) == ("182", "161")
    assert [(stay.person, stay.why) for stay in stays] == [("181", "End of shift."), ("182", "")]
    assert stays[0].left == stays[1].came
    scene.do(
        attendance.relieve,
        "161",
        count=COUNT,
        leaving=scene.proof("161"),
        coming=scene.proof("162"),
    )
    with scene.database.read() as tx:
        held = room.keys(tx, COUNT)
    assert held is not None
    assert held.b == "162"
    scene.do(
        attendance.relieve,
        "151",
        count=COUNT,
        leaving=scene.proof("151"),
        coming=scene.proof("154"),
    )


# --------------------------------------------------------------------------------------- keys


def _keys(scene: Scene, a: str, b: str, duty_b: Role | None = None) -> Done:
    return scene.do(
        attendance.sign_out_keys,
        "161",
        count=COUNT,
        holder_a=scene.proof(a),
        holder_b=scene.proof(b, duty_b),
    )


@pytest.mark.rule(V_03, SOD_11)
def test_the_two_keys_go_to_two_people_a_to_a_representative(scene: Scene) -> None:
    builders.everybody_in(scene)
    for a, b, rule in (("181", "181", SOD_11), ("161", "181", V_03), ("181", "151", V_03)):
        with pytest.raises(RuleError) as refusal:
            _keys(scene, a, b)
        assert refusal.value.rule is rule
    with pytest.raises(RuleError, match="Sign on") as refusal:
        _keys(scene, "182", "161")
    assert refusal.value.rule is V_33
    assert _keys(scene, "181", "161").says == (
        "Key A is out to Person 181 (sample), key B to Person 161 (sample)."
    )
    scene.do(attendance.return_keys, "161", count=COUNT)
    with pytest.raises(RuleError, match="not signed out") as refusal:
        scene.do(attendance.return_keys, "161", count=COUNT)
    assert refusal.value.rule is V_03


def test_key_b_may_be_accountings(tmp_path: Path) -> None:
    settings = Settings(
        keys_signed_out=False, stations=2, content_key_b=ContentKeyHolder.ACCOUNTING
    )
    scene = builders.a_database(tmp_path, the_house=builders.a_house(settings=settings))
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=DAY)
    builders.everybody_in(scene, "181", "161")
    _on(scene, "191", purpose="Brings key B.")
    with pytest.raises(RuleError, match="key B to: Accounting"):
        _keys(scene, "181", "161")
    _keys(scene, "181", "191")


@pytest.mark.rule(V_03)
def test_no_box_is_opened_before_the_keys_are_out(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    scene.do(attendance.return_keys, "161", count=COUNT)
    with pytest.raises(RuleError) as refusal:
        scene.do(counting.open_box, "151", count=COUNT, box="11", station="1")
    assert refusal.value.rule is V_03


# ---------------------------------------------------------------------------- securing the room


@pytest.mark.rule(V_32)
def test_a_count_starts_with_team_supervisor_and_representative(scene: Scene) -> None:
    _on(scene, "161")
    _tell(scene)
    for badge in ("151", "152"):
        _on(scene, badge)
        with pytest.raises(RuleError, match="a count needs 3") as refusal:
            _secure(scene)
        assert refusal.value.rule is V_32
    _on(scene, "153")
    with pytest.raises(RuleError, match="No compliance representative") as refusal:
        _secure(scene)
    assert refusal.value.rule is V_32
    _on(scene, "181")
    _test(scene)
    assert _secure(scene).says == "The room is secured."


@pytest.mark.rule(V_05)
def test_surveillance_knows_before_the_room_is_secured(scene: Scene) -> None:
    builders.everybody_in(scene)
    with pytest.raises(RuleError, match="Tell surveillance") as refusal:
        _secure(scene)
    assert refusal.value.rule is V_05


def test_the_supervisor_ticks_what_the_house_asks_for(tmp_path: Path) -> None:
    settings = Settings(
        keys_signed_out=False, stations=2, pocketless_garments=True, transparent_table=True
    )
    scene = builders.a_database(tmp_path, the_house=builders.a_house(settings=settings))
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=DAY)
    builders.everybody_in(scene)
    _tell(scene)
    _test(scene)
    with pytest.raises(EntryError) as refusal:
        _secure(scene)
    assert set(refusal.value.fields) == {"pocketless_garments", "transparent_table"}
    with pytest.raises(EntryError, match="doors are locked"):
        _secure(scene, "pocketless_garments", "transparent_table")
    _secure(scene, *counting.TICKS)


@pytest.mark.rule(V_33)
def test_only_the_supervisor_in_the_room_secures_it(scene: Scene) -> None:
    with pytest.raises(RuleError) as refusal:
        _secure(scene)
    assert refusal.value.rule is V_33
    with pytest.raises(AccessError, match="not open"):
        scene.do(counting.secure_room, "151", count=COUNT)


def test_what_one_is_signed_on_for_is_what_one_may_do(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    with pytest.raises(AccessError, match="you are signed on as Casino Compliance"):
        scene.do(counting.open_box, "181", count=COUNT, box="11", station="1")
    with pytest.raises(AccessError, match="signed in here for another duty"):
        scene.do(
            counting.open_box, "153", Role.COUNT_ROOM_EMPLOYEE, count=COUNT, box="11", station="1"
        )
    scene.do(attendance.leave, "153", count=COUNT, proof=scene.proof("153"))
    _on(scene, "153", Role.COUNT_ROOM_EMPLOYEE)
    with pytest.raises(AccessError, match="signed on as Count Room Employee"):
        _test(scene, "CM-2", tester=scene.proof("153", Role.COUNT_TEAM))


# ------------------------------------------------------------------------------ machine tests


def test_case_D16_a_test_is_exact_by_default(scene: Scene) -> None:
    builders.everybody_in(scene)
    _tell(scene)
    done = _test(scene, off=1)
    assert done.says == "CM-1 failed: it counts nothing until a test passes."
    with pytest.raises(EntryError, match="No counting machine has passed"):
        _secure(scene)
    viewer = Viewer(scene.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    board = count_board.board(scene.database, viewer, scene.now, COUNT)
    assert "CM-1 failed a test." in board.exceptions
    done = _test(scene)
    assert done.extra == {"passed": True}
    with scene.database.read() as tx:
        test = documents.by_name(tx, done.name)
    assert (test.content.machine, test.content.passed) == ("CM-1", True)
    assert [signed.person for signed in test.signatures] == ["151"]
    _secure(scene)


@pytest.mark.parametrize(("off", "passes"), [(1, True), (2, False), (-1, True), (-2, False)])
def test_case_D16_two_percent_or_more_fails_where_that_is_set(
    tmp_path: Path, off: int, *, passes: bool
) -> None:
    settings = Settings(keys_signed_out=False, stations=2, machine_test_tolerance_permille=20)
    scene = builders.a_database(tmp_path, the_house=builders.a_house(settings=settings))
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=DAY)
    builders.everybody_in(scene)
    assert _test(scene, off=off).extra == {"passed": passes}


def test_case_D16_a_failed_machine_counts_nothing(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    builders.a_shown_box(scene, "11")

    def record(machine: str) -> Done:
        sheet = builders.a_sheet(1, machine=machine)
        return scene.do(counting.record_box, "151", count=COUNT, box="11", revision=0, sheet=sheet)

    with pytest.raises(EntryError, match="CM-2 was not tested before this count"):
        record("CM-2")
    _test(scene, "CM-2", off=1)
    with pytest.raises(EntryError, match=r"CM-2 failed its test \(99 of 100 \$100\)"):
        record("CM-2")
    _test(scene, "CM-2")
    record("CM-2")


def test_a_house_may_do_without_machine_tests(tmp_path: Path) -> None:
    settings = Settings(keys_signed_out=False, stations=2, machine_test=False)
    scene = builders.a_count(tmp_path, the_house=builders.a_house(settings=settings))
    builders.a_recorded_box(scene, "11", builders.a_sheet(1, machine="CM-2"))
    with scene.database.read() as tx:
        assert machines.untested_after(tx, COUNT, scene.house) == ()


def test_every_denomination_in_use_is_tested(scene: Scene) -> None:
    builders.everybody_in(scene)
    notes = builders.known_notes(scene)
    with pytest.raises(EntryError, match=r"\$1 missing"):
        _test(scene, notes=notes[:-1])
    with pytest.raises(EntryError, match="twice"):
        _test(scene, notes=(*notes, notes[0]))
    with pytest.raises(EntryError, match="no counting machine CM-9"):
        _test(scene, "CM-9")
    with pytest.raises(EntryError, match=r"\$100: put at least one"):
        _test(scene, notes=(KnownNote(10_000, 0, 0), *notes[1:]))


def test_machines_are_tested_again_after_the_count(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    with pytest.raises(RuleError) as refusal:
        _test(scene, phase=Phase.AFTER)
    assert refusal.value.rule is COUNT_ORDER
    for box in ("11", "21"):
        builders.a_recorded_box(scene, box)
    scene.do(counting.all_recorded, "151", count=COUNT)
    with scene.database.read() as tx:
        assert machines.untested_after(tx, COUNT, scene.house) == ("CM-1",)
    with pytest.raises(RuleError):
        _test(scene)
    _test(scene, phase=Phase.AFTER)
    with scene.database.read() as tx:
        assert machines.untested_after(tx, COUNT, scene.house) == ()
        (first, second) = machines.tests_of(tx, COUNT)

    def present(act: Act) -> Done:
        act.move("count", COUNT, CountState.PRESENTED)
        return act.seal("staged", COUNT, done=Done(""))

    scene.do(present, "161")
    _test(scene, "CM-2", phase=Phase.AFTER)
    content: MachineTest = first.content
    assert content.failed == ()
    assert second.content.phase is Phase.AFTER


# --------------------------------------------------------------------------------- the count


def test_a_count_has_its_place_in_its_gaming_date(scene: Scene) -> None:
    with pytest.raises(EntryError, match=r"Count 2011-06-14/1 is not concluded: go on with it"):
        scene.do(counting.open_count, "161", gaming_date=DAY)
    with pytest.raises(EntryError, match="has not begun"):
        scene.do(counting.open_count, "161", gaming_date=DAY + timedelta(days=2))
    with pytest.raises(AccessError):
        scene.do(counting.open_count, "151", gaming_date=DAY)
    with pytest.raises(NotFoundError, match="No house"):
        scene.do(counting.open_count, "161", gaming_date=DAY - timedelta(days=5))


def test_case_G6_yesterdays_unfinished_count_does_not_stand_in_the_way(scene: Scene) -> None:
    scene.tick(days=1)
    done = scene.do(counting.open_count, "161", gaming_date=DAY + timedelta(days=1))
    assert done.name == "2011-06-15/1"
    assert done.says.endswith("Count 2011-06-14/1 is still to be concluded.")
    viewer = Viewer(scene.house.person("161"), Role.COUNT_ROOM_SUPERVISOR)
    board = count_board.board(scene.database, viewer, scene.now, "2011-06-15/1")
    assert board.others == (COUNT,)
    assert [name for name, _ in count_board.counts(scene.database, viewer)] == [
        "2011-06-15/1",
        COUNT,
    ]


@pytest.mark.rule(COUNT_ORDER)
def test_what_is_done_between_two_states_is_done_nowhere_else() -> None:
    counted = CountState.COUNTING
    assert check_between(counted, counted, counted) is counted
    for state, sentence in (
        (CountState.SUSPENDED, "resume it first"),
        (CountState.PRESENTED, "laid out"),
        (CountState.SCHEDULED, "not where this is done"),
        (CountState.AGREED, "not where this is done"),
    ):
        with pytest.raises(RuleError, match=sentence) as refusal:
            check_between(state, counted, CountState.ALL_RECORDED)
        assert refusal.value.rule is COUNT_ORDER
    presented = CountState.PRESENTED
    assert check_between(presented, counted, CountState.DISCREPANT) is presented
