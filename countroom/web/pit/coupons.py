"""Coupons at a table: scanned, answered at once, given back where a round is void."""

from typing import Any

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.inquiries import table_coupons
from countroom.inquiries.table_coupons import AtTable
from countroom.money import Money
from countroom.operations.coupons import redeeming
from countroom.web import desk, gate
from countroom.web.doing import after, do
from countroom.web.pages import moment_text, page
from countroom.web.pit.blueprint import bp
from countroom.web.pit.forms import CouponBackForm, CouponForm
from countroom.web.problems import problems
from countroom.web.tables import Cell, Column, Listing, TableRow, row


@bp.route("/table/<table>/coupon", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def coupon(table: str) -> Response:
    """Scan a coupon that lies on a wager: it is redeemed, or the answer says why not."""
    found = table_coupons.at_table(desk.database(), desk.viewer(), desk.now(), table)
    form = CouponForm()
    form.wager.choices = list(found.wagers)
    if form.submitted():
        with problems(form):
            asked: dict[str, Any] = {
                "serial": form.serial.data or "",
                "wager": form.wager.data or "",
                "seat": form.seat.data or 0,
                "chips_cents": _cents(form.chips.data),
                "same_round": bool(form.same_round.data),
            }
            done = do(redeeming.redeem, key=form.key.data, table=table, **asked)
            return after(done, url_for("pit.coupon", table=table))
    return page(
        "pit/coupon.html",
        title=f"Coupon at {table}",
        form=form,
        found=found,
        newest=_newest(found.newest),
    )


def _cents(amount: object) -> int:
    return amount.cents if isinstance(amount, Money) else 0


def _newest(every: tuple[AtTable, ...]) -> Listing:
    titles = ("Serial", "Value", "Round", "Seat", "Wager", "Chips", "When", "By", "Stands")
    right = {"Value", "Round", "Seat", "Chips"}
    return Listing(
        id="newest",
        title="Redeemed here, the newest",
        columns=tuple(Column(title, right=title in right) for title in titles),
        rows=tuple(map(_line, every)),
        nothing="No coupon was redeemed at this table since its last drop.",
    )


def _line(one: AtTable) -> TableRow:
    back = url_for("pit.coupon_back", serial=one.serial)
    return row(
        one.serial if one.given_back else Cell(one.serial, back),
        one.value,
        one.round,
        one.seat,
        one.wager,
        one.chips,
        moment_text(one.at),
        one.by,
        Cell("given back", look="blocked") if one.given_back else Cell("redeemed", look="done"),
    )


@bp.route("/coupon/<serial>/back", methods=["GET", "POST"])
@gate.needs(Permission.PIT_SLIPS)
def coupon_back(serial: str) -> Response:
    """Give a redeemed coupon back to its patron, with the reason."""
    form = CouponBackForm()
    if form.submitted():
        with problems(form):
            asked = {"serial": serial, "reason": form.reason.data or ""}
            done = do(redeeming.give_back, key=form.key.data, **asked)
            return after(done, url_for("pit.tables"))
    return page("pit/coupon_back.html", title=f"Give {serial} back", form=form, serial=serial)
