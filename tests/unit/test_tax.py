"""The tax: the Board's own first figures, the rates by date and opening, what is refused."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from countroom.domain import tax
from countroom.domain.bookkeeping import Bookkeeping, NegativeWeek, Weekday
from countroom.domain.tax import Gross, Rates, assess, rates_on, week_of
from countroom.errors import EntryError, RuleError
from countroom.money import ZERO, Money
from countroom.regulations import V_114

OPENED = date(2010, 7, 8)
STATED = Bookkeeping(table_games_opened=OPENED, tax_week_starts=Weekday.MONDAY)

JULY_2010 = (
    (3_052_531, 427_354, 61_051),
    (2_328_599, 326_004, 46_572),
    (2_028_827, 284_036, 40_577),
    (1_972_181, 276_105, 39_444),
    (1_911_064, 267_549, 38_221),
    (1_830_558, 256_278, 36_611),
    (1_655_357, 231_750, 33_107),
    (1_499_569, 209_940, 29_991),
    (1_260_653, 176_491, 25_213),
    (17_539_339, 2_455_508, 350_787),
)
"""Gross revenue, state tax and local share in whole dollars, rounded by the Board from cents:
nine facilities in their first month, and their sum (the Board's first report, July 2010)."""

DOLLAR = 100


def one_day(day: date, gross: Gross, terms: Bookkeeping = STATED) -> tax.Assessment:
    return assess({day: gross}, terms)


@pytest.mark.rule(V_114)
@pytest.mark.parametrize(("gross", "state", "local"), JULY_2010)
def test_the_boards_first_month_comes_out_to_the_dollar(gross: int, state: int, local: int) -> None:
    found = one_day(date(2010, 7, 31), Gross(banking=Money(gross * DOLLAR)))
    assert found.state is not None
    assert found.local is not None
    assert abs(found.state.cents - state * DOLLAR) <= DOLLAR
    assert abs(found.local.cents - local * DOLLAR) <= DOLLAR


@pytest.mark.parametrize(
    ("day", "state", "says"),
    [
        (OPENED, 14, "the first day"),
        (date(2012, 7, 7), 14, "the last day of two years"),
        (date(2012, 7, 8), 12, "the day after"),
        (date(2016, 7, 31), 12, "before the supplement"),
        (date(2016, 8, 1), 14, "the supplement begins"),
        (date(2026, 1, 1), 14, "and goes on"),
    ],
)
def test_the_rate_goes_by_date_and_opening(day: date, state: int, says: str) -> None:
    rates = rates_on(day, OPENED)
    assert rates.state == Fraction(state, 100), says
    assert (rates.local, rates.automated) == (Fraction(2, 100), Fraction(34, 100))


def test_two_years_from_a_leap_day_end_with_february() -> None:
    opened = date(2012, 2, 29)
    assert rates_on(date(2014, 2, 28), opened).base == tax.FIRST_RATE
    assert rates_on(date(2014, 3, 1), opened).base == tax.LATER_RATE


@pytest.mark.rule(V_114)
@pytest.mark.parametrize(
    ("day", "opened", "says"),
    [
        (date(2011, 6, 14), None, "table_games_opened"),
        (date(2010, 7, 7), OPENED, "opened on 2010-07-08"),
        (date(2016, 8, 1), date(2015, 1, 1), "is not settled here"),
    ],
)
def test_a_rate_that_cannot_be_told_is_refused_in_a_sentence(
    day: date, opened: date | None, says: str
) -> None:
    with pytest.raises(RuleError, match=says):
        rates_on(day, opened)
    found = one_day(day, Gross(Money(100_00)), Bookkeeping(table_games_opened=opened))
    assert says in found.refusal
    assert (found.state, found.automated, found.local, found.due) == (None, None, None, None)
    assert found.gross.total == Money(100_00)


@pytest.mark.parametrize(
    ("day", "state", "due"),
    [
        (date(2011, 6, 14), 31_08, 35_52),
        (date(2013, 6, 14), 26_64, 31_08),
        (date(2018, 6, 14), 31_08, 35_52),
    ],
)
def test_the_worked_day_at_each_rate(day: date, state: int, due: int) -> None:
    found = one_day(day, Gross(banking=Money(-1_260_00), nonbanking=Money(1_482_00)))
    assert (found.state, found.local, found.due) == (Money(state), Money(4_44), Money(due))
    assert found.automated == ZERO


def test_fully_automated_tables_bear_34_percent_besides() -> None:
    found = one_day(date(2018, 1, 1), Gross(Money(1_000_00), Money(0), Money(500_00)))
    assert (found.state, found.automated, found.local) == (
        Money(210_00),
        Money(170_00),
        Money(30_00),
    )
    assert found.due == Money(410_00)


@pytest.mark.rule(V_114)
def test_a_week_is_rounded_once_and_never_day_by_day() -> None:
    first = date(2011, 6, 13)
    days = {first + timedelta(days=n): Gross(banking=Money(103)) for n in range(7)}
    found = assess(days, STATED)
    assert found.state == Money(101)
    by_day = [one_day(day, gross).state for day, gross in days.items()]
    assert by_day == [Money(14)] * 7


def test_a_week_over_a_change_of_rate_has_a_line_for_each() -> None:
    days = {
        date(2016, 8, 2): Gross(Money(100_00)),
        date(2016, 7, 30): Gross(Money(200_00)),
        date(2016, 8, 1): Gross(Money(300_00)),
    }
    before, after = assess(days, STATED).lines
    assert (before.first, before.last, before.state) == (
        date(2016, 7, 30),
        date(2016, 7, 30),
        Money(24_00),
    )
    assert (after.first, after.last, after.state) == (
        date(2016, 8, 1),
        date(2016, 8, 2),
        Money(56_00),
    )
    assert after.rates == Rates(tax.LATER_RATE, tax.SUPPLEMENT)


@pytest.mark.parametrize(
    ("gross", "says"),
    [
        (Gross(Money(-100_00)), "The revenue from Tuesday, June 14, 2011"),
        (Gross(Money(500_00), ZERO, Money(-100_00)), "The revenue of automated tables"),
    ],
)
def test_what_is_due_on_a_loss_is_stated_or_refused(gross: Gross, says: str) -> None:
    day = date(2011, 6, 14)
    refused = one_day(day, gross)
    assert refused.refusal.startswith(says)
    assert "-100.00" in refused.refusal
    assert refused.due is None
    nothing = Bookkeeping(OPENED, Weekday.MONDAY, NegativeWeek.NOTHING_DUE)
    found = one_day(day, gross, nothing)
    taxed = max(gross.total, ZERO)
    assert found.due == taxed.share_nearest(Fraction(16, 100))


def test_no_day_owes_nothing() -> None:
    assert assess({}, STATED).due == ZERO


@pytest.mark.parametrize(
    ("starts", "first"),
    [
        (Weekday.MONDAY, date(2011, 6, 13)),
        (Weekday.TUESDAY, date(2011, 6, 14)),
        (Weekday.WEDNESDAY, date(2011, 6, 8)),
        (Weekday.SUNDAY, date(2011, 6, 12)),
    ],
)
def test_the_filing_week_begins_as_the_house_states(starts: Weekday, first: date) -> None:
    assert week_of(date(2011, 6, 14), starts) == (first, first + timedelta(days=6))


@pytest.mark.rule(V_114)
def test_a_filing_week_that_nobody_stated_is_refused() -> None:
    with pytest.raises(RuleError, match="tax_week_starts under"):
        week_of(date(2011, 6, 14), None)


def test_a_rate_reads_in_percent() -> None:
    assert tax.percent(Fraction(12, 100)) == "12 %"


def test_an_account_has_a_number() -> None:
    with pytest.raises(EntryError, match="account_cash"):
        Bookkeeping(account_cash="")
