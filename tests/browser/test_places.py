"""The places outside the count room at both sizes: looked at; a fill, and a recount."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from tests.operations.fixture_day import laid
from tests.plumbing import browser as chromium
from tests.plumbing import floor
from tests.plumbing.served_day import HERE, PIN, Serve
from tests.plumbing.web import Site, badge_of, build_site, pin_of, staffed_house

pytestmark = pytest.mark.browser
SignIn = Callable[[Page, str], None]

_DAY: Final = "/accounting/day/2011-06-14"
_SCREENS: Final[dict[Role, tuple[str, ...]]] = {
    Role.FLOORPERSON: (
        "/",
        "/pit/",
        "/pit/table/MS-101",
        "/pit/table/MS-101/fill",
        "/pit/table/MS-101/count/drop",
        "/pit/rack/IS-0001",
        "/pit/paper/F-0001",
        "/pit/paper/F-0001/void",
        "/copies/IS-0001",
    ),
    Role.CHIP_BANK_CASHIER: (
        "/cage/chips",
        "/cage/chips/FR-0002",
        "/cage/stock",
        "/cage/stock/count",
        "/cage/stock/move",
        "/cage/checks",
        "/cage/stock/turn",
        "/copies/F-0001",
    ),
    Role.DROP_TEAM: (
        "/drop/",
        "/drop/table/PK-301",
        "/drop/table/PK-301/emergency",
        "/drop/table/PK-301/stays",
        "/drop/trolley",
        "/drop/boxes",
        "/drop/boxes/7?day=2011-06-14&time=10:00",
        "/drop/keys",
        "/drop/keys/release-R-1",
        "/drop/keys/release-R-1/gone",
    ),
    Role.INTERNAL_AUDIT: ("/accounting/series", "/accounting/exceptions"),
    Role.ACCOUNTING: (f"{_DAY}/papers/number",),
    Role.ADMINISTRATOR: (
        "/admin/people",
        "/admin/people/101",
        "/admin/people/101/roles",
        "/admin/people/101/retire",
        "/admin/property",
        "/admin/settings",
    ),
    Role.CCR: ("/compliance/", "/compliance/journal"),
    Role.SURVEILLANCE: ("/surveillance/",),
}


def _look(page: Page, path: str) -> None:
    """Nothing for axe to find, and nothing wider than the tablet, however it is held."""
    assert chromium.accessibility_problems(page) == [], path
    for width, height in (chromium.PORTRAIT, chromium.LANDSCAPE):
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} too wide at {width}"


def _enter(page: Page, url: str, badge: str, pin: str) -> None:
    page.goto(f"{url}/sign-in")
    page.get_by_label("Badge").fill(badge)
    page.get_by_label("PIN").fill(pin)
    with page.expect_navigation():
        page.get_by_label("PIN").press("Enter")


@pytest.mark.parametrize("role", _SCREENS)
def test_every_screen_of_a_place_is_calm_at_both_sizes(
    site: Site, address: str, page: Page, role: Role
) -> None:
    floor.open_table(site)
    floor.prepared_fill(site)
    floor.asked_fill(site)
    _enter(page, address, badge_of(role), pin_of(badge_of(role)))
    for path in _SCREENS[role]:
        page.goto(f"{address}{path}")
        _look(page, path)


def test_a_wheel_and_a_credit_sent_back_are_calm_at_both_sizes(tmp_path: Path, page: Page) -> None:
    colours = tuple(
        ChipSet(f"MS-101-{word}", f"{word} of MS-101", ChipKind.NONVALUE, ())
        for word in ("red", "blue", "green")
    )
    usual = staffed_house()
    first, *others = usual.tables
    wheel = replace(first, chip_sets=(*first.chip_sets, *(each.code for each in colours)))
    chip_sets = (*usual.chip_sets, *colours)
    house = replace(usual, tables=(wheel, *others), chip_sets=chip_sets)
    site = build_site(tmp_path / "wheel", of=house)
    with chromium.serving(site.app) as url:
        floor.open_table(site)
        credit = floor.carried_credit(site)
        _enter(
            page, url, badge_of(Role.CHIP_BANK_CASHIER), pin_of(badge_of(Role.CHIP_BANK_CASHIER))
        )
        page.goto(f"{url}/cage/chips/{credit}/back")
        _look(page, f"/cage/chips/{credit}/back")
        floor.send_back(site, credit)
        page.context.clear_cookies()
        _enter(page, url, badge_of(Role.FLOORPERSON), pin_of(badge_of(Role.FLOORPERSON)))
        wheels = ("/pit/table/MS-101/colours", "/pit/table/MS-101/impressment")
        for path in (*wheels, f"/pit/paper/{credit}", f"/pit/paper/{credit}/back"):
            page.goto(f"{url}{path}")
            _look(page, path)


def test_a_rack_that_differs_is_calm_at_both_sizes(site: Site, address: str, page: Page) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    short = (replace(floor.RACK[0], pieces=119), floor.RACK[1])
    first = floor.signed_slip(site, SlipKind.OPENING, pieces=short)
    _enter(page, address, "161", pin_of("161"))
    for path in (f"/pit/rack/{first}", "/pit/table/MS-101", "/pit/table/MS-101/count/opening"):
        page.goto(f"{address}{path}")
        _look(page, path)
    second = floor.signed_slip(site, SlipKind.OPENING, pieces=short)
    page.goto(f"{address}/pit/rack/{second}")
    with page.expect_navigation():
        page.get_by_role("link", name="Make the error slip").tap()
    _look(page, "error")
    for role in (Role.SECURITY, Role.SURVEILLANCE, Role.CCR):
        page.locator(f"#{role.value}").fill(badge_of(role))
    with page.expect_navigation():
        page.get_by_role("button", name="Make the error slip").tap()
    expect(page.locator("h1")).to_have_text("Error Notification Slip EN-0001")
    _look(page, "error slip")
    for path in ("/pit/", "/pit/unopened", "/pit/error/EN-0001/void"):
        page.goto(f"{address}{path}")
        _look(page, path)


def test_a_fill_is_asked_for_by_touch(site: Site, address: str, tablet: Page) -> None:
    floor.open_table(site)
    _enter(tablet, address, "161", pin_of("161"))
    tablet.goto(f"{address}/pit/table/MS-101")
    with tablet.expect_navigation():
        tablet.get_by_role("link", name="Ask for a fill").tap()
    tablet.locator(".cell").nth(1).tap()
    for digit in "50":
        tablet.locator(f'.keypad [data-key="{digit}"]').tap()
    expect(tablet.locator("[data-running-total]").first).to_have_text("5,000.00")
    tablet.locator("#badge").fill("161")
    tablet.locator("#pin").fill(pin_of("161"))
    with tablet.expect_navigation():
        tablet.get_by_role("button", name="Ask for this fill").tap()
    expect(tablet.locator("h1")).to_have_text("Request for Fill FR-0001")
    expect(tablet.get_by_text("It waits for the chip bank.")).to_be_visible()


_TAPS: Final = 10
"""Fewer of these take a fill from the table's page to the box; badges and PINs are shown."""


def test_a_fill_goes_from_request_to_done_in_under_ten_taps(
    site: Site, address: str, tablet: Page, page: Page
) -> None:
    floor.open_table(site)
    taps: list[str] = []

    def tap(what: Locator, *, leads: bool = True) -> None:
        taps.append(str(what))
        if leads:
            with tablet.expect_navigation():
                what.tap()
        else:
            what.tap()

    def shows(on: Page, role: Role) -> None:
        on.locator("#badge").fill(badge_of(role))
        on.locator("#pin").fill(pin_of(badge_of(role)))

    floorperson = badge_of(Role.FLOORPERSON)
    _enter(tablet, address, floorperson, pin_of(floorperson))
    tablet.goto(f"{address}/pit/table/MS-101")
    tap(tablet.get_by_role("link", name="Ask for a fill"))
    tap(tablet.locator(".cell").nth(1), leads=False)
    for digit in "50":
        tap(tablet.locator(f'.keypad [data-key="{digit}"]'), leads=False)
    shows(tablet, Role.FLOORPERSON)
    tap(tablet.get_by_role("button", name="Ask for this fill"))

    cashier = badge_of(Role.CHIP_BANK_CASHIER)
    _enter(page, address, cashier, pin_of(cashier))
    page.goto(f"{address}/cage/chips")
    page.get_by_role("link", name="Answer FR-0001").click()
    shows(page, Role.CHIP_BANK_CASHIER)
    with page.expect_navigation():
        page.get_by_role("button", name="Make and sign the slip").click()

    tablet.reload()
    tap(tablet.get_by_role("main").get_by_role("link", name="F-0001"))
    for role in (Role.SECURITY, Role.DEALER, Role.FLOORPERSON):
        shows(tablet, role)
        tap(tablet.get_by_role("button", name="Sign F-0001"))
    expect(tablet.get_by_text("the slip is in the drop box of MS-101")).to_be_visible()
    assert len(taps) < _TAPS, taps


def test_case_E12_a_count_that_is_not_sent_is_not_left_without_a_warning(
    site: Site, address: str, tablet: Page
) -> None:
    floor.open_table(site)
    _enter(tablet, address, badge_of(Role.FLOORPERSON), pin_of(badge_of(Role.FLOORPERSON)))
    tablet.goto(f"{address}/pit/table/MS-101/count/drop")
    cells = tablet.locator("input.cell")
    for number in range(cells.count()):
        cells.nth(number).fill(str(number + 1))
    asked: list[str] = []

    def stays(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    tablet.on("dialog", stays)
    tablet.get_by_role("link", name="Leave it").click(no_wait_after=True)
    expect(cells.first).to_have_value("1")
    tablet.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    assert tablet.url.endswith("/count/drop")
    expect(cells.last).to_have_value(str(cells.count()))


def test_accounting_s_day_is_calm_at_both_sizes(serve: Serve, page: Page) -> None:
    day = serve("concluded")
    with chromium.serving(day.site.app) as url:
        _enter(page, url, "A1", PIN)
        for path in (
            "/accounting/",
            _DAY,
            f"{_DAY}/why/BJ-101",
            f"{_DAY}/checks",
            f"{_DAY}/chips",
            f"{_DAY}/papers",
            f"{_DAY}/worksheet/year_to_date",
            f"{_DAY}/worksheet/day/house/banking/banking",
            f"{_DAY}/figures/BJ-101",
            f"{_DAY}/watch",
            f"{_DAY}/watch/BJ-101",
            "/accounting/tax",
            "/accounting/tax/2011-06-14",
        ):
            page.goto(f"{url}{path}")
            _look(page, path)


def test_a_recount_is_typed_saved_and_handed_in(serve: Serve, page: Page) -> None:
    day = serve("presented")
    with chromium.serving(day.site.app) as url:
        _enter(page, url, "M1", PIN)
        page.goto(f"{url}/cage/recount/{HERE}")
        _look(page, "recount")
        with page.expect_navigation():
            page.get_by_role("button", name="Begin the recount").tap()
        _look(page, "sheet")
        for entry in laid():
            middle = f"{entry.chip_set}-" if entry.chip_set else ""
            row = f"{entry.pool.value}-{entry.instrument.value}-{middle}{entry.denomination_cents}"
            if entry.straps:
                page.locator(f'[name="grid.{row}.straps"]').fill(str(entry.straps))
            page.locator(f'[name="grid.{row}.loose"]').fill(str(entry.loose))
        expect(page.locator("[data-saved]")).to_have_attribute("data-state", "saved")
        page.reload()
        expect(page.locator("[data-running-total]").first).not_to_have_text("0.00")
        with page.expect_navigation():
            page.get_by_role("button", name="Hand in the recount").tap()
        expect(page.get_by_text("AGREED", exact=True)).to_be_visible()
        _look(page, "agreed")
