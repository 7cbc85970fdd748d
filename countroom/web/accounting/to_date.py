"""The day, the month and the year to date beside each other, and what each is added from."""

from datetime import date
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.floor import TableKind
from countroom.domain.revenue import hold_shown
from countroom.domain.spans import NOTHING, Level, Span, Summed
from countroom.inquiries import spans
from countroom.inquiries.spans import DaySums, Line, Worksheet
from countroom.money import Money, total
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, cells, row

_NOT_YET: Final = "—"
_TITLES: Final = {
    Span.DAY: "Day",
    Span.MONTH: "Month to date",
    Span.YEAR: "Year to date",
}
_TO_DATE: Final = ("Span", "Days", "Win", "Drop", "Hold", "Rake", "Prior", "Gross", "Incomplete")
_LINES: Final = (
    *("Code", "Kind", "Days", "Fills", "Credits", "Currency", "Checks", "Drop"),
    *("Win", "Hold", "Coupons", "Incomplete"),
)
_LEFT: Final = 2
_DAYS: Final = ("Gaming date", "Win", "Drop", "Hold", "Rake", "Prior", "Gross", "Incomplete")
_LEVELS: Final = {
    Level.TABLE: "Tables",
    Level.GAME: "Games",
    Level.PIT: "Pits",
    Level.HOUSE: "House",
}


def _said(amount: Money | None) -> str:
    return _NOT_YET if amount is None else amount.text()


def _hold(sums: Summed, kind: TableKind) -> str:
    return _NOT_YET if sums.win is None else hold_shown(sums.hold(kind))


def _prior(*sums: Summed) -> str:
    """What adjustments of filed periods add; nothing where there are none."""
    return total([one.prior_period for one in sums if one.prior_period is not None]).text()


def ways(day: date) -> tuple[tuple[str, str], ...]:
    """The worksheet as files."""
    return tuple(
        (word.upper(), url_for("accounting.file", day=day, name="revenue_worksheet", ending=word))
        for word in ("csv", "xlsx", "pdf")
    )


def beside(day: date) -> Listing:
    """The day's win beside the month's and the year's to date."""
    found = spans.worksheet(desk.database(), desk.viewer(), day)
    return Listing(
        id="to-date",
        title="To date",
        columns=tuple(Column(title, right=place > 0) for place, title in enumerate(_TO_DATE)),
        rows=tuple(_span_row(found, span, day) for span in Span),
        links=ways(day),
    )


def _span_row(found: Worksheet, span: Span, day: date) -> TableRow:
    banking = found.house(TableKind.BANKING).get(span, NOTHING)
    rake = found.house(TableKind.NONBANKING).get(span, NOTHING)
    return row(
        Cell(_TITLES[span], url_for("accounting.worksheet", day=day, span=span.value)),
        max(banking.days, rake.days),
        *cells(_said(banking.win), _said(banking.drop), _hold(banking, TableKind.BANKING)),
        *cells(_said(rake.win), _prior(banking, rake), _said(spans.gross(found, span))),
        banking.incomplete + rake.incomplete,
    )


@bp.get("/day/<day:day>/worksheet/<any(day, month_to_date, year_to_date):span>")
@gate.needs(Permission.ACCOUNTING_DAY)
def worksheet(day: date, span: str) -> Response:
    """What a day, a month or a year to date is added from: its days, its tables, games, pits."""
    of = Span(span)
    found = spans.worksheet(desk.database(), desk.viewer(), day)
    lines = [line for line in found.lines if line.span is of]
    return page(
        "accounting/worksheet.html",
        title="Revenue worksheet",
        gaming_date=day,
        day=day,
        span=_TITLES[of],
        first=of.first(day),
        listings=[
            _days(spans.days(desk.database(), desk.viewer(), day, of)),
            *(_lines(level, [line for line in lines if line.level is level]) for level in Level),
        ],
    )


def _days(found: tuple[DaySums, ...]) -> Listing:
    return Listing(
        id="days",
        title="Days",
        columns=tuple(Column(title, right=place > 0) for place, title in enumerate(_DAYS)),
        rows=tuple(map(_day_row, found)),
    )


def _day_row(one: DaySums) -> TableRow:
    incomplete = one.banking.incomplete + one.nonbanking.incomplete
    to = url_for("accounting.day", day=one.gaming_date)
    banking = one.banking
    return row(
        Cell(one.gaming_date.isoformat(), to),
        *cells(_said(banking.win), _said(banking.drop), _hold(banking, TableKind.BANKING)),
        *cells(_said(one.nonbanking.win), _prior(banking, one.nonbanking)),
        *cells(_said(one.gross), incomplete),
        look=bool(incomplete),
    )


def _lines(level: Level, lines: list[Line]) -> Listing:
    return Listing(
        id=f"by-{level.value}",
        title=_LEVELS[level],
        columns=tuple(Column(title, right=place >= _LEFT) for place, title in enumerate(_LINES)),
        rows=tuple(map(_line_row, lines)),
    )


def _line_row(line: Line) -> TableRow:
    sums = line.sums
    moved = (sums.fills, sums.credits, sums.currency, sums.checks, sums.drop, sums.win)
    return row(
        *cells(line.code.replace("_", " "), line.kind.value, sums.days),
        *map(_said, moved),
        *cells(_hold(sums, line.kind), sums.coupons, sums.incomplete),
        look=bool(sums.incomplete),
    )
