"""The chip bank counted and its stock moved; Counter Checks of the cage; the books of a day."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from countroom.domain.people import Role
from countroom.operations import house as houses
from countroom.stores.house import house_at
from tests.plumbing import floor
from tests.plumbing.served_day import Serve
from tests.plumbing.web import Page, Site, Tablet, badge_of, pin_of

COUNT, MOVE, STOCK = "/cage/stock/count", "/cage/stock/move", "/cage/stock"
CELL = "grid.value_chip-main-10000.pieces"
FIVE: dict[str, Any] = {CELL: "5"}
MANY: dict[str, Any] = {CELL: "500"}


def signs(role: Role, prefix: str = "") -> dict[str, Any]:
    return {f"{prefix}badge": badge_of(role), f"{prefix}pin": pin_of(badge_of(role))}


def where(tablet: Tablet) -> str:
    assert tablet.answer is not None
    return str(tablet.answer.location)


def every_cell(page: Page, hundreds: int) -> dict[str, Any]:
    cells = [
        element.attributes["name"]
        for element in page.all("input")
        if element.attributes.get("name", "").endswith(".pieces")
    ]
    return {name: str(hundreds if name == CELL else 0) for name in cells}


def count(tablet: Tablet, hundreds: int) -> str:
    tablet.send(COUNT, shift="night", **every_cell(tablet.get(COUNT), hundreds))
    return where(tablet)


def both_sign(tablet: Tablet, paper: str) -> None:
    tablet.send(paper, **signs(Role.CHIP_BANK_CASHIER))
    tablet.send(paper, **signs(Role.CAGE_SUPERVISOR))


def test_the_chip_bank_is_counted_blind_and_then_compared(site: Site) -> None:
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    page = tablet.get(STOCK)
    assert "never counted" in page.text
    page = tablet.send(COUNT, status=422, **FIVE)
    assert "not entered" in page.text
    both_sign(tablet, count(tablet, 200))
    assert "nothing before it to compare with" in tablet.get(where(tablet)).text
    paper = count(tablet, 198)
    page = tablet.get(paper)
    assert "shows when both have signed" in page.text
    assert "short" not in page.text
    assert f"Sign {paper.rpartition('/')[2]}" in tablet.get("/").text
    both_sign(tablet, paper)
    page = tablet.get(paper)
    assert "Against the books since BK-0001" in page.text
    assert "short 200.00" in page.text
    assert "1 differ" in tablet.get(STOCK).text


def test_stock_is_moved_by_two(site: Site) -> None:
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    page = tablet.send(MOVE, status=422, kind="released", remark="Busy night", **FIVE)
    assert "the reserve holds 0" in page.text
    tablet.send(MOVE, kind="received", remark="From the maker", **MANY)
    paper = where(tablet)
    tablet.send(paper, **signs(Role.CHIP_BANK_CASHIER))
    page = tablet.send(paper, status=409, **signs(Role.CHIP_BANK_CASHIER))
    both = "the same person may not do both"
    assert both in page.text
    tablet.send(paper, **signs(Role.CAGE_SUPERVISOR))
    assert "Received from the maker into the reserve" in tablet.get(STOCK).text


def test_a_count_that_nobody_signed_is_voided_by_two(site: Site) -> None:
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    paper = count(tablet, 5)
    by = signs(Role.CAGE_SUPERVISOR, "second_")
    page = tablet.send(f"{paper}/void", status=422, **by)
    assert "Say why it is voided." in page.text
    tablet.send(f"{paper}/void", reason="Miscounted", **by)
    assert "Void: Miscounted" in tablet.get(paper).text


def test_the_cage_records_the_checks_of_a_day(site: Site) -> None:
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    cashier = signs(Role.CHIP_BANK_CASHIER)
    page = tablet.get("/cage/checks")
    day = page.one("input", name="day").attributes["value"]
    wrong: dict[str, Any] = {"day": day, "checks.MS-101": "two", "total.MS-101": "5"}
    page = tablet.send("/cage/checks", status=422, **wrong, **cashier)
    assert "MS-101: enter a number of checks and an amount in dollars." in page.text
    assert page.one("input", name="checks.MS-101").attributes["value"] == "two"
    right: dict[str, Any] = {"day": day, "checks.MS-101": "2", "total.MS-101": "1,500"}
    tablet.send("/cage/checks", **right, **cashier)
    page = tablet.send("/cage/checks", status=422, **right, **cashier)
    assert "say why it is corrected" in page.text
    tablet.send("/cage/checks", **right, reason="Entered twice.", **cashier)
    site.person(role=Role.FLOORPERSON).get("/cage/checks", status=403)


def test_an_old_day_lists_the_tables_of_that_day(site: Site) -> None:
    with site.database.read() as tx:
        now = house_at(tx, site.clock())
    gone = tuple(table for table in now.tables if table.code != "PK-301")
    boxes = tuple(box for box in now.boxes if box.table != "PK-301")
    after = replace(now, tables=gone, boxes=boxes)
    tomorrow = now.property.gaming_date(site.clock()) + timedelta(days=1)
    floor.do(
        site,
        houses.load_property,
        Role.ADMINISTRATOR,
        house=after,
        effective=tomorrow,
        second=floor.proof(site, Role.COUNT_ROOM_SUPERVISOR),
    )
    site.clock.on(hours=24)
    tablet = site.person(role=Role.CHIP_BANK_CASHIER)
    assert tablet.get("/cage/checks").all("input", name="checks.PK-301") == []
    then = tablet.get("/cage/checks?of=2011-06-14")
    assert len(then.all("input", name="checks.PK-301")) == 1
    assert then.one("input", name="day").attributes["value"] == "2011-06-14"
    assert tablet.get("/cage/checks?of=2001-01-01").all("input", name="checks.PK-301") == []


# ------------------------------------------------------------------------------- accounting's day

CHIPS = "/accounting/day/2011-06-14/chips"


def test_the_books_of_chips_show_after_the_conclusion_only(serve: Serve) -> None:
    page = serve("agreed").tablet("A1").get(CHIPS)
    assert "The count of this day is not concluded." in page.text
    tablet = serve("concluded").tablet("A1")
    page = tablet.get(CHIPS)
    assert "Issued = racks + chip bank + reserve + outstanding" in page.text
    assert "pieces more than were issued" in page.text
    assert "The chip bank was not counted up to this day" in page.text
    assert CHIPS in {link.attributes.get("href") for link in tablet.get(CHIPS[:-6]).all("a")}


def test_chips_counted_in_the_boxes_are_missed_until_they_are_back(serve: Serve) -> None:
    day = serve("concluded")
    accounting, cage = day.tablet("A1"), day.tablet("K1")
    before = accounting.get(CHIPS).text
    assert "counted in 2011-06-14/1, 0 back in the chip bank: short" in before
    rake = re.search(r"\$([0-9]+) (\w+): ([0-9]+) counted in", before)
    assert rake is not None
    face, chip_set, pieces = rake.groups()
    form = cage.get(MOVE)
    cells = [element.attributes.get("name", "") for element in form.all("input")]
    cell = next(name for name in cells if name.endswith(f"{chip_set}-{face}00.pieces"))
    back: dict[str, Any] = {"kind": "counted", "remark": "From the count", cell: pieces}
    page = cage.send(MOVE, status=422, count="2011-06-15/1", **back)
    assert "no count 2011-06-15/1 is concluded" in page.text
    cage.send(MOVE, count="2011-06-14/1", **back)
    paper = where(cage)
    for badge in ("K1", "C1"):
        cage.send(paper, **day.signs(badge))
    after = accounting.get(CHIPS).text
    assert f"${face} {chip_set}: {pieces} counted in" not in after


def test_what_the_cage_first_recorded_is_on_accountings_day(serve: Serve) -> None:
    day = serve("concluded")
    cage = day.tablet("K1")
    said: dict[str, Any] = {"day": "2011-06-14", "checks.BJ-101": "2", "total.BJ-101": "6,000"}
    cage.send("/cage/checks", **said, **day.signs("K1"))
    page = day.tablet("A1").get("/accounting/day/2011-06-14")
    assert "the cage first recorded 2 Counter Checks for 6,000.00" in page.text
    assert "V-116" in page.text
