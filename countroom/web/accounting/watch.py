"""Watching over thirty days: the pictures, the figures they are drawn from, and what repeats."""

from datetime import date
from fractions import Fraction
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.revenue import hold_of, hold_shown
from countroom.domain.watching import (
    FALSE_ALARM_ONE_IN,
    HISTORY_DAYS,
    RUNNING,
    DayHold,
    Judged,
    deviations,
    judged,
    off_by,
)
from countroom.inquiries import watching
from countroom.inquiries.watching import TableWatch, Watch
from countroom.money import Money
from countroom.reports.watch_lists import NOT_RECKONED, chance_text, hundredths
from countroom.reports.watch_pictures import (
    HOURS,
    WEEKDAYS,
    hold_line,
    hours_map,
    parts_bars,
    table_line,
)
from countroom.web import desk, gate
from countroom.web.accounting import pictures
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, cells, row

_NOT_YET: Final = "—"
_TABLES: Final = (
    *("Table", "Days", "Drop", "Win", "Hold", "Expected", "Low", "High", "Off by", "Together"),
    *("This day", "Own history", "Running"),
)
_DAYS: Final = ("Gaming date", "Drop", "Win", "Hold", "Expected", "Low", "High", "Off by", "")
_PARTS: Final = ("Gaming date", "Tables", "Cash", "Checks", "Chips", "Variance", "Coupons")
_REPEATS: Final = ("Of", "Who", "Short", "Over", "Amount", "By chance", "")
_SUSPECTS: Final = ("Table", "Shift", "Notes", "Amount")


@bp.get("/day/<day:day>/watch")
@gate.needs(Permission.ACCOUNTING_DAY)
def watch(day: date) -> Response:
    """What there is to see over the thirty days that end with a day."""
    found = watching.watch(desk.database(), desk.viewer(), day)
    return page(
        "accounting/watch.html",
        title="Watching",
        gaming_date=day,
        day=day,
        found=found,
        looks=[one for one in found.tables if one.looks],
        repeating=[one for one in found.signs if one.repeats(len(found.signs))],
        one_in=FALSE_ALARM_ONE_IN,
        limits=hundredths(deviations(found.tests)),
        running=RUNNING,
        history=HISTORY_DAYS,
        hangs=[
            pictures.hung(day, one)
            for one in (hold_line(found.house_days), parts_bars(found), hours_map(found))
        ],
        listings=[
            _listing("tables", "Tables", _TABLES, [_table(one, day) for one in found.tables], day),
            _listing("house", "The house, day by day", _DAYS, _house(found), day),
            _listing("parts", "Variance by part", _PARTS, _parts(found), day),
            _listing("repeats", "Differences that repeat", _REPEATS, _repeats(found), day),
            _listing("suspects", "Suspect notes", _SUSPECTS, _suspects(found), day),
            _listing("hours", "Buy-ins by hour", ("From", *WEEKDAYS), _hours(found), day),
        ],
    )


@bp.get("/day/<day:day>/watch/<table>")
@gate.needs(Permission.ACCOUNTING_DAY)
def watch_table(day: date, table: str) -> Response:
    """One table over the thirty days: its hold within its limits, day by day.

    Raises:
        NotFoundError: It was not open in these days.
    """
    found = watching.watch(desk.database(), desk.viewer(), day)
    one = watching.of_table(found, table)
    rows = [_day(each, judged(each, found.tests), table) for each in one.days]
    return page(
        "accounting/watch_table.html",
        title=f"Watching {one.table}",
        gaming_date=day,
        day=day,
        one=one,
        one_in=FALSE_ALARM_ONE_IN,
        tests=found.tests,
        hangs=[pictures.hung(day, table_line(found, one))],
        listing=_listing("days", f"{one.table}, day by day", _DAYS, rows, day),
    )


def _listing(
    name: str, title: str, columns: tuple[str, ...], rows: list[TableRow], day: date
) -> Listing:
    ways = [
        (word.upper(), url_for("accounting.file", day=day, name="watching", ending=word))
        for word in ("csv", "xlsx", "pdf")
    ]
    words = {"Table", "Gaming date", "Of", "Who", "Shift", "From", "", "Together"}
    words |= {"This day", "Own history"}
    return Listing(
        id=f"watch-{name}",
        title=title,
        columns=tuple(Column(title, right=title not in words) for title in columns),
        rows=tuple(rows),
        nothing="None in these days.",
        links=tuple(ways) if name == "tables" and rows else (),
    )


def _said(amount: Money | None) -> Money | str:
    return _NOT_YET if amount is None else amount


def _off(number: Fraction | None) -> str:
    return hundredths(number) or _NOT_YET


def _verdict(one: Judged | None) -> Cell:
    if one is None:
        return Cell(NOT_RECKONED)
    return Cell(one.says, look="look") if one.outside else Cell(one.says)


def _held(day: DayHold, against: Judged | None) -> tuple[Cell, ...]:
    low, high = (None, None) if against is None else (against.low, against.high)
    return cells(
        *(day.drop, day.win, hold_shown(hold_of(day.win, day.drop)), _said(day.mean)),
        *(_said(low), _said(high), _off(off_by(day))),
    )


def _table(one: TableWatch, day: date) -> TableRow:
    to = url_for("accounting.watch_table", day=day, table=one.table)
    held = (Cell(_NOT_YET),) * 7 if one.span is None else _held(one.span.day, one.span)
    history = Cell("too short") if one.history is None else _verdict(one.history)
    running = Cell(str(one.running), look="look" if one.running >= RUNNING else "")
    return row(
        Cell(one.table, to),
        f"{one.reckoned} of {len(one.days)}",
        *held,
        *(_verdict(one.span), _verdict(one.today), history, running),
        look=one.looks,
    )


def _day(day: DayHold, against: Judged | None, table: str = "") -> TableRow:
    to = url_for("accounting.day", day=day.gaming_date)
    if table:
        to = url_for("accounting.why", day=day.gaming_date, table=table)
    return row(
        Cell(day.gaming_date.isoformat(), to),
        *_held(day, against),
        _verdict(against),
        look=against is not None and against.outside,
    )


def _house(found: Watch) -> list[TableRow]:
    return [_day(day, one) for day, one in zip(found.house_days, found.house, strict=True)]


def _parts(found: Watch) -> list[TableRow]:
    return [
        row(
            Cell(one.gaming_date.isoformat(), url_for("accounting.day", day=one.gaming_date)),
            *cells(one.tables, one.cash, one.checks, one.chips, one.total, one.coupons),
        )
        for one in found.parts
    ]


def _repeats(found: Watch) -> list[TableRow]:
    tests = len(found.signs)
    return [
        row(
            *cells(one.of, one.who, one.short, one.over, one.amount, chance_text(one.chance)),
            Cell("repeats", look="look") if one.repeats(tests) else Cell("may be chance"),
            look=one.repeats(tests),
        )
        for one in sorted(found.signs, key=lambda one: one.chance)
    ]


def _suspects(found: Watch) -> list[TableRow]:
    return [
        row(one.table, one.shift or "none said", one.notes, one.amount) for one in found.suspects
    ]


def _hours(found: Watch) -> list[TableRow]:
    return [
        row(f"{hour}:00", *(by_day[place] for by_day in found.hours))
        for place, hour in enumerate(HOURS)
    ]
