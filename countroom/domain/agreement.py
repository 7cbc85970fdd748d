"""Whether two counts of the same money agree, and which boxes one slip would explain.

The count's figures, the strapping team's proof and each recount are compared by denomination
and in total, by pool and by report: equal totals over unequal denominations do not agree.

Reference:
    525.19(y)(4)-(5); V_42, V_57; count states C4a, C6-C8, C7b.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from countroom.domain.denominations import Pool
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import BoxCount, pool_of
from countroom.domain.papers.presentation import PoolKey
from countroom.domain.pools import REPORT_POOLS, print_order
from countroom.money import Money


@dataclass(frozen=True, slots=True)
class Difference:
    """One denomination of which the two counts found different pieces."""

    key: PoolKey
    counted: int
    recounted: int

    @property
    def pieces(self) -> int:
        """How many more the second count found; negative if fewer."""
        return self.recounted - self.counted

    @property
    def amount(self) -> Money:
        """Value of the difference."""
        return Money(self.pieces * self.key[3])


@dataclass(frozen=True, slots=True)
class TotalDifference:
    """A pool or a report whose two totals are different."""

    of: Pool | TableKind
    counted: Money
    recounted: Money


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two counts of the same money say of each other.

    Attributes:
        denominations: Differences by denomination, in print order.
        pools: Pools whose totals differ.
        reports: Reports whose grand totals differ.
    """

    denominations: tuple[Difference, ...]
    pools: tuple[TotalDifference, ...]
    reports: tuple[TotalDifference, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs at all (V-57)."""
        return not (self.denominations or self.pools or self.reports)

    @property
    def keys(self) -> tuple[PoolKey, ...]:
        """Which denominations differ."""
        return tuple(difference.key for difference in self.denominations)

    def of(self, kind: TableKind) -> "Comparison":
        """The part of it that concerns one report, its found chips included."""
        banking = kind is TableKind.BANKING
        return Comparison(
            tuple(one for one in self.denominations if one.key[0].is_banking is banking),
            tuple(
                one
                for one in self.pools
                if isinstance(one.of, Pool) and one.of.is_banking is banking
            ),
            tuple(one for one in self.reports if one.of is kind),
        )


def _value(pieces: Mapping[PoolKey, int], pools: Iterable[Pool]) -> Money:
    wanted = set(pools)
    return Money(sum(count * key[3] for key, count in pieces.items() if key[0] in wanted))


def _totals(
    places: Iterable[tuple[Pool | TableKind, tuple[Pool, ...]]],
    count: Mapping[PoolKey, int],
    recount: Mapping[PoolKey, int],
) -> Iterator[TotalDifference]:
    for place, pools in places:
        counted, recounted = _value(count, pools), _value(recount, pools)
        if counted != recounted:
            yield TotalDifference(place, counted, recounted)


def compare(count: Mapping[PoolKey, int], recount: Mapping[PoolKey, int]) -> Comparison:
    """Compare two counts: every denomination, every pool's total, every report's (V-57).

    Args:
        count: Pieces by denomination as counted from the boxes, adjustments included.
        recount: Pieces as counted again; a denomination that stands in neither is none.
    """
    keys = sorted({*count, *recount}, key=print_order)
    differences = (Difference(key, count.get(key, 0), recount.get(key, 0)) for key in keys)
    return Comparison(
        tuple(one for one in differences if one.pieces),
        tuple(_totals([(pool, (pool,)) for pool in Pool], count, recount)),
        tuple(_totals(REPORT_POOLS.items(), count, recount)),
    )


class Slip(StrEnum):
    """A slip of the hand that one entry of a box would show."""

    DIGITS_SWAPPED = "digits_swapped"
    NEIGHBOURING_DENOMINATION = "neighbouring_denomination"
    MACHINE_TICKET = "machine_ticket"

    @property
    def printed(self) -> str:
        """The slip in words."""
        return _SLIPS[self]


_SLIPS = {
    Slip.DIGITS_SWAPPED: "two digits swapped",
    Slip.NEIGHBOURING_DENOMINATION: "entered on the neighbouring denomination",
    Slip.MACHINE_TICKET: "entry differs from the machine's ticket",
}


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A box in which one slip would explain a difference.

    Attributes:
        box: Box number.
        table: Its table.
        slip: Which slip.
        key: Denomination that it concerns.
        entered: Pieces as entered.
        likely: Pieces as they would be without the slip.
        other: With neighbouring denominations, the other one.
    """

    box: str
    table: str
    slip: Slip
    key: PoolKey
    entered: int
    likely: int
    other: PoolKey | None = None


def _box_pieces(box: BoxCount) -> dict[PoolKey, int]:
    return {
        (
            pool_of(box.kind, figure.instrument),
            figure.instrument,
            figure.chip_set,
            figure.denomination_cents,
        ): figure.pieces
        for figure in box.figures
    }


def _swapped(pieces: int) -> set[int]:
    digits = str(pieces)
    made: set[int] = set()
    for left, right in combinations(range(len(digits)), 2):
        turned = list(digits)
        turned[left], turned[right] = turned[right], turned[left]
        made.add(int("".join(turned)))
    return made - {pieces}


def _digit_slips(box: BoxCount, difference: Difference) -> Iterator[NearMiss]:
    entered = _box_pieces(box).get(difference.key, 0)
    likely = entered + difference.pieces
    if likely in _swapped(entered):
        yield NearMiss(box.box, box.table, Slip.DIGITS_SWAPPED, difference.key, entered, likely)


def _ticket_slips(box: BoxCount, difference: Difference) -> Iterator[NearMiss]:
    pieces = _box_pieces(box)
    entered = pieces.get(difference.key, 0)
    if box.ticket_cents is None or difference.key[0] not in {key[0] for key in pieces}:
        return
    read = Money(
        sum(count * key[3] for key, count in pieces.items() if key[0] is difference.key[0])
    )
    if Money(box.ticket_cents) - read == difference.amount:
        likely = entered + difference.pieces
        yield NearMiss(box.box, box.table, Slip.MACHINE_TICKET, difference.key, entered, likely)


def _neighbours(box: BoxCount, differences: Mapping[PoolKey, int]) -> Iterator[NearMiss]:
    pieces = _box_pieces(box)
    for upper, lower in pairwise(sorted(pieces, key=print_order)):
        shift = pieces[lower] - pieces[upper]
        if upper[:3] != lower[:3] or not shift:
            continue
        if differences.get(upper) == shift and differences.get(lower) == -shift:
            yield NearMiss(
                box.box,
                box.table,
                Slip.NEIGHBOURING_DENOMINATION,
                upper,
                pieces[upper],
                pieces[lower],
                lower,
            )


def near_misses(comparison: Comparison, boxes: Iterable[BoxCount]) -> tuple[NearMiss, ...]:
    """List the boxes in which one slip explains a difference; a hint, never a correction.

    Args:
        comparison: Of the count with the second count.
        boxes: Box counts in force, in table order.
    """
    by_key = {one.key: one.pieces for one in comparison.denominations}
    found: list[NearMiss] = []
    for box in boxes:
        for difference in comparison.denominations:
            found += _digit_slips(box, difference)
            found += _ticket_slips(box, difference)
        found += _neighbours(box, by_key)
    return tuple(found)
