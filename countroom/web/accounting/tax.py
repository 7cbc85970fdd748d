"""The weekly tax: the filing weeks, and one of them with its days."""

from datetime import date
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.tax import Gross, TaxLine, percent
from countroom.errors import RuleError
from countroom.inquiries import filed, tax
from countroom.inquiries.tax import TaxDay, TaxWeek
from countroom.money import Money
from countroom.web import desk, gate, home
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, cells, row

home.door("accounting.tax_weeks", "Weekly tax", "Filing weeks: revenue, and what is due on it.")

_NOT_YET: Final = "—"
_WEEKS: Final = (
    "Week from",
    "to",
    "Days",
    "Banking",
    "Nonbanking",
    "Automated",
    "Contests",
    "Gross",
    "Due",
)
_LINES: Final = (
    *("Days from", "to", "Gross", "State", "State tax"),
    *("Automated", "Automated tax", "Local", "Local share", "Due"),
)
_DAYS: Final = (
    *("Gaming date", "Banking", "Nonbanking", "Automated", "Contests", "Gross"),
    "Waits for",
)


def _columns(titles: tuple[str, ...], left: int) -> tuple[Column, ...]:
    return tuple(Column(title, right=place >= left) for place, title in enumerate(titles))


def _said(amount: Money | None) -> str:
    return _NOT_YET if amount is None else amount.text()


@bp.get("/tax")
@gate.needs(Permission.ACCOUNTING_DAY)
def tax_weeks() -> Response:
    """The filing weeks with a concluded day, newest first."""
    found: tuple[TaxWeek, ...] = ()
    refusal = ""
    try:
        found = tax.weeks(desk.database(), desk.viewer())
    except RuleError as refused:
        refusal = refused.message
    listing = Listing(
        id="weeks",
        title="Filing weeks",
        columns=_columns(_WEEKS, 2),
        rows=tuple(map(_week_row, found)),
        nothing="No gaming day is concluded yet.",
    )
    return page("accounting/tax_weeks.html", title="Weekly tax", refusal=refusal, listing=listing)


def _week_row(week: TaxWeek) -> TableRow:
    to = url_for("accounting.tax_week", day=week.newest)
    gross = week.due.gross
    days = f"{len(week.days) - len(week.incomplete)} of {len(week.days)}"
    figures = (
        *(gross.banking, gross.nonbanking, gross.automated, gross.contests, gross.total),
        week.due.due,
    )
    return row(
        Cell(week.first.isoformat(), to),
        *cells(week.last.isoformat(), days),
        *(Cell(_said(amount), f"{to}#days") for amount in figures),
        look=bool(week.due.refusal),
    )


@bp.get("/tax/<day:day>")
@gate.needs(Permission.ACCOUNTING_DAY)
def tax_week(day: date) -> Response:
    """The filing week of a gaming day: what is due at each rate, and on which days."""
    week = tax.week(desk.database(), desk.viewer(), day)
    due = week.due
    ways = tuple(
        (word.upper(), url_for("accounting.file", day=day, name="weekly_tax", ending=word))
        for word in ("csv", "xlsx", "pdf")
    )
    return page(
        "accounting/tax_week.html",
        title="Weekly tax",
        gaming_date=day,
        week=week,
        filing=filed.week(desk.database(), desk.viewer(), day),
        writes=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS})),
        figures=[
            ("Gross revenue", due.gross.total.text(), ""),
            ("State tax", _said(due.state), ""),
            ("Automated tables", _said(due.automated), "besides"),
            ("Local share", _said(due.local), ""),
            ("Due, held in trust", _said(due.due), ""),
        ],
        lines=Listing(
            id="lines",
            title="What is due",
            columns=_columns(_LINES, 2),
            rows=tuple(map(_line_row, due.lines)),
            nothing=due.refusal or "No day of this week is complete yet.",
            links=ways,
        ),
        days=Listing(
            id="days",
            title="Its days",
            columns=(*_columns(_DAYS, 1)[:-1], Column(_DAYS[-1])),
            rows=tuple(map(_day_row, week.days)),
            foot=cells("Complete days", *_amounts(due.gross), ""),
        ),
    )


def _line_row(line: TaxLine) -> TableRow:
    rates = line.rates
    return row(
        *cells(line.first.isoformat(), line.last.isoformat()),
        Cell(line.gross.total.text(), "#days"),
        *cells(percent(rates.state), line.state, percent(rates.automated), line.automated),
        *cells(percent(rates.local), line.local, line.due),
    )


def _amounts(gross: Gross | None) -> tuple[str, ...]:
    if gross is None:
        return (_NOT_YET,) * 5
    parts = (gross.banking, gross.nonbanking, gross.automated, gross.contests, gross.total)
    return tuple(amount.text() for amount in parts)


def _day_row(entry: TaxDay) -> TableRow:
    to = url_for("accounting.day", day=entry.gaming_date) if entry.concluded else ""
    return row(
        Cell(entry.gaming_date.isoformat(), to),
        *(Cell(text, to if entry.gross is not None else "") for text in _amounts(entry.gross)),
        entry.waits,
        look=entry.concluded and entry.gross is None,
    )
