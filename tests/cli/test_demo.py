"""The demo, made as a person makes it: every game played, two days concluded, one waiting."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from countroom.cli import main
from countroom.domain.access import Viewer
from countroom.domain.people import Role
from countroom.engine.games import GAMES
from countroom.inquiries import felt, reconcile
from countroom.inquiries.settling import open_file
from countroom.operations import opening
from countroom.settings import AppSettings
from countroom.stores.database import Database
from countroom.stores.house import house_on

PACE = ("--rounds-per-hour", "4")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    data = tmp_path_factory.mktemp("demo") / "data"
    with pytest.MonkeyPatch.context() as patched:
        for name, value in {"TIME": "1", "MEMORY_KIB": "8", "LANES": "1"}.items():
            patched.setenv(f"COUNTROOM_ARGON2_{name}", value)
        found = run("demo", "--no-serve", "--data", str(data), *PACE)
    assert found.exit_code == 0
    return data, found.output


@pytest.fixture
def told(made: tuple[Path, str]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((made[0] / "play" / "people.json").read_text("utf-8"))
    return read


@pytest.fixture
def database(made: tuple[Path, str]) -> Iterator[Database]:
    opened = opening.open_ready(AppSettings.for_data(made[0]))
    yield opened
    opened.close()


def test_it_says_who_can_sign_in_and_says_it_again(
    made: tuple[Path, str], told: dict[str, Any]
) -> None:
    data, said = made
    assert f"Dropped, to be counted: {told['waiting']}." in said
    for person in told["people"]:
        assert f"{person['badge']:<6} {person['pin']:<7}" in said
        assert person["name"].endswith("(sample)")
    again = run("demo", "--no-serve", "--data", str(data))
    assert again.exit_code == 0
    assert again.output.splitlines()[-3:] == said.splitlines()[-3:]


def test_another_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    refused = run("demo", "--no-serve", "--data", str(tmp_path))
    assert refused.exit_code == 2
    assert "is not empty and holds no demo" in refused.output


def test_what_was_disturbed_differs_and_nothing_else(
    made: tuple[Path, str], told: dict[str, Any], database: Database
) -> None:
    """Box, rack and engine agree table by table (5.2, 5.8-5.10), for every game there is."""
    rounds = made[0] / "rounds"
    days = [date.fromisoformat(day) for day in told["concluded"]]
    with database.read() as tx:
        accountant = house_on(tx, days[0]).people_with(Role.ACCOUNTING)[0]
    viewer = Viewer(accountant, Role.ACCOUNTING)
    found = [reconcile.reconciled(database, viewer, day, rounds) for day in days]
    assert {each.row.day.game for each in found[0].tables} == set(GAMES)
    assert all(day.complete for day in found)
    variances = {
        (n, each.row.day.table): each.variance.chips.cents
        for n, day in enumerate(found)
        for each in day.tables
        if each.variance is not None and not each.variance.is_even
    }
    assert variances == {(1, found[1].tables[0].row.day.table): -2500}
    for each in found[1].tables:
        seen = felt.on_felt(database, viewer, days[1], each.row.day.table, rounds)
        assert seen.wagers
        assert seen.differs == ()


def test_its_rounds_settle_and_its_records_verify(made: tuple[Path, str]) -> None:
    files = sorted((made[0] / "rounds").rglob("*.rounds.parquet"))
    assert all(open_file(path).agrees() for path in files)
    assert {path.name.partition(".")[0] for path in files if open_file(path).rows}
    found = run("verify", "--data", str(made[0]))
    assert found.exit_code == 0, found.output
