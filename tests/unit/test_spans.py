"""Table days added up over a day, a month and a year."""

from dataclasses import replace
from datetime import date

import pytest

from countroom.domain.floor import TableKind
from countroom.domain.spans import NOTHING, Span, Summed, Which, add, by_table, joined, months
from countroom.money import Money
from tests.unit.test_ledger import DAY, banking, poker


@pytest.mark.parametrize(
    ("span", "first"),
    [
        (Span.DAY, date(2011, 6, 14)),
        (Span.MONTH, date(2011, 6, 1)),
        (Span.YEAR, date(2011, 1, 1)),
    ],
)
def test_a_span_begins_with_the_calendar(span: Span, first: date) -> None:
    assert span.first(date(2011, 6, 14)) == first


def test_a_day_adds_tables_with_their_inventories() -> None:
    found = add([banking(), banking(table="BJ-102", coupons=("M-1",))], Span.DAY)
    assert (found.days, found.complete, found.incomplete) == (1, 2, 0)
    assert found.opening == Money(40_000_00)
    assert found.win == Money(11_000_00)
    assert found.drop == Money(18_000_00)
    assert found.coupons == 1
    assert found.hold(TableKind.BANKING) == "0.6111"


def test_a_month_adds_days_and_no_inventories() -> None:
    later = replace(banking(), gaming_date=date(2011, 6, 15))
    found = add([banking(), later], Span.MONTH)
    assert (found.days, found.opening, found.closing) == (2, None, None)
    assert found.win == Money(11_000_00)


def test_what_is_incomplete_is_counted_and_never_added() -> None:
    waits = banking(table="BJ-102", checks_complete=False)
    assert add([banking(), waits], Span.DAY) == Summed(frozenset({DAY}), 0, 2)
    found = add([banking(), waits], Span.YEAR)
    assert (found.complete, found.incomplete, found.win) == (1, 1, Money(5_500_00))
    nothing = add([waits], Span.YEAR)
    assert (nothing.win, nothing.hold(TableKind.BANKING)) == (None, None)


def test_a_rake_has_no_hold() -> None:
    found = add([poker()], Span.DAY)
    assert (found.win, found.hold(TableKind.NONBANKING)) == (Money(640_00), None)


def test_months_joined_are_the_span_added_at_once() -> None:
    later = [banking(gaming_date=date(2011, 7, 1)), banking(table="BJ-102", checks_complete=False)]
    june = [banking(), banking(gaming_date=date(2011, 6, 15), fills=Money(1)), poker()]
    at_once = by_table([*june, *later], Span.YEAR)
    parts = [by_table(some, Span.MONTH) for some in (june, later)]
    assert joined(parts, Span.YEAR) == at_once
    which = Which("BJ-101", "blackjack", TableKind.BANKING)
    assert at_once[which].dates == {DAY, date(2011, 6, 15), date(2011, 7, 1)}
    assert add([], Span.YEAR) == NOTHING


def test_a_year_is_cut_into_its_months() -> None:
    cut = months(date(2011, 11, 30), date(2012, 1, 2))
    assert cut == (
        (date(2011, 11, 30), date(2011, 11, 30)),
        (date(2011, 12, 1), date(2011, 12, 31)),
        (date(2012, 1, 1), date(2012, 1, 2)),
    )
