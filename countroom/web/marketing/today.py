"""What is due in marketing today, and where coupons are."""

from flask import Response

from countroom.domain.access import Permission
from countroom.web import coupon_desk, desk, gate, home
from countroom.web.marketing.blueprint import bp
from countroom.web.pages import page

home.door("marketing.today", "Marketing: coupons", "Ask for coupons, close the day, return.")


@home.calls(Permission.MARKETING_COUPONS)
def waiting() -> list[home.Call]:
    """What waits for the duty signed into."""
    return coupon_desk.calls()


@bp.get("/")
@gate.needs(Permission.MARKETING_COUPONS)
def today() -> Response:
    """What is due, the stock by place, and each form to start."""
    duty = desk.who().duty
    return page(
        "marketing/today.html",
        title="Marketing: coupons",
        due=[(one, coupon_desk.where(one), duty in one.roles) for one in coupon_desk.due()],
        stock=coupon_desk.stock_listing(coupon_desk.stock()),
    )
