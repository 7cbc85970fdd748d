"""The programme of the last month: figures, pictures of the same, and who may see them."""

from datetime import date

from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.inquiries.coupon_flow import DayFlow, flow
from countroom.money import Money
from countroom.reports import coupon_pictures
from tests.plumbing.web import Site, staffed_house
from tests.web.test_coupons import issued, programme, received, signs

__all__ = ["programme"]


def _closed(site: Site) -> None:
    received(site)
    issued(site)
    site.person(role=Role.MARKETING_SUPERVISOR).send(
        "/marketing/day",
        **{
            "MP25.distributed": "150",
            "MP25.remaining": "A-0151 to A-0200",
            "kept_in": "Cabinet 1",
            **signs(Role.MARKETING_SUPERVISOR),
        },
    )


def test_what_was_issued_and_given_stands_by_day_and_is_drawn(programme: Site) -> None:
    site = programme
    empty = site.person(role=Role.FINANCE)
    assert "No coupon was received yet." in empty.get("/coupons/programme").text
    _closed(site)
    site.clock.on(days=1)
    tablet = site.person(role=Role.FINANCE)
    text = tablet.get("/coupons/programme").text
    assert "2011-06-15 0 0 0 3,750.00" in text
    assert "2011-06-14 200 150 0 3,750.00" in text
    for name in ("moves", "outstanding"):
        drawn = tablet.client.get(f"/coupons/pictures/{name}.svg")
        assert drawn.content_type == "image/svg+xml"
        assert drawn.data.startswith(b"<?xml")
    tablet.get("/coupons/pictures/none.svg", status=404)
    site.person(role=Role.DEALER).get("/coupons/pictures/moves.svg", status=403)


def test_only_so_many_days_are_looked_back_on_and_all_that_is_outstanding(
    programme: Site,
) -> None:
    site = programme
    _closed(site)
    site.clock.on(days=40)
    person = site.person(role=Role.FINANCE)
    assert "3,750.00" in person.get("/coupons/programme").text
    viewer = Viewer(staffed_house().people_with(Role.FINANCE)[0], Role.FINANCE)
    found = flow(site.database, viewer, site.clock(), days=7)
    assert [one.issued + one.given for one in found] == [0] * 7
    assert {one.outstanding for one in found} == {Money(3_750_00)}


def test_pictures_say_their_figures_in_words() -> None:
    days = (DayFlow(date(2011, 6, 14), 200, 150, 12, Money(3_750_00)),)
    bars, line = coupon_pictures.pictures(days)
    assert bars.alt == "Coupons of 1 days: 200 issued, 150 given, 12 redeemed."
    assert line.alt == "Face value outstanding over 1 days, 3,750.00 at the end."
