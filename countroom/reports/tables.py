"""Grids as files: CSV, spreadsheet, JSON.

* CSV: UTF-8, CRLF, every text in quotes, numbers bare. A text that a spreadsheet would take for
  a formula gets an apostrophe in front; a number stays the number it is, negative ones too.
* Spreadsheet: names made of digits are text, times are naive local ones with their zone in a
  column beside them, the header row stays in sight.
* JSON: amounts in whole cents, times in UTC, as everywhere.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import xlsxwriter

from countroom.domain import canonical
from countroom.money import Money
from countroom.reports.grids import Grid, Value, plain

BOM: Final = b"\xef\xbb\xbf"
"""Some spreadsheets take a CSV for UTF-8 only behind this."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, in full width too."""

_SHEET_NAME: Final = 31
_WIDTH_LIMIT: Final = 60


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every file says of itself.

    Attributes:
        facility: Name of the casino.
        zone: Its time zone.
        gaming_date: Of the figures.
        at: When the file was made, aware UTC.
    """

    facility: str
    zone: ZoneInfo
    gaming_date: date
    at: datetime


def neutral(text: str) -> str:
    """Write a text so that no spreadsheet takes it for a formula.

    >>> neutral("=cmd|'/C calc'!A0"), neutral("BJ-101"), neutral("000123")
    ("'=cmd|'/C calc'!A0", 'BJ-101', '000123')
    """
    begins = unicodedata.normalize("NFKC", text[:8]).lstrip(" ")
    return f"'{text}" if begins.startswith(_FORMULA) else text


_CELLS: Final[dict[type[Any], Callable[[Any, ZoneInfo], str | int | Decimal]]] = {
    type(None): lambda _value, _zone: "",
    bool: lambda value, _zone: "yes" if value else "no",
    int: lambda value, _zone: value,
    Money: lambda value, _zone: Decimal(value.plain()),
    Decimal: lambda value, _zone: value,
    datetime: lambda value, zone: value.astimezone(zone).isoformat(timespec="seconds"),
    date: lambda value, _zone: value.isoformat(),
    str: lambda value, _zone: neutral(value),
}


def _cell(value: Value, zone: ZoneInfo) -> str | int | Decimal:
    return _CELLS[type(value)](value, zone)


def to_csv(grid: Grid, imprint: Imprint, *, bom: bool = False) -> bytes:
    """Write a grid as CSV."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(grid.columns)
    for row in grid.rows:
        writer.writerow([_cell(value, imprint.zone) for value in row])
    content = written.getvalue().encode()
    return BOM + content if bom else content


# --------------------------------------------------------------------------------- spreadsheet


class _Exact(float):
    """An amount that is written with as many digits as it takes, ``8.2``, and not with 16."""

    def __format__(self, spec: str) -> str:
        del spec
        return repr(float(self))


def _with_zone(grid: Grid, zone: ZoneInfo) -> tuple[Sequence[str], list[list[Value]]]:
    """Columns and rows with a ``zone`` column behind them where a column holds times."""
    timed = any(isinstance(value, datetime) for row in grid.rows for value in row)
    if not timed:
        return grid.columns, [list(row) for row in grid.rows]
    return (*grid.columns, "zone"), [[*row, zone.key] for row in grid.rows]


class _Sheet:
    """Writes one grid into one worksheet."""

    def __init__(self, book: Any, grid: Grid, imprint: Imprint) -> None:
        self._sheet = book.add_worksheet(grid.name[:_SHEET_NAME])
        self._zone = imprint.zone
        self._formats = {
            Money: book.add_format({"num_format": "#,##0.00;-#,##0.00"}),
            Decimal: book.add_format({"num_format": "0.00%"}),
            datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
            date: book.add_format({"num_format": "yyyy-mm-dd"}),
            str: book.add_format({"num_format": "@"}),
        }
        columns, rows = _with_zone(grid, imprint.zone)
        heading = book.add_format({"bold": True, "num_format": "@", "bottom": 1})
        for place, name in enumerate(columns):
            self._sheet.write_string(0, place, name, heading)
        for number, row in enumerate(rows, 1):
            for place, value in enumerate(row):
                self._write(number, place, value)
        self._sheet.freeze_panes(1, 0)
        if columns:
            self._sheet.autofilter(0, 0, max(1, len(rows)), len(columns) - 1)
        self._widen(columns, rows)

    def _write(self, row: int, place: int, value: Value) -> None:
        style = self._formats.get(type(value))
        match value:
            case None:
                return
            case Money() | Decimal():
                number = _Exact(_cell(value, self._zone))
                self._sheet.write_number(row, place, number, style)
            case datetime():
                local = value.astimezone(self._zone).replace(tzinfo=None)
                self._sheet.write_datetime(row, place, local, style)
            case date():
                self._sheet.write_datetime(row, place, value, style)
            case str() | bool():
                text = value if isinstance(value, str) else str(_cell(value, self._zone))
                self._sheet.write_string(row, place, text, style)
            case int():
                self._sheet.write_number(row, place, value)

    def _widen(self, columns: Sequence[str], rows: list[list[Value]]) -> None:
        for place, name in enumerate(columns):
            texts = [str(_cell(row[place], self._zone)) for row in rows]
            widest = max(map(len, [name, *texts]))
            self._sheet.set_column(place, place, min(_WIDTH_LIMIT, widest + 2))


def to_xlsx(grids: Sequence[Grid], imprint: Imprint) -> bytes:
    """Write grids as a spreadsheet, one sheet each."""
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    book.set_properties(
        {
            "title": f"{grids[0].title}, {imprint.gaming_date.isoformat()}",
            "company": imprint.facility,
            "created": imprint.at.astimezone(UTC).replace(tzinfo=None),
        }
    )
    for grid in grids:
        _Sheet(book, grid, imprint)
    book.close()
    return written.getvalue()


# ---------------------------------------------------------------------------------------- JSON


def _plain_rows(grid: Grid) -> list[dict[str, canonical.Plain]]:
    """A column that holds an amount anywhere is ``..._cents`` in every row."""
    amounts = {
        place for row in grid.rows for place, value in enumerate(row) if isinstance(value, Money)
    }
    names = [
        f"{column}_cents" if place in amounts else column
        for place, column in enumerate(grid.columns)
    ]
    return [dict(zip(names, map(plain, row), strict=True)) for row in grid.rows]


def to_json(grids: Sequence[Grid], imprint: Imprint) -> bytes:
    """Write grids as JSON: one object, a list of rows for each grid under its name."""
    whole = {
        "facility": imprint.facility,
        "zone": imprint.zone.key,
        "gaming_date": imprint.gaming_date.isoformat(),
        "made_at": canonical.to_plain(imprint.at),
        **{grid.name: _plain_rows(grid) for grid in grids},
    }
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
