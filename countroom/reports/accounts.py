"""The grids of accounting's own reports: revenue worksheet, weekly tax, journal."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Final

from countroom.domain.access import Viewer
from countroom.domain.ledger import CURRENCY, Entry
from countroom.domain.spans import Level, Span
from countroom.domain.tax import Gross, TaxLine
from countroom.inquiries import compared, compared_to_date, frames, ledger, spans, tax
from countroom.inquiries.compared import Compared
from countroom.inquiries.compared_to_date import SpanPlace
from countroom.inquiries.ledger import Journal
from countroom.inquiries.registers import Database
from countroom.inquiries.spans import Line
from countroom.inquiries.tax import TaxWeek
from countroom.money import Money, total
from countroom.reports.grids import Grid, Value

# ------------------------------------------------------------------- the revenue worksheet

_AMOUNTS: Final = (
    *("opening", "fills", "credits", "currency", "checks", "drop", "closing"),
    *("value_chips", "rake_chips", "win", "prior_period"),
)
_WORKSHEET: Final = (
    *("span", "from", "to", "level", "code", "kind", "pit", "game"),
    *("days", "complete", "incomplete"),
    *_AMOUNTS,
    *("hold", "coupons", "coupon_value", "fill_slips", "credit_slips"),
    *("engine_house_net", "variance", "cash", "check", "chip", "coupons_differing"),
)


def _hold(line: Line) -> Decimal | str | None:
    """Win by drop; "n/a" where nothing was dropped, nothing while the win is not known."""
    if line.hold is not None:
        return Decimal(line.hold)
    return None if line.sums.win is None else "n/a"


def _worksheet_row(line: Line, last: date, games: dict[SpanPlace, Compared]) -> tuple[Value, ...]:
    sums = line.sums
    of_line = games.get((line.span, line.level, line.code, line.kind))
    return (
        *(line.span.value, line.first, last, line.level.value, line.code, line.kind.value),
        *(line.pit, line.game, sums.days, sums.complete, sums.incomplete),
        *(getattr(sums, name) for name in _AMOUNTS),
        *(_hold(line), sums.coupons, sums.coupon_value),
        *(" ".join(line.fill_slips), " ".join(line.credit_slips)),
        *((None,) * len(fields(Compared)) if of_line is None else _compared(of_line)),
    )


def _compared(found: Compared) -> tuple[Value, ...]:
    return tuple(getattr(found, each.name) for each in fields(found))


def worksheet_games(
    database: Database, viewer: Viewer, day: date, rounds: Path
) -> dict[SpanPlace, Compared]:
    """What the games say beside each line of the worksheet.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    of_day = compared.compared(database, viewer, day, rounds)
    longer = compared_to_date.to_date(database, viewer, day)
    return {(Span.DAY, *place): found for place, found in of_day.items()} | longer


def revenue_worksheet(
    database: Database, viewer: Viewer, day: date, rounds: Path
) -> tuple[Grid, ...]:
    """The worksheet of a gaming date: a row for each span, level and what is added under it.

    What the games say stands beside the books; beside a longer span once all of it is reckoned.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    found = spans.worksheet(database, viewer, day)
    games = worksheet_games(database, viewer, day, rounds)
    rows = tuple(_worksheet_row(line, day, games) for line in found.lines)
    return (Grid("revenue_worksheet", "Revenue worksheet", _WORKSHEET, rows),)


_SPANS: Final = {
    Span.DAY: "The day",
    Span.MONTH: "Month to date",
    Span.YEAR: "Year to date",
}
_LEVELS: Final = {
    Level.TABLE: "table by table",
    Level.GAME: "by game",
    Level.PIT: "by pit",
    Level.HOUSE: "the house",
}
_PRINTED: Final = (
    *("code", "kind", "opening", "fills", "credits", "drop", "closing", "win"),
    *("prior_period", "hold"),
    *("days", "incomplete"),
)
_GAMES: Final = ("code", "kind", "win", "engine_house_net", "variance", "cash", "check", "chip")


def worksheet_on_paper(grids: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """A table for each span and level, of the columns that fit the page."""
    (grid,) = grids
    span_at, level_at = grid.columns.index("span"), grid.columns.index("level")
    parts = []
    for span, span_title in _SPANS.items():
        for level, level_title in _LEVELS.items():
            rows = tuple(
                row for row in grid.rows if row[span_at] == span and row[level_at] == level
            )
            part = Grid(grid.name, "", grid.columns, rows)
            shown = [n for n in _PRINTED if span is Span.DAY or n not in {"opening", "closing"}]
            title = f"{span_title}, {level_title}"
            parts.append(part.pick(title, *shown, blank=_NOT_YET))
            if (span, level) == (Span.DAY, Level.TABLE):
                parts.append(part.pick(f"{title}, and the games", *_GAMES, blank=_NOT_YET))
    return tuple(parts)


_NOT_YET: Final = "not yet"


# --------------------------------------------------------------------------- the weekly tax

_RETURN: Final = (
    *("week_from", "week_to", "rate_from", "rate_to", "days", "incomplete_days"),
    *("banking", "nonbanking", "automated", "contests", "gross_revenue"),
    *("state_rate", "state_tax", "automated_rate", "automated_tax", "local_rate", "local_share"),
    *("due", "refusal"),
)
_DAYS: Final = (
    *("gaming_date", "banking", "nonbanking", "automated", "contests", "gross_revenue"),
    "waits_for",
)
_RATES: Final = 3
"""Rates, and the tax at each: of the state, of automated tables, local."""


def _share(rate: Fraction) -> Decimal:
    return Decimal(rate.numerator) / Decimal(rate.denominator)


def _revenue(gross: Gross | None) -> tuple[Value, ...]:
    if gross is None:
        return (None, None, None, None, None)
    return (gross.banking, gross.nonbanking, gross.automated, gross.contests, gross.total)


def _return_row(week: TaxWeek, line: TaxLine) -> tuple[Value, ...]:
    days = [
        day
        for day in week.days
        if day.gross is not None and line.first <= day.gaming_date <= line.last
    ]
    rates = line.rates
    return (
        *(week.first, week.last, line.first, line.last, len(days), len(week.incomplete)),
        *_revenue(line.gross),
        *(_share(rates.state), line.state, _share(rates.automated), line.automated),
        *(_share(rates.local), line.local, line.due, ""),
    )


def _return_refused(week: TaxWeek) -> tuple[Value, ...]:
    """The revenue without an amount due: it cannot be said, or no day is complete yet."""
    known = len(week.days) - len(week.incomplete)
    says = week.due.refusal or "No day of the week is complete yet."
    return (
        *(week.first, week.last, None, None, known, len(week.incomplete)),
        *_revenue(week.due.gross if known else None),
        *((None,) * (2 * _RATES)),
        *(None, says),
    )


def weekly_tax(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """The filing week of a gaming date: what is due at each rate, and the days it is due on.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
        RuleError: The house has not stated its filing week.
    """
    week = tax.week(database, viewer, day)
    rows = tuple(_return_row(week, line) for line in week.due.lines)
    days = tuple((each.gaming_date, *_revenue(each.gross), each.waits) for each in week.days)
    return (
        Grid("weekly_tax", "Weekly tax on table games", _RETURN, rows or (_return_refused(week),)),
        Grid("weekly_tax_days", "Gross revenue of its days", _DAYS, days),
    )


_BOARD: Final = (
    *("facility", "month", "to", "days_of_play", "tables", "average_daily_tables"),
    *("banking", "nonbanking", "electronic", "contests", "gross_revenue"),
    *("state_tax", "electronic_tax", "local_tax", "refusal"),
)


def board_monthly(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """The month of a gaming date in the columns that the Board publishes.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    found = tax.month(database, viewer, day)
    due, facility = found.due, frames.frame(database, day).facility
    average = Decimal(found.table_days) / max(1, found.days)
    row: tuple[Value, ...] = (
        *(facility, f"{found.first:%Y-%m}", day, found.days, found.tables),
        average.quantize(Decimal("0.1")),
        *_revenue(due.gross),
        *(due.state, due.automated, due.local, due.refusal),
    )
    return (Grid("board_monthly", "Table games in the month", _BOARD, (row,)),)


def board_on_paper(grids: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """The month, its revenue and its tax in tables of their own."""
    (grid,) = grids
    return (
        grid.pick("The month", *_BOARD[:6]),
        grid.pick("Revenue", *_BOARD[6:11]),
        grid.pick("Tax", *_BOARD[11:], blank=_NOT_YET),
    )


def tax_on_paper(grids: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """Revenue and tax in tables of their own, then the days with their sums."""
    due, days = grids
    money = ("banking", "nonbanking", "automated", "contests", "gross_revenue")
    return (
        due.pick("Revenue of the week", *_RETURN[:6], *money, "refusal"),
        due.pick("Tax due", *_RETURN[11:18], blank=_NOT_YET, summed=("due",)),
        days.pick(days.title, *_DAYS),
    )


# ------------------------------------------------------------------------------ the journal

_JOURNAL: Final = (
    *("gaming_date", "journal_ref", "corrects", "line", "account", "pit", "table"),
    *("debit", "credit", "description", "source_doc", "currency"),
)
_WAITING: Final = ("table", "game", "opening_slip", "closing_slip", "checks_complete")


def _entry_rows(found: Journal, entries: Iterable[Entry]) -> tuple[tuple[Value, ...], ...]:
    return tuple(
        (
            *(found.gaming_date, entry.reference, entry.corrects, number, line.account),
            *(found.pits.get(line.table, ""), line.table, line.debit, line.credit),
            *(line.says, line.source, CURRENCY),
        )
        for entry in entries
        for number, line in enumerate(entry.postings, 1)
    )


def gl_journal(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """The newest entry of a gaming date; behind it those before, and what it waits for.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    found = ledger.journal(database, viewer, day)
    waits = tuple(
        (each.table, each.game, each.opening_slip, each.closing_slip, each.checks_complete)
        for each in found.waiting
    )
    return (
        Grid("gl_journal", "Newest entry", _JOURNAL, _entry_rows(found, found.entries[-1:])),
        Grid("earlier_entries", "Before it", _JOURNAL, _entry_rows(found, found.entries[:-1])),
        Grid("contests", "Contests", _JOURNAL, _entry_rows(found, found.contests)),
        Grid("waiting", "Tables that are incomplete", _WAITING, waits),
    )


def gl_journal_all(database: Database, viewer: Viewer, day: date) -> tuple[Grid, ...]:
    """Every entry of a gaming date, first to last.

    Raises:
        AccessError: The duty may not see it, or not before the conclusion.
        NotFoundError: There is nothing of that date.
    """
    found = ledger.journal(database, viewer, day)
    rows = _entry_rows(found, (*found.entries, *found.contests))
    return (Grid("gl_journal_all", "Every entry", _JOURNAL, rows),)


def journal_on_paper(grids: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """The entries with their sums, which are equal."""
    shown = [name for name in _JOURNAL if name not in {"gaming_date", "currency"}]
    return tuple(
        _entries_on_paper(grid, shown) if grid.columns == _JOURNAL else grid for grid in grids
    )


def _entries_on_paper(grid: Grid, shown: list[str]) -> Grid:
    sides = [
        total([amount for amount in _column(grid, side) if isinstance(amount, Money)]).text()
        for side in ("debit", "credit")
    ]
    title = f"{grid.title}: debits {sides[0]}, credits {sides[1]}" if grid.rows else grid.title
    return grid.pick(title, *shown)


def _column(grid: Grid, name: str) -> list[Value]:
    return [row[grid.columns.index(name)] for row in grid.rows]
