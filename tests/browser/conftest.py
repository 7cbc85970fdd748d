"""Served houses for the tests in the browser."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.plumbing import browser as chromium
from tests.plumbing.served_day import serve
from tests.plumbing.stages import (
    agreed,
    at_agreement,
    at_rest,
    at_the_cage,
    at_the_door,
    at_the_table,
    counting,
    door,
    one_app,
    own_site,
    presented,
    site,
    stages,
)
from tests.plumbing.web import Site, pin_of

__all__ = [
    "agreed",
    "at_agreement",
    "at_rest",
    "at_the_cage",
    "at_the_door",
    "at_the_table",
    "counting",
    "door",
    "one_app",
    "own_site",
    "presented",
    "serve",
    "site",
    "stages",
]


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
