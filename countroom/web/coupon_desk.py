"""What the places of finance and marketing share: lists of what is due and of where coupons are."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from flask import url_for

from countroom.domain.coupon_programme import CouponPlace
from countroom.inquiries import coupons, coupons_due
from countroom.inquiries.coupons import DesignStock
from countroom.inquiries.coupons_due import Due, Task
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


_WHERE: Final[Mapping[Task, tuple[str, str]]] = {
    Task.SIGN: ("coupons.form", "name"),
    Task.ISSUE: ("finance.issue", "name"),
    Task.DEVIATION: ("finance.deviation", "name"),
    Task.CLOSE: ("marketing.close", ""),
    Task.GIVE_BACK: ("marketing.give_back", "design"),
    Task.PROCESS: ("finance.process", "day"),
    Task.INVENTORY: ("finance.inventory", ""),
    Task.DESTROY: ("finance.destroy", "design"),
    Task.ERASE: ("finance.erase", "name"),
    Task.QUARTER: ("finance.quarter", "quarter"),
}
"""Task to its page, and the argument that names what it is about."""


def where(one: Due) -> str:
    """The page where something due is done."""
    endpoint, argument = _WHERE[one.task]
    subject = date.fromisoformat(one.subject) if argument == "day" else one.subject
    arguments: dict[str, Any] = {argument: subject} if argument else {}
    return url_for(endpoint, **arguments)


def due() -> tuple[Due, ...]:
    """What is due in the viewer's department."""
    return coupons_due.due(desk.database(), desk.viewer(), desk.now())


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
