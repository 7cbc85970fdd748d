"""The day of marketing: what was given to patrons, what is left, and that it adds up.

Reference:
    525.21(j)-(k); V_88, V_89, V_90, V_91; identity 5.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from countroom.domain import access, coupon_approval
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import read_ranges
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document
from countroom.domain.house import House
from countroom.domain.papers import _coupons, coupon_return
from countroom.domain.papers.coupon_day import (
    PAPER,
    CouponDay,
    DayCounted,
    DayLedger,
    Fate,
    reckon,
)
from countroom.errors import EntryError, RepeatError, RuleError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.regulations import V_90, V_91
from countroom.stores import coupons, documents, waiting
from countroom.stores.house import gaming_date_at, house_on

_MARKETING = CouponPlace.MARKETING
_MOVES = {Fate.DISTRIBUTED: CouponPlace.DISTRIBUTED, Fate.MISSING: CouponPlace.MISSING}


@dataclass(frozen=True, slots=True)
class DayTyped:
    """What marketing says of one design, as typed.

    Attributes:
        design: Code of the design.
        distributed: How many were given to patrons, as tallied.
        remaining: What is left, a range a line.
        voids: What was voided today, a line each: first to last, a colon, the reason.
        missing: What is neither given out nor left, a range a line.
        explanation: Of a variation.
    """

    design: str
    distributed: int
    remaining: str = ""
    voids: str = ""
    missing: str = ""
    explanation: str = ""

    def read(self) -> DayCounted:
        """Read it.

        Raises:
            EntryError: A line is no range, or two overlap.
            RuleError: A void has no reason (V-89).
        """
        return DayCounted(
            distributed=self.distributed,
            remaining=read_ranges(self.remaining, field=f"{self.design}.remaining"),
            voids=_coupons.read_voids(self.voids, field=f"{self.design}.voids"),
            missing=read_ranges(self.missing, field=f"{self.design}.missing"),
            explanation=self.explanation,
        )


def close(
    act: Act,
    *,
    day: date,
    entries: tuple[DayTyped, ...],
    proof: Proof,
    kept_in: str = "",
) -> Done:
    """Close a gaming date of marketing: the reconciliation form, signed at once.

    Args:
        act: The act.
        day: The gaming date.
        entries: One for each design that marketing held or received.
        proof: Of the marketing supervisor.
        kept_in: The approved locked area of what is retained overnight.

    Raises:
        AccessError: By another than a marketing supervisor.
        EntryError: The day is not begun, a return waits for finance, or a serial is not with
            marketing.
        RepeatError: The day is closed.
        RuleError: An earlier day is open, a design is left out, or what is retained is not
            locked in an approved area (V-90); it does not add up unexplained (V-88); a void has
            no reason (V-89); expired coupons are kept (V-91).
    """
    access.require(act.who.duty, Permission.MARKETING_REQUESTS)
    _check_day(act, day)
    house = house_on(act.tx, day)
    books = coupons.of_marketing(act.tx, day)
    _check_named(books, entries)
    reckoned = [
        reckon(one.design, house.coupon(one.design).value, books[one.design], one.read())
        for one in entries
    ]
    content = CouponDay(
        day,
        tuple(entry for entry, _ in reckoned),
        tuple(part for _, parts in reckoned for part in parts),
        kept_in.strip(),
    )
    _check_kept(house, content)
    form = ledger.issue(act, PAPER, content, day=day)
    ledger.sign_first(act, form, PAPER, proof)
    _move(act, form, entries)
    ledger.finish(act, form)
    says = f"{form.name}: {day.isoformat()} is closed."
    return act.seal(
        "day of coupons closed",
        form.name,
        {"day": day, "entries": content.entries, "digest": form.digest},
        done=Done(says, name=form.name, document=form.id),
    )


def _check_day(act: Act, day: date) -> None:
    if day > gaming_date_at(act.tx, act.now):
        raise EntryError({"day": f"{day.isoformat()} is not begun."})
    for form in documents.find(act.tx, paper=PAPER.code, gaming_date=day):
        msg = f"{day.isoformat()} is closed with {form.name}."
        raise RepeatError(msg, recorded=form.name)
    first = coupons.open_day(act.tx, ledger.closed_until(act.tx))
    if first is None or first > day:
        raise EntryError({"day": f"Marketing held no coupons on {day.isoformat()}."})
    if first < day:
        msg = f"Marketing held coupons on {first.isoformat()}: close that day first."
        raise RuleError(V_90, msg)
    for unsigned in waiting.going_on(act.tx, coupon_return.PAPER.code, _is_over):
        says = f"{unsigned.name} waits for finance: have it signed, or void it, first."
        raise EntryError({"day": says})


def _is_over(form: Document) -> bool:
    return form.state != "issued"


def _check_named(books: Mapping[str, DayLedger], entries: tuple[DayTyped, ...]) -> None:
    named = [one.design for one in entries]
    twice = sorted({one for one in named if named.count(one) > 1})
    strange = [one for one in named if one not in books]
    if twice or strange:
        says = f"Name each design that marketing held, once: {', '.join(books)}."
        raise EntryError({"entries": says})
    left_out = [design for design in books if design not in named]
    if left_out:
        msg = f"Marketing held {', '.join(left_out)}, and the form does not say so."
        raise RuleError(V_90, msg)


def _check_kept(house: House, content: CouponDay) -> None:
    kept = [entry for entry in content.entries if entry.retained]
    for entry in kept:
        if house.coupon(entry.design).expired(content.day):
            msg = f"{entry.design} has expired: return what is left to finance today."
            raise RuleError(V_91, msg)
    controls = coupon_approval.controls_on(house.controls, content.day)
    areas = () if controls is None else controls.areas
    if kept and content.kept_in not in areas:
        msg = f"What is kept overnight is locked up in an approved area: {', '.join(areas)}."
        raise RuleError(V_90, msg)


def _move(act: Act, form: Document, entries: tuple[DayTyped, ...]) -> None:
    content: CouponDay = form.content
    for one in entries:
        for fate, place in _MOVES.items():
            of = content.of(one.design, fate)
            ledger.move_all(act, form, one.design, of, (_MARKETING, place), day=content.day)
        for each in one.read().voids:
            way = (_MARKETING, CouponPlace.VOIDED)
            ledger.move_all(
                act,
                form,
                one.design,
                (each.serials,),
                way,
                day=content.day,
                reason=each.reason,
            )
