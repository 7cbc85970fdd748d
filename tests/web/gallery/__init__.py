"""A page that shows every part of the house style once, for the tests of it."""

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, request, url_for
from wtforms import BooleanField

from countroom.domain.denominations import Instrument
from countroom.errors import StaleError
from countroom.money import Money
from countroom.operations.acts import Done
from countroom.web import desk, gate, tables
from countroom.web.doing import after
from countroom.web.fields import ChoiceField, MoneyField
from countroom.web.forms import SignedForm
from countroom.web.grid import Grid, GridRow
from countroom.web.pages import clock_seconds, page


class GalleryForm(SignedForm):
    """Every kind of field."""

    ticket = MoneyField("Machine ticket")
    kind = ChoiceField("Why", choices=[("a", "No activity"), ("b", "Table closed")], default="a")
    aloud = BooleanField("Game, table and shift were said aloud")


def a_grid() -> Grid:
    """Six notes, two of them entered."""
    notes = (10_000, 5_000, 2_000, 1_000, 500, 100)
    grid = Grid(tuple(GridRow("", Instrument.CURRENCY, cents) for cents in notes))
    return grid.fill({"grid.currency-10000.pieces": "48", "grid.currency-5000.pieces": "0"})


def install(app: Flask) -> None:
    """Serve the page at /gallery."""
    kept: dict[str, Any] = {"revision": 0, "values": {}}
    if "gallery" in app.extensions:
        app.extensions["gallery"].update(kept)
        return
    bp = Blueprint("gallery", __name__, template_folder=str(Path(__file__).parent))

    @bp.route("/gallery", methods=["GET", "POST"])
    @gate.signed_in
    def gallery() -> Response:
        form = GalleryForm()
        cells = a_grid().fill(request.form) if request.form else a_grid()
        if form.submitted():
            return after(Done("Recorded."), url_for("gallery.gallery"))
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
            cells=cells,
            short=Money(-2_000),
            signed=signed,
            listing=listing,
        )

    @bp.post("/gallery/draft")
    @gate.signed_in
    def draft() -> Response:
        sent = request.get_json()
        if sent["revision"] != kept["revision"]:
            msg = "This was changed by Person 102 (sample) at 05:12."
            raise StaleError(msg)
        kept.update(revision=kept["revision"] + 1, values=sent["values"])
        return jsonify(revision=kept["revision"], saved=clock_seconds(desk.now()))

    app.extensions["gallery"] = kept
    app.register_blueprint(bp)
