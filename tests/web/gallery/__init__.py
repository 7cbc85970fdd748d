"""A page that shows every part of the house style once, for the tests of it."""

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from flask import Blueprint, Flask, Response
from wtforms import BooleanField

from countroom.domain.denominations import Instrument
from countroom.money import Money
from countroom.web import gate, tables
from countroom.web.fields import ChoiceField, MoneyField
from countroom.web.forms import SignedForm
from countroom.web.grid import Grid, GridRow
from countroom.web.pages import page


class GalleryForm(SignedForm):
    """Every kind of field."""

    ticket = MoneyField("Machine ticket")
    kind = ChoiceField("Why", choices=[("a", "No activity"), ("b", "Table closed")], default="a")
    aloud = BooleanField("Game, table and shift were said aloud")


def a_grid() -> Grid:
    """Six notes, some entered."""
    notes = (10_000, 5_000, 2_000, 1_000, 500, 100)
    grid = Grid(tuple(GridRow("", Instrument.CURRENCY, cents) for cents in notes))
    return grid.fill({"grid.currency-10000.pieces": "48", "grid.currency-5000.pieces": "0"})


def install(app: Flask) -> None:
    """Serve the page at /gallery."""
    bp = Blueprint("gallery", __name__, template_folder=str(Path(__file__).parent))

    @bp.route("/gallery", methods=["GET", "POST"])
    @gate.signed_in
    def gallery() -> Response:
        form = GalleryForm()
        form.submitted()
        signed = [
            SimpleNamespace(
                at=datetime(2011, 6, 15, 9, 12, tzinfo=UTC),
                name="Person 101 (sample)",
                title="Count Team Member",
                credential="C-101",
                due=False,
            ),
            SimpleNamespace(at=None, name="", title="Main Bank Cashier", credential="", due=True),
        ]
        listing = tables.Listing(
            "boxes",
            "Boxes",
            (tables.Column("Box"), tables.Column("State"), tables.Column("Total", right=True)),
            (
                tables.row("007", tables.Cell("recorded", look="recorded"), Money(694_000)),
                tables.row("7", tables.Cell("open", look="open"), Money(-2_500), look=True),
            ),
            foot=tables.cells("2 boxes", "", Money(691_500)),
            links=(("CSV", "/gallery?format=csv"),),
        )
        return page(
            "gallery.html",
            title="Gallery",
            form=form,
            cells=a_grid(),
            short=Money(-2_000),
            signed=signed,
            listing=listing,
        )

    app.register_blueprint(bp)
