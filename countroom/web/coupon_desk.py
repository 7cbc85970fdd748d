"""What the places of finance and marketing share: lists of what is due and of where coupons are."""

from collections.abc import Iterable

from flask import url_for

from countroom.domain.coupon_programme import CouponPlace
from countroom.inquiries import coupons
from countroom.inquiries.coupons import DesignStock, Due, Task
from countroom.web import desk, home
from countroom.web.tables import Cell, Column, Listing, TableRow, row

PLACES = (
    (CouponPlace.STOCK, "Finance's stock"),
    (CouponPlace.MARKETING, "Marketing"),
    (CouponPlace.DISTRIBUTED, "With patrons"),
    (CouponPlace.REDEEMED, "Redeemed"),
    (CouponPlace.VOIDED, "Voided"),
    (CouponPlace.EXPIRED, "Expired"),
    (CouponPlace.MISSING, "Missing"),
)
"""Columns of the list of coupons by place."""


def where(one: Due) -> str:
    """The page where something due is done."""
    match one.task:
        case Task.SIGN:
            return url_for("coupons.form", name=one.subject)
        case Task.ISSUE:
            return url_for("finance.issue", name=one.subject)
        case Task.DEVIATION:
            return url_for("finance.deviation", name=one.subject)
        case Task.CLOSE:
            return url_for("marketing.close")
        case Task.GIVE_BACK:
            return url_for("marketing.give_back", design=one.subject)


def due() -> tuple[Due, ...]:
    """What is due in the viewer's department."""
    return coupons.due(desk.database(), desk.viewer(), desk.now())


def calls() -> list[home.Call]:
    """What of it the duty signed into does."""
    duty = desk.who().duty
    return [home.Call(one.act, one.says, where(one)) for one in due() if duty in one.roles]


def stock_listing(designs: Iterable[DesignStock]) -> Listing:
    """Coupons by design and place, with what is outstanding."""
    return Listing(
        id="stock",
        title="Coupons by place",
        columns=(
            Column("Design"),
            Column("Face", right=True),
            Column("Expires"),
            *(Column(title, right=True) for _, title in PLACES),
            Column("Outstanding", right=True),
        ),
        rows=tuple(_stock_row(one) for one in designs),
        nothing="No design of coupons is on record.",
        nothing_next="An administrator loads the property file with the approved designs.",
    )


def _stock_row(one: DesignStock) -> TableRow:
    design = one.design
    expires = "never" if design.expires is None else design.expires.isoformat()
    return row(
        Cell(f"{design.code} {design.name}", url_for("coupons.design", code=design.code)),
        design.value,
        Cell(expires, look="blocked") if one.expired else expires,
        *(one.at(place) for place, _ in PLACES),
        one.outstanding,
        look=one.expired,
    )


def stock() -> tuple[DesignStock, ...]:
    """Where the coupons of every design are."""
    return coupons.stock(desk.database(), desk.viewer(), desk.now())


def design_choices() -> list[tuple[str, str]]:
    """The designs to choose from."""
    return [
        (design.code, f"{design.code} {design.name}, {design.value.text()}")
        for design in desk.house().coupons
    ]
