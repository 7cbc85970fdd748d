"""The journal that the house's books take over: a gaming date as balanced double entry.

Of each table: the currency and the Counter Checks come in; the chips of its inventory and of
the chip bank change; the win is what is left (601a.9(c)), or of a nonbanking table the rake and
what its currency is over or short. The win is the one that was counted, and so the one that is
taxed. When the date is filed, what a banking table is over or short of its games is put on a line
of its own; both lines together stay the win that was counted. A rack that opened with other than
its slip before says stands on a line of its own too, so that the chips add up from day to day.

A date is posted when every one of its tables is complete. A later correction posts the
difference and nothing else, under a number of its own; what was posted before stays as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from countroom.domain.bookkeeping import Bookkeeping
from countroom.domain.floor import TableKind
from countroom.domain.revenue import Nonbanking
from countroom.domain.table_day import TableDay, corrected
from countroom.money import ZERO, Money, total

CURRENCY: Final = "USD"
OVER_SHORT: Final = "Over or short by the games"
"""The line beside the win of a banking table: both together are what was counted."""


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
        over: What the filed worksheet says that its win is over or short of its games.
        filed_as: Number of that worksheet, or empty while the date is not filed.
        overnight: What its rack opened over or short of the slip before, by its opening slip.
    """

    entry: TableDay
    count: str
    over: Money = ZERO
    filed_as: str = ""
    overnight: tuple[tuple[str, Money], ...] = ()


def reference_of(day: date, number: int) -> str:
    """The reference of a date's entry: the first is 1.

    >>> reference_of(date(2011, 6, 14), 1)
    'TG-2011-06-14-1'
    """
    return f"TG-{day.isoformat()}-{number}"


Line = tuple[str, Money, str, str]
"""Account, amount, what it is, the papers it is taken from."""


def postings_of(state: State, terms: Bookkeeping) -> tuple[Posting, ...]:
    """The lines of one complete table, those of nothing too; they add up to nothing."""
    entry = state.entry
    assert entry.books is not None, "only what is complete is posted"
    lines = [
        *_counted(entry, state.count, terms),
        *_audited(state, terms),
        *_opened(state, terms),
        *_earlier(entry, terms),
    ]
    return tuple(
        Posting(account, entry.table, amount, says, source)
        for account, amount, says, source in lines
    )


def _audited(state: State, terms: Bookkeeping) -> list[Line]:
    """What a filed banking table is over or short of its games, out of its win."""
    if state.entry.kind is not TableKind.BANKING:
        return []
    return [
        (terms.account_banking_win, state.over, "Of it over or short", state.filed_as),
        (terms.account_over_short, -state.over, OVER_SHORT, state.filed_as),
    ]


def _opened(state: State, terms: Bookkeeping) -> list[Line]:
    """What a rack opened over or short of the slip before it."""
    return [
        line
        for slip, amount in state.overnight
        for line in (
            (terms.account_table_chips, amount, f"Opening {slip} against the slip before", slip),
            (terms.account_overnight, -amount, f"Opening {slip} over or short", slip),
        )
    ]


def _earlier(entry: TableDay, terms: Bookkeeping) -> list[Line]:
    """Adjustments of filed periods: each does what it would have done on its own date."""
    nothing = TableDay(
        table=entry.table,
        game=entry.game,
        kind=entry.kind,
        gaming_date=entry.gaming_date,
        period=None,
        opened=False,
        opening=ZERO,
        closing=ZERO,
        checks_complete=True,
        rake_in_cash=entry.rake_in_cash,
    )
    found = []
    for one in entry.prior:
        of = f"prior period {one.of.isoformat()}, {one.name}"
        alone = corrected(nothing, (replace(one, of=entry.gaming_date),))
        found += [
            (account, amount, f"{says}, {of}", one.name)
            for account, amount, says, _ in _counted(alone, "", terms)
        ]
    return found


def _counted(entry: TableDay, count: str, terms: Bookkeeping) -> list[Line]:
    books = entry.books
    assert books is not None, "only what is complete is posted"
    slips = " ".join(name for name in (entry.opening_slip, entry.closing_slip) if name)
    moved = " ".join((*entry.fill_slips, *entry.credit_slips))
    in_boxes, over, win = ZERO, ZERO, (terms.account_banking_win, -books.win, "Win", count)
    if isinstance(books, Nonbanking):
        in_boxes, over = books.value_chips + books.rake_chips, books.cash_over_short
        win = (terms.account_rake, -books.rake, "Rake", count)
    return [
        (terms.account_cash, books.currency, "Currency counted", count),
        (terms.account_checks, books.checks, "Counter Checks", count),
        (terms.account_table_chips, books.closing - books.opening, "Change of inventory", slips),
        (terms.account_bank_chips, books.credits - books.fills, "Credits less fills", moved),
        (terms.account_bank_chips, in_boxes, "Chips in boxes", count),
        win,
        (terms.account_over_short, -over, "Cash over or short", count),
    ]


def contest_entries(name: str, net: Money, terms: Bookkeeping, *, void: bool) -> tuple[Entry, ...]:
    """What a contest brought over its prizes, or lost; a void one is taken back by an entry."""
    first = Entry(name, "", _of_contest(name, net, terms))
    if not void:
        return (first,)
    return (first, Entry(f"{name}-VOID", name, _of_contest(name, -net, terms)))


def _of_contest(name: str, net: Money, terms: Bookkeeping) -> tuple[Posting, ...]:
    lines = ((terms.account_cash, net), (terms.account_contests, -net))
    return tuple(
        Posting(account, "", amount, "Contest, fees less prizes", name)
        for account, amount in lines
        if amount != ZERO
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
