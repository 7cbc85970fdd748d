"""Where coupons went: the movements of serials, and what they add up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlmodel import select

from countroom.domain.coupon_lots import union
from countroom.domain.coupon_programme import CouponPlace, Holdings, Movement, holdings
from countroom.domain.coupon_ranges import Range, Serials, Series
from countroom.domain.papers.coupon_day import DayLedger
from countroom.stores import Tx
from countroom.stores.journal import next_id
from countroom.stores.recall import recall_while
from countroom.stores.rows import CouponMovementRow, DocumentRow

_MARKETING: Final = CouponPlace.MARKETING
_KEPT: Final = 64
"""Answers kept: of the last days."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A movement as it stands on record.

    Attributes:
        movement: Which coupons, from where, to where, on which form.
        day: Gaming date it belongs to.
        at: When it was entered, aware UTC.
        seq: Journal entry that entered it.
    """

    movement: Movement
    day: date
    at: datetime
    seq: int


def _fact(row: CouponMovementRow, paper: str) -> Moved:
    serials = Serials(Series(row.prefix, row.digits), (Range(row.first, row.last),))
    from_ = CouponPlace(row.from_place) if row.from_place else None
    movement = Movement(row.design, serials, from_, CouponPlace(row.to_place), paper, row.reason)
    return Moved(movement, row.gaming_date, row.at, row.journal_seq)


def movements(tx: Tx, *, until: date | None = None) -> Sequence[Moved]:
    """Every movement in the order it was entered, up to a gaming date where one is named."""
    every = recall_while(tx, (CouponMovementRow,), "movements", lambda: _read(tx), keep=_KEPT)
    return [moved for moved in every if until is None or moved.day <= until]


def _read(tx: Tx) -> Sequence[Moved]:
    tx.flush()
    query = (
        select(CouponMovementRow, DocumentRow.name)
        .join(DocumentRow, CouponMovementRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .order_by(CouponMovementRow.id)  # type: ignore[arg-type]
    )
    return [_fact(row, name) for row, name in tx.exec(query)]


def held(tx: Tx, *, until: date | None = None) -> Holdings:
    """Where all coupons are, or were at the end of a gaming date."""

    def add_up() -> Holdings:
        return holdings(moved.movement for moved in movements(tx, until=until))

    return recall_while(tx, (CouponMovementRow,), ("held", until), add_up, keep=_KEPT)


def rows(
    tx: Tx, movement: Movement, *, document: int, day: date, at: datetime, seq: int
) -> list[CouponMovementRow]:
    """The rows of a movement that is about to be recorded, one a range."""
    series = movement.serials.series
    return [
        CouponMovementRow(
            id=next_id(tx, CouponMovementRow),
            gaming_date=day,
            design=movement.design,
            prefix=series.prefix,
            digits=series.digits,
            first=each.first,
            last=each.last,
            from_place="" if movement.from_ is None else movement.from_.value,
            to_place=movement.to.value,
            document_id=document,
            reason=movement.reason,
            at=at,
            journal_seq=seq,
        )
        for each in movement.serials.ranges
    ]


def of_marketing(tx: Tx, day: date) -> dict[str, DayLedger]:
    """What the ledger says of marketing's coupons on a gaming date, by design."""
    before = held(tx, until=day - timedelta(days=1))
    today = [moved.movement for moved in movements(tx, until=day) if moved.day == day]
    designs = {design for design, _, place in before.held if place is _MARKETING}
    designs |= {each.design for each in today if _MARKETING in {each.from_, each.to}}
    return {design: _day_of(design, before, today) for design in sorted(designs)}


def _day_of(design: str, before: Holdings, today: Sequence[Movement]) -> DayLedger:
    mine = [each for each in today if each.design == design]
    received = union(each.serials for each in mine if each.to is _MARKETING)
    left = [each for each in mine if each.from_ is _MARKETING]
    return DayLedger(
        before=before.at(design, _MARKETING),
        received=received,
        voided=tuple(
            ((each.serials,), each.reason) for each in left if each.to is CouponPlace.VOIDED
        ),
        returned=union(each.serials for each in left if each.to is CouponPlace.STOCK),
    )


def open_day(tx: Tx, closed: date | None) -> date | None:
    """The first gaming date after the last closed one on which marketing held coupons."""
    every = movements(tx)
    if closed is not None and _holds(held(tx, until=closed)):
        return closed + timedelta(days=1)
    days = [
        moved.day
        for moved in every
        if moved.movement.to is _MARKETING and (closed is None or moved.day > closed)
    ]
    return min(days, default=None)


def _holds(standing: Holdings) -> bool:
    return any(place is _MARKETING for _, _, place in standing.held)
