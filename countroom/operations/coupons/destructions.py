"""Destruction: expired coupons in stock end their life before two people of finance.

Reference:
    525.21(k), (m); V_91.
"""

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_destruction import PAPER, CouponDestruction
from countroom.errors import EntryError, NotFoundError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupons
from countroom.stores.house import gaming_date_at


def destroy(act: Act, *, design: str, how: str, proof: Proof) -> Done:
    """Enter that all coupons of an expired design in stock are destroyed; a supervisor signs.

    Args:
        act: The act.
        design: Code of the design.
        how: How they are destroyed.
        proof: Of the person of finance who destroys them.

    Raises:
        AccessError: By another than finance.
        EntryError: No such design, it has not expired, none is in stock, or it does not say how.
    """
    access.require(act.who.duty, Permission.FINANCE_COUPONS)
    house, today = ledger.house_today(act), gaming_date_at(act.tx, act.now)
    try:
        facts = house.coupon(design)
    except NotFoundError as unknown:
        raise EntryError({"design": unknown.message}) from None
    if facts.expires is None or facts.expires >= today:
        raise EntryError({"design": f"{design} has not expired."})
    there = coupons.held(act.tx).at(design, CouponPlace.STOCK)
    lots = _coupons.lots(design, facts.value, there)
    form = ledger.issue(act, PAPER, CouponDestruction(design, facts.expires, lots, how.strip()))
    ledger.sign_first(act, form, PAPER, proof)
    says = f"{form.name}: expired coupons {design}. Next: the finance supervisor."
    return act.seal(
        "expired coupons destroyed",
        form.name,
        {"design": design, "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )


def finish(act: Act, form: Document) -> None:
    """End the coupons' life, with the signature of the finance supervisor."""
    content: CouponDestruction = form.content
    way = (CouponPlace.STOCK, CouponPlace.EXPIRED)
    day = ledger.ledger_day(act)
    for lot in content.lots:
        ledger.move_all(act, form, content.design, (lot.serials,), way, day=day, reason=content.how)
