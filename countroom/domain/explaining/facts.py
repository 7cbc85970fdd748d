"""What is on record about a gaming date, as far as a difference may lie in it.

Amounts are whole cents. Everything here is a paper that was written or a round that was
recorded; nothing says what should have been.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from countroom.domain.floor import TableKind


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces of one denomination as a paper has them.

    Attributes:
        label: As a person names it, ``$20``.
        cents: Face of one piece.
        pieces: As entered.
        set: Chip set; empty of notes and coins.
    """

    label: str
    cents: int
    pieces: int
    set: str = ""

    @property
    def amount(self) -> int:
        """Pieces times face."""
        return self.cents * self.pieces


def worth(lines: tuple[Line, ...]) -> int:
    """What some lines are worth."""
    return sum(line.amount for line in lines)


@dataclass(frozen=True, slots=True)
class Rack:
    """An inventory slip."""

    name: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """What the rack held by the slip."""
        return worth(self.lines)


@dataclass(frozen=True, slots=True)
class ChipSlip:
    """A fill or a credit.

    Attributes:
        name: Of the slip.
        fill: A fill; otherwise a credit.
        lines: What it moves.
        booked: It counts in this period.
        state: Where it stands, in a word.
        request: Name of its request.
        asked: What the request asked for.
    """

    name: str
    fill: bool
    lines: tuple[Line, ...]
    booked: bool = True
    state: str = "done"
    request: str = ""
    asked: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        """What it moves."""
        return worth(self.lines)

    @property
    def into(self) -> int:
        """What the books say it brought the table: a credit takes away."""
        if not self.booked:
            return 0
        return self.total if self.fill else -self.total

    @property
    def word(self) -> str:
        """Fill or credit."""
        return "fill" if self.fill else "credit"


@dataclass(frozen=True, slots=True)
class Box:
    """A box as it was counted.

    Attributes:
        number: As labelled.
        money: Notes and coins.
        chips: Chips counted in it, at a nonbanking table.
        coupons: Serial and value in cents.
        papers: Papers by kind, those of which there are none left out.
        memos: What was found and counts nowhere: in words, and its face value.
        vouchers: Gaming vouchers found.
    """

    number: str
    money: tuple[Line, ...]
    chips: tuple[Line, ...] = ()
    coupons: tuple[tuple[str, int], ...] = ()
    papers: Mapping[str, int] = field(default_factory=dict)
    memos: tuple[tuple[str, int], ...] = ()
    vouchers: int = 0


@dataclass(frozen=True, slots=True)
class Check:
    """A Counter Check as accounting entered it."""

    name: str
    serial: str
    cents: int


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Chips sold, as the rounds have it; ``serial`` of the check, or empty for currency."""

    cents: int
    serial: str = ""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """One kind of mistake at the felt that would leave one amount in the tray.

    Attributes:
        kind: Which mistake, as the engine names it.
        cents: What it leaves, above or below what should be there.
        rounds: The rounds it could have happened in, in order; may be cut short.
        count: How many wagers there are of which it could be said.
        of: Out of so many mistakes of the kind.
        says: The first of them, in words.
    """

    kind: str
    cents: int
    rounds: tuple[int, ...]
    count: int
    of: int
    says: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """A round that is out of the ordinary on record itself.

    Attributes:
        kind: ``recorded`` otherwise than the book, ``twice``, ``late``, ``gap`` or ``refused``.
        round: Its number.
        cents: What the rack would differ by; nothing where that cannot be known.
        says: In a sentence.
        rake: What the rake in the box would differ by.
        coupons: Serials that it settled and the box would lack.
        likely: Against others of its kind, of a thousand.
    """

    kind: str
    round: int
    cents: int | None
    says: str
    rake: int = 0
    coupons: tuple[str, ...] = ()
    likely: int = 1000


@dataclass(frozen=True, slots=True)
class CouponPlayed:
    """A coupon that a round dropped."""

    serial: str
    value: int
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A rack that was not what its last slip says.

    Attributes:
        slip: Counted then.
        closer: The slip it was left with.
        error_slip: The Error Notification Slip, or empty.
        cents: Over or short.
        lines: Pieces over (above nothing) or short, by denomination.
        across: From one period to the next; within one it moves the closing as well.
    """

    slip: str
    closer: str
    error_slip: str
    cents: int
    lines: tuple[Line, ...]
    across: bool = True


@dataclass(frozen=True)
class Table:
    """A table's drop period.

    Attributes:
        code: Of the table.
        kind: Who banks it.
        opening: What it began with.
        closing: What it ended with.
        slips: Fills and credits, those not booked too.
        boxes: Counted.
        expected: Names of the papers that should lie in the boxes, by kind.
        checks: As entered.
        buyins: By the rounds.
        coupons: Dropped by the rounds.
        play: What play did to the rack, by the book.
        rake: Taken from pots, by the book.
        mistakes: What may have gone wrong at the felt.
        oddities: What is odd about the rounds on record.
        opened: Racks that differed from their slips.
        rake_in_cash: The rake is taken in currency.
        more_money: Currency of the period that no box count holds: a supplement.
        more_chips: Chips of the period's boxes that no box count holds.
        day_before: Difference in chips of the table on the day before, where known.
        day_after: The same of the day after.
        slips_after: Fills and credits booked to the period after.
    """

    code: str
    kind: TableKind
    opening: Rack
    closing: Rack
    slips: tuple[ChipSlip, ...] = ()
    boxes: tuple[Box, ...] = ()
    expected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    buyins: tuple[BuyIn, ...] = ()
    coupons: tuple[CouponPlayed, ...] = ()
    play: int = 0
    rake: int = 0
    mistakes: tuple[Mistakes, ...] = ()
    oddities: tuple[Oddity, ...] = ()
    opened: tuple[Opened, ...] = ()
    rake_in_cash: bool = False
    more_money: int = 0
    more_chips: int = 0
    day_before: int | None = None
    day_after: int | None = None
    slips_after: tuple[ChipSlip, ...] = ()

    @cached_property
    def currency(self) -> int:
        """Counted in the boxes, with what a supplement added."""
        return sum(worth(box.money) for box in self.boxes) + self.more_money

    @cached_property
    def counted_chips(self) -> int:
        """Chips counted in the boxes."""
        return sum(worth(box.chips) for box in self.boxes) + self.more_chips


@dataclass(frozen=True, slots=True)
class Day:
    """A gaming date."""

    tables: tuple[Table, ...]

    def table(self, code: str) -> Table:
        """One of its tables."""
        return next(table for table in self.tables if table.code == code)
