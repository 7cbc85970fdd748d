"""Money against games: the parts of a variance, and the causes that explain one to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import reconciliation
from countroom.domain.coupons import CouponDifference, compare
from countroom.domain.reconciliation import Band, Played, Variance
from countroom.domain.revenue import Banking, Nonbanking
from countroom.money import ZERO, Money
from countroom.regulations import V_103, V_111

NO_COUPONS = CouponDifference(0, 0)


def bj_101(closing: int = 17_120) -> Banking:
    amounts = (25_000, 8_000, 5_000, 12_340, 2_000, closing)
    return Banking(*(Money(amount * 100) for amount in amounts))


PLAYED = Played(
    house_net=Money(348_500),
    house_net_chips=Money(348_500),
    cash_buyins=Money(1_234_000),
    check_buyins=(("K-1", Money(120_000)), ("K-2", Money(80_000))),
)


def test_the_worked_table_is_short_in_chips_alone() -> None:
    found = reconciliation.of_banking(bj_101(), PLAYED, NO_COUPONS)
    assert (found.cash, found.checks, found.chips) == (ZERO, ZERO, Money(-2_500))
    assert found.total == bj_101().win - PLAYED.house_net == Money(-2_500)
    assert not found.is_even
    assert reconciliation.of_banking(bj_101(17_145), PLAYED, NO_COUPONS).is_even


def test_case_K1_books_and_rounds_differ_by_fifty() -> None:
    day = Banking(
        *map(Money, (2_000_000, 500_000, 300_000, 900_000, 0, 1_850_000)),
    )
    played = Played(Money(545_000), Money(545_000), Money(900_000))
    found = reconciliation.of_banking(day, played, NO_COUPONS)
    assert found.total == Money(5_000)
    assert reconciliation.band(found.total, warn=Money(2_500)) is Band.EXPLAIN


AMOUNTS = st.lists(st.integers(0, 10**8), min_size=9, max_size=9)


@given(AMOUNTS)
def test_the_parts_of_a_banking_table_add_up_to_win_less_games(amounts: list[int]) -> None:
    *books, net, cash, check = map(Money, amounts)
    day = Banking(*books)
    played = Played(net, net, cash, (("K", check),))
    found = reconciliation.of_banking(day, played, NO_COUPONS)
    assert found.total == day.win - net
    assert found.total == found.cash + found.checks + found.chips


@given(AMOUNTS, st.booleans())
def test_the_parts_of_a_nonbanking_table_add_up(amounts: list[int], in_cash: bool) -> None:  # noqa: FBT001
    opening, fills, credits_, currency, checks, closing, chips, rake, cash = map(Money, amounts)
    day = Nonbanking(
        opening, fills, credits_, currency, checks, closing, chips, ZERO, rake_in_cash=in_cash
    )
    played = Played(house_net=rake, cash_buyins=cash, rake=rake)
    found = reconciliation.of_nonbanking(day, played, NO_COUPONS)
    assert found.total == day.cash_over_short + (day.rake - rake)


def test_a_note_from_a_poker_box_is_cash_and_a_rake_chip_is_chips() -> None:
    books = (500_000, 200_000, 0, 308_000, 0, 390_000)
    played = Played(house_net=Money(64_000), cash_buyins=Money(310_000), rake=Money(64_000))
    opening, fills, credits_, currency, checks, closing = map(Money, books)
    day = Nonbanking(opening, fills, credits_, currency, checks, closing, ZERO, Money(63_600))
    found = reconciliation.of_nonbanking(day, played, NO_COUPONS)
    assert (found.cash, found.chips) == (Money(-2_000), Money(-400))


@pytest.mark.rule(V_111)
def test_a_variance_beyond_the_band_is_explained() -> None:
    warn = Money(2_500)
    assert [reconciliation.band(Money(c), warn=warn) for c in (0, -2_500, 2_501)] == [
        Band.EVEN,
        Band.LOOK,
        Band.EXPLAIN,
    ]
    large = Variance(Money(-2_501), ZERO, ZERO, compare([], ["M-1"]))
    assert [found.rule for found in reconciliation.findings("BJ", large, warn=warn)] == [
        V_111,
        V_103,
    ]
    small = Variance(Money(-2_500), ZERO, ZERO, NO_COUPONS)
    assert reconciliation.findings("BJ", small, warn=warn) == ()


def test_a_missing_coupon_alone_is_not_even() -> None:
    assert not Variance(ZERO, ZERO, ZERO, compare([], ["M-1"])).is_even


def test_the_same_sign_day_after_day_is_investigated() -> None:
    days = [Money(c) for c in (0, -1, -5, -2)]
    assert reconciliation.repeats(days, days=3)
    assert not reconciliation.repeats(days, days=4)
    assert not reconciliation.repeats(days[:2], days=3)
    assert reconciliation.repeats([Money(1), Money(2)], days=2)
