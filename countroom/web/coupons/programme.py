"""How the programme went over the last month, in pictures and in figures."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.inquiries import coupon_flow
from countroom.inquiries.coupon_flow import DayFlow
from countroom.reports.coupon_pictures import picture, pictures
from countroom.web import desk, gate
from countroom.web.coupons.blueprint import bp
from countroom.web.pages import page
from countroom.web.pictures import Shown, sent
from countroom.web.tables import Column, Listing, row


def _flow() -> tuple[DayFlow, ...]:
    return coupon_flow.flow(desk.database(), desk.viewer(), desk.now())


@bp.get("/programme")
@gate.needs(Permission.COUPONS_READ)
def programme() -> Response:
    """What moved on each of the last days, and what is outstanding."""
    days = _flow()
    figures = ("Issued", "Given to patrons", "Cancelled as redeemed", "Outstanding at face")
    listing = Listing(
        id="flow",
        title="Day by day, the newest first",
        columns=(Column("Gaming date"), *(Column(title, right=True) for title in figures)),
        rows=tuple(
            row(
                day.gaming_date.isoformat(),
                day.issued,
                day.given,
                day.redeemed,
                day.outstanding,
            )
            for day in reversed(days)
        ),
        nothing="No coupon was received yet.",
        nothing_next="Finance receives coupons first.",
    )
    return page(
        "coupons/programme.html",
        title="The coupon programme",
        days=days,
        hangs=[
            Shown(one.title, one.alt, url_for("coupons.drawing", name=one.name))
            for one in (pictures(days) if days else ())
        ],
        listing=listing,
    )


@bp.get("/pictures/<name>.svg")
@gate.needs(Permission.COUPONS_READ)
def drawing(name: str) -> Response:
    """One picture of the programme.

    Raises:
        NotFoundError: There is none of that name.
    """
    return sent(picture(name, _flow()))
