"""Quarterly report: what was redeemed, by denomination, as the Bureau is told.

Reference:
    525.21(o); V_98; case F1.
"""

from datetime import date

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_calendar import quarter_of
from countroom.domain.papers.coupon_quarter import PAPER
from countroom.errors import EntryError, RepeatError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupon_counts, documents
from countroom.stores.house import gaming_date_at


def report(act: Act, *, day: date, proof: Proof) -> Done:
    """File the report of the quarter that a gaming date falls in; it is signed at once.

    Args:
        act: The act.
        day: A gaming date of the quarter.
        proof: Of the finance supervisor.

    Raises:
        AccessError: By another than a finance supervisor.
        EntryError: The quarter is not over, or a count of it is not concluded.
        RepeatError: It is filed already, and nothing has changed since.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    span = quarter_of(day)
    if span.last >= gaming_date_at(act.tx, act.now):
        raise EntryError({"day": f"{span.name} ends on {span.last.isoformat()}: not over yet."})
    _, waiting = coupon_counts.counts(act.tx, span.first, span.last)
    if waiting:
        raise EntryError({"day": f"Not concluded yet: {', '.join(waiting)}."})
    content = coupon_counts.quarter(act.tx, day)
    for form in documents.find(act.tx, paper=PAPER.code, gaming_date=span.last):
        if form.content == content:
            msg = f"{span.name} is reported on {form.name}."
            raise RepeatError(msg, recorded=form.name)
    form = ledger.issue(act, PAPER, content, day=span.last)
    ledger.sign_first(act, form, PAPER, proof)
    ledger.finish(act, form)
    says = f"{form.name}: {span.name} is reported."
    return act.seal(
        "coupons of a quarter reported",
        form.name,
        {"quarter": span.name, "total": content.total, "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )
