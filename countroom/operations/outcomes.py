"""What became of the coupons of a box: said when it is recorded, in one place for every way in.

A serial is looked up in every count there ever was; the queue of writers sees to it that of two
boxes recorded in the same second one is first, and holds the redemption.

Reference:
    525.21(m), (q)(5)-(6), 525.22; V_93, V_94, V_99; cases D12, F1, F3, F4, F5.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from countroom.domain import found_coupons
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_ranges import Series, read_serial
from countroom.domain.documents import Document
from countroom.domain.found_coupons import (
    Earlier,
    FoundIn,
    Outcome,
    Standing,
    outcome_of,
    remarked,
)
from countroom.domain.house import House
from countroom.domain.papers import coupon_mailing
from countroom.domain.papers.box_count import BoxCount, CouponFound
from countroom.domain.scanned import series_fault
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError
from countroom.operations import papers, room
from countroom.operations.acts import Act
from countroom.operations.coupons.mailings import mailed_on
from countroom.stores import Tx, coupon_finds, coupon_plays, coupons, documents


def _finds(documents: Iterable[Document]) -> Iterator[tuple[str, Earlier]]:
    """What other boxes list, but for what was found before itself."""
    for document in documents:
        content: BoxCount = document.content
        for coupon in content.coupons:
            found = outcome_of(coupon.remark)
            if not found.again:
                day = document.gaming_date
                yield coupon.serial, Earlier(content.box, content.table, day, found)


def _earlier(act: Act, content: BoxCount, boxes: Iterable[str]) -> Mapping[str, Earlier]:
    mine = {(content.count, box) for box in boxes}
    listing = coupon_finds.listing(act.tx, (coupon.serial for coupon in content.coupons))
    others = (one for one in listing if (one.count, one.box) not in mine)
    earlier: dict[str, Earlier] = {}
    for serial, find in _finds(others):
        earlier.setdefault(serial, find)
    for coupon in content.coupons:
        played = coupon_plays.standing(act.tx, coupon.serial)
        if played is not None and content.table and played.table != content.table:
            elsewhere = Earlier("", played.table, played.day, Outcome.REDEEMED)
            earlier.setdefault(coupon.serial, elsewhere)
    return earlier


def standing(tx: Tx, serial: str, design: CouponDesign | None) -> Standing | None:
    """What the ledger says of a serial; nothing where it knows no coupon of the design."""
    if design is None:
        return None
    held = coupons.held(tx)
    number = _number(serial)
    there = held.where(*number) if number else None
    if number is None or there is None:
        known = any(code == design.code for code, _, _ in held.held)
        return Standing(None) if known else None
    place = there[1]
    return Standing(place, returned=place is CouponPlace.STOCK and _came_back(tx, *number))


def _number(serial: str) -> tuple[Series, int] | None:
    try:
        return read_serial(serial)
    except ValueError:
        return None


def _came_back(tx: Tx, series: Series, number: int) -> bool:
    """Whether finance has a coupon in stock that was out before."""
    moved = (one.movement for one in coupons.backwards(tx))
    return any(
        one.from_ is not None and one.serials.series == series and number in one.serials
        for one in moved
    )


def check_whole(act: Act, listed: Iterable[CouponFound]) -> None:
    """Refuse a serial that was cut short or run on, as far as the ledger can tell.

    Raises:
        EntryError: By place in the list.
    """
    every = tuple(listed)
    known = {series for _, series, _ in coupons.held(act.tx).held} if every else set()
    faults = {
        f"coupons-{place}": fault
        for place, coupon in enumerate(every, start=1)
        if (fault := series_fault(coupon.serial, known))
    }
    if faults:
        raise EntryError(faults)


def _check_mailed(act: Act, content: BoxCount) -> None:
    """Refuse a box while a coupon of a mailing in it might still be played.

    Raises:
        RuleError: One is neither cancelled nor held for finance (V-94).
    """
    mailings = documents.find(act.tx, paper=coupon_mailing.PAPER.code)
    found_coupons.check_mailed(content.coupons, mailed_on(mailings), content.box)


def said(act: Act, house: House, content: BoxCount, boxes: Iterable[str] = ()) -> BoxCount:
    """A box count that says of each of its coupons what became of it.

    Args:
        act: The act.
        house: The property, for its designs.
        content: The box as counted.
        boxes: Other boxes of the count that are recorded in this act and not yet said.

    Raises:
        RuleError: A mailed coupon is neither cancelled nor held for finance (V-94); so it is
            with what is recorded, keyed in, changed or exchanged, and none of a count can be
            left when the count concludes.
    """
    if not content.coupons:
        return content
    day = room.gaming_date(act, content.count)
    place = FoundIn(content.box, content.game, content.kind, day, content.table)
    earlier = _earlier(act, content, {content.box, *boxes})
    ledger = partial(standing, act.tx)
    said_of = remarked(content.coupons, place, house.coupons, earlier, ledger)
    found = replace(content, coupons=said_of)
    _check_mailed(act, found)
    return found


def follow(act: Act, house: House, before: BoxCount, *, reason: str, second_person: str) -> None:
    """Say again of other boxes of the count what became of serials that a box listed before.

    Where a box that held the redemption of a serial turns out not to hold the coupon, the next
    box that lists it holds the redemption.

    Raises:
        RuleError: What it becomes there leaves a mailed coupon open (V-94).
    """
    serials = [coupon.serial for coupon in before.coupons]
    for document in coupon_finds.listing(act.tx, serials) if serials else ():
        if document.count != before.count or document.box == before.box:
            continue
        content = said(act, house, document.content)
        if content != document.content:
            papers.change(act, document, content, reason=reason, second_person=second_person)
