"""Badge and PIN, duties, change of person, the lock, enrolment; cases A8 and A9."""

import pytest

from countroom.domain.people import Role
from countroom.operations import authentication, secrecy
from countroom.operations.acts import Who, perform
from tests.plumbing.web import Site, Tablet, pin_of


def test_a_person_with_one_duty_is_in_at_once(site: Site) -> None:
    tablet = site.tablet()
    assert "Test House (sample)" in tablet.get("/sign-in").text
    tablet.sign_in("101")
    page = tablet.get("/")
    assert "Person 101 (sample)" in page.text
    assert Role.COUNT_TEAM.printed in page.text
    assert "TUE 14 JUN 2011" in page.text


def test_a_person_with_several_duties_chooses_one(site: Site) -> None:
    tablet = site.tablet()
    tablet.post("/sign-in", {"badge": "200", "pin": pin_of("200")})
    page = tablet.get("/sign-in/duty")
    assert "Floorperson" in page.text
    assert "Pit Clerk" in page.text
    tablet.post("/sign-in/duty", {"duty": "pit_clerk"})
    assert "Pit Clerk" in tablet.get("/").text


def test_a_duty_that_is_not_his_is_refused(site: Site) -> None:
    tablet = site.tablet()
    tablet.post("/sign-in", {"badge": "200", "pin": pin_of("200")})
    page = tablet.post("/sign-in/duty", {"duty": "ccr"}, status=422)
    assert "Choose one of your duties" in page.text
    tablet.get("/", status=302)


def test_the_duty_page_needs_a_pin_before(site: Site) -> None:
    tablet = site.tablet()
    tablet.get("/sign-in/duty", status=302)
    assert tablet.answer is not None
    assert tablet.answer.location == "/sign-in"


@pytest.mark.parametrize(
    ("badge", "pin", "says"),
    [
        ("101", "9999", "Badge or PIN is wrong."),
        ("404", "9999", "Badge or PIN is wrong."),
        ("", "9999", "Enter or scan your badge."),
        ("101", "", "Enter your PIN."),
        ("../1", "9999", "Badge may hold only"),
    ],
)
def test_a_wrong_sign_in_says_so_beside_the_field_and_keeps_the_badge(
    site: Site, badge: str, pin: str, says: str
) -> None:
    page = site.tablet().post("/sign-in", {"badge": badge, "pin": pin}, status=422)
    assert says in page.text
    assert page.one("input", id="badge").attributes["value"] == badge
    assert page.one("input", id="pin").attributes.get("value", "") == ""


def test_five_wrong_pins_close_the_tablet_to_that_person_only(site: Site) -> None:
    tablet = site.tablet()
    for _ in range(5):
        tablet.post("/sign-in", {"badge": "101", "pin": "9999"}, status=422)
    page = tablet.post("/sign-in", {"badge": "101", "pin": pin_of("101")}, status=422)
    assert "Too many wrong tries" in page.text
    tablet.sign_in("102")
    assert "Person 102" in tablet.get("/").text


def test_after_signing_in_one_lands_on_the_page_one_wanted(site: Site) -> None:
    tablet = site.tablet()
    tablet.get("/", status=302)
    assert tablet.answer is not None
    assert tablet.answer.location == "/sign-in?next=/"
    tablet.sign_in("101", to="/")
    assert tablet.answer.location == "/"


@pytest.mark.parametrize("to", ["//evil.example/", "https://evil.example/", "/\\evil", "/none"])
def test_signing_in_leads_to_no_other_place(site: Site, to: str) -> None:
    tablet = site.tablet()
    tablet.sign_in("101", to=to)
    assert tablet.answer is not None
    assert tablet.answer.location == "/"


def test_one_tap_changes_the_person_and_ends_the_sign_in_before(site: Site) -> None:
    tablet = site.person("101")
    old = _cookie(tablet)
    tablet.post("/sign-in/change", {"next": "/"})
    tablet.get("/", status=302)
    tablet.sign_in("102")
    assert _cookie(tablet) != old
    thief = site.tablet()
    thief.client.set_cookie("countroom-sign-in", old)
    thief.get("/", status=302)


def _cookie(tablet: Tablet) -> str:
    cookie = tablet.client.get_cookie("countroom-sign-in")
    assert cookie is not None
    return cookie.value


def test_case_A9_a_refresh_never_brings_back_the_last_person(site: Site) -> None:
    tablet = site.person("101")
    tablet.sign_in("102")
    for _ in range(2):
        page = tablet.get("/")
        assert "Person 102" in page.text
        assert "Person 101" not in page.text
    assert tablet.json("/sign-in/alive")["person"] == "102"


def test_an_untouched_screen_locks_and_the_same_person_goes_on_where_he_was(site: Site) -> None:
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    site.clock.on(minutes=6)
    tablet.get("/", status=302)
    assert tablet.answer is not None
    assert tablet.answer.location == "/locked?next=/"
    page = tablet.get("/locked?next=/")
    assert "Screen locked" in page.text
    tablet.post("/locked", {"pin": "0000", "next": "/"}, status=422)
    tablet.post("/locked", {"pin": pin_of("132"), "next": "/"})
    tablet.get("/")


def test_the_room_locks_later_than_the_rest_of_the_house(site: Site) -> None:
    tablet = site.person(role=Role.COUNT_TEAM)
    site.clock.on(minutes=19)
    tablet.get("/")
    site.clock.on(minutes=21)
    tablet.get("/", status=302)


def test_the_lock_shows_nothing_to_those_who_are_not_locked(site: Site) -> None:
    site.tablet().get("/locked", status=302)
    site.person("101").get("/locked", status=302)


def test_a_sign_in_ends_after_twelve_hours(site: Site) -> None:
    tablet = site.person("101")
    for _ in range(48):
        site.clock.on(minutes=15)
        tablet.client.get("/")
    tablet.get("/", status=302)
    assert tablet.answer is not None
    assert tablet.answer.location.startswith("/sign-in")


def test_a_page_can_lock_itself(site: Site) -> None:
    tablet = site.person("101")
    assert tablet.json("/sign-in/lock", {}) == {"locked": True}
    tablet.json("/sign-in/alive", status=401)
    site.tablet().json("/sign-in/lock", {})


def test_signing_in_in_place_goes_on_with_a_locked_sign_in(site: Site) -> None:
    tablet = site.person("101")
    token = tablet.token()
    tablet.json("/sign-in/lock", {})
    asked = {"badge": "101", "pin": pin_of("101"), "person": "101", "duty": "count_team"}
    answer = tablet.json("/sign-in/here", asked)
    assert answer["same"] is True
    assert tablet.json("/sign-in/alive")["person"] == "101"
    tablet.post("/sign-in/change", {"csrf_token": token})


def test_case_A8_an_expired_sign_in_is_renewed_in_place_and_its_forms_stay_good(
    site: Site,
) -> None:
    tablet = site.person("101")
    token = tablet.token()
    site.clock.on(hours=13)
    tablet.json("/sign-in/alive", status=401)
    asked = {"badge": "101", "pin": pin_of("101"), "person": "101", "duty": "count_team"}
    tablet.json("/sign-in/here", asked)
    tablet.get("/")
    tablet.post("/sign-in/change", {"csrf_token": token})


def test_somebody_else_in_place_starts_a_page_of_his_own(site: Site) -> None:
    tablet = site.person("101")
    tablet.json("/sign-in/lock", {})
    asked = {"badge": "200", "pin": pin_of("200"), "person": "101", "duty": "pit_clerk"}
    answer = tablet.json("/sign-in/here", asked)
    assert answer == {"person": "200", "same": False, "token": ""}
    page = tablet.get("/")
    assert "Pit Clerk" in page.text


def test_signing_in_in_place_refuses_as_the_page_does(site: Site) -> None:
    tablet = site.person("101")
    answer = tablet.json("/sign-in/here", {"badge": "101", "pin": "1"}, status=422)
    assert answer["problem"]["fields"]["pin"] == "Badge or PIN is wrong."
    answer = tablet.json("/sign-in/here", {"badge": "", "pin": ""}, status=422)
    assert answer["problem"]["fields"]["pin"] == "Enter badge and PIN."
    assert tablet.json("/sign-in/here", "text", status=422)


def test_case_A8_a_form_sent_after_the_sign_in_expired_is_kept_and_sent_again(site: Site) -> None:
    tablet = site.person("101")
    site.clock.on(hours=13)
    typed = {"next": "/", "name": "48 & more", "pin": "1234", "page_person": "101", "key": "k"}
    page = tablet.post("/", typed, status=405)
    page = tablet.post("/sign-in/change-of-nothing", typed, status=404)
    page = tablet.post("/gallery", typed, status=401)
    assert "What you typed is kept" in page.text
    carried = {
        element.attributes["name"]: element.attributes["value"]
        for element in page.all("input", type="hidden")
        if element.attributes["name"].startswith("carried.")
    }
    assert carried["carried.name"] == "48 & more"
    assert "carried.pin" not in carried
    fields = {"badge": "101", "pin": pin_of("101"), "next": "/gallery", **carried}
    page = tablet.post("/sign-in", fields, status=200)
    assert "Send it again" in page.text
    assert page.one("input", name="name").attributes["value"] == "48 & more"
    assert page.one("form", id="again").attributes["action"] == "/gallery"
    tablet.get("/")


def test_what_was_typed_is_not_handed_to_somebody_else(site: Site) -> None:
    tablet = site.person("101")
    site.clock.on(hours=13)
    fields = {"carried.name": "7318549", "carried.page_person": "101", "next": "/gallery"}
    tablet.post("/sign-in", {"badge": "102", "pin": pin_of("102"), **fields})
    assert "7318549" not in tablet.get("/").text


def test_a_locked_screen_keeps_a_form_too(site: Site) -> None:
    tablet = site.person("101")
    tablet.json("/sign-in/lock", {})
    page = tablet.post("/gallery", {"name": "48", "page_person": "101"}, status=401)
    assert page.one("input", name="carried.name").attributes["value"] == "48"
    fields = {"carried.name": "48", "carried.page_person": "101", "next": "/gallery"}
    page = tablet.post("/sign-in", {"badge": "101", "pin": pin_of("101"), **fields}, status=200)
    assert page.one("input", name="name").attributes["value"] == "48"


# ------------------------------------------------------------------------------- enrolment


def _new_code(site: Site, badge: str) -> str:
    code, hashed = authentication.prepare_code(secrecy.CHEAP)
    second = authentication.prove(
        site.database, site.clock(), "175", pin_of("175"), Role.INTERNAL_AUDIT
    )
    first = authentication.prove(
        site.database, site.clock(), "190", pin_of("190"), Role.ADMINISTRATOR
    )
    perform(
        site.database,
        authentication.issue_code,
        who=Who(first.person, Role.ADMINISTRATOR),
        now=site.clock(),
        person=badge,
        hashed=hashed,
        second=second,
    )
    return code


def test_a_one_time_code_sets_ones_own_pin_once(site: Site) -> None:
    code = _new_code(site, "101")
    tablet = site.tablet()
    assert "Set your PIN" in tablet.get("/enrol").text
    fields = {"badge": "101", "code": code.lower(), "pin": "8264", "again": "8264"}
    tablet.post("/enrol", fields)
    tablet.sign_in("101", pin="8264")
    tablet.get("/")
    page = tablet.post("/enrol", {**fields, "pin": "9375", "again": "9375"}, status=422)
    assert "the code was used already" in page.text


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"again": "8265"}, "The two PINs differ"),
        ({"pin": "1234", "again": "1234"}, "harder to guess"),
        ({"pin": "12", "again": "12"}, "4 to 8 digits"),
        ({"code": ""}, "Enter the code"),
        ({"code": "AAAA-BBBB-CCCC"}, "Badge or code is wrong"),
    ],
)
def test_enrolment_refuses_in_words(site: Site, changed: dict[str, str], says: str) -> None:
    code = _new_code(site, "101")
    fields = {"badge": "101", "code": code, "pin": "8264", "again": "8264", **changed}
    assert says in site.tablet().post("/enrol", fields, status=422).text
