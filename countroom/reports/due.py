"""Rendering what is due to be kept: each copy of a form that has its last signature.

``operations.kept.keep_all`` keeps what comes out of here. The step can be repeated after a
crash: what is kept is not due.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from countroom.domain.papers import PAPERS
from countroom.inquiries import prints
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.prints import PrintDue
from countroom.inquiries.registers import Database
from countroom.inquiries.report_facts import ReportFacts
from countroom.reports.printing import Printer

WITH_THE_COUNT: Final = frozenset(
    {"banking_count", "nonbanking_count", "supplementary_count", "unallocated", "audited_day"}
    | {"weekly_return", "month_close"}
)
"""Papers whose prints are kept as soon as their last signature is there."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The copies of one version, rendered: name of each copy and its PDF."""

    document: int
    version: int
    kind: str
    copies: tuple[tuple[str, bytes], ...]


_BY: Final = "kept at the last signature"


def rendered(
    database: Database,
    printer: Printer,
    only: frozenset[str] = WITH_THE_COUNT,
    *,
    since: date | None = None,
) -> Iterator[Rendered]:
    """Render every print that is due, one form at a time; of gaming dates from one on, if asked.

    Raises:
        PressError: One cannot be rendered.
    """
    assert only <= PAPERS.keys()
    for due in prints.due(database, only, since=since):
        yield from _of(database, printer, due)


def rendered_of(database: Database, printer: Printer, name: str) -> Iterator[Rendered]:
    """Render what is due of one form.

    Raises:
        NotFoundError: There is no such form.
        PressError: It cannot be rendered.
    """
    for due in prints.due_of(database, name):
        yield from _of(database, printer, due)


def reprinted(
    database: Database, printer: Printer, due: PrintDue, *, at: datetime, by: str
) -> bytes:
    """Render one copy anew: it says REPRINT and its number, who made it and when.

    Args:
        database: Where it is recorded.
        printer: The house's.
        due: Of one copy, as ``inquiries.reprints.due`` says.
        at: When it is made.
        by: Who has it made, ``by Rosa Sample, CCR-0001``.

    Raises:
        PressError: It cannot be rendered.
    """
    facts = prints.facts(database, due)
    (copy,) = due.copies
    stamp = due.stamp[copy.name]
    if isinstance(facts, ReportFacts):
        return printer.count_report(facts, copy, at=at, by=by, stamp=stamp)
    return printer.form(facts, copy, at=at, by=by, stamp=stamp)


def _of(database: Database, printer: Printer, due: PrintDue) -> Iterator[Rendered]:
    facts = prints.facts(database, due)
    at = _time_of(facts)
    by_kind: dict[str, list[tuple[str, bytes]]] = {}
    for copy in due.copies:
        stamp = due.stamp[copy.name]
        if isinstance(facts, ReportFacts):
            pdf = printer.count_report(facts, copy, at=at, by=_BY, stamp=stamp)
        else:
            pdf = printer.form(facts, copy, at=at, by=_BY, stamp=stamp)
        by_kind.setdefault(stamp.kind.value, []).append((copy.name, pdf))
    for kind, copies in by_kind.items():
        yield Rendered(due.document, due.version, kind, tuple(copies))


def _time_of(facts: ReportFacts | PaperFacts) -> datetime:
    """The last signature's moment, so that the same bytes come out whenever it is rendered."""
    if isinstance(facts, ReportFacts):
        at = facts.last_signed_at
    else:
        at = facts.document.signatures[-1].at if facts.document.signatures else facts.document.at
    assert at is not None, "only what is signed is due"
    return at
