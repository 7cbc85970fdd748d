"""Edges of the Craps games: wagers followed throw by throw, through ``settle``, to their end.

From every point, each of the 36 ways the dice fall is settled with every wager on the felt, as
it is made and as it stood before. What stands goes on to the next throw; the chain that makes
is solved exactly. Per wager decided: a push counts as decided.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Final

import numpy as np

from countroom.engine.craps_dice import Felt, moved, points_after
from countroom.engine.craps_rules import CrapsRules, VigTiming
from countroom.engine.craps_wagers import (
    COME,
    DONT_COME,
    HARD_NUMBERS,
    NUMBERS,
    PAIRS,
    PLACE_OF,
    WAGERS,
)
from countroom.engine.edges.bets import Bet
from countroom.engine.game import Game, Ints
from countroom.engine.settlement import Stakes, patrons_cents

POINTS: Final = (0, *NUMBERS)
THROWS: Final = 36
UNIT: Final = 1320
"""Of so many steps of the vigorish, every payout and vigorish is a whole number of steps."""

RESOLVED: Final = "per bet resolved"
UP_FRONT: Final = "5% vig paid with the bet; denominator = bet + vig"
ON_WIN: Final = "5% vig only on a win; denominator = bet"

_DICE: Final = np.stack(np.unravel_index(np.arange(THROWS), (6, 6)), axis=1) + 1


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a wager on average.

    Attributes:
        net: What it brings its patron, in cents.
        win: How likely it wins.
        lose: How likely it loses.
        push: How likely it pushes.
    """

    net: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    push: Fraction = Fraction(0)

    def plus(self, share: Fraction, other: "Fate") -> "Fate":
        """Add a share of another fate."""
        return Fate(
            self.net + share * other.net,
            self.win + share * other.win,
            self.lose + share * other.lose,
            self.push + share * other.push,
        )

    def times(self, factor: Fraction) -> "Fate":
        """Scale it."""
        return Fate().plus(factor, self)


@dataclass(frozen=True, slots=True)
class _Settled:
    """One point, all throws: each ``(throws, wagers)``.

    Attributes:
        net_cents: What the throw brought.
        goes_to: The wager it stands as at the next throw; -1 where it was decided.
        point: ``(throws,)``: the point of the next throw.
        charged_cents: ``(wagers,)``: vigorish due before any throw.
    """

    net_cents: Ints
    goes_to: Ints
    point: Ints
    charged_cents: Ints


class Walk:
    """Every wager of a table, followed to its end."""

    def __init__(self, game: Game, rules: CrapsRules) -> None:
        self._game, self._rules = game, rules
        self.stake_cents = UNIT * rules.vig_step_cents
        self._known: dict[tuple[int, int], Fate] = {}

    @cached_property
    def _made(self) -> Mapping[int, _Settled]:
        """Throws at wagers that have just been made, by point."""
        return {point: self._settle(point, stood=False) for point in POINTS}

    @cached_property
    def _stood(self) -> Mapping[int, _Settled]:
        """Throws at wagers that stood before, by point."""
        return {point: self._settle(point, stood=True) for point in POINTS}

    def _settle(self, point: int, *, stood: bool) -> _Settled:
        """Settle all throws at a point, every wager in a seat of its own.

        Before each throw at wagers that stood there is an invalid one, on which they are
        made; other throws do not follow one another.
        """
        wagers = len(WAGERS)
        dice = np.repeat(_DICE, 2, axis=0)
        n = len(dice)
        first = np.arange(n) % 2 == 0
        number = np.arange(n) // 2 * 3 + np.arange(n) % 2 * (1 if stood else 2)
        none = np.zeros((n, wagers), np.int64)
        felt = Felt(dice, np.full(n, point), number, np.zeros(n, np.int64), first, none)
        stake = np.broadcast_to(
            np.eye(wagers, dtype=np.int64) * self.stake_cents, (n, wagers, wagers)
        )
        stakes = Stakes(stake, np.zeros_like(stake), np.zeros(n, bool))
        settled, _ = self._game.settle(self._rules, felt, stakes, None)
        onward = moved(felt, np.asarray(settled.standing_cents))[~first]
        goes_to = np.where((onward > 0).any(axis=2), onward.argmax(axis=2), -1)
        return _Settled(
            patrons_cents(settled).sum(axis=2)[~first],
            goes_to,
            points_after(felt)[~first],
            settled.vig_charged_cents.sum(axis=2)[0],
        )

    def charged_up_front(self, wager: int) -> int:
        """Give what a wager pays before any throw, in cents."""
        return int(self._made[0].charged_cents[wager])

    def fate(self, wager: int, point: int) -> Fate:
        """Follow a wager that is made when the point is such."""
        return self._through(self._made[point], wager)

    def _through(self, by: _Settled, wager: int) -> Fate:
        """Average over the throws; what stands goes on."""
        found = Fate()
        for throw in range(THROWS):
            found = found.plus(Fraction(1, THROWS), self._after(by, throw, wager))
        return found

    def _after(self, by: _Settled, throw: int, wager: int) -> Fate:
        net, onto = Fraction(int(by.net_cents[throw, wager])), int(by.goes_to[throw, wager])
        if onto >= 0:
            return self._standing(onto, int(by.point[throw])).plus(net, Fate(Fraction(1)))
        ends = {"win": net > 0, "lose": net < 0, "push": net == 0}
        return Fate(net, **{name: Fraction(int(is_so)) for name, is_so in ends.items()})

    def _standing(self, wager: int, point: int) -> Fate:
        """Follow a wager that stood before, at a point."""
        if (wager, point) not in self._known:
            self._solve(wager)
        return self._known[wager, point]

    def _solve(self, wager: int) -> None:
        """Solve what a standing wager brings at each point, all points at once.

        At point p it is the sum of what throws bring that decide or move it, and of
        1/36 of what it brings at the next point for each throw that leaves it.
        """
        rows = [self._row(wager, point) for point in POINTS]
        for k, (weights, fate) in enumerate(rows):
            scale = 1 / weights[k]
            rows[k] = [each * scale for each in weights], fate.times(scale)
            for other, (theirs, brings) in enumerate(rows):
                if other != k and theirs[k]:
                    share = -theirs[k]
                    left = [a + share * b for a, b in zip(theirs, rows[k][0], strict=True)]
                    rows[other] = left, brings.plus(share, rows[k][1])
        for point, (_, fate) in zip(POINTS, rows, strict=True):
            self._known[wager, point] = fate

    def _row(self, wager: int, point: int) -> tuple[list[Fraction], Fate]:
        """Write one equation: weights of the unknowns, and what is known."""
        by = self._stood[point]
        weights, known = [Fraction(int(point == each)) for each in POINTS], Fate()
        for throw in range(THROWS):
            share = Fraction(1, THROWS)
            if by.goes_to[throw, wager] == wager:
                weights[POINTS.index(int(by.point[throw]))] -= share
                assert not by.net_cents[throw, wager], "a wager that stands brings nothing"
            else:
                known = known.plus(share, self._after(by, throw, wager))
        return weights, known


# --- the bets -----------------------------------------------------------------------------

_AT: Final = 6
"""The point at which wagers are made that need one: which one does not matter."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A bet, the wagers that are it, and the point each of them is made at."""

    bet: str
    wagers: tuple[tuple[str, int], ...]
    rules: str = RESOLVED


def _named(rules: CrapsRules) -> Iterator[_Named]:
    """List the bets, wagers that are alike together."""
    yield _Named("pass", (("pass", 0),))
    yield _Named("dont_pass", (("dont_pass", 0),))
    yield _Named("come", ((WAGERS[COME].code, _AT),))
    yield _Named("dont_come", ((WAGERS[DONT_COME].code, _AT),))
    for low in (4, 5, 6):
        yield from _on_numbers(rules, low, 14 - low)
    for low in HARD_NUMBERS[:2]:
        high = 14 - low
        yield _Named(f"hard{low}_{high}", ((f"hard_{low}", _AT), (f"hard_{high}", _AT)))
    yield _Named("big6_8", (("big_6", _AT), ("big_8", _AT)))
    yield _Named(
        "field_12_triple" if rules.field_twelve == 3 else "field_12_double", (("field", 0),)
    )
    one_throw = {
        "any7": ("any_seven",),
        "any_craps": ("any_craps",),
        "two_twelve": ("aces", "twelve"),
        "three_eleven": ("ace_deuce", "eleven"),
        "horn": ("horn",),
        "c_and_e": ("craps_eleven",),
        "hop_hard": tuple(f"hop_{a}_{b}" for a, b in PAIRS if a == b),
        "hop_easy": tuple(f"hop_{a}_{b}" for a, b in PAIRS if a != b),
    }
    for bet, codes in one_throw.items():
        yield _Named(bet, tuple((code, 0) for code in codes))


def _on_numbers(rules: CrapsRules, low: int, high: int) -> Iterator[_Named]:
    """List the bets on a number and on the one that is paid alike."""
    pair = low, high

    def on(code: str) -> tuple[tuple[str, int], ...]:
        return tuple((f"{code}_{number}", _AT) for number in pair)

    yield _Named(f"place{low}", on("place"))
    yield _Named(f"place_lose{low}", on("place_lose"))
    for code, timing in (("buy", rules.buy_vig), ("lay", rules.lay_vig)):
        first = timing is VigTiming.UP_FRONT
        when, says = ("upfront", UP_FRONT) if first else ("onwin", ON_WIN)
        yield _Named(f"{code}{low}.{when}", on(code), says)
    line = tuple((f"{side}_odds", number) for side in ("pass", "dont_pass") for number in pair)
    moved_bets = (*on("come_odds"), *on("dont_come_odds"))
    yield _Named("odds", (*line, *moved_bets), f"taking or laying odds on {low}")


def edges(game: Game, rules: Any) -> Iterator[Bet]:
    """Give the edge of every wager that the table offers."""
    walk, offered = Walk(game, rules), rules.offered()
    for named in _named(rules):
        wagers = [(PLACE_OF[code], point) for code, point in named.wagers]
        wagers = [(wager, point) for wager, point in wagers if offered[wager]]
        if wagers:
            yield from _bets(walk, named, wagers)


def _bets(walk: Walk, named: _Named, wagers: list[tuple[int, int]]) -> Iterator[Bet]:
    """Give a bet's edge, the mean of the wagers that are it; they are alike."""
    fates = [walk.fate(wager, point) for wager, point in wagers]
    bet = walk.stake_cents + walk.charged_up_front(wagers[0][0])
    edge = -sum((fate.net for fate in fates), Fraction(0)) / (bet * len(fates))
    fate = fates[0]
    counts = _counts(fate)
    yield Bet(named.bet, named.rules, "", edge, counts=counts)
    if named.bet == "dont_pass":
        without = edge / (1 - fate.push)
        yield Bet("dont_pass_excl_ties", named.rules, "", without, counts=counts | {"push": 0})


def _counts(fate: Fate) -> dict[str, int]:
    """Write chances as counts out of the fewest equally likely ways."""
    chances = {"win": fate.win, "lose": fate.lose, "push": fate.push}
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {name: int(chance * whole) for name, chance in chances.items()}
