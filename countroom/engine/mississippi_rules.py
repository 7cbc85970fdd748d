"""What a Mississippi Stud table's Rules Submission states, and what it makes of the pay tables.

Text fields are lists such as ``royal_flush:1000,straight_flush:200``, or ``none`` where the
wager is not offered. Nothing that the regulations leave to the operator has a default.

Reference: 58 Pa. Code §§ 571.3, 571.8, 655a.7, 655a.12.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Final, TypeVar

import numpy as np

from countroom.engine import hands, three_cards
from countroom.engine.coupons import CouponTerms
from countroom.engine.odds import Cents
from countroom.engine.rules import ChangeInterval, ours, stated

_T = TypeVar("_T")

NONE: Final = "none"
"""States that an optional wager, or what belongs to it, is not offered."""

ANTE, THIRD, FOURTH, FIFTH, PROGRESSIVE, THREE_CARD, FIVE_CARD, SIX_CARD = range(8)

OPTIONAL: Final = {
    "progressive": PROGRESSIVE,
    "three_card_bonus": THREE_CARD,
    "five_card_bonus": FIVE_CARD,
    "six_card_bonus": SIX_CARD,
}
"""Optional wagers by code, in the order in which they are settled."""

ROYAL_PAYS: Final = 500
LIMIT_CENTS: Final = 50_000_00
"""What one hand is paid at most, unless the table's minimum can win more. § 655a.12(b)."""


class LimitBasis(StrEnum):
    """How much the most one patron could win at the table's minimum is.

    The text leaves open whether the three bets are at their largest or equal to the Ante.
    """

    LARGEST_BETS = "largest_bets"
    EQUAL_BETS = "equal_bets"


class Dealing(StrEnum):
    """What the cards are dealt from."""

    HAND = "hand"
    MANUAL_SHOE = "manual_shoe"
    AUTOMATED_SHOE = "automated_shoe"


class Shuffling(StrEnum):
    """How the cards are shuffled: by hand, by a device, or by one that counts them as well.

    Unless a device counts to 52 after each shuffle, the dealer counts the stub.
    """

    MANUAL = "manual"
    DEVICE = "device"
    COUNTING_DEVICE = "counting_device"


class FoldedCards(StrEnum):
    """What becomes of a folded hand.

    Since optional wagers survive a fold (§ 655a.11(b), (d), (f)) its cards stay while one is
    up. By the text of 2011 (§ 571.1, § 571.11) folding is withdrawing from the round and the
    cards go at once; as we read it, wagers that would need the hand go with them.
    """

    STAY = "stay"
    TAKEN = "taken"


class Progressive(StrEnum):
    """The pay tables of the Progressive Payout Wager. § 655a.12(c)(1)."""

    NONE = "none"
    A = "A"
    B = "B"
    C = "C"
    D = "D"


METERS: Final = {
    Progressive.NONE: (),
    Progressive.A: ("main",),
    Progressive.B: ("mega", "major"),
    Progressive.C: ("mega", "major", "minor"),
    Progressive.D: ("mega", "major", "minor"),
}
"""Each table's meters, in the order of the felt's columns."""

HAND_METER: Final = 3
"""Place of the Five Card Hand Bonus's own meter among the felt's."""

FIVE_CARD_ROWS: Final = {
    name.replace(" ", "_"): place for place, name in enumerate(hands.CLASS_NAMES)
}
THREE_CARD_ROWS: Final = {
    "mini_royal": three_cards.MINI_ROYAL,
    "straight_flush": three_cards.STRAIGHT_FLUSH,
    "three_of_a_kind": three_cards.THREE_OF_A_KIND,
    "straight": three_cards.STRAIGHT,
    "flush": three_cards.FLUSH,
    "pair": three_cards.PAIR,
}
SIX_CARD_ROWS: Final = {
    name: place for name, place in FIVE_CARD_ROWS.items() if place >= hands.THREE_OF_A_KIND
}
ENVY_ROWS: Final = {
    name: place for name, place in FIVE_CARD_ROWS.items() if place >= hands.STRAIGHT_FLUSH
}
"""Envy Bonus Qualifying Hands. § 655a.1."""

MAGIC_CARD: Final = "magic_card"
LUCKY_BONUS: Final = "lucky_bonus"
_NEXT_TO_ROYAL: Final = "straight_flush"

_ENTRY: Final = re.compile(r"([a-z_]+):([0-9.%-]+)", re.ASCII)
_WHOLE: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_PERCENT: Final = re.compile(r"([1-9][0-9]?|100)%", re.ASCII)
_RATE: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?", re.ASCII)
_RANGE: Final = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prizes:
    """What hands of each class win "for 1": a multiple of the stake, or a share of a meter.

    Attributes:
        times: ``(10,)``: of the stake.
        percent: ``(10,)``: of the meter.
        meter: ``(10,)``: which meter.
        magic: Times the stake when the system shows a Magic Card.
        lucky: Times the stake when the system shows a Lucky Bonus.
    """

    times: Cents
    percent: Cents
    meter: Cents
    magic: int = 0
    lucky: int = 0


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Mississippi Stud.

    Attributes:
        dealing: From the hand or a shoe: says how long a deck stays in play.
        decks: 1, or 2 of unlike backs that alternate from round to round.
        shuffling: By hand or device; the stub is counted every five rounds unless it counts.
        progressive: The pay table of the Progressive Payout Wager.
        progression_percent: How much of a wager each meter grows, as ``mega:15,major:2.5``.
        seeds_cents: What each meter starts from, as ``main:1000000``.
        envy_cents: What each Envy Bonus Qualifying Hand brings every other Progressive bettor.
        three_card_bonus: To 1, from a pair up; a mini-royal without a line of its own is paid
            as a straight flush.
        five_card_bonus: For 1 or as a percentage of its meter, as ``royal_flush:100%``;
            ``magic_card`` and ``lucky_bonus`` are further lines.
        six_card_bonus: To 1, from three of a kind up.
        optional_limits_cents: Least and most of each optional wager that is offered.
        limit_basis: For the payout limit of § 655a.12(b).
        folded_cards: The current text, or that of 2011.
    """

    dealing: Dealing = stated("§ 571.3(c)")
    decks: int = stated("§ 571.3(a), (b)")
    shuffling: Shuffling = stated("§§ 571.5(a), 571.8(f)")
    progressive: Progressive = stated("§ 655a.12(c)(1)")
    progression_percent: str = stated("§ 655a.12(c)(3)")
    seeds_cents: str = stated("§ 655a.12(c)(4)")
    envy_cents: str = stated("§ 655a.12(c)(5)")
    three_card_bonus: str = stated("§ 655a.12(d)")
    five_card_bonus: str = stated("§ 655a.12(e)")
    six_card_bonus: str = stated("§ 655a.12(f)")
    optional_limits_cents: str = stated("§ 655a.7")
    limit_basis: LimitBasis = ours(LimitBasis.LARGEST_BETS)
    folded_cards: FoldedCards = ours(FoldedCards.STAY)

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules: field to sentence."""
        found = super().faults()
        if self.decks not in {1, 2}:
            found["decks"] = "Mississippi Stud is played with one deck, or two that alternate."
        if self.shuffling is Shuffling.MANUAL and (self.decks == 2 or self.dealing is Dealing.HAND):
            says = "Two decks, and dealing from the hand, need a device that shuffles (§ 571.3(b))."
            found["shuffling"] = says
        for name, read in self._texts().items():
            try:
                read(getattr(self, name))
            except ValueError as wrong:
                found[name] = f"{name}: {wrong}"
        return found

    def _texts(self) -> Mapping[str, Callable[[str], object]]:
        meters = METERS[self.progressive]
        offered = tuple(code for code in OPTIONAL if getattr(self, code) != NONE)
        envy = tuple(ENVY_ROWS) if meters else ()
        return {
            "progression_percent": lambda text: read_all(text, meters, _read_rate),
            "seeds_cents": lambda text: read_all(text, meters, _read_whole),
            "envy_cents": lambda text: read_all(text, envy, _read_whole),
            "three_card_bonus": three_card_odds,
            "five_card_bonus": five_card_prizes,
            "six_card_bonus": six_card_odds,
            "optional_limits_cents": lambda text: read_all(text, offered, _read_range),
        }

    def change(self) -> ChangeInterval:
        """Say when the cards must be changed."""
        hours = 4 if self.dealing is Dealing.HAND else 8
        return ChangeInterval(hours, "58 Pa. Code § 571.3(c)")

    @property
    def limit_cents(self) -> int:
        """What one hand is paid at most, stakes given back not counted."""
        units = 10 if self.limit_basis is LimitBasis.LARGEST_BETS else 4
        return max(LIMIT_CENTS, self.minimum_cents * units * ROYAL_PAYS)

    @property
    def dealer_counts(self) -> bool:
        """Tell whether the dealer counts the stub."""
        return self.shuffling is not Shuffling.COUNTING_DEVICE

    @property
    def carries(self) -> bool:
        """Tell whether rounds must know of those before: stub counts, decks that alternate."""
        return self.decks == 2 or self.dealer_counts

    @cached_property
    def limits_cents(self) -> dict[int, tuple[int, int]]:
        """Least and most of each optional wager offered, by its place."""
        codes = tuple(code for code in OPTIONAL if getattr(self, code) != NONE)
        found = read_all(self.optional_limits_cents, codes, _read_range)
        return {OPTIONAL[code]: limits for code, limits in found.items()}

    @cached_property
    def seeds(self) -> Cents:
        """Seeds of the Progressive's meters, ``(3,)``; 0 where there is no such meter."""
        names = METERS[self.progressive]
        found = read_all(self.seeds_cents, names, _read_whole)
        return np.array([*found.values(), 0, 0, 0][:3], np.int64)

    @cached_property
    def rates(self) -> Cents:
        """Growth of the Progressive's meters, ``(3,)``, in hundredths of a percent."""
        found = read_all(self.progression_percent, METERS[self.progressive], _read_rate)
        return np.array([*found.values(), 0, 0, 0][:3], np.int64)

    @cached_property
    def envy(self) -> Cents:
        """What a hand of each class brings other Progressive bettors, ``(10,)``."""
        paid = np.zeros(len(hands.CLASS_NAMES), np.int64)
        names = tuple(ENVY_ROWS) if METERS[self.progressive] else ()
        for name, cents in read_all(self.envy_cents, names, _read_whole).items():
            paid[ENVY_ROWS[name]] = cents
        return paid


def read_list(text: str) -> dict[str, str]:
    """Read a list of lines.

    >>> read_list("pair:1,flush:3")
    {'pair': '1', 'flush': '3'}

    Raises:
        ValueError: It is not one, or says something twice.
    """
    found: dict[str, str] = {}
    for entry in text.split(","):
        match = _ENTRY.fullmatch(entry)
        if match is None or match[1] in found:
            msg = "Write each line once, as in royal_flush:1000,straight_flush:200; or none."
            raise ValueError(msg)
        found[match[1]] = match[2]
    return found


def read_all(text: str, names: tuple[str, ...], read: Callable[[str], _T]) -> dict[str, _T]:
    """Read a list that has just these lines, in this order; ``none`` where there are none.

    Raises:
        ValueError: A line is missing, unknown or wrong.
    """
    return _each({} if text == NONE else read_list(text), names, read)


def _each(
    given: Mapping[str, str], names: tuple[str, ...], read: Callable[[str], _T]
) -> dict[str, _T]:
    if set(given) != set(names):
        msg = f"It must state {', '.join(names) or NONE}."
        raise ValueError(msg)
    return {name: read(given[name]) for name in names}


def _read_whole(text: str) -> int:
    if _WHOLE.fullmatch(text) is None:
        msg = f"{text} is not a whole number above nothing."
        raise ValueError(msg)
    return int(text)


def _read_rate(text: str) -> int:
    match = _RATE.fullmatch(text)
    if match is None:
        msg = f"{text} is not a percentage such as 15 or 2.5."
        raise ValueError(msg)
    return 100 * int(match[1]) + int((match[2] or "0").ljust(2, "0"))


def _read_range(text: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        msg = f"{text} is not a least and a most, such as 100-2500."
        raise ValueError(msg)
    return int(match[1]), int(match[2])


def _odds(text: str, rows: Mapping[str, int], royal: str, classes: int) -> Cents:
    """Read odds to 1 by class; the royal's line may be left out."""
    odds = np.zeros(classes, np.int64)
    if text == NONE:
        return odds
    given = read_list(text)
    if royal not in given and _NEXT_TO_ROYAL in given:
        given[royal] = given[_NEXT_TO_ROYAL]
    for name, value in _each(given, tuple(rows), _read_whole).items():
        odds[rows[name]] = value
    return odds


@cache
def three_card_odds(text: str) -> Cents:
    """Read the Three Card Bonus's odds to 1, ``(7,)`` by ``three_cards`` class; 0 loses.

    Raises:
        ValueError: It is no such table.
    """
    return _odds(text, THREE_CARD_ROWS, "mini_royal", three_cards.MINI_ROYAL + 1)


@cache
def six_card_odds(text: str) -> Cents:
    """Read the Six Card Bonus's odds to 1, ``(10,)`` by ``hands`` class; 0 loses.

    Raises:
        ValueError: It is no such table.
    """
    return _odds(text, SIX_CARD_ROWS, "royal_flush", len(hands.CLASS_NAMES))


@cache
def five_card_prizes(text: str) -> Prizes:
    """Read the Five Card Hand Bonus's prizes.

    Raises:
        ValueError: It is no such table.
    """
    times, percent = np.zeros((2, len(hands.CLASS_NAMES)), np.int64)
    own = {MAGIC_CARD: 0, LUCKY_BONUS: 0}
    for name, value in ({} if text == NONE else read_list(text)).items():
        share = _PERCENT.fullmatch(value)
        if name in own:
            own[name] = _read_whole(value)
        elif name not in FIVE_CARD_ROWS:
            msg = f"{name} is not a hand of five cards."
            raise ValueError(msg)
        elif share is None:
            times[FIVE_CARD_ROWS[name]] = _read_whole(value)
        else:
            percent[FIVE_CARD_ROWS[name]] = int(share[1])
    meter = np.full_like(times, HAND_METER)
    return Prizes(times, percent, meter, own[MAGIC_CARD], own[LUCKY_BONUS])


_FIXED: Final = {
    hands.FOUR_OF_A_KIND: 300,
    hands.FULL_HOUSE: 50,
    hands.FLUSH: 40,
    hands.STRAIGHT: 30,
    hands.THREE_OF_A_KIND: 9,
}
_ROYAL, _STRAIGHT_FLUSH, _FOUR = hands.ROYAL_FLUSH, hands.STRAIGHT_FLUSH, hands.FOUR_OF_A_KIND
_MAIN, _MEGA, _MAJOR, _MINOR = 0, 0, 1, 2

_FROM_METERS: Final = {
    Progressive.NONE: {},
    Progressive.A: {_ROYAL: (100, _MAIN), _STRAIGHT_FLUSH: (10, _MAIN)},
    Progressive.B: {_ROYAL: (100, _MEGA), _STRAIGHT_FLUSH: (100, _MAJOR)},
    Progressive.C: {_ROYAL: (100, _MEGA), _STRAIGHT_FLUSH: (100, _MAJOR), _FOUR: (100, _MINOR)},
    Progressive.D: {_ROYAL: (100, _MEGA), _STRAIGHT_FLUSH: (100, _MAJOR), _FOUR: (100, _MINOR)},
}
_FOR_ONE: Final = {
    Progressive.NONE: {},
    Progressive.A: _FIXED,
    Progressive.B: _FIXED,
    Progressive.C: _FIXED | {hands.THREE_OF_A_KIND: 10},
    Progressive.D: _FIXED,
}


@cache
def progressive_prizes(table: Progressive) -> Prizes:
    """Give the Progressive's prizes by hand: one payout only, the highest. § 655a.12(c)."""
    times, percent, meter = np.zeros((3, len(hands.CLASS_NAMES)), np.int64)
    for place, value in _FOR_ONE[table].items():
        times[place] = value
    for place, (share, which) in _FROM_METERS[table].items():
        times[place], percent[place], meter[place] = 0, share, which
    return Prizes(times, percent, meter)
