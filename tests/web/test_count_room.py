"""The count room's pages, from the scheduled count to the conclusion."""

from tests.plumbing import counted
from tests.plumbing.counted import ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.web import Site, pin_of


def test_a_count_goes_from_the_locked_room_to_its_conclusion(door: Site) -> None:
    supervisor = counted.begin(door)
    page = supervisor.get(ROOM)
    assert "0 of 2" in page.text
    assert "Open box 7" in page.text
    assert "Key A: Person 120 (sample)" in page.text

    member = door.person("101")
    counted.count_box(member, "7")
    assert "6,340.00" in member.get(ROOM).text
    counted.count_box(member, "8")
    page = member.get(ROOM)
    assert "All boxes are recorded" in page.text
    member.post(f"{ROOM}/all-recorded", member.hidden(page, f"{ROOM}/all-recorded"))
    page = member.get(ROOM)
    assert "The pools are counted blind" in page.text
    assert "6,340.00" not in page.text

    counted.prove(member)
    assert "Present the money" in member.get(ROOM).text
    assert "6,340.00" in member.get(f"{ROOM}/present").text
    supervisor.send(f"{ROOM}/present", badge="110", pin=pin_of("110"))
    page = member.get(ROOM)
    assert "The curtain is drawn" in page.text
    assert "6,340" not in page.text

    counted.sign_on(supervisor, "130")
    counted.recount(door.person("130"))
    page = member.get(ROOM)
    assert "AGREED" in page.text
    assert "Sign the reports" in page.text

    counted.sign_all(supervisor)
    assert "Every signature is there." in supervisor.get(f"{ROOM}/sign").text
    counted.close(supervisor)
    page = supervisor.get(ROOM)
    assert "concluded" in page.text
    accounting = door.person("140")
    accounting.get(f"/count-room/{COUNT}", status=403)
