"""A day of the coupon programme: with ten million coupons issued, against ten thousand.

The large programme has ten million coupons in ranges and a hundred thousand redeemed one by one;
the small one has a thousandth of each. In both the same day is done: coupons are asked for,
issued and taken, the day is closed, what is due is listed, and the outstanding is aged. The
budget is the ratio of the two.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from countroom.domain.access import Viewer
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.people import Role
from countroom.inquiries import coupon_flow, coupon_programme, coupons_due
from countroom.inquiries import coupons as coupon_inquiries
from countroom.money import Money
from countroom.operations.acts import Act, Done
from countroom.operations.coupons.days import DayTyped
from countroom.stores import coupons, documents
from tests.benchmarks.conftest import Show
from tests.builders import Scene, a_database, a_house
from tests.plumbing.couponing import SUPERVISOR, Programme

BUDGET: Final = 2.0
DAYS: Final = 7
ISSUES: Final = 100
DAILY: Final = 1_000
DESIGN: Final = "MP25"


@dataclass(frozen=True)
class Size:
    """How many coupons were issued to patrons, and redeemed."""

    issued: int
    redeemed: int


LARGE: Final = Size(10_000_000, 100_000)
SMALL: Final = Size(10_000, 100)


def _span(first: int, last: int) -> str:
    return f"A{first:09d} to A{last:09d}"


def _redeemed(act: Act, *, issue: str, count: int, apart: int) -> Done:
    """So many coupons came back from boxes, each by itself."""
    form = documents.by_name(act.tx, issue)
    way = (CouponPlace.DISTRIBUTED, CouponPlace.REDEEMED)
    for number in range(count):
        (serials,) = read_ranges(f"A{1 + number * apart:09d}")
        movement = Movement(DESIGN, serials, *way, issue)
        for row in coupons.rows(
            act.tx, movement, document=form.id, day=form.gaming_date, at=act.now, seq=act.seq
        ):
            act.add(row)
    return act.seal("redeemed", issue, done=Done("."))


class House:
    """A house whose programme has run for long."""

    def __init__(self, folder: Path, size: Size) -> None:
        house = a_house()
        much = Money(10**11)
        limits = replace(house.settings, coupon_requisition_limit=much, coupon_issue_limit=much)
        folder.mkdir()
        self.scene: Scene = a_database(folder, the_house=replace(house, settings=limits))
        self.programme = Programme(self.scene)
        self.size = size
        self._fill()

    def _fill(self) -> None:
        stock = self.size.issued + 2 * DAYS * DAILY
        self.programme.received(serials=_span(1, stock), quantity=stock, invoiced=stock)
        each = self.size.issued // ISSUES
        last = ""
        for number in range(ISSUES):
            first = 1 + number * each
            last = self._taken(first, first + each - 1)
        self._close(self.size.issued)
        assert last, "there were issues"
        apart = self.size.issued // self.size.redeemed
        self.scene.do(_redeemed, SUPERVISOR, issue=last, count=self.size.redeemed, apart=apart)

    def _taken(self, first: int, last: int) -> str:
        today = self.scene.house.property.gaming_date(self.scene.now)
        asked = self.programme.authorised(quantity=last - first + 1, needed=today)
        return self.programme.taken(asked, serials=_span(first, last))

    def _close(self, given: int) -> date:
        day = self.scene.house.property.gaming_date(self.scene.now)
        self.programme.closed(DayTyped(DESIGN, given, ""), day=day, kept_in="")
        return day

    def do_a_day(self, number: int) -> float:
        """Do the next day of both departments; the seconds it took."""
        self.scene.now += timedelta(days=1)
        first = self.size.issued + 1 + number * DAILY
        finance = Viewer(self.scene.house.people_with(Role.FINANCE)[0], Role.FINANCE)
        database = self.scene.database
        begun = time.perf_counter()
        self._taken(first, first + DAILY - 1)
        day = self._close(DAILY)
        now = self.scene.now
        coupons_due.due(database, finance, now)
        coupon_inquiries.stock(database, finance, now)
        coupon_flow.flow(database, finance, now)
        coupon_programme.liability(database, finance, day)
        coupon_inquiries.life(database, finance, now, f"A{1:09d}")
        return time.perf_counter() - begun


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[House, House]]:
    """The two houses, at the eve of the days that are measured."""
    made = (House(tmp_path / "small", SMALL), House(tmp_path / "large", LARGE))
    yield made
    for house in made:
        house.scene.database.close()


def test_a_day_with_ten_million_coupons_outstanding(
    houses: tuple[House, House], show: Show
) -> None:
    small, large = houses
    times: dict[str, list[float]] = {"small": [], "large": []}
    for number in range(DAYS):
        times["small"].append(small.do_a_day(number))
        times["large"].append(large.do_a_day(number))
    usual, much = (median(times[name][1:]) for name in ("small", "large"))
    show(
        "A day of the coupon programme",
        ("programme", "issued", "redeemed", "first day ms", "a day ms", "ratio"),
        [
            (
                name,
                f"{house.size.issued:,}",
                f"{house.size.redeemed:,}",
                f"{times[name][0] * 1000:.0f}",
                f"{median(times[name][1:]) * 1000:.0f}",
                f"{median(times[name][1:]) / usual:.2f}",
            )
            for name, house in (("small", small), ("large", large))
        ],
        f"budget {BUDGET:.1f}; found {much / usual:.2f}",
    )
