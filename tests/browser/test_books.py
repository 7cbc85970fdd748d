"""From the house's variance to the paper in three touches; explained, filed, exported."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.plumbing import browser as chromium
from tests.plumbing import playing
from tests.web.test_felt import ACCOUNTING, MANAGER, PIN, served

pytestmark = pytest.mark.browser

DAY: Final = f"/accounting/day/{playing.DAY.isoformat()}"
MONTH: Final = f"/accounting/month/{playing.DAY.isoformat()}"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A chip of $25 went from the rack of MS-101."""
    playing.a_short_day(tmp_path).close()
    with chromium.serving(served(tmp_path).app) as url:
        yield url


def _enter(page: Page, url: str, badge: str) -> None:
    page.context.clear_cookies()
    page.goto(f"{url}/sign-in")
    page.get_by_label("Badge").fill(badge)
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{url}/**")


def _sign(page: Page, badge: str) -> None:
    page.locator("#badge").fill(badge)
    page.locator("#pin").fill(PIN)


def _calm(page: Page, path: str) -> None:
    assert chromium.accessibility_problems(page) == [], path
    for width, height in (chromium.PORTRAIT, chromium.LANDSCAPE):
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} too wide at {width}"


def _tick_all(page: Page, url: str) -> None:
    page.goto(f"{url}{DAY}/audit")
    boxes = page.locator("input[name=item]")
    for number in range(boxes.count()):
        boxes.nth(number).check()
    with page.expect_navigation():
        page.get_by_role("button", name="Tick what I looked at").click()


def test_from_the_variance_to_the_paper_the_explanation_the_filing_and_the_journal(
    address: str, page: Page
) -> None:
    _enter(page, address, ACCOUNTING)
    page.goto(f"{address}{DAY}")
    expect(page.locator(".figure", has_text="Variance")).to_contain_text("-25.00")
    page.get_by_role("main").get_by_role("link", name="MS-101").first.click()
    expect(page.get_by_text("Chips short 25.00.").first).to_be_visible()
    evidence = page.get_by_role("main").locator("a[href*='/felt/'], a[href*='/form/']").first
    there = page.url
    evidence.click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url != there, "two touches from the house's variance to what shows it"

    page.goto(there)
    page.get_by_text("Something else, in my words").click()
    page.get_by_label("In your words, or what was tried").fill("A chip lay behind the tray.")
    _sign(page, ACCOUNTING)
    with page.expect_navigation():
        page.get_by_role("button", name="Write down what was found").click()
    expect(page.get_by_text("A chip lay behind the tray.").first).to_be_visible()
    _tick_all(page, address)
    _enter(page, address, MANAGER)
    _tick_all(page, address)
    page.get_by_role("link", name="File the day").click()
    _sign(page, MANAGER)
    with page.expect_navigation():
        page.get_by_role("button", name="File the day").click()
    expect(page.get_by_text("Filed as FA-0001, version 1.").first).to_be_visible()
    with page.expect_download() as journal:
        page.get_by_role("link", name="Journal, Newest Entry as CSV").click()
    text = Path(journal.value.path()).read_text("utf-8-sig")
    assert "Over or short by the games" in text
    for path in (
        f"{DAY}/audit",
        f"{DAY}/audit/again",
        f"{DAY}/adjust/MS-101",
        f"{DAY}/file",
        f"{DAY}/why/MS-101",
        f"{DAY}/contest",
        "/accounting/books/FA-0001",
        f"/accounting/tax/{playing.DAY.isoformat()}",
        MONTH,
        f"{MONTH}/close",
        "/accounting/bank",
        "/accounting/bank/deposit",
        "/accounting/bank/claim",
    ):
        page.goto(f"{address}{path}")
        _calm(page, path)
