"""Served houses at different hours of a day: each made once a session, then copied for a test."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from tests.plumbing import counted, dropped
from tests.plumbing.web import Site, build_site, serve_site
from tests.web import gallery


@dataclass(frozen=True)
class Stage:
    """A data folder, and what its clock said when it was left."""

    folder: Path
    at: datetime

    def copy(self, to: Path, app: Flask | None = None) -> Iterator[Site]:
        """A served copy of it."""
        shutil.copytree(self.folder, to)
        served = serve_site(to, app=app)
        served.clock.at = self.at
        gallery.install(served.app)
        yield served
        served.database.close()


def _made(folder: Path, by: Callable[[Site], object], before: "Stage | None" = None) -> Stage:
    if before is None:
        site = build_site(folder)
    else:
        shutil.copytree(before.folder, folder)
        site = serve_site(folder)
        site.clock.at = before.at
    by(site)
    site.database.close()
    return Stage(folder, site.clock.at)


@pytest.fixture(scope="session")
def one_app(at_rest: Stage) -> Flask:
    """The application, made once a session: its two hundred addresses take a while."""
    return serve_site(at_rest.folder).app


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the stages of this session lie."""
    return tmp_path_factory.mktemp("stages")


@pytest.fixture(scope="session")
def at_rest(stages: Path) -> Stage:
    """Everybody enrolled, nothing done."""
    return _made(stages / "rest", lambda _: None)


@pytest.fixture(scope="session")
def at_the_door(stages: Path, at_rest: Stage) -> Stage:
    """Both boxes in the trolley, the count scheduled."""

    def by(site: Site) -> None:
        dropped.drop_all(site)
        dropped.open_count(site)

    return _made(stages / "door", by, at_rest)


@pytest.fixture(scope="session")
def at_the_table(stages: Path, at_the_door: Stage) -> Stage:
    """The room secured, both boxes received, the keys out."""
    return _made(stages / "table", counted.begin, at_the_door)


@pytest.fixture(scope="session")
def at_the_cage(stages: Path, at_the_table: Stage) -> Stage:
    """Both boxes counted, the pools proved, the money presented, the cashier in the room."""

    def by(site: Site) -> None:
        counted.sign_on(counted.present(site), "130")

    return _made(stages / "cage", by, at_the_table)


@pytest.fixture(scope="session")
def at_agreement(stages: Path, at_the_cage: Stage) -> Stage:
    """The recount has agreed."""
    return _made(stages / "agreed", lambda site: counted.recount(site.person("130")), at_the_cage)


@pytest.fixture
def site(tmp_path: Path, at_rest: Stage, one_app: Flask) -> Iterator[Site]:
    """The test house with everybody enrolled, and the application before it."""
    yield from at_rest.copy(tmp_path / "house", one_app)


@pytest.fixture
def door(tmp_path: Path, at_the_door: Stage, one_app: Flask) -> Iterator[Site]:
    """Boxes in the trolley, the count scheduled."""
    yield from at_the_door.copy(tmp_path / "house", one_app)


@pytest.fixture
def counting(tmp_path: Path, at_the_table: Stage, one_app: Flask) -> Iterator[Site]:
    """Boxes received, the keys out."""
    yield from at_the_table.copy(tmp_path / "house", one_app)


@pytest.fixture
def presented(tmp_path: Path, at_the_cage: Stage, one_app: Flask) -> Iterator[Site]:
    """The money presented, the cashier in the room."""
    yield from at_the_cage.copy(tmp_path / "house", one_app)


@pytest.fixture
def agreed(tmp_path: Path, at_agreement: Stage, one_app: Flask) -> Iterator[Site]:
    """The recount has agreed."""
    yield from at_agreement.copy(tmp_path / "house", one_app)


@pytest.fixture
def own_site(tmp_path: Path, at_rest: Stage) -> Iterator[Site]:
    """The test house with an application of its own, for tests that change it."""
    yield from at_rest.copy(tmp_path / "house")
