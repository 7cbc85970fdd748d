"""The key log on its screens."""

from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.regulations import KEY_CUSTODY
from tests.plumbing.web import Site, badge_of, pin_of

SECURITY, OFFICER, CCR = (badge_of(role) for role in (Role.SECURITY, Role.SURVEILLANCE, Role.CCR))


def shows(badge: str) -> dict[str, Any]:
    return {"badge": badge, "pin": pin_of(badge)}


def test_a_key_goes_out_and_comes_back(site: Site) -> None:
    tablet = site.person(role=Role.SECURITY)
    assert "No key moved on this gaming date." in tablet.get("/drop/keys").text
    path = "/drop/keys/release-R-1"
    page = tablet.send(path, status=422, **shows(SECURITY))
    assert "Say what the key is taken for." in page.text
    tablet.send(path, purpose="the drop", **shows(SECURITY))
    page = tablet.get("/drop/keys")
    assert "Release key R-1 takes boxes off their tables out" in page.text
    assert "Key log 1" in page.text
    assert "Take the key back" in tablet.get(path).text
    tablet.send(path, **shows(SECURITY))
    assert "Key log 2" in tablet.get("/drop/keys?day=2011-06-14").text
    assert "Key log 0" in tablet.get("/drop/keys?day=2011-06-10").text


@pytest.mark.rule(KEY_CUSTODY)
def test_a_lost_key_is_recorded_told_and_rekeyed(site: Site) -> None:
    tablet = site.person(role=Role.SECURITY)
    path = "/drop/keys/trolley-1"
    told: dict[str, Any] = {"representative": CCR, "security": SECURITY, "officer": OFFICER}
    page = tablet.send(f"{path}/gone", status=422, what="lost", why="gone", representative=CCR)
    assert "Tell a compliance representative, security and surveillance" in page.text
    tablet.send(f"{path}/gone", what="lost", why="Fell down a drain", **told)
    page = tablet.get(path)
    assert "Fell down a drain" in page.text
    assert "Record the new key" in page.text
    second: dict[str, Any] = {"second_badge": CCR, "second_pin": pin_of(CCR)}
    tablet.send(path, by="Locksmith (sample)", **shows(SECURITY), **second)
    assert "re-keyed" in tablet.get("/drop/keys").text


def test_content_keys_go_out_in_the_count_room(site: Site) -> None:
    page = site.person(role=Role.CCR).get("/drop/keys/content_a-A-1")
    assert "go out together for a count, to two people" in page.text


def test_a_key_out_overnight_is_called_for(site: Site) -> None:
    tablet = site.person(role=Role.SECURITY)
    tablet.send("/drop/keys/room-1", purpose="the door", **shows(SECURITY))
    site.clock.on(days=1)
    page = site.person(role=Role.SECURITY).get("/")
    assert "Ask Count room key 1 back" in page.text
    assert "out since before today" in site.person(role=Role.SURVEILLANCE).get("/drop/keys").text
