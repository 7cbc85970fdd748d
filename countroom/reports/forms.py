"""Any form but the count reports, laid out for print.

Reference:
    465a.3(b), (d); V_70.
"""

from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain import canonical
from countroom.domain.documents import Copy
from countroom.domain.papers.blank_form import BlankForm
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import Stamp
from countroom.reports.contents import Laid, Writer, lay
from countroom.reports.pages import Attached, Page, fill
from countroom.reports.sheets import Listed, Run, Sheet, dated, marks_of, places, require_head

INCOMPLETE: Final = "INCOMPLETE: signatures are missing"

NO_COPY: Final = Copy("RECORD COPY", "Read from the record", frozenset())
"""What a form that has no copies prints as."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture on paper.

    Attributes:
        title: Above it.
        alt: What it shows, for who does not see it.
        source: All of it, as an address.
    """

    title: str
    alt: str
    source: str


WIDE_COLUMNS: Final = 9
"""A table with more columns than this needs the page on its side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSheet(Sheet):
    """A form ready for its template.

    Attributes:
        fields: Name and text of what stands above the tables.
        tables: In order.
        pictures: Drawn, before the tables that hold their figures.
    """

    fields: tuple[tuple[str, str], ...]
    tables: tuple[Listed, ...]
    pictures: tuple[Drawn, ...] = ()


def _shape(laid: Laid) -> str:
    widest = max((len(table.columns) for table in laid.tables), default=0)
    return "wide" if widest > WIDE_COLUMNS else "tall"


def _identity(facts: PaperFacts) -> str:
    document = facts.document
    text = f"{document.name}, version {document.version}"
    return f"{text}. Count {document.count}" if document.count else text


def is_blank(facts: PaperFacts) -> bool:
    """Whether it is a form to be filled in by hand: nothing on it is missing yet."""
    return isinstance(facts.content, BlankForm) and not facts.content.count


def sheet(facts: PaperFacts, stamp: Stamp, run: Run) -> FormSheet:
    """Lay a form out; all copies of it are alike but for the copy's name.

    Args:
        facts: What the form says.
        stamp: Of a later print of a kept copy.
        run: When and by whom it is printed.
    """
    document, zone = facts.document, ZoneInfo(facts.zone)
    laid = lay(facts.content, Writer(zone, facts.names))
    marks, watermark = marks_of(
        draft=INCOMPLETE if facts.draft and not is_blank(facts) else "",
        superseded_by=document.newest if document.superseded else None,
        stamp=stamp,
        void=facts.void,
    )
    changed = [("Why it was changed", document.reason)] if document.reason else []
    content = Attached(
        name=f"{document.name}-v{document.version}.json",
        content=canonical.to_bytes(document.content),
        description=f"The content of {document.name}, version {document.version}",
    )
    return FormSheet(
        at=run.at,
        attached=(content,),
        title=facts.title,
        number=document.name,
        version=document.version,
        facility=facts.facility,
        shape=_shape(laid),
        dated=dated(document.gaming_date),
        identity=_identity(facts),
        remark=" ".join(part for part in (document.table, document.box) if part),
        marks=marks,
        watermark=watermark,
        run=run.text(zone),
        digest=document.digest,
        head=facts.head,
        signatures=places(facts.signatures, zone),
        fields=(*laid.fields, *changed),
        tables=laid.tables,
    )


def page(
    facts: PaperFacts, copy: Copy | None = None, *, run: Run, stamp: Stamp | None = None
) -> Page:
    """Make the page of one copy of a form, ready for the press.

    Raises:
        RuleError: It lacks what every form has to say (V_70).
    """
    laid = sheet(facts, stamp or Stamp(), run)
    require_head(laid, copy or NO_COPY)
    return fill(facts.document.paper, laid, copy or NO_COPY)
