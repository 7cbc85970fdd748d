"""What to look at: from the name of a form, a box or a round that a cause gives to its page."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.denominations import denomination_label
from countroom.domain.documents import Document
from countroom.domain.papers import PAPERS
from countroom.domain.papers.box_count import BoxCount, DocumentsTally
from countroom.inquiries import papers, registers
from countroom.inquiries.why import Why
from countroom.money import Money, total
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page

_OPENED = frozenset({"IS", "F", "C", "FR", "CR", "BC", "CC", "EN"})
"""Series whose forms the page of one form shows."""


def looks(found: Why, day: date, table: str) -> dict[str, str]:
    """The pages of everything that the causes name; a name without one is left out."""
    names = {name for reason in found.causes for told in reason.causes for name in told.look}
    places = {name: _to(name, found, day, table) for name in names}
    return {name: to for name, to in places.items() if to}


def _to(name: str, found: Why, day: date, table: str) -> str:
    """The page of one name, where this duty may open it."""
    word, _, number = name.partition(" ")
    if word == "round":
        return url_for("accounting.felt", day=day, table=table, round=number)
    form = (found.boxes or {}).get(name, name)
    if form.rpartition("-")[0] in _OPENED:
        return url_for("accounting.form", day=day, name=form)
    return ""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a form: what, how many, worth."""

    label: str
    pieces: int
    amount: Money


@bp.get("/day/<day:day>/form/<name>")
@gate.needs(Permission.ACCOUNTING_DAY)
def form(day: date, name: str) -> Response:
    """One form as it stands on record, line by line; a rack shows when its day is concluded.

    Raises:
        AccessError: The day it is opened from, or a later one it is of, is not concluded.
        NotFoundError: There is no such form.
    """
    registers.concluded(desk.database(), desk.viewer(), day)
    found = papers.paper(desk.database(), desk.viewer(), name)
    if found.document.gaming_date > day:
        registers.concluded(desk.database(), desk.viewer(), found.document.gaming_date)
    content = found.content
    lines = _lines(found.document)
    return page(
        "accounting/form.html",
        title=f"{found.title} {name}",
        gaming_date=day,
        day=day,
        found=found,
        facts=_facts(found.document),
        lines=lines,
        total=total([line.amount for line in lines]),
        coupons=getattr(content, "coupons", ()),
        tally=_tally(content),
    )


def _lines(document: Document) -> list[_Line]:
    """Pieces of any form that has some; those of which there are none are left out."""
    content: Any = document.content
    entries: Any = getattr(content, "pieces", ()) or getattr(content, "figures", ())
    if callable(entries):  # a recount names its pieces by pool: its lines hold them
        entries = PAPERS[document.paper].lines(content)
    return [
        _Line(
            f"{denomination_label(each.denomination_cents)} {each.chip_set}".strip(),
            each.pieces,
            each.amount,
        )
        for each in entries
        if each.pieces
    ]


def _facts(document: Document) -> list[tuple[str, str]]:
    content = document.content
    every = (
        ("Table", getattr(content, "table", "")),
        ("Box", getattr(content, "box", "")),
        ("Check", getattr(content, "serial", "")),
        ("Amount", content.amount.text() if hasattr(content, "serial") else ""),
        ("Request", getattr(content, "request", "")),
        ("Station", getattr(content, "station", "")),
        ("State", document.state),
    )
    return [(label, str(value)) for label, value in every if value]


def _tally(content: Any) -> list[tuple[str, int]]:
    if not isinstance(content, BoxCount):
        return []
    kinds = {one.name: getattr(content.documents, one.name) for one in fields(DocumentsTally)}
    return [(name.replace("_", " ").capitalize(), many) for name, many in kinds.items() if many]
