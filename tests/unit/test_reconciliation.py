"""Money against games: the parts of a variance, and the causes that explain one to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import reconciliation
from countroom.domain.coupons import CouponDifference, compare
from countroom.domain.reconciliation import (
    Band,
    Cause,
    Entered,
    Evidence,
    Moved,
    Part,
    Played,
    Variance,
    explain,
)
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


# ------------------------------------------------------------------------------- the causes


def causes(
    evidence: Evidence, *, cash: int = 0, checks: int = 0, chips: int = 0
) -> list[tuple[Part, str]]:
    variance = Variance(Money(cash), Money(checks), Money(chips), NO_COUPONS)
    return [(cause.part, cause.sentence) for cause in explain(variance, evidence)]


def box(cents: int, pieces: int, where: str = "box 17") -> Entered:
    return Entered(where, cents, pieces, f"${cents // 100}")


def test_a_lost_note_explains_its_amount() -> None:
    found = causes(Evidence(boxes=(box(10_000, 4), box(2_000, 77))), cash=-2_000)
    assert found[0] == (Part.CASH, "1 of $20 fewer in box 17 than the games say.")
    assert causes(Evidence(boxes=(box(2_000, 77),)), cash=4_000) == [
        (Part.CASH, "2 of $20 more in box 17 than the games say.")
    ]


def test_swapped_digits_and_a_digit_too_many_explain_theirs() -> None:
    assert causes(Evidence(boxes=(box(2_000, 84),)), cash=36 * 2_000) == [
        (Part.CASH, "$20 in box 17 was entered as 84, not 48: two digits were swapped.")
    ]
    assert (
        Part.CASH,
        "$20 in box 17 was entered as 488, not 48: a digit was struck twice.",
    ) in causes(Evidence(boxes=(box(2_000, 488),)), cash=440 * 2_000)
    assert causes(Evidence(boxes=(box(2_000, 7),)), cash=140_000) == []


def test_a_note_counted_one_denomination_apart_explains_the_step() -> None:
    evidence = Evidence(boxes=(box(10_000, 5), box(5_000, 12), box(2_000, 7)))
    assert (Part.CASH, "1 of $50 in box 17 counted as $100.") in causes(evidence, cash=5_000)
    assert causes(evidence, cash=-3_000)[0] == (
        Part.CASH,
        "1 of $50 in box 17 counted as $20.",
    )
    everything = causes(evidence, cash=-21_000)
    assert (Part.CASH, "7 of $50 in box 17 counted as $20.") in everything
    assert not any("4 of" in sentence for _, sentence in causes(evidence, cash=-12_000))


def test_two_sets_of_one_denomination_are_no_neighbours() -> None:
    evidence = Evidence(closing=(box(10_000, 5, "IS-1"), box(10_000, 2, "IS-1")))
    assert causes(evidence, chips=-10_000) == [
        (Part.CHIPS, "1 of $100 fewer in IS-1 than the games say."),
    ]


def test_a_named_check_comes_before_everything_else() -> None:
    missing = Moved(Part.CHECKS, -50_000, "Check K-1 was exchanged and is not entered.", "K-1")
    other = Moved(Part.CHECKS, -10, "Check K-2 is not entered.", "K-2")
    found = causes(Evidence(moved=(missing, other)), checks=-50_000, cash=50_000)
    assert found[0] == (Part.CHECKS, missing.sentence)
    assert found[1][1].startswith("A Counter Check and currency of one amount")


def test_cash_and_chips_that_make_up_for_each_other_are_one_buy_in() -> None:
    found = causes(Evidence(), cash=-10_000, chips=10_000)
    assert found == [
        (Part.CHIPS, "A buy-in of 100.00 was recorded wrongly: cash and chips make up for it.")
    ]


def mistaken(number: int) -> Moved:
    rank = reconciliation.RANKS.index("round")
    return Moved(Part.CHIPS, -2_500, f"Round {number} was paid.", f"round {number}", rank)


def test_few_rounds_are_named_and_many_are_one_weak_cause() -> None:
    variance = Variance(ZERO, ZERO, Money(-2_500), NO_COUPONS)
    few = explain(variance, Evidence(moved=(mistaken(1), mistaken(2))))
    assert [(cause.where, cause.alike) for cause in few] == [("round 1", 1), ("round 2", 1)]
    many = Evidence(
        closing=(box(2_500, 10, "IS-1"),), moved=tuple(mistaken(number) for number in range(9))
    )
    note, weak = explain(variance, many)
    assert note.where == "IS-1"
    assert weak == Cause(
        Part.CHIPS, "Round 0 was paid. So would 8 other rounds.", "round 0", 8, alike=8
    )


def test_what_nothing_explains_stays_unexplained() -> None:
    assert causes(Evidence(boxes=(box(2_000, 77),)), cash=-1_234) == []
    assert causes(Evidence(boxes=(box(2_000, 77),))) == []
