"""A week filed on screens, and a contest entered and voided."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.plumbing import playing
from tests.plumbing.books import office
from tests.plumbing.web import Site
from tests.web.test_audit import signs
from tests.web.test_felt import ACCOUNTING, MANAGER, served, tablet

DAY = playing.DAY.isoformat()
CONTEST = f"/accounting/day/{DAY}/contest"
WEEK = f"/accounting/tax/{DAY}"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    database = playing.two_weeks(tmp_path)
    office(database, tmp_path, after=playing.NEXT).filed()
    database.close()
    found = served(tmp_path)
    found.clock.at += timedelta(days=2)
    return found


def test_a_week_is_filed_with_its_contests(site: Site) -> None:
    mine = tablet(site, ACCOUNTING)
    both = {**signs(ACCOUNTING), **signs(MANAGER, "second_")}
    typed: dict[str, Any] = {"contest": "Spring poker", "entrants": "40", "fees": "4,000"}
    page = mine.send(CONTEST, status=422, **typed, prizes="4,5oo", **both)
    assert "Enter an amount such as 1250" in page.text
    mine.send(CONTEST, **typed, prizes="4,500", **both)
    page = mine.get(WEEK)
    assert "Spring poker" in page.text
    assert "set off against no other" in page.text
    void = "/accounting/contest/CN-0001/void"
    assert "Void CN-0001" in mine.get("/accounting/books/CN-0001").text
    page = mine.send(void, status=422, reason="Twice", **signs(ACCOUNTING, "second_"))
    assert "another person" in page.text
    mine.send(void, reason="Twice", **signs(MANAGER, "second_"))
    assert "No contest is posted in this week." in mine.get(WEEK).text
    page = mine.send(f"{WEEK}/file", status=422, **signs(ACCOUNTING))
    assert "is not registered as Accounting Supervisor" in page.text
    mine.send(f"{WEEK}/file", **signs(MANAGER))
    page = mine.get(WEEK)
    assert "filed as WT-0001" in page.text
    assert "filed as WT-0001" in mine.send(f"{WEEK}/file", status=409, **signs(MANAGER)).text
    adjust = f"/accounting/day/{DAY}/adjust/MS-101"
    assert "as of a prior period" in mine.get(adjust).text
    mine.send(adjust, part="fills", after="1", reason="Miscounted.", **both)
    assert "AJ-0001" in mine.get(f"/accounting/day/{DAY}/audit").text
    page = mine.get(f"/accounting/day/{playing.NEXT.isoformat()}")
    assert "Prior period" in page.text


def test_a_week_that_is_not_ready_says_what_is_left(tmp_path: Path) -> None:
    playing.a_played_day(tmp_path).close()
    mine = tablet(served(tmp_path), ACCOUNTING)
    assert "This week cannot be filed yet. Not filed yet" in mine.get(f"{WEEK}/file").text
    page = mine.send(f"{WEEK}/file", status=409, **signs(MANAGER))
    assert "CLOSING" in page.text
