"""Chips on the books of a gaming date: where every denomination is, and what does not fit.

After the conclusion only, and to whoever may see the day: racks and bank tell what was won.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, pairwise

from countroom.domain import access, chip_books
from countroom.domain.access import CountView, Viewer
from countroom.domain.chip_books import Holding, Stock
from countroom.domain.count import CountState
from countroom.domain.denominations import Instrument, Side
from countroom.domain.documents import Document
from countroom.domain.findings import Finding
from countroom.domain.inventory import keys_of
from countroom.inquiries import chip_bank
from countroom.inquiries.viewing import view
from countroom.money import Money, total
from countroom.stores import Tx, bookings, documents, registry
from countroom.stores.bookings import VOID
from countroom.stores.database import Database
from countroom.stores.house import house_on


@dataclass(frozen=True, slots=True)
class ChipBooks:
    """The chips of a gaming date.

    Attributes:
        gaming_date: Which.
        holdings: Denomination by denomination, where its pieces are at the end of the date.
        bank_count: The count of the chip bank that this rests on, or empty.
        findings: What does not fit, in words.
    """

    gaming_date: date
    holdings: tuple[Holding, ...]
    bank_count: str
    findings: tuple[Finding, ...]

    @property
    def outstanding(self) -> Money:
        """What all outstanding chips are worth."""
        return total([holding.outstanding_value for holding in self.holdings])


def books(database: Database, viewer: Viewer, day: date) -> ChipBooks:
    """The chips at the end of a gaming date.

    Raises:
        AccessError: The duty may not see the day, or its count is not concluded.
    """
    with database.read() as tx:
        named = registry.counts_of(tx, day)
        done = any(view(tx, name).concluded for name in named)
        state = CountState.CONCLUDED if done else CountState.COUNTING
        access.reconciliation(viewer, CountView(state)).require()
        return of_day(tx, day)


def of_day(tx: Tx, day: date) -> ChipBooks:
    """The chips at the end of a gaming date, whoever asks."""
    house = house_on(tx, day)
    racks: Stock = Counter()
    for table in house.tables:
        racks.update(_rack(tx, table.code, day))
    moves = [
        (found.content.kind, found.content.pieces)
        for found in chip_bank.stock_moves(tx)
        if found.gaming_date <= day
    ]
    counts = [count for count in chip_bank.signed_counts(tx) if count.gaming_date <= day]
    holdings = chip_books.tie_out(
        keys_of(house.chip_sets),
        issued=chip_books.moved(moves, "issued"),
        racks=racks,
        bank=_bank(tx, counts, day),
        reserve=chip_books.moved(moves, "reserve"),
    )
    found = chain(chip_books.too_many(holdings), *_of_counts(tx, counts, day), *_came_back(tx, day))
    return ChipBooks(day, holdings, counts[-1].name if counts else "", tuple(found))


def _bank(tx: Tx, counts: list[Document], day: date) -> Stock:
    if not counts:
        return Counter()
    stock = chip_bank.moved_since(tx, counts[-1], None, day)
    chip_books.add(stock, counts[-1].content.pieces)
    return stock


def _of_counts(tx: Tx, counts: list[Document], day: date) -> list[tuple[Finding, ...]]:
    """Differences of the counts of the date, each against the count before it."""
    return [
        chip_books.bank_findings(
            count.name,
            chip_books.compare(count.content.pieces, chip_bank.expected(tx, before, count)),
        )
        for before, count in pairwise(counts)
        if count.gaming_date == day
    ]


_CHIPS = frozenset({Instrument.VALUE_CHIP, Instrument.RAKE_CHIP, Instrument.PLAQUE})


def _came_back(tx: Tx, day: date) -> list[tuple[Finding, ...]]:
    """Chips of the date's concluded counts against what came to the chip bank from them."""
    found = []
    for count in registry.counts_of(tx, day):
        if not view(tx, count).concluded:
            continue
        counted: Stock = Counter()
        for entry in documents.sums(tx, count=count, side=Side.COUNT):
            if entry.instrument in _CHIPS:
                counted[entry.instrument, entry.chip_set, entry.denomination_cents] += entry.pieces
        back: Stock = Counter()
        for move in chip_bank.stock_moves(tx):
            if move.content.count == count:
                chip_books.add(back, move.content.pieces)
        found.append(chip_books.back_findings(count, counted, back))
    return found


def _rack(tx: Tx, table: str, day: date) -> Stock:
    """The closing slip of a table's drop period, and what was moved after it on the date.

    A drop late in the morning is of the date before, and so are the fills up to it.
    """
    stock: Stock = Counter()
    period = registry.period_on(tx, table, day)
    if period is None:
        return stock
    slips = bookings.inventory_slips(tx, period.id)
    closing = slips[-1] if slips else bookings.slip_before(tx, table, period.id)
    if closing is not None:
        chip_books.add(stock, closing.content.pieces)
    in_rack = _booked_until(tx, table, day)
    for ago, wanted in ((0, False), (1, False), (-1, True)):
        for paper, times in (("fill_slip", 1), ("credit_slip", -1)):
            found = documents.find(
                tx, paper=paper, gaming_date=day - timedelta(days=ago), table=table
            )
            for slip in found:
                if slip.state != VOID and (slip.name in in_rack) is wanted:
                    chip_books.add(stock, slip.content.pieces, -times if wanted else times)
    return stock


def _booked_until(tx: Tx, table: str, day: date) -> frozenset[str]:
    """Fills and credits that the closing slip of the date's period holds already."""
    periods = [registry.period_on(tx, table, day - timedelta(days=ago)) for ago in range(3)]
    return frozenset(
        slip.name
        for period in periods
        if period is not None
        for slip in bookings.booked(tx, period.id)
    )
