"""The win of a table: the worked day, and what a hold may never say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain.revenue import (
    Banking,
    Nonbanking,
    banking_total,
    checks_missing,
    hold_of,
    hold_shown,
    win_of,
)
from countroom.money import ZERO, Money
from countroom.regulations import V_44, V_46, V_110

FIXTURE = {
    "BJ-101": (25_000, 8_000, 5_000, 12_340, 2_000, 17_120, 14_340, 3_460, "24.13%"),
    "RO-201": (30_000, 0, 0, 5_260, 0, 33_415, 5_260, 8_675, "164.92%"),
    "CR-301": (40_000, 15_000, 0, 19_100, 4_000, 21_805, 23_100, -10_095, "-43.70%"),
    "MB-401": (60_000, 25_000, 10_000, 41_200, 0, 30_500, 41_200, -3_300, "-8.01%"),
}
"""Opening, fills, credits, currency, checks, closing; drop, win, hold: 14 June 2011."""


def banking(*dollars: int) -> Banking:
    return Banking(*(Money(amount * 100) for amount in dollars))


@pytest.mark.parametrize("table", FIXTURE)
def test_the_worked_day_gives_each_table_its_win(table: str) -> None:
    *given_, drop, win, hold = FIXTURE[table]
    day = banking(*(int(amount) for amount in given_))
    assert (day.drop, day.win) == (Money(int(drop) * 100), Money(int(win) * 100))
    assert hold_shown(day.hold) == hold


def test_the_worked_day_adds_up() -> None:
    every = [banking(*(int(amount) for amount in row[:6])) for row in FIXTURE.values()]
    whole = banking_total(every)
    assert whole == banking(155_000, 48_000, 15_000, 77_900, 6_000, 102_840)
    assert (whole.drop, whole.win) == (Money(8_390_000), Money(-126_000))
    assert hold_shown(whole.hold) == "-1.50%"


def test_case_K1_the_win_of_a_table() -> None:
    win = win_of(
        opening=Money(2_000_000),
        fills=Money(500_000),
        credits_=Money(300_000),
        drop=Money(900_000),
        closing=Money(1_850_000),
    )
    assert win == Money(550_000)


@pytest.mark.parametrize(
    ("win", "drop", "hold"),
    [(5, 0, None), (5, -4_000, None), (1, 3, "0.3333"), (1, 8, "0.1250"), (-1, 16, "-0.0625")],
)
def test_case_I12_a_hold_without_a_drop_is_not_there(win: int, drop: int, hold: str | None) -> None:
    assert hold_of(Money(win), Money(drop)) == hold
    assert hold_shown(None) == "n/a"


def test_case_I12_halves_are_rounded_away_from_zero() -> None:
    assert [hold_of(Money(win), Money(20_000)) for win in (1, 3, -1)] == [
        "0.0001",
        "0.0002",
        "-0.0001",
    ]


@given(st.lists(st.integers(0, 10**9), min_size=6, max_size=6))
def test_win_is_what_left_and_entered(amounts: list[int]) -> None:
    opening, fills, credits_, currency, checks, closing = map(Money, amounts)
    day = Banking(opening, fills, credits_, currency, checks, closing)
    gone_in = opening + fills + day.win
    assert gone_in == closing + credits_ + currency + checks


def nonbanking(**changed: object) -> Nonbanking:
    parts: dict[str, object] = {
        "opening": Money(500_000),
        "fills": Money(200_000),
        "credits": ZERO,
        "currency": Money(308_000),
        "checks": ZERO,
        "closing": Money(390_000),
        "value_chips": ZERO,
        "rake_chips": Money(64_000),
    }
    return Nonbanking(**(parts | changed))  # type: ignore[arg-type]


def test_currency_in_a_nonbanking_box_is_chip_sales() -> None:
    day = nonbanking()
    assert (day.rake, day.win, day.hold) == (Money(64_000), Money(64_000), None)
    assert day.chips_sold == Money(310_000)
    assert day.cash_over_short.in_words() == "short 20.00"
    assert day.findings() == ()


def test_the_worked_day_counts_value_chips_and_rake_chips_as_rake() -> None:
    assert nonbanking(value_chips=Money(76_200), rake_chips=Money(72_000)).rake == Money(148_200)


def test_where_the_rake_is_filed_in_cash_currency_is_rake() -> None:
    day = nonbanking(rake_in_cash=True)
    assert (day.rake, day.drop) == (Money(372_000), ZERO)


@pytest.mark.rule(V_44)
def test_a_negative_rake_is_investigated() -> None:
    (found,) = nonbanking(rake_chips=Money(-5)).findings()
    assert found.rule == V_44


@pytest.mark.rule(V_46)
def test_a_drop_is_currency_and_checks_alone() -> None:
    assert banking(0, 0, 0, 100, 20, 0).drop == Money(12_000)


@pytest.mark.rule(V_110)
def test_a_win_waits_for_the_counter_checks() -> None:
    found = checks_missing("BJ-101", tallied=2, entered=1, complete=False)
    assert found is not None
    assert (found.rule, found.where) == (V_110, "BJ-101")
    assert "1 of 2" in found.sentence
    assert checks_missing("BJ-101", tallied=0, entered=0, complete=True) is None
