"""The discrepancy log of the Roulette wheels, made from their impressments."""

from flask import Response

from countroom.domain.access import Permission
from countroom.inquiries import wheels
from countroom.web import desk, gate, home, links
from countroom.web.accounting.blueprint import bp
from countroom.web.pages import page
from countroom.web.tables import Cell, Column, Listing, row

home.door("accounting.wheels_log", "Wheel chips", "Nonvalue chips that are missing.")


@bp.get("/wheels")
@gate.needs(Permission.ACCOUNTING_DAY)
def wheels_log() -> Response:
    """Every colour that an impressment did not find whole, newest first."""
    found = wheels.log(desk.database(), desk.viewer())
    listing = Listing(
        id="wheels",
        title="Discrepancy log of nonvalue chips",
        columns=(Column("Impressment"), Column("What was found"), Column("Rule")),
        rows=tuple(
            row(Cell(one.where, links.to(one.where)), one.sentence, one.rule.number)
            for one in found
        ),
        nothing="Every impressment found every colour whole.",
    )
    return page("accounting/wheels.html", title="Wheel chips", listing=listing)
