"""Pages become PDF bytes. The only module that knows WeasyPrint.

A print is PDF/A-3u and carries the form's own content as an attachment. It takes nothing from
outside ``static/``, and a render that logs anything has failed: a missing picture or a font
that cannot be embedded is a fault of the program, never a paper with a hole in it.
"""

import gc
import logging
import os
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import unquote

from weasyprint import HTML, Attachment
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from countroom.paths import STATIC
from countroom.reports.pages import Page, fill

_TYPES: Final = {".css": "text/css", ".png": "image/png", ".svg": "image/svg+xml"}
_DRAWN: Final = ("data:image/png;base64,", "data:image/svg+xml;base64,")
_GARBAGE_THRESHOLD: Final = 200_000
"""A layout is millions of objects that all live until its end: collecting early finds none."""

_OPTIONS: Final[dict[str, Any]] = {"pdf_variant": "pdf/a-3u"}

_EPOCH: Final = "SOURCE_DATE_EPOCH"
_ONE_AT_A_TIME: Final = threading.Lock()
"""The epoch and the collector belong to the whole process."""


class RenderError(RuntimeError):
    """The page could not be rendered whole; a fault of the program."""


class StaticOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Knows the style sheets and pictures of ``static/``, and what is drawn into the page."""

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """Read ``static:<path>``, or a signature or picture inside the page.

        Raises:
            FatalURLFetchingError: It is anything else; the render stops.
        """
        del headers
        if url.startswith(_DRAWN):
            return super().fetch(url)
        scheme, _, name = url.partition(":")
        path = PurePosixPath(unquote(name))
        if scheme != "static" or path.is_absolute() or ".." in path.parts:
            msg = f"A print takes nothing from {url[:80]!r}."
            raise FatalURLFetchingError(msg)
        file = STATIC / path
        if path.suffix not in _TYPES or not file.is_file():
            msg = f"There is no {name!r} among the static files."
            raise FatalURLFetchingError(msg)
        return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": _TYPES[path.suffix]})


class _Complaints(logging.Handler):
    """Gathers what a render logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextmanager
def _overheard() -> Iterator[list[str]]:
    complaints = _Complaints()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    for logger in loggers:
        logger.addHandler(complaints)
    try:
        yield complaints.said
    finally:
        for logger in loggers:
            logger.removeHandler(complaints)


@contextmanager
def _collecting_late() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(_GARBAGE_THRESHOLD, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _at_the_epoch(seconds: int) -> Iterator[None]:
    before = os.environ.get(_EPOCH)
    os.environ[_EPOCH] = str(seconds)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_EPOCH]
        else:
            os.environ[_EPOCH] = before


def _attachments(page: Page) -> list[Attachment]:
    return [
        Attachment(
            string=attached.content,
            name=attached.name,
            description=attached.description,
            created=page.at,
            modified=page.at,
            relationship="Data",
        )
        for attached in page.attached
    ]


def _write(page: Page) -> bytes:
    laid = [
        HTML(string=html, url_fetcher=StaticOnly(), base_url="static:page.html").render(**_OPTIONS)
        for html in (page.html, *page.more)
    ]
    whole = laid[0] if len(laid) == 1 else laid[0].copy([one for doc in laid for one in doc.pages])
    with warnings.catch_warnings():
        # WeasyPrint leaves the colour profile of PDF/A to the collector to close.
        warnings.simplefilter("ignore", ResourceWarning)
        written: bytes = whole.write_pdf(
            **_OPTIONS, attachments=_attachments(page), finisher=_name_once
        )
    return written


def _name_once(_document: Any, pdf: Any) -> None:
    """WeasyPrint names each attached file twice in the catalogue."""
    files = pdf.catalog.get("AF")
    if files is not None:
        files[:] = dict.fromkeys(files)


def press(page: Page) -> bytes:
    """Render a page to PDF: the same page gives the same bytes on one machine.

    Raises:
        RenderError: Something was missing, or the render logged a complaint.
    """
    with (
        _ONE_AT_A_TIME,
        _overheard() as said,
        _collecting_late(),
        _at_the_epoch(int(page.at.timestamp())),
    ):
        try:
            written = _write(page)
        except FatalURLFetchingError as stop:
            raise RenderError(str(stop)) from None
    if said:
        raise RenderError(" ".join(said))
    return written


def render(template: str, facts: Any, copy: Any) -> bytes:
    """Fill a print template with facts for one copy, and render it here and now.

    Raises:
        RenderError: As ``press``.
    """
    return press(fill(template, facts, copy))
