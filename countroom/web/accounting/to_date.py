"""The day, the month and the year to date beside each other, and what each is added from."""

from datetime import date
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.floor import TableKind
from countroom.domain.revenue import hold_shown
from countroom.domain.spans import NOTHING, Level, Span, Summed, of_one
from countroom.domain.table_day import TableDay
from countroom.inquiries import spans
from countroom.inquiries.compared import Compared
from countroom.inquiries.compared_to_date import SpanPlace
from countroom.inquiries.spans import DaySums, Line, Worksheet
from countroom.money import Money, total
from countroom.reports.accounts import worksheet_games
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, cells, row

Games = dict[SpanPlace, Compared]

_NOT_YET: Final = "—"
_TITLES: Final = {
    Span.DAY: "Day",
    Span.MONTH: "Month to date",
    Span.YEAR: "Year to date",
}
_TO_DATE: Final = ("Span", "Days", "Win", "Drop", "Hold", "Rake", "Prior", "Gross", "Incomplete")
_LINES: Final = (
    *("Code", "Kind", "Days", "Opening", "Fills", "Credits", "Currency", "Checks", "Drop"),
    *("Closing", "Win", "Hold", "Engine", "Cash", "Chk", "Chips", "Variance", "Cpn", "Coupons"),
    "Incomplete",
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
    games = worksheet_games(desk.database(), desk.viewer(), day, desk.server().settings.rounds)
    return page(
        "accounting/worksheet.html",
        title="Revenue worksheet",
        gaming_date=day,
        day=day,
        span=_TITLES[of],
        up="",
        first=of.first(day),
        listings=[
            _days(spans.days(desk.database(), desk.viewer(), day, of)),
            *(
                _lines(level, [line for line in lines if line.level is level], day, games)
                for level in Level
            ),
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


def _lines(level: Level, lines: list[Line], day: date, games: Games) -> Listing:
    return Listing(
        id=f"by-{level.value}",
        title=_LEVELS[level],
        columns=tuple(Column(title, right=place >= _LEFT) for place, title in enumerate(_LINES)),
        rows=tuple(_line_row(line, day, games) for line in lines),
    )


_FIGURES: Final = ("opening", "fills", "credits", "currency", "checks", "drop", "closing", "win")


def _line_row(line: Line, day: date, games: Games) -> TableRow:
    """A line; each of its figures opens what it is added from."""
    sums, found = line.sums, games.get((line.span, line.level, line.code, line.kind))
    parts: tuple[Money | None, ...] = (None,) * 5
    if found is not None:
        parts = (found.house_net, found.cash, found.checks, found.chips, found.variance)
    return row(
        Cell(line.code.replace("_", " "), _under(line, day)),
        *cells(line.kind.value, sums.days),
        *(_opening(getattr(sums, name), _under(line, day, name)) for name in _FIGURES),
        Cell(_hold(sums, line.kind), _under(line, day, "drop")),
        _opening(parts[0], _under(line, day, "engine")),
        *(_opening(part, _under(line, day, "variance")) for part in parts[1:]),
        _NOT_YET if found is None or found.coupons is None else found.coupons,
        *cells(sums.coupons, sums.incomplete),
        look=bool(sums.incomplete) or any(part is not None and part.cents for part in parts[1:]),
    )


def _opening(amount: Money | None, to: str) -> Cell:
    return Cell(_NOT_YET) if amount is None else Cell(amount.text(), to, value=amount)


def _under(line: Line, day: date, figure: str = "") -> str:
    """Where a figure leads: of a table's day to its lines, of any other to what is added in it."""
    if line.span is not Span.DAY or line.level is not Level.TABLE:
        return url_for(
            "accounting.worksheet_line",
            day=day,
            span=line.span.value,
            level=line.level.value,
            code=line.code,
            kind=line.kind.value,
        )
    if figure == "engine":
        return url_for("accounting.rounds", day=day, table=line.code)
    if figure == "variance":
        return url_for("accounting.why", day=day, table=line.code)
    at = {"drop": "currency", "win": "win"}.get(figure, figure)
    return url_for("accounting.figures", day=day, table=line.code, _anchor=at or None)


_LEVEL_WORDS: Final = "table, game, pit, house"


@bp.get(
    "/day/<day:day>/worksheet/<any(day, month_to_date, year_to_date):span>"
    f"/<any({_LEVEL_WORDS}):level>/<any(banking, nonbanking):kind>/<code>"
)
@gate.needs(Permission.ACCOUNTING_DAY)
def worksheet_line(day: date, span: str, level: str, kind: str, code: str) -> Response:
    """What one line of the worksheet is added from: its tables, day by day.

    Raises:
        NotFoundError: The worksheet has no such line.
    """
    database, viewer, of = desk.database(), desk.viewer(), Span(span)
    found = spans.under(database, viewer, day, of, Level(level), code, TableKind(kind))
    return page(
        "accounting/worksheet.html",
        title=f"Revenue worksheet, {code.replace('_', ' ')}",
        gaming_date=day,
        day=day,
        span=_TITLES[of],
        up=url_for("accounting.worksheet", day=day, span=span),
        first=of.first(day),
        listings=[_table_days(found)],
    )


_TABLE_DAYS: Final = (
    *("Gaming date", "Table", "Opening", "Fills", "Credits", "Currency", "Checks", "Drop"),
    *("Closing", "Win", "Hold"),
)


def _table_days(found: tuple[TableDay, ...]) -> Listing:
    return Listing(
        id="table-days",
        title="Table days",
        columns=tuple(
            Column(title, right=place >= _LEFT) for place, title in enumerate(_TABLE_DAYS)
        ),
        rows=tuple(map(_table_day, found)),
    )


def _table_day(entry: TableDay) -> TableRow:
    sums = of_one(entry)

    def to(at: str) -> str:
        return url_for(
            "accounting.figures", day=entry.gaming_date, table=entry.table, _anchor=at or None
        )

    return row(
        Cell(entry.gaming_date.isoformat(), url_for("accounting.day", day=entry.gaming_date)),
        Cell(entry.table, to("")),
        *(
            _opening(getattr(sums, name), to("currency" if name == "drop" else name))
            for name in _FIGURES
        ),
        _hold(sums, entry.kind),
        look=bool(sums.incomplete),
    )
