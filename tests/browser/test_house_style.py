"""The house style in a browser: pad, scanner, drafts, lock; cases A2, A8, C1, C8."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.plumbing import browser as chromium
from tests.plumbing.web import Site, pin_of

pytestmark = pytest.mark.browser
SignIn = Callable[[Page, str], None]


@pytest.fixture
def counting(page: Page, address: str, sign_in: SignIn) -> Page:
    """The page of all parts, opened by a count team member."""
    sign_in(page, "101")
    page.goto(f"{address}/gallery")
    return page


def _cell(cents: int) -> str:
    return f'[name="grid.currency-{cents}.pieces"]'


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'.keypad [data-key="{key}"]').click()


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


# ------------------------------------------------------------------------ nothing to stumble on


@pytest.mark.parametrize("path", ["/sign-in", "/enrol"])
def test_axe_finds_nothing_before_signing_in(tablet: Page, address: str, path: str) -> None:
    tablet.goto(f"{address}{path}")
    assert chromium.accessibility_problems(tablet) == []


@pytest.mark.parametrize("path", ["/", "/gallery", "/none"])
def test_axe_finds_nothing_after_it(tablet: Page, address: str, sign_in: SignIn, path: str) -> None:
    sign_in(tablet, "101")
    tablet.goto(f"{address}{path}")
    assert chromium.accessibility_problems(tablet) == []


def test_axe_finds_nothing_in_the_dark(
    new_page: Callable[..., Page], address: str, sign_in: SignIn
) -> None:
    page = new_page(color_scheme="dark")
    sign_in(page, "101")
    page.goto(f"{address}/gallery")
    assert chromium.accessibility_problems(page) == []


def test_targets_are_made_for_thumbs_in_gloves(tablet: Page, address: str, sign_in: SignIn) -> None:
    sign_in(tablet, "101")
    tablet.goto(f"{address}/gallery")
    small = tablet.evaluate(
        """() => [...document.querySelectorAll(
            "main button, .actbar button, .topbar button, .cell, .choice, .scan, "
            + ".field input:not([type=checkbox]):not([type=radio])")]
          .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 56)
          .map((one) => one.outerHTML)"""
    )
    assert small == []


def test_nothing_is_wider_than_the_tablet(tablet: Page, address: str, sign_in: SignIn) -> None:
    sign_in(tablet, "101")
    tablet.goto(f"{address}/gallery")
    assert tablet.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


# ------------------------------------------------------------------------------------- the pad


def test_the_pad_types_into_the_marked_cell_and_next_walks_on(counting: Page) -> None:
    expect(counting.locator("[data-running-total]")).to_have_text("4,800.00")
    _press(counting, "7", "7", "next", "1", "2")
    expect(counting.locator(_cell(2_000))).to_have_value("77")
    expect(counting.locator(_cell(1_000))).to_have_value("12")
    expect(counting.locator("[data-running-total]")).to_have_text("6,460.00")
    expect(counting.locator("[data-why-open]")).to_have_text("2 denominations open")


def test_one_more_one_less_clear_and_undo(counting: Page) -> None:
    counting.locator(_cell(10_000)).click()
    cell = counting.locator(_cell(10_000))
    _press(counting, "plus")
    expect(cell).to_have_value("49")
    _press(counting, "minus", "minus")
    expect(cell).to_have_value("47")
    _press(counting, "clear")
    expect(cell).to_have_value("")
    _press(counting, "undo")
    expect(cell).to_have_value("47")
    _press(counting, "undo", "undo", "undo")
    expect(cell).to_have_value("48")
    counting.locator(_cell(5_000)).click()
    _press(counting, "minus")
    expect(counting.locator(_cell(5_000))).to_have_value("0")


def test_case_C1_a_cleared_cell_is_not_entered_and_the_total_follows(counting: Page) -> None:
    for cents, pieces in ((10_000, ""), (5_000, ""), (2_000, "3"), (10_000, "5")):
        counting.locator(_cell(cents)).fill(pieces)
    counting.locator(_cell(2_000)).fill("")
    expect(counting.locator("[data-running-total]")).to_have_text("500.00")
    row = counting.locator("[data-row]", has=counting.locator(_cell(2_000)))
    expect(row.locator("[data-value]")).to_have_text("not entered")
    counting.locator(_cell(2_000)).fill("0")
    expect(row.locator("[data-value]")).to_have_text("0.00")
    counting.locator(_cell(2_000)).fill("1e3")
    expect(row.locator("[data-value]")).to_have_text("cannot be read")
    expect(counting.locator("[data-running-total]")).to_have_text("500.00")


def test_case_C8_wheel_and_arrow_keys_change_no_number(counting: Page) -> None:
    cell = counting.locator(_cell(10_000))
    cell.click()
    for key in ("ArrowUp", "ArrowDown", "PageUp"):
        cell.press(key)
    cell.hover()
    counting.mouse.wheel(0, 300)
    expect(cell).to_have_value("48")


def test_the_keyboard_does_it_all(counting: Page) -> None:
    cell = counting.locator(_cell(2_000))
    cell.focus()
    counting.keyboard.type("7")
    counting.keyboard.press("+")
    counting.keyboard.press("Enter")
    counting.keyboard.type("5", delay=60)
    expect(cell).to_have_value("8")
    expect(counting.locator(_cell(1_000))).to_have_value("5")


def test_what_is_blocked_says_why_and_does_nothing(counting: Page) -> None:
    button = counting.get_by_role("button", name="Record box 17")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    counting.wait_for_timeout(200)
    assert counting.url.endswith("/gallery")
    for cents in (2_000, 1_000, 500, 100):
        counting.locator(_cell(cents)).fill("1")
    expect(button).not_to_have_attribute("aria-disabled", "true")


# --------------------------------------------------------------------------------- the scanner


def test_a_scan_goes_to_the_scan_field_whatever_has_the_focus(counting: Page) -> None:
    cell = counting.locator(_cell(10_000))
    cell.focus()
    with counting.expect_navigation():
        _burst(counting, "007")
    assert counting.url.endswith("/gallery?box=007")


def test_typing_at_a_person_s_pace_is_no_scan(counting: Page) -> None:
    counting.locator(_cell(2_000)).focus()
    counting.keyboard.type("123", delay=80)
    counting.keyboard.press("Enter")
    expect(counting.locator(_cell(2_000))).to_have_value("123")
    assert counting.url.endswith("/gallery")


# ------------------------------------------------------------------------------------- drafts


def _kept(site: Site) -> dict[str, str]:
    values: dict[str, str] = site.app.extensions["gallery"]["values"]
    return values


def test_what_is_typed_is_saved_as_one_types(counting: Page, site: Site) -> None:
    counting.locator(_cell(2_000)).fill("77")
    expect(counting.locator("[data-saved]")).to_have_text("saved 16:00:00")
    assert _kept(site)["grid.currency-2000.pieces"] == "77"
    assert "pin" not in _kept(site)


def test_without_a_network_it_is_kept_and_tried_again(counting: Page, site: Site) -> None:
    counting.context.set_offline(True)
    counting.locator(_cell(2_000)).fill("7318549")
    saved = counting.locator("[data-saved]")
    expect(saved).to_have_text("not saved yet, kept on this tablet")
    stored = counting.evaluate("JSON.stringify({...sessionStorage})")
    assert "kept /gallery/draft" in stored
    assert "7318549" not in stored
    counting.context.set_offline(False)
    expect(saved).to_have_text("saved 16:00:00")
    assert _kept(site)["grid.currency-2000.pieces"] == "7318549"
    assert counting.evaluate("sessionStorage.length") == 0


def test_what_was_not_saved_outlives_a_reload(counting: Page, site: Site) -> None:
    counting.route("**/gallery/draft", lambda route: route.abort())
    counting.locator(_cell(2_000)).fill("77")
    expect(counting.locator("[data-saved]")).to_have_text("not saved yet, kept on this tablet")
    counting.reload()
    expect(counting.locator(_cell(2_000))).to_have_value("77")
    expect(counting.locator("[data-running-total]")).to_have_text("6,340.00")
    counting.unroute("**/gallery/draft")
    expect(counting.locator("[data-saved]")).to_have_text("saved 16:00:00")
    assert _kept(site)["grid.currency-2000.pieces"] == "77"


def test_a_change_of_person_wipes_it(counting: Page, address: str, sign_in: SignIn) -> None:
    counting.route("**/gallery/draft", lambda route: route.abort())
    counting.locator(_cell(2_000)).fill("77")
    expect(counting.locator("[data-saved]")).to_have_text("not saved yet, kept on this tablet")
    counting.get_by_role("button", name="Change person").click()
    expect(counting.locator("h1")).to_have_text("Sign in")
    counting.wait_for_load_state()
    assert counting.evaluate("sessionStorage.length") == 0
    sign_in(counting, "102")
    counting.goto(f"{address}/gallery")
    expect(counting.locator(_cell(2_000))).to_have_value("")


def test_what_somebody_else_changed_is_said_and_ones_own_kept(counting: Page, site: Site) -> None:
    site.app.extensions["gallery"]["revision"] = 5
    counting.locator(_cell(2_000)).fill("48")
    saved = counting.locator("[data-saved]")
    expect(saved).to_contain_text("changed by Person 102 (sample) at 05:12")
    expect(counting.locator(_cell(2_000))).to_have_value("48")
    assert _kept(site) == {}


def test_case_A8_an_expired_sign_in_is_asked_for_in_place(counting: Page, site: Site) -> None:
    site.clock.on(hours=13)
    counting.locator(_cell(2_000)).fill("77")
    dialog = counting.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert chromium.accessibility_problems(counting) == []
    dialog.get_by_label("PIN").fill("0000")
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog.get_by_role("alert")).to_have_text("Badge or PIN is wrong.")
    dialog.get_by_label("PIN").fill(pin_of("101"))
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_be_hidden()
    expect(counting.locator("[data-saved]")).to_have_text("saved 05:00:00")
    expect(counting.locator(_cell(2_000))).to_have_value("77")
    assert _kept(site)["grid.currency-2000.pieces"] == "77"


def test_somebody_else_at_a_locked_page_starts_his_own(
    counting: Page, site: Site, address: str
) -> None:
    site.clock.on(hours=13)
    counting.locator(_cell(2_000)).fill("77")
    dialog = counting.get_by_role("dialog")
    dialog.get_by_label("Badge").fill("102")
    dialog.get_by_label("PIN").fill(pin_of("102"))
    dialog.get_by_role("button", name="Go on").click()
    counting.wait_for_url(f"{address}/")
    expect(counting.locator(".topbar-name")).to_contain_text("Person 102")
    assert counting.evaluate("sessionStorage.length") == 0


def test_an_untouched_page_covers_itself(new_page: Callable[..., Page], sign_in: SignIn) -> None:
    page = new_page()
    page.clock.install()
    sign_in(page, "130")
    page.clock.run_for(4 * 60_000)
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.clock.run_for(2 * 60_000)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Screen locked")).to_be_visible()


# ------------------------------------------------------------------------- one tap, one act


def _fill_all(page: Page) -> None:
    for cents in (2_000, 1_000, 500, 100):
        page.locator(_cell(cents)).fill("1")
    page.locator("#badge").fill("101")
    page.locator("#pin").fill("1234")


def test_case_A2_two_taps_send_a_form_once(counting: Page) -> None:
    sent: list[str] = []

    def note(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.url)
        route.continue_()

    counting.route("**/gallery", note)
    _fill_all(counting)
    counting.get_by_role("button", name="Record box 17").dblclick()
    expect(counting.get_by_text("Recorded.", exact=True)).to_be_visible()
    assert len(sent) == 1


def test_a_form_on_a_dead_network_stays_on_its_page(counting: Page) -> None:
    _fill_all(counting)
    counting.context.set_offline(True)
    counting.get_by_role("button", name="Record box 17").click()
    expect(counting.locator("#network")).to_contain_text("Nothing was sent")
    expect(counting.locator(_cell(2_000))).to_have_value("1")
    counting.context.set_offline(False)
    counting.get_by_role("button", name="Record box 17").click()
    expect(counting.get_by_text("Recorded.", exact=True)).to_be_visible()


def test_a_form_after_the_sign_in_expired_is_sent_when_one_is_back(
    counting: Page, site: Site
) -> None:
    _fill_all(counting)
    expect(counting.locator("[data-saved]")).to_have_attribute("data-state", "saved")
    site.clock.on(hours=13)
    counting.get_by_role("button", name="Record box 17").click()
    dialog = counting.get_by_role("dialog")
    dialog.get_by_label("PIN").fill(pin_of("101"))
    dialog.get_by_role("button", name="Go on").click()
    expect(counting.get_by_text("Recorded.", exact=True)).to_be_visible()


# ------------------------------------------------------------------------------------- others


def test_a_signature_is_drawn_and_cleared(counting: Page) -> None:
    counting.get_by_text("Draw your signature (optional)").click()
    box = counting.locator(".draw-canvas").bounding_box()
    assert box is not None
    counting.locator(".draw-canvas").scroll_into_view_if_needed()
    box = counting.locator(".draw-canvas").bounding_box()
    assert box is not None
    counting.mouse.move(box["x"] + 20, box["y"] + 20)
    counting.mouse.down()
    counting.mouse.move(box["x"] + 120, box["y"] + 60, steps=5)
    counting.mouse.up()
    assert counting.locator("#drawn").input_value().startswith("data:image/png;base64,")
    counting.get_by_role("button", name="Clear the drawing").click()
    assert counting.locator("#drawn").input_value() == ""


def test_a_table_is_copied_as_it_stands(counting: Page) -> None:
    counting.context.grant_permissions(["clipboard-read", "clipboard-write"])
    counting.get_by_role("button", name="Copy").click()
    expect(counting.get_by_role("button", name="Copied")).to_be_visible()
    text = counting.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[:2] == ["Box\tState\tTotal", "007\trecorded\t6,940.00"]
