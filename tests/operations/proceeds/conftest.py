"""The worked day on a fresh database, for the tests from the proof to the conclusion."""

import shutil
from pathlib import Path

import pytest

from countroom.stores.database import Database
from tests.operations.proceeds import golden_day as floor
from tests.operations.proceeds.golden_day import UNPROVED, Day


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest shape, to copy."""
    path = tmp_path_factory.mktemp("shape") / "template.db"
    floor.migrated(path).close()
    return path


@pytest.fixture
def database(template: Path, tmp_path: Path) -> Database:
    """A database of one's own."""
    shutil.copy(template, tmp_path / "countroom.db")
    return Database(f"sqlite:///{tmp_path / 'countroom.db'}")


@pytest.fixture
def day(database: Database) -> Day:
    """The worked day, every box recorded."""
    return floor.begin(database)


@pytest.fixture
def unproved(database: Database) -> Day:
    """The same in a house that presents without a proof."""
    return floor.begin(database, settings=UNPROVED)
