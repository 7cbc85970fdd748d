from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import gaming_day
from countroom.errors import EntryError

NEW_YORK = ZoneInfo("America/New_York")
SPRING = date(2026, 3, 7)
AUTUMN = date(2026, 10, 31)
ZONES = ("America/New_York", "America/Los_Angeles", "Europe/Helsinki", "Australia/Lord_Howe", "UTC")


def local(text: str, *, fold: int = 0, zone: ZoneInfo = NEW_YORK) -> datetime:
    """Read a wall-clock time of the house as UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).astimezone(UTC)


@pytest.mark.parametrize(
    ("wall", "expected"),
    [
        ("2011-06-15T05:59:59", date(2011, 6, 14)),
        ("2011-06-15T05:59:59.999999", date(2011, 6, 14)),
        ("2011-06-15T06:00:00", date(2011, 6, 15)),
        ("2011-06-15T23:59:59", date(2011, 6, 15)),
        ("2011-06-16T00:00:00", date(2011, 6, 15)),
        ("2012-01-01T03:00:00", date(2011, 12, 31)),
        ("2012-03-01T03:00:00", date(2012, 2, 29)),
    ],
)
def test_a_gaming_day_is_cut_at_six_on_the_wall_clock(wall: str, expected: date) -> None:
    assert gaming_day.gaming_date(local(wall), NEW_YORK) == expected


def test_case_G1_a_fill_at_half_past_one_is_of_the_day_before() -> None:
    assert gaming_day.gaming_date(local("2011-06-11T01:30:00"), NEW_YORK) == date(2011, 6, 10)
    assert gaming_day.gaming_date(local("2011-06-11T06:00:00"), NEW_YORK) == date(2011, 6, 11)


@pytest.mark.parametrize(
    ("day", "hours"), [(SPRING, 23), (AUTUMN, 25), (date(2026, 6, 14), 24), (date(2026, 3, 8), 24)]
)
def test_case_G2_days_on_which_the_clocks_change(day: date, hours: int) -> None:
    assert gaming_day.length(day, NEW_YORK) == timedelta(hours=hours)
    begins = gaming_day.hours(day, NEW_YORK)
    assert len(begins) == len(set(begins)) == hours
    first, after = gaming_day.bounds(day, NEW_YORK)
    assert begins[0] == first
    assert begins[-1] + timedelta(hours=1) == after
    assert {gaming_day.gaming_date(at, NEW_YORK) for at in begins} == {day}


def test_case_G2_no_hour_is_lost_or_doubled_on_the_clock() -> None:
    shown = [gaming_day.clock_text(at, NEW_YORK)[11:] for at in gaming_day.hours(AUTUMN, NEW_YORK)]
    assert shown.count("01:00:00 EDT") == 1
    assert shown.count("01:00:00 EST") == 1
    spring = [gaming_day.clock_text(at, NEW_YORK)[11:] for at in gaming_day.hours(SPRING, NEW_YORK)]
    assert "01:00:00 EST" in spring
    assert "03:00:00 EDT" in spring
    assert not any(text.startswith("02:") for text in spring)


def test_both_half_past_ones_of_an_autumn_night_are_instants_of_the_same_day() -> None:
    once, again = gaming_day.moments(AUTUMN, time(1, 30), NEW_YORK)
    assert again - once == timedelta(hours=1)
    assert gaming_day.gaming_date(once, NEW_YORK) == AUTUMN
    assert gaming_day.gaming_date(again, NEW_YORK) == AUTUMN
    assert gaming_day.clock_text(once, NEW_YORK) == "2026-11-01 01:30:00 EDT"
    assert gaming_day.clock_text(again, NEW_YORK) == "2026-11-01 01:30:00 EST"


def test_the_hour_left_out_in_spring_has_no_instant() -> None:
    assert gaming_day.moments(SPRING, time(2, 30), NEW_YORK) == ()


def test_any_other_time_of_a_gaming_day_is_one_instant() -> None:
    assert gaming_day.moments(SPRING, time(6), NEW_YORK) == (local("2026-03-07T06:00:00"),)
    assert gaming_day.moments(SPRING, time(5, 59), NEW_YORK) == (local("2026-03-08T05:59:00"),)


def test_item_13_the_edges_of_both_daylight_saving_days() -> None:
    for day, edge in ((SPRING, "2026-03-08"), (AUTUMN, "2026-11-01")):
        assert gaming_day.gaming_date(local(f"{edge}T05:59:59"), NEW_YORK) == day
        assert gaming_day.gaming_date(local(f"{edge}T06:00:00"), NEW_YORK) == day + timedelta(1)


def test_an_hour_cut_short_by_a_half_hour_change_still_has_its_row() -> None:
    zone = ZoneInfo("Australia/Lord_Howe")
    long_day = date(2026, 4, 4)
    assert gaming_day.length(long_day, zone) == timedelta(hours=24, minutes=30)
    assert len(gaming_day.hours(long_day, zone)) == 25


@given(
    at=st.datetimes(datetime(2000, 1, 2), datetime(2150, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - Hypothesis asks for naive limits
    zone=st.sampled_from(ZONES).map(ZoneInfo),
    start=st.times(gaming_day.EARLIEST_START, gaming_day.LATEST_START).map(
        lambda moment: moment.replace(second=0, microsecond=0)
    ),
)
def test_every_instant_lies_in_its_gaming_day(at: datetime, zone: ZoneInfo, start: time) -> None:
    day = gaming_day.gaming_date(at, zone, start)
    first, after = gaming_day.bounds(day, zone, start)
    assert first <= at < after
    assert gaming_day.bounds(day + timedelta(1), zone, start)[0] == after
    assert at in gaming_day.moments(day, at.astimezone(zone).time(), zone, start)


@pytest.mark.parametrize(
    "act",
    [
        lambda naive: gaming_day.gaming_date(naive, NEW_YORK),
        lambda naive: gaming_day.clock_text(naive, NEW_YORK),
        gaming_day.require_aware,
    ],
    ids=["gaming date", "clock text", "itself"],
)
def test_case_J3_a_time_without_a_zone_is_refused(act: Callable[[datetime], object]) -> None:
    naive = local("2011-06-15T06:00:00").replace(tzinfo=None)
    with pytest.raises(EntryError, match="without a zone") as refusal:
        act(naive)
    assert list(refusal.value.fields) == ["time"]


def test_a_tablet_in_another_zone_means_the_same_instant() -> None:
    tokyo = timezone(timedelta(hours=9))
    at = datetime(2011, 6, 15, 18, 59, 59, tzinfo=tokyo)
    assert gaming_day.gaming_date(at, NEW_YORK) == date(2011, 6, 14)


def test_a_gaming_date_is_read_as_it_is_written() -> None:
    day = date(2011, 6, 14)
    assert gaming_day.parse_gaming_date(f" {gaming_day.format_gaming_date(day)} ") == day


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "14.6.2011",
        "2011-6-14",
        "2011-06-31",
        "2011-13-01",
        "٢٠١١-٠٦-١٤",
        "0011-06-14",
        "20110614",
    ],
)
def test_anything_else_is_refused_beside_its_field(typed: str) -> None:
    with pytest.raises(EntryError, match="Enter a gaming date") as refusal:
        gaming_day.parse_gaming_date(typed)
    assert list(refusal.value.fields) == ["gaming_date"]


def test_a_heading_is_english() -> None:
    assert gaming_day.long_gaming_date(date(2026, 3, 1)) == "Sunday, March 1, 2026"


def test_days_between_includes_both_ends() -> None:
    assert gaming_day.days_between(date(2012, 2, 28), date(2012, 3, 1)) == (
        date(2012, 2, 28),
        date(2012, 2, 29),
        date(2012, 3, 1),
    )
    assert gaming_day.days_between(date(2012, 3, 1), date(2012, 2, 28)) == ()


@pytest.mark.parametrize(
    ("start", "fault"),
    [
        (time(6), None),
        (time(4), None),
        (time(12), None),
        (time(3, 59), "between 04:00 and 12:00"),
        (time(12, 1), "between 04:00 and 12:00"),
        (time(6, 0, 1), "whole minute"),
        (time(6, 0, 0, 1), "whole minute"),
        (time(6, tzinfo=UTC), "whole minute"),
    ],
)
def test_when_a_gaming_day_may_begin(start: time, fault: str | None) -> None:
    found = gaming_day.start_fault(start)
    assert found is None if fault is None else fault in (found or "")
