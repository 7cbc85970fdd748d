"""The rest of the count room: the door, people, pauses, differences, finds."""

import base64
import io

import pytest
from PIL import Image, ImageDraw

from tests.plumbing import counted
from tests.plumbing.counted import POOLS, ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.web import Site, Tablet, pin_of

SECOND = {"second_badge": "120", "second_pin": pin_of("120")}
SUPERVISOR = {"badge": "110", "pin": pin_of("110")}


def fill(tablet: Tablet, path: str, fields: dict[str, str], status: int = 303) -> str:
    """Open a form, fill it in, send it: what the answer says."""
    page = tablet.get(path)
    action = path.partition("?")[0]
    hidden = tablet.hidden(page, action) or tablet.hidden(page, path)
    page = tablet.post(action, {**hidden, **fields}, status=status)
    return page.text


def press(tablet: Tablet, shown_at: str, action: str, status: int = 303) -> str:
    """Press a button that is a form of its own."""
    page = tablet.get(shown_at)
    return tablet.post(action, tablet.hidden(page, action), status=status).text


# ---------------------------------------------------------------------------- opening a count


def test_a_count_is_opened_once_a_day(site: Site) -> None:
    supervisor = site.person("110")
    assert "No count has been opened yet." in supervisor.get("/count-room/").text
    page = supervisor.get("/count-room/open")
    assert page.one("input", id="gaming_date").attributes["value"] == "2011-06-14"
    says = fill(supervisor, "/count-room/open", {"gaming_date": "yesterday"}, 422)
    assert "enter a day such as 2011-06-14" in says
    assert "has not begun" in fill(
        supervisor, "/count-room/open", {"gaming_date": "2011-06-16"}, 422
    )
    fill(supervisor, "/count-room/open", {"gaming_date": "2011-06-14"})
    says = fill(supervisor, "/count-room/open", {"gaming_date": "2011-06-14"}, 422)
    assert "is not concluded: go on with it." in says
    assert "Go on with 2011-06-14/1" in supervisor.get("/count-room/").text
    member = site.person("101")
    assert "Open a count" not in member.get("/count-room/").text
    assert "Nobody has signed on yet." in member.get(f"{ROOM}/room").text
    member.get("/count-room/2011-06-13/1", status=404)


def test_the_room_is_not_secured_before_all_is_ready(door: Site) -> None:
    supervisor = door.person("110")
    counted.sign_on(supervisor, "110")
    assert "2 more" not in supervisor.get(f"{ROOM}/room").text
    assert "3 more of the count team" in supervisor.get(f"{ROOM}/room").text
    says = fill(supervisor, f"{ROOM}/secure", {"doors_locked": "1"}, 409)
    assert "Tell surveillance first" in says
    assert "surveillance officer" in fill(supervisor, f"{ROOM}/tell", {"officer": "101"}, 422)
    fill(supervisor, f"{ROOM}/tell", {"officer": "170"})
    counted.sign_on(supervisor, "101", "102", "103", "120")
    says = fill(supervisor, f"{ROOM}/secure", {}, 422)
    assert "The doors are locked." in says
    page = supervisor.get(f"{ROOM}/room")
    assert "Test a machine" in page.text


def test_a_machine_that_fails_counts_nothing(door: Site) -> None:
    tablet = door.person("110")
    counted.sign_on(tablet, "110", "101")
    path = f"{ROOM}/machines/CM-1/before"
    page = tablet.get(path)
    cells = dict.fromkeys(counted.cells(page).values(), "10")
    fields = {**tablet.hidden(page, path), **cells, "badge": "101", "pin": pin_of("101")}
    hundreds = "grid.currency-10000.counted"
    page = tablet.post(path, {**fields, hundreds: ""}, status=422)
    assert "machine says: enter the notes" in page.text
    tablet.post(path, {**fields, hundreds: "9"})
    assert "failed" in tablet.get(f"{ROOM}/machines").text
    tablet.get(f"{ROOM}/machines/CM-1/during", status=404)
    tablet.get(f"{ROOM}/machines/CM-9/before")


# ------------------------------------------------------------------------------------- the door


@pytest.fixture
def secured(door: Site) -> Tablet:
    """The supervisor's tablet at the door of a secured room."""
    tablet = door.person("110")
    counted.sign_on(tablet, "110", "101", "102", "103", "120", "111")
    fill(tablet, f"{ROOM}/tell", {"officer": "170"})
    counted.try_machine(tablet)
    fill(tablet, f"{ROOM}/secure", {"doors_locked": "1"})
    return tablet


def test_each_difference_at_the_door_needs_its_explanation(secured: Tablet) -> None:
    counted.receive(secured, "8")
    page = secured.get(f"{ROOM}/receive")
    assert "Box 7 did not come in." in page.text
    says = fill(secured, f"{ROOM}/receive", SUPERVISOR, 422)
    assert "Say why: Box 7 did not come in." in says
    fill(secured, f"{ROOM}/receive", {**SUPERVISOR, "said.7": "left at the cage door"})
    page = secured.get(ROOM)
    assert "missing 1" in page.text


@pytest.mark.parametrize(
    ("box", "status", "says"),
    [
        ("MS-101", 404, "is the label of a table, not of a box"),
        ("007", 409, "cannot become"),
        ("B-99", 404, "There is no"),
    ],
)
def test_a_wrong_scan_at_the_door_says_what_it_was(
    secured: Tablet, box: str, status: int, says: str
) -> None:
    page = secured.get(f"{ROOM}/receive")
    path = f"{ROOM}/receive/box"
    page = secured.post(path, {**secured.hidden(page, path), "box": box}, status=status)
    assert says in page.text
    assert page.one("input", id="scan-box").attributes["value"] == box
    secured.json(f"{ROOM}/receive/box", {}, status=404)


def test_case_D7_a_box_on_no_manifest_comes_in_as_an_exception(secured: Tablet) -> None:
    counted.receive(secured, "7", "8")
    path = f"{ROOM}/receive/extra"
    assert secured.get(f"{path}?box=S-1").one("input", id="box").attributes["value"] == "S-1"
    extra = {"box": "S-1", "reason": "in the trolley", "kind": "", "table": ""}
    assert "banking or nonbanking" in fill(secured, path, extra, 422)
    named = {**extra, "table": "MS-101"}
    assert "identifies the box with you" in fill(secured, path, named, 422)
    fill(secured, path, {**named, "ccr_badge": "120", "ccr_pin": "0"}, 422)
    fill(secured, path, {**named, "ccr_badge": "120", "ccr_pin": pin_of("120")})
    page = secured.get(f"{ROOM}/receive")
    assert "Box S-1 came in without standing on a manifest." in page.text
    fill(secured, f"{ROOM}/receive", {**SUPERVISOR, "said.S-1": "a spare used in a hurry"})
    assert "on no manifest" in secured.get(ROOM).text


def test_case_D6_a_box_is_named_missing_and_stays_open(secured: Tablet) -> None:
    counted.receive(secured, "7", "8")
    fill(secured, f"{ROOM}/receive", SUPERVISOR)
    path = f"{ROOM}/missing/8"
    assert "Say why the box is missing." in fill(secured, path, {**SUPERVISOR, "reason": ""}, 422)
    fill(secured, path, {**SUPERVISOR, "reason": "not on the trolley when it was unloaded"})
    page = secured.get(ROOM)
    assert "missing 1" in page.text


def test_a_scan_on_the_board_leads_to_the_door_while_boxes_come_in(secured: Tablet) -> None:
    secured.get(f"{ROOM}?box=7", status=302)
    assert secured.answer is not None
    assert secured.answer.location == f"{ROOM}/receive?box=7"
    assert (
        secured.get(f"{ROOM}/receive?box=7").one("input", id="scan-box").attributes["value"] == "7"
    )


# --------------------------------------------------------------------------------- the people


def test_people_come_leave_and_are_relieved(counting: Site) -> None:
    tablet = counting.person("110")
    says = fill(tablet, f"{ROOM}/sign-on", {"badge": "101", "pin": pin_of("101")}, 422)
    assert "is already signed on" in says
    visitor = {"badge": "140", "pin": pin_of("140"), "duty": "accounting"}
    assert "Say what you come in for." in fill(tablet, f"{ROOM}/sign-on", visitor, 422)
    fill(tablet, f"{ROOM}/sign-on", {**visitor, "purpose": "observe"})
    fill(tablet, f"{ROOM}/leave", {"badge": "140", "pin": pin_of("140"), "why": "done"})
    leaving = {"badge": "120", "pin": pin_of("120")}
    coming = {"second_badge": "121", "second_pin": pin_of("121")}
    assert "Hand the content key over" in fill(tablet, f"{ROOM}/leave", leaving, 422)
    fill(tablet, f"{ROOM}/relieve", {**leaving, **coming, "why": "break"})
    page = tablet.get(f"{ROOM}/room")
    assert "A: Person 121 (sample)" in page.text
    page = tablet.get(f"{ROOM}/log")
    assert "Person 140 (sample) C-140 Accounting observe 05:30 05:30" in page.text
    press(tablet, f"{ROOM}/room", f"{ROOM}/keys/back")
    assert "Sign the keys out" in tablet.get(f"{ROOM}/room").text
    keys = {"badge": "121", "pin": pin_of("121"), **SECOND, "second_badge": "121"}
    keys["second_pin"] = pin_of("121")
    fill(tablet, f"{ROOM}/keys", keys, 409)


def test_a_count_is_suspended_and_resumed_where_it_stood(counting: Site) -> None:
    tablet = counting.person("110")
    counted.to_sheet(counting.person("101"), "7")
    says = fill(tablet, f"{ROOM}/suspend", {"why": "fire alarm"}, 422)
    assert "Seal the room and the money." in says
    fill(tablet, f"{ROOM}/suspend", {"why": "fire alarm", "sealed": "y"})
    page = tablet.get(ROOM)
    assert "suspended" in page.text
    assert "Resume the count" in page.text
    fill(tablet, f"{ROOM}/resume", {**SUPERVISOR, **SECOND})
    page = tablet.get(ROOM)
    assert "Counted again from nothing: 7" in page.text


# --------------------------------------------------------------------------------- differences


def _off_by_one() -> dict[str, tuple[str, str]]:
    return {**POOLS, "Banking currency $20": ("0", "76")}


def test_pools_that_are_not_proved_go_to_the_boxes(counting: Site) -> None:
    member = counting.person("101")
    counted.count_box(member, "7")
    counted.count_box(member, "8")
    press(member, ROOM, f"{ROOM}/all-recorded")
    saved = member.json(
        f"{ROOM}/proof/save",
        {"revision": 0, "values": {"grid.banking_currency-currency-10000.loose": "48"}},
    )
    assert saved["revision"] == 1
    path = f"{ROOM}/proof"
    page = member.get(path)
    typed = counted.pools_typed(page)
    name = counted.cells(page)["Banking currency $100, Loose"]
    assert page.all("input", name=name)[0].attributes["value"] == "48"
    blank = {**typed, **{one: "" for one in typed if one.startswith(name.rpartition(".")[0])}}
    page = member.post(path, {**member.hidden(page, path), **blank}, status=422)
    assert "is not entered" in page.text
    counted.prove(member, _off_by_one())
    page = member.get(f"{ROOM}/recheck")
    assert "$20 of banking currency" in page.text
    assert "-20.00 short" in page.text
    supervisor = counting.person("110")
    press(supervisor, f"{ROOM}/recheck", f"{ROOM}/settle")
    page = supervisor.get(f"{ROOM}/recheck")
    assert "What differs" in page.text


def test_case_B1_a_difference_is_told_to_nobody_but_the_representative(presented: Site) -> None:
    cashier = presented.person("130")
    counted.recount(cashier, _off_by_one())
    for badge in ("101", "110", "130"):
        page = presented.person(badge).get(ROOM)
        assert "DOES NOT AGREE attempt 1" in page.text
        assert "$20" not in page.text
        assert "6,340" not in page.text
    page = presented.person("120").get(ROOM)
    assert "$20 of banking currency" in page.text
    assert "Direct straps" in page.text
    supervisor = presented.person("110")
    press(supervisor, ROOM, f"{ROOM}/escalate", 409)
    counted.recount(cashier, _off_by_one())
    press(supervisor, ROOM, f"{ROOM}/escalate")
    page = supervisor.get(f"{ROOM}/recheck")
    assert "-20.00 short" in page.text
    path = f"{ROOM}/unallocated"
    both = {**SUPERVISOR, **SECOND}
    assert "Say why no box explains it." in fill(supervisor, path, {**both, "reason": ""}, 422)
    fill(supervisor, path, {**both, "reason": "a note is nowhere to be found"})
    assert "agreed" in supervisor.get(ROOM).text


def test_the_cashier_s_board_leads_to_the_recount(presented: Site) -> None:
    page = presented.person("130").get(ROOM)
    assert page.all("a", href=f"/cage/recount/{COUNT}")
    assert "6,340" not in page.text


# --------------------------------------------------------------------------------- signatures


def _picture() -> str:
    """A drawn signature: one line across a small sheet."""
    sheet = Image.new("RGBA", (60, 20), (0, 0, 0, 0))
    ImageDraw.Draw(sheet).line((2, 15, 55, 4), fill=(0, 0, 0, 255), width=2)
    kept = io.BytesIO()
    sheet.save(kept, "PNG")
    return base64.b64encode(kept.getvalue()).decode()


def test_case_H1_a_signature_out_of_order_is_refused_and_says_whose_is_missing(
    agreed: Site,
) -> None:
    tablet = agreed.person("110")
    path = f"{ROOM}/sign"
    assert "Next signs as Count Team Member" in tablet.get(path).text
    says = fill(tablet, path, {"badge": "130", "pin": pin_of("130")}, 422)
    assert "is not registered as Count Team Member" in says
    fill(tablet, path, {"badge": "101", "pin": pin_of("101"), "step": "nobody"}, 422)
    drawn = {"badge": "101", "pin": pin_of("101"), "drawn": "data:image/png;base64,?"}
    assert "could not be read" in fill(tablet, path, drawn, 422)
    fill(tablet, path, {**drawn, "drawn": f"data:image/png;base64,{_picture()}"})
    assert "already signed" in fill(tablet, path, {"badge": "101", "pin": pin_of("101")}, 409)
    page = agreed.person("102").get(path)
    assert "You sign as Count Team Member" in page.text
    assert page.one("input", id="badge").attributes["value"] == "102"


def test_case_A9_a_signature_is_his_who_shows_badge_and_pin(agreed: Site) -> None:
    tablet = agreed.person("110")
    fill(tablet, f"{ROOM}/sign", {"badge": "103", "pin": pin_of("103")})
    page = tablet.get(f"{ROOM}/sign")
    assert "signed Person 103 (sample) Count Team Member · C-103" in page.text


def test_what_is_signed_is_shown_as_it_will_be_printed(agreed: Site) -> None:
    tablet = agreed.person("101")
    answer = tablet.client.get(f"{ROOM}/shown/banking")
    assert answer.status_code == 200
    assert "6,340.00" in answer.text
    assert "DRAFT" in answer.text
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    tablet.get(f"{ROOM}/shown/other", status=404)
    assert agreed.person("121").client.get(f"{ROOM}/shown/banking").status_code == 403


def test_a_member_who_left_is_recorded_as_unsigned(agreed: Site) -> None:
    tablet = agreed.person("110")
    path = f"{ROOM}/left-unsigned"
    both = {**SUPERVISOR, **SECOND, "person": "103"}
    fill(tablet, path, {**both, "reason": "taken ill"}, 409)
    fill(tablet, f"{ROOM}/leave", {"badge": "103", "pin": pin_of("103"), "why": "ill"})
    fill(tablet, path, {**both, "reason": ""}, 422)
    fill(tablet, path, {**both, "reason": "taken ill"})


def test_another_representative_stands_in(agreed: Site) -> None:
    tablet = agreed.person("110")
    counted.sign_on(tablet, "121")
    other = {"second_badge": "121", "second_pin": pin_of("121")}
    fill(tablet, f"{ROOM}/stand-in", {**other, "reason": ""}, 422)
    fill(tablet, f"{ROOM}/stand-in", {**other, "reason": "called away"})


def test_case_H3_a_count_is_reopened_by_two_people(agreed: Site) -> None:
    tablet = agreed.person("110")
    counted.sign_all(tablet)
    fill(tablet, f"{ROOM}/reopen", {**SECOND, "reason": ""}, 422)
    fill(tablet, f"{ROOM}/reopen", {**SECOND, "reason": "a box was read wrong"})
    assert "Check the boxes" in tablet.get(ROOM).text
    assert "Nothing differs any more." in tablet.get(f"{ROOM}/recheck").text


# ------------------------------------------------------------------------------------ closing


def test_what_may_be_found_are_the_notes_and_coins_in_use(agreed: Site) -> None:
    """A one-dollar coin beside the one-dollar note only where the house takes such coins."""
    page = agreed.person("110").get(f"{ROOM}/supplement")
    names = [each.attributes.get("name") or "" for each in page.all("input")]
    assert "grid.currency-100.pieces" in names
    assert not [name for name in names if name.startswith("grid.coin-")]


def test_what_is_found_at_the_inspection_needs_its_own_report(agreed: Site) -> None:
    tablet = agreed.person("110")
    counted.sign_all(tablet)
    assert "Send the originals" in tablet.get(f"{ROOM}/closing").text
    tablet.get(f"{ROOM}/copy/original", status=404)
    second = f"{ROOM}/copy/second-copy"
    assert "Badge or PIN" in fill(tablet, second, {"badge": "120", "pin": "0"}, 422)
    fill(tablet, second, {"badge": "120", "pin": pin_of("120")})
    fill(tablet, f"{ROOM}/copy/third-copy", {"badge": "130", "pin": pin_of("130")})
    carrier = {"badge": "151", "pin": pin_of("151")}
    fill(tablet, f"{ROOM}/original", {**carrier, "pouch": ""}, 422)
    fill(tablet, f"{ROOM}/original", {**carrier, "pouch": "P-1"})
    assert "Seal the proceeds" in tablet.get(f"{ROOM}/closing").text
    fill(tablet, f"{ROOM}/seal", {"badge": "130", "pin": pin_of("130")})
    assert "Test CM-1 again" in tablet.get(f"{ROOM}/closing").text
    assert "First: CM-1 is tested again." in tablet.get(f"{ROOM}/inspection").text
    counted.try_machine(tablet, "after")
    assert "Inspect the room" in tablet.get(f"{ROOM}/closing").text

    path = f"{ROOM}/inspection"
    page = tablet.get(path)
    ticks = {
        one.attributes["name"]: "1"
        for one in page.all("input", type="checkbox")
        if one.attributes["name"].startswith("tick.")
    }
    tablet.json(f"{path}/save", {"revision": 0, "values": {"tick.floor.currency": "1"}})
    assert "checked" in str(tablet.get(path).one("input", id="tick.floor.currency").attributes)
    people = {"badge": "111", "pin": pin_of("111"), **SECOND}
    page = tablet.get(path)
    hidden = tablet.hidden(page, path)
    says = tablet.post(path, {**hidden, **people, "found.floor.currency": "x"}, status=422).text
    assert "tick currency where you say what was found" in says
    says = tablet.post(path, {**hidden, **people, "tick.floor.currency": "1"}, status=409).text
    assert "checks are missing" in says
    found = {"found.floor.currency": "one $20 note"}
    tablet.post(path, {**hidden, **people, **ticks, **found})
    page = tablet.get(f"{ROOM}/closing")
    assert "one $20 note" in page.text
    press(tablet, f"{ROOM}/closing", f"{ROOM}/conclude", 409)

    path = f"{ROOM}/supplement"
    page = tablet.get(f"{path}?where=floor&form=IN-0001")
    fields = {
        "where": "floor",
        "inspection": "IN-0001",
        "team": "101 102",
        "explanation": "fell from the table",
        "grid.currency-2000.pieces": "1",
        "papers": "a coupon torn in two",
    }
    hidden = tablet.hidden(page, f"{path}?where=floor&form=IN-0001")
    assert (
        "Say how it came"
        in tablet.post(path, {**hidden, **fields, "explanation": ""}, status=422).text
    )
    tablet.post(path, {**hidden, **fields})
    report = f"{path}/SC-0001"
    assert "Sign SC-0001" in tablet.get(f"{ROOM}/closing").text
    assert "one" not in tablet.get("/count-room/supplement/SC-0001").text.split("20")[0][-3:]
    for badge in ("101", "102", "110", "130", "120"):
        fill(tablet, report, {"badge": badge, "pin": pin_of(badge)})
    assert "Every signature is there." in tablet.get(report).text
    fill(tablet, report, {"badge": "120", "pin": pin_of("120")}, 422)
    for step, status in (("conclude", 409), ("keys/back", 303), ("conclude", 303)):
        press(tablet, f"{ROOM}/closing", f"{ROOM}/{step}", status)
    assert "concluded" in tablet.get(ROOM).text
    assert "Back to the board" in tablet.get(f"{ROOM}/closing").text
