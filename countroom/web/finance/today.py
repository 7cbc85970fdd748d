"""What is due in finance today, and where coupons are."""

from flask import Response

from countroom.domain.access import Permission
from countroom.web import coupon_desk, desk, gate, home
from countroom.web.finance.blueprint import bp
from countroom.web.pages import page

home.door("finance.today", "Finance: coupons", "Receive, authorise, issue, count and report.")


@home.calls(Permission.FINANCE_COUPONS)
def waiting() -> list[home.Call]:
    """What waits for the duty signed into."""
    return coupon_desk.calls()


@bp.get("/")
@gate.needs(Permission.FINANCE_COUPONS)
def today() -> Response:
    """What is due, the stock by place, and each form to start."""
    duty = desk.who().duty
    return page(
        "finance/today.html",
        title="Finance: coupons",
        due=[(one, coupon_desk.where(one), duty in one.roles) for one in coupon_desk.due()],
        prints=gate.opens(duty, frozenset({Permission.FINANCE_LEDGER})),
        stock=coupon_desk.stock_listing(coupon_desk.stock()),
    )
