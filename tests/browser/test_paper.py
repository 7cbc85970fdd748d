"""The paper fallback looked at: forms numbered, boxes keyed in, a recount keyed in."""

import pytest
from playwright.sync_api import Page

from tests.plumbing import browser as chromium
from tests.plumbing import looking
from tests.plumbing.counted import ROOM
from tests.plumbing.navigators import House, NewPage
from tests.plumbing.web import Site

pytestmark = pytest.mark.browser

FORMS = "/count-room/paper"


def look(page: Page) -> None:
    """The screen is calm: nothing small, cut off or unlabelled."""
    assert looking.faults(page) == [], page.url


def number(house: House, kind: str) -> Page:
    """The supervisor numbers two forms."""
    page = house.tablet("110")
    page.goto(f"{house.address}{FORMS}?day=2011-06-14")
    page.get_by_text(kind, exact=True).last.click()
    page.get_by_label("How many").fill("2")
    house.next_act(page, "Number the forms")
    look(page)
    return page


def test_a_count_report_on_paper_is_keyed_in(counting: Site, new_page: NewPage) -> None:
    with chromium.serving(counting.app) as address:
        house = House(address, new_page)
        page = number(house, "Table Game Count Report (paper fallback)")
        page.goto(f"{address}{FORMS}/NB-0002/spoil")
        look(page)
        member = house.board("101")
        member.get_by_role("link", name="Paper forms").click()
        member.get_by_role("link", name="Key in NB-0001").click()
        look(member)
        member.locator("main").get_by_role("link", name="Box 7").click()
        look(member)
        cells = member.locator("[data-row] .cell")
        for cell in cells.all():
            cell.fill("0")
        cells.first.fill("48")
        member.locator("[data-saved][data-state=saved]").filter(has_text="saved").wait_for()
        house.next_act(member, "Keep box 7")
        house.signs(member, "101")
        house.next_act(member, "Key in NB-0001")
        assert member.get_by_text("keyed in once").first.is_visible()
        look(member)
        page.goto(f"{address}{ROOM}/leave")
        look(page)
        assert house.faults == []


def test_a_recount_on_paper_is_keyed_in(presented: Site, new_page: NewPage) -> None:
    with chromium.serving(presented.app) as address:
        house = House(address, new_page)
        number(house, "Recount Sheet (paper fallback)")
        cashier = house.tablet("130")
        cashier.goto(f"{address}{ROOM}/paper/NB-0001")
        look(cashier)
