"""Every way out of a count that goes otherwise is on the page where it is needed."""

from countroom.web import desk, press_room
from tests.plumbing import counted, prints
from tests.plumbing.counted import ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.web import Site, Tablet, pin_of


def leave(tablet: Tablet, badge: str, **fields: str) -> str:
    """Somebody leaves the room, as the page offers it."""
    path = f"{ROOM}/leave"
    page = tablet.get(path)
    who = {"badge": badge, "pin": pin_of(badge)}
    return tablet.post(path, {**tablet.hidden(page, path), **who, **fields}).text


def test_a_member_who_leaves_signs_for_the_boxes_he_counted(counting: Site) -> None:
    supervisor, member = counting.person("110"), counting.person("101")
    page = supervisor.get(f"{ROOM}/leave")
    assert "checked" not in page.one("input", id="signs").attributes
    counted.count_box(member, "7")
    page = member.get(f"{ROOM}/leave")
    assert "Person 101 (sample) counted box 7." in page.text
    assert "checked" in page.one("input", id="signs").attributes
    leave(member, "101", signs="y")
    assert "Person 101 (sample)" not in supervisor.get(f"{ROOM}/room").text
    counted.sign_on(supervisor, "101")
    page = supervisor.get(f"{ROOM}/leave")
    assert "Person 101 (sample) counted box 7 and signed for it." in page.text
    leave(supervisor, "111", signs="y")  # of another duty: he only leaves


def test_another_cashier_recounts_when_the_team_finds_nothing(presented: Site) -> None:
    supervisor, cashier = presented.person("110"), presented.person("130")
    for _ in range(2):
        counted.recount(cashier, {**counted.POOLS, "Banking currency $20": ("0", "76")})
    page = supervisor.get(ROOM)
    path = f"{ROOM}/escalate"
    supervisor.post(path, supervisor.hidden(page, path))
    page = supervisor.get(f"{ROOM}/recheck")
    assert "Another cashier recounts" in page.text
    assert "Another cashier recounts" not in presented.person("101").get(f"{ROOM}/recheck").text
    path = f"{ROOM}/give-back"
    supervisor.post(path, supervisor.hidden(page, path))
    assert "does not agree" in supervisor.get(ROOM).text


def test_what_is_found_and_who_stands_in_are_offered_while_the_room_is_closed(
    agreed: Site,
) -> None:
    supervisor = agreed.person("110")
    counted.sign_all(supervisor)
    text = supervisor.get(f"{ROOM}/closing").text
    for way in ("Something was found", "Another representative", "The signatures"):
        assert way in text
    assert "Another representative" not in agreed.person("101").get(f"{ROOM}/closing").text
    counted.close(supervisor)
    assert "Something was found" in supervisor.get(ROOM).text


def again(tablet: Tablet, copies: str, form: str = "BR-0001") -> str:
    """Press "Reprint": what the page says afterwards."""
    page = tablet.get(copies)
    path = f"{copies}/{form}/reprint"
    tablet.post(path, tablet.hidden(page, path))
    return tablet.get(copies).text


def pdf(tablet: Tablet, path: str) -> str:
    """The text of a PDF that a page hands out."""
    answer = tablet.client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), path
    return prints.text(answer.data)


def test_each_department_reprints_its_own_copy(agreed: Site) -> None:
    supervisor, ccr, cashier = map(agreed.person, ("110", "120", "130"))
    accounting = agreed.person("140")
    counted.sign_all(supervisor)
    second, third = f"/compliance/count/{COUNT}/copies", f"/cage/recount/{COUNT}/copies"
    originals = "/accounting/day/2011-06-14/originals"
    assert ccr.client.get(f"{second}/BR-0001/reprint-1.pdf").status_code == 404
    with agreed.app.app_context():
        press_room.keep_due(desk.server())
    first = pdf(ccr, f"{second}/BR-0001.pdf")
    assert "REPRINT" not in first
    said = again(ccr, second)
    assert "Reprint 1 of BR-0001" in said
    assert "Person 120 (sample)" in said
    text = pdf(ccr, f"{second}/BR-0001/reprint-1.pdf")
    assert "REPRINT 1 of print" in text
    assert "by Person 120 (sample), C-120" in text
    assert "SECOND COPY" in text
    assert pdf(ccr, f"{second}/BR-0001.pdf") == first, "the kept print stays what it is"
    assert "Reprint 2 of BR-0001" in again(ccr, second)
    assert ccr.client.get(f"{second}/BR-0001/reprint-3.pdf").status_code == 404
    assert "THIRD COPY" in pdf(cashier, f"{third}/BR-0001.pdf")
    assert "Reprint 1 of NR-0001" in again(cashier, third, "NR-0001")
    assert "REPRINT 1" in pdf(cashier, f"{third}/NR-0001/reprint-1.pdf")

    assert "when the count is concluded" in accounting.get(originals).text
    token = {"csrf_token": accounting.token()}
    refused = accounting.client.post(f"{originals}/BR-0001/reprint", data=token)
    assert refused.status_code == 403
    counted.close(supervisor)
    assert "Originals of the count reports" in accounting.get("/accounting/day/2011-06-14").text
    assert "Reprint 1 of BR-0001" in again(accounting, originals)
    assert "ORIGINAL" in pdf(accounting, f"{originals}/BR-0001.pdf")
    assert "REPRINT 1" in pdf(accounting, f"{originals}/BR-0001/reprint-1.pdf")
