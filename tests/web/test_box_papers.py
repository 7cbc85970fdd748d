"""A box that stood through two drop periods holds the slips of both."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from countroom.domain.documents import Document
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.operations import drop
from countroom.stores import box_papers, registry
from tests.plumbing import floor
from tests.plumbing.web import Site, badge_of


@dataclass(frozen=True)
class Count:
    """What a box count says of when and what."""

    box: str
    at: datetime


def expected(site: Site, box: str) -> dict[str, tuple[str, ...]]:
    with site.database.read() as tx:
        period = registry.periods_of(tx, "MS-101")[-2]
        count = cast("Document", Count(box, site.clock()))
        return dict(box_papers.expected(tx, "MS-101", period.id, [count]))


def dropped(site: Site) -> None:
    site.clock.on(days=1)
    with site.database.read() as tx:
        period = registry.current_period(tx, "MS-101")
    assert period is not None
    told: dict[str, Any] = {"what": "drop", "officer": badge_of(Role.SURVEILLANCE)}
    day = period.gaming_date
    floor.do(site, drop.tell_surveillance, Role.DROP_TEAM, gaming_date=day, **told)


def test_a_box_that_stood_through_two_periods_holds_the_slips_of_both(site: Site) -> None:
    floor.place_boxes(site)
    first = floor.signed_slip(site, SlipKind.CLOSED_DAILY)
    dropped(site)
    why: dict[str, Any] = {"why": "closed", "explanation": "No dealer."}
    floor.do(site, drop.not_dropped, Role.DROP_TEAM, table="MS-101", **why)
    second = floor.signed_slip(site, SlipKind.CLOSED_DAILY)
    opener = floor.signed_slip(site, SlipKind.OPENING)
    dropped(site)
    slip = floor.signed_slip(site, SlipKind.DROP, incoming="007")
    asked = {"table": "MS-101", "box": "7", "replacement": "007", "slip": slip}
    floor.do(site, drop.drop_box, Role.DROP_TEAM, **asked)
    assert expected(site, "7") == {
        "closers": (first, second),
        "openers": (opener,),
        "drop_slips": (slip,),
    }
    dropped(site)
    last = floor.signed_slip(site, SlipKind.DROP, incoming="S-1")
    asked = {"table": "MS-101", "box": "007", "replacement": "S-1", "slip": last}
    floor.do(site, drop.drop_box, Role.DROP_TEAM, **asked)
    assert expected(site, "007") == {"drop_slips": (slip, last)}
    assert expected(site, "E-1") == {}
