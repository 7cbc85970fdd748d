"""Printing: facts of a form and a copy go in, the bytes of its PDF come out.

Whatever the house hands out is sealed and says of itself what it is (``claims``). The draft of a
count report is not, so that nobody takes it for the report.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from countroom.domain.documents import Copy
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import ReportFacts, Stamp
from countroom.reports import claims, count_print, forms, pages
from countroom.reports.claims import Claims, FormClaim
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
        signed = sum(block.signed is not None for block in facts.signatures)
        said = claims.of_form(
            title=facts.title,
            gaming_date=facts.gaming_date.isoformat(),
            at=at,
            head=facts.head,
            forms=(FormClaim(facts.name, facts.version, facts.digest, signed),),
            copy=copy.name,
            stamp=stamp,
        )
        return self._finished(page, said, sealed=not facts.draft)

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
        said = claims.of_form(
            title=facts.title,
            gaming_date=facts.document.gaming_date.isoformat(),
            at=at,
            head=facts.head,
            forms=(_claim(facts),),
            copy="" if copy is None else copy.name,
            stamp=stamp,
        )
        return self._finished(page, said, sealed=True)

    def forms(self, found: Sequence[PaperFacts], *, at: datetime, by: str = "") -> bytes:
        """Print forms as read from the record into one file, each with pages of its own number.

        Raises:
            PressError: One cannot be rendered.
        """
        if len(found) == 1:
            return self.form(found[0], at=at, by=by)
        run = Run(at, by, self.build)
        whole = pages.several([forms.page(one, run=run) for one in found])
        said = claims.of_form(
            title=found[0].title,
            gaming_date=found[0].document.gaming_date.isoformat(),
            at=at,
            head=found[0].head,
            forms=tuple(_claim(one) for one in found),
        )
        return self._finished(whole, said, sealed=True)

    def report(self, page: Page, said: Claims) -> bytes:
        """Print a report that is a list.

        Raises:
            PressError: It cannot be rendered.
        """
        return self._finished(page, said, sealed=True)

    def _finished(self, page: Page, said: Claims, *, sealed: bool) -> bytes:
        if self.seal is None or not sealed:
            return self.press(page)
        claimed = replace(said, house=self.seal.fingerprint)
        written = self.press(page.with_attached(claimed.attached()))
        return apply_seal(written, self.seal, at=page.at, reason=claimed.named[:200])


def _claim(facts: PaperFacts) -> FormClaim:
    document = facts.document
    return FormClaim(document.name, document.version, document.digest, len(document.signatures))
