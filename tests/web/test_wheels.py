"""A Roulette wheel on screen: colours marked and freed, counted by two, the log for accounting."""

from dataclasses import replace
from typing import Any

import pytest

from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.people import Role
from countroom.operations import house
from countroom.operations.acts import perform
from tests.plumbing import floor
from tests.plumbing.web import Site, badge_of, pin_of, staffed_house

COLOURS, IMPRESS = "/pit/table/MS-101/colours", "/pit/table/MS-101/impressment"
RED: dict[str, Any] = {"colour": "red", "stack": "20"}


@pytest.fixture
def wheel(site: Site) -> Site:
    plain = staffed_house()
    tables = tuple(
        replace(table, chip_sets=(*table.chip_sets, "red")) if table.code == "MS-101" else table
        for table in plain.tables
    )
    red = ChipSet("red", "Red of wheel 1", ChipKind.NONVALUE, ())
    changed = replace(plain, chip_sets=(*plain.chip_sets, red), tables=tables)
    now = site.clock()
    asked: dict[str, Any] = {"house": changed, "effective": now.date()}
    who = replace(house.the_program(), via="played")
    perform(site.database, house.load_property, who=who, now=now, **asked)
    return site


def signs(role: Role, prefix: str = "") -> dict[str, Any]:
    return {f"{prefix}badge": badge_of(role), f"{prefix}pin": pin_of(badge_of(role))}


BOTH = signs(Role.DEALER) | signs(Role.FLOORPERSON, "second_")


def test_a_colour_is_marked_and_freed_at_an_open_table(wheel: Site) -> None:
    tablet = wheel.person(role=Role.DEALER)
    page = tablet.send(COLOURS, status=409, **RED)
    assert "MS-101 is closed: no stack is marked at it." in page.text
    floor.open_table(wheel)
    assert COLOURS in {a.attributes.get("href") for a in tablet.get("/pit/table/MS-101").all("a")}
    page = tablet.send(COLOURS, status=422, colour="red", stack="")
    assert "enter what a stack is worth" in page.text
    tablet.send(COLOURS, **RED)
    page = tablet.get(COLOURS)
    assert "20.00" in page.text
    assert "1.00" in page.text
    tablet.send(COLOURS, colour="red", stack="", act="free")
    assert "not marked" in tablet.get(COLOURS).text
    tablet.get("/pit/table/PK-301/colours", status=404)


def test_the_chips_of_a_wheel_are_counted_and_what_is_missing_is_logged(wheel: Site) -> None:
    tablet = wheel.person(role=Role.FLOORPERSON)
    wrong: dict[str, Any] = {"counted.red": "many", "imprest.red": "300"}
    page = tablet.send(IMPRESS, status=422, **wrong, **BOTH)
    assert "whole number of pieces" in page.text
    assert page.one("input", name="imprest.red").attributes["value"] == "300"
    counted: dict[str, Any] = {"counted.red": "298", "imprest.red": "300"}
    tablet.send(IMPRESS, **counted, **BOTH)
    page = tablet.get(COLOURS)
    assert "2 missing of 300" in page.text
    assert "RI-0001" in page.text
    log = wheel.person(role=Role.ACCOUNTING).get("/accounting/wheels")
    assert "MS-101, red: 2 missing of 300." in log.text
