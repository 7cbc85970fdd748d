"""Every way out of a count that goes otherwise is on the page where it is needed."""

from tests.plumbing import counted
from tests.plumbing.counted import ROOM
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
