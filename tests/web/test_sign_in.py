from countroom.domain.people import Role
from tests.plumbing.web import Site, pin_of


def test_a_person_with_one_duty_is_in_at_once(site: Site) -> None:
    tablet = site.tablet()
    page = tablet.get("/sign-in")
    assert "Sign in" in page.text
    tablet.sign_in("101")
    page = tablet.get("/")
    assert "Person 101 (sample)" in page.text
    assert Role.COUNT_TEAM.printed in page.text


def test_a_person_with_several_duties_chooses_one(site: Site) -> None:
    tablet = site.tablet()
    tablet.post("/sign-in", {"badge": "200", "pin": pin_of("200")})
    page = tablet.get("/sign-in/duty")
    assert "Floorperson" in page.text
    assert "Pit Clerk" in page.text
    tablet.post("/sign-in/duty", {"duty": "pit_clerk"})
    assert "Pit Clerk" in tablet.get("/").text
