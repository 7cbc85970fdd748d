"""The series register, the papers in the boxes and the exceptions, on their screens."""

from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.regulations import V_20
from tests.plumbing import floor
from tests.plumbing.web import Site


@pytest.fixture
def place(site: Site) -> Site:
    """A floor with a fill prepared and one asked for and taken back."""
    floor.open_table(site)
    floor.prepared_fill(site)
    return site


@pytest.mark.rule(V_20)
def test_every_number_is_on_the_register_and_one_is_accounted_for(place: Site) -> None:
    tablet = place.person(role=Role.ACCOUNTING)
    page = tablet.get("/accounting/series")
    assert "Series of slips 8" in page.text
    assert "F-0001 issued MS-101" in page.text
    path = "/accounting/day/2011-06-14/papers/number"
    page = tablet.send(path, status=422, number="9", table="MS-101", what="missing", why="x")
    assert "Write a number such as F-0005" in page.text
    asked: dict[str, Any] = {"table": "MS-101", "what": "not on record", "why": "It lay in box 7."}
    tablet.send(path, number="F-0006", **asked)
    page = tablet.get("/accounting/series?day=2011-06-14")
    assert "F-0006 not on record MS-101" in page.text
    assert "No number was used" in tablet.get("/accounting/series?day=2011-06-15").text


def test_internal_audit_sees_what_is_due_and_nobody_else_says_so(place: Site) -> None:
    accounting = place.person(role=Role.ACCOUNTING)
    assert "Nothing is out of the ordinary." in accounting.get("/accounting/exceptions").text
    asked: dict[str, Any] = {"table": "MS-101", "what": "not on record", "why": "It lay in box 7."}
    accounting.send("/accounting/day/2011-06-14/papers/number", number="F-0006", **asked)
    assert "waits" in accounting.get("/accounting/exceptions").text
    accounting.get("/accounting/exceptions/number%7CF-0006", status=403)
    auditor = place.person(role=Role.INTERNAL_AUDIT)
    assert "1 not seen, the first due" in auditor.get("/").text
    assert "See it" in auditor.get("/accounting/exceptions").text
    path = "/accounting/exceptions/number%7CF-0006"
    assert "It lay in box 7." in auditor.get(path).text
    auditor.send(path, note="Asked the cage.")
    assert "Asked the cage." in accounting.get("/accounting/exceptions").text
    assert "Seen by" in auditor.get(path).text
    auditor.send(path, status=409)
    auditor.get("/accounting/exceptions/void%7CF-0099", status=404)


def test_an_exception_is_overdue_after_two_days(place: Site) -> None:
    accounting = place.person(role=Role.ACCOUNTING)
    asked: dict[str, Any] = {"table": "MS-101", "what": "missing", "why": "Not in box 7."}
    accounting.send("/accounting/day/2011-06-14/papers/number", number="F-0001", **asked)
    place.clock.on(days=2, seconds=1)
    page = place.person(role=Role.ACCOUNTING).get("/accounting/exceptions")
    assert "1 overdue, 1 not seen" in page.text


def test_papers_in_the_boxes_show_after_the_conclusion_only(place: Site) -> None:
    tablet = place.person(role=Role.ACCOUNTING)
    tablet.get("/accounting/day/2011-06-14/papers", status=403)
    place.person(role=Role.MARKETING).get("/accounting/series", status=403)
