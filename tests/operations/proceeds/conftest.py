"""The worked day on a fresh database, for the tests from the proof to the conclusion.

Each stage is worked once a session and copied: an act costs a durable commit.
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from countroom.domain.procedure import Settings
from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import UNPROVED, Day

Stages = Callable[[str], Day]

_WORK: dict[str, tuple[Settings | None, tuple[str, ...]]] = {
    "recorded": (None, ()),
    "unproved": (UNPROVED, ()),
    "agreed": (None, ("agreed",)),
    "signed": (None, ("agreed", "sign_all")),
}
"""Stages that tests begin from: settings of the house, and what is worked before."""


def copied(source: Path, to: Path) -> Database:
    """A database of one's own."""
    shutil.copy(source, to / "countroom.db")
    return Database(f"sqlite:///{to / 'countroom.db'}")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest shape, to copy."""
    path = tmp_path_factory.mktemp("shape") / "template.db"
    floor.migrated(path).close()
    return path


@pytest.fixture(scope="session")
def stages(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """Work the day up to a stage, once."""
    worked: dict[str, Day] = {}

    def stage(name: str) -> Day:
        if name not in worked:
            settings, steps = _WORK[name]
            day = floor.begin(copied(template, tmp_path_factory.mktemp(name)), settings=settings)
            for step in steps:
                getattr(day, step)()
            day.database.close()
            worked[name] = day
        return worked[name]

    return stage


def _from(stages: Stages, name: str, to: Path) -> Day:
    worked = stages(name)
    assert worked.database.url.database is not None
    return replace(worked, database=copied(Path(worked.database.url.database), to))


@pytest.fixture
def database(template: Path, tmp_path: Path) -> Database:
    """A fresh database."""
    return copied(template, tmp_path)


@pytest.fixture
def day(stages: Stages, tmp_path: Path) -> Day:
    """The worked day, every box recorded."""
    return _from(stages, "recorded", tmp_path)


@pytest.fixture
def unproved(stages: Stages, tmp_path: Path) -> Day:
    """The same in a house that presents without a proof."""
    return _from(stages, "unproved", tmp_path)


@pytest.fixture
def agreed(stages: Stages, tmp_path: Path) -> Day:
    """The worked day, recounted and agreed."""
    return _from(stages, "agreed", tmp_path)


@pytest.fixture
def signed(stages: Stages, tmp_path: Path) -> Day:
    """The worked day with every signature."""
    return _from(stages, "signed", tmp_path)
