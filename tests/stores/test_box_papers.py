"""The slips that should lie in a box are the same, however few of its moves are read first."""

from pathlib import Path

import pytest

from countroom.stores import bookings, box_papers, registry
from tests.plumbing import playing


@pytest.mark.parametrize("first", [1, 3, 9])
def test_a_box_of_days_ago_is_found_behind_its_newest_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    database = playing.a_mismatch(tmp_path)

    def expected() -> list[object]:
        with database.read() as tx:
            periods = [
                registry.period_on(tx, table.code, day)
                for day in (playing.DAY, playing.NEXT)
                for table in playing.a_house().tables
            ]
            return [
                box_papers.expected(tx, of.table, of.id, bookings.boxes(tx, of.id).counts)
                for of in periods
                if of is not None
            ]

    whole = expected()
    monkeypatch.setattr(box_papers, "_RECENT", first)
    assert expected() == whole
    assert all(whole)
    database.close()
