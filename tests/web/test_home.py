"""The first page of each duty: what waits now, and the one next act."""

import pytest

from countroom.domain.people import Role
from tests.plumbing import floor
from tests.plumbing.served_day import Serve
from tests.plumbing.web import Site


@pytest.mark.parametrize("role", list(Role))
def test_every_duty_has_a_first_page(site: Site, role: Role) -> None:
    page = site.person(role=role).get("/")
    assert "nothing waits" in page.text or "waiting" in page.text


@pytest.mark.parametrize(
    ("role", "act"),
    [
        (Role.SECURITY, "Sign F-0001"),
        (Role.CHIP_BANK_CASHIER, "Answer FR-0002"),
        (Role.PIT_CLERK, "nothing waits"),
    ],
)
def test_what_waits_on_the_floor(site: Site, role: Role, act: str) -> None:
    floor.open_table(site)
    floor.prepared_fill(site)
    floor.asked_fill(site)
    assert act in site.person(role=role).get("/").text


def test_a_rack_that_was_counted_waits_for_its_dealer(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DEALER)
    rack = {"grid.value_chip-main-10000.pieces": "2", "grid.value_chip-main-250.pieces": "0"}
    tablet.send("/pit/table/MS-101/count/opening", **rack)  # type: ignore[arg-type]
    assert "Sign IS-0001" in tablet.get("/").text
    assert "nothing waits" in site.person(role=Role.FLOORPERSON).get("/").text


def test_the_drop_waits_inside_its_window(site: Site) -> None:
    floor.place_boxes(site)
    assert "nothing waits" in site.person(role=Role.DROP_TEAM).get("/").text
    site.clock.on(hours=14)
    tablet = site.person(role=Role.DROP_TEAM)
    assert "Tell surveillance" in tablet.get("/").text
    tablet.send("/drop/tell", officer="170")
    assert "Drop MS-101" in tablet.get("/").text
    tablet.send("/drop/table/PK-301", box="8", ends="day")
    assert "Load the trolley" in tablet.get("/").text


def test_the_count_waits_for_cage_representative_and_accounting(serve: Serve) -> None:
    day = serve("presented")
    assert "Recount 2011-06-14/1" in day.tablet("M1").get("/").text
    assert "Observe 2011-06-14/1" in day.tablet("B1").get("/").text
    day = serve("agreed")
    assert "Sign the reports of 2011-06-14/1" in day.tablet("M1").get("/").text
    day.day.sign_all()
    day.day.distribute()
    assert "Seal the proceeds of 2011-06-14/1" in day.tablet("M1").get("/").text
    assert "Sign in pouch P-1" in day.tablet("A1").get("/").text
    assert "Enter the checks of 2011-06-14" in serve("concluded").tablet("A1").get("/").text
