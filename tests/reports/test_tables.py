"""Exports: texts that no spreadsheet runs, numbers that stay numbers, names that stay text."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces
from countroom.money import Money
from countroom.reports import listing, tables
from countroom.reports.grids import Grid, of_facts, of_plain
from countroom.reports.tables import Imprint

IMPRINT = Imprint(
    "Sample Casino",
    ZoneInfo("America/New_York"),
    date(2011, 6, 14),
    datetime(2011, 6, 15, 15, 4, 9, tzinfo=UTC),
)
AT = datetime(2011, 6, 15, 5, 30, tzinfo=UTC)


def grid(**columns: tuple[object, ...]) -> Grid:
    rows = tuple(zip(*columns.values(), strict=True))
    return Grid("grid", "A grid", tuple(columns), rows)


def as_csv(one: Grid) -> list[list[str]]:
    return list(csv.reader(io.StringIO(tables.to_csv(one, IMPRINT).decode(), newline="")))


def sheet(written: bytes, number: int = 1) -> dict[str, tuple[str, str]]:
    """Read cells of a worksheet: place to (type, value); type ``s`` is text, ``n`` a number."""
    with zipfile.ZipFile(io.BytesIO(written)) as book:
        names = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
        shared = ET.fromstring(book.read("xl/sharedStrings.xml"))
        texts = ["".join(t.itertext()) for t in shared.findall("m:si", names)]
        root = ET.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
        cells = {}
        for cell in root.iter(f"{{{names['m']}}}c"):
            value = cell.find("m:v", names)
            assert cell.find("m:f", names) is None, "no cell is a formula"
            text = "" if value is None else value.text or ""
            kind = cell.get("t", "n")
            cells[cell.get("r", "")] = (kind, texts[int(text)] if kind == "s" else text)
    return cells


# ------------------------------------------------------------------------------------------ CSV


def test_case_I8_a_table_called_like_a_formula_is_only_a_name() -> None:
    one = grid(
        table=("=cmd|'/C calc'!A0", "BJ-101"),
        note=("@SUM(1)", "\uff1d1+1"),
        amount=(Money(-1500_00), Money(5)),
    )
    written = tables.to_csv(one, IMPRINT).decode()
    assert written == (
        '"table","note","amount"\r\n'
        "\"'=cmd|'/C calc'!A0\",\"'@SUM(1)\",-1500.00\r\n"
        '"BJ-101","\'\uff1d1+1",0.05\r\n'
    )
    cells = sheet(tables.to_xlsx((one,), IMPRINT))
    assert cells["A2"] == ("s", "=cmd|'/C calc'!A0")
    assert cells["B2"] == ("s", "@SUM(1)")
    assert cells["C2"] == ("n", "-1500.0")


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", " =1", "\uff0d1"])
def test_whatever_begins_a_formula_is_made_neutral(text: str) -> None:
    assert tables.neutral(text) == f"'{text}"


def test_case_D3_zeros_of_a_box_are_kept() -> None:
    one = grid(box=("007", "7"), pieces=(7, 7))
    assert tables.to_csv(one, IMPRINT).decode().split("\r\n")[1:3] == ['"007",7', '"7",7']
    cells = sheet(tables.to_xlsx((one,), IMPRINT))
    assert (cells["A2"], cells["A3"]) == (("s", "007"), ("s", "7"))
    assert cells["B2"] == ("n", "7")


def test_case_I4_names_in_any_script_are_read_back_as_they_were() -> None:
    names = ("Nguyễn Văn A", "王小明", "محمد", "O'Brien & Sons <b>x</b>", 'say "x"', "two\nlines")
    one = grid(name=names)
    assert [row[0] for row in as_csv(one)[1:]] == list(names)
    cells = sheet(tables.to_xlsx((one,), IMPRINT))
    assert [cells[f"A{n}"][1] for n in range(2, 8)] == list(names)


def test_case_C10_eight_dollars_twenty_stay_exact() -> None:
    one = grid(amount=(Money(3 * 250 + 7 * 10),))
    assert as_csv(one)[1] == ["8.20"]
    assert sheet(tables.to_xlsx((one,), IMPRINT))["A2"] == ("n", "8.2")
    assert json.loads(tables.to_json((one,), IMPRINT))["grid"] == [{"amount_cents": 820}]


def test_a_csv_says_times_with_their_offset_and_nothing_as_blank() -> None:
    one = grid(at=(AT, None), day=(date(2011, 6, 14), None), done=(True, False))
    assert as_csv(one)[1:] == [
        ["2011-06-15T01:30:00-04:00", "2011-06-14", "yes"],
        ["", "", "no"],
    ]


def test_a_csv_is_crlf_with_a_mark_before_it_only_when_asked() -> None:
    plain = tables.to_csv(grid(a=("1",)), IMPRINT)
    assert plain == b'"a"\r\n"1"\r\n'
    assert tables.to_csv(grid(a=("1",)), IMPRINT, bom=True) == b"\xef\xbb\xbf" + plain


def test_the_header_of_an_empty_export_is_the_same() -> None:
    assert tables.to_csv(grid(a=(), b=()), IMPRINT) == b'"a","b"\r\n'


# ---------------------------------------------------------------------------------- spreadsheet


def test_case_I9_serials_are_text_and_times_local_with_their_zone() -> None:
    one = grid(serial=("000123", "1E5", "123456789012345678"), at=(AT, AT, None))
    written = tables.to_xlsx((one,), IMPRINT)
    cells = sheet(written)
    assert [cells[f"A{n}"] for n in (2, 3, 4)] == [
        ("s", "000123"),
        ("s", "1E5"),
        ("s", "123456789012345678"),
    ]
    assert cells["C1"] == ("s", "zone")
    assert cells["C2"] == ("s", "America/New_York")
    kind, days = cells["B2"]
    assert kind == "n"
    assert float(days) == pytest.approx(40709 + 1.5 / 24)  # 2011-06-15 01:30, naive
    assert "B4" not in cells


def test_a_spreadsheet_keeps_its_header_in_sight_and_its_sheets_apart() -> None:
    second = replace(grid(day=(date(2011, 6, 14),), ok=(True,)), name="second")
    written = tables.to_xlsx((grid(a=("1",)), second), IMPRINT)
    with zipfile.ZipFile(io.BytesIO(written)) as book:
        first = book.read("xl/worksheets/sheet1.xml").decode()
        assert re.search(r'<pane ySplit="1"[^>]*state="frozen"', first)
    assert sheet(written, 2)["A2"][0] == "n"
    assert sheet(written, 2)["B2"] == ("s", "yes")


def test_the_same_grid_gives_the_same_spreadsheet() -> None:
    one = grid(a=("1",), amount=(Money(5),))
    assert tables.to_xlsx((one,), IMPRINT) == tables.to_xlsx((one,), IMPRINT)


# -------------------------------------------------------------------------------- JSON, on paper


def test_json_says_amounts_in_cents_and_times_in_utc() -> None:
    plain = json.loads(tables.to_json((grid(win=(Money(-5), None), at=(AT, None)),), IMPRINT))
    assert plain["grid"] == [
        {"win_cents": -5, "at": "2011-06-15T05:30:00.000000Z"},
        {"win_cents": None, "at": None},
    ]
    assert plain["gaming_date"] == "2011-06-14"


def test_facts_become_a_grid_with_a_column_for_each_attribute() -> None:
    held = Pieces(Instrument.VALUE_CHIP, 2_50, 3, "main")
    made = of_facts("g", "G", Pieces, [held])
    assert made.columns == ("instrument", "denomination_cents", "pieces", "chip_set")
    assert made.rows == (("value_chip", 250, 3, "main"),)


def test_a_share_is_a_number_everywhere() -> None:
    one = grid(hold=(Decimal("-0.4370"), "n/a"))
    assert as_csv(one)[1:] == [["-0.4370"], ["n/a"]]
    assert sheet(tables.to_xlsx((one,), IMPRINT))["A2"] == ("n", "-0.437")
    assert json.loads(tables.to_json((one,), IMPRINT))["grid"][0] == {"hold": "-0.4370"}
    assert listing.listed(one, IMPRINT.zone).rows == (("-43.70 %",), ("n/a",))


def test_plain_rows_become_amounts_where_they_are_cents() -> None:
    made = of_plain(
        "g",
        "G",
        ("table", "win_cents", "missing"),
        [{"table": "A", "win_cents": 5, "missing": ["1", "2"]}],
    )
    assert made.columns == ("table", "win", "missing")
    assert made.rows == (("A", Money(5), "1 2"),)


def test_a_list_on_paper_leaves_out_what_is_blank_and_adds_up_what_it_is_asked_to() -> None:
    one = grid(table=("A", "B"), win=(Money(5), Money(-2)), note=("", ""), hold=(None, "1.0"))
    zone = IMPRINT.zone
    assert [heading.title for heading in listing.listed(one, zone).columns] == [
        "Table",
        "Win",
        "Hold",
    ]
    picked = one.pick("Picked", "table", "win", "hold", blank="not yet", summed=("win",))
    listed = listing.listed(picked, zone)
    assert listed.rows == (("A", "0.05", "not yet"), ("B", "-0.02", "1.0"))
    assert listed.sums == ("Total", "0.03", "")
    unknown = grid(table=("A",), win=(None,)).pick("P", "table", "win", blank="?", summed=("win",))
    assert listing.listed(unknown, zone).sums == ("Total", "?")
    assert listing.listed(grid(table=()), zone).says == "No entries."
