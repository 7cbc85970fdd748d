"""A day on the sample floor, where every game is played: the money agrees with each of them."""

from importlib import resources
from pathlib import Path

from countroom.domain import property_file
from countroom.engine.games import GAMES
from countroom.inquiries import felt, reconcile
from countroom.inquiries.games import kinds_of_games
from countroom.inquiries.settling import open_file
from countroom.money import ZERO
from countroom.operations.play import count_day, enter_checks, play_day
from tests.plumbing import playing
from tests.plumbing.playing import DAY, viewer


def test_the_identities_hold_for_a_played_day_of_every_game(tmp_path: Path) -> None:
    """Box, rack and engine agree, table by table (5.2, 5.8-5.10); each round can be looked at."""
    raw = resources.files("countroom").joinpath("sample_property.toml").read_bytes()
    house = property_file.read_house(raw, games=kinds_of_games())
    database = playing.loaded(tmp_path, house)
    folder = tmp_path / "rounds"
    plan = playing.plan(rounds_per_hour=5, coupons=2, rack_percent=100, checks=1)
    truth = play_day(database, folder, plan)
    count_day(database, truth)
    enter_checks(database, truth)
    found = reconcile.reconciled(database, viewer(), DAY, folder)
    assert {each.row.day.game for each in found.tables} == set(GAMES)
    assert found.variance == ZERO
    for each in found.tables:
        assert each.variance is not None, each.row.day.table
        assert each.variance.is_even, each.row.day.table
        assert each.coupons.missing == each.coupons.extra == ()
        assert each.findings == (), (each.row.day.table, each.findings)
        first = felt.on_felt(database, viewer(), DAY, each.row.day.table, folder)
        assert first.wagers
        assert first.differs == ()
    files = sorted(folder.rglob("*.rounds.parquet"))
    assert len(files) == len(house.tables)
    assert all(open_file(path).agrees() for path in files)
    database.close()
