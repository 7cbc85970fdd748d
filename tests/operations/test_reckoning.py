"""Rounds on record are reckoned once; what they came to is watched over thirty days."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from countroom.domain.people import Role
from countroom.domain.watching import Signs
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import reconcile, watching
from countroom.money import ZERO, Money, total
from countroom.operations.reckoning import reckon_missing
from countroom.reports import watch_lists
from countroom.reports.pictures import LimitLine
from countroom.reports.watch_pictures import hold_line, hours_map, parts_bars, table_line
from countroom.stores import reckoned, registry
from countroom.stores.database import Database
from tests.plumbing.playing import DAY, a_short_day, counted, dropped, viewer

AT = datetime(2011, 6, 15, 18, tzinfo=UTC)


@pytest.fixture
def short(tmp_path: Path) -> Iterator[tuple[Database, Path]]:
    database = a_short_day(tmp_path)
    yield database, tmp_path / "rounds"
    database.close()


def test_rounds_are_reckoned_once_and_say_what_the_reconciliation_says(
    short: tuple[Database, Path],
) -> None:
    database, folder = short
    told: list[str] = []
    assert reckon_missing(database, folder, AT, told.append) == 4
    assert sorted(told) == ["BA-201", "MS-101", "MS-102", "PK-301"]
    assert reckon_missing(database, folder, AT) == 0
    found = reconcile.reconciled(database, viewer(), DAY, folder)
    with database.read() as tx:
        periods = [table.row.day.period or 0 for table in found.tables]
        known = reckoned.of_periods(tx, periods)
        assert reckoned.of_periods(tx, []) == {}
    for table, period in zip(found.tables, periods, strict=True):
        one = known[period]
        assert one.played == table.games.played
        assert total(list(one.hours)) == one.played.chips_sold
        assert one.banks == (table.row.day.kind.value == "banking")
        if one.banks:
            assert one.rounds
            assert one.deviation > ZERO


def test_files_that_are_gone_or_altered_are_left_for_others_to_name(
    short: tuple[Database, Path],
) -> None:
    database, folder = short
    here = folder / DAY.isoformat()
    (here / "MS-101.rounds.parquet").unlink()
    (here / "MS-102.rounds.parquet").unlink()
    altered = here / "BA-201.buyins.parquet"
    altered.write_bytes(altered.read_bytes()[:-1] + b"x")
    reckoned._known.clear()  # answers of the same files, read in another test
    assert reckon_missing(database, folder, AT) == 1
    found = watching.watch(database, viewer(), DAY)
    assert (found.opened, found.missing) == (4, 3)
    assert [one.reckoned for one in found.tables] == [0, 0, 0]
    assert found.house_days == ()
    assert not any(one.looks for one in found.tables)


def test_before_the_conclusion_nothing_is_watched(tmp_path: Path) -> None:
    database, _ = dropped(tmp_path)
    reckon_missing(database, tmp_path / "rounds", AT)
    for ask in (watching.watch, watching.house_days, watch_lists.grids):
        with pytest.raises(AccessError, match="when its count is concluded"):
            ask(database, viewer(), DAY)
    database.close()


def test_who_may_not_see_the_win_may_not_watch_it(tmp_path: Path) -> None:
    database = counted(tmp_path)
    with pytest.raises(AccessError):
        watching.watch(database, viewer(Role.CHIP_BANK_CASHIER), DAY)
    database.close()


def test_a_shortage_counts_for_its_table_its_dealers_and_the_count_team(
    short: tuple[Database, Path],
) -> None:
    database, folder = short
    reckon_missing(database, folder, AT)
    found = watching.watch(database, viewer(), DAY)
    (parts,) = found.parts
    assert (parts.cash, parts.checks, parts.chips) == (ZERO, ZERO, Money(-2_500))
    assert (parts.total, parts.tables, parts.coupons) == (Money(-2_500), 4, 0)
    assert {one.of for one in found.signs} == {"table", "dealer", "count team"}
    assert Signs("table", "MS-101", 1, 0, Money(-2_500)) in found.signs
    assert not any(one.repeats(len(found.signs)) for one in found.signs)
    table = watching.of_table(found, "MS-101")
    assert table.running == 1
    assert watching.of_table(found, "BA-201").running == 0
    assert table.history is None
    with pytest.raises(NotFoundError, match="PK-301 is no banking table"):
        watching.of_table(found, "PK-301")
    assert sum(amount.cents for row in found.hours for amount in row)


def test_the_pictures_and_the_lists_say_the_same(short: tuple[Database, Path]) -> None:
    database, folder = short
    reckon_missing(database, folder, AT)
    found = watching.watch(database, viewer(), DAY)
    house = hold_line(watching.house_days(database, viewer(), DAY))
    assert house == hold_line(found.house_days)
    assert isinstance(house, LimitLine)
    (day,) = found.house_days
    assert house.readings[0].value == 100 * day.win.cents / day.drop.cents
    assert house.alt.endswith("1 days, within its limits on every one of them.")
    line = table_line(found, watching.of_table(found, "MS-102"))
    assert (line.name, len(line.readings)) == ("hold.MS-102", 1)
    assert parts_bars(found).series[2].values == (-25.0,)
    assert hours_map(found).alt.startswith("Buy-ins by weekday and hour: most on Tue from ")
    tables, days, parts, repeats, suspects, hours = watch_lists.grids(database, viewer(), DAY)
    assert [row[0] for row in tables.rows] == ["MS-101", "MS-102", "BA-201"]
    paper = watch_lists.on_paper((tables, days, parts))
    assert {name for grid in paper[:2] for name in grid.columns} == set(tables.columns)
    assert paper[2:] == (days, parts)
    assert days.rows[0][1:3] == (day.drop, day.win)
    assert parts.sum_of("variance") == Money(-2_500)
    assert len(repeats.rows) == len(found.signs)
    assert suspects.rows == ()
    bought = [row[2] for row in hours.rows]
    assert sum(one.cents for one in bought if isinstance(one, Money)) == sum(
        amount.cents for amount in found.hours[DAY.weekday()]
    )


def test_a_day_without_buy_ins_has_an_empty_map() -> None:
    nothing = watching.Watch(DAY, DAY, (), (), (), (), (), (), ((ZERO,) * 24,) * 7, 0, 0)
    assert hours_map(nothing).alt.endswith("none on record.")
    assert {one for row in hours_map(nothing).values for one in row} == {None}
    assert watch_lists.hundredths(None) is None


def test_files_of_a_period_are_two_and_the_newest(short: tuple[Database, Path]) -> None:
    database, _ = short
    with database.read() as tx:
        files = registry.rounds_files(tx)
    assert len(reckoned.files_of(files)) == 4
    assert reckoned.files_of(files[:1]) == {}
