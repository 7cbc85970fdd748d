"""Fixtures and options of the whole suite; what they stand on is in ``tests/plumbing``."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, sync_playwright

from tests.plumbing import browser as chromium
from tests.plumbing import citations, golden, postgres, session, tracing

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.register_profile(
    "deep",
    deadline=None,
    max_examples=3000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci")


# ------------------------------------------------------------------------------- the session


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the suite's own options."""
    group = parser.getgroup("countroom")
    group.addoption("--exhaustive", action="store_true", help="also walk whole spaces")
    group.addoption("--citations", action="store_true", help="print rule, code and test; run none")
    group.addoption("--golden-update", action="store_true", help="rewrite the golden files")
    group.addoption("--golden-clean", action="store_true", help="remove golden files never read")


def _is_worker() -> bool:
    return "PYTEST_XDIST_WORKER" in os.environ


def pytest_configure(config: pytest.Config) -> None:
    """Begin the session; its workers join it."""
    if not _is_worker():
        session.begin()
    if config.option.citations:
        config.option.collectonly = True
        config.option.verbose = -2


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the session: stop the database server, drop the folder."""
    if _is_worker():
        return
    postgres.stop()
    if config.option.golden_clean:
        for name in golden.clean(session.folder() / "golden.log"):
            print(f"removed tests/golden/{name}")  # noqa: T201
    session.end()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long unless it is asked for."""
    benchmarks = any("benchmarks" in argument for argument in config.invocation_params.args)
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        slow = item.get_closest_marker("exhaustive") and not config.option.exhaustive
        timed = "/benchmarks/" in item.path.as_posix() and not benchmarks
        (left if slow or timed else kept).append(item)
    if left and not config.option.citations:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run the sets that walk the whole house without the tracer of coverage."""
    if not tracing.is_walk(item.path):
        return (yield)
    with tracing.paused():
        return (yield)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print rule → code → test if that is what was asked for."""
    if config.option.citations:
        for line in citations.lines(config.stash[_MARKED]):
            terminalreporter.write_line(line)


_MARKED = pytest.StashKey[dict[str, list[str]]]()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Remember which tests are marked with which rule, for the conventions and the table."""
    session.config.stash[_MARKED] = citations.tests_by_rule(session.items)


# -------------------------------------------------------------------------------- databases


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A fresh, empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A fresh SQLite database in a file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'countroom.db'}"


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)],
)
def database_url(request: pytest.FixtureRequest) -> str:
    """Each of the two databases in turn, fresh and empty."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url = request.getfixturevalue(name)
    assert isinstance(url, str)
    return url


# ------------------------------------------------------------------------------- the browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, one a worker."""
    chromium.chromium()
    with sync_playwright() as playwright:
        running = chromium.launch(playwright)
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A maker of pages: each call is one more person with a tablet."""
    with chromium.pages(browser) as maker:
        yield maker


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A tablet held sideways, 1024 by 768."""
    return new_page(chromium.LANDSCAPE)


@pytest.fixture(params=[chromium.LANDSCAPE, chromium.PORTRAIT], ids=["landscape", "portrait"])
def tablet(new_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    """A tablet held each way in turn."""
    return new_page(request.param)


# ---------------------------------------------------------------------------------- goldens


@pytest.fixture
def goldens(pytestconfig: pytest.Config) -> golden.Golden:
    """Compares with ``tests/golden``; writes there under ``--golden-update``."""
    return golden.Golden(pytestconfig.option.golden_update, session.folder() / "golden.log")
