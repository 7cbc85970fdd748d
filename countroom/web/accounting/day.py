"""A gaming day: the win of every table, and where it differs from its games."""

from datetime import date
from typing import Final

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.floor import TableKind
from countroom.domain.reconciliation import Played
from countroom.domain.revenue import hold_shown
from countroom.domain.tax import Assessment
from countroom.inquiries import audit as audits
from countroom.inquiries import first_checks, floor_plan, reconcile, revenue, tax, watching
from countroom.inquiries.reconcile import ReconciledDay, TableResult
from countroom.inquiries.revenue import RevenueDay
from countroom.money import Money, total
from countroom.reports import gallery
from countroom.reports.watch_pictures import hold_line
from countroom.web import desk, gate
from countroom.web.accounting import files, pictures, to_date
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.days import find
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, row

_BANKING: Final = (
    "Table",
    "Opening",
    "Fills",
    "Credits",
    "Currency",
    "Checks",
    "Drop",
    "Closing",
    "Win",
    "Hold",
    "Engine",
    "Cash",
    "Chk",
    "Chips",
    "Cpn",
)
_NONBANKING: Final = (
    "Table",
    "Currency",
    "Value chips",
    "Rake chips",
    "Rake",
    "Engine",
    "Cash",
    "Chips",
)
_NOT_YET: Final = "—"


@bp.get("/day/<day:day>")
@gate.needs(Permission.ACCOUNTING_DAY)
def day(day: date) -> Response:
    """A day table by table; before its conclusion one sentence and no figure."""
    entry = find(day)
    if not entry.concluded:
        return page(
            "accounting/embargo.html", title="Gaming day", gaming_date=day, entry=entry, day=day
        )
    database, viewer = desk.database(), desk.viewer()
    books = revenue.day(database, viewer, day)
    found = reconcile.reconciled(database, viewer, day, desk.server().settings.rounds)
    due = tax.day(database, viewer, day)
    audit = audits.of_reconciled(database, viewer, found)
    complete = sum(table.complete for table in found.tables)
    return page(
        "accounting/day.html",
        title="Gaming day",
        gaming_date=day,
        day=day,
        entry=entry,
        found=found,
        complete=complete,
        audit=audit,
        figures=[*_figures(books, found), *_prior_figure(books), _tax_figure(due)],
        tax_due=due,
        to_date=to_date.beside(day),
        pictures=[
            pictures.hung(day, gallery.floor_map(floor_plan.by_pit(database, found))),
            pictures.hung(day, hold_line(watching.house_days(database, viewer, day))),
        ],
        banking=_listing("banking", "Banking tables", _BANKING, _of(found, TableKind.BANKING), day),
        nonbanking=_listing(
            "nonbanking", "Nonbanking tables", _NONBANKING, _of(found, TableKind.NONBANKING), day
        ),
        work=[(table, finding) for table in found.tables for finding in table.findings],
        files=files.offered(day),
        of_cage=first_checks.against_cage(database, viewer, day),
        first_recorded=first_checks.recorded(database, viewer, day),
        enters=gate.opens(desk.who().duty, frozenset({Permission.ACCOUNTING_CHECKS})),
    )


def _figures(books: RevenueDay, found: ReconciledDay) -> list[tuple[str, str, str]]:
    """Label, figure and note of what must be seen first."""
    win = books.banking
    coupons = total([row.day.coupon_value for row in books.rows])
    variance = found.variance
    return [
        ("Win", _NOT_YET if win is None else win.win.text(), ""),
        ("Drop", _NOT_YET if win is None else win.drop.text(), ""),
        ("Hold", _NOT_YET if win is None else hold_shown(win.hold), ""),
        ("Rake", _NOT_YET if books.rake is None else books.rake.text(), ""),
        ("Coupons", coupons.text(), "memo"),
        (
            "Variance",
            _NOT_YET if variance is None else variance.text(),
            "" if variance is None else variance.in_words().split(" ")[0],
        ),
    ]


def _prior_figure(books: RevenueDay) -> list[tuple[str, str, str]]:
    """What adjustments of filed periods, posted on this day, add; nothing where there are none."""
    prior = [row.day.prior_win for row in books.rows if row.day.prior]
    return [("Prior period", total(prior).text(), "posted here")] if prior else []


def _tax_figure(due: Assessment | None) -> tuple[str, str, str]:
    """What this day alone would owe; the week is what is filed."""
    if due is None or due.due is None:
        return ("Tax", _NOT_YET, "")
    return ("Tax", due.due.text(), "this day")


def _of(found: ReconciledDay, kind: TableKind) -> list[TableResult]:
    return [table for table in found.tables if table.row.day.kind is kind]


def _said(amount: Money | None) -> str:
    return _NOT_YET if amount is None else amount.text()


def _amount(amount: Money | None) -> Cell:
    """A part of the variance: nothing, even, or marked."""
    if amount is None:
        return Cell(_NOT_YET)
    return Cell(amount.text(), look="look") if amount.cents else Cell("0")


def _listing(
    name: str, title: str, columns: tuple[str, ...], tables: list[TableResult], day: date
) -> Listing:
    line = _banking_line if name == "banking" else _nonbanking_line
    ways = [
        (word.upper(), url_for("accounting.file", day=day, name="reconciliation", ending=word))
        for word in ("csv", "xlsx", "pdf")
    ]
    return Listing(
        id=name,
        title=title,
        columns=tuple(Column(title, right=place > 0) for place, title in enumerate(columns)),
        rows=tuple(line(table, day) for table in tables),
        nothing=f"No {name} table belongs to this day.",
        links=tuple(ways) if tables else (),
    )


def _table_cell(table: TableResult, day: date) -> Cell:
    code = table.row.day.table
    return Cell(code, url_for("accounting.why", day=day, table=code))


def _banking_line(table: TableResult, day: date) -> TableRow:
    entry, books, games = table.row.day, table.row, table.games.played
    parts = table.variance
    differs = len(table.coupons.missing) + len(table.coupons.extra)
    figures = {
        "opening": entry.opening,
        "fills": entry.fills,
        "credits": entry.credits,
        "currency": entry.currency,
        "checks": entry.checks,
        "drop": books.drop,
        "closing": entry.closing,
        "win": books.win,
    }
    return row(
        _table_cell(table, day),
        *(_opening(amount, entry.table, day, name) for name, amount in figures.items()),
        _NOT_YET if books.win is None else hold_shown(books.hold),
        _of_games(games, entry.table, day),
        *(_amount(None if parts is None else part) for part in _parts(table)),
        Cell(str(differs), look="look") if differs else Cell("0"),
        look=bool(differs) or (parts is not None and not parts.is_even),
    )


_UNDER: Final = {"drop": "currency", "win": "win"}


def _opening(amount: Money | None, table: str, day: date, figure: str) -> Cell:
    """A figure that opens the forms and lines it is added from."""
    if amount is None:
        return Cell(_NOT_YET)
    at = _UNDER.get(figure, figure)
    to = url_for("accounting.figures", day=day, table=table, _anchor=at)
    return Cell(amount.text(), to, value=amount)


def _of_games(games: Played | None, table: str, day: date) -> Cell:
    """The engine's result, which opens its rounds."""
    if games is None:
        return Cell(_NOT_YET)
    to = url_for("accounting.rounds", day=day, table=table)
    return Cell(games.house_net.text(), to, value=games.house_net)


def _parts(table: TableResult) -> tuple[Money | None, Money | None, Money | None]:
    parts = table.variance
    return (None, None, None) if parts is None else (parts.cash, parts.checks, parts.chips)


def _nonbanking_line(table: TableResult, day: date) -> TableRow:
    entry, books, games = table.row.day, table.row, table.games.played
    parts = table.variance
    cash, _, chips = _parts(table)
    return row(
        _table_cell(table, day),
        *(
            _opening(getattr(entry, name), entry.table, day, name)
            for name in ("currency", "value_chips", "rake_chips")
        ),
        _opening(books.win, entry.table, day, "win"),
        _of_games(games, entry.table, day),
        _amount(cash),
        _amount(chips),
        look=parts is not None and not parts.is_even,
    )
