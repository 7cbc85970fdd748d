"""A count from its first page to its conclusion and its six copies, and nothing but a browser."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Final

import pytest
from pypdf import PdfReader

from countroom.web import desk, press_room
from tests.plumbing import dropped
from tests.plumbing import navigators as people
from tests.plumbing.counted import BOXES
from tests.plumbing.dropped import COUNT
from tests.plumbing.navigators import House, NewPage
from tests.plumbing.web import Site

pytestmark = pytest.mark.browser

_COPIES: Final = {
    "ORIGINAL": (people.ACCOUNTANT, "/accounting/day/2011-06-14"),
    "SECOND COPY": (people.REPRESENTATIVE, f"/compliance/count/{COUNT}/copies"),
    "THIRD COPY": (people.CASHIER, f"/cage/recount/{COUNT}/copies"),
}
"""Who prints which copy where."""


def _text(pdf: bytes) -> str:
    return " ".join(PdfReader(BytesIO(pdf)).pages[0].extract_text().split())


def _keep_prints(site: Site) -> None:
    """As the server's press does it, behind the screens."""

    def press() -> int:
        with site.app.app_context():
            return press_room.keep_due(desk.server())

    with ThreadPoolExecutor(1) as behind:
        assert behind.submit(press).result() == 2


def test_a_count_is_taken_from_the_first_page_to_its_six_copies(
    site: Site, address: str, new_page: NewPage
) -> None:
    dropped.drop_all(site)
    house = House(address, new_page)

    people.supervisor_opens_the_count(house)
    people.everybody_signs_on(house)
    people.supervisor_tells_surveillance(house)
    supervisor = house.tablet(people.SUPERVISOR)
    house.next_act(supervisor, "Test a machine")
    house.next_act(supervisor, "Test CM-1 before")
    people.team_tests_the_machine(house)
    house.next_act(supervisor, "Back to the room")
    people.supervisor_secures_the_room(house)
    people.boxes_come_in(house)
    people.keys_go_out(house)

    for badge, box in zip(people.TEAM, BOXES, strict=False):
        people.member_counts_a_box(house, badge, box)
    people.team_counts_the_pools(house)
    people.supervisor_presents_the_money(house)
    people.cashier_comes_in(house)
    assert "AGREED" in people.cashier_recounts(house).locator("main").inner_text()
    people.everybody_signs_the_reports(house)

    people.copies_leave_the_room(house)
    people.cashier_takes_the_money(house)
    house.next_act(supervisor, "Test CM-1 again")
    people.team_tests_the_machine(house, "after")
    people.room_is_inspected(house)
    people.supervisor_concludes(house)

    _keep_prints(site)
    printed = 0
    for copy, (badge, path) in _COPIES.items():
        texts = [_text(pdf) for pdf in people.prints_of(house, badge, path)]
        for title in ("Daily Banking Table Game", "Daily Nonbanking Table Game"):
            mine = [text for text in texts if title in text and copy in text]
            assert len(mine) == 1, (copy, title, [text[:80] for text in texts])
            assert "DRAFT" not in mine[0]
            printed += 1
    assert printed == 6
    assert house.faults == []
