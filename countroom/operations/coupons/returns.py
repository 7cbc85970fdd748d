"""Return: a marketing supervisor gives coupons back, a finance supervisor receives them.

Reference:
    525.21(k)-(l); V_89, V_92.
"""

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.documents import Document
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_return import PAPER, CouponReturn
from countroom.errors import EntryError, NotFoundError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores.house import gaming_date_at

_MARKETING = CouponPlace.MARKETING


def give_back(
    act: Act,
    *,
    design: str,
    serials: str,
    proof: Proof,
    voids: str = "",
    from_patrons: str = "",
) -> Done:
    """Give coupons back to finance; a finance supervisor signs when he has them.

    Args:
        act: The act.
        design: Code of the design.
        serials: What is fit to be issued again, a range a line.
        proof: Of the marketing supervisor.
        voids: What is voided with it, a line each: first to last, a colon, the reason.
        from_patrons: How patrons brought them back unused; empty for coupons never given out.

    Raises:
        AccessError: By another than a marketing supervisor.
        EntryError: No such design; a serial is not with marketing, or with patrons, or stands
            twice; none at all.
        RuleError: A void has no reason (V-89).
    """
    access.require(act.who.duty, Permission.MARKETING_REQUESTS)
    house = ledger.house_today(act)
    try:
        facts = house.coupon(design)
    except NotFoundError as unknown:
        raise EntryError({"design": unknown.message}) from None
    spoilt = _coupons.read_voids(voids)
    content = CouponReturn(
        design,
        _coupons.lots(design, facts.value, read_ranges(serials)),
        spoilt,
        expired=facts.expired(gaming_date_at(act.tx, act.now)),
        from_patrons=from_patrons.strip(),
    )
    for movement in _movements(content, ""):
        ledger.check(act, movement)
    form = ledger.issue(act, PAPER, content)
    ledger.sign_first(act, form, PAPER, proof)
    says = f"{form.name}: coupons {design} given back. Next: finance receives them."
    return act.seal(
        "coupons given back",
        form.name,
        {"design": design, "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )


def _movements(content: CouponReturn, paper: str) -> tuple[Movement, ...]:
    from_ = CouponPlace.DISTRIBUTED if content.from_patrons else _MARKETING
    reason = content.from_patrons
    back = [
        Movement(content.design, lot.serials, from_, CouponPlace.STOCK, paper, reason)
        for lot in content.lots
    ]
    gone = [
        Movement(content.design, each.serials, from_, CouponPlace.VOIDED, paper, each.reason)
        for each in content.voids
    ]
    return (*back, *gone)


def finish(act: Act, form: Document) -> None:
    """Put what came back into stock, with the signature of the finance supervisor."""
    day = ledger.ledger_day(act)
    for movement in _movements(form.content, form.name):
        ledger.move(act, form, movement, day=day)
