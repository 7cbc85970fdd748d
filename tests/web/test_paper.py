"""The paper fallback on the screens: numbered forms, and two people who key one in, each blind."""

from typing import Any

from tests.plumbing import counted
from tests.plumbing.counted import ROOM
from tests.plumbing.web import Page, Site, Tablet, pin_of

FORMS = "/count-room/paper"
OF_DAY = f"{FORMS}?day=2011-06-14"
SUPERVISOR = "110"


def number(
    tablet: Tablet, kind: str = "count_report", how_many: str = "2", status: int = 303
) -> str:
    """The supervisor numbers blank forms."""
    page = tablet.get(OF_DAY)
    hidden = tablet.hidden(page, OF_DAY)
    asked = {"gaming_date": "2011-06-14", "kind": kind, "how_many": how_many}
    return tablet.post(FORMS, {**hidden, **asked}, status=status).text


def type_box(tablet: Tablet, form: str, box: str, **found: str) -> None:
    """Type one box as it stands on the paper; what is not said is none."""
    path = f"{ROOM}/paper/{form}/box/{box}"
    page = tablet.get(path)
    cells = [one.attributes for one in page.all("input") if "aria-label" in one.attributes]
    zeros = {one["name"]: "0" for one in cells if one["name"].startswith("grid.")}
    typed = {f"grid.{line.replace('_', '-')}.pieces": pieces for line, pieces in found.items()}
    tablet.post(path, {**tablet.hidden(page, path), **zeros, **typed, "empty": ""})


def hand_in(tablet: Tablet, form: str, badge: str, status: int = 303, **fields: str) -> Page:
    """Hand one's own keying in."""
    path = f"{ROOM}/paper/{form}"
    page = tablet.get(path)
    who = {"badge": badge, "pin": pin_of(badge)}
    return tablet.post(path, {**tablet.hidden(page, path), **who, **fields}, status=status)


def test_the_supervisor_numbers_forms_beforehand_and_prints_them(site: Site) -> None:
    supervisor = site.person(SUPERVISOR)
    assert "No form is numbered for this gaming date." in supervisor.get(FORMS).text
    assert "Paper forms" in supervisor.get("/count-room/").text
    assert "Print 1 to 50 forms at once." in number(supervisor, how_many="51", status=422)
    number(supervisor)
    number(supervisor, "recount", "1")
    page = supervisor.get(FORMS)
    for name in ("NB-0001", "NB-0002", "NB-0003"):
        assert f"Print {name}" in page.text
    printed = supervisor.client.get(f"{FORMS}/blank/2011-06-14.pdf")
    assert (printed.status_code, printed.mimetype) == (200, "application/pdf")
    assert printed.data.startswith(b"%PDF")
    member = site.person("101")
    assert "Number blank forms" not in member.get(FORMS).text
    assert member.client.get(f"{FORMS}/NB-0001.pdf").status_code == 403
    assert supervisor.client.get(f"{FORMS}/blank/2011-06-15.pdf").status_code == 404


def test_a_spoiled_form_is_taken_out_of_use_by_two(site: Site) -> None:
    supervisor = site.person(SUPERVISOR)
    number(supervisor)
    path = f"{FORMS}/NB-0001/spoil"
    second: dict[str, Any] = {"second_badge": "101", "second_pin": pin_of("101")}
    supervisor.send(path, reason="", status=422, **second)
    supervisor.send(path, reason="coffee", **second)
    page = supervisor.get(FORMS)
    assert "out of use" in page.text
    assert "Print NB-0001" not in page.text


def test_two_people_key_a_form_in_each_blind_to_the_other(counting: Site) -> None:
    supervisor, first, second = map(counting.person, (SUPERVISOR, "101", "102"))
    number(supervisor)
    assert "Paper forms" in first.get(ROOM).text
    assert "Key in NB-0001" in first.get(OF_DAY).text
    assert "No box is typed yet." in first.get(f"{ROOM}/paper/NB-0001").text
    type_box(first, "NB-0001", "7", currency_10000="7318")
    assert "Key in at least one box." in hand_in(second, "NB-0001", "102", 422).text
    hand_in(first, "NB-0001", "101", counters="101, 102")
    assert "keyed in once" in second.get(OF_DAY).text
    for path in (OF_DAY, f"{ROOM}/paper/NB-0001", f"{ROOM}/paper/NB-0001/box/7"):
        assert "7318" not in second.get(path).text.replace(",", "")

    type_box(second, "NB-0001", "7", currency_10000="48")
    hand_in(second, "NB-0001", "102", counters="102 101")
    for tablet in (first, second):
        text = tablet.get(OF_DAY).text.replace(",", "")
        assert "Look at the paper again: box 7." in text
        assert "7318" not in text
        assert "48" not in text
    says = first.get(f"{ROOM}/paper/NB-0001").text
    assert "The two keyings are not the same" in says
    assert "recorded" not in second.get(f"{ROOM}/box/7").text

    type_box(first, "NB-0001", "7", currency_10000="48")
    page = hand_in(first, "NB-0001", "101", counters="101 102")
    assert "keyed in by" in first.get(OF_DAY).text
    assert "4,800.00" in first.get(f"{ROOM}/box/7").text
    assert "keyed in already" in hand_in(second, "NB-0001", "102", 422).text
    del page


def test_a_keying_is_saved_as_typed_and_read_strictly(counting: Site) -> None:
    number(counting.person(SUPERVISOR))
    member = counting.person("101")
    path = f"{ROOM}/paper/NB-0001"
    sheet = {"grid.currency-10000.pieces": "5", "elsewhere": "x"}
    said = member.json(f"{path}/save?box=7", {"revision": 0, "values": sheet})
    assert said["revision"] == 1
    said = member.json(f"{path}/save", {"revision": 1, "values": {"counters": "101", "x": "y"}})
    cell = member.get(f"{path}/box/7").one("input", id="grid.currency-10000.pieces")
    assert cell.attributes["value"] == "5"
    page = member.get(path)
    assert page.one("input", id="counters").attributes["value"] == "101"
    assert "denominations are open" in hand_in(member, "NB-0001", "101", 422).text
    box = f"{path}/box/7"
    wrong = {**member.hidden(member.get(box), box), "grid.currency-10000.pieces": "five"}
    assert "whole number" in member.post(box, wrong, status=422).text
    said = member.json(f"{path}/save?box=7", {"revision": 0, "values": sheet}, status=409)
    member.json(f"{path}/save?box=99", {"revision": 2, "values": sheet}, status=404)
    member.get(f"{path}?box=8", status=303)
    member.get(f"{path}?box=99", status=404)
    member.get(f"{ROOM}/paper/NB-0009", status=404)


def test_whoever_typed_it_signs_and_the_team_keys_in_no_recount(counting: Site) -> None:
    supervisor = counting.person(SUPERVISOR)
    number(supervisor)
    number(supervisor, "recount", "1")
    member = counting.person("101")
    type_box(member, "NB-0001", "7", currency_10000="48")
    assert "sign in as yourself first" in hand_in(member, "NB-0001", "102", 403).text
    member.get(f"{ROOM}/paper/NB-0003", status=403)
    assert "Key in NB-0003" not in member.get(OF_DAY).text
    says = hand_in(member, "NB-0001", "101", 422, team="120").text
    assert "120 does not sign here." in says


def test_a_recount_on_paper_is_keyed_in_by_cashier_and_representative(presented: Site) -> None:
    number(presented.person(SUPERVISOR), "recount", "1")
    cashier, representative = presented.person("130"), presented.person("120")
    path = f"{ROOM}/paper/NB-0001"
    assert (
        "badge of who recounted"
        in hand_in(cashier, "NB-0001", "130", 422, **counted.pools_typed(cashier.get(path))).text
    )
    for tablet, badge in ((cashier, "130"), (representative, "120")):
        typed: dict[str, Any] = counted.pools_typed(tablet.get(path))
        hand_in(tablet, "NB-0001", badge, recounter="130", **typed)
    assert "AGREED" in cashier.get(f"/cage/recount/{ROOM.removeprefix('/count-room/')}").text


def test_signatures_in_ink_are_recorded_when_the_recount_agrees(counting: Site) -> None:
    supervisor = counting.person(SUPERVISOR)
    number(supervisor)
    ink: dict[str, Any] = {
        "team": "101 102 103",
        "supervisor": "110",
        "cashier": "130",
        "ccr": "120",
    }
    for badge in ("101", "102"):
        tablet = counting.person(badge)
        type_box(tablet, "NB-0001", "7", currency_10000="48", currency_2000="77")
        hand_in(tablet, "NB-0001", badge, counters="101 102", **ink)
    member = counting.person("101")
    counted.count_box(member, "8")
    path = f"{ROOM}/all-recorded"
    member.post(path, member.hidden(member.get(ROOM), path))
    counted.prove(member)
    supervisor.send(f"{ROOM}/present", badge="110", pin=pin_of("110"))
    counted.sign_on(supervisor, "130")
    counted.recount(counting.person("130"))
    page = supervisor.get(OF_DAY)
    assert "Record the 6 signatures in ink of NB-0001" in page.text
    path = f"{FORMS}/NB-0001/ink"
    supervisor.post(path, supervisor.hidden(page, path))
    assert "Every signature is there." in supervisor.get(f"{ROOM}/sign").text
