"""The journal that the house's books take over: a gaming date as balanced double entry.

Of each table: the currency and the Counter Checks come in; the chips of its inventory and of
the chip bank change; the win is what is left (601a.9(c)), or of a nonbanking table the rake and
what its currency is over or short. The win is the one that was counted, and so the one that is
taxed; how it differs from the games is explained by the reconciliation and booked nowhere.

A date is posted when every one of its tables is complete. A later correction posts the
difference and nothing else, under a number of its own; what was posted before stays as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from countroom.domain.bookkeeping import Bookkeeping
from countroom.domain.revenue import Nonbanking
from countroom.domain.table_day import TableDay
from countroom.money import ZERO, Money, total

CURRENCY: Final = "USD"


@dataclass(frozen=True, slots=True)
class Posting:
    """One line of an entry.

    Attributes:
        account: Its account.
        table: The gaming table.
        amount: Above nothing a debit, below nothing a credit.
        says: What it is.
        source: The papers it is taken from.
    """

    account: str
    table: str
    amount: Money
    says: str
    source: str

    @property
    def debit(self) -> Money | None:
        """The amount as a debit, or nothing."""
        return self.amount if self.amount > ZERO else None

    @property
    def credit(self) -> Money | None:
        """The amount as a credit, or nothing."""
        return None if self.amount > ZERO else -self.amount


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry; its debits are its credits.

    Attributes:
        reference: The same on all its lines, and for ever.
        corrects: Reference of the entry before it, or empty.
        postings: Its lines, in table order; no line is nothing.
    """

    reference: str
    corrects: str
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        assert total([line.amount for line in self.postings]) == ZERO, "debits are credits"


@dataclass(frozen=True, slots=True)
class State:
    """A table of a gaming date, as it stood at one time.

    Attributes:
        entry: What its drop period came to.
        count: Name of the count that it was stored with.
    """

    entry: TableDay
    count: str


def reference_of(day: date, number: int) -> str:
    """The reference of a date's entry: the first is 1.

    >>> reference_of(date(2011, 6, 14), 1)
    'TG-2011-06-14-1'
    """
    return f"TG-{day.isoformat()}-{number}"


def postings_of(state: State, terms: Bookkeeping) -> tuple[Posting, ...]:
    """The lines of one complete table, those of nothing too; they add up to nothing."""
    entry = state.entry
    books = entry.books
    assert books is not None, "only what is complete is posted"
    slips = " ".join(name for name in (entry.opening_slip, entry.closing_slip) if name)
    moved = " ".join((*entry.fill_slips, *entry.credit_slips))
    in_boxes, over, win = ZERO, ZERO, (terms.account_banking_win, -books.win, "Win", state.count)
    if isinstance(books, Nonbanking):
        in_boxes, over = books.value_chips + books.rake_chips, books.cash_over_short
        win = (terms.account_rake, -books.rake, "Rake", state.count)
    lines = (
        (terms.account_cash, books.currency, "Currency counted", state.count),
        (terms.account_checks, books.checks, "Counter Checks", state.count),
        (terms.account_table_chips, books.closing - books.opening, "Change of inventory", slips),
        (terms.account_bank_chips, books.credits - books.fills, "Credits less fills", moved),
        (terms.account_bank_chips, in_boxes, "Chips in boxes", state.count),
        win,
        (terms.account_over_short, -over, "Cash over or short", state.count),
    )
    return tuple(
        Posting(account, entry.table, amount, says, source)
        for account, amount, says, source in lines
    )


Tables = Mapping[str, State]
"""Each table of a date as it stood at one time, in table order."""


def _posted(tables: Tables, terms: Bookkeeping) -> dict[tuple[str, str, str], Posting]:
    return {
        (line.table, line.account, line.says): line
        for state in tables.values()
        for line in postings_of(state, terms)
    }


def _difference(before: Tables, after: Tables, terms: Bookkeeping) -> tuple[Posting, ...]:
    old, new = _posted(before, terms), _posted(after, terms)
    found = []
    for place, line in new.items():
        amount = line.amount - (old[place].amount if place in old else ZERO)
        if amount != ZERO:
            found.append(Posting(line.account, line.table, amount, line.says, line.source))
    return tuple(found)


def entries_of(day: date, states: Iterable[Tables], terms: Bookkeeping) -> tuple[Entry, ...]:
    """The entries of a gaming date, from how its tables stood, first to last.

    Args:
        day: The date.
        states: Each time that something of it was stored: every table as it stood then.
        terms: The accounts.

    Returns:
        One entry for the first time that every table was complete, and one for each later
        change of what the books say. None while the date never was complete.
    """
    made: list[Entry] = []
    before: Tables = {}
    for tables in states:
        if not all(state.entry.complete for state in tables.values()):
            continue
        lines = _difference(before, tables, terms)
        if before and not lines:
            continue
        corrects = made[-1].reference if made else ""
        made.append(Entry(reference_of(day, len(made) + 1), corrects, lines))
        before = tables
    return tuple(made)


def waiting(tables: Tables) -> Sequence[TableDay]:
    """The tables that a date's journal waits for."""
    return [state.entry for state in tables.values() if not state.entry.complete]
