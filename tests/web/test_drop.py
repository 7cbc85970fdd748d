"""The drop on the floor: boxes off and on, exceptions, the trolley, where every box is."""

from typing import Any

import pytest

from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.regulations import V_04
from tests.plumbing import floor
from tests.plumbing.web import Site, Tablet, badge_of, pin_of

OFFICER = badge_of(Role.SURVEILLANCE)


@pytest.fixture
def tablet(site: Site) -> Tablet:
    """The drop team's tablet in the morning, tables carrying boxes, surveillance told."""
    floor.open_table(site)
    site.clock.on(hours=14)
    tablet = site.person(role=Role.DROP_TEAM)
    tablet.send("/drop/tell", officer=OFFICER)
    return tablet


def hands_over() -> dict[str, Any]:
    drop_team, security = badge_of(Role.DROP_TEAM), badge_of(Role.SECURITY)
    return {
        "badge": drop_team,
        "pin": pin_of(drop_team),
        "second_badge": security,
        "second_pin": pin_of(security),
    }


def drop_slip(site: Site) -> str:
    return floor.signed_slip(site, SlipKind.DROP, incoming="007")


def test_surveillance_is_told_first(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.DROP_TEAM)
    assert "Surveillance is not told yet." in tablet.get("/drop/").text
    page = tablet.get("/drop/table/PK-301")
    assert "Tell surveillance first." in page.text
    page = tablet.send("/drop/table/PK-301", status=409, box="8")
    assert "Tell surveillance first that the drop" in page.text
    page = tablet.send("/drop/tell", status=422, officer="150")
    assert "Enter the badge of a surveillance officer." in page.text
    tablet.send("/drop/tell", officer=OFFICER)
    assert "Surveillance (Person 170 (sample)) was told at 16:00." in tablet.get("/drop/").text


def test_an_open_table_waits_for_its_slip_and_then_drops(site: Site, tablet: Tablet) -> None:
    page = tablet.get("/drop/")
    assert "waits for its drop slip" in page.text
    assert "its drop slip is counted and signed first" in tablet.get("/drop/table/MS-101").text
    slip = drop_slip(site)
    page = tablet.get("/drop/table/MS-101")
    assert slip in page.text
    assert page.one("input", name="replacement").attributes["value"] == "007"
    tablet.send("/drop/table/MS-101", box="7", replacement="007", ends="day")
    page = tablet.get("/drop/")
    assert "1 of 2 done" in page.text
    assert "box 7 MS-101 · 06:00" in page.text


@pytest.mark.rule(V_04)
def test_a_drop_outside_the_filed_window_says_so_before_and_after(
    site: Site, tablet: Tablet
) -> None:
    drop_slip(site)
    page = tablet.get("/drop/table/MS-101").text
    assert "Outside the filed window" not in page
    site.clock.on(hours=5)
    tablet = site.person(role=Role.DROP_TEAM)
    assert "Filed window 05:00 to 09:00: closed now" in tablet.get("/drop/").text
    page = tablet.get("/drop/table/MS-101").text
    assert "Outside the filed window, 05:00 to 09:00: a drop now is recorded" in page
    tablet.send("/drop/table/MS-101", box="7", replacement="007", ends="day")
    assert "Outside the filed window (V-04" in tablet.get("/drop/").text


def test_case_A2_a_drop_sent_twice_is_one(site: Site, tablet: Tablet) -> None:
    drop_slip(site)
    path = "/drop/table/MS-101"
    scanned = {"box": "7", "replacement": "007", "ends": "day"}
    data = {**tablet.hidden(tablet.get(path), path), **scanned}
    tablet.post(path, data)
    tablet.post(path, data)
    assert tablet.get("/drop/").text.count("box 7 ") == 1


def test_case_D4_a_label_in_the_wrong_place_is_refused_with_what_it_was(
    site: Site, tablet: Tablet
) -> None:
    drop_slip(site)
    page = tablet.send(
        "/drop/table/MS-101", status=404, box="MS-101", replacement="007", ends="day"
    )
    assert "MS-101 is the label of a table, not of a box." in page.text
    page = tablet.send("/drop/table/MS-101", status=409, box="8", replacement="007", ends="day")
    assert "Box 8 is on PK-301, not on MS-101." in page.text
    assert page.one("input", name="replacement").attributes["value"] == "007"
    page = tablet.get("/drop/boxes?box=MS-101")
    assert "MS-101 is the label of a table, not of a box." in page.text


def test_a_scanned_table_or_box_leads_to_its_table(tablet: Tablet) -> None:
    for code in ("MS-101", "7"):
        tablet.get(f"/drop/?code={code}", status=302)
        assert tablet.answer is not None
        assert tablet.answer.location == "/drop/table/MS-101"
    assert "There is no 'ZZ' among the boxes." in tablet.get("/drop/?code=ZZ").text
    assert "Box 007 is on no table." in tablet.get("/drop/?code=007").text


def test_case_D5_a_closed_table_is_not_dropped(tablet: Tablet) -> None:
    path = "/drop/table/PK-301/stays"
    page = tablet.send(path, status=422, why="closed")
    assert "Say why the box of PK-301 stays." in page.text
    tablet.send(path, why="closed", explanation="No players")
    assert "1 of 2 done" in tablet.get("/drop/").text


def test_a_closed_table_may_be_dropped_without_a_replacement_and_placed_again(
    tablet: Tablet,
) -> None:
    tablet.send("/drop/table/PK-301", box="8", ends="day")
    tablet.get("/drop/table/PK-301", status=302)
    tablet.send("/drop/table/PK-301/place", box="9")
    assert "box 9" in tablet.get("/drop/").text


def test_a_stuck_box_is_said_with_who_was_told(tablet: Tablet) -> None:
    path = "/drop/table/PK-301/stuck"
    told: dict[str, Any] = {"representative": "120", "officer": "151", "supervisor": "110"}
    page = tablet.send(path, status=422, why="Jammed", representative="120")
    assert "Tell a compliance representative, security and a supervisor" in page.text
    tablet.send(path, why="Jammed", **told)
    assert "box is stuck" in tablet.get("/drop/").text
    tablet.send("/drop/table/PK-301/stays", why="stuck", explanation="Locksmith at noon")


def test_case_D9_an_emergency_drop_names_who_stands_for_it(site: Site, tablet: Tablet) -> None:
    drop_slip(site)
    path = "/drop/table/MS-101/emergency"
    page = tablet.send(path, status=422, box="7", replacement="007")
    assert "Say why the box comes off now." in page.text
    page = tablet.send(path, status=422, box="7", replacement="007", reason="Box is full")
    assert "Enter the badge of who ordered it." in page.text
    tablet.send(
        path,
        box="7",
        replacement="007",
        reason="Box is full",
        ordered_by="161",
        representative="120",
        independent="110",
    )
    assert "0 of 2 done" in tablet.get("/drop/").text
    site.clock.on(hours=-14)
    assert "Box is full" in site.person(role=Role.SECURITY).get("/drop/emergencies").text


def test_the_trolley_is_signed_by_two_and_names_its_boxes(site: Site, tablet: Tablet) -> None:
    assert "No box waits for the trolley." in tablet.get("/drop/trolley").text
    drop_slip(site)
    tablet.send("/drop/table/MS-101", box="7", replacement="007", ends="day")
    tablet.send("/drop/table/PK-301", box="8", ends="day")
    day: dict[str, Any] = {"gaming_date": "2011-06-14"}
    page = tablet.send("/drop/trolley", status=422, trolley="T-1", **day, **hands_over())
    assert "Tick the boxes that are in the trolley." in page.text
    page = tablet.send("/drop/trolley", status=422, boxes=["7", "8"], **day, **hands_over())
    assert "Name the trolley." in page.text
    tablet.send("/drop/trolley", boxes=["7", "8"], trolley="T-1", **day, **hands_over())
    assert "Manifests: DM-0001" in tablet.get("/drop/").text
    assert "in the trolley, from MS-101" in tablet.get("/drop/boxes").text


def test_a_shift_drop_does_not_end_the_day(site: Site, tablet: Tablet) -> None:
    drop_slip(site)
    tablet.send("/drop/table/MS-101", box="7", replacement="007", ends="shift")
    assert "0 of 2 done" in tablet.get("/drop/").text


def test_where_every_box_is_and_how_it_came_there(tablet: Tablet) -> None:
    page = tablet.get("/drop/boxes")
    assert "Boxes of the house 6" in page.text
    assert "on MS-101" in page.text
    tablet.get("/drop/boxes?box=7", status=302)
    assert "on MS-101" in tablet.get("/drop/boxes/7").text
    assert "Box 9 never left the store." in tablet.get("/drop/boxes/9").text
    assert "No emergency drop on this gaming date." in tablet.get("/drop/emergencies").text


def dropped_box(site: Site, tablet: Tablet) -> None:
    """Box 7 comes off at 06:00 of the calendar day after the gaming date, and into the trolley."""
    drop_slip(site)
    tablet.send("/drop/table/MS-101", box="7", replacement="007", ends="day")
    site.clock.on(minutes=4)
    day: dict[str, Any] = {"gaming_date": "2011-06-14", "trolley": "T-1"}
    tablet.send("/drop/trolley", boxes=["7"], **day, **hands_over())


def test_where_a_box_was_and_who_had_it_at_any_moment(site: Site, tablet: Tablet) -> None:
    dropped_box(site, tablet)
    ask = "/drop/boxes/7?day=2011-06-15&time="
    assert (
        "nobody: locked to MS-101 by Person"
        in tablet.get("/drop/boxes/7?day=2011-06-14&time=20:00").text
    )
    then = tablet.get(ask + "06:02").text
    assert "At 2011-06-15 06:02 EDT" in then
    assert "off MS-101, with the drop team (dropped)" in then
    assert "until 2011-06-15 06:04" in then
    now = tablet.get(ask + "06:04").text
    carrier = f"Person {badge_of(Role.SECURITY)} (sample), with trolley T-1"
    assert f"Who had it: {carrier}" in now
    assert "and it is there still" in now
    before = tablet.get("/drop/boxes/7?day=2011-06-14&time=06:00").text
    assert "nobody: it is in the store" in before


def test_what_is_removed_and_not_yet_counted_is_one_list(site: Site, tablet: Tablet) -> None:
    assert "Every box that came off a table is counted." in tablet.get("/drop/boxes").text
    dropped_box(site, tablet)
    for role in (Role.CCR, Role.SURVEILLANCE, Role.INTERNAL_AUDIT, Role.SECURITY):
        page = site.person(role=role).get("/drop/boxes").text
        assert "Removed but not yet counted 1" in page
        assert "in the trolley, from MS-101" in page
    past = tablet.get("/drop/boxes?day=2011-06-15&time=06:02").text
    assert "Boxes of the house at 2011-06-15 06:02 EDT 6" in past
    assert "Removed but not yet counted" not in past


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("day=x&time=05:12", "Write the gaming date as 2011-06-14."),
        ("day=2011-06-14&time=", "Write the time as 05:12."),
        ("day=2011-06-15&time=23:00", "23:00 of 2011-06-15 is still to come."),
    ],
)
def test_a_moment_that_cannot_be_is_said_beside_its_field(
    tablet: Tablet, asked: str, says: str
) -> None:
    for path in ("/drop/boxes", "/drop/boxes/7"):
        assert says in tablet.get(f"{path}?{asked}", status=422).text


def test_case_G2_the_hour_that_comes_twice_is_answered_twice_and_the_lost_one_never(
    site: Site,
) -> None:
    floor.place_boxes(site)
    site.clock.on(days=150)
    tablet = site.person(role=Role.DROP_TEAM)
    page = tablet.get("/drop/boxes/7?day=2011-11-05&time=01:30").text
    assert "At 2011-11-06 01:30 EDT" in page
    assert "At 2011-11-06 01:30 EST" in page
    site.clock.on(days=150)
    tablet = site.person(role=Role.DROP_TEAM)
    page = tablet.get("/drop/boxes?day=2012-03-10&time=02:30", status=422).text
    assert "The clocks went over 02:30 on the night of 2012-03-10." in page


def test_who_has_no_part_in_the_drop_is_refused(site: Site) -> None:
    for role in (Role.DEALER, Role.ACCOUNTING, Role.MAIN_BANK_CASHIER):
        site.person(role=role).get("/drop/", status=403)
    site.person(role=Role.MARKETING).get("/drop/boxes", status=403)
