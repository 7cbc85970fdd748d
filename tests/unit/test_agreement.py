"""Comparing two counts of the same money, and the slips of the hand that explain a difference."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import agreement
from countroom.domain.agreement import Slip, compare, near_misses
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import BoxCount, Figure
from countroom.domain.papers.presentation import PoolKey
from countroom.money import Money
from countroom.regulations import V_57


def note(face: int, pool: Pool = Pool.BANKING_CURRENCY) -> PoolKey:
    return (pool, Instrument.CURRENCY, "", face * 100)


RAKE: PoolKey = (Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, "rake", 200)
FOUND: PoolKey = (Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "main", 25_00)


@pytest.mark.rule(V_57)
def test_equal_counts_agree() -> None:
    same = compare({note(100): 3, RAKE: 0}, {note(100): 3})
    assert same.agrees
    assert same.keys == ()


@pytest.mark.rule(V_57)
def test_equal_totals_over_unequal_denominations_do_not_agree() -> None:
    said = compare({note(100): 649, note(20): 450}, {note(100): 648, note(20): 455})
    assert not said.agrees
    assert [(one.key[3], one.pieces, one.amount) for one in said.denominations] == [
        (100_00, -1, Money(-100_00)),
        (20_00, 5, Money(100_00)),
    ]
    assert (said.pools, said.reports) == ((), ())


@pytest.mark.rule(V_57)
def test_pools_and_reports_are_compared_each_by_itself() -> None:
    count = {note(20): 5, RAKE: 10, FOUND: 1}
    said = compare(count, {note(20): 4, RAKE: 11})
    assert [one.of for one in said.pools] == [
        Pool.BANKING_CURRENCY,
        Pool.FOUND_CHIPS,
        Pool.RAKE_CHIPS,
    ]
    assert [(one.of, one.counted, one.recounted) for one in said.reports] == [
        (TableKind.BANKING, Money(100_00), Money(80_00)),
        (TableKind.NONBANKING, Money(20_00), Money(22_00)),
    ]
    banking, nonbanking = (said.of(kind) for kind in TableKind)
    assert banking.keys == (note(20), FOUND)
    assert [one.of for one in banking.pools] == [Pool.BANKING_CURRENCY, Pool.FOUND_CHIPS]
    assert [one.of for one in nonbanking.reports] == [TableKind.NONBANKING]
    assert nonbanking.keys == (RAKE,)


@given(
    st.dictionaries(st.sampled_from([note(100), note(20), note(1), RAKE]), st.integers(0, 999)),
    st.dictionaries(st.sampled_from([note(100), note(20), note(1), RAKE]), st.integers(0, 999)),
)
def test_counts_agree_when_every_denomination_does(
    count: dict[PoolKey, int], recount: dict[PoolKey, int]
) -> None:
    keys = {*count, *recount}
    same = all(count.get(key, 0) == recount.get(key, 0) for key in keys)
    assert compare(count, recount).agrees is same
    assert compare(count, recount).keys == compare(recount, count).keys


# -------------------------------------------------------------------------- near misses


def box(code: str, pieces: dict[int, int], ticket_cents: int | None = None) -> BoxCount:
    return BoxCount(
        count="c",
        box=code,
        table=f"T-{code}",
        game="baccarat",
        kind=TableKind.BANKING,
        figures=tuple(Figure(Instrument.CURRENCY, face * 100, n) for face, n in pieces.items()),
        ticket_cents=ticket_cents,
    )


BOXES = (
    box("1", {100: 88, 50: 20, 20: 110}, 12_100_00),
    box("2", {100: 31, 50: 6, 20: 80}, 5_000_00),
    box("3", {100: 4, 50: 4, 20: 0}),
)


def misses(count: dict[PoolKey, int], off: dict[PoolKey, int]) -> tuple[agreement.NearMiss, ...]:
    recount = {key: pieces + off.get(key, 0) for key, pieces in count.items()}
    return near_misses(compare(count, recount), BOXES)


COUNTED = {note(100): 123, note(50): 30, note(20): 190}


def test_two_digits_swapped_explain_a_difference() -> None:
    (found,) = misses(COUNTED, {note(100): -18})
    assert (found.box, found.table, found.slip) == ("2", "T-2", Slip.DIGITS_SWAPPED)
    assert (found.entered, found.likely, found.other) == (31, 13, None)
    assert found.slip.printed == "two digits swapped"


def test_any_two_digits_may_be_swapped() -> None:
    (found,) = misses(COUNTED, {note(20): -99})
    assert (found.box, found.entered, found.likely) == ("1", 110, 11)


def test_a_line_typed_on_its_neighbour_explains_two_differences() -> None:
    (found,) = misses(COUNTED, {note(50): 74, note(20): -74})
    assert (found.box, found.slip) == ("2", Slip.NEIGHBOURING_DENOMINATION)
    assert (found.key, found.entered, found.likely) == (note(50), 6, 80)
    assert found.other == note(20)


def test_equal_neighbours_and_other_pools_explain_nothing() -> None:
    assert misses(COUNTED, {note(100): 3, note(50): -3}) == ()


def test_a_ticket_that_differs_from_the_entry_explains_a_difference() -> None:
    (found,) = misses(COUNTED, {note(100): 1})
    assert (found.box, found.slip, found.likely) == ("1", Slip.MACHINE_TICKET, 89)
    assert misses(COUNTED, {note(100): -1}) == ()


def test_what_is_not_in_a_box_has_no_ticket() -> None:
    said = compare({RAKE: 5}, {RAKE: 6})
    assert near_misses(said, BOXES) == ()


def test_neighbours_are_of_one_instrument() -> None:
    mixed = replace(
        BOXES[2],
        kind=TableKind.NONBANKING,
        figures=(
            Figure(Instrument.CURRENCY, 1_00, 7),
            Figure(Instrument.RAKE_CHIP, 4_00, 2, "rake"),
        ),
    )
    count: dict[PoolKey, int] = {
        note(1, Pool.NONBANKING_CURRENCY): 7,
        (Pool.RAKE_CHIPS, Instrument.RAKE_CHIP, "rake", 4_00): 2,
    }
    recount = dict(zip(count, (2, 7), strict=True))
    assert near_misses(compare(count, recount), [mixed]) == ()
