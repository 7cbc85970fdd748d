"""Issue: finance enters what it hands over, then marketing takes it.

Reference:
    525.21(h); V_80, V_85, V_86, V_87, V_89, COUPON_LIMIT.
"""

from typing import Final

from countroom.domain import access, coupon_approval
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers import _coupons
from countroom.domain.papers import coupon_requisition as requisitions
from countroom.domain.papers.coupon_issue import PAPER, CouponIssue
from countroom.errors import EntryError, RepeatError, RuleError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.regulations import V_85
from countroom.stores import states
from countroom.stores.bookings import VOID

ANSWERED: Final = "answered"
"""State of a requisition that an issue answers."""

_STOCK = CouponPlace.STOCK


def _authorised(act: Act, name: str) -> Document:
    """The requisition, authorised and not answered.

    Raises:
        NotFoundError: There is none of that name.
        RepeatError: An issue answers it.
        RuleError: It is void, or not authorised (V-85).
    """
    found = ledger.found(act, name, requisitions.PAPER)
    moved = states.last(act.tx, "document", name)
    if found.state == ANSWERED and moved is not None:
        msg = f"{moved.about} answers {name} already."
        raise RepeatError(msg, recorded=moved.about)
    if found.state == VOID:
        raise RuleError(V_85, f"{name} is void.")
    if SigningPlan(requisitions.PAPER).next_step(found.signatures) is not None:
        raise RuleError(V_85, f"{name} is not authorised by a finance supervisor.")
    return found


def issue(
    act: Act,
    *,
    requisition: str,
    serials: str,
    proof: Proof,
    voids: str = "",
    explanation: str = "",
) -> Done:
    """Enter what is handed over on a requisition; marketing signs when it takes it.

    Args:
        act: The act.
        requisition: Name of the authorised requisition.
        serials: Ranges as typed, one a line.
        proof: Of the finance supervisor who issues.
        voids: Coupons voided in stock, one a line: first to last, a colon, the reason.
        explanation: Why another quantity is issued than was asked for.

    Raises:
        AccessError: By another than a finance supervisor.
        NotFoundError: There is no such requisition.
        RepeatError: An issue answers it.
        RuleError: It is not authorised (V-85); not approved (V-80, V-81); above the limit of
            the duty; a void has no reason (V-89).
        EntryError: Serials are not in stock, stand twice, or are of an expired design; another
            quantity than was asked for and nobody says why.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    asked = _authorised(act, requisition)
    house, day = ledger.house_today(act), ledger.ledger_day(act)
    design, _ = ledger.usable(house, asked.content.design, day)
    if design.expires is not None and design.expires < day:
        raise EntryError({"serials": f"{design.code} expired on {design.expires.isoformat()}."})
    spoilt = _coupons.read_voids(voids)
    content = CouponIssue(
        requisition,
        asked.digest,
        asked.content.quantity,
        _coupons.lots(design.code, design.value, read_ranges(serials)),
        spoilt,
        explanation.strip(),
    )
    coupon_approval.check_limit(content.amount, house.settings.coupon_issue_limit, "Issuing")
    issued = ledger.issue(act, PAPER, content, day=day)
    ledger.sign_first(act, issued, PAPER, proof)
    for each in spoilt:
        way = (_STOCK, CouponPlace.VOIDED)
        ledger.move_all(act, issued, design.code, (each.serials,), way, day=day, reason=each.reason)
    for lot in content.lots:
        way = (_STOCK, CouponPlace.MARKETING)
        ledger.move_all(act, issued, design.code, (lot.serials,), way, day=day)
    act.move("document", requisition, ANSWERED, about=issued.name)
    says = f"{issued.name}: {content.quantity:,} coupons entered. Next: marketing takes them."
    return act.seal(
        "coupons issued",
        issued.name,
        {"requisition": requisition, "quantity": content.quantity, "digest": issued.digest},
        done=Done(says, name=issued.name, document=issued.id),
    )
