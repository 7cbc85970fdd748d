"""The key log: out and in, lost and broken, re-keyed; content keys asked back before the end."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.inventory import SlipKind
from countroom.domain.keys import KeyKind, KeyState, container_key, keys_of, keys_of_box
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import keys as key_log
from countroom.operations import attendance, closing_room, counting, drop, keys, slips
from countroom.regulations import COUNT_ORDER, KEY_CUSTODY, V_03
from tests import builders
from tests.builders import COUNT, DAY, Scene
from tests.operations.test_chip_moves import rack

SECURITY, TEAM, SUPERVISOR, CCR, OFFICER = "121", "141", "161", "181", "201"
TOLD = (CCR, SECURITY, OFFICER)


def viewer(scene: Scene, badge: str) -> Viewer:
    who = scene.who(badge)
    return Viewer(who.person, who.duty)


def out(scene: Scene, named: str = "release-R-1", badge: str = SECURITY, **changed: Any) -> None:
    asked: dict[str, Any] = {"named": named, "purpose": "the drop", **changed}
    scene.do(keys.sign_out, SECURITY, proof=scene.proof(badge), **asked)


def gone(scene: Scene, named: str, what: str = "lost") -> None:
    scene.do(keys.report, SECURITY, named=named, what=what, why="fell down a drain", told=TOLD)


def rekeyed(scene: Scene, named: str) -> None:
    proofs: dict[str, Any] = {
        "security": scene.proof(SECURITY),
        "representative": scene.proof(CCR),
    }
    scene.do(keys.rekey, SECURITY, named=named, by="Locksmith (sample)", **proofs)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return builders.a_database(tmp_path)


def test_every_lock_of_the_house_has_its_key(scene: Scene) -> None:
    named = [key.name for key in keys_of(scene.house)]
    assert named[:3] == ["release-R-1", "content_a-A-1", "content_b-B-1"]
    assert named[-2:] == ["trolley-1", "room-1"]
    assert {f"container-{pit.code}" for pit in scene.house.pits} <= set(named)
    assert keys_of_box(scene.house, scene.house.boxes[0]) == {
        KeyKind.RELEASE: "release-R-1",
        KeyKind.CONTENT_A: "content_a-A-1",
        KeyKind.CONTENT_B: "content_b-B-1",
    }


@pytest.mark.rule(KEY_CUSTODY)
def test_a_key_is_out_to_one_holder_and_comes_back(scene: Scene) -> None:
    out(scene)
    with pytest.raises(RuleError, match="R-1 is out to") as refused:
        out(scene, badge=TEAM)
    assert refused.value.rule is KEY_CUSTODY
    stands = key_log.one(scene.database, viewer(scene, OFFICER), scene.now, "release-R-1")
    assert (stands.state, stands.purpose) == (KeyState.OUT, "the drop")
    assert stands.holder == scene.house.person(SECURITY).name
    scene.do(keys.sign_in, TEAM, named="release-R-1", proof=scene.proof(TEAM))
    with pytest.raises(RuleError, match="is in"):
        scene.do(keys.sign_in, TEAM, named="release-R-1", proof=scene.proof(TEAM))
    day = scene.house.property.gaming_date(scene.now)
    lines = key_log.log(scene.database, viewer(scene, OFFICER), scene.now, day)
    assert [(line.act, line.says) for line in lines] == [("out", "the drop"), ("in", "")]
    assert lines[1].holder == scene.house.person(TEAM).name
    assert not key_log.log(
        scene.database, viewer(scene, OFFICER), scene.now, day - timedelta(days=1)
    )


def test_who_gets_no_key_and_what_for(scene: Scene) -> None:
    with pytest.raises(AccessError, match="not given to the duty Count Room Supervisor"):
        out(scene, badge=SUPERVISOR)
    with pytest.raises(EntryError, match="Say what the key is taken for"):
        out(scene, purpose=" ")
    with pytest.raises(EntryError, match="signed out in the count room"):
        out(scene, "content_a-A-1", CCR)
    with pytest.raises(NotFoundError, match="no key master"):
        out(scene, "master")
    with pytest.raises(AccessError, match="not open to the duty"):
        scene.do(keys.sign_out, "171", named="room-1", proof=scene.proof(SECURITY), purpose="x")
    with pytest.raises(NotFoundError, match="no key master"):
        key_log.one(scene.database, viewer(scene, OFFICER), scene.now, "master")


def test_a_key_out_since_before_the_gaming_day_is_marked(scene: Scene) -> None:
    out(scene, "room-1")
    scene.now += timedelta(days=1)
    stands = key_log.one(scene.database, viewer(scene, SECURITY), scene.now, "room-1")
    assert stands.overnight


@pytest.mark.rule(KEY_CUSTODY)
def test_a_lost_release_key_drops_no_box_until_its_lock_is_rekeyed(scene: Scene) -> None:
    scene.do(drop.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer=OFFICER)
    out(scene)
    gone(scene, "release-R-1")
    with pytest.raises(RuleError, match="of box 31 is lost: re-key it") as refused:
        scene.do(drop.drop_box, TEAM, table="PK-301", box="31")
    assert refused.value.rule is KEY_CUSTODY
    with pytest.raises(RuleError, match="is lost"):
        gone(scene, "release-R-1", "broken")
    rekeyed(scene, "release-R-1")
    scene.do(drop.drop_box, TEAM, table="PK-301", box="31")
    stands = key_log.one(scene.database, viewer(scene, SECURITY), scene.now, "release-R-1")
    assert stands.state is KeyState.IN
    day = scene.house.property.gaming_date(scene.now)
    lines = key_log.log(scene.database, viewer(scene, SECURITY), scene.now, day)
    assert [line.act for line in lines] == ["out", "lost", "re-keyed"]
    assert "told: " in lines[1].says
    assert "Locksmith (sample); beside " in lines[2].says


def test_a_lost_key_is_told_to_three_and_rekeyed_beside_two(scene: Scene) -> None:
    asked: dict[str, Any] = {"named": "room-1", "what": "broken"}
    with pytest.raises(EntryError, match="Say how the key came to be broken"):
        scene.do(keys.report, SECURITY, **asked, why="", told=TOLD)
    with pytest.raises(EntryError, match="representative, security and surveillance"):
        scene.do(keys.report, SECURITY, **asked, why="bent", told=(CCR, SECURITY))
    with pytest.raises(RuleError, match="is in"):
        rekeyed(scene, "room-1")
    gone(scene, "room-1", "broken")
    proofs: dict[str, Any] = {
        "security": scene.proof(SECURITY),
        "representative": scene.proof(CCR),
    }
    with pytest.raises(EntryError, match="Say who re-keyed"):
        scene.do(keys.rekey, SECURITY, named="room-1", by="", **proofs)
    wrong: dict[str, Any] = {"security": scene.proof(TEAM), "representative": scene.proof(CCR)}
    with pytest.raises(AccessError, match="stand by"):
        scene.do(keys.rekey, SECURITY, named="room-1", by="Locksmith (sample)", **wrong)


@pytest.mark.rule(KEY_CUSTODY)
def test_a_box_whose_content_key_is_lost_is_forced_not_opened(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    gone(scene, "content_b-B-1")
    where: dict[str, Any] = {"count": COUNT, "box": "11", "station": "1"}
    with pytest.raises(RuleError, match="Content key B of box 11 is lost") as refused:
        scene.do(counting.open_box, "151", **where)
    assert refused.value.rule is KEY_CUSTODY
    scene.do(counting.force_box, SUPERVISOR, **where, why="its key is lost")
    says = scene.do(attendance.return_keys, SUPERVISOR, count=COUNT).says
    assert says == "The content keys are back, but for content_b-B-1 lost."
    day = scene.house.property.gaming_date(scene.now)
    last = key_log.log(scene.database, viewer(scene, CCR), scene.now, day)[-1]
    assert (last.key, last.act) == ("Content keys A, B", "in")
    assert "content_b-B-1" in last.says


@pytest.mark.rule(V_03)
def test_content_keys_still_out_are_asked_back_before_the_end(tmp_path: Path) -> None:
    scene = builders.a_count(tmp_path)
    found = key_log.content_out(scene.database, viewer(scene, CCR), scene.now)
    assert [(one.count, one.a) for one in found] == [(COUNT, scene.house.person(CCR).name)]
    with pytest.raises(RuleError) as early:
        scene.do(closing_room.conclude, SUPERVISOR, count=COUNT)
    assert early.value.rule is COUNT_ORDER
    scene.do(attendance.return_keys, SUPERVISOR, count=COUNT)
    assert not key_log.content_out(scene.database, viewer(scene, CCR), scene.now)


def test_who_handles_no_keys_reads_no_log(scene: Scene) -> None:
    for badge in ("171",):
        with pytest.raises(AccessError):
            key_log.log(
                scene.database,
                Viewer(scene.who(badge).person, Role.MARKETING),
                scene.now,
                DAY,
            )


# ------------------------------------------------------------------- keys for what they open


@pytest.fixture
def strict(tmp_path: Path) -> Scene:
    """A house in which a key is signed out for each use."""
    house = builders.a_house()
    house = replace(house, settings=replace(house.settings, keys_signed_out=True))
    return builders.a_database(tmp_path, the_house=house)


def opening(scene: Scene) -> Any:
    asked: dict[str, Any] = {"table": "MS-102", "kind": SlipKind.OPENING, "pieces": rack()}
    return scene.do(slips.count, "101", **asked)


def dropped(scene: Scene) -> Any:
    box = builders.FIRST["MS-101"]
    return scene.do(drop.drop_box, TEAM, table="MS-101", box=box)


def loaded(scene: Scene) -> Any:
    both = {"drop_team": scene.proof(TEAM), "security": scene.proof(SECURITY)}
    boxes = (builders.FIRST["MS-101"],)
    asked: dict[str, Any] = {"gaming_date": DAY, "trolley": "T-1", "boxes": boxes, **both}
    return scene.do(drop.load_trolley, TEAM, **asked)


@pytest.mark.rule(KEY_CUSTODY)
def test_a_key_is_out_for_what_it_opens(strict: Scene) -> None:
    container = container_key(strict.house, "MS-102").name
    assert "not signed out: sign it out to open MS-102" in refused(lambda: opening(strict))
    out(strict, container, "111", purpose="opening")
    assert opening(strict).name == "IS-0001"
    strict.now = builders.DROP
    strict.do(drop.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer=OFFICER)
    assert "not signed out: sign it out to take box" in refused(lambda: dropped(strict))
    out(strict)
    dropped(strict)
    assert "not signed out: sign it out to load" in refused(lambda: loaded(strict))
    out(strict, "trolley-1")
    loaded(strict)


@pytest.mark.rule(KEY_CUSTODY)
def test_a_lost_key_opens_nothing_in_any_house(scene: Scene) -> None:
    gone(scene, container_key(scene.house, "MS-102").name)
    assert "is lost: re-key it to open MS-102" in refused(lambda: opening(scene))
    rekeyed(scene, container_key(scene.house, "MS-102").name)
    opening(scene)
    gone(scene, "trolley-1", "broken")
    scene.now = builders.DROP
    scene.do(drop.tell_surveillance, SECURITY, what="drop", gaming_date=DAY, officer=OFFICER)
    dropped(scene)
    assert "is broken: re-key it to load the trolley" in refused(lambda: loaded(scene))


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        act()
    assert refusal.value.rule == KEY_CUSTODY
    return refusal.value.message
