"""A count taken through its pages, as people would: each step starts where the last one ended."""

from tests.plumbing.dropped import COUNT
from tests.plumbing.web import Page, Site, Tablet, pin_of

ROOM = f"/count-room/{COUNT}"
BOXES = {
    "7": {"grid.currency-10000.pieces": "48", "grid.currency-2000.pieces": "77"},
    "8": {
        "grid.currency-500.pieces": "3",
        "grid.value_chip-10000-main.pieces": "2",
        "grid.rake_chip-400-rake.pieces": "9",
    },
}
"""What lies in the boxes."""

POOLS = {
    "Banking currency $100": ("0", "48"),
    "Banking currency $20": ("0", "77"),
    "Nonbanking currency $5": ("", "3"),
    "Nonbanking value chips $100": ("", "2"),
    "Poker rake chips $4": ("", "9"),
}
"""The same, pool by pool: straps and loose."""


def cells(page: Page) -> dict[str, str]:
    """Every cell of a grid with what stands in it: label to name."""
    return {
        field.attributes["aria-label"]: field.attributes["name"]
        for field in page.all("input")
        if field.attributes.get("name", "").startswith("grid.")
    }


def sign_on(tablet: Tablet, *badges: str) -> None:
    """Let people into the room, each with his own PIN."""
    for badge in badges:
        tablet.send(f"{ROOM}/sign-on", badge=badge, pin=pin_of(badge))


def try_machine(tablet: Tablet, phase: str = "before") -> None:
    """Put ten known notes of everything through the machine."""
    path = f"{ROOM}/machines/CM-1/{phase}"
    page = tablet.get(path)
    typed = dict.fromkeys(cells(page).values(), "10")
    tablet.post(path, {**tablet.hidden(page, path), **typed, "badge": "101", "pin": pin_of("101")})


def receive(tablet: Tablet, *boxes: str) -> None:
    """Scan boxes in at the door."""
    for box in boxes:
        page = tablet.get(f"{ROOM}/receive")
        path = f"{ROOM}/receive/box"
        tablet.post(path, {**tablet.hidden(page, path), "box": box})


def begin(site: Site) -> Tablet:
    """The supervisor's tablet, when the room is secured and the boxes are in."""
    tablet = site.person("110")
    sign_on(tablet, "110", "101", "102", "103", "120", "111")
    tablet.send(f"{ROOM}/tell", officer="170")
    try_machine(tablet)
    tablet.send(f"{ROOM}/secure", doors_locked="1", transparent_containers="1")
    receive(tablet, "7", "8")
    tablet.send(f"{ROOM}/receive", badge="110", pin=pin_of("110"))
    pins = {"pin": pin_of("120"), "second_pin": pin_of("110")}
    path = f"{ROOM}/keys"
    page = tablet.get(path)
    badges = {"badge": "120", "second_badge": "110"}
    tablet.post(path, {**tablet.hidden(page, path), **badges, **pins})
    return tablet


def touch(tablet: Tablet, box: str, step: str, **fields: str) -> Page:
    """One touch on a box's page."""
    page = tablet.get(f"{ROOM}/box/{box}")
    path = f"{ROOM}/box/{box}/{step}"
    return tablet.post(path, {**tablet.hidden(page, path), **fields})


def to_sheet(tablet: Tablet, box: str) -> Page:
    """Open a box, empty it, show it empty: its sheet."""
    touch(tablet, box, "open", station="1")
    touch(tablet, box, "empty")
    touch(tablet, box, "show", second="102")
    return tablet.get(f"{ROOM}/box/{box}")


def count_box(tablet: Tablet, box: str, typed: dict[str, str] | None = None) -> None:
    """Count a box from its lock to its record."""
    page = to_sheet(tablet, box)
    path = f"{ROOM}/box/{box}/record"
    zeros = dict.fromkeys(cells(page).values(), "0")
    found = BOXES[box] if typed is None else typed
    tablet.post(path, {**tablet.hidden(page, path), **zeros, **found, "empty": ""})


def pools_typed(page: Page, pools: dict[str, tuple[str, str]] | None = None) -> dict[str, str]:
    """What the pools hold, as it is typed into a sheet of them."""
    typed: dict[str, str] = {}
    for label, name in cells(page).items():
        row, _, part = label.rpartition(", ")
        straps, loose = (POOLS if pools is None else pools).get(row, ("0", "0"))
        typed[name] = {"Loose": loose, "Mutilated": "0"}.get(part, straps)
    return typed


def prove(tablet: Tablet, pools: dict[str, tuple[str, str]] | None = None) -> None:
    """The strapping team's blind count."""
    path = f"{ROOM}/proof"
    page = tablet.get(path)
    tablet.post(path, {**tablet.hidden(page, path), **pools_typed(page, pools)})


def recount(tablet: Tablet, pools: dict[str, tuple[str, str]] | None = None) -> None:
    """The cashier's recount."""
    page = tablet.get(f"/cage/recount/{COUNT}")
    path = f"/cage/recount/{COUNT}/begin"
    tablet.post(path, tablet.hidden(page, path))
    path = f"/cage/recount/{COUNT}/sheet"
    page = tablet.get(path)
    tablet.post(path, {**tablet.hidden(page, path), **pools_typed(page, pools)})


def present(site: Site) -> Tablet:
    """The supervisor's tablet, when the boxes are counted and the money is presented."""
    supervisor = site.person("110")
    member = site.person("101")
    count_box(member, "7")
    count_box(member, "8")
    page = member.get(ROOM)
    path = f"{ROOM}/all-recorded"
    member.post(path, member.hidden(page, path))
    prove(member)
    supervisor.send(f"{ROOM}/present", badge="110", pin=pin_of("110"))
    return supervisor


def sign_all(tablet: Tablet) -> None:
    """Every signature under both reports, in order."""
    for badge in ("101", "102", "103", "110", "130", "120"):
        tablet.send(f"{ROOM}/sign", badge=badge, pin=pin_of(badge))


def close(supervisor: Tablet) -> None:
    """From the last signature to the conclusion."""
    supervisor.send(f"{ROOM}/copy/second-copy", badge="120", pin=pin_of("120"))
    supervisor.send(f"{ROOM}/copy/third-copy", badge="130", pin=pin_of("130"))
    supervisor.send(f"{ROOM}/original", pouch="P-1", badge="151", pin=pin_of("151"))
    supervisor.send(f"{ROOM}/seal", badge="130", pin=pin_of("130"))
    try_machine(supervisor, "after")
    path = f"{ROOM}/inspection"
    page = supervisor.get(path)
    ticks = {
        field.attributes["name"]: "1"
        for field in page.all("input", type="checkbox")
        if field.attributes["name"].startswith("tick.")
    }
    people = {
        "badge": "111",
        "pin": pin_of("111"),
        "second_badge": "120",
        "second_pin": pin_of("120"),
    }
    supervisor.post(path, {**supervisor.hidden(page, path), **ticks, **people})
    for step in ("keys/back", "conclude"):
        page = supervisor.get(f"{ROOM}/closing")
        path = f"{ROOM}/{step}"
        supervisor.post(path, supervisor.hidden(page, path))
