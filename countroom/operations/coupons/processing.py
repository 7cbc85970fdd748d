"""Daily processing: finance checks what the boxes held, cancels it, and reconciles the ledger.

Reference:
    525.21(m); V_93; cases F1, F4.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from countroom.domain import access, coupon_redeemed
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import union, without
from countroom.domain.coupon_programme import CouponPlace, Holdings
from countroom.domain.coupon_ranges import Serials, read_serial, serials
from countroom.domain.coupon_redeemed import FoundCoupon
from countroom.domain.documents import Document
from countroom.domain.found_coupons import outcome_of
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_processing import (
    PAPER,
    Cancelled,
    CouponProcessing,
    Exceptional,
)
from countroom.errors import EntryError, RepeatError
from countroom.money import Money
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupon_counts, coupons, documents
from countroom.stores.bookings import VOID

_OUT = (CouponPlace.DISTRIBUTED, CouponPlace.MISSING)
"""From where a coupon is redeemed."""


def process(act: Act, *, day: date, proof: Proof) -> Done:
    """Enter what the concluded counts of a gaming date hold; a finance supervisor cancels it.

    Args:
        act: The act.
        day: The gaming date.
        proof: Of the person of finance who counted and checked the coupons.

    Raises:
        AccessError: By another than finance.
        EntryError: No count of that date is concluded.
        RepeatError: It is processed already.
    """
    access.require(act.who.duty, Permission.FINANCE_COUPONS)
    done, _ = coupon_counts.counts(act.tx, day, day)
    if not done:
        raise EntryError({"day": f"No count of {day.isoformat()} is concluded."})
    for form in documents.find(act.tx, paper=PAPER.code, gaming_date=day):
        if form.state != VOID:
            msg = f"{day.isoformat()} is processed on {form.name}."
            raise RepeatError(msg, recorded=form.name)
    found = coupon_counts.found(act.tx, day, day)
    content = CouponProcessing(
        day,
        done,
        coupon_redeemed.by_denomination(found),
        tuple(_cancelled(coupons.held(act.tx), found)),
        coupon_redeemed.exceptions(found),
    )
    form = ledger.issue(act, PAPER, content, day=day)
    ledger.sign_first(act, form, PAPER, proof)
    says = f"{form.name}: coupons of {day.isoformat()} checked. Next: the finance supervisor."
    return act.seal(
        "coupons processed",
        form.name,
        {"day": day, "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )


def _redeemed(found: Iterable[FoundCoupon]) -> Iterator[Serials]:
    for one in found:
        if one.outcome.redeems:
            try:
                yield serials(one.serial)
            except EntryError:  # a coupon without a number of ours: there is nothing to cancel
                continue


def _cancelled(held: Holdings, found: Iterable[FoundCoupon]) -> Iterator[Cancelled]:
    """What of the redeemed coupons the ledger has with patrons, or as missing."""
    redeemed = union(_redeemed(found))
    for design in sorted({design for design, _, _ in held.held}):
        for place in _OUT:
            there = held.at(design, place)
            here = without(redeemed, without(redeemed, there))
            for lot in _coupons.lots(design, Money(0), here):
                missing = place is CouponPlace.MISSING
                yield Cancelled(design, lot.first, lot.last, lot.quantity, from_missing=missing)


def finish(act: Act, form: Document) -> None:
    """Cancel what was redeemed and void what was refused, as the finance supervisor signs.

    A coupon in doubt, held for finance, stays where it is until finance says what it was.
    """
    content: CouponProcessing = form.content
    day = ledger.ledger_day(act)
    for one in content.cancelled:
        from_ = CouponPlace.MISSING if one.from_missing else CouponPlace.DISTRIBUTED
        way = (from_, CouponPlace.REDEEMED)
        ledger.move_all(act, form, one.design, (one.serials,), way, day=day)
    for refused in content.exceptions:
        if outcome_of(refused.says).is_open:
            _void(act, form, refused, day)


def _void(act: Act, form: Document, refused: Exceptional, day: date) -> None:
    """Void a coupon that lay in a box and was no redemption: no patron has it any more."""
    try:
        series, number = read_serial(refused.serial)
    except ValueError:  # a coupon without a number of ours
        return
    there = coupons.held(act.tx).where(series, number)
    if there is not None and there[1] in _OUT:
        design, from_ = there
        reason = f"{refused.says}, in box {refused.box}"
        way = (from_, CouponPlace.VOIDED)
        of = (serials(refused.serial),)
        ledger.move_all(act, form, design, of, way, day=day, reason=reason)
