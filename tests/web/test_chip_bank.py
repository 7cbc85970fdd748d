"""The chip bank: requests that wait, and the slips that answer them."""

from typing import Any

from countroom.domain.people import Role
from tests.plumbing import floor
from tests.plumbing.web import Site, badge_of, pin_of

SIGNED: dict[str, Any] = {
    "badge": badge_of(Role.CHIP_BANK_CASHIER),
    "pin": pin_of(badge_of(Role.CHIP_BANK_CASHIER)),
}


def test_a_request_waits_and_is_answered_by_one_slip(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    assert "No request waits for the chip bank." in tablet.get("/cage/chips").text
    name = floor.asked_fill(site)
    page = tablet.get("/cage/chips")
    assert "1 to answer" in page.text
    assert "5,000.00" in page.text
    path = f"/cage/chips/{name}"
    form = tablet.get(path)
    cell = form.one("input", name="grid.value_chip-main-10000.pieces")
    assert cell.attributes["value"] == "50"
    pieces: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "50"}
    data = {**tablet.hidden(form, path), **pieces, **SIGNED}
    tablet.post(path, data)
    tablet.post(path, data)
    assert tablet.answer is not None
    assert tablet.answer.location == "/pit/paper/F-0001"
    page = tablet.get("/cage/chips")
    assert "nothing waits" in page.text
    assert "next: Security Officer" in page.text
    page = tablet.send(path, status=409, **pieces, **SIGNED)
    assert "already answered by F-0001" in page.text


def test_a_slip_moves_what_was_asked_for(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    path = f"/cage/chips/{floor.asked_fill(site, 150)}"
    form = tablet.get(path)
    assert form.one("input", name="grid.value_chip-main-10000.racks").attributes["value"] == "1"
    more: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "50"}
    page = tablet.send(path, status=409, **more, **SIGNED)
    assert "the slip moves what its request asked for" in page.text
    assert page.one("input", name="grid.value_chip-main-10000.racks").attributes["value"] == ""


def test_a_slip_is_no_request(site: Site) -> None:
    floor.open_table(site)
    name = floor.prepared_fill(site)
    site.person(role=Role.CHIP_BANK_CASHIER).get(f"/cage/chips/{name}", status=404)


def test_the_chip_bank_is_open_to_its_cashier_alone(site: Site) -> None:
    for role in (Role.FLOORPERSON, Role.MAIN_BANK_CASHIER, Role.ADMINISTRATOR):
        site.person(role=role).get("/cage/chips", status=403)


FIFTY: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "50"}


def second(role: Role) -> dict[str, Any]:
    return {"second_badge": badge_of(role), "second_pin": pin_of(badge_of(role))}


def test_case_E13_a_closed_chip_bank_says_so_to_cage_and_pit(site: Site) -> None:
    floor.open_table(site)
    cage = site.person(role=Role.CHIP_BANK_CASHIER)
    page = cage.send("/cage/stock/turn", status=422, **second(Role.FLOORPERSON))
    assert "Open" not in page.one("h1").text
    cage.send("/cage/stock/turn", **second(Role.CAGE_SUPERVISOR))
    assert "it gives and takes no chips" in cage.get("/cage/chips").text
    pit = site.person(role=Role.FLOORPERSON)
    ask = "/pit/table/MS-101/fill"
    assert "The chip bank is closed since" in pit.get(ask).text
    by: dict[str, Any] = {
        "badge": badge_of(Role.FLOORPERSON),
        "pin": pin_of(badge_of(Role.FLOORPERSON)),
    }
    page = pit.send(ask, status=409, **by, **FIFTY)
    assert "it gives no chips now" in page.text
    page = cage.get("/cage/stock/turn")
    assert page.one("h1").text == "Open the chip bank"
    cage.send("/cage/stock/turn", **second(Role.CAGE_SUPERVISOR))
    assert "The chip bank is closed" not in pit.get(ask).text


def test_a_credit_that_the_bank_counts_otherwise_goes_back(site: Site) -> None:
    floor.open_table(site)
    name = floor.carried_credit(site)
    cage = site.person(role=Role.CHIP_BANK_CASHIER)
    back = f"/cage/chips/{name}/back"
    assert cage.get(f"/cage/chips/{name}").all("a", href=back)
    counted: dict[str, Any] = {"grid.value_chip-main-10000.pieces": "49"}
    page = cage.send(
        back,
        status=422,
        **{**counted, "grid.value_chip-main-10000.pieces": "50"},
        **SIGNED,
        **second(Role.SECURITY),
    )
    assert "make its slip" in page.text
    cage.send(back, **counted, **SIGNED, **second(Role.SECURITY))
    assert "On their way back to the table" in cage.get("/cage/chips").text
    cage.get(back, status=404)
    pit = site.person(role=Role.FLOORPERSON)
    paper = f"/pit/paper/{name}"
    page = pit.get(paper)
    assert "the chip bank counted 4,900.00" in page.text
    assert page.all("a", href=f"{paper}/back")
    dealer: dict[str, Any] = {"badge": badge_of(Role.DEALER), "pin": pin_of(badge_of(Role.DEALER))}
    pit.send(f"{paper}/back", **dealer, **second(Role.FLOORPERSON))
    assert "void" in pit.get(paper).text
    pit.get(f"{paper}/back", status=404)
