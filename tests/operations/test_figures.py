"""Under each figure lie the lines it is added from: over played days, whatever was played."""

from pathlib import Path

import pytest

from countroom.domain.spans import Level, Span
from countroom.errors import NotFoundError
from countroom.inquiries import compared, compared_to_date, figures, reconcile, spans
from countroom.inquiries.revenue import day as revenue_day
from countroom.money import total
from countroom.operations.play import Disturbance
from countroom.operations.reckoning import reckon_missing
from countroom.stores.database import Database
from tests.operations.test_reckoning import AT
from tests.plumbing.playing import (
    DAY,
    NEXT,
    a_mismatch,
    a_played_day,
    a_short_day,
    played_wrong,
    viewer,
)


def added_up(database: Database, folder: Path) -> None:
    """Every figure of every table is its lines, and the engine's result its rounds."""
    for row in revenue_day(database, viewer(), DAY).rows:
        found = figures.figures(database, viewer(), DAY, row.day.table)
        assert found.row == row
        for one in found.figures:
            assert one.added == one.amount, (row.day.table, one.name)
    for table in reconcile.reconciled(database, viewer(), DAY, folder).tables:
        if table.row.day.opened:
            code = table.row.day.table
            lines = figures.rounds(database, viewer(), DAY, code, folder)
            assert table.games.played is not None
            assert total([one.house for one in lines]) == table.games.played.house_net


@pytest.mark.parametrize("made", [a_played_day, a_short_day, a_mismatch])
def test_the_lines_add_up_to_every_figure(made: object, tmp_path: Path) -> None:
    assert callable(made)
    database = made(tmp_path)
    added_up(database, tmp_path / "rounds")
    database.close()


def test_the_month_and_the_year_say_what_the_days_said(tmp_path: Path) -> None:
    database, folder = a_mismatch(tmp_path), tmp_path / "rounds"
    assert compared_to_date.to_date(database, viewer(), NEXT) == {}, "nothing is reckoned"
    reckon_missing(database, folder, AT)
    found = compared_to_date.to_date(database, viewer(), NEXT)
    assert found is not compared_to_date.to_date(database, viewer(), NEXT)
    days = [compared.compared(database, viewer(), day, folder) for day in (DAY, NEXT)]
    lines = spans.worksheet(database, viewer(), NEXT).lines
    for line in (one for one in lines if one.span is Span.MONTH):
        place = (line.level, line.code, line.kind)
        sums = found[Span.MONTH, *place]
        assert sums == found[Span.YEAR, *place]
        parts = [day[place] for day in days if place in day]
        for name in ("house_net", "variance", "cash", "checks", "chips"):
            amounts = [getattr(one, name) for one in parts]
            assert getattr(sums, name) == total(amounts), (place, name)
        if line.level is Level.HOUSE:
            assert line.sums.win is not None
            assert sums.house_net is not None
            assert sums.variance == line.sums.win - sums.house_net
    database.close()


def test_what_is_under_a_line_is_asked_for_by_its_place(tmp_path: Path) -> None:
    database, _ = played_wrong(tmp_path, Disturbance("MS-101", "slip_gone"))
    kind = revenue_day(database, viewer(), DAY).rows[0].day.kind
    found = spans.under(database, viewer(), DAY, Span.MONTH, Level.PIT, "1", kind)
    assert [one.table for one in found] == ["MS-101", "MS-102", "BA-201"]
    with pytest.raises(NotFoundError, match="no game moon"):
        spans.under(database, viewer(), DAY, Span.DAY, Level.GAME, "moon", kind)
    with pytest.raises(NotFoundError, match="no day of"):
        figures.figures(database, viewer(), DAY, "XX-1")
    database.close()
