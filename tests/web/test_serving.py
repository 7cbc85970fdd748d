"""The first figure served to the recounter or his device: recorded once, and printed."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from countroom.domain.access import Viewer
from countroom.domain.floor import TableKind
from countroom.domain.journal import FIRST_SERVED, Entry
from countroom.domain.people import Role
from countroom.inquiries import count_report, served
from countroom.regulations import V_66
from countroom.reports import count_lists
from countroom.stores import journal
from tests.operations.fixture_day import COUNT, laid
from tests.plumbing.served_day import HERE, Serve, ServedDay

BOARD = f"/count-room/{HERE}"


def _served(day: ServedDay) -> list[Entry]:
    with day.site.database.read() as tx:
        return list(journal.entries(tx, subject=COUNT, act=FIRST_SERVED))


@pytest.mark.rule(V_66)
def test_what_the_recounter_is_first_shown_lies_after_his_recount(serve: Serve) -> None:
    day = serve("presented")
    tablet = day.tablet("M1")
    tablet.get(BOARD)
    assert _served(day) == []
    day.day.recount(laid())
    day.site.clock.at = day.day.now + timedelta(seconds=9)
    tablet.get(BOARD)
    (first,) = _served(day)
    assert (first.person, first.act) == ("M1", FIRST_SERVED)
    tablet.get(BOARD)
    assert _served(day) == [first]
    viewer = Viewer(day.day.house.person("S1"), Role.COUNT_ROOM_SUPERVISOR)
    facts = count_report.report(day.site.database, viewer, COUNT, TableKind.BANKING)
    (row,) = facts.served
    assert row.at == first.at
    assert row.recounted_at is not None
    assert row.recounted_at < row.at
    listed = count_lists.served(facts, ZoneInfo(facts.zone))
    assert listed.rows[0][0] == row.name
    assert listed.rows[0][3] != "none before"


def test_nobody_else_is_noted(serve: Serve) -> None:
    day = serve("agreed")
    day.tablet("T1").get(BOARD)
    day.tablet("S1").get(BOARD)
    assert _served(day) == []


def test_his_device_counts_as_he_does(serve: Serve) -> None:
    day = serve("agreed")
    database = day.site.database
    assert served.whose(database, "T1", "tablet-1", COUNT) == "his device"
    assert served.whose(database, "T1", "tablet-2", COUNT) == ""
    assert served.whose(database, "M1", "tablet-2", COUNT) == "recounter"
    assert served.whose(serve("recorded").site.database, "M1", "tablet-1", COUNT) == ""
