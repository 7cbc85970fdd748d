"""Roulette wheels: stacks marked at an open table, nonvalue chips counted by two people."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.access import Viewer
from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.domain.wheel_chips import Mark
from countroom.errors import AccessError, EntryError, NotFoundError
from countroom.inquiries import wheels
from countroom.inquiries.verification import verify
from countroom.money import Money
from countroom.operations import wheels as wheeling
from countroom.operations.acts import Done
from countroom.regulations import IMPRESSMENT, V_22
from tests.builders import Scene, a_database, a_house
from tests.operations.test_chip_moves import TABLE, a_slip, check_refused

FULL = {"red": 300, "blue": 200}
STACK = Mark(Money(20_00))


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    house = a_house()
    colours = tuple(ChipSet(code, code.title(), ChipKind.NONVALUE, ()) for code in FULL)
    tables = tuple(
        replace(table, chip_sets=(*table.chip_sets, *FULL)) if table.code == TABLE else table
        for table in house.tables
    )
    wheel = a_house(chip_sets=(*house.chip_sets, *colours), tables=tables)
    made = a_database(f"sqlite:///{tmp_path / 'wheel.db'}", the_house=wheel)
    yield made
    made.database.close()


def impress(scene: Scene, counted: dict[str, int], **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "table": TABLE,
        "counted": counted,
        "imprest": {},
        "dealer": scene.proof("101"),
        "floorperson": scene.proof("111"),
    }
    return scene.do(wheeling.impress, "111", **(asked | changed))


def viewer(scene: Scene, badge: str) -> Viewer:
    person = scene.house.person(badge)
    return Viewer(person, person.roles[0])


def seen(scene: Scene) -> wheels.Wheel:
    return wheels.wheel(scene.database, viewer(scene, "111"), scene.now, TABLE)


def mark(scene: Scene, colour: str = "red", table: str = TABLE) -> Done:
    return scene.do(wheeling.mark, "101", table=table, colour=colour, mark=STACK)


def test_a_colour_is_marked_once_and_freed(scene: Scene) -> None:
    a_slip(scene, SlipKind.OPENING)
    mark(scene)
    assert {colour.code: colour.mark for colour in seen(scene).colours} == {
        "red": STACK,
        "blue": None,
    }
    with pytest.raises(EntryError, match=r"marked 20.00: free it first"):
        mark(scene)
    scene.do(wheeling.free, "101", table=TABLE, colour="red")
    with pytest.raises(NotFoundError, match="not marked"):
        scene.do(wheeling.free, "101", table=TABLE, colour="red")
    mark(scene)
    with pytest.raises(NotFoundError, match="no colour pink"):
        mark(scene, "pink")
    with pytest.raises(NotFoundError, match="no nonvalue chips"):
        mark(scene, table="MS-101")
    with pytest.raises(NotFoundError, match="no nonvalue chips"):
        wheels.wheel(scene.database, viewer(scene, "111"), scene.now, "MS-101")
    assert verify(scene.database) == []


@pytest.mark.rule(V_22)
def test_no_stack_is_marked_at_a_closed_table(scene: Scene) -> None:
    check_refused(V_22, lambda: mark(scene))


@pytest.mark.rule(IMPRESSMENT)
def test_a_wheel_is_counted_by_two_and_what_is_missing_is_logged(scene: Scene) -> None:
    with pytest.raises(EntryError, match="how many belong"):
        impress(scene, FULL)
    impress(scene, FULL, imprest=FULL)
    assert wheels.log(scene.database, viewer(scene, "191")) == ()
    impress(scene, {"red": 297, "blue": 200})
    (found,) = wheels.log(scene.database, viewer(scene, "191"))
    assert "red: 3 missing of 300. Since RI-0001: 3 lost." in found.sentence
    last = {colour.code: colour.last for colour in seen(scene).colours}
    assert last["red"] is not None
    assert last["red"].over == -3
    with pytest.raises(EntryError, match="say why a set changes: red"):
        impress(scene, {"red": 297, "blue": 200}, imprest={"red": 297})
    less = impress(
        scene, {"red": 297, "blue": 200}, imprest={"red": 297}, remark="Set made smaller."
    )
    assert less.says.startswith("RI-0003: 0 of 2")
    assert verify(scene.database) == []
    with pytest.raises(AccessError):
        wheels.log(scene.database, viewer(scene, "111"))


def test_a_wheel_is_counted_whole_and_signed_by_dealer_and_floorperson(scene: Scene) -> None:
    with pytest.raises(EntryError, match="blue: not counted"):
        impress(scene, {"red": 300}, imprest=FULL)
    with pytest.raises(AccessError):
        impress(scene, FULL, imprest=FULL, dealer=scene.proof("111"))


@pytest.mark.rule(IMPRESSMENT)
def test_one_person_does_not_sign_an_impressment_twice(tmp_path: Path) -> None:
    house = a_house()
    people = tuple(
        replace(person, roles=(Role.DEALER, Role.FLOORPERSON)) if person.code == "101" else person
        for person in house.people
    )
    red = ChipSet("red", "Red", ChipKind.NONVALUE, ())
    tables = tuple(
        replace(table, chip_sets=(*table.chip_sets, "red")) if table.code == TABLE else table
        for table in house.tables
    )
    changed = a_house(people=people, chip_sets=(*house.chip_sets, red), tables=tables)
    scene = a_database(f"sqlite:///{tmp_path / 'hats.db'}", the_house=changed)
    alone = {"floorperson": scene.proof("101", Role.FLOORPERSON)}
    check_refused(IMPRESSMENT, lambda: impress(scene, {"red": 9}, imprest={"red": 9}, **alone))
