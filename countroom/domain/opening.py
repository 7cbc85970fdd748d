"""Opening a table: what was counted against the slip it closed with, and what a difference asks.

The slip that a table closed with is never corrected. Where the rack holds anything else, dealer
and floorperson count a second time; if it still differs, an Error Notification Slip names the
difference by denomination, and the new slip stands beside the old one. The mismatch shows on the
days of both slips until accounting has resolved it.

Reference:
    465a.37(c)-(f), 465a.36(c); V_10, V_13; after N.J.A.C. 13:69D-1.21(e), COMAR 36.05.03.03 F.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from countroom.domain.denominations import Instrument, denomination_label
from countroom.domain.findings import Finding
from countroom.domain.inventory import Pieces, by_key
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.errors import RuleError
from countroom.money import ZERO, Money, total
from countroom.regulations import V_10, V_13


@dataclass(frozen=True, slots=True)
class Differing:
    """One denomination of which the rack holds more or fewer than the slip says.

    Attributes:
        instrument: Value chip, rake chip, plaque or coin.
        denomination_cents: Face of one piece.
        chip_set: Code of the set; empty for coins.
        slip_pieces: What the slip says.
        counted_pieces: What was counted.
    """

    instrument: Instrument
    denomination_cents: int
    chip_set: str
    slip_pieces: int
    counted_pieces: int

    @property
    def label(self) -> str:
        """As a person names it: ``$2.50 main``."""
        return f"{denomination_label(self.denomination_cents)} {self.chip_set}".strip()

    @property
    def pieces(self) -> int:
        """Over (above nothing) or short (below)."""
        return self.counted_pieces - self.slip_pieces

    @property
    def amount(self) -> Money:
        """The same in money, with its sign."""
        return Money(self.denomination_cents) * self.pieces


def differing(slip: Iterable[Pieces], counted: Iterable[Pieces]) -> tuple[Differing, ...]:
    """Compare a rack with its slip, denomination by denomination, highest first."""
    before, now = by_key(slip), by_key(counted)
    keys = sorted({*before, *now}, key=lambda key: (key[0], key[1], -key[2]))
    return tuple(
        Differing(instrument, cents, chip_set, before.get(key, 0), now.get(key, 0))
        for key in keys
        for instrument, chip_set, cents in (key,)
        if before.get(key, 0) != now.get(key, 0)
    )


def difference_of(found: Iterable[Differing]) -> Money:
    """What some differing denominations come to: over above nothing, short below."""
    return total([entry.amount for entry in found])


# ----------------------------------------------------------------------------- how much it asks


class Action(StrEnum):
    """What a difference at opening asks for, by its amount."""

    NOTE = "note"
    REPORT = "report"
    REGULATOR = "regulator"

    @property
    def word(self) -> str:
        """As the form says it."""
        return _ASKS[self]

    @property
    def told(self) -> tuple[Role, ...]:
        """Who is told at once."""
        return _TOLD[self]


_ASKS: Final = {
    Action.NOTE: "noted on this slip",
    Action.REPORT: "reported: security and surveillance sign",
    Action.REGULATOR: "reported: security and surveillance sign, the regulator has a copy",
}
_PIT: Final = (Role.FLOORPERSON, Role.SECURITY)
_TOLD: Final = {
    Action.NOTE: _PIT,
    Action.REPORT: (*_PIT, Role.SURVEILLANCE),
    Action.REGULATOR: (*_PIT, Role.SURVEILLANCE, Role.CCR),
}


def action_of(difference: Money, settings: Settings) -> Action:
    """What a difference asks for: above the one amount a report, from the other the regulator.

    >>> from countroom.domain.procedure import Settings
    >>> [action_of(Money(cents), Settings()).value for cents in (-25_00, 25_01, 99_99, -100_00)]
    ['note', 'report', 'report', 'regulator']
    """
    if abs(difference) >= settings.opening_variance_notify:
        return Action.REGULATOR
    return Action.REPORT if abs(difference) > settings.opening_variance_report else Action.NOTE


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody who was told of a difference by word of mouth.

    Attributes:
        role: In which duty.
        person: Badge number.
        at: When, aware UTC.
    """

    role: Role
    person: str
    at: datetime


# ------------------------------------------------------------------------------ what is refused


def check_counted_twice(slip: str, recounts: str) -> None:
    """Refuse an error slip over a rack that was counted only once.

    Raises:
        RuleError: The dealer did not count again before the floorperson (V-10).
    """
    if not recounts:
        msg = f"{slip} does not agree with its slip: count again before the floorperson first."
        raise RuleError(V_10, msg)


def check_differs(slip: str, *, differs: bool, newest: bool) -> None:
    """Refuse an error slip where there is nothing to notify of.

    Raises:
        RuleError: The count agrees, is not signed, or was followed by another (V-10).
    """
    if not differs:
        raise RuleError(V_10, f"{slip} is no signed opening count that differs from its slip.")
    if not newest:
        raise RuleError(V_10, f"The rack was counted again after {slip}.")


def check_same_period(slip: str, *, running: bool) -> None:
    """Refuse to open with a count that was made before the table's last drop.

    Raises:
        RuleError: The drop came between (V-10).
    """
    if not running:
        raise RuleError(V_10, f"The table was dropped after {slip}: count its rack again.")


# ------------------------------------------------------------------------------ on both days


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A rack that did not hold what its last slip says.

    Attributes:
        table: Code of the table.
        closer: The slip it was left with.
        slip: The slip that was counted then.
        difference: Over above nothing, short below; nothing where only the pieces differ.
        across: They belong to two drop periods.
        error_slip: The Error Notification Slip, or empty where the table stayed closed.
    """

    table: str
    closer: str
    slip: str
    difference: Money
    across: bool
    error_slip: str = ""

    @property
    def sentence(self) -> str:
        """What was found."""
        off = self.difference
        says = "with other pieces of the same value" if off == ZERO else off.in_words()
        by = f", by {self.error_slip}" if self.error_slip else ""
        return f"{self.slip} was counted {says} against {self.closer}{by}."

    @property
    def finding(self) -> Finding:
        """From one period to the next it answers to V-13, within one to V-10."""
        return Finding(V_13 if self.across else V_10, self.sentence, self.slip)
