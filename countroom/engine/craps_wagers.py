"""The wagers of Craps: what each does on a throw, and what it pays. Shared by its games.

Reference: 58 Pa. Code ch. 623a; § 537.5a(b).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import Wager
from countroom.engine.odds import Cents, odds_row
from countroom.engine.settlement import LOSE, PUSH, WIN

UNDECIDED: Final = 2
"""Beside ``LOSE``, ``PUSH`` and ``WIN``: the wager stays on the felt."""

NUMBERS: Final = (4, 5, 6, 8, 9, 10)
"""The totals that can be a point."""

HARD_NUMBERS: Final = (4, 6, 8, 10)
PAIRS: Final = tuple(combinations_with_replacement(range(1, 7), 2))
"""What a hop bet can be on: two dice, the lower first."""

TRUE_ODDS: Final = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}
_PLACE: Final = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
_PLACE_LOSE: Final = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
_HARD: Final = {4: Fraction(7), 6: Fraction(9), 8: Fraction(9), 10: Fraction(7)}
_EVEN: Final = Fraction(1)
_ANY_SEVEN: Final = Fraction(4)
_ANY_CRAPS: Final = Fraction(7)
_OF_ONE_THROW: Final = {2: Fraction(30), 3: Fraction(15), 11: Fraction(15), 12: Fraction(30)}
_FIELD: Final = dict.fromkeys((3, 4, 9, 10, 11), _EVEN)
_HOP_HARD, _HOP_EASY = Fraction(30), Fraction(15)

Does = tuple[int, Fraction]
"""What a throw does to a wager: the outcome, and what a win is paid to 1."""

_STAYS: Final[Does] = UNDECIDED, _EVEN
_LOSES: Final[Does] = LOSE, _EVEN


@dataclass(frozen=True, slots=True)
class Throw:
    """Two dice, and the point they are thrown at; 0 on the come-out."""

    low: int
    high: int
    point: int

    @property
    def total(self) -> int:
        """What the dice add up to."""
        return self.low + self.high

    @property
    def hard(self) -> bool:
        """Tell whether both dice are alike."""
        return self.low == self.high


Rule = Callable[[Throw], Does]
"""What a throw does to one wager."""


def _won(odds: Fraction = _EVEN) -> Does:
    return WIN, odds


def first_throw(throw: Throw) -> Does:
    """Decide a Pass Bet on the come-out, and a Come Bet on its first throw.

    >>> first_throw(Throw(1, 1, 0))[0], first_throw(Throw(3, 4, 0))[0]
    (-1, 1)
    """
    if throw.total in {7, 11}:
        return _won()
    return _LOSES if throw.total in {2, 3, 12} else _STAYS


def first_throw_against(throw: Throw) -> Does:
    """Decide a Don't Pass or Don't Come Bet on its first throw: 12 is barred."""
    if throw.total == 12:
        return PUSH, _EVEN
    if throw.total in {2, 3}:
        return _won()
    return _LOSES if throw.total in {7, 11} else _STAYS


def _for(number: int, odds: Fraction = _EVEN) -> Rule:
    """Win on a number, lose on 7."""
    return lambda throw: (
        _won(odds) if throw.total == number else _LOSES if throw.total == 7 else _STAYS
    )


def _against(number: int, odds: Fraction = _EVEN) -> Rule:
    """Win on 7, lose on a number."""
    return lambda throw: (
        _won(odds) if throw.total == 7 else _LOSES if throw.total == number else _STAYS
    )


def pass_bet(throw: Throw) -> Does:
    """Decide a Pass Bet."""
    return _for(throw.point)(throw) if throw.point else first_throw(throw)


def dont_pass_bet(throw: Throw) -> Does:
    """Decide a Don't Pass Bet."""
    return _against(throw.point)(throw) if throw.point else first_throw_against(throw)


def pass_odds(throw: Throw) -> Does:
    """Decide odds taken on the point."""
    return _for(throw.point, TRUE_ODDS[throw.point])(throw) if throw.point else _STAYS


def dont_pass_odds(throw: Throw) -> Does:
    """Decide odds laid against the point."""
    return (
        _against(throw.point, Fraction(1, TRUE_ODDS[throw.point]))(throw) if throw.point else _STAYS
    )


def _hardway(number: int) -> Rule:
    def rule(throw: Throw) -> Does:
        if throw.total == number:
            return _won(_HARD[number]) if throw.hard else _LOSES
        return _LOSES if throw.total == 7 else _STAYS

    return rule


def _one_throw(pays: dict[int, Fraction]) -> Rule:
    """Win on totals at their odds, and lose on every other."""
    return lambda throw: _won(pays[throw.total]) if throw.total in pays else _LOSES


def _split(parts: tuple[dict[int, Fraction], ...]) -> dict[int, Fraction]:
    """Add up wagers that lie side by side as equal parts of one, less the parts that lose.

    >>> _split(({7: Fraction(4)}, {2: Fraction(30)}))
    {7: Fraction(3, 2), 2: Fraction(29, 2)}
    """
    whole = len(parts)
    return {
        total: Fraction(odds - (whole - 1), whole) for part in parts for total, odds in part.items()
    }


def _hop(low: int, high: int) -> Rule:
    odds = _HOP_HARD if low == high else _HOP_EASY
    return lambda throw: _won(odds) if (throw.low, throw.high) == (low, high) else _LOSES


def _on(number: int) -> int:
    """Give the number that is paid alike: 10 as 4, 9 as 5, 8 as 6."""
    return min(number, 14 - number)


_ANY_CRAPS_PAYS: Final = dict.fromkeys((2, 3, 12), _ANY_CRAPS)
_HORN: Final = _split(tuple({total: odds} for total, odds in _OF_ONE_THROW.items()))
_CRAPS_ELEVEN: Final = _split((_ANY_CRAPS_PAYS, {11: _OF_ONE_THROW[11]}))

_PAYS: Final = "58 Pa. Code § 623a.5"
_ODDS: Final = "58 Pa. Code § 623a.6"
_LAY: Final = "58 Pa. Code § 537.5a(b)"


def _numbered(
    code: str, title: str, rule: str, of: Callable[[int], Rule]
) -> list[tuple[Wager, Rule]]:
    """Lay a wager out on every number."""
    return [(Wager(f"{code}_{n}", f"{title} {n}", rule), of(n)) for n in NUMBERS]


def _line() -> list[tuple[Wager, Rule]]:
    return [
        (Wager("pass", "Pass", _PAYS, main=True, takes_coupon=True), pass_bet),
        (Wager("dont_pass", "Don't Pass", _PAYS, main=True, takes_coupon=True), dont_pass_bet),
        (Wager("come", "Come", _PAYS, main=True), first_throw),
        (Wager("dont_come", "Don't Come", _PAYS, main=True), first_throw_against),
        *_numbered("come", "Come on", _PAYS, _for),
        *_numbered("dont_come", "Don't Come on", _PAYS, _against),
        (Wager("pass_odds", "Odds on Pass", _ODDS), pass_odds),
        (Wager("dont_pass_odds", "Odds on Don't Pass", _ODDS), dont_pass_odds),
        *_numbered("come_odds", "Odds on Come on", _ODDS, lambda n: _for(n, TRUE_ODDS[n])),
        *_numbered(
            "dont_come_odds",
            "Odds on Don't Come on",
            _ODDS,
            lambda n: _against(n, Fraction(1, TRUE_ODDS[n])),
        ),
    ]


def _of_several_throws() -> list[tuple[Wager, Rule]]:
    return [
        *_numbered("place", "Place to Win", _PAYS, lambda n: _for(n, _PLACE[_on(n)])),
        *_numbered(
            "place_lose", "Place to Lose", _PAYS, lambda n: _against(n, _PLACE_LOSE[_on(n)])
        ),
        *_numbered("buy", "Buy", _PAYS, lambda n: _for(n, TRUE_ODDS[n])),
        *_numbered("lay", "Lay", _LAY, lambda n: _against(n, Fraction(1, TRUE_ODDS[n]))),
        *((Wager(f"hard_{n}", f"Hardway {n}", _PAYS), _hardway(n)) for n in HARD_NUMBERS),
        *((Wager(f"big_{n}", f"Big {n}", _PAYS), _for(n)) for n in (6, 8)),
    ]


def _of_one_throw(field_twelve: Fraction) -> list[tuple[Wager, Rule]]:
    field = _FIELD | {2: Fraction(2), 12: field_twelve}
    totals = {"aces": ("Two", 2), "ace_deuce": ("Three", 3)}
    totals |= {"eleven": ("Eleven", 11), "twelve": ("Twelve", 12)}
    return [
        (Wager("field", "Field", _PAYS), _one_throw(field)),
        (Wager("any_seven", "Any Seven", _PAYS), _one_throw({7: _ANY_SEVEN})),
        (Wager("any_craps", "Any Craps", _PAYS), _one_throw(_ANY_CRAPS_PAYS)),
        *(
            (Wager(code, title, _PAYS), _one_throw({total: _OF_ONE_THROW[total]}))
            for code, (title, total) in totals.items()
        ),
        (Wager("horn", "Horn", "58 Pa. Code § 623a.5(c)"), _one_throw(_HORN)),
        (
            Wager("craps_eleven", "Craps-Eleven", "58 Pa. Code § 623a.5(b)"),
            _one_throw(_CRAPS_ELEVEN),
        ),
        *((Wager(f"hop_{a}_{b}", f"Hop {a}-{b}", _PAYS), _hop(a, b)) for a, b in PAIRS),
    ]


def laid_out(field_twelve: Fraction) -> list[tuple[Wager, Rule]]:
    """Give every wager with what decides it, in the order of ``WAGERS``."""
    return [*_line(), *_of_several_throws(), *_of_one_throw(field_twelve)]


WAGERS: Final = tuple(wager for wager, _ in laid_out(Fraction(2)))

PLACE_OF: Final = {wager.code: place for place, wager in enumerate(WAGERS)}
"""Code of a wager to its place in ``WAGERS``."""


def _six(code: str) -> slice:
    return slice(PLACE_OF[f"{code}_4"], PLACE_OF[f"{code}_10"] + 1)


PASS, DONT_PASS, COME, DONT_COME = range(4)
COME_ON, DONT_COME_ON = _six("come"), _six("dont_come")
LINE: Final = slice(0, DONT_COME_ON.stop)
"""Pass, Don't Pass, Come and Don't Come, on their numbers too: flat bets, without odds."""
PASS_ODDS, DONT_PASS_ODDS = PLACE_OF["pass_odds"], PLACE_OF["dont_pass_odds"]
COME_ODDS, DONT_COME_ODDS = _six("come_odds"), _six("dont_come_odds")
PLACE, PLACE_LOSE, BUY, LAY = _six("place"), _six("place_lose"), _six("buy"), _six("lay")
BUY_OR_LAY: Final = slice(BUY.start, LAY.stop)
HARD: Final = slice(PLACE_OF["hard_4"], PLACE_OF["hard_10"] + 1)
BIG: Final = slice(PLACE_OF["big_6"], PLACE_OF["big_8"] + 1)
ONE_THROW: Final = slice(PLACE_OF["field"], len(WAGERS))
FIELD: Final = PLACE_OF["field"]
HOPS: Final = slice(PLACE_OF["hop_1_1"], len(WAGERS))

CALLED: Final = (PLACE, PLACE_LOSE, BUY, HARD, COME_ODDS, LAY, DONT_COME_ODDS)
"""Wagers that a patron may call on or off, as the bits of column ``called``.

The first five are off on the come-out unless he calls them on, the last two on; all are on
at a point unless he calls them off.
"""

OFF_ON_COME_OUT: Final = 5
"""So many of ``CALLED`` are off on the come-out."""

ALWAYS_ON: Final = len(CALLED)
"""In ``called_as``: the wager cannot be called off."""

NO_THROW: Final = 36
"""In place of the dice: nothing was thrown that counts."""


@cache
def called_as() -> NDArray[np.int8]:
    """Tell each wager's place in ``CALLED``, ``(wagers,)``; ``ALWAYS_ON`` for the others."""
    bits = np.full(len(WAGERS), ALWAYS_ON, np.int8)
    for bit, wagers in enumerate(CALLED):
        bits[wagers] = bit
    return bits


@cache
def steps() -> NDArray[np.int8]:
    """Tell in which step of a throw each wager is settled, ``(wagers,)``.

    Wagers of one throw, those of several throws, the line, and Come Bets, which move last.
    """
    order = np.ones(len(WAGERS), np.int8)
    order[ONE_THROW] = 0
    order[[PASS, DONT_PASS, PASS_ODDS, DONT_PASS_ODDS]] = 2
    order[[COME, DONT_COME]] = 3
    return order


@dataclass(frozen=True, slots=True)
class PayTable:
    """What every throw does to every wager, each ``(points, dice, wagers)``.

    Points are 0 to 10; dice are six times the first and the second, each from 0, and
    ``NO_THROW``.

    Attributes:
        outcome: ``LOSE``, ``PUSH``, ``WIN`` or ``UNDECIDED``.
        numerator: Of the odds of a win.
        denominator: Of the odds of a win.
    """

    outcome: NDArray[np.int8]
    numerator: Cents
    denominator: Cents


@cache
def pay_table(field_twelve: Fraction) -> PayTable:
    """Lay the wagers' rules out.

    Args:
        field_twelve: What a Field Bet is paid on 12.
    """
    rules = [rule for _, rule in laid_out(field_twelve)]
    shape = (11, NO_THROW + 1, len(rules))
    table = PayTable(
        np.full(shape, UNDECIDED, np.int8), np.ones(shape, np.int64), np.ones(shape, np.int64)
    )
    for point in (0, *NUMBERS):
        for dice in range(NO_THROW):
            low, high = sorted((dice // 6 + 1, dice % 6 + 1))
            does = [rule(Throw(low, high, point)) for rule in rules]
            at = point, dice
            table.outcome[at] = [outcome for outcome, _ in does]
            table.numerator[at], table.denominator[at] = odds_row(tuple(odds for _, odds in does))
    return table


@cache
def lay_odds() -> tuple[Cents, Cents]:
    """Give the odds of Lay Bets on each of ``NUMBERS``: numerators and denominators."""
    return odds_row(tuple(Fraction(1, TRUE_ODDS[number]) for number in NUMBERS))
