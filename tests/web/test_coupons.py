"""Coupons on the screens of finance and marketing: one followed by hand, step by step."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.domain.terms import CouponDesign, InternalControls, PrintedItem
from countroom.money import Money
from countroom.regulations import V_88
from tests.plumbing.web import Page, Site, Tablet, badge_of, build_site, pin_of, staffed_house

DESIGN = CouponDesign(
    "MP25",
    "Match Play 25",
    Money(25_00),
    ("mississippi_stud",),
    serial_prefix="A-",
    approved=date(2011, 1, 3),
    reference="BCC-25",
    printed=tuple(PrintedItem),
)
CONTROLS = InternalControls("IC", "Coupons", date(2011, 1, 3), "IC-1", ("Cabinet 1",))


@pytest.fixture
def programme(tmp_path: Path) -> Site:
    """A house with an approved design and approved controls."""
    return build_site(tmp_path / "data", of=staffed_house(coupons=(DESIGN,), controls=(CONTROLS,)))


def signs(role: Role) -> dict[str, Any]:
    badge = badge_of(role)
    return {"badge": badge, "pin": pin_of(badge)}


def where(tablet: Tablet) -> str:
    assert tablet.answer is not None
    return str(tablet.answer.location)


RECEIPT: dict[str, Any] = {
    "design": "MP25",
    "source": "provider",
    "supplier": "Sample Printers",
    "invoice": "INV-1",
    "invoiced": "1000",
    "quantity": "1000",
    "serials": "A-0001 to A-1000",
}


def sign(site: Site, form: str, role: Role) -> Page:
    return site.person(role=role).send(form, **signs(role))


def received(site: Site, **changed: Any) -> str:
    tablet = site.person(role=Role.FINANCE)
    tablet.send("/finance/receive", **{**RECEIPT, **changed}, **signs(Role.FINANCE))
    form = where(tablet)
    sign(site, form, Role.MARKETING)
    sign(site, form, Role.FINANCE_SUPERVISOR)
    return form


def asked(site: Site, **changed: Any) -> str:
    tablet = site.person(role=Role.MARKETING_SUPERVISOR)
    wanted: dict[str, Any] = {
        "design": "MP25",
        "quantity": "200",
        "needed": "2011-06-14",
        **changed,
    }
    tablet.send("/marketing/ask", **wanted, **signs(Role.MARKETING_SUPERVISOR))
    return where(tablet)


def issued(site: Site) -> str:
    form = asked(site)
    sign(site, form, Role.FINANCE_SUPERVISOR)
    tablet = site.person(role=Role.FINANCE_SUPERVISOR)
    address = form.replace("/coupons/form/", "/finance/issue/")
    text = tablet.get(address).text
    assert "A-0001 to A-1000" in text
    typed: dict[str, Any] = {"serials": "A-0001 to A-0200"}
    tablet.send(address, **typed, **signs(Role.FINANCE_SUPERVISOR))
    taken = where(tablet)
    sign(site, taken, Role.MARKETING_SUPERVISOR)
    return taken


def test_a_coupon_is_followed_by_hand_from_the_printer_to_the_closed_day(programme: Site) -> None:
    site = programme
    received(site)
    finance = site.person(role=Role.FINANCE_SUPERVISOR)
    assert "1 due" in finance.get("/finance/").text
    issued(site)
    marketer = site.person(role=Role.MARKETING_SUPERVISOR)
    today = marketer.get("/marketing/").text
    assert "Close 2011-06-14 At the end of today." in today
    assert "200" in today
    page = marketer.get("/marketing/day").text
    assert "Received from finance 200: A-0001 to A-0200" in page
    typed: dict[str, Any] = {
        "MP25.distributed": "150",
        "MP25.remaining": "A-0151 to A-0199",
        "MP25.voids": "A-0200: torn",
        "kept_in": "Cabinet 1",
    }
    marketer.send("/marketing/day", **typed, **signs(Role.MARKETING_SUPERVISOR))
    form = where(marketer)
    text = marketer.get(form).text
    assert "MP25 25.00 0 200 150 1 0 49 0" in text
    text = marketer.get("/coupons/serial?serial=A-0100").text
    assert "Now with patrons" in text
    for name in ("MR-0001", "MI-0001", "MD-0001"):
        assert name in text
    assert "C-174" in text
    text = marketer.get("/coupons/serial?serial=A-0200").text
    assert "torn" in text
    text = marketer.get("/coupons/design/MP25").text
    assert "150 with patrons A-0001 to A-0150" in text
    assert "Outstanding 3,750.00 with patrons" in text


@pytest.mark.rule(V_88)
def test_a_day_that_does_not_add_up_is_refused_and_what_was_typed_stays(programme: Site) -> None:
    received(programme)
    issued(programme)
    tablet = programme.person(role=Role.MARKETING_SUPERVISOR)
    typed: dict[str, Any] = {"MP25.distributed": "151", "MP25.remaining": "A-0151 to A-0200"}
    kept: dict[str, Any] = {"kept_in": "Cabinet 1", **signs(Role.MARKETING_SUPERVISOR)}
    page = tablet.send("/marketing/day", status=409, **typed, **kept)
    assert "49 must remain and 50 do, a variation of +1: explain it" in page.text
    assert page.one("input", name="MP25.distributed").attributes["value"] == "151"
    page = tablet.send("/marketing/day", status=422, **{**typed, "MP25.distributed": ""}, **kept)
    assert "MP25: enter how many were given to patrons" in page.text
    wrong: dict[str, Any] = {**typed, "MP25.remaining": "A-0900"}
    page = tablet.send("/marketing/day", status=422, **wrong, **kept)
    assert "Not with marketing: A-0900." in page.text


def test_the_day_of_no_coupons_says_so(programme: Site) -> None:
    tablet = programme.person(role=Role.MARKETING_SUPERVISOR)
    assert "No day of coupons is open" in tablet.get("/marketing/day").text
    assert "Nothing is due." in tablet.get("/marketing/").text
    assert "No form of coupons is on record." in tablet.get("/coupons/").text
    tablet.get("/coupons/design/MP99", status=404)
    tablet.get("/coupons/form/MR-0001", status=404)


def test_a_return_is_due_in_finance_and_in_stock_when_it_is_signed(programme: Site) -> None:
    received(programme)
    issued(programme)
    tablet = programme.person(role=Role.MARKETING_SUPERVISOR)
    page = tablet.get("/marketing/return?design=MP25")
    assert "A-0001 to A-0200" in page.one("textarea", name="serials").text
    typed: dict[str, Any] = {
        "design": "MP25",
        "serials": "A-0101 to A-0200",
        "voids": "A-0100: wet",
    }
    tablet.send("/marketing/return", **typed, **signs(Role.MARKETING_SUPERVISOR))
    form = where(tablet)
    finance = programme.person(role=Role.FINANCE)
    assert "Sign MB-0001" in finance.get("/finance/").text
    assert "a supervisor does it" in finance.get("/finance/").text
    supervisor = programme.person(role=Role.FINANCE_SUPERVISOR)
    assert "Sign MB-0001" in supervisor.get("/").text
    supervisor.send(form, **signs(Role.FINANCE_SUPERVISOR))
    assert "900 in finance's stock" in supervisor.get("/coupons/design/MP25").text
    answer = supervisor.client.get(form.replace("/form/", "/print/") + ".pdf")
    assert answer.data.startswith(b"%PDF")


def test_a_deviation_is_due_until_the_bureau_was_told(programme: Site) -> None:
    form = received(programme, invoiced="1001", deviation="One sheet is short.")
    tablet = programme.person(role=Role.FINANCE_SUPERVISOR)
    assert "Report the deviation of MR-0001" in tablet.get("/finance/").text
    assert "not reported to the Bureau" in tablet.get(form).text
    address = form.replace("/coupons/form/", "/finance/deviation/")
    assert "not reported to the Bureau" in tablet.get(address).text
    tablet.send(address, how="By letter.", **signs(Role.FINANCE_SUPERVISOR))
    assert "Report the deviation" not in tablet.get("/finance/").text
    assert "Nothing is left to report" in tablet.get(address).text


def test_a_requisition_that_is_not_wanted_is_voided_by_two(programme: Site) -> None:
    form = asked(programme)
    tablet = programme.person(role=Role.MARKETING_SUPERVISOR)
    other = badge_of(Role.FINANCE)
    second: dict[str, Any] = {"second_badge": other, "second_pin": pin_of(other)}
    tablet.send(f"{form}/void", reason="Promotion is off.", **second)
    assert "Promotion is off." in tablet.get(form).text
    assert "void" in tablet.get("/coupons/").text
    tablet.get(form.replace("/coupons/form/", "/finance/issue/"), status=403)


def test_a_serial_nobody_received_and_one_that_is_none(programme: Site) -> None:
    tablet = programme.person(role=Role.MARKETING)
    assert "This serial was never received." in tablet.get("/coupons/serial?serial=A-1").text
    assert "is not a serial number" in tablet.get("/coupons/serial?serial=ABC").text
    assert "What happened" not in tablet.get("/coupons/serial").text


def test_an_unapproved_or_expired_design_says_so(tmp_path: Path) -> None:
    wrong = (
        replace(DESIGN, approved=None, reference="", printed=()),
        replace(DESIGN, code="MP10", expires=date(2011, 6, 13)),
    )
    site = build_site(tmp_path / "data", of=staffed_house(coupons=wrong))
    tablet = site.person(role=Role.MARKETING)
    assert "not approved" in tablet.get("/coupons/design/MP25").text
    assert "expired" in tablet.get("/coupons/design/MP10").text
    assert "2011-06-13" in tablet.get("/coupons/").text


def test_all_coupons_are_counted_without_the_ledgers_figures(programme: Site) -> None:
    received(programme)
    tablet = programme.person(role=Role.FINANCE)
    assert "Count all coupons not distributed" in tablet.get("/").text
    page = tablet.get("/finance/inventory")
    assert "1,000" not in page.text
    assert "A-0001" not in page.text
    short: dict[str, Any] = {"MP25.stock": "A-0001 to A-0999"}
    page = tablet.send("/finance/inventory", status=422, **short, **signs(Role.FINANCE))
    assert "say what was done about it" in page.text
    assert page.one("textarea", name="MP25.stock").text.strip() == "A-0001 to A-0999"
    wrong: dict[str, Any] = {"MP25.stock": "A-1 A-2 A-3"}
    page = tablet.send("/finance/inventory", status=422, **wrong, **signs(Role.FINANCE))
    assert "a line each range" in page.text
    tablet.send("/finance/inventory", **short, explanation="Sought.", **signs(Role.FINANCE))
    form = where(tablet)
    supervisor = programme.person(role=Role.FINANCE_SUPERVISOR)
    supervisor.send(form, **signs(Role.FINANCE_SUPERVISOR))
    assert "1 missing A-1000" in supervisor.get("/coupons/design/MP25").text


def test_no_quarter_is_reported_before_it_is_over(programme: Site) -> None:
    tablet = programme.person(role=Role.FINANCE_SUPERVISOR)
    assert "2011-04-01 to 2011-06-30, 0 counted" in tablet.get("/finance/quarter/2011-Q2").text
    sent = signs(Role.FINANCE_SUPERVISOR)
    page = tablet.send("/finance/quarter/2011-Q2", status=422, **sent)
    assert "2011-Q2 ends on 2011-06-30: not over yet." in page.text
    for none in ("2011-Q5", "0000-Q1", "june"):
        tablet.get(f"/finance/quarter/{none}", status=404)
    tablet.get("/finance/process/2011-06-14", status=403)


def test_a_quarter_that_is_over_is_reported_once(programme: Site) -> None:
    received(programme)
    programme.clock.on(days=30)
    tablet = programme.person(role=Role.FINANCE_SUPERVISOR)
    assert "Report 2011-Q2 to the Bureau" in tablet.get("/").text
    tablet.send("/finance/quarter/2011-Q2", **signs(Role.FINANCE_SUPERVISOR))
    assert "Quarterly Report of Match Play Coupons MU-0001" in tablet.get(where(tablet)).text
    ccr = programme.person(role=Role.CCR)
    assert "MU-0001" in ccr.get("/coupons/").text
    answer = ccr.client.get("/coupons/print/MU-0001.pdf")
    assert answer.data.startswith(b"%PDF")


def test_expired_coupons_are_destroyed_on_a_page_of_their_own(tmp_path: Path) -> None:
    expiring = replace(DESIGN, expires=date(2011, 6, 14))
    site = build_site(
        tmp_path / "data", of=staffed_house(coupons=(expiring,), controls=(CONTROLS,))
    )
    received(site)
    site.clock.on(days=1)
    tablet = site.person(role=Role.FINANCE)
    assert "Destroy MP25" in tablet.get("/finance/").text
    tablet.get("/finance/destroy/MP99", status=404)
    assert "1,000 coupons MP25" in tablet.get("/finance/destroy/MP25").text
    tablet.send("/finance/destroy/MP25", how="Shredded.", **signs(Role.FINANCE))
    form = where(tablet)
    supervisor = site.person(role=Role.FINANCE_SUPERVISOR)
    supervisor.send(form, **signs(Role.FINANCE_SUPERVISOR))
    assert "1,000 expired and destroyed" in supervisor.get("/coupons/design/MP25").text
