"""Requisition: a marketing supervisor asks for coupons, a finance supervisor authorises them.

Reference:
    525.21(g); V_80, V_84, COUPON_LIMIT.
"""

from datetime import date

from countroom.domain import access, coupon_approval
from countroom.domain.access import Permission
from countroom.domain.papers.coupon_requisition import PAPER, CouponRequisition
from countroom.errors import EntryError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores.house import gaming_date_at


def ask(
    act: Act,
    *,
    design: str,
    quantity: int,
    needed: date,
    proof: Proof,
    promotion: str = "",
) -> Done:
    """Ask finance for coupons, for a gaming day or a promotion.

    Args:
        act: The act.
        design: Code of the design.
        quantity: As estimated.
        needed: Gaming date they are needed.
        proof: Of the marketing supervisor.
        promotion: Its name, or empty for a gaming day.

    Raises:
        AccessError: By another than a marketing supervisor.
        EntryError: No such design, it is expired by then, or the quantity or day cannot be.
        RuleError: Not approved (V-80, V-81), or above the limit of the duty.
    """
    access.require(act.who.duty, Permission.MARKETING_REQUESTS)
    house = ledger.house_today(act)
    facts, _ = ledger.usable(house, design, needed)
    if facts.expires is not None and facts.expires < needed:
        raise EntryError({"design": f"{design} expires on {facts.expires.isoformat()}."})
    today = gaming_date_at(act.tx, act.now)
    content = CouponRequisition(today, needed, design, facts.value, quantity, promotion.strip())
    limit = house.settings.coupon_requisition_limit
    coupon_approval.check_limit(content.amount, limit, "Asking for")
    requisition = ledger.issue(act, PAPER, content)
    ledger.sign_first(act, requisition, PAPER, proof)
    says = f"{requisition.name}: {quantity:,} coupons {design} asked for. Next: finance authorises."
    return act.seal(
        "coupons asked for",
        requisition.name,
        {"design": design, "quantity": quantity, "digest": requisition.digest},
        done=Done(says, name=requisition.name, document=requisition.id),
    )
