"""The system's Chromium, driven by Playwright, with what every page must keep checked for it."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, Response
from werkzeug.serving import make_server

from tests.plumbing import session

LANDSCAPE: Final = (1024, 768)
PORTRAIT: Final = (768, 1024)
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_AA: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def chromium() -> str:
    """Find the system's browser; without one the test is skipped, or fails if that is asked."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        session.missing("Chromium is not installed")
    return found


def launch(playwright: Playwright) -> Browser:
    """Start Chromium without a screen."""
    return playwright.chromium.launch(executable_path=chromium(), args=list(_FLAGS))


@dataclass
class Watch:
    """What went wrong on the pages of one test.

    Attributes:
        troubles: Script errors, requests to other hosts and answers of 500 and above.
    """

    troubles: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Watch every page of ``context`` from now on."""
        context.on("weberror", lambda error: self.troubles.append(f"script: {error.error}"))
        context.on("request", self._requested)
        context.on("response", self._answered)

    def _requested(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https"} and parts.hostname != "127.0.0.1":
            self.troubles.append(f"another host: {request.url}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 500:
            self.troubles.append(f"{answer.status}: {answer.url}")


@contextmanager
def pages(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Give a maker of pages, each a person with a tablet of his own.

    The maker takes ``size`` (width, height) and any option of a Playwright context. At the end
    no page may have had a script error, asked another host, or been answered with a 500.
    """
    watch = Watch()
    contexts: list[BrowserContext] = []

    def new_page(size: tuple[int, int] = LANDSCAPE, **options: Any) -> Page:
        viewport = {"width": size[0], "height": size[1]}
        context = browser.new_context(viewport=viewport, has_touch=True, **options)  # type: ignore[arg-type]
        context.set_default_timeout(10_000)
        watch.over(context)
        contexts.append(context)
        return context.new_page()

    try:
        yield new_page
    finally:
        for context in contexts:
            context.close()
    assert not watch.troubles, watch.troubles


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """Serve a WSGI application on a loopback port and give its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def _unrolled(page: Page) -> Iterator[None]:
    """Make the tablet as high as its page, so that no bar lies over half a cell."""
    size = page.viewport_size
    assert size is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(size["height"], height + 400)})
    try:
        yield
    finally:
        page.set_viewport_size(size)


def accessibility_problems(page: Page) -> list[str]:
    """Let axe look at the page; each problem with its rule, its help and the element.

    The page is looked at as a whole: what a bar covers now is reached by scrolling.
    """
    options = {"runOnly": {"type": "tag", "values": _AA}}
    with _unrolled(page):
        violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{found['id']}: {found['help']}: {node['html']}"
        for found in violations
        for node in found["nodes"]
    ]
