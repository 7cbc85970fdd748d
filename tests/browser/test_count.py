"""A count in the browser, by touch at both sizes: boxes, pools, recount, signatures."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.plumbing import browser as chromium
from tests.plumbing.counted import ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.navigators import types, types_pools
from tests.plumbing.web import Site, pin_of

pytestmark = pytest.mark.browser
SignIn = Callable[[Page, str], None]
NewPage = Callable[..., Page]

_BOX_7: Final = {10_000: "48", 5_000: "0", 2_000: "77", 1_000: "0", 500: "0", 100: "0"}


class Fingers:
    """Touches a page, and counts how often, digits aside."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.touches += 1

    def digits(self, text: str) -> None:
        for digit in text:
            self.page.locator(f'.keypad [data-key="{digit}"]').tap()

    def act(self, label: str) -> None:
        self.page.wait_for_selector("form[data-settling]", state="detached")
        with self.page.expect_navigation():
            self.page.locator(".button-act", has_text=label).tap()
        self.touches += 1


@pytest.fixture
def site(counting: Site) -> Site:
    """The room with the boxes received and the keys out."""
    return counting


def _look(page: Page) -> None:
    """Nothing for axe to find, and nothing wider than the tablet."""
    page.wait_for_load_state()
    assert chromium.accessibility_problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def _count_box_7(page: Page) -> int:
    fingers = Fingers(page)
    fingers.act("Open box 7")
    _look(page)
    fingers.act("Box 7 is emptied")
    fingers.tap(".button-tile")
    page.wait_for_selector(".keypad")
    page.wait_for_load_state("networkidle")
    _look(page)
    for place, pieces in enumerate(_BOX_7.values()):
        fingers.digits(pieces)
        if place < len(_BOX_7) - 1:
            fingers.tap('.keypad [data-key="next"]')
    for kind in ("fills", "drop_slips", "counter_checks"):
        fingers.tap(f'[name="document.{kind}"]')
        fingers.digits("2")
    expect(page.locator("[data-running-total]")).to_have_text("6,340.00")
    expect(page.locator("[data-tally-total]")).to_have_text("8")
    fingers.act("Record box 7")
    expect(page.get_by_text("Box 7 is recorded.")).to_be_visible()
    return fingers.touches


def test_a_box_takes_at_most_twelve_touches_beyond_its_digits(
    tablet: Page, address: str, sign_in: SignIn
) -> None:
    sign_in(tablet, "101")
    tablet.goto(f"{address}{ROOM}")
    assert _count_box_7(tablet) <= 12
    tablet.goto(f"{address}{ROOM}/box/7")
    expect(tablet.get_by_text("6,340.00").first).to_be_visible()


def test_a_second_tap_of_the_act_before_opens_no_box(
    tablet: Page, address: str, sign_in: SignIn
) -> None:
    sign_in(tablet, "101")
    tablet.clock.install(time=0)
    tablet.clock.pause_at(1)
    tablet.goto(f"{address}{ROOM}")
    opens = tablet.locator(".button-act", has_text="Open box 7")
    opens.tap()
    tablet.clock.run_for(700)
    assert tablet.url == f"{address}{ROOM}"
    with tablet.expect_navigation():
        opens.tap()
    assert tablet.url == f"{address}{ROOM}/box/7"


def _count_box_8(page: Page) -> None:
    page.wait_for_selector("form[data-settling]", state="detached")
    page.locator(".button-act", has_text="Open box 8").click()
    page.locator(".button-act", has_text="Box 8 is emptied").click()
    page.locator(".button-tile").first.click()
    page.wait_for_selector(".keypad")
    found = {
        "grid.currency-500.pieces": "3",
        "grid.value_chip-10000-main.pieces": "2",
        "grid.rake_chip-400-rake.pieces": "9",
    }
    types(page, found)
    expect(page.locator("[data-running-total]")).to_have_text("251.00")
    page.locator(".button-act", has_text="Record box 8").click()
    expect(page.get_by_text("Box 8 is recorded.")).to_be_visible()


def _sign_with(page: Page, badge: str) -> None:
    page.locator("#badge").fill(badge)
    page.locator("#pin").fill(pin_of(badge))


def test_a_count_recount_and_sign_off_on_upright_tablets(
    new_page: NewPage, address: str, sign_in: SignIn
) -> None:
    """Held sideways, the whole count is taken in ``test_whole_count``."""
    tablet, other = new_page(chromium.PORTRAIT), new_page(chromium.PORTRAIT)
    sign_in(tablet, "101")
    tablet.goto(f"{address}{ROOM}")
    _look(tablet)
    _count_box_7(tablet)
    _count_box_8(tablet)
    tablet.locator(".button-act", has_text="All boxes are recorded").click()
    expect(tablet.get_by_text("The pools are counted blind")).to_be_visible()
    tablet.locator(".button-act", has_text="Count the pools").click()
    expect(tablet.locator("h1")).to_have_text("Count the pools")
    _look(tablet)
    types_pools(tablet)
    tablet.locator(".button-act", has_text="Prove the pools").click()
    expect(tablet.get_by_text("The pools are proved.")).to_be_visible()

    tablet.locator(".button-act", has_text="Present the money").click()
    expect(tablet.locator("h1")).to_have_text("Present the money")
    _look(tablet)
    _sign_with(tablet, "110")
    tablet.locator(".button-act", has_text="Present the money").click()
    expect(tablet.get_by_text("The curtain is drawn: no figures show")).to_be_visible()
    expect(tablet.get_by_text("6,591.00")).to_have_count(0)
    _look(tablet)

    tablet.goto(f"{address}{ROOM}/sign-on")
    _look(tablet)
    _sign_with(tablet, "130")
    tablet.locator(".button-act", has_text="Sign on").click()
    expect(tablet.get_by_text("Person 130 (sample) is signed on")).to_be_visible()
    sign_in(other, "130")
    other.goto(f"{address}/cage/recount/{COUNT}")
    _look(other)
    other.get_by_role("button", name="Begin the recount").click()
    other.wait_for_selector(".keypad")
    types_pools(other)
    other.locator(".actbar .button-act").click()
    expect(other.get_by_text("AGREED").first).to_be_visible()

    tablet.goto(f"{address}{ROOM}")
    tablet.locator(".button-act", has_text="Sign the reports").click()
    for badge in ("101", "102", "103", "110", "130", "120"):
        expect(tablet.frame_locator(".signing-frame").first.locator("body")).to_contain_text(
            "6,340.00"
        )
        _sign_with(tablet, badge)
        tablet.locator(".button-act", has_text="Sign both reports").click()
        expect(tablet.get_by_text(f"Person {badge} (sample) signed").first).to_be_visible()
    expect(tablet.get_by_text("Every signature is there.")).to_be_visible()
    _look(tablet)


def test_a_reload_brings_back_what_was_typed_of_a_box(
    page: Page, address: str, sign_in: SignIn
) -> None:
    sign_in(page, "101")
    page.goto(f"{address}{ROOM}/box/7")
    page.locator(".button-act", has_text="Open box 7").click()
    page.locator(".button-act", has_text="Box 7 is emptied").click()
    page.locator(".button-tile").first.click()
    page.locator('[name="grid.currency-10000.pieces"]').fill("48")
    expect(page.locator("[data-saved]")).to_contain_text("saved")
    page.locator("summary", has_text="Coupons").click()
    page.locator('[name="coupon.1.serial"]').fill("MP-1")
    page.locator('[name="coupon.1.value"]').fill("25")
    expect(page.locator('[name="coupon.2.serial"]')).to_have_count(1)
    expect(page.locator('[data-grown="coupons"]')).to_have_text("1")
    page.wait_for_timeout(900)
    page.reload()
    expect(page.locator('[name="grid.currency-10000.pieces"]')).to_have_value("48")
    expect(page.locator('[name="coupon.1.serial"]')).to_have_value("MP-1")


def test_the_machine_s_ticket_is_a_check_and_no_more(
    page: Page, address: str, sign_in: SignIn
) -> None:
    sign_in(page, "101")
    page.goto(f"{address}{ROOM}/box/7")
    page.locator(".button-act", has_text="Open box 7").click()
    page.locator(".button-act", has_text="Box 7 is emptied").click()
    page.locator(".button-tile").first.click()
    page.locator('[name="grid.currency-10000.pieces"]').fill("10")
    page.locator("#ticket").fill("1,000")
    expect(page.locator("#ticket-says")).to_have_text("agrees")
    page.locator("#ticket").fill("990")
    expect(page.locator("#ticket-says")).to_have_text("differs: look again")
    page.locator("label", has_text="nothing: no activity").click()
    expect(page.locator("[data-why-open]")).to_have_text("")
