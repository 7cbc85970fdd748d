"""The pit: tables as cards, fills and credits, racks counted blind."""

from typing import Any

import pytest

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.people import Role
from tests.plumbing import floor
from tests.plumbing.web import Page, Site, Tablet, badge_of, pin_of

RACK: dict[str, Any] = {
    "grid.value_chip-main-10000.racks": "1",
    "grid.value_chip-main-10000.pieces": "20",
    "grid.value_chip-main-250.pieces": "40",
}
FILL: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "50"}
ASK = "/pit/table/MS-101/fill"


def signs(role: Role, badge: str = "") -> dict[str, Any]:
    """Badge and PIN of somebody."""
    shown = badge or badge_of(role)
    return {"badge": shown, "pin": pin_of(shown)}


def second(role: Role) -> dict[str, Any]:
    return {f"second_{name}": value for name, value in signs(role).items()}


def where(tablet: Tablet) -> str:
    assert tablet.answer is not None
    return str(tablet.answer.location)


def test_the_board_says_of_each_table_what_is_due(site: Site) -> None:
    tablet = site.person(role=Role.FLOORPERSON)
    assert "No drop box is on this table" in tablet.get("/pit/").text
    floor.open_table(site)
    page = tablet.get("/pit/")
    assert "1 of 2 open" in page.text
    assert "since 2011-06-14 16:00" in page.text
    name = floor.prepared_fill(site)
    assert f"Sign {name}: Security Officer next." in tablet.get("/pit/").text


def test_a_rack_is_counted_signed_by_both_and_opens_the_table(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DEALER)
    tablet.send("/pit/table/MS-101/count/opening", **RACK)
    slip = where(tablet)
    page = tablet.get(slip)
    assert "12,100.00" in page.text
    tablet.send(slip, **signs(Role.DEALER))
    assert "Floorperson" in tablet.get(slip).text
    tablet.send(slip, **signs(Role.FLOORPERSON))
    assert "open" in tablet.get("/pit/table/MS-101").text
    assert "Sign IS-0001" not in tablet.get(slip).text


def test_a_blank_denomination_is_named_and_what_was_typed_stays(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DEALER)
    some: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "7"}
    page = tablet.send("/pit/table/MS-101/count/opening", status=422, **some)
    assert "House chips $2.50: not entered; enter 0 where there are none." in page.text
    cell = page.one("input", name="grid.value_chip-main-10000.pieces")
    assert cell.attributes["value"] == "7"


@pytest.mark.parametrize("typed", ["-1", "1.5", "1e3", "abc", "1_000", "٣"])
def test_case_C3_what_is_no_number_is_refused_by_name(site: Site, typed: str) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DEALER)
    wrong: dict[str, Any] = {**RACK, "grid.value_chip-main-250.pieces": typed}
    page = tablet.send("/pit/table/MS-101/count/opening", status=422, **wrong)
    assert "House chips $2.50, pieces: enter a whole number of pieces, 0 or more." in page.text


def test_case_B4_what_was_typed_is_recorded_and_the_difference_shows_after_signing(
    site: Site,
) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.DEALER)
    short: dict[str, Any] = {**RACK, "grid.value_chip-main-10000.pieces": "0"}
    form = tablet.get("/pit/table/MS-101/count/close")
    assert "12,100.00" not in form.text
    tablet.send("/pit/table/MS-101/count/close", **short)
    slip = where(tablet)
    page = tablet.get(slip)
    assert "10,100.00" in page.text
    assert "short" not in page.text
    assert "What the rack should hold shows when both have signed." in page.text
    for role in (Role.DEALER, Role.FLOORPERSON):
        assert "12,100.00" not in tablet.get(slip).text
        tablet.send(slip, **signs(role))
    page = tablet.get(slip)
    assert "short 2,000.00" in page.text
    assert "12,100.00" in page.text


def test_case_E7_both_differences_show_once_the_closing_slip_is_signed(site: Site) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    fewer = (floor.RACK[0], Pieces(Instrument.VALUE_CHIP, 250, 32, "main"))
    floor.opened_with_error_slip(site, fewer)
    name = floor.signed_slip(site, SlipKind.CLOSE, pieces=fewer)
    text = site.person(role=Role.FLOORPERSON).get(f"/pit/rack/{name}").text
    assert "Opening difference short 20.00" in text
    assert "Closing difference even" in text


def test_the_first_slip_of_a_table_has_nothing_to_compare_with(site: Site) -> None:
    name = floor.open_table(site)
    text = site.person(role=Role.FLOORPERSON).get(f"/pit/rack/{name}").text
    assert "Opening difference" in text


def test_a_drop_count_names_both_boxes(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.DEALER)
    refused = tablet.send("/pit/table/MS-101/count/drop", status=422, **RACK)
    assert "incoming" in refused.text
    tablet.send("/pit/table/MS-101/count/drop", incoming="007", **RACK)
    page = tablet.get(where(tablet))
    assert "into box 7" in page.text
    assert "into box 007" in page.text


def test_a_slip_is_counted_again_or_voided_before_anybody_signs(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DEALER)
    tablet.send("/pit/table/MS-101/count/opening", **RACK)
    slip = where(tablet)
    again: dict[str, Any] = {**RACK, "grid.value_chip-main-250.pieces": "41"}
    refused = tablet.send(f"{slip}/again", status=422, **again)
    assert "Say why it is counted again." in refused.text
    tablet.send(f"{slip}/again", reason="A stack was missed", **again)
    assert "counted 2 times" in tablet.get(slip).text
    page = tablet.send(f"{slip}/void", status=422, reason="Wrong table", **second(Role.DEALER))
    assert "another person stands by" in page.text
    tablet.send(f"{slip}/void", reason="Wrong table", **second(Role.FLOORPERSON))
    assert "Wrong table" in tablet.get(slip).text


def test_a_fill_goes_from_request_to_the_drop_box(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.FLOORPERSON)
    tablet.send(ASK, **FILL, **signs(Role.FLOORPERSON))
    assert "waits for the chip bank" in tablet.get(where(tablet)).text
    name = floor.prepared_fill(site)
    slip = f"/pit/paper/{name}"
    for role in (Role.SECURITY, Role.DEALER, Role.FLOORPERSON):
        signer = site.person(role=role)
        signer.send(slip, **signs(role))
    assert "in the drop box of MS-101" in tablet.get(slip).text


def test_case_A2_a_fill_sent_twice_is_one_request(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.FLOORPERSON)
    page = tablet.get(ASK)
    data = {**tablet.hidden(page, ASK), **FILL, **signs(Role.FLOORPERSON)}
    tablet.post(ASK, data)
    first = where(tablet)
    tablet.post(ASK, data)
    assert where(tablet) == first
    other = {**data, "grid.value_chip-main-10000.pieces": "60"}
    page = tablet.post(ASK, other, status=409)
    assert "Already recorded as FR-0001" in page.text
    assert page.one("a", href="/pit/paper/FR-0001").text == "Show FR-0001"
    assert page.one("input", name="grid.value_chip-main-10000.pieces").attributes["value"] == "60"


def test_a_signature_sent_twice_is_one_signature(site: Site) -> None:
    floor.open_table(site)
    slip = f"/pit/paper/{floor.prepared_fill(site)}"
    tablet = site.person(role=Role.SECURITY)
    page = tablet.get(slip)
    data = {**tablet.hidden(page, slip), **signs(Role.SECURITY)}
    tablet.post(slip, data)
    tablet.post(slip, data)
    assert len(tablet.get(slip).text.split("Person 151 (sample)")) >= 2


def test_case_A9_a_signature_is_of_who_shows_badge_and_pin(site: Site) -> None:
    floor.open_table(site)
    slip = f"/pit/paper/{floor.prepared_fill(site)}"
    tablet = site.person(role=Role.FLOORPERSON)
    tablet.send(slip, **signs(Role.SECURITY))
    assert "Person 151 (sample) Security Officer" in tablet.get(slip).text


def test_out_of_order_and_wrong_pins_are_refused_beside_the_field(site: Site) -> None:
    floor.open_table(site)
    slip = f"/pit/paper/{floor.prepared_fill(site)}"
    tablet = site.person(role=Role.DEALER)
    page = tablet.send(slip, status=422, **signs(Role.DEALER))
    assert "is not registered as Security Officer" in page.text
    page = tablet.send(slip, status=422, badge="151", pin="9" * 4)
    assert "Badge or PIN is wrong." in page.text


def test_case_E1_a_fill_is_voided_by_two_before_the_dealer_signs(site: Site) -> None:
    floor.open_table(site)
    slip = f"/pit/paper/{floor.prepared_fill(site)}"
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    cashier = signs(Role.CHIP_BANK_CASHIER)
    page = tablet.send(f"{slip}/void", status=422, **cashier, **second(Role.SECURITY))
    assert "Say why the slip is voided." in page.text
    tablet.send(f"{slip}/void", reason="Never left", **cashier, **second(Role.SECURITY))
    assert "Void: Never left" in tablet.get(slip).text


def test_case_E1_a_fill_that_the_dealer_signed_stands(site: Site) -> None:
    floor.open_table(site)
    slip = f"/pit/paper/{floor.prepared_fill(site)}"
    tablet = site.person(role=Role.FLOORPERSON)
    for role in (Role.SECURITY, Role.DEALER):
        tablet.send(slip, **signs(role))
    assert tablet.get(slip).all("a", class_="button button-stop") == []
    reason = {"reason": "Too late", **signs(Role.CHIP_BANK_CASHIER), **second(Role.SECURITY)}
    page = tablet.send(f"{slip}/void", status=409, **reason)
    assert "The dealer has signed F-0001: it stands." in page.text


def test_case_E13_a_closed_table_takes_no_fill(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.FLOORPERSON)
    assert tablet.get("/pit/table/MS-101").all("a", href=ASK) == []
    page = tablet.send(ASK, status=409, **FILL, **signs(Role.FLOORPERSON))
    assert "MS-101 is closed: it takes no fill." in page.text
    assert page.one("input", name="grid.value_chip-main-10000.pieces").attributes["value"] == "50"


def test_a_pit_clerk_asks_and_a_floorperson_signs_or_it_is_taken_back(site: Site) -> None:
    floor.open_table(site)
    clerk = site.person(role=Role.PIT_CLERK)
    clerk.send(ASK, **FILL)
    paper = where(clerk)
    assert "Floorperson" in clerk.get(paper).text
    clerk.send(paper, **signs(Role.FLOORPERSON))
    assert "waits for the chip bank" in clerk.get(paper).text
    clerk.send(f"{paper}/withdraw", reason="Not needed")
    assert "void" in clerk.get(paper).text
    page = clerk.send(f"{paper}/withdraw", status=403, reason="Again")
    assert "can no longer be taken back" in page.text


def test_chips_go_back_by_credit(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.FLOORPERSON)
    tablet.send("/pit/table/MS-101/credit", **FILL, **signs(Role.FLOORPERSON))
    paper = where(tablet)
    assert "next: Dealer" in tablet.get(paper).text
    tablet.send(paper, **signs(Role.DEALER))
    calls = site.person(role=Role.SECURITY).get("/").text
    assert f"Sign {paper.rpartition('/')[2]}" in calls
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    assert "nothing waits" in bank.get("/cage/chips").text
    tablet.send(paper, **signs(Role.SECURITY))
    assert "1 to answer" in bank.get("/cage/chips").text
    answer = f"/cage/chips/{paper.rpartition('/')[2]}"
    bank.send(answer, **FILL, **signs(Role.CHIP_BANK_CASHIER))
    slip = where(bank)
    assert bank.get(slip).all("a", class_="button button-stop") == []
    for role in (Role.SECURITY, Role.DEALER, Role.FLOORPERSON):
        tablet.send(slip, **signs(role))
    assert "in the drop box of MS-101" in tablet.get(slip).text


def test_a_credit_is_voided_by_two_before_its_chips_leave(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.FLOORPERSON)
    tablet.send("/pit/table/MS-101/credit", **FILL, **signs(Role.FLOORPERSON))
    paper = where(tablet)
    tablet.send(paper, **signs(Role.DEALER))
    assert "Take it back" not in tablet.get(paper).text
    by = {**signs(Role.FLOORPERSON), **second(Role.DEALER)}
    tablet.send(f"{paper}/void", reason="Too many", **by)
    assert "Void: Too many" in tablet.get(paper).text


def test_a_racked_amount_counts_hundreds(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.FLOORPERSON)
    racks: dict[str, Any] = {
        "grid.value_chip-main-10000.racks": "2",
        "grid.value_chip-main-10000.pieces": "5",
    }
    tablet.send(ASK, **racks, **signs(Role.FLOORPERSON))
    assert "20,500.00" in tablet.get(where(tablet)).text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/pit/table/XX-9", 404),
        ("/pit/table/MS-101/count/whenever", 404),
        ("/pit/paper/F-0999", 404),
        ("/pit/rack/F-0001", 404),
        ("/pit/paper/IS-0001", 404),
        ("/pit/paper/FR-0001/void", 404),
    ],
)
def test_what_is_not_there_is_said(site: Site, path: str, status: int) -> None:
    floor.open_table(site)
    floor.prepared_fill(site)
    page: Page = site.person(role=Role.FLOORPERSON).get(path, status=status)
    assert "There is no such thing here" in page.text


def test_a_stranger_to_the_pit_is_refused(site: Site) -> None:
    tablet = site.person(role=Role.ACCOUNTING)
    assert "not open to the duty Accounting" in tablet.get("/pit/", status=403).text


def test_a_slip_is_printed_for_the_department_that_keeps_a_copy(site: Site) -> None:
    opener = floor.open_table(site)
    slip = floor.prepared_fill(site)
    bank = site.person(role=Role.CHIP_BANK_CASHIER)
    assert "Print" in bank.get(f"/pit/paper/{slip}").text
    bank.get(f"/pit/print/{slip}.pdf")
    assert bank.answer is not None
    assert bank.answer.data.startswith(b"%PDF")
    pit = site.person(role=Role.FLOORPERSON)
    assert "Print" not in pit.get(f"/pit/paper/{slip}").text
    refused = pit.get(f"/pit/print/{slip}.pdf", status=403)
    assert "not open to the duty Floorperson" in refused.text
    assert f"Print {opener}" in pit.get(f"/pit/rack/{opener}").text
    pit.get(f"/pit/print/{opener}.pdf")
    assert pit.answer is not None
    assert pit.answer.mimetype == "application/pdf"
