"""A table's chips: what its rack holds, how that may change, and which slip says what it held.

Reference:
    465a.36-465a.41, 601a.9(c)(1); V_09, V_12, V_14-V_16, V_19, V_20, V_22-V_24, V_112.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from countroom.domain.denominations import (
    DENOMINATION_LIMIT_CENTS,
    PIECES_LIMIT,
    Instrument,
    Line,
    Side,
    denomination_label,
)
from countroom.domain.findings import Finding
from countroom.domain.floor import ChipKind, ChipSet, Table
from countroom.errors import EntryError, RuleError
from countroom.money import ZERO, Money, total
from countroom.regulations import (
    V_09,
    V_12,
    V_14,
    V_15,
    V_16,
    V_19,
    V_20,
    V_22,
    V_24,
    V_112,
)

CHIP_BANK: Final = "chip bank"
"""The one place that a table's chips come from and go to, beside its patrons."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one denomination of one set.

    Attributes:
        instrument: Value chip, rake chip, plaque or coin.
        denomination_cents: Face of one piece.
        pieces: How many.
        chip_set: Code of the set; empty for coins.
    """

    instrument: Instrument
    denomination_cents: int
    pieces: int
    chip_set: str = ""

    def __post_init__(self) -> None:
        name = self.label
        if not 0 < self.denomination_cents <= DENOMINATION_LIMIT_CENTS:
            raise EntryError({name: f"{name}: this is no denomination."})
        if not 0 <= self.pieces <= PIECES_LIMIT:
            sentence = f"{name}: enter a number of pieces from 0 to {PIECES_LIMIT:,}."
            raise EntryError({name: sentence})

    @property
    def key(self) -> "PiecesKey":
        """What it is compared by."""
        return (self.instrument, self.chip_set, self.denomination_cents)

    @property
    def label(self) -> str:
        """As a person names it: ``$2.50 main``."""
        return f"{denomination_label(self.denomination_cents)} {self.chip_set}".strip()

    @property
    def amount(self) -> Money:
        """Pieces times denomination."""
        return Money(self.denomination_cents * self.pieces)


PiecesKey = tuple[Instrument, str, int]
"""Instrument, chip set and denomination in cents; sets are never mixed."""


def value_of(pieces: Iterable[Pieces]) -> Money:
    """What some pieces are worth."""
    return total([entry.amount for entry in pieces])


def by_key(pieces: Iterable[Pieces]) -> dict[PiecesKey, int]:
    """Pieces by what they are, those of which there are none left out."""
    return {entry.key: entry.pieces for entry in pieces if entry.pieces}


def in_order(pieces: Iterable[Pieces]) -> tuple[Pieces, ...]:
    """Pieces as they are listed: set by set, highest denomination first."""
    return tuple(sorted(pieces, key=lambda p: (p.instrument, p.chip_set, -p.denomination_cents)))


def keys_of(chip_sets: Iterable[ChipSet], coins: Iterable[Money] = ()) -> tuple[PiecesKey, ...]:
    """Everything that a table with these sets counts, highest denomination first."""
    chips = [
        (instrument, chip_set.code, denomination.cents)
        for chip_set in chip_sets
        if (instrument := chip_set.kind.instrument) is not None
        for denomination in chip_set.denominations
    ]
    return (*chips, *((Instrument.COIN, "", coin.cents) for coin in coins))


def has_rake(chip_sets: Iterable[ChipSet]) -> bool:
    """Whether rake chips are among the sets."""
    return any(chip_set.kind is ChipKind.RAKE for chip_set in chip_sets)


def check_pieces(
    pieces: Sequence[Pieces], known: Sequence[PiecesKey], *, every: bool = False
) -> None:
    """Refuse pieces that the table does not hold, or that were left blank.

    Args:
        pieces: As entered.
        known: What the table's sets hold (``keys_of``).
        every: Each denomination must be entered, 0 included: blank is not zero.

    Raises:
        EntryError: A denomination is unknown, stands twice or is missing; each is named.
    """
    faults: dict[str, str] = {}
    entered = [entry.key for entry in pieces]
    for entry in pieces:
        if entry.key not in known:
            faults[entry.label] = f"{entry.label}: this table does not hold it."
        elif entered.count(entry.key) > 1:
            faults[entry.label] = f"{entry.label}: it stands twice."
    for instrument, chip_set, cents in known if every else ():
        if (instrument, chip_set, cents) not in entered:
            label = Pieces(instrument, cents, 0, chip_set).label
            faults[label] = f"{label}: not entered; enter 0 where there are none."
    if faults:
        raise EntryError(faults)


def lines(side: Side, pieces: Iterable[Pieces]) -> tuple[Line, ...]:
    """The figures of a slip."""
    return tuple(
        Line(
            side=side,
            instrument=entry.instrument,
            denomination_cents=entry.denomination_cents,
            pieces=entry.pieces,
            chip_set=entry.chip_set,
        )
        for entry in pieces
    )


# ------------------------------------------------------------------- what a slip must satisfy


def check_total(pieces: Iterable[Pieces], stated: Money) -> None:
    """Refuse a slip whose total is not the sum of its denominations.

    Raises:
        RuleError: It is not (V-09).
    """
    if value_of(pieces) != stated:
        raise RuleError(V_09, "The total of the slip is not the sum of its denominations.")


def check_copies(original: Iterable[Pieces], duplicate: Iterable[Pieces]) -> None:
    """Refuse a slip written by hand whose two parts do not say the same.

    Raises:
        RuleError: They differ (V-12).
    """
    if by_key(original) != by_key(duplicate):
        raise RuleError(V_12, "Original and duplicate of the slip do not show the same amounts.")


def check_moved(pieces: Iterable[Pieces], requested: Iterable[Pieces]) -> None:
    """Refuse a fill or credit slip that moves anything but what was requested.

    Raises:
        RuleError: A denomination differs (V-19).
    """
    moved, wanted = by_key(pieces), by_key(requested)
    for key in (*wanted, *moved):
        if moved.get(key, 0) != wanted.get(key, 0):
            label = Pieces(key[0], key[2], 0, key[1]).label
            raise RuleError(V_19, f"{label}: the slip moves what its request asked for.")


def check_counterpart(table: Table, other: str, tables: Iterable[str]) -> None:
    """Refuse chips that a fill or credit may not move.

    Args:
        table: The table filled or credited.
        other: Where the chips come from or go to.
        tables: Codes of the tables of the house.

    Raises:
        RuleError: The table is fully automated (V-16), the other place is a table (V-24), or
            not the chip bank (V-15).
    """
    if table.automated:
        raise RuleError(V_16, f"{table.code} is fully automated: it takes no fill or credit.")
    if other in tables:
        msg = f"Chips do not pass from table to table: credit {other}, then fill {table.code}."
        raise RuleError(V_24, msg)
    if other != CHIP_BANK:
        msg = f"A fill or credit goes with the {CHIP_BANK}; nothing else changes an inventory."
        raise RuleError(V_15, msg)


def gaps(numbers: Iterable[int], series: str) -> tuple[Finding, ...]:
    """Find numbers of a series that are missing or were used twice (V-20)."""
    ordered = sorted(numbers)
    found = [
        Finding(
            V_20, f"{series}-{number:04d} is missing from its series.", f"{series}-{number:04d}"
        )
        for before, after in pairwise([0, *ordered])
        for number in range(before + 1, after)
    ]
    twice = sorted({number for number in ordered if ordered.count(number) > 1})
    found += [
        Finding(V_20, f"{series}-{number:04d} was used twice.", f"{series}-{number:04d}")
        for number in twice
    ]
    return tuple(found)


# --------------------------------------------------------------------------- open and closed


class TableState(StrEnum):
    """Whether a table is open for play."""

    OPEN = "open"
    CLOSED = "closed"

    @property
    def word(self) -> str:
        """The state in a word."""
        return self.value


def check_state(table: str, state: TableState, wanted: TableState, what: str) -> None:
    """Refuse what a table's state does not allow, naming the state.

    Raises:
        RuleError: Chips move by slip only where play is (V-22).
    """
    if state is not wanted:
        raise RuleError(V_22, f"{table} is {state.word}: {what}.")


def check_arrived(request: str, due: str) -> None:
    """Refuse the slip of a credit whose chips have not come to the chip bank with its request.

    Args:
        request: Name of the request.
        due: Who has still to sign it at the table, or empty.

    Raises:
        RuleError: Somebody has (V-22).
    """
    if due:
        msg = f"The chips of {request} have not come with it: the {due} signs it first."
        raise RuleError(V_22, msg)


class SlipKind(StrEnum):
    """On which occasion an inventory is counted."""

    OPENING = "opening"
    DROP = "drop"
    CLOSE = "close"
    SHIFT = "shift"
    CLOSED_DAILY = "closed_daily"

    @property
    def word(self) -> str:
        """As the slip is called."""
        return _SLIP_WORDS[self]

    @property
    def at(self) -> TableState:
        """Which state of the table it is counted in."""
        return TableState.CLOSED if self in _AT_CLOSED else TableState.OPEN

    @property
    def side(self) -> Side:
        """Which way its figures speak."""
        return Side.OPENING if self is SlipKind.OPENING else Side.CLOSING


_SLIP_WORDS: Final = {
    SlipKind.OPENING: "opener",
    SlipKind.DROP: "drop slip",
    SlipKind.CLOSE: "closer",
    SlipKind.SHIFT: "shift slip",
    SlipKind.CLOSED_DAILY: "daily slip of a closed table",
}
_AT_CLOSED: Final = frozenset({SlipKind.OPENING, SlipKind.CLOSED_DAILY})


# ------------------------------------------------------------------------- which slip counts


@dataclass(frozen=True, slots=True)
class Slip:
    """A signed inventory slip, as far as a table's money day needs it."""

    name: str
    kind: SlipKind
    total: Money


@dataclass(frozen=True, slots=True)
class Inventories:
    """What a table began and ended its drop period with.

    Attributes:
        opening: The slip that says what it began with, or nothing on record.
        closing: The slip that says what it ended with, or nothing on record.
        opened: Whether it was open at any time of the period.
        findings: What does not fit.
    """

    opening: Slip | None
    closing: Slip | None
    opened: bool
    findings: tuple[Finding, ...] = ()


_ENDS: Final = frozenset({SlipKind.DROP, SlipKind.CLOSE, SlipKind.CLOSED_DAILY})


def inventories(
    before: Slip | None, during: Sequence[Slip], *, ended: bool = True, daily_slip: bool = True
) -> Inventories:
    """Choose the slips of a drop period.

    Open through the last drop, a table begins with that drop's slip; otherwise with its first
    opener. It ends with the last slip of the period. A table that never opened begins and ends
    with the same.

    Args:
        before: The last slip before the period (drop, close or daily), or nothing.
        during: The slips of the period in the order they were signed.
        ended: The period is over; a running one has no closing yet.
        daily_slip: A table that does not open has a slip all the same (setting).
    """
    carried = before is not None and before.kind is SlipKind.DROP
    openers = [slip for slip in during if slip.kind is SlipKind.OPENING]
    if not carried and not openers:
        return _never_opened(before, during, missing=ended and daily_slip)
    opening = before if carried else openers[0]
    closing, findings = _closing(during) if ended else (None, ())
    return Inventories(opening=opening, closing=closing, opened=True, findings=findings)


def _never_opened(before: Slip | None, during: Sequence[Slip], *, missing: bool) -> Inventories:
    last = during[-1] if during else before
    found: tuple[Finding, ...] = ()
    if missing and not during:
        found = (Finding(V_14, "The table did not open and has no slip of the day."),)
    return Inventories(opening=last, closing=last, opened=False, findings=found)


def _closing(during: Sequence[Slip]) -> tuple[Slip | None, tuple[Finding, ...]]:
    counted = [slip for slip in during if slip.kind is not SlipKind.SHIFT]
    if counted and counted[-1].kind in _ENDS:
        return counted[-1], ()
    sentence = "The last slip of the drop period is no closing inventory."
    return None, (Finding(V_112, sentence, counted[-1].name if counted else ""),)


def expected_closing(
    opening: Money, *, fills: Money, credits_: Money, chips_sold: Money, house_net: Money
) -> Money:
    """What the rack should hold at the end.

    Args:
        opening: What it began with.
        fills: What the chip bank sent.
        credits_: What went back to the chip bank.
        chips_sold: Cash and Counter Checks exchanged at the table.
        house_net: Chips won less chips paid, vigorish collected included.
    """
    return opening + fills - credits_ - chips_sold + house_net


def over_short(counted: Money, expected: Money) -> Money:
    """Over (above nothing) or short (below)."""
    difference = counted - expected
    return ZERO if difference == ZERO else difference
