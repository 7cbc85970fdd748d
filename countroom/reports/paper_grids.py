"""Forms of one kind as grids: their figures line by line, and the forms themselves."""

from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from countroom.domain.documents import Paper
from countroom.inquiries.paper_facts import PaperFacts
from countroom.money import Money
from countroom.reports.contents import Writer, lay
from countroom.reports.grids import Grid, Value

_FIGURES: Final = (
    "number",
    "version",
    "state",
    "table",
    "box",
    "side",
    "instrument",
    "chip_set",
    "currency",
    "denomination",
    "pieces",
    "amount",
    "memo",
    "reference",
)
_FORMS: Final = (
    "number",
    "version",
    "state",
    "gaming_date",
    "table",
    "box",
    "count",
    "issued_at",
    "signers",
    "void",
    "sha256",
)


def figures_of(paper: Paper, found: Sequence[PaperFacts]) -> Grid:
    """Every figure of some forms, a row each."""
    rows: list[tuple[Value, ...]] = [
        (
            facts.document.name,
            facts.document.version,
            facts.document.state,
            line.table or facts.document.table,
            line.box or facts.document.box,
            line.side.value,
            line.instrument.value,
            line.chip_set,
            line.currency_code,
            Money(line.denomination_cents),
            line.pieces,
            line.amount,
            line.memo,
            line.reference,
        )
        for facts in found
        for line in paper.lines(facts.content)
    ]
    return Grid(f"{paper.code}_lines"[:31], f"{paper.title}: figures", _FIGURES, tuple(rows))


def forms_of(paper: Paper, found: Sequence[PaperFacts]) -> Grid:
    """Some forms, a row each, with whatever their content holds once."""
    laid = [dict(lay(one.content, Writer(ZoneInfo(one.zone), one.names)).fields) for one in found]
    more = tuple(dict.fromkeys(name for fields in laid for name in fields))
    names = tuple(name.lower().replace(" ", "_") for name in more)
    kept = [
        (label, f"content_{name}" if name in _FORMS else name)
        for label, name in zip(more, names, strict=True)
    ]
    rows = tuple(
        (*_form(facts), *(fields.get(label, "") for label, _ in kept))
        for facts, fields in zip(found, laid, strict=True)
    )
    return Grid(paper.code, paper.title, (*_FORMS, *(name for _, name in kept)), rows)


def _form(facts: PaperFacts) -> tuple[Value, ...]:
    document = facts.document
    return (
        document.name,
        document.version,
        document.state,
        document.gaming_date,
        document.table,
        document.box,
        document.count,
        document.at,
        ", ".join(f"{entry.name} ({entry.title})" for entry in document.signatures),
        facts.void,
        document.digest,
    )
