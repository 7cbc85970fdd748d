"""Monthly inventory: all coupons not distributed, counted by two people without the ledger.

Reference:
    525.21(n); V_97.
"""

from dataclasses import dataclass

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import read_ranges, without
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document
from countroom.domain.papers.coupon_inventory import (
    PAPER,
    CouponInventory,
    InventoryDifference,
    InventoryLine,
    compare,
)
from countroom.errors import EntryError, NotFoundError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupons
from countroom.stores.house import gaming_date_at

PLACES = (CouponPlace.STOCK, CouponPlace.MARKETING)
"""Where coupons are that are not distributed."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of a design at a place, as typed: a range a line."""

    design: str
    place: CouponPlace
    serials: str


def count(act: Act, *, counted: tuple[Found, ...], proof: Proof, explanation: str = "") -> Done:
    """Enter what was counted; a second counter signs next.

    Args:
        act: The act.
        counted: One for each design and place where some were found; what is left out was not.
        proof: Of the person of finance who counted.
        explanation: Of what differs from the ledger.

    Raises:
        AccessError: By another than finance.
        EntryError: No such design, a line is no range, or something differs unexplained.
    """
    access.require(act.who.duty, Permission.FINANCE_COUPONS)
    content = _content(act, counted, explanation)
    form = ledger.issue(act, PAPER, content)
    ledger.sign_first(act, form, PAPER, proof)
    says = f"{form.name}: coupons counted. Next: the second counter signs."
    return act.seal(
        "coupons inventoried",
        form.name,
        {"differences": len(content.differences), "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )


def _content(act: Act, counted: tuple[Found, ...], explanation: str) -> CouponInventory:
    house, held = ledger.house_today(act), coupons.held(act.tx)
    typed = {
        (one.place, one.design): read_ranges(one.serials, field=f"{one.design}.{one.place}")
        for one in counted
    }
    known = {(place, design) for design, _, place in held.held if place in PLACES}
    lines: list[InventoryLine] = []
    differences: list[InventoryDifference] = []
    for place, design in sorted(known | typed.keys()):
        try:
            face = house.coupon(design).value
        except NotFoundError as unknown:
            raise EntryError({"design": unknown.message}) from None
        here = held.at(design, place)
        line, differing = compare(place, design, face, here, typed.get((place, design), ()))
        lines.append(line)
        differences += differing
    day = gaming_date_at(act.tx, act.now)
    return CouponInventory(day, tuple(lines), tuple(differences), explanation.strip())


def finish(act: Act, form: Document) -> None:
    """What is missing in stock stands as missing; what was missing and is found is in stock."""
    content: CouponInventory = form.content
    day = ledger.ledger_day(act)
    for one in content.differences:
        if one.place is not CouponPlace.STOCK:
            continue  # marketing's own form says it, with the day's other figures
        way = (CouponPlace.STOCK, CouponPlace.MISSING)
        if one.found:
            way = (CouponPlace.MISSING, CouponPlace.STOCK)
            if without((one.serials,), coupons.held(act.tx).at(one.design, CouponPlace.MISSING)):
                continue  # they never stood as missing: finance follows the form up
        ledger.move_all(
            act, form, one.design, (one.serials,), way, day=day, reason=content.explanation
        )
