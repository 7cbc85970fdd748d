"""One truth over played days: every file of every report, the tax, the journal, the figures."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from countroom.cli.operator import operator
from countroom.domain.floor import TableKind
from countroom.domain.people import Role
from countroom.domain.spans import Level, Span
from countroom.inquiries import figures, registers, revenue, spans, tax
from countroom.money import Money, total
from countroom.operations.play import count_day, enter_checks, play_day
from countroom.operations.reckoning import reckon_missing
from countroom.reports import catalogue, pdf
from countroom.reports.catalogue import REPORTS, Asked, Format
from countroom.reports.grids import Value
from countroom.reports.printing import Printer
from countroom.stores.database import Database
from tests.operations.test_reckoning import AT
from tests.plumbing import playing, prints
from tests.plumbing.playing import DAY, a_short_day, viewer
from tests.reports.test_tables import sheet
from tests.web.test_books import _rows_of_sheet

ON_PAPER = ("reconciliation", "revenue_worksheet", "slip_register")


def with_a_void_slip(where: Path) -> Database:
    """A day from another seed, on which a slip was voided."""
    database = playing.loaded(where)
    plan = playing.plan(seed=11, voids=("MS-102",), rounds_per_hour=6)
    truth = play_day(database, where / "rounds", plan)
    count_day(database, truth)
    enter_checks(database, truth)
    return database


@pytest.fixture(scope="module", params=["short", "void"])
def day(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Database, Path]]:
    where = tmp_path_factory.mktemp("truth")
    database = a_short_day(where) if request.param == "short" else with_a_void_slip(where)
    reckon_missing(database, where / "rounds", AT)
    yield database, where / "rounds"
    database.close()


def asked(day: tuple[Database, Path]) -> Asked:
    database, folder = day
    return Asked(database, operator(Role.ACCOUNTING), DAY, AT, folder, Printer(press=pdf.press))


def says(value: Value, text: str) -> bool:
    """Whether a text of a file says what the grid holds; times and neutralised texts aside."""
    match value:
        case Money():
            return Decimal(text) == Decimal(value.plain())
        case bool() | datetime() | date():
            return text != ""
        case int() | Decimal():
            return Decimal(text) == value
        case None:
            return text == ""
        case _:
            return text.removeprefix("'") == value


@pytest.mark.parametrize("name", REPORTS)
def test_case_I11_every_file_of_a_report_says_the_same(
    name: str, day: tuple[Database, Path]
) -> None:
    report, who = REPORTS[name], asked(day)
    grid = report.grids(who)[0]
    plain = json.loads(catalogue.make(report, who, Format.JSON))[grid.name]
    written = catalogue.make(report, who, Format.CSV).decode()
    files = {
        "csv": list(csv.DictReader(io.StringIO(written, newline=""))),
        "json": [
            dict(zip(grid.columns, map(_of_json, row.values()), strict=True)) for row in plain
        ],
        "xlsx": _rows_of_sheet(sheet(catalogue.make(report, who, Format.XLSX))),
    }
    for ending, rows in files.items():
        assert len(rows) == len(grid.rows), ending
        for row, values in zip(rows, grid.rows, strict=True):
            for column, value in zip(grid.columns, values, strict=True):
                said = row[column]
                if ending == "json" and isinstance(value, Money):
                    said = Money(int(said)).plain()
                assert says(value, said), f"{ending}, {column}: {said} and not {value}"


def _of_json(value: Any) -> str:
    return "" if value is None else str(value)


@pytest.mark.parametrize("name", ON_PAPER)
def test_case_I11_what_is_printed_is_what_is_exported(
    name: str, day: tuple[Database, Path]
) -> None:
    report, who = REPORTS[name], asked(day)
    text = prints.text(catalogue.make(report, who, Format.PDF))
    grids = report.grids(who)
    for grid in grids if report.on_paper is None else report.on_paper(grids):
        for row in grid.rows:
            for value in row:
                if isinstance(value, Money):
                    assert value.text() in text, f"{grid.title}: {value.text()}"


def test_case_I11_worksheet_tax_journal_and_lines_are_one_truth(
    day: tuple[Database, Path],
) -> None:
    database, _ = day
    found = revenue.day(database, viewer(), DAY)
    house = {
        kind: spans.worksheet(database, viewer(), DAY).house(kind)[Span.DAY] for kind in TableKind
    }
    assert found.banking is not None
    assert house[TableKind.BANKING].win == found.banking.win
    assert house[TableKind.NONBANKING].win == found.rake
    due = tax.day(database, viewer(), DAY)
    assert due is not None
    assert found.rake is not None
    assert due.gross.total == found.banking.win + found.rake
    journal = REPORTS["gl_journal"].grids(asked(day))[0]
    sides = dict.fromkeys(("credit", "debit"), 0)
    for row in journal.rows:
        for name in sides:
            amount = row[journal.columns.index(name)]
            sides[name] += amount.cents if isinstance(amount, Money) else 0
    assert sides["credit"] == sides["debit"] > 0
    under = [figures.figures(database, viewer(), DAY, row.day.table) for row in found.rows]
    for name in ("fills", "credits", "currency", "checks"):
        amounts = [one.added for each in under for one in each.figures if one.name == name]
        kinds = [getattr(house[kind], name) for kind in TableKind]
        assert total(amounts) == total(kinds), name


def test_case_I11_void_slips_are_in_no_sum_and_in_every_list(day: tuple[Database, Path]) -> None:
    database, _ = day
    listed = registers.slip_register(database, viewer(), DAY)
    void = {one.number for one in listed if one.state == "void"}
    in_sums = {
        name
        for row in revenue.day(database, viewer(), DAY).rows
        for name in (*row.day.fill_slips, *row.day.credit_slips)
    }
    assert not void & in_sums
    under = {
        one.form
        for row in revenue.day(database, viewer(), DAY).rows
        for one in figures.figures(database, viewer(), DAY, row.day.table).void
    }
    slips = {number for number in void if number.rpartition("-")[0] in {"F", "C", "IS"}}
    assert slips <= under
    exceptions = registers.exceptions(database, viewer(), DAY)
    assert slips <= {one.form for one in exceptions}
    worksheet = spans.worksheet(database, viewer(), DAY)
    for line in worksheet.lines:
        if (line.span, line.level) == (Span.DAY, Level.TABLE):
            assert not void & {*line.fill_slips, *line.credit_slips}


def test_case_I12_a_table_without_a_drop_has_no_hold_anywhere(day: tuple[Database, Path]) -> None:
    rows = REPORTS["revenue_worksheet"].grids(asked(day))[0]
    place, drop = rows.columns.index("hold"), rows.columns.index("drop")
    for row in rows.rows:
        if isinstance(row[drop], Money) and row[drop] == Money(0):
            assert row[place] == "n/a"
        else:
            assert row[place] is None or isinstance(row[place], Decimal | str)
