"""One box on the screen: what is typed, saved, refused, recorded, changed. Cases A-D."""

import pytest

from countroom.stores import documents
from tests.plumbing import counted
from tests.plumbing.counted import ROOM
from tests.plumbing.web import Page, Site, Tablet, pin_of

HUNDREDS = "grid.currency-10000.pieces"
TWENTIES = "grid.currency-2000.pieces"
CHIPS = "grid.value_chip-250-main.pieces"


@pytest.fixture
def member(counting: Site) -> Tablet:
    """A count team member with box 7 shown empty."""
    tablet = counting.person("101")
    counted.to_sheet(tablet, "7")
    return tablet


def record(tablet: Tablet, box: str, fields: dict[str, str], status: int = 303) -> Page:
    page = tablet.get(f"{ROOM}/box/{box}")
    path = f"{ROOM}/box/{box}/record"
    zeros = dict.fromkeys(counted.cells(page).values(), "0")
    return tablet.post(path, {**tablet.hidden(page, path), **zeros, **fields}, status=status)


def value(page: Page, name: str) -> str:
    return page.all("input", name=name)[0].attributes["value"]


# ------------------------------------------------------------------------------------ drafts


def test_a_draft_is_saved_and_shown_again(member: Tablet) -> None:
    saved = member.json(
        f"{ROOM}/box/7/draft", {"revision": 0, "values": {HUNDREDS: "48", TWENTIES: ""}}
    )
    assert saved == {"revision": 1, "saved": "05:30:00"}
    page = member.get(f"{ROOM}/box/7")
    assert value(page, HUNDREDS) == "48"
    assert value(page, TWENTIES) == ""
    assert "4,800.00" in page.text
    assert "5 denominations open" in page.text


def test_case_A1_what_another_tablet_saved_is_not_overwritten(
    counting: Site, member: Tablet
) -> None:
    other = counting.person("102")
    member.json(f"{ROOM}/box/7/draft", {"revision": 0, "values": {TWENTIES: "50"}})
    body = {"revision": 0, "values": {TWENTIES: "48"}}
    answer = other.json(f"{ROOM}/box/7/draft", body, status=409)
    assert answer["problem"]["kind"] == "stale"
    assert "changed by Person 101 (sample) at 05:30" in answer["problem"]["says"]
    page = other.get(f"{ROOM}/box/7")
    assert value(page, TWENTIES) == "50"
    assert "Put it back on the screen" in page.text
    assert value(other.get(f"{ROOM}/box/7?kept=1"), TWENTIES) == "48"


def test_case_A1_a_stale_record_keeps_what_was_typed(counting: Site, member: Tablet) -> None:
    other = counting.person("102")
    page = other.get(f"{ROOM}/box/7")
    member.json(f"{ROOM}/box/7/draft", {"revision": 0, "values": {TWENTIES: "50"}})
    path = f"{ROOM}/box/7/record"
    zeros = dict.fromkeys(counted.cells(page).values(), "0")
    fields = {**other.hidden(page, path), **zeros, TWENTIES: "48"}
    page = other.post(path, fields, status=409)
    assert "Somebody else changed it first" in page.text
    assert "changed by Person 101" in page.text
    assert value(page, TWENTIES) == "48"


@pytest.mark.parametrize("typed", ["-1", "1.5", "1e3", "abc", "1_000", "+5", "٣", "9" * 8])
def test_case_C3_what_is_no_number_of_pieces_is_refused_by_name(member: Tablet, typed: str) -> None:
    body = {"revision": 0, "values": {HUNDREDS: typed}}
    answer = member.json(f"{ROOM}/box/7/draft", body, status=422)
    assert answer["problem"]["fields"][HUNDREDS].startswith("$100: ")
    page = record(member, "7", {HUNDREDS: typed}, status=422)
    assert value(page, HUNDREDS) == typed
    assert page.one("input", name=HUNDREDS).attributes["aria-invalid"] == "true"
    assert "$100: " in page.text


def test_blank_is_not_zero(member: Tablet) -> None:
    page = record(member, "7", {HUNDREDS: "48", TWENTIES: ""}, status=422)
    assert "1 denomination is open: $20" in page.text
    assert value(page, HUNDREDS) == "48"


@pytest.mark.parametrize("what", ["revision", "values"])
def test_a_draft_that_is_none_is_refused(member: Tablet, what: str) -> None:
    body = {"revision": 0, "values": {HUNDREDS: "1"}, what: "x" if what == "revision" else 7}
    member.json(f"{ROOM}/box/7/draft", body, status=422)
    member.json(f"{ROOM}/box/7/draft", [], status=422)


# --------------------------------------------------------------------------- everything in it


def test_a_slip_and_its_request_are_one_number_and_two_documents(member: Tablet) -> None:
    typed = {HUNDREDS: "1", "document.fills": "7", "document.credits": "2"}
    typed |= {"document.fill_requests": "1", "document.drop_slips": "2"}
    member.json(f"{ROOM}/box/7/draft", {"revision": 0, "values": typed})
    page = member.get(f"{ROOM}/box/7")
    for name, text in typed.items():
        assert value(page, name) == text
    assert page.one("output", data_tally_total="").text == "21"
    record(member, "7", typed)
    with member.site.database.read() as tx:
        found = documents.find(tx, paper="box_count", box="7")[0].content.documents
    assert (found.fill_slips, found.fill_requests) == (7, 8)
    assert (found.credit_slips, found.credit_requests, found.drop_slips) == (2, 2, 2)


def test_documents_coupons_memo_and_torn_notes_are_recorded(member: Tablet) -> None:
    typed = {
        HUNDREDS: "19",
        "torn.currency-10000": "1",
        "document.fill_slips": "2",
        "document.counter_checks": "1",
        "coupon.1.serial": "MP-000123",
        "coupon.1.value": "25",
        "coupon.2.serial": "000124",
        "coupon.2.value": "",
        "memo.1.kind": "suspect_note",
        "memo.1.description": "paper feels wrong",
        "memo.1.face": "100",
        "memo.1.serial": "KB46279860H",
        "memo.2.kind": "foreign_currency",
        "memo.2.face": "50",
        "memo.2.currency": "eur",
        "machine": "CM-1",
        "ticket": "1,900.00",
    }
    member.json(f"{ROOM}/box/7/draft", {"revision": 0, "values": typed})
    page = member.get(f"{ROOM}/box/7")
    for name in ("document.fill_slips", "coupon.1.serial", "memo.1.serial", "torn.currency-10000"):
        assert value(page, name) == typed[name]
    record(member, "7", typed)
    page = member.get(f"{ROOM}/box/7")
    assert "1,900.00" in page.text
    assert "1 torn" in page.text
    assert "KB46279860H" in page.text
    assert "MP-000123, $25" in page.text
    assert "50" in page.text
    assert "Box 7 was counted by Person 101 (sample) at 05:30." in page.text


@pytest.mark.parametrize(
    ("typed", "name", "says"),
    [
        ({"memo.1.kind": "suspect_note"}, "memo.1.description", "denomination and serial"),
        ({"memo.1.kind": "other", "memo.1.pieces": "x"}, "memo.1.pieces", "whole number"),
        ({"memo.1.kind": "other", "memo.1.face": "1.234"}, "memo.1.pieces", "Enter an amount"),
        ({"coupon.1.serial": "X-1", "coupon.1.value": "0.10"}, "coupon.1.serial", "half-dollars"),
        ({"coupon.1.serial": "X-1", "coupon.1.value": "abc"}, "coupon.1.value", "Enter an amount"),
        ({"coupon.1.serial": "\x1d"}, "coupon.1.serial", "plain text"),
        ({"coupon.1.serial": "M-00001M-00001"}, "coupon.1.serial", "more than one code"),
        ({HUNDREDS: "000123"}, HUNDREDS, "is a serial, not a number of pieces"),
        ({"torn.currency-10000": "2"}, "torn.currency-10000", "no more mutilated"),
        ({"torn.currency-10000": "x"}, "torn.currency-10000", "whole number"),
        ({"document.fill_slips": "99999"}, "document.fill_slips", "from 0 to 9,999"),
        ({"document.fill_slips": "-1"}, "document.fill_slips", "whole number"),
        ({"ticket": "12.345"}, "ticket", "Enter an amount"),
        ({"machine": "CM-9"}, "machine", "no counting machine"),
    ],
)
def test_each_refusal_stands_beside_its_field(
    member: Tablet, typed: dict[str, str], name: str, says: str
) -> None:
    page = record(member, "7", typed, status=422)
    assert says in page.text
    marked = [e for e in page.elements if e.attributes.get("name") == name]
    assert marked
    assert marked[0].attributes.get("aria-invalid") == "true"


def test_a_box_without_anything_is_recorded_as_such(member: Tablet) -> None:
    page = member.get(f"{ROOM}/box/7")
    path = f"{ROOM}/box/7/record"
    member.post(path, {**member.hidden(page, path), "empty": "no_activity"})
    page = member.get(f"{ROOM}/box/7")
    assert "Held nothing: no activity." in page.text
    assert "0.00" in page.text


def test_case_C6_chips_are_typed_in_pieces_or_in_dollars(counting: Site, member: Tablet) -> None:
    record(member, "7", {})
    counted.to_sheet(member, "8")
    member.json(f"{ROOM}/box/8/draft", {"revision": 0, "values": {CHIPS: "3"}})
    path = f"{ROOM}/box/8/typing"
    page = member.get(f"{ROOM}/box/8")
    member.post(path, member.hidden(page, path))
    page = member.get(f"{ROOM}/box/8")
    assert value(page, CHIPS) == "7.50"
    assert "typed in dollars" in page.text
    amounts = {"revision": 1, "values": {CHIPS: "8.00", "amounts": "1"}}
    answer = member.json(f"{ROOM}/box/8/draft", amounts, status=422)
    assert "not a multiple of $2.50" in answer["problem"]["fields"][CHIPS]
    amounts["values"][CHIPS] = "10.00"  # type: ignore[index]
    member.json(f"{ROOM}/box/8/draft", amounts)
    other = counting.person("102")
    assert value(other.get(f"{ROOM}/box/8"), CHIPS) == "4"


def test_the_supervisor_adds_a_denomination_that_is_not_in_use(
    counting: Site, member: Tablet
) -> None:
    twos = "grid.currency-200.pieces"
    body = {"revision": 0, "values": {twos: "3"}}
    answer = member.json(f"{ROOM}/box/7/draft", body, status=422)
    assert "The supervisor adds" in str(answer["problem"])
    supervisor = counting.person("110")
    assert "Another denomination was found" in supervisor.get(f"{ROOM}/box/7").text
    supervisor.json(f"{ROOM}/box/7/draft", body)
    page = member.get(f"{ROOM}/box/7")
    assert value(page, twos) == "3"
    record(member, "7", {twos: "3"})
    assert "6.00" in member.get(f"{ROOM}/box/7").text


# ------------------------------------------------------------------------------- the touches


def test_a_touch_out_of_order_is_refused_with_its_reason(counting: Site) -> None:
    tablet = counting.person("101")
    counted.touch(tablet, "7", "open", station="1")
    page = tablet.get(f"{ROOM}/box/8")
    assert "Every station has a box open." in page.text
    path = f"{ROOM}/box/8/open"
    page = tablet.post(path, {**tablet.hidden(page, path), "station": "1"}, status=409)
    assert "Box 7 is open at station 1." in page.text
    counted.touch(tablet, "7", "empty")
    page = tablet.get(f"{ROOM}/box/7")
    path = f"{ROOM}/box/7/show"
    page = tablet.post(path, {**tablet.hidden(page, path), "second": "101"}, status=422)
    assert "Show it to another member of the team" in page.text
    page = tablet.post(f"{ROOM}/box/7/empty", {}, status=409)
    assert "cannot become" in page.text


def test_a_jammed_box_is_forced_by_the_supervisor(counting: Site) -> None:
    supervisor = counting.person("110")
    path = f"{ROOM}/box/7/force"
    page = supervisor.get(path)
    supervisor.post(path, {**supervisor.hidden(page, path), "station": "1", "why": ""}, status=422)
    supervisor.send(path, station="1", why="lock B does not turn")
    assert "forced open" in supervisor.get(f"{ROOM}/box/7").text
    counting.person("101").get(path, status=403)


def test_case_D1_a_second_scan_opens_the_count_there_is(member: Tablet) -> None:
    counted_seven = {HUNDREDS: "10"}
    record(member, "7", counted_seven)
    page = member.get(f"{ROOM}?box=7", follow=True)
    assert "Box 7 was counted by Person 101 (sample) at 05:30." in page.text
    page = member.post(f"{ROOM}/box/7/record", {"revision": "0"}, status=409)
    assert "Box 7 was counted by Person 101 (sample) at 05:30." in page.text


@pytest.mark.parametrize(
    ("scanned", "says"),
    [
        ("MS-101", "is the label of a table, not of a box"),
        ("B-99", "There is no 'B-99'"),
    ],
)
def test_case_D4_a_label_in_the_wrong_place_is_refused_with_what_it_was(
    member: Tablet, scanned: str, says: str
) -> None:
    page = member.get(f"{ROOM}?box={scanned}", status=404)
    assert says in page.text
    assert page.one("input", id="scan-box").attributes["value"] == scanned


def test_case_D3_zeros_are_kept(counting: Site) -> None:
    page = counting.person("101").get(f"{ROOM}?box=007", status=404)
    assert "Box 007 did not come in for this count." in page.text


def test_case_A2_the_same_form_twice_records_once(member: Tablet) -> None:
    page = member.get(f"{ROOM}/box/7")
    path = f"{ROOM}/box/7/record"
    fields = {**member.hidden(page, path), **dict.fromkeys(counted.cells(page).values(), "1")}
    member.post(path, fields)
    member.post(path, fields)
    assert "version" not in member.get(f"{ROOM}/box/7").text.split("Versions")[0][-5:]
    changed = member.post(path, {**fields, HUNDREDS: "2"}, status=409)
    assert "Already recorded" in changed.text


# ----------------------------------------------------------------------- after it is recorded


def _change(tablet: Tablet, typed: dict[str, str], status: int = 303) -> Page:
    path = f"{ROOM}/box/7/change"
    page = tablet.get(path)
    sheet = {name: value(page, name) for name in counted.cells(page).values()}
    stand_by = {"second_badge": "110", "second_pin": pin_of("110")}
    fields = {"reason": "a note stuck to the table", **stand_by, **typed}
    return tablet.post(path, {**tablet.hidden(page, path), **sheet, **fields}, status=status)


def test_a_recorded_box_is_changed_by_two_people_with_a_reason(member: Tablet) -> None:
    record(member, "7", {HUNDREDS: "48"})
    page = _change(member, {"reason": "", HUNDREDS: "49"}, status=422)
    assert "Say why it is changed." in page.text
    page = _change(member, {HUNDREDS: "x"}, status=422)
    assert "$100: enter a whole number" in page.text
    page = _change(member, {}, status=422)
    assert "Nothing is changed." in page.text
    _change(member, {HUNDREDS: "49"})
    page = member.get(f"{ROOM}/box/7")
    assert "4,900.00: a note stuck to the table" in page.text
    assert "4,800.00" in page.text


def test_the_change_page_leads_back_where_nothing_is_recorded(member: Tablet) -> None:
    member.get(f"{ROOM}/box/7/change", status=302)


def test_case_D8_two_boxes_taken_for_one_another(counting: Site, member: Tablet) -> None:
    del counting
    record(member, "7", {HUNDREDS: "10"})
    path = f"{ROOM}/swap"
    page = member.get(f"{path}?box=7")
    assert page.one("input", id="first").attributes["value"] == "7"
    second = {
        "second_badge": "110",
        "second_pin": pin_of("110"),
        "reason": "labels were read wrong",
    }
    page = member.post(
        path, {**member.hidden(page, path), "first": "7", "other": "8", **second}, status=422
    )
    assert "Box 8 is not recorded yet." in page.text
    counted.count_box(member, "8")
    page = member.get(path)
    page = member.post(
        path, {**member.hidden(page, path), "first": "7", "other": "8", **second}, status=422
    )
    assert "reported apart" in page.text


def test_outside_the_room_no_figure_shows(counting: Site, member: Tablet) -> None:
    record(member, "7", {HUNDREDS: "48"})
    outsider = counting.person("121")
    page = outsider.get(f"{ROOM}/box/7")
    assert "4,800" not in page.text
    assert "Figures are closed" in page.text
    outsider.get(f"{ROOM}/box/7/change", status=403)
    assert "4,800" not in outsider.get(ROOM).text


def test_case_A4_after_the_presentation_a_save_is_refused_and_kept(presented: Site) -> None:
    tablet = presented.person("101")
    body = {"revision": 0, "values": {"grid.currency-500.pieces": "10"}}
    answer = tablet.json(f"{ROOM}/box/7/draft", body, status=409)
    assert "presented by Person 101 (sample) at 05:30" in answer["problem"]["says"] or (
        "presented by Person 110 (sample) at 05:30" in answer["problem"]["says"]
    )
    page = tablet.get(f"{ROOM}/box/7")
    assert "The curtain is drawn" in page.text
    assert "6,340" not in page.text
