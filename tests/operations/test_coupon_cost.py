"""What coupons were given out for, and what is outstanding, from the ledger."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.errors import AccessError
from countroom.inquiries import coupon_programme
from countroom.inquiries.coupon_programme import NO_CAMPAIGN
from countroom.money import Money
from countroom.operations.coupons.days import DayTyped
from countroom.stores.house import gaming_date_at
from tests.builders import Scene, a_database
from tests.plumbing.couponing import FINANCE, Programme


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_database(tmp_path)
    yield made
    made.database.close()


def today(scene: Scene) -> date:
    with scene.database.read() as tx:
        return gaming_date_at(tx, scene.now)


def test_campaigns_and_the_liability_come_from_the_ledger(scene: Scene) -> None:
    programme = Programme(scene)
    programme.received()
    programme.taken(
        programme.authorised(promotion="Summer", quantity=40), serials="A-0001 to A-0040"
    )
    programme.taken(programme.authorised(quantity=10), serials="A-0041 to A-0050")
    programme.closed(DayTyped("MP25", 50, ""), day=today(scene))
    with scene.database.read() as tx:
        campaigns = coupon_programme._Campaigns(tx)
        named = [campaigns.of(serial) for serial in ("A-0040", "A-0041", "A-0999", "none")]
    assert named == ["Summer", NO_CAMPAIGN, NO_CAMPAIGN, NO_CAMPAIGN]
    finance = Viewer(scene.who(FINANCE).person, Role.FINANCE)
    (found,) = coupon_programme.liability(scene.database, finance, today(scene))
    assert (found.age, found.coupons, found.value) == ("up to 7 days", 50, Money(1_250_00))


def test_nobody_sees_the_cost_before_the_count_is_concluded(scene: Scene) -> None:
    finance = Viewer(scene.who(FINANCE).person, Role.FINANCE)
    with pytest.raises(AccessError, match="when its count is concluded"):
        coupon_programme.cost(scene.database, finance, today(scene), Path("nowhere"))
    team = Viewer(scene.who("151").person, Role.COUNT_TEAM)
    with pytest.raises(AccessError):
        coupon_programme.liability(scene.database, team, today(scene))
