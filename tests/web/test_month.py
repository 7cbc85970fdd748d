"""The end of a month on screens: deposits, claims, the tie-out, the month closed."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.plumbing import playing
from tests.plumbing.books import office
from tests.plumbing.web import Site
from tests.web.test_audit import signs
from tests.web.test_felt import ACCOUNTING, MANAGER, SURVEILLANCE, served, tablet

DAY = playing.NEXT.isoformat()
MONTH = f"/accounting/month/{DAY}"
COUNT = f"{playing.DAY.isoformat()}/1"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    database = playing.two_weeks(tmp_path)
    books = office(database, tmp_path, after=playing.NEXT)
    books.filed()
    books.filed(playing.NEXT)
    database.close()
    found = served(tmp_path)
    found.clock.at += timedelta(days=20)
    return found


def test_a_month_ties_out_and_is_closed(site: Site) -> None:
    mine = tablet(site, ACCOUNTING)
    assert COUNT in mine.get("/accounting/bank").text
    typed: dict[str, Any] = {"deposited": "2011-06-17", "amount": "100.00", "receipt": "R-1"}
    page = mine.send("/accounting/bank/deposit", status=422, counts="x", **typed, **signs(MANAGER))
    assert "x is no concluded count." in page.text
    mine.send("/accounting/bank/deposit", counts=COUNT, **typed, **signs(ACCOUNTING))
    claim: dict[str, Any] = {"kind": "short", "claimed": "2011-06-20", "denomination": "20"}
    claim |= {"amount": "20", "reference": "L-7", "remark": ""}
    page = mine.send("/accounting/bank/claim", status=422, **claim, label="?", **signs(ACCOUNTING))
    assert "write it as on the strap" in page.text
    label = f"{COUNT} T1 03:00"
    mine.send("/accounting/bank/claim", **claim, label=label, **signs(ACCOUNTING))
    page = mine.get("/accounting/bank")
    assert "BD-0001" in page.text
    assert "No box stood open at that station at that minute." in page.text
    page = mine.get(MONTH)
    assert "Revenue Daily worksheets" in page.text
    assert "Claims of the bank: strap short -20.00" in page.text
    both = {**signs(ACCOUNTING), **signs(MANAGER, "second_")}
    page = mine.send(f"{MONTH}/close", status=422, **both)
    assert "Say what it is." in page.text
    areas = [area.attributes["name"] for area in page.all("textarea")]
    said: dict[str, Any] = dict.fromkeys(areas, "It goes to the bank in July.")
    mine.send(f"{MONTH}/close", **both, **said)
    page = mine.get(MONTH)
    assert "closed as MC-0001" in page.text
    assert "It goes to the bank in July." in mine.get("/accounting/books/MC-0001").text


def test_the_month_and_the_bank_are_accountings(site: Site) -> None:
    other = tablet(site, SURVEILLANCE)
    for path in (MONTH, f"{MONTH}/close", "/accounting/bank", "/accounting/bank/deposit"):
        other.get(path, status=403)


def test_before_any_count_the_bank_can_claim_nothing(tmp_path: Path) -> None:
    playing.dropped(tmp_path)[0].close()
    mine = tablet(served(tmp_path), ACCOUNTING)
    assert "Every concluded count is on a deposit." in mine.get("/accounting/bank").text
    mine.get("/accounting/bank/claim", status=404)
