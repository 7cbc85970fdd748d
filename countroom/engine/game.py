"""What every game declares, so that dealing, records and edges need not know which it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from countroom.engine.coupons import CouponsPer, CouponTerms
from countroom.engine.odds import Cents
from countroom.engine.rules import RulesOfPlay
from countroom.engine.settlement import Flags, Settlement, Stakes

Ints = NDArray[np.int64]


class Bank(StrEnum):
    """Who pays a winning wager."""

    HOUSE = "house"
    PATRONS = "patrons"


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager of a game.

    Attributes:
        code: Its name in records.
        title: Its name on screens and prints.
        rule: The section it is settled by.
        bank: Who pays it.
        main: The table's limits apply to it.
        takes_coupon: A Match Play Coupon may stand on it.
    """

    code: str
    title: str
    rule: str
    bank: Bank = Bank.HOUSE
    main: bool = False
    takes_coupon: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One column that a game adds to its records.

    Attributes:
        name: In the file.
        per: One value a round, or one a seat.
        low: The least value.
        high: The greatest value.
        says: What it holds.
    """

    name: str
    per: Literal["round", "seat"]
    low: int
    high: int
    says: str

    @property
    def is_card(self) -> bool:
        """Whether it holds cards, of 52 or with the joker; -1 is none."""
        return self.low == -1 and self.high in {51, 52}

    @property
    def is_flag(self) -> bool:
        """Whether it holds what is so (1) or is not (0)."""
        return (self.low, self.high) == (0, 1)


@dataclass(frozen=True, slots=True)
class Breach:
    """Play against a rule, found in recorded rounds.

    Attributes:
        rule: The section broken.
        says: One sentence.
        where: ``(n,)`` for the round as a whole, or ``(n, seats, wagers)``.
    """

    rule: str
    says: str
    where: Flags


class Game(Protocol):
    """A module of ``games``: one game.

    Felts, the cards and acts of a batch of rounds, are each game's own frozen dataclass of
    arrays whose first axis is the round.
    """

    CODE: str
    TITLE: str
    REFERENCE: str
    KIND: Literal["banking", "nonbanking"]
    WAGERS: tuple[Wager, ...]
    COLUMNS: tuple[Column, ...]
    EXAMPLES: Mapping[str, Mapping[str, object]]
    """Named rule sets as plain values, for ``Rules.from_dict``: examples, never a default."""
    Rules: type[Any]

    def deal(self, rng: np.random.Generator, n: int, rules: Any) -> Any:
        """Deal ``n`` rounds: the felt before anyone acts."""

    def decide(
        self,
        rng: np.random.Generator,
        rules: Any,
        felt: Any,
        units_cents: Cents,
        coupon_cents: Cents,
    ) -> tuple[Any, Stakes]:
        """Let every seat play its game's stated strategy.

        Args:
            rng: Chance.
            rules: The table's rules.
            felt: As dealt.
            units_cents: ``(n, seats)``: a seat's usual wager; 0 where nobody plays.
            coupon_cents: ``(n, seats)``: value of a coupon to play, at most the unit.

        Returns:
            The felt as it was played, and the stakes.
        """

    def settle(self, rules: Any, felt: Any, stakes: Stakes, carried: Any) -> tuple[Settlement, Any]:
        """Settle a batch of rounds by the book.

        Args:
            rules: The table's rules.
            felt: What fell, in the order of play.
            stakes: What stood on it.
            carried: What earlier batches of the same table leave to this one, such as marked
                vigorish or a shooter's point; None where play begins.

        Returns:
            The settlement, and what is carried on; None where rounds know nothing of each
            other.
        """

    def breaches(self, rules: Any, felt: Any, stakes: Stakes, carried: Any) -> list[Breach]:
        """Find play against the rules: wagers and cards that should not be.

        Args:
            rules: The table's rules.
            felt: What fell.
            stakes: What stood on it.
            carried: As ``settle`` takes it, before these rounds.
        """

    def incomplete(self, rules: Any, felt: Any, stakes: Stakes) -> list[Breach]:
        """Find wagers or rounds that cannot be settled from what is recorded."""

    def to_columns(self, felt: Any) -> dict[str, Ints]:
        """Spread a felt into the game's columns, ``(n,)`` or ``(n, seats)`` each."""

    def from_columns(self, columns: Mapping[str, Ints]) -> Any:
        """Gather a felt from the game's columns."""


@runtime_checkable
class Timed(Protocol):
    """A game whose rounds depend on the clock as well."""

    def timed(self, rules: Any, felt: Any, at: Ints) -> Any:
        """Say on a felt, as dealt, when its rounds are played.

        Args:
            rules: The table's rules.
            felt: As dealt.
            at: ``(n,)`` microseconds since 1970 UTC.
        """


COUPON_VALUE: Final = "58 Pa. Code § 525.22(b)"
COUPON_NUMBER: Final = "58 Pa. Code § 603a.21(d)"
COUPON_NUMBER_2011: Final = "58 Pa. Code § 525.22(d)"
COUPON_PLACE: Final = "58 Pa. Code § 525.22(c)"
COUPON_GAMES: Final = "58 Pa. Code § 525.22(a)"
COUPON_DROP: Final = "58 Pa. Code § 603a.21(e)"
TABLE_LIMITS: Final = "58 Pa. Code § 601a.2 (Rules Submission)"


def limit_breaches(rules: RulesOfPlay, wagers: tuple[Wager, ...], stakes: Stakes) -> list[Breach]:
    """Find main wagers outside the table's limits."""
    main = np.array([wager.main for wager in wagers])
    stake = stakes.stake_cents
    outside = (stake < rules.minimum_cents) | (stake > rules.maximum_cents)
    says = "The wager is outside the table's minimum and maximum."
    return [Breach(TABLE_LIMITS, says, outside & (stake > 0) & main)]


def coupon_breaches(terms: CouponTerms, wagers: tuple[Wager, ...], stakes: Stakes) -> list[Breach]:
    """Find coupons that may not stand where they do at a banking table."""
    coupon = stakes.coupon_cents
    if not coupon.any():
        return []
    here = coupon > 0
    many = here.sum(axis=2, keepdims=True) > 1
    placed = np.array([wager.takes_coupon for wager in wagers])
    found = [
        Breach(
            COUPON_VALUE,
            "The chips are less than the coupon's value.",
            here & (stakes.stake_cents < coupon),
        ),
        Breach(COUPON_PLACE, "A coupon may not stand on this wager.", here & ~placed),
    ]
    if terms.coupons_per is CouponsPer.ROUND:
        says = "More than one coupon was played by a patron in one round."
        found.append(Breach(COUPON_NUMBER, says, here & many))
    return found


def repeated_cards(dealt: NDArray[np.int8]) -> Flags:
    """Find rounds of one deck in which a card lies twice.

    Args:
        dealt: ``(n, k)`` cards; ``NO_CARD`` is never a repeat.
    """
    ordered = np.sort(dealt, axis=1)
    alike = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    return np.asarray(alike.any(axis=1))


def columns_named(
    names: Iterable[str], *, per: Literal["round", "seat"], says: str
) -> list[Column]:
    """Declare columns of cards."""
    return [Column(name, per, -1, 51, says) for name in names]
