"""Chips on the books of a gaming day: issued, and where they are."""

from datetime import date

from flask import Response

from countroom.domain.access import Permission
from countroom.domain.chip_books import Holding
from countroom.inquiries import chip_books
from countroom.web import desk, gate
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.days import find
from countroom.web.pages import page
from countroom.web.tables import Column, Listing, TableRow, row

_COLUMNS = ("Each", "Issued", "Racks", "Chip bank", "Reserve", "Outstanding", "Worth")


@bp.get("/day/<day:day>/chips")
@gate.needs(Permission.ACCOUNTING_DAY)
def chips(day: date) -> Response:
    """Issued = racks + chip bank + reserve + outstanding, and the differences in words."""
    entry = find(day)
    if not entry.concluded:
        return page("accounting/embargo.html", title="Chips", gaming_date=day, entry=entry, day=day)
    books = chip_books.books(desk.database(), desk.viewer(), day)
    listing = Listing(
        id="chips",
        title="Chips on the books",
        columns=tuple(Column(title, right=place > 0) for place, title in enumerate(_COLUMNS)),
        rows=tuple(_line(holding) for holding in books.holdings),
        nothing="This house has no chips.",
    )
    return page(
        "accounting/chips.html",
        title="Chips on the books",
        gaming_date=day,
        day=day,
        books=books,
        listing=listing,
    )


def _line(holding: Holding) -> TableRow:
    counts = (holding.issued, holding.racks, holding.bank, holding.reserve, holding.outstanding)
    written = [f"{count:,}" for count in counts]
    worth = holding.outstanding_value
    return row(holding.label, *written, worth, look=holding.outstanding < 0)
