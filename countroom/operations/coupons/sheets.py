"""Coupons printed in house: serials are burned in, and a coupon is never printed twice.

A sheet is recorded before it is printed and handed out once. What is spoilt on the way is voided
and its serials are gone; the next sheet bears others.

Reference:
    525.21(c), (p), (r); V_80, V_81, V_89.
"""

from typing import Final

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import Several, read_ranges
from countroom.domain.coupon_ranges import Serials
from countroom.domain.papers import _coupons
from countroom.domain.papers.coupon_sheet import PAPER, of_design
from countroom.domain.people import FINANCE_ROLES
from countroom.errors import AccessError, EntryError, RepeatError
from countroom.operations import papers
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupons, documents, states
from countroom.stores.bookings import VOID

PRINTED: Final = "printed"
"""State of a sheet whose coupons were handed out."""


def _check_new(act: Act, of: Several) -> None:
    """Refuse serials that were ever printed or received, on whatever sheet.

    Raises:
        EntryError: By the sheet, or the ledger.
    """
    burned = [
        (document.name, lot.serials)
        for document in documents.find(act.tx, paper=PAPER.code)
        for lot in document.content.lots
    ]
    held = coupons.held(act.tx)
    for each in of:
        for name, there in burned:
            if there.series == each.series and (again := there & each):
                says = f"{_were(again)} printed on {name}; a coupon is never printed twice."
                raise EntryError({"serials": says})
        if again := held.received(each):
            raise EntryError({"serials": f"{_were(again)} received before."})


def _were(of: Serials) -> str:
    return f"{of} {'was' if of.quantity == 1 else 'were'}"


def check_printed(act: Act, design: str, of: Serials) -> None:
    """Refuse coupons that are said to be printed in house and are on no sheet that was printed.

    Raises:
        EntryError: Some are on none (525.21(p)).
    """
    left = of
    for sheet in documents.find(act.tx, paper=PAPER.code):
        if sheet.state == PRINTED and sheet.content.design == design:
            for lot in sheet.content.lots:
                if lot.serials.series == of.series:
                    left -= lot.serials
    if left:
        says = f"{left}: on no sheet that was printed in house. Print them first, or say who did."
        raise EntryError({"serials": says})


def prepare(act: Act, *, design: str, serials: str, proof: Proof) -> Done:
    """Record the coupons of a sheet that is to be printed: from now on its serials are used.

    Args:
        act: The act.
        design: Code of the design.
        serials: Ranges as typed, one a line.
        proof: Of the finance supervisor who prints.

    Raises:
        AccessError: By another than a finance supervisor.
        EntryError: There is no such design; serials begin otherwise, or were printed or
            received before; there are too many.
        RuleError: The design or the controls are not approved (V-80), or an item lacks (V-81).
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    house, day = ledger.house_today(act), ledger.ledger_day(act)
    found, _ = ledger.usable(house, design, day)
    of = read_ranges(serials)
    ledger.check_prefix(found, of)
    _check_new(act, of)
    content = of_design(found, house.property.name, _coupons.lots(found.code, found.value, of))
    sheet = ledger.issue(act, PAPER, content, day=day)
    ledger.sign_first(act, sheet, PAPER, proof)
    body = {"serials": serials, "quantity": content.quantity, "digest": sheet.digest}
    says = f"{sheet.name}: {content.quantity:,} coupons are ready to be printed, once."
    done = Done(says, name=sheet.name, document=sheet.id)
    return act.seal("coupons to be printed", sheet.name, body, done=done)


def hand_out(act: Act, *, sheet: str, sha256: str) -> Done:
    """Hand the printed coupons of a sheet out, which is done once.

    Args:
        act: The act.
        sheet: Name of the sheet.
        sha256: Of the rendered coupons.

    Raises:
        AccessError: By another than a finance supervisor.
        NotFoundError: There is no such sheet.
        RepeatError: It was printed, or is void.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    found = ledger.found(act, sheet, PAPER)
    if found.state in {PRINTED, VOID}:
        moved = states.last(act.tx, "document", sheet)
        assert moved is not None, "what left its first state was moved"
        msg = f"{sheet} is {found.state} since {moved.at.isoformat()}: print other serials."
        raise RepeatError(msg, recorded=sheet)
    act.move("document", sheet, PRINTED, about=sha256)
    done = Done(f"{sheet} is printed.", name=sheet, document=found.id)
    return act.seal("coupons printed", sheet, {"sha256": sha256}, done=done)


def spoil(act: Act, *, sheet: str, reason: str, second: Proof) -> Done:
    """Void a sheet of which nothing was received; its serials stay used for ever.

    Raises:
        AccessError: By another than a finance supervisor, or the second person is none of
            finance.
        NotFoundError: There is no such sheet.
        RepeatError: It is void.
        EntryError: No reason; the second person is the first; its coupons are in the ledger,
            where they are voided one by one.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    found = ledger.found(act, sheet, PAPER)
    if found.state == VOID:
        msg = f"{sheet} is void already."
        raise RepeatError(msg, recorded=sheet)
    if not reason.strip():
        raise EntryError({"reason": "Say what is wrong with the sheet."})
    _check_second(act, second)
    held = coupons.held(act.tx)
    for lot in found.content.lots:
        if there := held.received(lot.serials):
            raise EntryError({"sheet": f"{_were(there)} received: void them in the ledger."})
    papers.void(act, found, reason=reason.strip(), second_person=second.person.code)
    body = {"reason": reason.strip(), "second_person": second.person.code}
    done = Done(f"{sheet} is void. Its serials are not printed again.", name=sheet)
    return act.seal("coupons spoilt", sheet, body, done=done)


def _check_second(act: Act, second: Proof) -> None:
    if second.person.code == act.who.person.code:
        raise EntryError({"second": "Another person of finance stands by a void."})
    if not second.person.holds(*FINANCE_ROLES):
        msg = "Somebody of finance stands by a void."
        raise AccessError(msg)
    act.use(second)
