"""Under a table's day: each figure with the forms and lines it is added from, and its rounds."""

from datetime import date
from typing import Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.revenue import hold_shown
from countroom.inquiries import figures as inquiry
from countroom.inquiries.figures import Figure, Figures, Line, RoundResult, Void
from countroom.money import Money, total
from countroom.web import desk, gate, links
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, TableRow, row

_NOT_YET: Final = "—"
_LINES: Final = ("Form", "Box", "What", "Each", "Pieces", "Amount")
_TITLES: Final = {
    "opening": "Opening inventory",
    "fills": "Fills",
    "credits": "Credits",
    "currency": "Currency",
    "value_chips": "Value chips",
    "rake_chips": "Rake chips",
    "checks": "Counter Checks",
    "closing": "Closing inventory",
}
_AT_NONBANKING: Final = frozenset({"value_chips", "rake_chips"})
_WORDS: Final = 3


@bp.get("/day/<day:day>/figures/<table>")
@gate.needs(Permission.ACCOUNTING_DAY)
def figures(day: date, table: str) -> Response:
    """What a table's figures are added from, form by form and line by line."""
    found = inquiry.figures(desk.database(), desk.viewer(), day, table)
    return page(
        "accounting/figures.html",
        title=f"Under {table}",
        gaming_date=day,
        day=day,
        table=table,
        row=found.row,
        shown=_shown(found),
        listings=[_listing(one, day) for one in found.figures if _stands(one, found)],
        coupons=found.coupons,
        void=_void(found.void),
    )


def _stands(one: Figure, found: Figures) -> bool:
    return found.row.day.kind.value == "nonbanking" or one.name not in _AT_NONBANKING


def _shown(found: Figures) -> list[tuple[str, str, str]]:
    row_ = found.row
    hold = _NOT_YET if row_.win is None else hold_shown(row_.hold)
    return [
        ("Win", _said(row_.win), "win"),
        ("Drop", _said(row_.drop), ""),
        ("Hold", hold, ""),
        ("Coupons", found.row.day.coupon_value.text(), "memo"),
    ]


def _said(amount: Money | None) -> str:
    return _NOT_YET if amount is None else amount.text()


def _listing(one: Figure, day: date) -> Listing:
    return Listing(
        id=one.name,
        title=f"{_TITLES[one.name]} {_said(one.amount)}",
        columns=tuple(Column(title, right=place >= _WORDS) for place, title in enumerate(_LINES)),
        rows=tuple(_line(line, day) for line in one.lines),
        nothing="Nothing is added here: no form of this table's drop period has such a line.",
    )


def _line(line: Line, day: date) -> TableRow:
    each = "" if line.denomination is None else line.denomination
    return row(
        Cell(line.form, url_for("accounting.form", day=day, name=line.form)),
        *(line.box, line.says, each, line.pieces, line.amount),
    )


def _void(forms: tuple[Void, ...]) -> Listing:
    return Listing(
        id="void",
        title="Void, in no figure",
        columns=(Column("Form"), Column("What")),
        rows=tuple(row(Cell(one.form, links.to(one.form)), one.title) for one in forms),
        nothing="No form of this table and date is void.",
    )


@bp.get("/day/<day:day>/rounds/<table>")
@gate.needs(Permission.ACCOUNTING_DAY)
def rounds(day: date, table: str) -> Response:
    """The rounds under a table's engine result: by hour, and each round of an hour."""
    folder = desk.server().settings.rounds
    found = inquiry.rounds(desk.database(), desk.viewer(), day, table, folder)
    hour = request.args.get("hour", "")
    some = [one for one in found if _hour(one) == hour]
    return page(
        "accounting/rounds.html",
        title=f"Rounds of {table}",
        gaming_date=day,
        day=day,
        table=table,
        result=total([one.house for one in found]),
        many=len(found),
        by_hour=_by_hour(found, day, table),
        listing=_rounds(some, day, table) if some else None,
    )


def _hour(one: RoundResult) -> str:
    return f"{one.at:%Y-%m-%d %H}"


def _by_hour(found: tuple[RoundResult, ...], day: date, table: str) -> Listing:
    hours: dict[str, list[RoundResult]] = {}
    for one in found:
        hours.setdefault(_hour(one), []).append(one)
    return Listing(
        id="hours",
        title="Hours",
        columns=(
            Column("From"),
            *(Column(title, right=True) for title in ("Rounds", "Staked", "House")),
        ),
        rows=tuple(
            row(
                Cell(
                    f"{hour}:00",
                    url_for("accounting.rounds", day=day, table=table, hour=hour, _anchor="rounds"),
                ),
                len(some),
                total([one.staked for one in some]),
                total([one.house for one in some]),
            )
            for hour, some in hours.items()
        ),
    )


def _rounds(found: list[RoundResult], day: date, table: str) -> Listing:
    sees = gate.opens(desk.who().duty, frozenset({Permission.ROUNDS_SEE}))
    return Listing(
        id="rounds",
        title="Rounds",
        columns=(
            *(Column("Round", right=True), Column("At")),
            *(Column(title, right=True) for title in ("Staked", "House")),
        ),
        rows=tuple(
            row(
                Cell(
                    str(one.number),
                    url_for("accounting.felt", day=day, table=table, round=one.number)
                    if sees
                    else "",
                ),
                *(f"{one.at:%H:%M:%S}", one.staked, one.house),
            )
            for one in found
        ),
    )
