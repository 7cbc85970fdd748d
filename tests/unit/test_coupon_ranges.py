"""Serial ranges behave as the sets of serials they stand for, exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain.coupon_ranges import (
    Range,
    Serials,
    Series,
    check_quantity,
    read_serial,
    serials,
)
from countroom.errors import EntryError

SERIES = Series("M25-", 7)
numbers = st.frozensets(st.integers(0, 40), max_size=30)


def of(chosen: frozenset[int]) -> Serials:
    made = Serials(SERIES)
    for number in chosen:
        made |= Serials(SERIES, (Range(number, number),))
    return made


def in_(made: Serials) -> set[int]:
    return {number for each in made.ranges for number in range(each.first, each.last + 1)}


@given(numbers, numbers)
def test_ranges_are_the_sets_they_stand_for(left: frozenset[int], right: frozenset[int]) -> None:
    a, b = of(left), of(right)
    assert in_(a) == left
    assert in_(a | b) == left | right
    assert in_(a & b) == left & right
    assert in_(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert a.quantity == len(left)
    assert a.shared(b) == len(left & right)
    assert bool(a) == bool(left)
    assert {number for number in range(-1, 42) if number in a} == left
    gap = set(range(min(left), max(left) + 1)) - left if left else set()
    assert in_(a.gaps()) == gap
    for made in (a, a | b, a & b, a - b):
        assert all(
            low.last + 1 < high.first
            for low, high in zip(made.ranges, made.ranges[1:], strict=False)
        )


@given(numbers, st.integers(-2, 35))
def test_a_part_is_the_first_so_many(chosen: frozenset[int], quantity: int) -> None:
    made = of(chosen)
    if not 0 <= quantity <= len(chosen):
        with pytest.raises(EntryError, match="not"):
            made.split(quantity)
        return
    first, rest = made.split(quantity)
    assert sorted(in_(first)) == sorted(chosen)[:quantity]
    assert in_(rest) == chosen - in_(first)


def test_ten_million_are_one_range() -> None:
    every = serials("M25-0000001", "M25-9999999") | serials("M25-0000000")
    assert every.quantity == 10_000_000
    assert len(every.ranges) == 1
    void = serials("M25-4000000")
    assert (every - void).quantity == 9_999_999
    assert str(every - void) == "M25-0000000 to M25-3999999, M25-4000001 to M25-9999999"


def test_serials_are_read_and_written() -> None:
    assert read_serial("M25-0000042") == (SERIES, 42)
    assert read_serial("0007") == (Series("", 4), 7)
    assert SERIES.text(42) == "M25-0000042"
    assert str(serials("M25-0000001", "M25-0000003")) == "M25-0000001 to M25-0000003"
    assert str(serials(" M25-0000009 ")) == "M25-0000009"


@pytest.mark.parametrize(
    ("first", "last", "field", "says"),
    [
        ("", "", "first", "not a serial number"),
        ("M25-", "M25-1", "first", "not a serial number"),
        ("M25-1", "M25-x", "last", "not a serial number"),
        ("1" * 16, "1" * 16, "first", "at most 15"),
        ("A-1", "B-2", "last", "not of the series"),
        ("A-1", "A-02", "last", "not of the series"),
        ("A-2", "A-1", "last", "comes before"),
        ("M25-٣", "", "first", "not a serial number"),
    ],
)
def test_what_is_no_range_is_refused_beside_its_field(
    first: str, last: str, field: str, says: str
) -> None:
    with pytest.raises(EntryError, match=says) as refused:
        serials(first, last)
    assert field in refused.value.fields


def test_a_quantity_that_is_not_last_less_first_plus_one_is_refused() -> None:
    check_quantity(serials("A-01", "A-10"), 10)
    with pytest.raises(EntryError, match="is 10 coupons, not 9"):
        check_quantity(serials("A-01", "A-10"), 9)


def test_serials_of_two_series_are_never_mixed() -> None:
    with pytest.raises(AssertionError, match="never mixed"):
        serials("A-1") | serials("B-1")
