"""The audit of a day on screens: explained, ticked, adjusted, filed."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.plumbing import playing
from tests.plumbing.web import Page, Site, Tablet
from tests.web.test_felt import ACCOUNTING, DEALER, MANAGER, PIN, served, tablet

DAY: Final = f"/accounting/day/{playing.DAY.isoformat()}"
WHY: Final = f"{DAY}/why/MS-101"
AUDIT: Final = f"{DAY}/audit"
ADJUST: Final = f"{DAY}/adjust/MS-101"
FILE: Final = f"{DAY}/file"


def signs(badge: str, prefix: str = "") -> dict[str, Any]:
    return {f"{prefix}badge": badge, f"{prefix}pin": PIN}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A chip of $25 went from the rack of MS-101."""
    playing.a_short_day(tmp_path).close()
    return served(tmp_path)


def explain(mine: Tablet, *, status: int = 303, **typed: Any) -> Page:
    return mine.send(WHY, status=status, **{"what": "own", "found": "", **typed})


def tick_all(*tablets: Tablet) -> None:
    for mine in tablets:
        page = mine.get(AUDIT)
        boxes = [box.attributes["value"] for box in page.all("input", type="checkbox")]
        if boxes:
            mine.send(AUDIT, item=boxes)


def test_what_was_found_is_chosen_or_said_and_signed(site: Site) -> None:
    mine = tablet(site, ACCOUNTING)
    page = explain(mine, status=422, **signs(ACCOUNTING))
    assert "Say what was found." in page.text
    says = "A <b>chip</b> fell behind the tray"
    page = explain(mine, status=422, found=says, badge=ACCOUNTING, pin="0000")
    assert says in page.text, "what was typed is kept"
    page = explain(mine, status=422, what="not_found", found="All slips", **signs(ACCOUNTING))
    assert "is not registered as Accounting Supervisor" in page.text
    explain(mine, found=says, **signs(ACCOUNTING))
    page = mine.get(WHY)
    assert says in page.text
    assert "explained" in page.text
    (form,) = [a.attributes["href"] for a in page.all("a") if "VX-" in a.attributes["href"]]
    assert "Chips -25.00" in mine.get(form).text
    assert mine.client.get(f"{form}.pdf").data.startswith(b"%PDF")
    mine.get("/accounting/books/IS-0001", status=404)


def test_a_proposed_cause_is_chosen_in_one_touch_and_one_not_found_needs_the_manager(
    site: Site,
) -> None:
    mine = tablet(site, ACCOUNTING)
    page = mine.get(WHY)
    first = page.one("input", type="radio", value="0")
    assert first.attributes["name"] == "what"
    explain(mine, what="0", **signs(ACCOUNTING))
    explain(mine, what="not_found", found="All slips", **signs(MANAGER))
    assert "Cause not found, tried: All slips" in mine.get(WHY).text


def test_the_work_list_is_ticked_and_the_day_filed(site: Site) -> None:
    clerk, manager = tablet(site, ACCOUNTING), tablet(site, MANAGER)
    assert "1 variance to explain" in clerk.get(DAY).text
    page = clerk.send(FILE, status=409, **signs(MANAGER))
    assert "is not filed" in page.text
    assert "FILING" in page.text
    assert "Choose what you looked at." in clerk.send(AUDIT, status=422).text
    tick_all(clerk, manager)
    explain(clerk, found="It lay behind the tray.", **signs(ACCOUNTING))
    assert "File the day" in clerk.get(AUDIT).text
    again = f"{AUDIT}/again"
    page = clerk.get(again)
    (to, *_) = [a.attributes["href"] for a in page.all("a") if "again?" in a.attributes["href"]]
    assert "Say why the tick is taken back." in clerk.send(to, status=422).text
    clerk.send(to, reason="The wrong slip.")
    assert "1 form to tick" in clerk.get(DAY).text
    tick_all(clerk, manager)
    page = clerk.send(FILE, status=422, **signs(ACCOUNTING))
    assert "is not registered as Accounting Supervisor" in page.text
    clerk.send(FILE, **signs(MANAGER))
    page = clerk.get(DAY)
    assert "Filed as FA-0001, version 1." in page.text
    assert "FINAL AUDITED" in clerk.get("/accounting/books/FA-0001").text
    assert "filed as FA-0001" in clerk.send(FILE, status=409, **signs(MANAGER)).text


def test_a_figure_is_adjusted_by_two_and_the_day_is_filed_again(site: Site) -> None:
    clerk, manager = tablet(site, ACCOUNTING), tablet(site, MANAGER)
    tick_all(clerk, manager)
    explain(clerk, found="It lay behind the tray.", **signs(ACCOUNTING))
    clerk.send(FILE, **signs(MANAGER))
    typed: dict[str, Any] = {"part": "closing", "after": "9,999.00", "reason": "Miscounted."}
    page = clerk.send(ADJUST, status=422, **typed, **signs(ACCOUNTING), **signs("999", "second_"))
    assert page.one("input", name="after").attributes["value"] == "9,999.00"
    page = clerk.send(
        ADJUST, status=422, **typed, before="?", **signs(ACCOUNTING), **signs(MANAGER, "second_")
    )
    assert "Open this page again" in page.text
    both = {**signs(ACCOUNTING), **signs(MANAGER, "second_")}
    clerk.send(ADJUST, **typed, **both)
    page = clerk.get(AUDIT)
    assert "Adjusted since it was filed: file it again." in page.text
    assert "AJ-0001" in page.text
    explain(clerk, found="Miscounted, see AJ-0001.", **signs(ACCOUNTING))
    tick_all(clerk, manager)
    clerk.send(FILE, **signs(MANAGER))
    old = clerk.get("/accounting/books/FA-0001?version=1")
    assert "stays as it was signed" in old.text
    assert "superseded by version 2" in old.text
    assert "Miscounted." in clerk.get("/accounting/books/FA-0001").text
    clerk.get(f"{DAY}/adjust/XX", status=404)


def test_the_audit_is_accountings(site: Site) -> None:
    other = tablet(site, DEALER)
    for path in (AUDIT, ADJUST, FILE, f"{AUDIT}/again", "/accounting/books/FA-0001"):
        other.get(path, status=403)
