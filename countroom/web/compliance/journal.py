"""Reading the journal: who did what, when, from where; the figures it seals stay closed."""

from datetime import date
from typing import Any

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.inquiries import trail
from countroom.web import desk, gate, home
from countroom.web.compliance.blueprint import bp
from countroom.web.pages import moment_text, page
from countroom.web.tables import Column, Listing, row

home.door("compliance.journal", "Journal", "Who did what, when, from where.")


def _day(text: str) -> tuple[date | None, str]:
    """The gaming date asked for, and what is wrong with it."""
    if not text:
        return None, ""
    try:
        return date.fromisoformat(text), ""
    except ValueError:
        return None, "Enter a day such as 2011-06-14."


def _before(text: str) -> int | None:
    short = text.isascii() and text.isdigit() and len(text) < 12
    return int(text) if short else None


@bp.get("/journal")
@gate.needs(Permission.JOURNAL_READ)
def journal() -> Response:
    """The newest entries, by day and words where asked."""
    day, wrong = _day(request.args.get("day", "").strip())
    words = request.args.get("words", "").strip()[:80]
    found = trail.read(
        desk.database(),
        desk.viewer(),
        desk.now(),
        day=day,
        words=words,
        before=_before(request.args.get("before", "")),
    )
    columns = ("No.", "When", "Who", "Duty", "What", "Of", "From", "Seal")
    listing = Listing(
        id="journal",
        title="Entries, newest first",
        columns=tuple(Column(title, right=title == "No.") for title in columns),
        rows=tuple(
            row(
                str(trace.seq),
                moment_text(trace.at),
                trace.name,
                trace.duty,
                trace.act,
                trace.subject,
                f"{trace.via} {trace.device}".strip(),
                trace.digest,
            )
            for trace in found.traces
        ),
        nothing="No entry fits.",
        nothing_next="Ask for another day or other words.",
    )
    older = None
    if found.before is not None:
        asked: dict[str, Any] = {"day": request.args.get("day", ""), "words": words}
        older = url_for("compliance.journal", before=found.before, **asked)
    return page(
        "compliance/journal.html",
        title="Journal",
        listing=listing,
        day_typed=request.args.get("day", ""),
        words=words,
        wrong=wrong,
        older=older,
    )
