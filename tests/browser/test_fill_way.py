"""A fill from the floorperson's tablet to the win: each step by the right person and no other."""

from datetime import timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from countroom.domain.access import Viewer
from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.papers.box_count import DocumentsTally
from countroom.domain.people import Role
from countroom.inquiries import revenue
from countroom.money import Money
from countroom.operations import drop
from countroom.operations.play import Truth, count_day, enter_checks
from countroom.operations.play.truth import BoxTruth, Notes
from countroom.stores.house import house_on
from tests.builders import DAY
from tests.plumbing import floor
from tests.plumbing.web import STAFF, Site, Tablet, badge_of, pin_of

pytestmark = pytest.mark.browser

ASK: Final = "/pit/table/MS-101/fill"
FILL: Final[dict[str, Any]] = {"grid.value_chip-main-10000.pieces": "50"}
SLIP: Final = "/pit/paper/F-0001"
ONE_OF_EACH: Final = tuple(dict.fromkeys(role for roles in STAFF.values() for role in roles))


def signs(role: Role) -> dict[str, Any]:
    return {"badge": badge_of(role), "pin": pin_of(badge_of(role))}


def nobody_else_signs(shared: Tablet, path: str, right: Role, **typed: Any) -> None:
    """Every other badge is refused on the shared tablet, and the place stays open."""
    for role in ONE_OF_EACH:
        if role is not right and badge_of(role) != badge_of(right):
            page = shared.send(path, status=422, **typed, **signs(role))
            assert "is not registered as" in page.text, role


def nobody_else_opens(site: Site, path: str, *right: Role) -> None:
    for role in ONE_OF_EACH:
        if role not in right:
            site.person(role=role).get(path, status=403)


def enter(page: Page, url: str, role: Role) -> None:
    page.goto(f"{url}/sign-in")
    page.get_by_label("Badge").fill(badge_of(role))
    page.get_by_label("PIN").fill(pin_of(badge_of(role)))
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda where: "sign-in" not in where)


def shows(page: Page, role: Role, act: str) -> None:
    page.locator("#badge").fill(badge_of(role))
    page.locator("#pin").fill(pin_of(badge_of(role)))
    with page.expect_navigation():
        page.get_by_role("button", name=act).click()


def dropped(site: Site) -> None:
    """The end-of-day drop of both tables: one open, one that never opened."""
    site.clock.at = floor_end(site)
    asked = {"what": "drop", "gaming_date": DAY, "officer": badge_of(Role.SURVEILLANCE)}
    floor.do(site, drop.tell_surveillance, Role.DROP_TEAM, **asked)
    rack = (Pieces(Instrument.VALUE_CHIP, 10_000, 170, "main"), floor.RACK[1])
    slip = floor.signed_slip(site, SlipKind.DROP, pieces=rack, incoming="007")
    for table, box, comes, paper in (("MS-101", "7", "007", slip), ("PK-301", "8", "9", "")):
        where = {"table": table, "box": box, "replacement": comes, "slip": paper}
        floor.do(site, drop.drop_box, Role.DROP_TEAM, **where)
    both = {
        "drop_team": floor.proof(site, Role.DROP_TEAM),
        "security": floor.proof(site, Role.SECURITY),
    }
    trolley = {"gaming_date": DAY, "trolley": "T-1", "boxes": ("7", "8")}
    floor.do(site, drop.load_trolley, Role.DROP_TEAM, **trolley, **both)


def floor_end(site: Site) -> Any:
    with site.database.read() as tx:
        return house_on(tx, DAY).property.bounds(DAY)[1] + timedelta(minutes=5)


def counted(site: Site) -> None:
    """What lies in the boxes is counted: three notes, and the papers of the day."""
    papers = DocumentsTally(openers=1, fill_requests=1, fill_slips=1, drop_slips=1)
    boxes = (
        BoxTruth("7", "MS-101", notes=(Notes(10_000, 3),), documents=papers),
        BoxTruth("8", "PK-301"),
    )
    truth = Truth(DAY, boxes, (), ())
    count_day(site.database, truth)
    enter_checks(site.database, truth)
    site.clock.on(hours=6)


def test_a_fill_from_the_tablet_is_found_in_the_box_and_in_the_win(
    site: Site, address: str, tablet: Page, page: Page
) -> None:
    floor.open_table(site)
    nobody_else_opens(site, ASK, Role.FLOORPERSON, Role.PIT_CLERK)
    shared = site.person(role=Role.FLOORPERSON)
    nobody_else_signs(shared, ASK, Role.FLOORPERSON, **FILL)

    enter(tablet, address, Role.FLOORPERSON)
    tablet.goto(f"{address}{ASK}")
    tablet.locator(".cell").nth(1).fill("50")
    shows(tablet, Role.FLOORPERSON, "Ask for this fill")
    expect(tablet.get_by_text("It waits for the chip bank.")).to_be_visible()

    nobody_else_opens(site, "/cage/chips/FR-0001", Role.CHIP_BANK_CASHIER)
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    nobody_else_signs(bank, "/cage/chips/FR-0001", Role.CHIP_BANK_CASHIER, **FILL)
    enter(page, address, Role.CHIP_BANK_CASHIER)
    page.goto(f"{address}/cage/chips/FR-0001")
    shows(page, Role.CHIP_BANK_CASHIER, "Make and sign the slip")

    tablet.goto(f"{address}{SLIP}")
    for role in (Role.SECURITY, Role.DEALER, Role.FLOORPERSON):
        may = {Role.DEALER, Role.BOXPERSON} if role is Role.DEALER else {role}
        for other in [one for one in ONE_OF_EACH if one not in may]:
            if badge_of(other) != badge_of(role):
                refused = shared.send(SLIP, status=422, **signs(other))
                assert "is not registered as" in refused.text, (role, other)
        shows(tablet, role, "Sign F-0001")
    expect(tablet.get_by_text("the slip is in the drop box of MS-101")).to_be_visible()

    dropped(site)
    counted(site)
    with site.database.read() as tx:
        accountant = house_on(tx, DAY).people_with(Role.ACCOUNTING)[0]
    rows = revenue.day(site.database, Viewer(accountant, Role.ACCOUNTING), DAY).rows
    row = next(one for one in rows if one.day.table == "MS-101")
    assert row.day.fills == Money(5_000_00)
    assert row.win == Money(300_00)
    assert [one.rule.number for one in row.findings] == []
    enter(page, address, Role.ACCOUNTING)
    page.goto(f"{address}/accounting/day/{DAY.isoformat()}/papers")
    expect(page.get_by_role("row", name="fill slips").first).to_contain_text("F-0001")
    page.goto(f"{address}/accounting/day/{DAY.isoformat()}")
    expect(page.get_by_text("5,000.00").first).to_be_visible()
