"""Limits that mean something: how often chance alone passes them, and what repeats."""

from datetime import date, timedelta
from fractions import Fraction
from statistics import NormalDist

import pytest

from countroom.domain import watching
from countroom.domain.reconciliation import Played
from countroom.domain.watching import DayHold, Differed, Reckoned, Signs
from countroom.money import ZERO, Money

DAY = date(2011, 6, 14)


def hold(win: int, mean: int | None = 0, deviation: int = 100, **changed: int) -> DayHold:
    day = DAY + timedelta(days=changed.get("day", 0))
    known = None if mean is None else Money(mean)
    return DayHold(day, Money(changed.get("drop", 10_000)), Money(win), known, deviation**2)


@pytest.mark.parametrize("tests", [1, 2, 14, 100, 300, 5_000])
def test_limits_are_passed_by_chance_no_oftener_than_is_said(tests: int) -> None:
    away = float(watching.deviations(tests))
    chance = 2 * tests * NormalDist().cdf(-away)
    assert 1 / 210 < chance <= 1 / 100


def test_limits_beyond_the_table_are_the_widest_there_are() -> None:
    assert watching.deviations(10**12) == Fraction(601, 100)
    assert watching.deviations(0) == watching.deviations(1)


def test_a_win_is_within_its_limits_or_beyond_one() -> None:
    within, little, much = (watching.judged(hold(win), 1) for win in (266, -267, 267))
    assert within is not None
    assert little is not None
    assert much is not None
    assert (within.low, within.high) == (Money(-266), Money(266))
    assert [one.says for one in (within, little, much)] == [
        "within",
        "wins too little",
        "wins too much",
    ]
    assert watching.judged(hold(5, None), 1) is None


def test_days_together_may_be_off_by_less_than_their_parts_added() -> None:
    four = [hold(100, 20, 100, day=day) for day in range(4)]
    together = watching.added(four, DAY)
    assert together == DayHold(DAY, Money(40_000), Money(400), Money(80), 4 * 100**2)
    assert watching.off_by(together) == Fraction(8, 5)
    missing = watching.added([*four, hold(1, None)], DAY)
    assert missing is not None
    assert missing.mean is None
    assert watching.added([], DAY) is None
    assert watching.off_by(missing) is None
    assert watching.off_by(hold(5, 0, 0)) is None
    assert watching.off_by(hold(-150)) == Fraction(-3, 2)


def test_a_tables_own_history_tells_what_changed_at_it() -> None:
    before = [hold(2_000 + (100 if day % 2 else -100), day=day) for day in range(20)]
    usual = watching.of_history(before, hold(2_100), 1)
    assert usual is not None
    assert not usual.outside
    assert usual.day.win - usual.low == usual.high - usual.day.win + Money(200)
    odd = watching.of_history(before, hold(1_000), 1)
    assert odd is not None
    assert odd.says == "wins too little"
    half = watching.of_history(before, hold(1_000, drop=5_000), 1)
    assert half is not None
    assert not half.outside, "half the drop, half the win"
    assert watching.of_history(before[1:], hold(1_000), 1) is None
    nothing = [hold(0, drop=0, day=day) for day in range(20)]
    assert watching.of_history(nothing, hold(1_000), 1) is None


def test_the_sign_test_is_exact() -> None:
    assert Signs("table", "BJ-101", 5, 0, ZERO).chance == Fraction(1, 16)
    assert Signs("table", "BJ-101", 8, 2, ZERO).chance == Fraction(2 * (1 + 10 + 45), 1024)
    assert Signs("table", "BJ-101", 1, 1, ZERO).chance == 1
    often = Signs("dealer", "Person D1 (sample)", 12, 0, Money(-12_00))
    assert often.repeats(20)
    assert not often.repeats(21), "2 in 4,096, and 21 were looked at"


def test_days_that_differ_count_for_the_table_and_for_who_had_a_part() -> None:
    among = {"dealer": frozenset({"Ann (sample)"}), "count team": frozenset({"Bo (sample)"})}
    found = watching.signs(
        [
            Differed(DAY, "BJ-101", Money(-2_500), among),
            Differed(DAY, "BJ-102", Money(500), {"count team": frozenset({"Bo (sample)"})}),
            Differed(DAY, "BJ-103", ZERO, among),
        ]
    )
    assert found == (
        Signs("count team", "Bo (sample)", 1, 1, Money(-2_000)),
        Signs("dealer", "Ann (sample)", 1, 0, Money(-2_500)),
        Signs("table", "BJ-101", 1, 0, Money(-2_500)),
        Signs("table", "BJ-102", 0, 1, Money(500)),
    )


def test_days_running_end_where_the_way_changes() -> None:
    assert watching.running([]) == 0
    assert watching.running([Money(-5), ZERO, Money(-5), Money(-1)]) == 2
    assert watching.running([Money(-5), ZERO]) == 0


def test_a_table_that_does_not_bank_has_nothing_to_expect() -> None:
    assert not Reckoned(played=Played()).banks
    assert Reckoned(played=Played(), method="every way it can fall").banks
