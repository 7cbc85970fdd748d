"""Where coupons went: the movements of serials, and what they add up to."""

import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import reduce
from itertools import accumulate, islice
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlmodel import select

from countroom.domain.coupon_lots import union
from countroom.domain.coupon_programme import CouponPlace, Holdings, Movement, holdings
from countroom.domain.coupon_ranges import Range, Serials, Series
from countroom.domain.papers.coupon_day import DayLedger
from countroom.stores import Tx
from countroom.stores.journal import next_id
from countroom.stores.recall import is_kept, memory_of, newest
from countroom.stores.rows import CouponMovementRow, DocumentRow

_MARKETING: Final = CouponPlace.MARKETING
_FAR: Final = 500
"""Over more movements than these it is quicker to add all up than to go back one by one."""

_KEPT: Final = 64
"""Places in the list of movements of which is kept where all coupons were."""


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


_looking_back: Final = threading.Lock()


@dataclass(slots=True)
class _Ledger:
    """The movements that were read, in the order they were entered, and what they add up to.

    Movements are only added: what was read stands, and so does what it came to.

    Attributes:
        mark: Row number of the newest.
        every: All of them.
        days: The latest gaming date up to each of them.
        now: Where all coupons are.
        before: Where they were before the movement of that place in the list, as far as asked.
    """

    mark: int = 0
    every: list[Moved] = field(default_factory=list)
    days: list[date] = field(default_factory=list)
    now: Holdings = field(default_factory=Holdings)
    before: dict[int, Holdings] = field(default_factory=dict)

    def went_on(self, mark: int, more: Sequence[Moved]) -> "_Ledger":
        """The ledger with movements entered since."""
        days = accumulate((moved.day for moved in more), max, initial=_last(self.days))
        moves = [moved.movement for moved in more]
        few = len(more) < len(self.every)
        every = [*self.every, *more]
        return _Ledger(
            mark,
            every,
            [*self.days, *list(days)[1:]],
            reduce(Holdings.moved, moves, self.now) if few else _add_up(every),
            dict(self.before),
        )

    def since(self, day: date) -> int:
        """Place of the first movement after a gaming date; a few after it may be of before."""
        return bisect_right(self.days, day)

    def until(self, day: date) -> Holdings:
        """Where all coupons were at the end of a gaming date."""
        place = self.since(day)
        late = [moved.movement for moved in self.every[place:] if moved.day <= day]
        with _looking_back:
            return reduce(Holdings.moved, late, self._before(place))

    def _before(self, place: int) -> Holdings:
        """Go back to a place from the nearest one after it that was asked for."""
        if place not in self.before:
            known = [*sorted(other for other in self.before if other > place), len(self.every)]
            found = self._back(place, known[0])
            while len(self.before) >= _KEPT:
                del self.before[next(iter(self.before))]
            self.before[place] = found
        return self.before[place]

    def _back(self, place: int, known: int) -> Holdings:
        if known - place > _FAR:
            return _add_up(self.every[:place])
        found = self.before.get(known, self.now)
        for moved in reversed(self.every[place:known]):
            found = found.unmoved(moved.movement)
        return found


def _last(days: Sequence[date]) -> date:
    return days[-1] if days else date.min


def _add_up(every: Iterable[Moved]) -> Holdings:
    return holdings(moved.movement for moved in every)


_ledgers: WeakKeyDictionary[Any, _Ledger] = WeakKeyDictionary()


Way = tuple[str, CouponPlace | None, CouponPlace]
"""A design, from where, to where."""


@dataclass(slots=True)
class _Index:
    """What of the movements is asked for by serial and by day.

    Attributes:
        size: How many movements it holds, from the first.
        pieces: Gaming date to how many of a design went from where to where.
        single: Places in the list of movements of one serial, by series and number.
        several: Places in the list of the others.
    """

    size: int = 0
    pieces: dict[date, Counter[Way]] = field(default_factory=dict)
    single: dict[tuple[Series, int], list[int]] = field(default_factory=dict)
    several: list[int] = field(default_factory=list)

    def goes_on(self, every: Sequence[Moved]) -> None:
        """Take in what was entered since."""
        for place in range(self.size, len(every)):
            step, of = every[place].movement, every[place].movement.serials
            quantity = of.quantity
            day = self.pieces.setdefault(every[place].day, Counter())
            day[step.design, step.from_, step.to] += quantity
            if quantity == 1:
                self.single.setdefault((of.series, of.ranges[0].first), []).append(place)
            else:
                self.several.append(place)
        self.size = len(every)


_indexes: WeakKeyDictionary[Any, _Index] = WeakKeyDictionary()


def _index(tx: Tx) -> tuple[_Index, Sequence[Moved]]:
    """The index of the movements that a transaction sees, and these."""
    every = _ledger(tx).every
    with _looking_back:
        known = _indexes.setdefault(memory_of(tx), _Index()) if is_kept(tx) else _Index()
        found = known if known.size <= len(every) else _Index()
        found.goes_on(every)
    return found, every


def of_serial(tx: Tx, series: Series, number: int) -> list[Moved]:
    """The movements of one serial, in the order they were entered."""
    index, every = _index(tx)
    wide = [place for place in index.several if every[place].movement.serials.series == series]
    places = [
        *(place for place in wide if number in every[place].movement.serials),
        *index.single.get((series, number), ()),
    ]
    return [every[place] for place in sorted(places)]


def pieces(tx: Tx, day: date) -> Mapping[Way, int]:
    """How many coupons of a design went from where to where on a gaming date."""
    return _index(tx)[0].pieces.get(day, Counter())


def _ledger(tx: Tx) -> _Ledger:
    """The ledger as a transaction sees it: what is known, and what was added since."""
    known = _ledgers.get(memory_of(tx), _Ledger())
    if is_kept(tx) and newest(tx, CouponMovementRow) < known.mark:
        known = _Ledger()  # it began before the newest movements
    found = _read(tx, known.mark)
    if not found:
        return known
    ledger = known.went_on(found[-1][0], [moved for _, moved in found])
    if is_kept(tx):
        _ledgers[memory_of(tx)] = ledger
    return ledger


def _read(tx: Tx, after: int) -> list[tuple[int, Moved]]:
    tx.flush()
    query = (
        select(CouponMovementRow, DocumentRow.name)
        .join(DocumentRow, CouponMovementRow.document_id == DocumentRow.id)  # type: ignore[arg-type]
        .where(CouponMovementRow.id > after)
        .order_by(CouponMovementRow.id)  # type: ignore[arg-type]
    )
    return [(row.id, _fact(row, name)) for row, name in tx.exec(query)]


def movements(
    tx: Tx,
    *,
    after: date | None = None,
    until: date | None = None,
    to: CouponPlace | None = None,
) -> Sequence[Moved]:
    """Movements in the order they were entered.

    Args:
        tx: The transaction.
        after: Only of gaming dates after this one.
        until: Only of gaming dates up to this one.
        to: Only those to this place.
    """
    ledger = _ledger(tx)
    begin = 0 if after is None else ledger.since(after)
    end = len(ledger.every)
    return [
        moved
        for moved in islice(ledger.every, begin, end)
        if (to is None or moved.movement.to is to)
        and (after is None or moved.day > after)
        and (until is None or moved.day <= until)
    ]


def backwards(tx: Tx) -> Iterator[Moved]:
    """Every movement, the newest first."""
    return reversed(_ledger(tx).every)


def first_day(tx: Tx) -> date | None:
    """The gaming date of the first movement, or nothing."""
    return next((moved.day for moved in _ledger(tx).every), None)


def held(tx: Tx, *, until: date | None = None) -> Holdings:
    """Where all coupons are, or were at the end of a gaming date."""
    ledger = _ledger(tx)
    return ledger.now if until is None else ledger.until(until)


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
    eve = day - timedelta(days=1)
    before = held(tx, until=eve)
    today = [moved.movement for moved in movements(tx, after=eve, until=day)]
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
    if closed is not None and _holds(held(tx, until=closed)):
        return closed + timedelta(days=1)
    days = [moved.day for moved in movements(tx, after=closed) if moved.movement.to is _MARKETING]
    return min(days, default=None)


def _holds(standing: Holdings) -> bool:
    return any(place is _MARKETING for _, _, place in standing.held)
