"""The end of a month: every pair of figures that must be equal, and those that stand alone.

Each figure is taken from a record of its own; nothing is copied from one side to the other.
After the conclusion only, and to whoever may see the day.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Final

from countroom.domain.access import Viewer
from countroom.domain.adjusting import Part, added, listed
from countroom.domain.audit import DayState, not_filed
from countroom.domain.denominations import Instrument, Pool, Side
from countroom.domain.documents import Document
from countroom.domain.inventory import PiecesKey, value_of
from countroom.domain.ledger import OVER_SHORT
from countroom.domain.papers import bank_claim, bank_deposit, first_checks
from countroom.domain.table_day import TableDay
from countroom.domain.tie_out import Stated, Tie
from countroom.inquiries import audit as audits
from countroom.inquiries import chip_bank, coupon_programme, ledger, played, revenue
from countroom.inquiries import chip_books as chips
from countroom.inquiries.audit import Adjusted
from countroom.money import ZERO, Money, total
from countroom.stores import Tx, adjusting, documents, mismatches, proceeds, registry, totals
from countroom.stores.bookings import VOID
from countroom.stores.database import Database
from countroom.stores.house import house_on

_CURRENCY: Final = frozenset({Pool.BANKING_CURRENCY, Pool.NONBANKING_CURRENCY})
_CHIPS: Final = frozenset({Instrument.VALUE_CHIP, Instrument.RAKE_CHIP, Instrument.PLAQUE})


@dataclass(frozen=True, slots=True)
class MonthEnd:
    """A month as it ties out.

    Attributes:
        month: As ``2011-06``.
        day: The concluded date that it was asked by.
        days: Its concluded gaming dates.
        ties: Pairs of figures.
        stated: Figures that stand by themselves.
        adjusted: Adjustments above the threshold.
        mark: What all this rests on.
        closed_as: Number of its tie-out as closed, or empty.
        left: What keeps it from being closed, in words, or empty.
    """

    month: str
    day: date
    days: tuple[date, ...]
    ties: tuple[Tie, ...]
    stated: tuple[Stated, ...]
    adjusted: tuple[Adjusted, ...]
    mark: str
    closed_as: str
    left: str

    @property
    def unproved(self) -> tuple[Tie, ...]:
        """Pairs that differ."""
        return tuple(tie for tie in self.ties if not tie.proved)


def month_end(database: Database, viewer: Viewer, gaming_date: date, rounds: Path) -> MonthEnd:
    """The month of a concluded gaming date, as far as it is concluded.

    Raises:
        AccessError: The duty may not see it, or the count is not concluded.
        NotFoundError: There is no house of that date.
    """
    with database.read() as tx:
        revenue.concluded_counts(tx, viewer, gaming_date)
        days = _days(tx, gaming_date)
        facts = _Month(tx, days, rounds)
        closed = documents.find(tx, paper="month_close")
        month = adjusting.month_of(gaming_date)
        made = MonthEnd(
            month=month,
            day=gaming_date,
            days=days,
            ties=tuple(facts.ties()),
            stated=tuple(facts.stated()),
            adjusted=tuple(
                found
                for day in days
                for found in audits.adjusted_on(tx, day)
                if listed(found.difference)
            ),
            mark=totals.mark_of_month(tx, gaming_date),
            closed_as=next((one.name for one in closed if one.content.month == month), ""),
            left=not_filed(d for d in days if adjusting.state(tx, d) is not DayState.FILED),
        )
    coupons = [one for day in days for one in _coupons(database, viewer, day, rounds)]
    cost = Stated("Coupons redeemed, what winning ones were paid", total(coupons))
    return replace(made, stated=(*made.stated, cost))


def _coupons(database: Database, viewer: Viewer, day: date, rounds: Path) -> list[Money]:
    return [one.paid for one in coupon_programme.cost(database, viewer, day, rounds)]


def _days(tx: Tx, day: date) -> tuple[date, ...]:
    done = adjusting.concluded_dates(tx)
    month = adjusting.month_of(day)
    return tuple(sorted(one for one in done if adjusting.month_of(one) == month))


class _Month:
    """The records of a month's concluded dates."""

    def __init__(self, tx: Tx, days: tuple[date, ...], rounds: Path) -> None:
        self._tx = tx
        self._days = days
        self._rounds = rounds
        self._entries = {day: totals.stored(tx, day) for day in days}
        self._counts = [name for name, of in registry.counts(tx) if of in set(days)]

    @property
    def _tables(self) -> Iterator[TableDay]:
        for entries in self._entries.values():
            yield from (entry for entry in entries if entry.complete)

    def _own(self, part: Part) -> Money:
        """What adjustments did to a figure on its own date."""
        return total([added(entry.own).get(part, ZERO) for entry in self._tables])

    def ties(self) -> Iterator[Tie]:
        """Every pair."""
        yield self._journal()
        yield self._returns()
        yield from self._money()
        yield from self._checks()
        yield from self._stock()

    # ------------------------------------------------------------------------- revenue

    def _journal(self) -> Tie:
        posted = ZERO
        for day in self._days:
            found, terms = ledger.of_day(self._tx, day), house_on(self._tx, day).bookkeeping
            wins = {terms.account_banking_win, terms.account_rake, terms.account_contests}
            for entry in (*found.entries, *found.contests):
                for line in entry.postings:
                    if line.account in wins or line.says == OVER_SHORT:
                        posted -= line.amount
        contests = [one.content.net for day in self._days for one in self._contests(day)]
        wins_ = [e.books.win + e.prior_win for e in self._tables if e.books is not None]
        return Tie(
            "Revenue",
            "Daily worksheets and contests",
            total([*wins_, *contests]),
            "Journal",
            posted,
        )

    def _contests(self, day: date) -> tuple[Document, ...]:
        return adjusting.contests(self._tx, day)

    def _returns(self) -> Tie:
        filed = [day for day in self._days if adjusting.week_filed(self._tx, day)]
        gross = [adjusting.gross(self._tx, day, self._entries[day]).total for day in filed]
        returned = [
            one.gross
            for found in documents.find(self._tx, paper="weekly_return")
            for one in found.content.days
            if one.gaming_date in set(self._days)
        ]
        waits = len(self._days) - len(filed)
        some = "1 day lies" if waits == 1 else f"{waits} days lie"
        says = f"{some} in no filed week yet." if waits else ""
        return Tie(
            "Weekly returns", "Daily worksheets", total(gross), "Returns", total(returned), says
        )

    # --------------------------------------------------------------------------- money

    def _received(self) -> Money:
        """What the main bank took over: the agreed recounts."""
        found = [proceeds.last(self._tx, name, "recount") for name in self._counts]
        return total([one.content.total(_CURRENCY) for one in found if one is not None])

    def unallocated(self) -> Money:
        """Lines that could be laid to no box."""
        lines = [
            line.amount
            for name in self._counts
            for one in documents.find(self._tx, paper="unallocated", count=name)
            if one.state != VOID
            for line in one.content.lines
            if line.pool in _CURRENCY
        ]
        return total(lines)

    def _supplements(self) -> Money:
        sums = [
            one.amount
            for name in self._counts
            for one in documents.sums(self._tx, count=name, side=Side.SUPPLEMENT)
            if one.instrument in {Instrument.CURRENCY, Instrument.COIN}
        ]
        return total(sums)

    def _money(self) -> Iterator[Tie]:
        counted = total([entry.currency for entry in self._tables]) - self._own(Part.CURRENCY)
        received, without = self._received(), self.unallocated()
        says = f"Unallocated lines {without.text()} are with the bank." if without != ZERO else ""
        yield Tie(
            "Currency",
            "Worksheets, before adjustments",
            counted,
            "Main bank receipts, unallocated lines apart",
            received - without + self._supplements(),
            says,
        )
        deposits = [
            one.content.amount
            for day in self._days
            for one in documents.find(self._tx, paper=bank_deposit.PAPER.code, gaming_date=day)
            if one.state != VOID
        ]
        yield Tie("Deposits", "Main bank receipts", received, "Bank deposits", total(deposits))

    def _checks(self) -> Iterator[Tie]:
        entered = total([entry.checks for entry in self._tables]) - self._own(Part.CHECKS)
        first = [
            at.total
            for day in self._days
            for one in documents.find(self._tx, paper=first_checks.PAPER.code, gaming_date=day)
            if one.state != VOID
            for at in one.content.tables
        ]
        yield Tie(
            "Counter Checks, the cage",
            "Issuance copies entered",
            entered,
            "First recorded by the cage",
            total(first),
        )
        exchanged = []
        for entry in self._tables:
            on_record = played.on_record(self._tx, self._rounds, entry.period, opened=entry.opened)
            if on_record.played is not None:
                exchanged.append(on_record.played.checks)
        yield Tie(
            "Counter Checks, the games",
            "Issuance copies entered",
            entered,
            "Exchanged at the tables",
            total(exchanged),
        )

    # --------------------------------------------------------------------------- chips

    def _stock(self) -> Iterator[Tie]:
        counted, books = [], []
        for before, count in pairwise(chip_bank.signed_counts(self._tx)):
            if count.gaming_date in set(self._days):
                counted.append(value_of(count.content.pieces))
                books.append(_worth(chip_bank.expected(self._tx, before, count)))
        yield Tie("Chip bank", "Counted", total(counted), "By the slips", total(books))
        found = [
            one.amount
            for name in self._counts
            for one in documents.sums(self._tx, count=name, side=Side.COUNT)
            if one.instrument in _CHIPS
        ]
        counts = set(self._counts)
        moves = chip_bank.stock_moves(self._tx)
        back = [move.content.total for move in moves if move.content.count in counts]
        yield Tie(
            "Chips of the boxes",
            "Counted in the boxes",
            total(found),
            "Back in the chip bank",
            total(back),
        )

    # --------------------------------------------------------------- what stands alone

    def stated(self) -> Iterator[Stated]:
        """Every figure on a line of its own."""
        yield self._overnight()
        prior = total([entry.prior_win for entry in self._tables])
        yield Stated("Adjustments of prior periods posted in the month", prior)
        lost = [
            one.content.net
            for day in self._days
            for one in self._contests(day)
            if one.content.net < ZERO
        ]
        yield Stated("Contests that lost, set off against none", total(lost))
        yield Stated("Unallocated lines of the counts", self.unallocated())
        yield from self._claims()
        yield from self._chips()

    def _overnight(self) -> Stated:
        there = {
            one.mismatch.slip: one
            for day in self._days
            for one in mismatches.of_day(self._tx, day)
            if one.mismatch.across
        }
        waits = sum(not one.resolved for one in there.values())
        some = "1 rack" if len(there) == 1 else f"{len(there)} racks"
        says = f"{some}, {waits} not resolved" if waits else some if there else ""
        amount = total([one.mismatch.difference for one in there.values()])
        return Stated("Opening racks over or short of the last closing", amount, says)

    def _claims(self) -> Iterator[Stated]:
        for kind in bank_claim.ClaimKind:
            found = [
                one.content.effect
                for day in self._days
                for one in documents.find(self._tx, paper=bank_claim.PAPER.code, gaming_date=day)
                if one.state != VOID and one.content.kind is kind
            ]
            says = f"{len(found)} claims" if found else ""
            yield Stated(f"Claims of the bank: {kind.printed.lower()}", total(found), says)

    def _chips(self) -> Iterator[Stated]:
        now = chips.of_day(self._tx, self._days[-1])
        for name in ("issued", "racks", "bank", "reserve"):
            worth = total([Money(getattr(one, name) * one.key[2]) for one in now.holdings])
            yield Stated(f"Chips: {_WHERE[name]}", worth)
        before = [day for day in adjusting.concluded_dates(self._tx) if day < self._days[0]]
        then = chips.of_day(self._tx, max(before)).outstanding if before else ZERO
        change = f"{(now.outstanding - then).text()} since the month before" if before else ""
        yield Stated("Chips outstanding, the liability", now.outstanding, change)


_WHERE: Final = {
    "issued": "issued",
    "racks": "in racks",
    "bank": "in the chip bank",
    "reserve": "in the reserve",
}


def _worth(stock: "Counter[PiecesKey]") -> Money:
    return Money(sum(count * key[2] for key, count in stock.items()))
