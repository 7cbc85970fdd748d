"""One module a paper; a paper is one line here.

Each module fills in one ``Paper``: its code, title, series, content, signature steps, copies
and lines. What it needs besides (a template, a signature policy, a test) is demanded by the
suite, which names what is missing.
"""

from typing import Final

from countroom.domain.documents import Copy, Document, Paper
from countroom.domain.papers import (
    adjustment,
    audited_day,
    bank_claim,
    bank_deposit,
    blank_form,
    box_count,
    chip_bank_count,
    chip_stock,
    contest_result,
    count_report,
    counter_check,
    coupon_day,
    coupon_destruction,
    coupon_inventory,
    coupon_issue,
    coupon_mailing,
    coupon_processing,
    coupon_quarter,
    coupon_receipt,
    coupon_requisition,
    coupon_return,
    coupon_sheet,
    credit_request,
    credit_slip,
    drop_manifest,
    drop_variance,
    error_notification,
    fill_request,
    fill_slip,
    first_checks,
    impressment,
    inventory_slip,
    leaving,
    machine_test,
    month_close,
    presentation,
    room_inspection,
    strap_direction,
    supplementary_count,
    transmittal,
    unallocated,
    variance_explanation,
    weekly_return,
)

PAPERS: Final[dict[str, Paper]] = {
    paper.code: paper
    for paper in (
        drop_manifest.PAPER,
        drop_variance.PAPER,
        machine_test.PAPER,
        box_count.PAPER,
        presentation.POOL_PROOF,
        presentation.PRESENTATION,
        presentation.RECOUNT,
        count_report.BANKING,
        count_report.NONBANKING,
        strap_direction.PAPER,
        unallocated.PAPER,
        transmittal.PAPER,
        room_inspection.PAPER,
        supplementary_count.PAPER,
        leaving.PAPER,
        blank_form.PAPER,
        fill_request.PAPER,
        fill_slip.PAPER,
        credit_request.PAPER,
        credit_slip.PAPER,
        inventory_slip.PAPER,
        error_notification.PAPER,
        counter_check.PAPER,
        coupon_receipt.PAPER,
        coupon_requisition.PAPER,
        coupon_issue.PAPER,
        coupon_day.PAPER,
        coupon_return.PAPER,
        first_checks.PAPER,
        chip_bank_count.PAPER,
        chip_stock.PAPER,
        coupon_sheet.PAPER,
        impressment.PAPER,
        coupon_processing.PAPER,
        coupon_inventory.PAPER,
        coupon_quarter.PAPER,
        coupon_destruction.PAPER,
        coupon_mailing.PAPER,
        adjustment.PAPER,
        variance_explanation.PAPER,
        audited_day.PAPER,
        contest_result.PAPER,
        bank_deposit.PAPER,
        bank_claim.PAPER,
        month_close.PAPER,
        weekly_return.PAPER,
    )
}
"""Every kind of document, by its code."""


def copies_of(document: Document) -> tuple[Copy, ...]:
    """The copies of one form: those of its paper, unless what it says asks for fewer."""
    copies: tuple[Copy, ...] = getattr(document.content, "copies", PAPERS[document.paper].copies)
    return copies
