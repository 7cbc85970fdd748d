"""What was found in one box: pieces by denomination, documents, coupons, memo entries.

A change after it was recorded is a new version with a reason and a second person.

Reference:
    525.19(u)-(v); V_36, V_37, V_41, V_43, V_45, V_46.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.denominations import Instrument, Line, Pool, Side
from countroom.domain.documents import Paper
from countroom.domain.floor import TableKind
from countroom.errors import EntryError, RuleError
from countroom.money import Money, total
from countroom.regulations import V_43


@dataclass(frozen=True, slots=True)
class Figure:
    """Pieces of one denomination; ``mutilated`` of them are torn but count at face.

    Attributes:
        instrument: Currency, coin, value chip or rake chip.
        denomination_cents: Face of one piece.
        pieces: All of them, the mutilated ones included; boxes hold no straps.
        chip_set: Of chips, which set.
        mutilated: How many must be recounted individually.
    """

    instrument: Instrument
    denomination_cents: int
    pieces: int
    chip_set: str = ""
    mutilated: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.mutilated <= self.pieces:
            msg = "No more notes can be mutilated than were counted."
            raise EntryError({"mutilated": msg})

    @property
    def amount(self) -> Money:
        """Pieces times denomination."""
        return Money(self.denomination_cents * self.pieces)


class MemoKind(StrEnum):
    """What is printed and never enters a total."""

    SUSPECT_NOTE = "suspect_note"
    MUTILATED_UNACCEPTABLE = "mutilated_unacceptable"
    FOREIGN_CURRENCY = "foreign_currency"
    FOUND_CHIP = "found_chip"
    FOREIGN_CHIP = "foreign_chip"
    NONVALUE_CHIP = "nonvalue_chip"
    MISFILED_DOCUMENT = "misfiled_document"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Memo:
    """One memo entry.

    Attributes:
        kind: What it is; a house chip found in a banking box is a pool of its own.
        description: In the finder's words.
        denomination_cents: Face of one piece in ``currency_code``; 0 where it has none.
        pieces: How many.
        serial: Required of a suspect note, which is then one piece.
        chip_set: Of a chip of this house.
        currency_code: ISO 4217.
    """

    kind: MemoKind
    description: str
    denomination_cents: int = 0
    pieces: int = 1
    serial: str = ""
    chip_set: str = ""
    currency_code: str = "USD"


@dataclass(frozen=True, slots=True)
class DocumentsTally:
    """How many documents of each kind lay in the box; Counter Checks by number only (V-45)."""

    fill_requests: int = 0
    fill_slips: int = 0
    credit_requests: int = 0
    credit_slips: int = 0
    counter_checks: int = 0
    openers: int = 0
    closers: int = 0
    drop_slips: int = 0
    shift_slips: int = 0
    error_slips: int = 0
    vouchers: int = 0


@dataclass(frozen=True, slots=True)
class CouponFound:
    """A Match Play Coupon in the box; its value is memo only (V-46).

    Attributes:
        serial: As printed.
        value_cents: As printed.
        remark: ``redeemed``, or what is wrong with it.
    """

    serial: str
    value_cents: int
    remark: str = "redeemed"


class NoMoney(StrEnum):
    """Why a box holds nothing."""

    NO_ACTIVITY = "no_activity"
    TABLE_CLOSED = "table_closed"


@dataclass(frozen=True, slots=True)
class BoxCount:
    """The content of the paper.

    Attributes:
        count: Name of the count.
        box: Box number; zeros kept.
        table: Table it was dropped from; empty where that is not known.
        game: Game of the table.
        kind: Banking or nonbanking.
        figures: Every denomination that was entered, 0 included.
        station: Where it was opened.
        machine: Counting machine, or empty for a count by hand.
        shift: Where boxes are dropped per shift.
        emergency: Whether it is an emergency box.
        ticket_cents: Total on the machine's ticket, a check figure only.
        documents: Documents tallied.
        coupons: Coupons by serial.
        memos: Printed, never in a total.
        empty: Why the box holds nothing, or nothing.
        counters: Codes of those who counted.
    """

    count: str
    box: str
    table: str
    game: str
    kind: TableKind
    figures: tuple[Figure, ...]
    station: str = ""
    machine: str = ""
    shift: str = ""
    emergency: bool = False
    ticket_cents: int | None = None
    documents: DocumentsTally = DocumentsTally()
    coupons: tuple[CouponFound, ...] = ()
    memos: tuple[Memo, ...] = ()
    empty: NoMoney | None = None
    counters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        chips = {Instrument.VALUE_CHIP, Instrument.RAKE_CHIP, Instrument.PLAQUE}
        if self.kind is TableKind.BANKING and any(f.instrument in chips for f in self.figures):
            msg = "Chips found in a banking box are a memo entry, never part of its currency."
            raise RuleError(V_43, msg)

    @property
    def total(self) -> Money:
        """All figures of the box, memo entries left out (V-37)."""
        return total([figure.amount for figure in self.figures])

    def total_of(self, *instruments: Instrument) -> Money:
        """What the box holds of some instruments."""
        return total([f.amount for f in self.figures if f.instrument in instruments])


def pool_of(kind: TableKind, instrument: Instrument) -> Pool:
    """Which pool a figure of a box belongs to."""
    if kind is TableKind.BANKING:
        return Pool.BANKING_CURRENCY
    if instrument is Instrument.RAKE_CHIP:
        return Pool.RAKE_CHIPS
    if instrument in {Instrument.VALUE_CHIP, Instrument.PLAQUE}:
        return Pool.NONBANKING_VALUE_CHIPS
    return Pool.NONBANKING_CURRENCY


_MEMO_INSTRUMENT: Final = {
    MemoKind.FOUND_CHIP: Instrument.VALUE_CHIP,
    MemoKind.FOREIGN_CHIP: Instrument.VALUE_CHIP,
    MemoKind.NONVALUE_CHIP: Instrument.VALUE_CHIP,
}


def _figure_lines(content: BoxCount) -> tuple[Line, ...]:
    return tuple(
        Line(
            side=Side.COUNT,
            instrument=figure.instrument,
            denomination_cents=figure.denomination_cents,
            pieces=figure.pieces,
            pool=pool_of(content.kind, figure.instrument),
            table=content.table,
            box=content.box,
            chip_set=figure.chip_set,
        )
        for figure in content.figures
    )


def _memo_lines(content: BoxCount) -> tuple[Line, ...]:
    return tuple(
        Line(
            side=Side.COUNT,
            instrument=_MEMO_INSTRUMENT.get(memo.kind, Instrument.CURRENCY),
            denomination_cents=memo.denomination_cents,
            pieces=memo.pieces,
            pool=_memo_pool(content, memo),
            table=content.table,
            box=content.box,
            chip_set=memo.chip_set,
            currency_code=memo.currency_code,
            reference=memo.serial,
            memo=True,
        )
        for memo in content.memos
        if memo.denomination_cents
    )


def _memo_pool(content: BoxCount, memo: Memo) -> Pool | None:
    found = memo.kind is MemoKind.FOUND_CHIP and content.kind is TableKind.BANKING
    return Pool.FOUND_CHIPS if found else None


def _coupon_lines(content: BoxCount) -> tuple[Line, ...]:
    return tuple(
        Line(
            side=Side.COUPON,
            instrument=Instrument.COUPON,
            denomination_cents=coupon.value_cents,
            pieces=1,
            table=content.table,
            box=content.box,
            reference=coupon.serial,
            memo=True,
        )
        for coupon in content.coupons
    )


def lines(content: BoxCount) -> tuple[Line, ...]:
    """Figures of the box, then memo entries and coupons, which no sum reads."""
    return (*_figure_lines(content), *_memo_lines(content), *_coupon_lines(content))


PAPER: Final = Paper(
    code="box_count",
    title="Box Count",
    series="BC",
    content=BoxCount,
    lines=lines,
)
