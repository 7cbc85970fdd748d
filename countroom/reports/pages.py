"""Facts become a page: HTML that is ready for the press, and what is attached to it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from countroom.paths import TEMPLATES

FOLDER: Final = TEMPLATES / "print"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file inside a print.

    Attributes:
        name: Its file name, ``BR-0001-v1.json``.
        content: The very bytes on record, so that their SHA-256 is the printed digest.
        description: What it is, for the reader of the PDF.
    """

    name: str
    content: bytes
    description: str

    @property
    def sha256(self) -> str:
        """Digest of the content, in hex."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Page:
    """What goes to the press.

    Attributes:
        html: A whole document, everything in it escaped.
        at: Time of the facts, aware UTC; the dates inside the PDF, so that the same facts give
            the same bytes.
        attached: Files inside the print.
        more: Further documents in the same file, each with pages of its own number.
    """

    html: str
    at: datetime
    attached: tuple[Attached, ...] = ()
    more: tuple[str, ...] = ()

    def with_attached(self, *files: Attached) -> "Page":
        """The same page with further files inside."""
        return replace(self, attached=(*self.attached, *files))


def several(pages: Sequence[Page]) -> Page:
    """Pages as one file: each keeps its own page numbers, and what is attached to it."""
    first = pages[0]
    named = {file.name: file for page in pages for file in page.attached}
    more = tuple(html for page in pages[1:] for html in (page.html, *page.more))
    return Page(first.html, first.at, tuple(named.values()), (*first.more, *more))


@cache
def _environment() -> Environment:
    # autoescape=True rather than by suffix: nothing here is ever anything but HTML
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["grouped"] = grouped
    return environment


def grouped(digest: str) -> str:
    """Write a digest in groups of eight, so that two of them can be compared by eye.

    >>> grouped("0123456789abcdef")
    '01234567 89abcdef'
    """
    return " ".join(digest[start : start + 8] for start in range(0, len(digest), 8))


def fill(template: str, facts: Any, copy: Any) -> Page:
    """Fill a template of ``templates/print`` with facts for one copy.

    Args:
        template: Name without its ending, ``banking_count``.
        facts: What the template prints as ``facts``; has ``at`` (aware UTC) and ``attached``.
        copy: The copy it is made for, printed as ``copy``.
    """
    html = _environment().get_template(f"{template}.html").render(facts=facts, copy=copy)
    return Page(html=html, at=facts.at, attached=tuple(facts.attached))


def has_template(template: str) -> bool:
    """Whether ``templates/print`` has this template."""
    return (FOLDER / f"{template}.html").is_file()
