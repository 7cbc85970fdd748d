"""Played days of the sample house to be disturbed: every game, once per seed."""

from importlib.resources import files
from pathlib import Path

from countroom.domain.house import House
from countroom.domain.property_file import read_house
from countroom.inquiries.games import kinds_of_games
from countroom.operations.play import Plan, count_day, enter_checks, play_day
from tests.disturbances.world import World, read
from tests.plumbing import playing
from tests.plumbing.playing import DAY


def sample_house() -> House:
    """The house of the demo: fourteen tables of every game."""
    written = (files("countroom") / "sample_property.toml").read_bytes()
    return read_house(written, games=kinds_of_games())


def played(where: Path, seed: int, *, rounds_per_hour: int = 5) -> World:
    """A day of the sample house, played, counted and concluded without a fault.

    One box came off by emergency, one fill is void, and racks run low: there are fills to go
    wrong.
    """
    where.mkdir(parents=True, exist_ok=True)
    house = sample_house()
    codes = [table.code for table in house.tables]
    database = playing.loaded(where, house)
    plan = Plan(
        day=DAY,
        seed=seed,
        rounds_per_hour=rounds_per_hour,
        rack_percent=30,
        voids=(codes[seed % 5],),
        emergency=(codes[5 + seed % 5],),
    )
    truth = play_day(database, where / "rounds", plan)
    count_day(database, truth)
    enter_checks(database, truth)
    world = read(database, where / "rounds")
    database.close()
    return world
