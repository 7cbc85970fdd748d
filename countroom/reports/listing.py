"""Grids on paper: a register printed as it is exported."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from countroom.domain import canonical
from countroom.domain.documents import Copy
from countroom.domain.gaming_day import clock_text
from countroom.domain.journal import Head
from countroom.money import Money
from countroom.reports.forms import FormSheet
from countroom.reports.grids import Grid, Value
from countroom.reports.pages import Attached, Page, fill
from countroom.reports.sheets import Heading, Listed, Run, dated
from countroom.reports.tables import Imprint

_TEXTS: Final[dict[type[Any], Callable[[Any, ZoneInfo], str]]] = {
    type(None): lambda _value, _zone: "",
    bool: lambda value, _zone: "yes" if value else "no",
    int: lambda value, _zone: f"{value:,}",
    Money: lambda value, _zone: value.text(),
    datetime: clock_text,
    date: lambda value, _zone: value.isoformat(),
    str: lambda value, _zone: value,
}


def _text(value: Value, zone: ZoneInfo) -> str:
    return _TEXTS[type(value)](value, zone)


def listed(grid: Grid, zone: ZoneInfo) -> Listed:
    """Lay a grid out; a column that is blank in every row is left out, and sums are not made."""
    kept = [
        place
        for place in range(len(grid.columns))
        if any(row[place] not in {None, ""} and row[place] is not False for row in grid.rows)
    ]
    headings = [
        Heading(
            grid.columns[place].replace("_", " ").capitalize(),
            figure=any(
                isinstance(row[place], Money) or type(row[place]) is int for row in grid.rows
            ),
        )
        for place in kept
    ]
    rows = tuple(tuple(_text(row[place], zone) for place in kept) for row in grid.rows)
    return Listed(grid.title, tuple(headings), rows, says="" if rows else "No entries.")


def page(
    grids: Sequence[Grid], imprint: Imprint, *, title: str, head: Head, run: Run, destination: str
) -> Page:
    """Make the page of a report that is a list, ready for the press."""
    rows = canonical.to_bytes([[list(grid.columns), list(grid.rows)] for grid in grids])
    sheet = FormSheet(
        at=run.at,
        attached=(Attached(f"{grids[0].name}.json", rows, title),),
        title=title,
        number=imprint.gaming_date.isoformat(),
        version=1,
        facility=imprint.facility,
        shape="wide",
        dated=dated(imprint.gaming_date),
        identity="From the record as it stood at the journal entry below",
        remark="",
        marks=(),
        watermark="",
        run=run.text(imprint.zone),
        digest=hashlib.sha256(rows).hexdigest(),
        head=head,
        signatures=(),
        fields=(),
        tables=tuple(listed(grid, imprint.zone) for grid in grids),
    )
    return fill("list", sheet, Copy("REPORT", destination, frozenset()))
