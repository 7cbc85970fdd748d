"""The kinds of money on a paper, and the figure that a line is made of."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.errors import EntryError
from countroom.money import Money

PIECES_LIMIT: Final = 9_999_999
"""More pieces of one denomination than this are a slip of the hand."""

DENOMINATION_LIMIT_CENTS: Final = 100_000_000_000
"""A billion dollars: the largest amount one Counter Check or plaque may show."""


class Instrument(StrEnum):
    """What a line counts."""

    CURRENCY = "currency"
    COIN = "coin"
    VALUE_CHIP = "value_chip"
    PLAQUE = "plaque"
    RAKE_CHIP = "rake_chip"
    COUNTER_CHECK = "counter_check"
    COUPON = "coupon"


class Side(StrEnum):
    """Which way a line speaks about a table's money."""

    OPENING = "opening"
    CLOSING = "closing"
    FILL = "fill"
    CREDIT = "credit"
    COUNT = "count"
    PROOF = "proof"
    PRESENTED = "presented"
    RECOUNT = "recount"
    CHECK = "check"
    COUPON = "coupon"
    SUPPLEMENT = "supplement"
    ADJUSTMENT = "adjustment"


class Pool(StrEnum):
    """Money that is kept apart from the boxes to the cage (count state C5)."""

    BANKING_CURRENCY = "banking_currency"
    FOUND_CHIPS = "found_chips"
    NONBANKING_CURRENCY = "nonbanking_currency"
    NONBANKING_VALUE_CHIPS = "nonbanking_value_chips"
    RAKE_CHIPS = "rake_chips"

    @property
    def printed(self) -> str:
        """The pool as screens and prints call it."""
        return _POOL_TITLES[self]

    @property
    def is_banking(self) -> bool:
        """Whether the banking report answers for it."""
        return self in {Pool.BANKING_CURRENCY, Pool.FOUND_CHIPS}


_POOL_TITLES: Final = {
    Pool.BANKING_CURRENCY: "Banking currency",
    Pool.FOUND_CHIPS: "Chips found in banking boxes",
    Pool.NONBANKING_CURRENCY: "Nonbanking currency",
    Pool.NONBANKING_VALUE_CHIPS: "Nonbanking value chips",
    Pool.RAKE_CHIPS: "Poker rake chips",
}


def denomination_label(cents: int) -> str:
    """Write a denomination as people say it.

    >>> [denomination_label(cents) for cents in (10_000, 250, 10, 100_000)]
    ['$100', '$2.50', '$0.10', '$1,000']
    """
    money = Money(cents).text()
    return "$" + money.removesuffix(".00")


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of a paper, as it stands in the ``line`` record.

    Attributes:
        side: Which way it speaks.
        instrument: What was counted.
        denomination_cents: Face of one piece.
        pieces: How many; never negative, 1 where ``reference`` names the piece.
        sign: +1, or -1 for a figure that takes away.
        pool: Which money it belongs to, where that is kept apart.
        table: Gaming table, empty where none is meant.
        box: Drop box, empty where none is meant.
        chip_set: Which set the chips are of, empty for currency.
        currency_code: ISO 4217.
        reference: Serial or number of a single piece.
        memo: Printed and never added to a total.
    """

    side: Side
    instrument: Instrument
    denomination_cents: int
    pieces: int
    sign: int = 1
    pool: Pool | None = None
    table: str = ""
    box: str = ""
    chip_set: str = ""
    currency_code: str = "USD"
    reference: str = ""
    memo: bool = False

    def __post_init__(self) -> None:
        assert 0 < self.denomination_cents <= DENOMINATION_LIMIT_CENTS, self.denomination_cents
        assert 0 <= self.pieces <= PIECES_LIMIT, self.pieces
        assert self.sign in {-1, 1}
        assert not self.reference or self.pieces == 1

    @property
    def amount(self) -> Money:
        """Sign times pieces times denomination."""
        return Money(self.sign * self.pieces * self.denomination_cents)


def pieces_typed(typed: str, *, name: str) -> int | None:
    """Read a number of pieces as typed; blank means not entered and is not zero.

    Args:
        typed: What stands in the field. Only the digits 0-9 are taken: ``1_000``, ``+5``,
            ``1e3`` and other scripts' digits are refused rather than guessed at; ``000123`` is
            a serial that was scanned into the wrong field, and no quantity.
        name: The denomination, to name the field in the sentence.

    Raises:
        EntryError: It is not a whole number of pieces within the limit.
    """
    text = typed.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise EntryError({name: f"{name}: enter a whole number of pieces, 0 or more."})
    if text.startswith("00"):
        says = f"{name}: {text[:32]} is a serial, not a number of pieces."
        raise EntryError({name: says})
    if len(text.lstrip("0")) > len(str(PIECES_LIMIT)):
        raise EntryError({name: f"{name}: at most {PIECES_LIMIT:,} pieces fit on a line."})
    return int(text)


def pieces_of_amount(amount: Money, denomination_cents: int, *, name: str) -> int:
    """Turn an amount into pieces of one denomination (V-36).

    Raises:
        EntryError: The amount is negative or not a multiple of the denomination.
    """
    pieces, rest = divmod(amount.cents, denomination_cents)
    if rest or amount.cents < 0:
        label = denomination_label(denomination_cents)
        raise EntryError({name: f"{name}: {amount.text()} is not a multiple of {label}."})
    if pieces > PIECES_LIMIT:
        raise EntryError({name: f"{name}: at most {PIECES_LIMIT:,} pieces fit on a line."})
    return pieces
