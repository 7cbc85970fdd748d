"""Signing the forms of coupons after the first place, and voiding one that is not finished.

Reference:
    525.21(e)-(l); V_82, V_84, V_85, V_92.
"""

from collections.abc import Callable, Mapping
from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.papers import (
    coupon_destruction,
    coupon_inventory,
    coupon_issue,
    coupon_mailing,
    coupon_processing,
    coupon_receipt,
    coupon_requisition,
    coupon_return,
)
from countroom.errors import AccessError, NotFoundError
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import (
    destructions,
    inventories,
    ledger,
    processing,
    receipts,
    returns,
)
from countroom.stores import documents


def _nothing(act: Act, document: Document) -> None:
    del act, document


FINISH: Final[Mapping[str, tuple[Paper, Callable[[Act, Document], None]]]] = {
    coupon_receipt.PAPER.code: (coupon_receipt.PAPER, receipts.finish),
    coupon_requisition.PAPER.code: (coupon_requisition.PAPER, _nothing),
    coupon_issue.PAPER.code: (coupon_issue.PAPER, _nothing),
    coupon_return.PAPER.code: (coupon_return.PAPER, returns.finish),
    coupon_processing.PAPER.code: (coupon_processing.PAPER, processing.finish),
    coupon_destruction.PAPER.code: (coupon_destruction.PAPER, destructions.finish),
    coupon_inventory.PAPER.code: (coupon_inventory.PAPER, inventories.finish),
    coupon_mailing.PAPER.code: (coupon_mailing.PAPER, _nothing),
}
"""Forms that are signed step by step, and what their last signature does."""

UNENTERED: Final = frozenset(FINISH) - {coupon_issue.PAPER.code}
"""Forms that move no coupons before their last signature: until then they can be voided."""


def _open(act: Act, name: str) -> tuple[Document, Paper]:
    found = documents.by_name(act.tx, name)
    if found.paper not in FINISH:
        msg = f"{name} is no form of coupons that is signed here."
        raise NotFoundError(msg)
    if found.state != "issued":
        msg = f"{name} is {found.state}: nothing is signed on it any more."
        raise AccessError(msg)
    return found, FINISH[found.paper][0]


def sign(act: Act, *, form: str, step: str, proof: Proof, saw: str) -> Done:
    """Sign the place of a form that is due.

    Args:
        act: The act.
        form: Its name.
        step: Which place.
        proof: Of the signer.
        saw: Digest of the version shown.

    Raises:
        AccessError: By a duty that has nothing to do with coupons, or that signs elsewhere; the
            form is finished or void.
        NotFoundError: There is no such form.
        RuleError: Out of order, or one person in two places (V-82, V-84, V-85, V-92).
        EntryError: Its coupons are not any more where it takes them from.
    """
    access.require(act.who.duty, Permission.COUPONS_READ)
    found, paper = _open(act, form)
    act.use(proof)
    signed = papers.sign(act, found, SigningPlan(paper), step, proof, saw=saw)
    due = SigningPlan(paper).next_step(signed.signatures)
    if due is None:
        FINISH[found.paper][1](act, signed)
        if found.paper != coupon_requisition.PAPER.code:
            ledger.finish(act, signed)
    next_ = "It is signed by all." if due is None else f"Next: {due.name.replace('_', ' ')}."
    return act.seal(
        "form of coupons signed",
        form,
        {"step": step, "person": proof.person.code, "digest": found.digest},
        done=Done(f"{form} is signed. {next_}", name=form, document=found.id),
    )


def void(act: Act, *, form: str, reason: str, second: Proof) -> Done:
    """Void a form before its coupons moved: a reason, and a second person of either department.

    Raises:
        AccessError: By another than finance or marketing; it is finished or void; its coupons
            are entered already.
        NotFoundError: There is no such form.
        EntryError: No reason, or no second person.
    """
    _require_department(act)
    found, _ = _open(act, form)
    if found.paper not in UNENTERED:
        msg = f"{form} is entered in the ledger: return its coupons instead."
        raise AccessError(msg)
    said = papers.void_by_two(
        act,
        found,
        reason=reason,
        second=second,
        fits=access.may(second.duty, Permission.COUPONS_READ),
        of=" of finance or marketing",
    )
    return act.seal(
        "form of coupons voided",
        form,
        said,
        done=Done(f"{form} is void.", name=form, document=found.id),
    )


def _require_department(act: Act) -> None:
    if not any(
        access.may(act.who.duty, one)
        for one in (Permission.FINANCE_COUPONS, Permission.MARKETING_COUPONS)
    ):
        msg = f"This is not open to the duty {act.who.duty.printed}."
        raise AccessError(msg)
