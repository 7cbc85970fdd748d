"""One box in the browser: two tablets, a lost reply, an expired sign-in, a scanner, no network."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from countroom.stores import documents
from tests.plumbing import counted
from tests.plumbing.counted import ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.web import Site, pin_of

pytestmark = pytest.mark.browser
SignIn = Callable[[Page, str], None]
NewPage = Callable[..., Page]

_SHEET: Final = f"{ROOM}/box/7"
_NOTES: Final = (10_000, 5_000, 2_000, 1_000, 500, 100)


@pytest.fixture
def site(counting: Site) -> Site:
    """The room with box 7 open at station 1, emptied and shown."""
    counted.to_sheet(counting.person("101"), "7")
    return counting


@pytest.fixture
def box(page: Page, address: str, sign_in: SignIn) -> Page:
    """Its sheet on the tablet of a member of the team."""
    return _opens(page, address, sign_in, "101")


def _opens(page: Page, address: str, sign_in: SignIn, badge: str) -> Page:
    sign_in(page, badge)
    page.goto(f"{address}{_SHEET}")
    return page


def _cell(page: Page, cents: int) -> Any:
    return page.locator(f'[name="grid.currency-{cents}.pieces"]')


def _types_all(page: Page, **pieces: str) -> None:
    for cents in _NOTES:
        _cell(page, cents).fill(pieces.get(f"of_{cents}", "0"))


def _saved(page: Page) -> None:
    expect(page.locator("[data-saved]")).to_have_attribute("data-state", "saved")


def _record(page: Page) -> None:
    page.get_by_role("button", name="Record box 7").click()


def _on_record(site: Site) -> list[tuple[int, int, str]]:
    """Version, total in cents and recorder of every record of the box."""
    with site.database.read() as tx:
        return [
            (one.version, one.content.total.cents, one.by)
            for document in documents.find(tx, paper="box_count", count=COUNT, box="7")
            for one in documents.versions(tx, document.id)
        ]


def _burst(page: Page, text: str) -> None:
    """Type as a hand scanner does: fast, with Enter at the end."""
    page.evaluate(
        """(text) => {
          const send = (key) => {
            const on = document.activeElement || document.body;
            const how = {key, bubbles: true, cancelable: true};
            const go = on.dispatchEvent(new KeyboardEvent("keydown", how));
            if (go && key.length === 1 && on instanceof HTMLInputElement) {
              on.value += key;
              on.dispatchEvent(new Event("input", {bubbles: true}));
            }
          };
          [...text, "Enter"].forEach(send);
        }""",
        text,
    )


# ------------------------------------------------------------------------------- two tablets


def test_case_A1_the_second_of_two_tablets_is_told_and_keeps_its_own(
    box: Page, new_page: NewPage, address: str, sign_in: SignIn, site: Site
) -> None:
    other = _opens(new_page(), address, sign_in, "102")
    _cell(box, 2_000).fill("50")
    _saved(box)
    _cell(other, 2_000).fill("48")
    says = other.locator("[data-saved]")
    expect(says).to_contain_text("changed by Person 101 (sample) at 05:30")
    expect(_cell(other, 2_000)).to_have_value("48")
    _types_all(other, of_2000="48")
    _record(other)
    expect(other.get_by_role("alert").first).to_contain_text("changed by Person 101 (sample)")
    expect(_cell(other, 2_000)).to_have_value("48")
    assert _on_record(site) == []
    other.get_by_role("link", name="Show what is saved").click()
    expect(_cell(other, 2_000)).to_have_value("50")
    other.wait_for_timeout(900)  # longer than a save waits: nothing of his goes over it
    other.get_by_role("link", name="Put it back on the screen").click()
    expect(_cell(other, 2_000)).to_have_value("48")
    box.reload()
    expect(_cell(box, 2_000)).to_have_value("50")


def test_case_A1_what_is_kept_on_a_tablet_is_offered_and_goes_over_nothing(
    box: Page, site: Site
) -> None:
    box.route("**/box/7/draft", lambda route: route.abort())
    _cell(box, 2_000).fill("48")
    expect(box.locator("[data-saved]")).to_have_text("not saved yet, kept on this tablet")
    values = {"grid.currency-2000.pieces": "50"}
    site.person("102").json(f"{_SHEET}/draft", {"revision": 0, "values": values})
    box.reload()
    expect(_cell(box, 2_000)).to_have_value("50")
    box.unroute("**/box/7/draft")
    box.get_by_role("button", name="Put it back on the screen").click()
    expect(_cell(box, 2_000)).to_have_value("48")
    _saved(box)


def test_case_A9_after_a_change_of_person_a_refresh_and_back_stay_with_the_new_one(
    box: Page, address: str, sign_in: SignIn, site: Site
) -> None:
    _types_all(box, of_10000="48")
    _saved(box)
    box.get_by_role("button", name="Change person").click()
    _opens(box, address, sign_in, "102")
    for way in (box.reload, box.go_back, box.reload):
        way()
        expect(box.locator("body")).not_to_have_attribute("data-here", "101")
    box.goto(f"{address}{_SHEET}")
    expect(box.locator(".topbar-name")).to_contain_text("Person 102 (sample)")
    _record(box)
    expect(box.get_by_text("Box 7 is recorded.")).to_be_visible()
    assert _on_record(site) == [(1, 480_000, "102")]


# ------------------------------------------------------------------------ twice, and unheard


def test_case_A2_two_taps_and_the_way_back_record_a_box_once(box: Page, site: Site) -> None:
    _types_all(box, of_10000="48")
    _saved(box)
    box.get_by_role("button", name="Record box 7").dblclick()
    expect(box.get_by_text("Box 7 is recorded.")).to_be_visible()
    box.go_back()
    expect(box.get_by_text("4,800.00").first).to_be_visible()
    expect(box.get_by_role("button", name="Record box 7")).to_have_count(0)
    assert _on_record(site) == [(1, 480_000, "101")]


def test_case_A5_a_record_whose_answer_was_lost_is_one_record(box: Page, site: Site) -> None:
    _types_all(box, of_10000="48")
    _saved(box)

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.fulfill(status=204)  # the page stays, as if nothing had come back

    box.route("**/box/7/record", lose, times=1)
    _record(box)
    expect(box.locator("form#act")).to_have_attribute("aria-busy", "true")
    box.wait_for_timeout(600)
    assert _on_record(site) == [(1, 480_000, "101")]
    box.evaluate("document.getElementById('act').submit()")
    expect(box.get_by_text("Box 7 is recorded.").first).to_be_visible()
    assert _on_record(site) == [(1, 480_000, "101")]


def test_case_A5_a_draft_whose_answer_was_lost_is_saved_at_the_next_try(
    box: Page, address: str
) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    box.route("**/box/7/draft", lose, times=1)
    _cell(box, 2_000).fill("77")
    says = box.locator("[data-saved]")
    expect(says).to_have_text("not saved yet, kept on this tablet")
    _saved(box)
    _cell(box, 1_000).fill("3")
    _saved(box)
    box.goto(f"{address}{_SHEET}")
    expect(_cell(box, 2_000)).to_have_value("77")
    expect(_cell(box, 1_000)).to_have_value("3")


# ----------------------------------------------------------------- in the middle of the work


def test_case_A8_a_sign_in_that_ends_in_the_middle_of_a_box_costs_nothing(
    box: Page, site: Site
) -> None:
    for cents in _NOTES[:3]:
        _cell(box, cents).fill("11")
    _saved(box)
    site.clock.on(hours=12, minutes=1)
    for cents in _NOTES[3:]:
        _cell(box, cents).fill("22")
    dialog = box.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_label("PIN").fill(pin_of("101"))
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_be_hidden()
    _saved(box)
    for cents in _NOTES:
        expect(_cell(box, cents)).to_have_value("11" if cents >= 2_000 else "22")
    _record(box)
    expect(box.get_by_text("Box 7 is recorded.")).to_be_visible()
    assert [by for _, _, by in _on_record(site)] == ["101"]


def test_without_a_network_a_box_is_typed_on_and_recorded_when_it_is_back(
    box: Page, site: Site
) -> None:
    box.context.set_offline(True)
    _types_all(box, of_10000="48", of_2000="77")
    says = box.locator("[data-saved]")
    expect(says).to_have_text("not saved yet, kept on this tablet")
    expect(box.locator("[data-running-total]")).to_have_text("6,340.00")
    _record(box)
    expect(box.locator("#network")).to_contain_text("Nothing was sent")
    expect(_cell(box, 2_000)).to_have_value("77")
    box.context.set_offline(False)
    _saved(box)
    _record(box)
    expect(box.get_by_text("Box 7 is recorded.")).to_be_visible()
    assert _on_record(site) == [(1, 634_000, "101")]


def test_one_cell_that_cannot_be_read_costs_none_of_the_others(box: Page, address: str) -> None:
    _types_all(box, of_10000="48")
    _saved(box)
    _cell(box, 2_000).fill("1e3")
    expect(box.locator("[data-saved]")).to_have_attribute("data-state", "refused")
    _cell(box, 1_000).fill("7")
    box.wait_for_timeout(900)
    box.goto(f"{address}{ROOM}")
    box.goto(f"{address}{_SHEET}")
    for cents, text in ((10_000, "48"), (2_000, "1e3"), (1_000, "7")):
        expect(_cell(box, cents)).to_have_value(text)
    _cell(box, 2_000).fill("3")
    _saved(box)


# --------------------------------------------------------------------- the pad and the scanner


def test_case_C2_a_pad_that_is_left_again_leaves_the_amount(box: Page) -> None:
    _cell(box, 10_000).fill("48")
    _cell(box, 5_000).click()
    _cell(box, 10_000).click()
    box.locator('.keypad [data-key="next"]').click()
    expect(_cell(box, 10_000)).to_have_value("48")
    _cell(box, 10_000).click()
    for key in ("7", "clear", "undo", "undo"):
        box.locator(f'.keypad [data-key="{key}"]').click()
    expect(_cell(box, 10_000)).to_have_value("48")
    expect(box.locator("[data-running-total]")).to_have_text("4,800.00")


def test_case_C8_and_C18_only_the_pad_and_the_keys_of_digits_change_a_number(box: Page) -> None:
    cell = _cell(box, 2_000)
    cell.fill("50")
    for key in ("ArrowUp", "ArrowDown", "PageUp", "PageDown"):
        cell.press(key)
    cell.hover()
    box.mouse.wheel(0, 200)
    expect(cell).to_have_value("50")
    cell.click()
    box.locator('.keypad [data-key="plus"]').click()
    expect(cell).to_have_value("51")
    _saved(box)


def test_a_coupon_is_scanned_whatever_has_the_focus(box: Page) -> None:
    cell = _cell(box, 2_000)
    cell.fill("50")
    cell.focus()
    _burst(box, "MP-000123")
    expect(cell).to_have_value("50")
    expect(box.locator('[name="coupon.1.serial"]')).to_have_value("MP-000123")
    expect(box.locator('[data-grown="coupons"]')).to_have_text("1")


def test_what_a_scanner_may_spoil_is_no_coupon_and_no_quantity(box: Page, site: Site) -> None:
    cell = _cell(box, 2_000)
    _types_all(box, of_2000="50")
    codes = ("MP-000123", "MP-000124MP-000124", "MP\x1d-000125")
    for place, code in enumerate(codes, start=1):
        cell.focus()
        _burst(box, code)
        expect(box.locator(f'[name="coupon.{place}.serial"]')).not_to_have_value("")
        box.wait_for_timeout(700)  # a scan is one act: the scanner is deaf for a moment
    box.locator("details:has([name='coupon.1.value']) > summary").click()
    for place in (1, 2, 3):
        box.locator(f'[name="coupon.{place}.value"]').fill("25")
    expect(cell).to_have_value("50")
    _record(box)
    expect(box.get_by_text("more than one code").first).to_be_visible()
    expect(box.get_by_text("set the scanner to plain text").first).to_be_visible()
    assert _on_record(site) == []
    for place in (2, 3):
        box.locator(f'[name="coupon.{place}.serial"]').fill("")
    _saved(box)
    _record(box)
    expect(box.get_by_text("Box 7 is recorded.")).to_be_visible()
    assert _on_record(site) == [(1, 100_000, "101")]
    with site.database.read() as tx:
        (form,) = documents.find(tx, paper="box_count", count=COUNT, box="7")
    assert [one.serial for one in form.content.coupons] == ["MP-000123"]


def test_a_box_is_scanned_on_the_board_whatever_has_the_focus(box: Page, address: str) -> None:
    box.goto(f"{address}{ROOM}")
    box.get_by_role("button", name="Change person").focus()
    with box.expect_navigation():
        _burst(box, "007")
    expect(box.locator("#scan-box-wrong")).to_contain_text("007")
    box.wait_for_timeout(700)  # a scan is one act: the scanner is deaf for a moment
    box.locator("#scan-box").fill("")
    box.locator("h1").click()
    with box.expect_navigation():
        box.locator("#scan-box").fill("8")
        box.locator("#scan-box").press("Enter")
    assert box.url.endswith("/box/8")
