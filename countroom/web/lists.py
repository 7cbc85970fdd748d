"""Every list on a page as a file: what stands on the screen, numbers as numbers.

The file is asked of the page itself, ``?list=boxes&as=csv``, so that whoever may not see the
page gets no file either, and no figure earlier.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final
from zoneinfo import ZoneInfo

from flask import Response, make_response, request, url_for

from countroom.errors import NotFoundError
from countroom.money import Money
from countroom.reports import tables
from countroom.reports.grids import Grid, Value
from countroom.web import desk
from countroom.web.tables import Cell, Column, Listing

_AMOUNT: Final = re.compile(r"(-?)([0-9]{1,3}(?:,[0-9]{3})*)\.([0-9]{2})", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]{1,3}(?:,[0-9]{3})*", re.ASCII)
_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
_AT_THE_MONEY: Final = frozenset({"count_room", "cage", "pit"})
"""Places whose tablets take no files away."""


def ways(listing: Listing) -> list[tuple[str, str]]:
    """Word and address of each way to take a list of this page away."""
    if not listing.rows or request.blueprint in _AT_THE_MONEY or request.endpoint is None:
        return []
    here = {**request.args.to_dict(), **(request.view_args or {}), "list": listing.id}
    return [(form.upper(), url_for(request.endpoint, **{**here, "as": form})) for form in _TYPES]


def asked() -> bool:
    """Whether this request asks for a list of its page as a file."""
    return request.method == "GET" and "list" in request.args and "as" in request.args


def file(facts: Mapping[str, Any], about: date | None) -> Response:
    """One list of a page as a file.

    Args:
        facts: What the page shows.
        about: The gaming date that the page is about; today's if none.

    Raises:
        NotFoundError: The page has no such list, or no list is written that way.
    """
    named, form = request.args["list"], request.args["as"]
    listing = next((one for one in _listings(facts.values()) if one.id == named), None)
    if listing is None or form not in _TYPES or request.blueprint in _AT_THE_MONEY:
        msg = f"There is no list {named} here to take away as {form}."
        raise NotFoundError(msg)
    house = desk.house().property
    day = about or house.gaming_date(desk.now())
    imprint = tables.Imprint(house.name, ZoneInfo(house.zone), day, desk.now())
    answer = make_response(_written(grid_of(listing), imprint, form))
    answer.headers["Content-Type"] = _TYPES[form]
    name = f"{listing.id}-{day.isoformat()}.{form}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _written(grid: Grid, imprint: tables.Imprint, form: str) -> bytes:
    if form == "csv":
        return tables.to_csv(grid, imprint)
    return tables.to_xlsx((grid,), imprint) if form == "xlsx" else tables.to_json((grid,), imprint)


def _listings(facts: Iterable[Any]) -> Iterable[Listing]:
    for fact in facts:
        if isinstance(fact, Listing):
            yield fact
        elif isinstance(fact, list | tuple):
            yield from _listings(fact)


def grid_of(listing: Listing) -> Grid:
    """A list as a grid: its columns by name, figures as figures."""
    rows = tuple(
        tuple(_value(cell, column) for cell, column in zip(row.cells, listing.columns, strict=True))
        for row in listing.rows
    )
    return Grid(listing.id, listing.title, _names(listing.columns), rows)


def _names(columns: tuple[Column, ...]) -> tuple[str, ...]:
    """Names of the columns, each once."""
    found: list[str] = []
    for place, column in enumerate(columns, 1):
        name = re.sub(r"\W+", "_", column.title.lower()).strip("_") or f"column_{place}"
        found.append(f"{name}_{place}" if name in found else name)
    return tuple(found)


def _value(cell: Cell, column: Column) -> Value:
    """What a cell holds; in a column of figures what is written as one is one."""
    if cell.value is not None or not column.right:
        return cell.text if cell.value is None else cell.value
    amount = _AMOUNT.fullmatch(cell.text)
    if amount is not None:
        cents = int(amount[2].replace(",", "") + amount[3])
        return Money(-cents if amount[1] else cents)
    return int(cell.text.replace(",", "")) if _NUMBER.fullmatch(cell.text) else cell.text
