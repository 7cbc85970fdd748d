"""Loading a house, changing it by date, and who may sign in afterwards."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import EntryError, NotFoundError
from countroom.operations import counting, house, secrecy
from countroom.operations.acts import Act, Done, perform
from countroom.operations.house import house_at, house_on
from countroom.stores import desk, journal, migrating, registry
from countroom.stores.database import Database
from countroom.stores.house import gaming_date_at
from tests import builders
from tests.builders import DAY, START, Scene, a_house
from tests.plumbing.houses import a_person

LATER = DAY + timedelta(days=1)


def _load(database: Database, the_house: object, effective: date) -> Done:
    assert isinstance(the_house, type(a_house()))
    return house.load(
        database,
        the_house,
        effective=effective,
        who=house.the_program(),
        now=START,
        cost=secrecy.CHEAP,
    )


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    made = Database(database_url)
    migrating.migrate(made)
    yield made
    made.close()


def test_a_house_is_read_back_as_it_was_loaded(database: Database) -> None:
    _load(database, a_house(), DAY)
    with database.read() as tx:
        assert house_on(tx, DAY) == a_house()
        assert house_on(tx, DAY + timedelta(days=400)) == a_house()


def test_before_its_first_day_there_is_no_house(database: Database) -> None:
    with database.read() as tx, pytest.raises(NotFoundError, match="load a property"):
        house_on(tx, DAY)
    with database.read() as tx, pytest.raises(NotFoundError, match="load a property"):
        gaming_date_at(tx, START)
    _load(database, a_house(), DAY)
    with database.read() as tx, pytest.raises(NotFoundError, match="2011-06-13"):
        house_on(tx, DAY - timedelta(days=1))
    with database.read() as tx, pytest.raises(NotFoundError, match="2011-06-01"):
        house_at(tx, START - timedelta(days=12))


def test_everybody_gets_a_code_once_and_the_journal_knows_none(database: Database) -> None:
    done = _load(database, a_house(), DAY)
    codes = done.extra["codes"]
    assert isinstance(codes, dict)
    assert codes.keys() == builders.PEOPLE.keys()
    again = _load(database, a_house(), DAY)
    assert again.extra["codes"] == {}
    assert "0 new, 0 changed, 0 retired" in again.says
    with database.read() as tx:
        kept = desk.secret(tx, "151", "code")
        assert kept is not None
        assert secrecy.matches(kept.hashed, str(codes["151"]))
        assert not secrecy.matches(kept.hashed, "AAAA-AAAA-AAAA")
        said = "".join(entry.body + entry.result for entry in journal.entries(tx))
    assert not any(str(code) in said for code in codes.values())


def test_loading_again_adds_changes_and_retires_by_date(database: Database) -> None:
    first = a_house()
    _load(database, first, DAY)
    people = tuple(
        replace(person, title="Senior") if person.code == "101" else person
        for person in first.people
        if person.code != "102"
    )
    new = a_person("103", Role.DEALER)
    settings = Settings(stations=1)
    second = replace(first, people=(*people, new), settings=settings)
    done = _load(database, second, LATER)
    assert "1 new, 2 changed, 1 retired" in done.says
    assert list(done.extra["codes"]) == ["103"]  # type: ignore[arg-type]
    with database.read() as tx:
        assert house_on(tx, DAY) == first
        after = house_on(tx, LATER)
        assert registry.exists(tx, "person", "102")
    assert after.settings == settings
    assert after.person("101").title == "Senior"
    assert after.person("103") == new
    with pytest.raises(NotFoundError):
        after.person("102")


def test_the_past_is_not_changed(tmp_path: Path) -> None:
    scene = builders.a_database(tmp_path)

    def change(effective: date) -> None:
        asked: dict[str, Any] = {
            "house": a_house(),
            "effective": effective,
            "second": scene.proof("121"),
        }
        scene.do(house.load_property, "221", **asked)

    with pytest.raises(EntryError, match="already changes on 2011-06-13"):
        change(DAY - timedelta(days=9))
    scene.now = builders.DROP
    scene.do(counting.open_count, "161", gaming_date=DAY)
    with pytest.raises(EntryError, match="count of 2011-06-14 is on record"):
        change(DAY)


def test_an_undone_load_leaves_nothing_behind(database: Database) -> None:
    _load(database, a_house(), DAY)

    def load_and_fall(act: Act, **asked: object) -> Done:
        house.load_property(act, **asked)  # type: ignore[arg-type]
        assert house_on(act.tx, LATER).settings.stations == 1
        msg = "undone"
        raise ZeroDivisionError(msg)

    other = replace(a_house(), settings=Settings(stations=1))
    with pytest.raises(ZeroDivisionError):
        perform(
            database,
            load_and_fall,
            who=house.the_program(),
            now=START,
            house=other,
            effective=LATER,
        )
    with database.read() as tx:
        assert house_on(tx, LATER).settings.stations == 2


def test_houses_kept_in_memory_stay_few_and_true(database: Database) -> None:
    _load(database, a_house(), DAY)
    with database.read() as tx:
        days = [house_on(tx, DAY + timedelta(days=number)) for number in range(20)]
        assert house_on(tx, DAY) == days[0]


def test_the_gaming_date_is_the_propertys_own(tmp_path: Path) -> None:
    scene: Scene = builders.a_database(tmp_path)
    with scene.database.read() as tx:
        assert gaming_date_at(tx, START) == DAY - timedelta(days=1)
        assert gaming_date_at(tx, START + timedelta(hours=1)) == DAY
        assert gaming_date_at(tx, START - timedelta(days=30)) == date(2011, 5, 14)
