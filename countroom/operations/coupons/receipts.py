"""Receipt: finance and marketing examine what came from the printer, finance enters it.

Reference:
    525.21(e)-(f); V_80, V_81, V_82, V_83, V_86.
"""

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.coupon_ranges import check_quantity
from countroom.domain.documents import Document
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_receipt import PAPER, CouponReceipt, CouponSource
from countroom.domain.people import Role
from countroom.errors import EntryError, NotFoundError, RepeatError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger, sheets
from countroom.stores import states
from countroom.stores.bookings import DONE
from countroom.stores.house import gaming_date_at

DEVIATION = "coupon_deviation"
"""Kind of the transition that says a deviation was reported to the Bureau."""

REPORTED = "reported"


def enter(  # noqa: PLR0913 - what a delivery is made of
    act: Act,
    *,
    design: str,
    serials: str,
    quantity: int,
    source: CouponSource,
    supplier: str,
    invoice: str,
    invoiced: int,
    proof: Proof,
    deviation: str = "",
) -> Done:
    """Enter what came, as examined by finance; marketing and a finance supervisor sign next.

    Args:
        act: The act.
        design: Code of the design.
        serials: Ranges as typed, one a line.
        quantity: How many there are.
        source: Who printed them.
        supplier: Name of the provider or printing place.
        invoice: Number of the invoice or work order.
        invoiced: How many it says.
        proof: Of the person of finance who examined them.
        deviation: In words, where invoice and delivery differ.

    Raises:
        AccessError: By another than finance.
        EntryError: No such design, the serials are not in order or were received before, they
            are said to be printed in house and are on no printed sheet, or they differ from the
            invoice and nobody says how.
        RuleError: Design or controls are not approved (V-80); a printed item lacks (V-81).
    """
    access.require(act.who.duty, Permission.FINANCE_COUPONS)
    house = ledger.house_today(act)
    day = gaming_date_at(act.tx, act.now)
    facts, _ = ledger.usable(house, design, day)
    of = read_ranges(serials)
    if len(of) != 1:
        raise EntryError({"serials": "Enter the serials of one printing, first to last."})
    check_quantity(of[0], quantity)
    ledger.check_prefix(facts, of)
    ledger.check(act, Movement(design, of[0], None, CouponPlace.STOCK, ""))
    if source is CouponSource.HOUSE:
        sheets.check_printed(act, design, of[0])
    lots = _coupons.lots(design, facts.value, of)
    content = CouponReceipt(
        source, supplier.strip(), invoice.strip(), invoiced, lots, deviation.strip()
    )
    receipt = ledger.issue(act, PAPER, content)
    ledger.sign_first(act, receipt, PAPER, proof)
    says = f"{receipt.name}: {quantity:,} coupons {design} examined. Next: marketing examines them."
    return act.seal(
        "coupons received",
        receipt.name,
        {"design": design, "quantity": quantity, "digest": receipt.digest},
        done=Done(says, name=receipt.name, document=receipt.id),
    )


def finish(act: Act, receipt: Document) -> None:
    """Put what was received into stock, with the signature of the finance supervisor."""
    content: CouponReceipt = receipt.content
    day = ledger.ledger_day(act)
    for lot in content.lots:
        movement = Movement(lot.design, lot.serials, None, CouponPlace.STOCK, receipt.name)
        ledger.move(act, receipt, movement, day=day)


def report_deviation(act: Act, *, receipt: str, how: str, proof: Proof) -> Done:
    """Say that the Bureau was told how a delivery differs from its invoice.

    Args:
        act: The act.
        receipt: Name of the receipt.
        how: To whom it was reported, and how.
        proof: Of a finance supervisor.

    Raises:
        AccessError: By another than a finance supervisor.
        NotFoundError: No such receipt, or it does not differ, or is not finished.
        RepeatError: It is reported already.
        EntryError: It does not say how.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    found = ledger.found(act, receipt, PAPER)
    if not found.content.differs or found.state != DONE:
        msg = f"{receipt} has no deviation to report."
        raise NotFoundError(msg)
    if states.last(act.tx, DEVIATION, receipt) is not None:
        msg = f"The deviation of {receipt} is reported already."
        raise RepeatError(msg, recorded=receipt)
    if not how.strip():
        raise EntryError({"how": "Say to whom it was reported, and how."})
    if proof.duty is not Role.FINANCE_SUPERVISOR:
        raise EntryError({"pin": "A finance supervisor signs this off."})
    act.use(proof)
    act.move(DEVIATION, receipt, REPORTED, about=how.strip())
    return act.seal(
        "deviation of coupons reported",
        receipt,
        {"how": how.strip(), "person": proof.person.code},
        done=Done(f"The deviation of {receipt} is reported.", name=receipt, document=found.id),
    )
