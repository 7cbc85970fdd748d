"""Who does what on which screen, as a person would say it; each starts from the page before.

Every navigator takes the tablet it is done on, presses what the screen offers as the next act,
and looks at each screen on the way.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Page, expect

from tests.plumbing import looking
from tests.plumbing.counted import BOXES, POOLS, ROOM
from tests.plumbing.dropped import COUNT
from tests.plumbing.web import pin_of

TEAM: Final = ("101", "102", "103")
SUPERVISOR, EMPLOYEE, REPRESENTATIVE = "110", "111", "120"
CASHIER, ACCOUNTANT, CARRIER, WATCHER = "130", "140", "151", "170"
SIGNERS: Final = (*TEAM, SUPERVISOR, CASHIER, REPRESENTATIVE)

NewPage = Callable[..., Page]


@dataclass
class House:
    """The people of a served house, each with a tablet of his own.

    Attributes:
        address: Where it is served.
        new_page: Makes a tablet.
        faults: What was wrong with the screens seen so far.
        seen: Titles of the screens looked at.
    """

    address: str
    new_page: NewPage
    faults: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    _tablets: dict[str, Page] = field(default_factory=dict)

    def tablet(self, badge: str) -> Page:
        """The tablet of somebody, signed in on it."""
        if badge not in self._tablets:
            page = self.new_page()
            page.goto(f"{self.address}/sign-in")
            page.get_by_label("Badge").fill(badge)
            page.get_by_label("PIN").fill(pin_of(badge))
            with page.expect_navigation():
                page.get_by_role("button", name="Sign in", exact=True).click()
            self._tablets[badge] = page
        return self._tablets[badge]

    def looks_at(self, page: Page) -> None:
        """Look at a screen, each kind of it once."""
        kind = page.url.split(COUNT)[-1] + page.locator("h1").inner_text()
        if kind not in self.seen:
            self.seen.add(kind)
            self.faults += looking.faults(page)

    def next_act(self, page: Page, label: str) -> None:
        """Press what the screen offers as the next act, which must be this one."""
        self.looks_at(page)
        button = page.locator(".actbar .button-act")
        expect(button).to_have_text(label)
        before = page.locator("body").get_attribute("data-page-key")
        with page.expect_navigation():
            button.click()
        assert before is not None
        page.wait_for_load_state()

    def signs(self, page: Page, badge: str, second: str = "") -> None:
        """Enter badge and PIN of somebody, and of a second person."""
        for who, prefix in ((badge, ""), (second, "second_")):
            if who:
                page.locator(f"main [name={prefix}badge]").fill(who)
                page.locator(f"main [name={prefix}pin]").fill(pin_of(who))

    def board(self, badge: str) -> Page:
        """Somebody's tablet, with the board of the count on it."""
        page = self.tablet(badge)
        page.goto(f"{self.address}{ROOM}")
        return page


def types(page: Page, typed: dict[str, str]) -> None:
    """Enter a whole sheet: cell by cell, but without waiting between them; the rest holds 0."""
    page.locator("[data-row] .cell").evaluate_all(
        """(all, typed) => all.forEach((one) => {
          one.focus();
          one.value = typed[one.name] ?? "0";
          one.dispatchEvent(new Event("input", { bubbles: true }));
        })""",
        typed,
    )


def types_pools(page: Page, pools: dict[str, tuple[str, str]] | None = None) -> None:
    """Enter what lies in the pools: straps, loose, none torn."""
    labels = page.locator("[data-row] .cell").evaluate_all(
        "(all) => all.map((one) => [one.name, one.getAttribute('aria-label')])"
    )
    typed = {}
    for name, label in labels:
        row, _, part = label.rpartition(", ")
        straps, loose = (pools or POOLS).get(row, ("0", "0"))
        typed[name] = {"Loose": loose, "Mutilated": "0"}.get(part, straps)
    types(page, typed)


# ---------------------------------------------------------------------- before the first box


def supervisor_opens_the_count(house: House) -> None:
    """From what waits for him on the first page."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Open the count of 2011-06-14")
    house.next_act(page, "Open the count")


def everybody_signs_on(house: House) -> None:
    """Each with his own badge, on the supervisor's tablet."""
    page = house.tablet(SUPERVISOR)
    for badge in (SUPERVISOR, *TEAM, REPRESENTATIVE, EMPLOYEE):
        if page.url.endswith("/room"):
            page.get_by_role("link", name="Sign on").click()
        house.signs(page, badge)
        house.next_act(page, "Sign on")


def supervisor_tells_surveillance(house: House) -> None:
    """He names the officer he has told."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Tell surveillance")
    page.get_by_label("Badge of the surveillance officer").fill(WATCHER)
    house.next_act(page, "Surveillance is told")


def team_tests_the_machine(house: House, phase: str = "before") -> None:
    """Ten known notes of every denomination."""
    page = house.tablet(SUPERVISOR)
    cells = page.locator("[data-row] .cell")
    types(page, dict.fromkeys(cells.evaluate_all("(all) => all.map((one) => one.name)"), "10"))
    house.signs(page, TEAM[0])
    house.next_act(page, "Record the test of CM-1")
    expect(page.get_by_text("CM-1 passed.")).to_be_visible()
    assert phase in {"before", "after"}


def supervisor_secures_the_room(house: House) -> None:
    """He ticks what he has seen to."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Secure the room")
    for tick in page.locator(".tick-input").all():
        tick.check()
    house.next_act(page, "Secure the room")


def boxes_come_in(house: House) -> None:
    """Each is scanned at the door, and the supervisor signs the manifest."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Receive the boxes")
    for box in BOXES:
        page.locator("#scan-box").fill(box)
        with page.expect_navigation():
            page.locator("#scan-box").press("Enter")
    house.signs(page, SUPERVISOR)
    house.next_act(page, "Agree with the manifests")


def keys_go_out(house: House) -> None:
    """One to the representative, one to the supervisor."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Sign the keys out")
    house.signs(page, REPRESENTATIVE, SUPERVISOR)
    house.next_act(page, "Sign the keys out")


# ------------------------------------------------------------------------------ the counting


def member_brings_a_box_to_its_sheet(house: House, badge: str, box: str) -> Page:
    """Opened, emptied, shown empty."""
    page = house.tablet(badge)
    page.goto(f"{house.address}{ROOM}/box/{box}")
    house.next_act(page, f"Open box {box}")
    house.next_act(page, f"Box {box} is emptied")
    house.looks_at(page)
    with page.expect_navigation():
        page.locator(".button-tile").first.click()
    page.wait_for_selector(".keypad")
    return page


def member_counts_a_box(house: House, badge: str, box: str) -> None:
    """What lies in it, and none of the rest."""
    page = member_brings_a_box_to_its_sheet(house, badge, box)
    types(page, BOXES[box])
    house.next_act(page, f"Record box {box}")
    expect(page.get_by_text(f"Box {box} is recorded.")).to_be_visible()


def team_counts_the_pools(house: House) -> None:
    """Blind, after every box is recorded."""
    page = house.board(TEAM[0])
    house.next_act(page, "All boxes are recorded")
    house.next_act(page, "Count the pools")
    types_pools(page)
    house.next_act(page, "Prove the pools")
    expect(page.get_by_text("The pools are proved.")).to_be_visible()


def supervisor_presents_the_money(house: House) -> None:
    """And draws the curtain."""
    page = house.board(SUPERVISOR)
    house.next_act(page, "Present the money")
    house.signs(page, SUPERVISOR)
    house.next_act(page, "Present the money")
    expect(page.get_by_text("The curtain is drawn: no figures show")).to_be_visible()
    house.looks_at(page)


# --------------------------------------------------------------------- recount and signatures


def cashier_comes_in(house: House) -> None:
    """From what waits for her on her first page."""
    page = house.tablet(CASHIER)
    house.next_act(page, f"Recount {COUNT}")
    house.next_act(page, "Sign on to the room")
    house.signs(page, CASHIER)
    house.next_act(page, "Sign on")
    house.next_act(page, "Recount")


def cashier_recounts(house: House, pools: dict[str, tuple[str, str]] | None = None) -> Page:
    """Everything, blind."""
    page = house.tablet(CASHIER)
    house.next_act(page, "Begin the recount")
    types_pools(page, pools)
    house.next_act(page, "Hand in the recount")
    house.looks_at(page)
    return page


def everybody_signs_the_reports(house: House) -> None:
    """Both reports with one PIN each, in order, on the supervisor's tablet."""
    page = house.board(SUPERVISOR)
    house.next_act(page, "Sign the reports")
    for badge in SIGNERS:
        house.signs(page, badge)
        house.next_act(page, "Sign both reports")
        expect(page.get_by_text(f"Person {badge} (sample) signed").first).to_be_visible()
    expect(page.get_by_text("Every signature is there.")).to_be_visible()


# -------------------------------------------------------------------------------- the closing


def copies_leave_the_room(house: House) -> None:
    """The originals with a carrier, the others to representative and cashier."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Close the room")
    house.next_act(page, "Send the originals")
    page.get_by_label("Number of the sealed pouch").fill("P-1")
    house.signs(page, CARRIER)
    house.next_act(page, "Send it to accounting")
    for copy, badge in (("second", REPRESENTATIVE), ("third", CASHIER)):
        house.next_act(page, f"Hand over the {copy} copy")
        house.signs(page, badge)
        house.next_act(page, "Hand it over")


def cashier_takes_the_money(house: House) -> None:
    """Wrapped and sealed before everybody."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Seal the proceeds")
    house.signs(page, CASHIER)
    house.next_act(page, "Seal the proceeds")


def room_is_inspected(house: House) -> None:
    """Every place, for each kind of item, by an employee and the representative."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Inspect the room")
    for tick in page.locator(".tick-input").all():
        tick.check()
    house.signs(page, EMPLOYEE, REPRESENTATIVE)
    house.next_act(page, "Record the inspection")


def supervisor_concludes(house: House) -> None:
    """The last act of the count."""
    page = house.tablet(SUPERVISOR)
    house.next_act(page, "Take the content keys back")
    house.next_act(page, "Conclude the count")
    expect(page.get_by_text(f"Count {COUNT} is concluded.")).to_be_visible()
    house.looks_at(page)


def prints_of(house: House, badge: str, path: str) -> list[bytes]:
    """What somebody prints of his own copies: each PDF that a page links to."""
    page = house.tablet(badge)
    page.goto(f"{house.address}{path}")
    house.looks_at(page)
    links = page.locator("main a[href*='.pdf']").evaluate_all("(all) => all.map((a) => a.href)")
    found = []
    for link in dict.fromkeys(links):
        answer = page.request.get(link)
        assert answer.headers["content-type"] == "application/pdf", link
        found.append(answer.body())
    return found
