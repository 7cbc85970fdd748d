"""Grids on paper: a register printed as it is exported."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from countroom.domain.documents import Copy
from countroom.domain.gaming_day import clock_text
from countroom.domain.journal import Head
from countroom.money import Money
from countroom.reports.forms import Drawn, FormSheet
from countroom.reports.grids import Grid, Value
from countroom.reports.pages import Attached, Page, fill
from countroom.reports.pictures import Picture, inline
from countroom.reports.sheets import Heading, Listed, Run, dated, words
from countroom.reports.tables import Imprint

_TEXTS: Final[dict[type[Any], Callable[[Any, ZoneInfo], str]]] = {
    type(None): lambda _value, _zone: "",
    bool: lambda value, _zone: "yes" if value else "no",
    int: lambda value, _zone: f"{value:,}",
    Money: lambda value, _zone: value.text(),
    Decimal: lambda value, _zone: f"{value * 100:.2f} %",
    datetime: clock_text,
    date: lambda value, _zone: value.isoformat(),
    str: lambda value, _zone: words(value),
}


def _text(value: Value, zone: ZoneInfo, blank: str) -> str:
    return _TEXTS[type(value)](value, zone) or blank


def _holds(value: Value) -> bool:
    return value not in {None, ""} and value is not False


def _is_figure(value: Value) -> bool:
    return isinstance(value, Money | Decimal) or type(value) is int


def listed(grid: Grid, zone: ZoneInfo) -> Listed:
    """Lay a grid out, with a row of sums where it asks for them."""
    places = range(len(grid.columns))
    kept = [n for n in places if grid.blank or any(_holds(row[n]) for row in grid.rows)]
    figures = {n for n in kept if any(_is_figure(row[n]) for row in grid.rows)}
    figures |= {grid.columns.index(name) for name in grid.summed}
    rows = tuple(tuple(_text(row[n], zone, grid.blank) for n in kept) for row in grid.rows)
    names = [_heading(grid.columns[n]) for n in kept]
    widths = _widths(names, rows)
    return Listed(
        title=grid.title,
        columns=tuple(
            Heading(name, width, figure=n in figures)
            for n, name, width in zip(kept, names, widths, strict=True)
        ),
        rows=rows,
        says="" if grid.rows else "No entries.",
        sums=_sums(grid, kept, zone) if grid.summed else (),
    )


_WIDTHS: Final = ((6, "w1", 12), (12, "w2", 18), (24, "w3", 26))
"""Longest text of a column, the width it gets, and that width in millimetres."""

_PAGE: Final = 200
"""Millimetres that such columns may take together; the others share what is left."""


def _widths(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Give columns of short texts a width, where a column of long ones needs the room."""
    longest = [
        max(len(name), *(len(row[place]) for row in rows), 0) for place, name in enumerate(names)
    ]
    found = [next((one for one in _WIDTHS if length <= one[0]), None) for length in longest]
    taken = sum(one[2] for one in found if one is not None)
    if None not in found or taken > _PAGE:
        return ["" for _ in names]
    return ["" if one is None else one[1] for one in found]


def _heading(column: str) -> str:
    return column.replace("_", " ").capitalize()


def _sums(grid: Grid, kept: Sequence[int], zone: ZoneInfo) -> tuple[str, ...]:
    names = [grid.columns[place] for place in kept]
    texts = [
        _text(grid.sum_of(name), zone, grid.blank) if name in grid.summed else "" for name in names
    ]
    return ("Total", *texts[1:])


def page(  # noqa: PLR0913 - each is a fact of its own
    grids: Sequence[Grid],
    imprint: Imprint,
    *,
    data: bytes,
    title: str,
    head: Head,
    run: Run,
    destination: str,
    pictures: Sequence[Picture] = (),
) -> Page:
    """Make the page of a report that is a list, ready for the press.

    Args:
        grids: What of it is printed.
        imprint: What every file says of itself.
        data: All of it as JSON: goes into the print, and its digest on every page.
        title: As printed.
        head: The journal's head.
        run: When and by whom it is made.
        destination: Whom it is for.
        pictures: Drawn above the lists.
    """
    sheet = FormSheet(
        at=run.at,
        attached=(Attached(f"{grids[0].name}.json", data, title),),
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
        digest=hashlib.sha256(data).hexdigest(),
        head=head,
        signatures=(),
        fields=(),
        tables=tuple(listed(grid, imprint.zone) for grid in grids),
        pictures=tuple(Drawn(one.title, one.alt, inline(one)) for one in pictures),
        digest_of="Data",
    )
    return fill("list", sheet, Copy("REPORT", destination, frozenset()))
