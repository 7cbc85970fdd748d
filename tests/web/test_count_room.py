"""The count room's pages, from the scheduled count to the last box recorded."""

import pytest

from countroom.domain.people import Role
from tests.plumbing.dropped import COUNT, drop_all, open_count
from tests.plumbing.web import Site, Tablet, pin_of

ROOM = f"/count-room/{COUNT}"


@pytest.fixture
def dropped(site: Site) -> Site:
    """The house with both boxes in the trolley and the count scheduled."""
    drop_all(site)
    open_count(site)
    return site


def sign_on(tablet: Tablet, *badges: str) -> None:
    for badge in badges:
        tablet.send(f"{ROOM}/sign-on", badge=badge, pin=pin_of(badge))


def try_machine(tablet: Tablet) -> None:
    path = f"{ROOM}/machines/CM-1/before"
    page = tablet.get(path)
    cells = {
        field.attributes["name"]: "10"
        for field in page.all("input")
        if field.attributes.get("name", "").startswith("grid.")
    }
    tablet.post(path, {**tablet.hidden(page, path), **cells, "badge": "101", "pin": pin_of("101")})


def begin(site: Site) -> Tablet:
    """The supervisor's tablet, when the boxes are in."""
    tablet = site.person(role=Role.COUNT_ROOM_SUPERVISOR)
    sign_on(tablet, "110", "101", "102", "103", "120")
    tablet.send(f"{ROOM}/tell", officer="170")
    try_machine(tablet)
    tablet.send(f"{ROOM}/secure", doors_locked="1", transparent_containers="1")
    for box in ("7", "8"):
        page = tablet.get(f"{ROOM}/receive")
        tablet.post(
            f"{ROOM}/receive/box", {**tablet.hidden(page, f"{ROOM}/receive/box"), "box": box}
        )
    tablet.send(f"{ROOM}/receive", badge="110", pin=pin_of("110"))
    tablet.send(
        f"{ROOM}/keys",
        badge="120",
        pin=pin_of("120"),
        second_badge="110",
        second_pin=pin_of("110"),
    )
    return tablet


def test_the_room_is_opened_step_by_step(dropped: Site) -> None:
    tablet = begin(dropped)
    page = tablet.get(ROOM)
    assert "0 of 2" in page.text
    assert "boxes received" in page.text
    assert "Count box 7" in page.text
    assert "Key A: Person 120 (sample)" in page.text
