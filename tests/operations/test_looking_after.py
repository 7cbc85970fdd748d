"""Looking after people, settings, the journal and notices; and who is refused."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.audit import Differing
from countroom.domain.people import Role
from countroom.domain.procedure import SETTING_NAMES, ContentKeyHolder, Settings
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.inquiries import (
    audit,
    chips,
    drop_floor,
    floor,
    gaming_days,
    openings,
    people,
    procedure,
    racks,
    trail,
    watch,
)
from countroom.inquiries.people import Way
from countroom.operations import drop, house, secrecy
from countroom.operations import people as staff
from countroom.operations.acts import perform
from countroom.operations.books import explaining
from countroom.operations.books.explaining import Seen
from countroom.stores import desk, migrating
from countroom.stores.database import Database
from countroom.stores.desk import Secret
from tests import builders
from tests.builders import DAY, Scene

ADMIN, CCR = "221", "181"
TODAY = DAY


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    made = builders.a_database(tmp_path)
    made.now = max(made.now, builders.START + timedelta(hours=2))
    return made


def viewer(scene: Scene, badge: str, duty: Role | None = None) -> Viewer:
    who = scene.who(badge, duty)
    return Viewer(who.person, who.duty)


def retire(scene: Scene, badge: str, second: str, **asked: Any) -> None:
    given: dict[str, Any] = {"effective": TODAY, **asked}
    scene.do(staff.retire, ADMIN, person=badge, second=scene.proof(second), **given)


def test_leaving_needs_an_administrator_and_somebody_else(scene: Scene) -> None:
    with pytest.raises(AccessError, match="needs two people"):
        retire(scene, "101", ADMIN)
    with pytest.raises(AccessError, match="needs two people"):
        retire(scene, "101", "101")
    with pytest.raises(AccessError, match="not open to the duty"):
        scene.do(staff.retire, "161", person="101", effective=TODAY, second=scene.proof("121"))
    retire(scene, "101", "121")
    with scene.database.read() as tx:
        assert "101" not in {one.code for one in house.house_at(tx, scene.now).people}


def test_a_representative_leaves_beside_another_one(scene: Scene) -> None:
    with pytest.raises(AccessError, match="another representative"):
        retire(scene, "182", "121")
    retire(scene, "182", CCR)


def test_nobody_leaves_before_today_or_before_the_newest_change(scene: Scene) -> None:
    with pytest.raises(EntryError, match="or a later gaming date"):
        retire(scene, "101", "121", effective=TODAY - timedelta(days=1))
    retire(scene, "101", "121", effective=TODAY + timedelta(days=2))
    with pytest.raises(EntryError, match="2011-06-16 or a later"):
        retire(scene, "102", "121", effective=TODAY + timedelta(days=1))


def test_whether_everybody_can_sign_in(scene: Scene) -> None:
    with scene.database.write() as tx:
        desk.save_secret(tx, Secret("101", "pin", "", scene.now, None, None))
    found = people.one(scene.database, viewer(scene, ADMIN), scene.now, "101")
    assert found.way is Way.NONE
    with scene.database.write() as tx:
        code = secrecy.hash_secret("ABCD", secrecy.CHEAP)
        desk.save_secret(tx, Secret("101", "code", code, scene.now, None, None))
    found = people.one(scene.database, viewer(scene, ADMIN), scene.now, "101")
    assert found.way is Way.CODE
    with pytest.raises(NotFoundError):
        people.one(scene.database, viewer(scene, ADMIN), scene.now, "999")


REFUSED: dict[str, Callable[[Scene], object]] = {
    "people": lambda s: people.everybody(s.database, viewer(s, "161"), s.now),
    "settings": lambda s: procedure.in_force(s.database, viewer(s, "101"), s.now),
    "journal": lambda s: trail.read(s.database, viewer(s, "161"), s.now),
    "notices": lambda s: watch.notices(s.database, viewer(s, "101"), s.now),
    "tables": lambda s: floor.cards(s.database, viewer(s, "141"), s.now),
    "bench": lambda s: floor.bench(s.database, viewer(s, "141"), s.now, "MS-101"),
    "inventory": lambda s: racks.inventory(s.database, viewer(s, "141"), "IS-0001"),
    "sums": lambda s: racks.arithmetic(s.database, viewer(s, "141"), "IS-0001"),
    "error slip": lambda s: openings.error_slip(s.database, viewer(s, "191"), s.now, "EN-0001"),
    "error slips": lambda s: openings.waiting(s.database, viewer(s, "131"), s.now),
    "differs": lambda s: openings.facing(s.database, viewer(s, "121"), s.now, "IS-0001"),
    "no slip": lambda s: openings.without_slip(s.database, viewer(s, "121"), s.now),
    "mismatches": lambda s: openings.of_day(s.database, viewer(s, "171"), DAY),
    "early mismatches": lambda s: openings.of_day(s.database, viewer(s, "191"), DAY),
    "chips": lambda s: chips.queue(s.database, viewer(s, "191"), s.now),
    "sheet": lambda s: chips.sheet(s.database, viewer(s, "191"), s.now, "F-0001"),
    "drop": lambda s: drop_floor.floor(s.database, viewer(s, "191"), s.now),
    "drop table": lambda s: drop_floor.at_table(s.database, viewer(s, "101"), s.now, "MS-101"),
    "days": lambda s: gaming_days.days(s.database, viewer(s, "171")),
    "day": lambda s: gaming_days.one(s.database, viewer(s, "171"), DAY),
    "checks": lambda s: gaming_days.counter_checks(s.database, viewer(s, "211"), DAY),
    "early checks": lambda s: gaming_days.counter_checks(s.database, viewer(s, "191"), DAY),
    "audit": lambda s: audit.audit(s.database, viewer(s, "171"), DAY, Path()),
    "figures": lambda s: audit.figures(s.database, viewer(s, "171"), DAY, "MS-101"),
    "mark": lambda s: audit.mark(s.database, viewer(s, "171"), DAY),
}


@pytest.mark.parametrize("what", REFUSED)
def test_each_inquiry_asks_first_whose_place_it_is(scene: Scene, what: str) -> None:
    with pytest.raises(AccessError):
        REFUSED[what](scene)


def test_settings_say_since_when_they_hold(scene: Scene) -> None:
    changed = replace(
        scene.house.settings,
        stations=3,
        drop_from=time(4, 30),
        content_key_b=ContentKeyHolder.ACCOUNTING,
    )
    later = replace(scene.house, settings=changed)
    scene.do(
        house.load_property,
        ADMIN,
        house=later,
        effective=TODAY,
        second=scene.proof("121"),
    )
    found = {
        entry.name: entry
        for entry in procedure.in_force(scene.database, viewer(scene, CCR), scene.now)
    }
    assert list(found) == list(SETTING_NAMES)
    stations = found["stations"]
    assert (stations.value, stations.usual, stations.since) == ("3", "2", TODAY)
    assert stations.changed
    assert found["drop_from"].value == "04:30"
    assert found["content_key_b"].value == "accounting"
    assert found["team_minimum"].since == TODAY - timedelta(days=1)
    assert found["variance_warn"].value == Settings().variance_warn.text()
    assert not found["team_minimum"].changed


def test_a_house_at_work_is_changed_by_an_administrator_and_another(scene: Scene) -> None:
    asked: dict[str, Any] = {"house": scene.house, "effective": TODAY}
    with pytest.raises(AccessError, match="two people"):
        scene.do(house.load_property, ADMIN, **asked)
    with pytest.raises(AccessError, match="two people"):
        scene.do(house.load_property, ADMIN, second=scene.proof(ADMIN), **asked)
    with pytest.raises(AccessError, match="not open"):
        scene.do(house.load_property, "161", second=scene.proof("121"), **asked)


def test_the_program_changes_a_house_until_two_people_can(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")
    migrating.migrate(database)
    asked: dict[str, Any] = {"house": builders.a_house(), "effective": TODAY}

    def by_the_program() -> None:
        who = house.the_program()
        perform(database, house.load_property, who=who, now=builders.START, **asked)

    def with_pin(badge: str) -> None:
        with database.write() as tx:
            desk.save_secret(tx, Secret(badge, "pin", "hashed", builders.START, None, None))

    by_the_program()
    with_pin("121")
    by_the_program()
    with_pin("122")
    by_the_program()  # two people, and neither is an administrator
    with_pin(ADMIN)
    with pytest.raises(AccessError, match="two people"):
        by_the_program()
    database.close()


def test_notices_are_listed_newest_first_and_old_ones_are_left_out(scene: Scene) -> None:
    told: dict[str, Any] = {"what": "drop", "officer": "201"}
    scene.do(drop.tell_surveillance, "141", gaming_date=DAY - timedelta(days=30), **told)
    scene.do(drop.tell_surveillance, "141", gaming_date=DAY, **told)
    scene.do(drop.tell_surveillance, "161", gaming_date=DAY, what="count", officer="201")
    found = watch.notices(scene.database, viewer(scene, "201"), scene.now)
    assert [(one.what, one.gaming_date) for one in found] == [("count", DAY), ("drop", DAY)]


def test_the_journal_is_read_by_words_names_and_number(scene: Scene) -> None:
    read: dict[str, Any] = {
        "database": scene.database,
        "viewer": viewer(scene, "211"),
        "now": scene.now,
    }
    newest = trail.read(**read)
    assert newest.before is None
    assert newest.traces[0].seq > newest.traces[-1].seq
    by_name = trail.read(**read, words="person 141 (sample)")
    assert {trace.person for trace in by_name.traces} == {"141"}
    placed = trail.read(**read, words="BOX PLACED")
    assert {trace.act for trace in placed.traces} == {"box placed"}
    assert not trail.read(**read, words="%").traces
    before = trail.read(**read, before=3)
    assert [trace.seq for trace in before.traces] == [2, 1]
    assert not trail.read(**read, day=date(2020, 1, 1)).traces


def test_what_was_found_is_written_down_after_the_conclusion_only(scene: Scene) -> None:
    seen = Seen(Differing("MS-101"), mark="")
    asked: dict[str, Any] = {"gaming_date": DAY, "seen": seen, "found": "A note"}
    asked["proof"] = scene.proof("191")
    with pytest.raises(NotFoundError, match="no count"):
        scene.do(explaining.explain, "191", **asked)
    with pytest.raises(AccessError, match="not open"):
        scene.do(explaining.explain, "211", **asked)


def test_the_drop_names_the_oldest_day_that_a_table_stands_in(scene: Scene) -> None:
    scene.now = max(scene.now, builders.DROP)
    seen = drop_floor.floor(scene.database, viewer(scene, "141"), scene.now)
    assert seen.gaming_date == DAY
    assert seen.told is None
    assert seen.in_window
    builders.a_drop(scene, boxes=2)
    seen = drop_floor.floor(scene.database, viewer(scene, "121"), scene.now)
    assert seen.gaming_date == DAY + timedelta(days=1)
    assert seen.manifests == ("DM-0001",)
    assert not seen.off
