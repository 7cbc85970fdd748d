"""Money is whole cents: what it does, and what it refuses to do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.money import LIMIT_CENTS, ZERO, Money, dollars, total


def test_case_C10_half_dollars_and_dimes_stay_exact() -> None:
    value = Money(250) * 3 + Money(10) * 7
    assert value == Money(820)
    assert value.text() == "8.20"


def test_an_amount_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="ask for what you mean"):
        bool(Money(1))


def test_a_float_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        Money(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cents", "text", "words"),
    [
        (0, "0.00", "even"),
        (-2000, "-20.00", "short 20.00"),
        (2000, "20.00", "over 20.00"),
        (-123456789, "-1,234,567.89", "short 1,234,567.89"),
    ],
)
def test_amounts_are_written_with_a_sign_and_said_in_words(
    cents: int, text: str, words: str
) -> None:
    assert Money(cents).text() == text
    assert Money(cents).in_words() == words
    assert Money(cents).plain() == text.replace(",", "")


def test_shares_round_the_way_their_names_say() -> None:
    assert Money(1700).share_ceil_to(Fraction(1, 20), Money(25)) == Money(100)
    assert Money(300).share_ceil_to(Fraction(1, 20), Money(25)) == Money(25)
    assert Money(1700).share_ceil_to(Fraction(1, 25), Money(20)) == Money(80)
    assert Money(101).share_floor(Fraction(1, 2)) == Money(50)
    assert Money(-101).share_floor(Fraction(1, 2)) == Money(-51)


def test_sums_differences_and_order() -> None:
    assert Money(5) - Money(7) == -Money(2)
    assert abs(Money(-3)) == Money(3)
    assert Money(1) < Money(2)
    assert total([]) == ZERO
    assert total((Money(1), Money(2))) == Money(3)


@pytest.mark.parametrize(
    "typed", ["", "abc", "1e3", "1.5", "1.505", "٣", "1_000", "+5", "1.", "--1"]
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="Enter an amount"):
        dollars(typed)


def test_more_than_the_limit_is_refused() -> None:
    assert dollars(f"{LIMIT_CENTS // 100}") == Money(LIMIT_CENTS)
    with pytest.raises(ValueError, match="larger than this system"):
        dollars(f"{LIMIT_CENTS // 100}.01")


@given(st.integers(min_value=-LIMIT_CENTS, max_value=LIMIT_CENTS))
def test_what_is_written_is_read_back(cents: int) -> None:
    assert dollars(Money(cents).text()) == Money(cents)
