"""A served house for each test of the screens."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plumbing.served_day import Serve, ServedDay, served_day
from tests.plumbing.web import Site, build_site, serve_site
from tests.web import gallery


@pytest.fixture(scope="session")
def built_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the test house with everybody enrolled; made once, copied often."""
    folder = tmp_path_factory.mktemp("house") / "data"
    build_site(folder).database.close()
    return folder


@pytest.fixture
def site(tmp_path: Path, built_house: Path) -> Iterator[Site]:
    """The test house with everybody enrolled, and the application before it."""
    shutil.copytree(built_house, tmp_path / "house")
    served = serve_site(tmp_path / "house")
    gallery.install(served.app)
    yield served
    served.database.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serves the fixture day at a moment, on a database of its own."""
    served: list[ServedDay] = []

    def at(moment: str) -> ServedDay:
        served.append(served_day(tmp_path / moment, moment))
        return served[-1]

    yield at
    for day in served:
        day.site.database.close()
