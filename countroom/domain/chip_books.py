"""Chips on the books: what was issued lies in racks, chip bank and reserve, or is outstanding.

Everything here counts pieces by set and denomination; nothing is worked out from a count of the
boxes, for what patrons hold and what lies in boxes are both outstanding.

Reference:
    CHIP_BOOKS.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.findings import Finding
from countroom.domain.inventory import Pieces, PiecesKey, by_key
from countroom.money import Money
from countroom.regulations import CHIP_BOOKS

Stock = Counter[PiecesKey]
"""Pieces by what they are; what is taken away may make one negative."""


class BankState(StrEnum):
    """Whether the chip bank gives and takes chips; one that nobody ever closed is open."""

    OPEN = "open"
    CLOSED = "closed"

    @property
    def other(self) -> "BankState":
        """What it becomes."""
        return BankState.CLOSED if self is BankState.OPEN else BankState.OPEN


class Move(StrEnum):
    """Why chips come to or leave the stock of the cage, tables aside."""

    RECEIVED = "received"
    STOCKED = "stocked"
    RELEASED = "released"
    RETURNED = "returned"
    COUNTED = "counted"
    SOLD = "sold"
    REDEEMED = "redeemed"
    DESTROYED = "destroyed"

    @property
    def says(self) -> str:
        """What happens, in words."""
        return _SAYS[self]

    @property
    def effect(self) -> "Effect":
        """What it adds where."""
        return _EFFECTS[self]


@dataclass(frozen=True, slots=True)
class Effect:
    """How many times its pieces a move adds to what was issued, the reserve and the bank."""

    issued: int = 0
    reserve: int = 0
    bank: int = 0


_SAYS: Final = {
    Move.RECEIVED: "Received from the maker into the reserve",
    Move.STOCKED: "From the reserve to the containers of new tables",
    Move.RELEASED: "From the reserve to the chip bank",
    Move.RETURNED: "From the chip bank to the reserve",
    Move.COUNTED: "Counted out of the boxes, back to the chip bank",
    Move.SOLD: "Sold to patrons at the cage",
    Move.REDEEMED: "Redeemed from patrons at the cage",
    Move.DESTROYED: "Taken out of the reserve and destroyed",
}
_EFFECTS: Final = {
    Move.RECEIVED: Effect(issued=1, reserve=1),
    Move.STOCKED: Effect(reserve=-1),
    Move.RELEASED: Effect(reserve=-1, bank=1),
    Move.RETURNED: Effect(reserve=1, bank=-1),
    Move.COUNTED: Effect(bank=1),
    Move.SOLD: Effect(bank=-1),
    Move.REDEEMED: Effect(bank=1),
    Move.DESTROYED: Effect(issued=-1, reserve=-1),
}


def add(stock: Stock, pieces: Iterable[Pieces], times: int = 1) -> None:
    """Add pieces to a stock, or take them away."""
    for key, count in by_key(pieces).items():
        stock[key] += times * count


def moved(moves: Iterable[tuple[Move, Iterable[Pieces]]], part: str) -> Stock:
    """What stock movements add to one part of the books.

    Args:
        moves: Kind and pieces of each.
        part: ``issued``, ``reserve`` or ``bank``.
    """
    stock: Stock = Counter()
    for kind, pieces in moves:
        add(stock, pieces, getattr(kind.effect, part))
    return stock


def label_of(key: PiecesKey) -> str:
    """A denomination of a set, as a person names it."""
    instrument, chip_set, cents = key
    return Pieces(instrument, cents, 0, chip_set).label


@dataclass(frozen=True, slots=True)
class Compared:
    """One denomination of the chip bank, counted against the books.

    Attributes:
        key: Which.
        counted: Pieces that were counted.
        expected: Pieces that the books say.
    """

    key: PiecesKey
    counted: int
    expected: int

    @property
    def label(self) -> str:
        """The denomination as a person names it."""
        return label_of(self.key)

    @property
    def difference(self) -> Money:
        """What was counted less what was expected."""
        return Money((self.counted - self.expected) * self.key[2])


def compare(counted: Sequence[Pieces], expected: Mapping[PiecesKey, int]) -> tuple[Compared, ...]:
    """Set a count of the chip bank against the books, denomination by denomination."""
    found = by_key(counted)
    keys = dict.fromkeys([*(entry.key for entry in counted), *expected])
    return tuple(Compared(key, found.get(key, 0), expected.get(key, 0)) for key in keys)


@dataclass(frozen=True, slots=True)
class Holding:
    """One denomination of one set: where its pieces are.

    Attributes:
        key: Which.
        issued: Pieces received and not destroyed.
        racks: In the racks of the tables.
        bank: In the chip bank.
        reserve: In the reserve.
    """

    key: PiecesKey
    issued: int
    racks: int
    bank: int
    reserve: int

    @property
    def label(self) -> str:
        """The denomination as a person names it."""
        return label_of(self.key)

    @property
    def outstanding(self) -> int:
        """Pieces that patrons hold or that lie in boxes; below nothing there are too many."""
        return self.issued - self.racks - self.bank - self.reserve

    @property
    def outstanding_value(self) -> Money:
        """What the outstanding pieces are worth."""
        return Money(self.outstanding * self.key[2])


def tie_out(
    keys: Iterable[PiecesKey],
    *,
    issued: Mapping[PiecesKey, int],
    racks: Mapping[PiecesKey, int],
    bank: Mapping[PiecesKey, int],
    reserve: Mapping[PiecesKey, int],
) -> tuple[Holding, ...]:
    """Say of every denomination where its pieces are; issued is the sum of all, outstanding too."""
    every = dict.fromkeys([*keys, *issued, *racks, *bank, *reserve])
    return tuple(
        Holding(
            key,
            issued=issued.get(key, 0),
            racks=racks.get(key, 0),
            bank=bank.get(key, 0),
            reserve=reserve.get(key, 0),
        )
        for key in every
    )


def too_many(holdings: Iterable[Holding]) -> tuple[Finding, ...]:
    """Name every denomination of which more pieces are there than were ever issued."""
    return tuple(
        Finding(
            CHIP_BOOKS,
            f"{holding.label}: {-holding.outstanding:,} pieces more than were issued.",
            holding.label,
        )
        for holding in holdings
        if holding.outstanding < 0
    )


def bank_findings(name: str, compared: Iterable[Compared]) -> tuple[Finding, ...]:
    """Say each difference of a count of the chip bank in words."""
    return tuple(
        Finding(
            CHIP_BOOKS,
            f"{entry.label} in the chip bank: {entry.difference.in_words()}.",
            name,
        )
        for entry in compared
        if entry.counted != entry.expected
    )


def back_findings(
    count: str, counted: Mapping[PiecesKey, int], back: Mapping[PiecesKey, int]
) -> tuple[Finding, ...]:
    """Say of each denomination counted out of the boxes whether it came back to the chip bank.

    Args:
        count: Name of the count.
        counted: Chips that it counted.
        back: Chips that came to the chip bank from it.
    """
    found = []
    for key in dict.fromkeys([*counted, *back]):
        there, here = counted.get(key, 0), back.get(key, 0)
        if there != here:
            off = Money((here - there) * key[2]).in_words()
            sentence = (
                f"{label_of(key)}: {there:,} counted in {count}, {here:,} back in the chip bank: "
                f"{off}."
            )
            found.append(Finding(CHIP_BOOKS, sentence, count))
    return tuple(found)


def lacking(pieces: Iterable[Pieces], reserve: Mapping[PiecesKey, int]) -> dict[str, str]:
    """Name the denominations that the reserve has not so many pieces of."""
    return {
        entry.label: f"{entry.label}: the reserve holds {reserve.get(entry.key, 0):,}."
        for entry in pieces
        if entry.pieces > reserve.get(entry.key, 0)
    }
