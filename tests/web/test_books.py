"""Month and year beside the day, the filing weeks, and one truth on screen and in every file."""

import csv
import io
import json
import re
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from countroom.domain.bookkeeping import Bookkeeping
from countroom.domain.spans import Span
from countroom.money import Money
from countroom.operations.acts import Act, Done, perform
from countroom.operations.house import the_program
from countroom.reports.catalogue import REPORTS
from countroom.stores import registry
from countroom.stores.house import content_of
from countroom.stores.registry import Registered
from tests.plumbing import prints
from tests.plumbing.served_day import Serve, ServedDay
from tests.plumbing.web import Tablet
from tests.reports.test_tables import sheet

DAY = "/accounting/day/2011-06-14"
WEEK = "/accounting/tax/2011-06-14"
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MINE = ("revenue_worksheet", "weekly_tax", "gl_journal", "gl_journal_all")


def complete(serve: Serve) -> tuple[ServedDay, Tablet]:
    """The fixture day with its checks entered, and accounting in front of it."""
    day = serve("concluded")
    day.day.enter_checks()
    return day, day.tablet("A1")


# ------------------------------------------------------------------------------------- screens


def test_the_month_and_the_year_stand_beside_the_day(serve: Serve) -> None:
    _, tablet = complete(serve)
    text = tablet.get(DAY).text
    assert "Tax 35.52 this day" in text
    for title in ("Day", "Month to date", "Year to date"):
        assert f"{title} 1 -1,260.00 83,900.00 -1.50% 1,482.00 0.00 222.00 0" in text


def test_a_sum_to_date_opens_to_its_days_and_tables(serve: Serve) -> None:
    _, tablet = complete(serve)
    for span in Span:
        page = tablet.get(f"{DAY}/worksheet/{span.value}")
        assert "2011-06-14 -1,260.00 83,900.00 -1.50% 1,482.00 0.00 222.00 0" in page.text
        opening = "25,000.00" if span is Span.DAY else "—"
        moved = "8,000.00 5,000.00 12,340.00 2,000.00 14,340.00"
        assert f"BJ-101 banking 1 {opening} {moved}" in page.text
        assert "mississippi stud banking 1" in page.text
        assert DAY in {link.attributes["href"] for link in page.all("a")}
    tablet.get(f"{DAY}/worksheet/decade", status=404)


def test_a_day_with_open_checks_says_what_it_cannot_say(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    text = tablet.get(DAY).text
    assert "Tax —" in text
    assert "Day 1 — — — — 0.00 — 6" in text
    text = tablet.get(WEEK).text
    assert "0 of 7 days complete" in text
    assert "a slip or Counter Checks are outstanding: BJ-101" in text
    assert "No day of this week is complete yet." in text


def test_the_filing_weeks_lead_to_their_days(serve: Serve) -> None:
    _, tablet = complete(serve)
    page = tablet.get("/accounting/tax")
    assert "2011-06-13 2011-06-19 1 of 7 -1,260.00 1,482.00 0.00 0.00 222.00 35.52" in page.text
    assert f"{WEEK}#days" in {link.attributes["href"] for link in page.all("a")}
    page = tablet.get(WEEK)
    assert "Due, held in trust 35.52" in page.text
    assert "2011-06-14 2011-06-14 222.00 14 % 31.08 34 % 0.00 2 % 4.44 35.52" in page.text
    assert "2011-06-15 — — — — — no count of it is on record" in page.text
    assert DAY in {link.attributes["href"] for link in page.all("a")}


def test_before_the_conclusion_no_week_and_no_sum_shows(serve: Serve) -> None:
    tablet = serve("agreed").tablet("A1")
    for path in (WEEK, f"{DAY}/worksheet/day"):
        assert "shows when its count is concluded" in tablet.get(path, status=403).text
    assert "No gaming day is concluded yet." in tablet.get("/accounting/tax").text


def test_the_weeks_are_open_to_those_who_read_the_books(serve: Serve) -> None:
    day = serve("concluded")
    for badge in ("T1", "M1", "D1", "K1"):
        day.tablet(badge).get("/accounting/tax", status=403)
    day.tablet("B1").get("/accounting/tax")


def test_the_files_of_a_week_that_waits_say_so(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    (line,) = grid(tablet, "weekly_tax", "csv")
    assert line["due"] == line["gross_revenue"] == ""
    assert line["refusal"] == "No day of the week is complete yet."
    assert grid(tablet, "gl_journal", "csv") == []
    tablet.get(f"{DAY}/files/gl_journal.json")
    assert tablet.answer is not None
    assert len(json.loads(tablet.answer.data)["waiting"]) == 6


# ------------------------------------------------------------------------------------- one truth


def _content(tablet: Tablet, name: str, ending: str) -> bytes:
    tablet.get(f"{DAY}/files/{name}.{ending}")
    assert tablet.answer is not None
    return bytes(tablet.answer.data)


def grid(tablet: Tablet, name: str, ending: str) -> list[dict[str, str]]:
    """The rows of a report as texts: what its CSV, its first sheet or its JSON says."""
    content = _content(tablet, name, ending)
    if ending == "csv":
        return list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    if ending == "json":
        return [_row_of_json(row) for row in json.loads(content)[name]]
    return _rows_of_sheet(sheet(content))


def _row_of_json(row: dict[str, Any]) -> dict[str, str]:
    return {column.removesuffix("_cents"): _plain(column, row[column]) for column in row}


def _plain(column: str, value: Any) -> str:
    if value is None:
        return ""
    return Money(value).plain() if column.endswith("_cents") else str(value)


def _rows_of_sheet(cells: dict[str, tuple[str, str]]) -> list[dict[str, str]]:
    by_row: dict[int, dict[str, str]] = {}
    for place, (_, text) in cells.items():
        letters = place.rstrip("0123456789")
        by_row.setdefault(int(place.removeprefix(letters)), {})[letters] = text
    names = by_row.pop(1)
    return [{name: row.get(at, "") for at, name in names.items()} for row in by_row.values()]


def _same(one: str, other: str) -> bool:
    """Whether two texts say the same: a number by its value, a date by its day."""
    if one == other:
        return True
    if _DATE.fullmatch(one):  # a spreadsheet counts days
        return date.fromisoformat(one) == date(1899, 12, 30) + timedelta(days=int(other))
    return one != "" != other and Decimal(one) == Decimal(other)


def test_every_file_of_a_report_says_the_same(serve: Serve) -> None:
    _, tablet = complete(serve)
    for name in MINE:
        written = grid(tablet, name, "csv")
        assert written
        for ending in ("xlsx", "json"):
            other = grid(tablet, name, ending)
            assert len(other) == len(written)
            for left, right in zip(written, other, strict=True):
                assert set(left) == set(right)
                differ = {key for key in left if not _same(left[key], right[key])}
                assert not differ, f"{name} {ending}: {differ}"


def _text(amount: str) -> str:
    return Money(int(Decimal(amount) * 100)).text()


def test_screen_return_worksheet_and_journal_say_the_same(serve: Serve) -> None:
    _, tablet = complete(serve)
    day, week = tablet.get(DAY).text, tablet.get(WEEK).text
    (due,) = grid(tablet, "weekly_tax", "csv")
    house = {
        row["kind"]: row
        for row in grid(tablet, "revenue_worksheet", "csv")
        if row["span"] == "day" and row["level"] == "house"
    }
    booked: dict[str, Decimal] = {}
    for line in grid(tablet, "gl_journal", "csv"):
        amount = Decimal(line["credit"] or "0") - Decimal(line["debit"] or "0")
        booked[line["account"]] = booked.get(line["account"], Decimal(0)) + amount
    assert sum(booked.values()) == 0
    for kind, account in (("banking", "4010"), ("nonbanking", "4020")):
        win = Decimal(house[kind]["win"])
        assert win == Decimal(due[kind]) == booked[account]
        assert _text(house[kind]["win"]) in day
        assert _text(house[kind]["win"]) in week
    for column in ("gross_revenue", "state_tax", "local_share", "due"):
        assert _text(due[column]) in week


def test_the_prints_show_the_same_figures(serve: Serve) -> None:
    _, tablet = complete(serve)
    expected = {
        "revenue_worksheet": ("-1,260.00 0.00 -1.50 %", "1,482.00"),
        "weekly_tax": ("14.00 % 31.08 34.00 % 0.00 2.00 % 4.44 35.52", "no count of it is"),
        "gl_journal": ("TG-2011-06-14-1", "Newest entry: debits 102,192.00, credits 102,192.00"),
        "gl_journal_all": ("TG-2011-06-14-1", "12,340.00"),
    }
    assert set(expected) == set(MINE)
    for name, figures in expected.items():
        text = " ".join(prints.text(_content(tablet, name, "pdf")).split())
        for said in (REPORTS[name].title, *figures):
            assert said in text, f"{name}: {said}"


# -------------------------------------------------------------------------- what is not stated


def _say_nothing(act: Act) -> Done:
    """The house states nothing of its books any more."""
    content = content_of(Bookkeeping())
    stated = ("bookkeeping", "bookkeeping", date(2011, 6, 14))
    act.add(registry.row(act.tx, Registered(*stated, retired=False, content=content, seq=act.seq)))
    return act.seal("property loaded", "Sample Casino", {}, done=Done("Nothing is stated."))


def test_what_the_house_has_not_stated_is_named_and_not_guessed(serve: Serve) -> None:
    day, _ = complete(serve)
    perform(day.site.database, _say_nothing, who=the_program(), now=day.day.now)
    tablet = day.tablet("A1")
    assert "tax_week_starts under [bookkeeping]" in tablet.get("/accounting/tax").text
    assert "tax_week_starts under [bookkeeping]" in tablet.get(WEEK, status=409).text
    text = tablet.get(DAY).text
    assert "Tax —" in text
    assert "table_games_opened under [bookkeeping]" in text
    tablet.get(f"{DAY}/files/weekly_tax.csv", status=409)
