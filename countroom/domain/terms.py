"""What the operator filed: the rules of each game, and the designs of its coupons.

The engine's module for a game reads its submission; no choice is invented here.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from countroom.domain.floor import CHIP_STEP
from countroom.domain.texts import code_fault, name_fault, raise_faults
from countroom.money import ZERO, Money

COUPON_LIMIT: Final = Money(10_000_00)
"""No coupon is worth more."""


@dataclass(frozen=True, slots=True)
class RulesSubmission:
    """The operator's filed choices for one game, read by the engine's module for it.

    Attributes:
        game: Code of the game.
        terms: Names to whole numbers, texts, truths, and lists and tables of these.
    """

    game: str
    terms: dict[str, Any]

    def __post_init__(self) -> None:
        raise_faults(
            {
                "game": None if self.game else "is empty.",
                "terms": None if _is_exact(self.terms) else "may hold no fraction, date or time.",
            }
        )

    @property
    def code(self) -> str:
        """A house has one submission a game."""
        return self.game


def _is_exact(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_exact, value.values()))
    if isinstance(value, list):
        return all(map(_is_exact, value))
    return isinstance(value, str | int)


class PrintedItem(StrEnum):
    """What every coupon bears (525.21(c))."""

    HOLDER = "holder"
    VALUE = "value"
    SERIAL = "serial"
    RESTRICTIONS = "restrictions"
    EXPIRY = "expiry"
    CHIP_AREA = "chip_area"

    @property
    def word(self) -> str:
        """As a sentence names it."""
        return _ITEM_WORDS[self]


_ITEM_WORDS: Final = {
    PrintedItem.HOLDER: "name or logo of the certificate holder",
    PrintedItem.VALUE: "value readable by surveillance",
    PrintedItem.SERIAL: "serial number",
    PrintedItem.RESTRICTIONS: "restrictions of game or wager",
    PrintedItem.EXPIRY: "statement of expiry",
    PrintedItem.CHIP_AREA: "area for chips that leaves the value visible",
}


class CouponKind(StrEnum):
    """What a coupon needs on the layout."""

    MATCH_PLAY = "match_play"
    DIRECT_BET = "direct_bet"

    @property
    def word(self) -> str:
        """As a sentence names it."""
        return {"match_play": "Match Play Coupon", "direct_bet": "Direct Bet Coupon"}[self.value]


@dataclass(frozen=True, slots=True)
class InternalControls:
    """Approved internal controls for coupons (525.21(b), (i)).

    Attributes:
        code: As forms name them.
        name: As screens name them.
        approved: First gaming date they are approved for.
        reference: Of the Board's approval.
        areas: The locked areas where coupons may be kept, as approved.
    """

    code: str
    name: str
    approved: date
    reference: str
    areas: tuple[str, ...]

    def __post_init__(self) -> None:
        raise_faults(
            {
                "code": code_fault(self.code),
                "name": name_fault(self.name),
                "reference": name_fault(self.reference),
                "areas": self._areas_fault(),
            }
        )

    def _areas_fault(self) -> str | None:
        if not self.areas:
            return "is empty: name at least one locked area."
        return next((fault for area in self.areas if (fault := name_fault(area))), None)


@dataclass(frozen=True, slots=True)
class CouponDesign:
    """A design of Match Play Coupon and what is printed on it (525.21(c)).

    Attributes:
        code: As forms name it.
        name: As screens name it.
        value: Face value; memo only, never part of drop.
        games: Codes of the games it may be played on.
        wagers: Names of the wagers it may lie on; none means any main wager.
        serial_prefix: What its serial numbers begin with.
        expires: Last gaming date it may be played, or none.
        approved: First gaming date its design is approved for, or nothing.
        reference: Of that approval.
        printed: What is printed on it.
        restrictions: As printed.
        terms: Terms of payment, as approved.
        kind: Played with chips of at least its value, or without any (603a.22), from the day
            that its design is approved for.
    """

    code: str
    name: str
    value: Money
    games: tuple[str, ...]
    wagers: tuple[str, ...] = ()
    serial_prefix: str = ""
    expires: date | None = None
    approved: date | None = None
    reference: str = ""
    printed: tuple[PrintedItem, ...] = ()
    restrictions: str = ""
    terms: str = ""
    kind: CouponKind = CouponKind.MATCH_PLAY

    def __post_init__(self) -> None:
        face = self.value
        whole = ZERO < face <= COUPON_LIMIT and not face.cents % CHIP_STEP.cents
        raise_faults(
            {
                "code": code_fault(self.code),
                "name": name_fault(self.name),
                "value": None if whole else f"must be half-dollars up to {COUPON_LIMIT.text()}.",
                "games": None if self.games else "is empty: name at least one game.",
                "serial_prefix": code_fault(self.serial_prefix) if self.serial_prefix else None,
                "reference": self._reference_fault(),
            }
        )

    def _reference_fault(self) -> str | None:
        if self.approved is None:
            return "is there, and no day of approval." if self.reference else None
        return name_fault(self.reference)

    def chips_needed(self, value_cents: int) -> int:
        """How many cents of chips a coupon of some value needs on its wager at least."""
        return 0 if self.kind is CouponKind.DIRECT_BET else value_cents

    def expired(self, day: date) -> bool:
        """Whether it may not be played after a gaming date any more."""
        return self.expires is not None and self.expires <= day
