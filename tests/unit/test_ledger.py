"""The journal: balanced, over and short apart, and after a correction only the difference."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from countroom.domain import ledger
from countroom.domain.bookkeeping import Bookkeeping
from countroom.domain.floor import TableKind
from countroom.domain.ledger import Entry, Posting, State, entries_of, postings_of
from countroom.domain.table_day import TableDay
from countroom.money import ZERO, Money, total

DAY = date(2011, 6, 14)
TERMS = Bookkeeping()


def banking(**changed: Any) -> TableDay:
    """The reference's first example: opener 20,000 to win 5,500."""
    entry = TableDay(
        table="BJ-101",
        game="blackjack",
        kind=TableKind.BANKING,
        gaming_date=DAY,
        period=1,
        opened=True,
        opening=Money(20_000_00),
        closing=Money(18_500_00),
        fills=Money(5_000_00),
        credits=Money(3_000_00),
        currency=Money(8_000_00),
        checks=Money(1_000_00),
        checks_complete=True,
        opening_slip="IS-0001",
        closing_slip="IS-0002",
        fill_slips=("F-0001",),
        credit_slips=("C-0001",),
    )
    return replace(entry, **changed)


def poker(**changed: Any) -> TableDay:
    """The reference's poker table: rake 640, chips sold 3,100, cash short 20."""
    return banking(
        table="PK-503",
        game="poker",
        kind=TableKind.NONBANKING,
        opening=Money(5_000_00),
        closing=Money(3_900_00),
        fills=Money(2_000_00),
        credits=ZERO,
        currency=Money(3_080_00),
        checks=ZERO,
        rake_chips=Money(640_00),
        **changed,
    )


def states(*entries: TableDay, count: str = "2011-06-14/1") -> dict[str, State]:
    return {entry.table: State(entry, count) for entry in entries}


def amounts(entry: Entry) -> dict[tuple[str, str], int]:
    return {(line.table, line.says): line.amount.cents for line in entry.postings}


def test_case_K1_a_banking_table_balances_on_its_win() -> None:
    (entry,) = entries_of(DAY, [states(banking())], TERMS)
    assert amounts(entry) == {
        ("BJ-101", "Currency counted"): 8_000_00,
        ("BJ-101", "Counter Checks"): 1_000_00,
        ("BJ-101", "Change of inventory"): -1_500_00,
        ("BJ-101", "Credits less fills"): -2_000_00,
        ("BJ-101", "Win"): -5_500_00,
    }
    win = entry.postings[-1]
    assert (win.account, win.debit, win.credit) == ("4010", None, Money(5_500_00))
    assert entry.postings[0].debit == Money(8_000_00)
    assert [line.source for line in entry.postings[2:4]] == ["IS-0001 IS-0002", "F-0001 C-0001"]


@pytest.mark.parametrize("in_cash", [False, True])
def test_a_poker_table_posts_its_rake_and_what_its_cash_is_short(in_cash: bool) -> None:  # noqa: FBT001 - a case
    (entry,) = entries_of(DAY, [states(poker(rake_in_cash=in_cash))], TERMS)
    found = amounts(entry)
    assert found["PK-503", "Rake"] == (-3_720_00 if in_cash else -640_00)
    assert found["PK-503", "Cash over or short"] == (3_100_00 if in_cash else 20_00)
    assert entry.postings[-1].account == TERMS.account_over_short


def test_an_entry_that_does_not_balance_cannot_be_made() -> None:
    with pytest.raises(AssertionError, match="debits are credits"):
        Entry("TG-1", "", (Posting("1010", "BJ-101", Money(1), "Currency counted", ""),))


def test_a_correction_posts_the_difference_under_its_own_number() -> None:
    first, second = states(banking(), poker()), states(banking(checks=Money(900_00)), poker())
    made = entries_of(DAY, [first, second], TERMS)
    assert [(one.reference, one.corrects) for one in made] == [
        ("TG-2011-06-14-1", ""),
        ("TG-2011-06-14-2", "TG-2011-06-14-1"),
    ]
    assert made[0] == entries_of(DAY, [first], TERMS)[0], "what was handed out stays as it was"
    assert amounts(made[1]) == {("BJ-101", "Counter Checks"): -100_00, ("BJ-101", "Win"): 100_00}


def test_both_entries_together_are_what_the_books_say_now() -> None:
    now = states(banking(currency=Money(8_100_00), fills=Money(4_000_00)), poker())
    made = entries_of(DAY, [states(banking(), poker()), now], TERMS)
    summed: dict[tuple[str, str, str], Money] = {}
    for line in (line for entry in made for line in entry.postings):
        place = (line.table, line.account, line.says)
        summed[place] = summed.get(place, ZERO) + line.amount
    expected = {
        (line.table, line.account, line.says): line.amount
        for state in now.values()
        for line in postings_of(state, TERMS)
        if line.amount != ZERO
    }
    assert {place: amount for place, amount in summed.items() if amount != ZERO} == expected


def test_nothing_is_posted_while_a_table_is_incomplete_or_nothing_changed() -> None:
    waits = states(banking(checks_complete=False), poker())
    assert entries_of(DAY, [waits], TERMS) == ()
    assert [entry.table for entry in ledger.waiting(waits)] == ["BJ-101"]
    whole = states(banking(), poker())
    assert len(entries_of(DAY, [waits, whole, waits, whole], TERMS)) == 1
    assert ledger.waiting(whole) == []


def test_a_day_of_nothing_has_an_entry_of_no_lines() -> None:
    still = states(
        banking(closing=Money(20_000_00), fills=ZERO, credits=ZERO, currency=ZERO, checks=ZERO)
    )
    (entry,) = entries_of(DAY, [still], TERMS)
    assert total([line.amount for line in entry.postings]) == ZERO
    assert entry.postings == ()
