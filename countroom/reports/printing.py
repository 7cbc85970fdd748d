"""Printing: facts of a form and a copy go in, the bytes of its PDF come out.

What is kept is sealed; a draft is not, so that nobody takes it for the report.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pypdf import PdfReader, PdfWriter

from countroom.domain.documents import Copy
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import ReportFacts, Stamp
from countroom.reports import count_print, forms
from countroom.reports.pages import Page
from countroom.reports.press import render_elsewhere
from countroom.reports.seal import Seal
from countroom.reports.seal import apply as apply_seal
from countroom.reports.sheets import Run

FIRST: Final = Stamp()


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints forms for one property.

    Attributes:
        seal: The house's; nothing where nothing is sealed.
        build: Digest of the program, printed at the foot of each page.
        press: What renders a page.
    """

    seal: Seal | None = None
    build: str = ""
    press: Callable[[Page], bytes] = render_elsewhere

    def count_report(
        self, facts: ReportFacts, copy: Copy, *, at: datetime, by: str = "", stamp: Stamp = FIRST
    ) -> bytes:
        """Print one copy of a count report.

        Args:
            facts: What it says.
            copy: Which copy.
            at: The time it tells, aware UTC: of a first print the last signature's.
            by: Who has it made, ``by Rosa Sample, CCR-0001``, or how it came about.
            stamp: Of a later print of a kept copy.

        Raises:
            PressError: It cannot be rendered.
        """
        page = count_print.page(facts, copy, run=Run(at, by, self.build), stamp=stamp)
        name = f"{facts.name} version {facts.version}, {copy.name}"
        return self._finished(page, name, sealed=not facts.draft)

    def form(
        self,
        facts: PaperFacts,
        copy: Copy | None = None,
        *,
        at: datetime,
        by: str = "",
        stamp: Stamp = FIRST,
    ) -> bytes:
        """Print one copy of any other form; without a copy, as read from the record.

        Raises:
            PressError: It cannot be rendered.
        """
        page = forms.page(facts, copy, run=Run(at, by, self.build), stamp=stamp)
        name = f"{facts.document.name} version {facts.document.version}"
        return self._finished(page, name, sealed=copy is not None and not facts.draft)

    def _finished(self, page: Page, name: str, *, sealed: bool) -> bytes:
        written = self.press(page)
        if self.seal is None or not sealed:
            return written
        return apply_seal(written, self.seal, at=page.at, reason=name)


def together(prints: list[bytes]) -> bytes:
    """Several prints in one file; a single one stays the very bytes it is."""
    if len(prints) == 1:
        return prints[0]
    with PdfWriter() as writer:
        for content in prints:
            writer.append(PdfReader(io.BytesIO(content)))
        written = io.BytesIO()
        writer.write(written)
    return written.getvalue()
