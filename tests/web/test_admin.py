"""The administrator: people, one-time codes, the property file, the settings."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.people import Role
from tests.plumbing.web import Site, Tablet, badge_of, pin_of

SAMPLE = Path(__file__).parents[2] / "countroom" / "sample_property.toml"
SOON = "2011-06-15"


def second(role: Role, badge: str = "") -> dict[str, Any]:
    shown = badge or badge_of(role)
    return {"second_badge": shown, "second_pin": pin_of(shown)}


@pytest.fixture
def admin(site: Site) -> Tablet:
    return site.person(role=Role.ADMINISTRATOR)


def test_everybody_is_listed_and_who_cannot_sign_in_first(site: Site, admin: Tablet) -> None:
    page = admin.get("/admin/people")
    assert "Person 101 (sample)" in page.text
    assert "cannot sign in" not in page.text
    admin.send("/admin/people/101/code", status=200, **second(Role.SECURITY))
    assert "has a one-time code" in admin.get("/admin/people/101").text
    site.clock.on(days=8)
    again = site.person(role=Role.ADMINISTRATOR)
    assert "1 person cannot sign in" in again.get("/admin/people").text


def test_a_new_code_shows_once_and_sets_a_new_pin(site: Site, admin: Tablet) -> None:
    page = admin.send("/admin/people/101/code", status=200, **second(Role.SECURITY))
    code = page.one("p", class_="code-once").text
    assert code not in admin.get("/admin/people/101").text
    theirs = site.tablet()
    theirs.post("/sign-in", {"badge": "101", "pin": pin_of("101")}, status=422)
    theirs.send("/enrol", badge="101", code=code, pin="8052", again="8052")
    theirs.sign_in("101", pin="8052")
    theirs.get("/")


def test_a_code_needs_somebody_else(admin: Tablet) -> None:
    path = "/admin/people/101/code"
    page = admin.send(path, status=403, **second(Role.COUNT_TEAM))
    assert "needs two people" in page.text
    page = admin.send(path, status=403, **second(Role.ADMINISTRATOR))
    assert "needs two people" in page.text


def test_a_representative_s_code_needs_another_representative(admin: Tablet) -> None:
    path = "/admin/people/120/code"
    page = admin.send(path, status=422, **second(Role.SECURITY))
    assert "is not registered as Casino Compliance Representative" in page.text
    page = admin.send(path, status=200, **second(Role.CCR, "121"))
    assert "This code is shown this once" in page.text


def test_a_code_page_sent_twice_makes_no_second_code(admin: Tablet) -> None:
    path = "/admin/people/101/code"
    data = {**admin.hidden(admin.get(path), path), **second(Role.SECURITY)}
    admin.post(path, data, status=200)
    page = admin.post(path, data, status=409)
    assert "A code was made with this page already." in page.text


def test_sign_ins_end_at_once(site: Site, admin: Tablet) -> None:
    theirs = site.person("101")
    theirs.get("/")
    page = admin.get("/admin/people/101")
    end = "/admin/people/101/end"
    admin.post(end, admin.hidden(page, end))
    theirs.get("/", status=302)


def test_somebody_leaves_and_what_he_did_stays(site: Site, admin: Tablet) -> None:
    path = "/admin/people/160/retire"
    page = admin.send(path, status=422, effective="2011-06-13", **second(Role.SECURITY))
    assert "or a later gaming date" in page.text
    admin.send(path, effective=SOON, **second(Role.SECURITY))
    assert "Person 160 (sample)" in admin.get("/admin/people").text
    site.clock.on(days=1)
    later = site.person(role=Role.ADMINISTRATOR)
    assert "Person 160 (sample)" not in later.get("/admin/people").text
    later.get("/admin/people/160", status=404)


def test_leaving_today_ends_the_sign_ins(site: Site, admin: Tablet) -> None:
    theirs = site.person("160")
    admin.send("/admin/people/160/retire", effective="2011-06-14", **second(Role.SECURITY))
    theirs.get("/", status=302)


def test_duties_change_by_date_and_bad_pairs_are_refused(admin: Tablet) -> None:
    path = "/admin/people/160/roles"
    assert "Dealer" in admin.get(path).text
    both: dict[str, Any] = {"roles": ["count_team", "chip_bank_cashier"], "effective": "2011-06-14"}
    page = admin.send(path, status=422, **both, **second(Role.SECURITY))
    assert "cannot also be" in page.text
    page = admin.send(path, status=422, effective="2011-06-14", **second(Role.SECURITY))
    assert "name at least one role" in page.text
    ccr: dict[str, Any] = {"roles": ["ccr"], "effective": "2011-06-14"}
    page = admin.send(path, status=422, **ccr, **second(Role.SECURITY))
    assert "comes with the property file" in page.text
    fine: dict[str, Any] = {"roles": ["dealer", "boxperson"], "effective": "2011-06-14"}
    admin.send(path, **fine, **second(Role.SECURITY))
    assert "Dealer, Boxperson" in admin.get("/admin/people/160").text


def upload(admin: Tablet, content: bytes, *, status: int = 200, **fields: Any) -> str:
    path = "/admin/property"
    data = {**admin.hidden(admin.get(path), path), "effective": SOON, **second(Role.SECURITY)}
    data |= {"file": (BytesIO(content), "house.toml"), **fields}
    return admin.post(path, data, status=status).text


def test_a_bad_file_is_refused_whole_each_fault_with_its_place(admin: Tablet) -> None:
    bad = SAMPLE.read_text(encoding="utf-8").replace('kind = "nonbanking"', 'kind = "bank"', 1)
    said = upload(admin, bad.encode(), status=422)
    assert "The file was not loaded" in said
    assert "(line " in said
    assert "Test House (sample)" in admin.get("/admin/property").text


def test_a_file_that_is_no_toml_and_no_file_at_all(admin: Tablet) -> None:
    assert "Not readable as TOML" in upload(admin, b"tables = [", status=422)
    page = admin.send("/admin/property", status=422, effective=SOON, **second(Role.SECURITY))
    assert "Choose the property file." in page.text


def test_a_good_file_is_loaded_by_two_people_and_its_codes_show_once(
    site: Site, admin: Tablet
) -> None:
    said = upload(admin, SAMPLE.read_bytes(), status=403, **second(Role.ADMINISTRATOR))
    assert "A house is changed by two people" in said
    said = upload(admin, SAMPLE.read_bytes())
    assert "One-time codes, shown this once" in said
    said = upload(admin, SAMPLE.read_bytes(), status=422, effective="2011-06-14")
    assert "name that day or later" in said
    assert site.clock().year == 2011


def test_the_settings_in_force_are_open_to_the_representative_too(
    site: Site, admin: Tablet
) -> None:
    page = admin.get("/admin/settings")
    assert "Devices approved for the recount CM-1 none 2011-06-14" in page.text
    assert "Count stations in use 1 2" in page.text
    assert "Settings in force" in site.person(role=Role.CCR).get("/admin/settings").text
    site.person(role=Role.MARKETING).get("/admin/settings", status=403)


def test_an_administrator_opens_nothing_else(admin: Tablet) -> None:
    admin.get("/pit/", status=403)
