"""A served house for each test in the browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.plumbing import browser as chromium
from tests.plumbing.web import Site, build_site, pin_of, serve_site
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
def address(site: Site) -> Iterator[str]:
    """Where the house is served."""
    with chromium.serving(site.app) as url:
        yield url


SignIn = Callable[[Page, str], None]


@pytest.fixture
def sign_in(address: str) -> SignIn:
    """Signs a person in on a page, as he would."""

    def act(page: Page, badge: str) -> None:
        page.goto(f"{address}/sign-in")
        page.get_by_label("Badge").fill(badge)
        page.get_by_label("PIN").fill(pin_of(badge))
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(lambda url: "sign-in" not in url or url.endswith("/duty"))

    return act
