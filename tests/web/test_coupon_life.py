"""One coupon followed from the printer to the quarterly report, each step by the right people.

The screens do everything that the two departments do; the day between is really played and
really counted.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from countroom.domain.terms import PrintedItem
from countroom.inquiries.verification import verify
from countroom.operations import secrecy
from countroom.operations.play import count_day, play_day
from countroom.stores import desk
from countroom.stores.desk import Secret
from tests.plumbing import playing
from tests.plumbing.houses import with_one_changed
from tests.plumbing.web import Page, Site, Tablet, serve_site

PIN: Final = "8362"
SERIAL: Final = "M1106140001"
"""Brought to the first table of the played day; it was mailed."""

UNUSED: Final = "M1106140399"
PEOPLE: Final = "name,address\nAnn Sample,1 Main St\nBea Sample,2 Main St"
NOBODY: Final = "name,address\nNobody Here,9 Far Rd"
FINANCE, SUPERVISOR, MARKETING, MARKETER = "231", "232", "241", "242"
DEALER: Final = "101"


@dataclass
class Walk:
    """A house in which one coupon is followed."""

    site: Site
    house: Any

    def tablet(self, badge: str) -> Tablet:
        """Somebody's tablet."""
        tablet = Tablet(self.site)
        tablet.post("/sign-in", {"badge": badge, "pin": PIN, "next": ""}, status=303)
        return tablet

    def step(self, badge: str, address: str, **typed: Any) -> str:
        """A step that a dealer cannot take, and that somebody takes and signs: where it leads."""
        answer = self.tablet(DEALER).client.get(address)
        assert answer.status_code == 403, address
        tablet = self.tablet(badge)
        tablet.send(address, **{**typed, "badge": badge, "pin": PIN})
        assert tablet.answer is not None
        return str(tablet.answer.location)

    def sign(self, badge: str, form: str) -> None:
        """The place of a form that is due is signed; it prints."""
        self.step(badge, form)
        name = form.rpartition("/")[2]
        printed = self.tablet(badge).client.get(f"/coupons/print/{name}.pdf")
        assert printed.data.startswith(b"%PDF"), name

    def life(self, serial: str) -> Page:
        """The page of a serial."""
        return self.tablet(FINANCE).get(f"/coupons/serial?serial={serial}")


@pytest.fixture
def walk(tmp_path: Path) -> Walk:
    approved = with_one_changed(
        playing.a_house().coupons,
        1,
        approved=date(2011, 1, 3),
        reference="BCC-20",
        printed=tuple(PrintedItem),
        expires=date(2011, 9, 30),
    )
    house = playing.a_house()
    named = replace(house.settings, exclusion_readers=(MARKETER,))
    house = replace(house, coupons=approved, settings=named)
    playing.loaded(tmp_path, house).close()
    site = serve_site(tmp_path)
    site.clock.at = house.property.bounds(playing.DAY)[0] + timedelta(minutes=5)
    hashed = secrecy.hash_secret(PIN, secrecy.CHEAP)
    with site.database.write() as tx:
        for person in house.people:
            desk.save_secret(tx, Secret(person.code, "pin", hashed, site.clock.at, None, None))
    return Walk(site, house)


def _from_the_printer_to_marketing(walk: Walk) -> None:
    receipt = walk.step(
        FINANCE,
        "/finance/receive",
        design="MP20",
        source="provider",
        supplier="Sample Printers",
        invoice="INV-1",
        invoiced="1000",
        quantity="1000",
        serials="M1106140000 to M1106140999",
    )
    walk.sign(MARKETING, receipt)
    walk.sign(SUPERVISOR, receipt)
    asked = walk.step(
        MARKETER, "/marketing/ask", design="MP20", quantity="400", needed="2011-06-14"
    )
    walk.sign(SUPERVISOR, asked)
    issue = asked.replace("/coupons/form/", "/finance/issue/")
    issued = walk.step(SUPERVISOR, issue, serials="M1106140000 to M1106140399")
    walk.sign(MARKETER, issued)


def _mailed(walk: Walk) -> None:
    marketer = walk.tablet(MARKETER)
    for kind in ("self_exclusion", "exclusion"):
        marketer.send("/marketing/lists", kind=kind, text=NOBODY)
    mailing = walk.step(
        MARKETER,
        "/marketing/mailing",
        campaign="Summer",
        provider="Sample Mailers",
        design="MP20",
        serials="M1106140000 to M1106140001",
        people=PEOPLE,
    )
    walk.sign(SUPERVISOR, mailing)


def _close_the_day(walk: Walk) -> None:
    back = walk.step(
        MARKETER, "/marketing/return", design="MP20", serials="M1106140390 to M1106140399"
    )
    walk.sign(SUPERVISOR, back)
    typed: dict[str, Any] = {"MP20.distributed": "390", "MP20.remaining": "", "kept_in": ""}
    day = walk.step(MARKETER, "/marketing/day", **typed)
    assert "MP20 20.00 0 400 390 0 10 0 0" in walk.tablet(MARKETER).get(day).text


def test_one_coupon_from_the_printer_to_the_quarterly_report(walk: Walk, tmp_path: Path) -> None:
    site, (_, ends) = walk.site, walk.house.property.bounds(playing.DAY)
    _from_the_printer_to_marketing(walk)
    _mailed(walk)
    truth = play_day(site.database, tmp_path / "rounds", playing.plan())
    site.clock.at = ends - timedelta(minutes=30)
    _close_the_day(walk)
    assert "Now with patrons" in walk.life(SERIAL).text
    count_day(site.database, truth)
    site.clock.at = ends + timedelta(hours=8)
    assert "Process 2011-06-14" in walk.tablet(FINANCE).get("/finance/").text
    processed = walk.step(FINANCE, "/finance/process/2011-06-14")
    walk.sign(SUPERVISOR, processed)
    in_stock = "M1106140390 to M1106140999"
    counted = walk.step(FINANCE, "/finance/inventory", **{"MP20.stock": in_stock})
    walk.sign(SUPERVISOR, counted)
    site.clock.at = ends + timedelta(days=20)
    quarter = walk.step(SUPERVISOR, "/finance/quarter/2011-Q2")
    _everything_is_told(walk, quarter)
    assert verify(site.database) == []


def _everything_is_told(walk: Walk, quarter: str) -> None:
    life = walk.life(SERIAL).text
    for form in ("MR-0001", "MI-0001", "ML-0001", "MD-0001", "MX-0001", "MU-0001"):
        assert form in life, f"{form} is a step of its life"
    assert "Now redeemed and cancelled" in life
    assert "redeemed" in life
    assert "Now in finance's stock" in walk.life(UNUSED).text
    told = walk.tablet(SUPERVISOR).get(quarter).text
    redeemed = walk.tablet(FINANCE).get("/coupons/design/MP20").text
    assert "20.00" in told
    assert "redeemed" in redeemed
