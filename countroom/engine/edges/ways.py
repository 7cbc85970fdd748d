"""Everything that can fall in one round whose seats share it, each way settled once a wager.

A wheel's numbers, dice, coups from a fresh shoe, the next throw at a point: whatever was wagered
on it, the house's result is known for each way, and so is how likely each way is. Seats that bet
on the same coup win and lose together, and so they are taken together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.craps_dice import Felt as Throws
from countroom.engine.craps_wagers import BUY_OR_LAY
from countroom.engine.edges.coups import all_coups
from countroom.engine.game import Game, Ints
from countroom.engine.games import GAMES, baccarat, roulette, sic_bo
from countroom.engine.records import Batch
from countroom.engine.roulette_layout import OUTCOMES, Wheel
from countroom.engine.settlement import Stakes, house_net_cents

_UNIT_CENTS: Final = 1_000_000
"""A stake on which every payout and vigorish is whole, to tell ways apart by what they bring."""

_AT_ONCE: Final = 3_000
"""Wagers settled at once: all of a day's would not fit in memory."""

_THROWS: Final = 36

COUPS: Final = frozenset({"baccarat", "ez_baccarat", "minibaccarat"})
THROWN: Final = frozenset({"craps", "mini_craps"})
SHARED: Final = frozenset({"roulette", "sic_bo"}) | COUPS | THROWN
"""Games whose seats share what falls, and where nobody decides anything once it began."""

_TWIN: Final = {baccarat.PAIR_BANKER: baccarat.PAIR_PLAYER}
"""A pair is as likely in either hand; only the Player's cards are told apart by rank."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What can fall in a round.

    Attributes:
        felts: Fields of the game's felt, each with the way as its first axis.
        made: The game's felt.
        weight: How likely each way is, as integers.
    """

    felts: tuple[NDArray[Any], ...]
    made: type[Any]
    weight: tuple[int, ...]

    def times(self, wagers: int) -> Any:
        """Lay every way out for so many wagers: the first way for each of them, and so on."""
        return self.made(*(np.repeat(field, wagers, axis=0) for field in self.felts))


@lru_cache(maxsize=64)
def ways(code: str, rules: Any) -> Ways:
    """Give everything that can fall in a game, what brings every wager the same put together."""
    if code == "roulette":
        numbers = np.arange(OUTCOMES if rules.wheel is Wheel.DOUBLE else OUTCOMES - 1)
        return Ways((numbers,), roulette.Felt, (1,) * len(numbers))
    if code == "sic_bo":
        return _dice()
    return _coups(GAMES[code], rules)


def _dice() -> Ways:
    alike: dict[tuple[int, ...], int] = {}
    for dice in product(sic_bo.NUMBERS, repeat=sic_bo.DICE.count):
        key = tuple(sorted(dice))
        alike[key] = alike.get(key, 0) + 1
    return Ways((np.array(list(alike), np.int8),), sic_bo.Felt, tuple(alike.values()))


def _coups(game: Game, rules: Any) -> Ways:
    felt, weight = all_coups(rules.decks, by_rank=getattr(rules, "pair_odds", None) is not None)
    stake = np.full((len(weight), 1, len(game.WAGERS)), _UNIT_CENTS, np.int64)
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(weight), bool))
    brings = house_net_cents(game.settle(rules, felt, stakes, None)[0])[:, 0]
    _, first, kind = np.unique(brings, axis=0, return_index=True, return_inverse=True)
    many = [0] * len(first)
    for place, each in zip(kind.reshape(-1).tolist(), weight.tolist(), strict=True):
        many[place] += each
    fields = (felt.player, felt.banker, felt.shoe, felt.clears)
    return Ways(tuple(field[first] for field in fields), type(felt), tuple(many))


# ---------------------------------------------------------------------- what was wagered


@dataclass(frozen=True, slots=True)
class Wagered:
    """The different wagers of some rounds.

    Attributes:
        wager: ``(d,)`` places in ``WAGERS``.
        stake_cents: ``(d,)``.
        coupon_cents: ``(d,)``.
        hangs: ``(d, …)``: of a throw its point, calls, whether a fee was paid before, whether
            it was invalid.
        round: ``(m,)``: the round of each row.
        which: ``(m,)``: which of the ``d`` it is.
    """

    wager: Ints
    stake_cents: Ints
    coupon_cents: Ints
    hangs: Ints
    round: Ints
    which: Ints

    def parts(self) -> Iterator[slice]:
        """Cut the different wagers into parts that fit in memory."""
        step = max(1, _AT_ONCE // _THROWS)
        return (slice(at, at + step) for at in range(0, len(self.wager), step))


def wagered(game: Game, batch: Batch) -> Wagered:
    """Tell the wagers of rounds on record apart; a round declared void has none."""
    n, s, w = (axis[~batch.stakes.void[batch.place[0]]] for axis in batch.place)
    stakes = batch.stakes
    rows = [w, stakes.stake_cents[n, s, w], stakes.coupon_cents[n, s, w]]
    if game.CODE in THROWN:
        rows += _of_throw(batch, n, s, w)
    found, which = np.unique(np.stack(rows, axis=1), axis=0, return_inverse=True)
    return Wagered(found[:, 0], found[:, 1], found[:, 2], found[:, 3:], n, which.reshape(-1))


def _of_throw(batch: Batch, n: Ints, s: Ints, w: Ints) -> list[Ints]:
    felt: Throws = batch.felt
    stood = (n > 0) & (batch.stakes.stake_cents[np.maximum(n - 1, 0), s, w] > 0)
    paid = stood & (w >= BUY_OR_LAY.start) & (w < BUY_OR_LAY.stop)
    return [felt.point[n], felt.called[n, s], paid.astype(np.int64), felt.no_roll[n].astype(int)]


# ------------------------------------------------------------------------- what it brings


@dataclass(frozen=True, slots=True)
class Brought:
    """What every way would bring the house.

    Attributes:
        net_cents: ``(n, ways)`` a round.
        weight: How likely each way is.
        by_wager: Place in ``WAGERS`` to what it should bring, in cents, exactly.
    """

    net_cents: Ints
    weight: tuple[int, ...]
    by_wager: dict[int, Fraction]

    def moments(self) -> tuple[Fraction, Fraction]:
        """Give mean and variance, in cents, of all rounds together; none knows of another."""
        whole, weights = sum(self.weight), np.array(self.weight, dtype=object)
        net = self.net_cents.astype(object)
        means = [int(each) for each in net @ weights]
        squares = sum(int(each) for each in (net * net) @ weights)
        variance = Fraction(squares, whole) - Fraction(sum(each**2 for each in means), whole**2)
        return Fraction(sum(means), whole), variance


def brought(game: Game, rules: Any, batch: Batch) -> Brought:
    """Say, for rounds on record, what each way they could fall would have brought the house."""
    of = wagered(game, batch)
    weight = (1,) * _THROWS if game.CODE in THROWN else ways(game.CODE, rules).weight
    settle = _thrown if game.CODE in THROWN else _fallen
    parts = [settle(game, rules, of, part) for part in of.parts()]
    brings = np.concatenate(parts) if parts else np.zeros((0, len(weight)), np.int64)
    net = np.zeros((len(batch.stakes.void), len(weight)), np.int64)
    np.add.at(net, of.round, brings[of.which])
    return Brought(net, weight, _by_wager(of, brings, weight))


def _by_wager(of: Wagered, brings: Ints, weight: tuple[int, ...]) -> dict[int, Fraction]:
    many = np.bincount(of.which, minlength=len(of.wager)).astype(object)
    means = (brings.astype(object) @ np.array(weight, dtype=object)) * many
    found: dict[int, Fraction] = {}
    for wager, each in zip(of.wager.tolist(), means, strict=True):
        found[wager] = found.get(wager, Fraction(0)) + Fraction(int(each), sum(weight))
    return found


def _staked(game: Game, of: Wagered, part: slice, times: int) -> Stakes:
    """Put each wager by itself on a felt of one seat, so often."""
    wager = np.array([_twin(game, each) for each in of.wager[part].tolist()], np.int64)
    stake = np.zeros((len(wager), 1, len(game.WAGERS)), np.int64)
    coupon = np.zeros_like(stake)
    stake[np.arange(len(wager)), 0, wager] = of.stake_cents[part]
    coupon[np.arange(len(wager)), 0, wager] = of.coupon_cents[part]
    stake, coupon = (np.tile(each, (times, 1, 1)) for each in (stake, coupon))
    return Stakes(stake, coupon, np.zeros(len(stake), bool))


def _twin(game: Game, wager: int) -> int:
    return _TWIN.get(wager, wager) if game.CODE == baccarat.CODE else wager


def _fallen(game: Game, rules: Any, of: Wagered, part: slice) -> Ints:
    known = ways(game.CODE, rules)
    wagers = len(of.wager[part])
    stakes = _staked(game, of, part, len(known.weight))
    settled, _ = game.settle(rules, known.times(wagers), stakes, None)
    net: Ints = house_net_cents(settled).sum(axis=(1, 2)).reshape(len(known.weight), wagers).T
    return net


def _thrown(game: Game, rules: Any, of: Wagered, part: slice) -> Ints:
    """Settle every throw at each wager, behind an invalid one that its fee was paid before."""
    point, called, paid, no_roll = of.hangs[part].T
    wagers, n = len(point), len(point) * _THROWS
    way = np.repeat(np.arange(_THROWS), wagers)
    dice = np.stack(np.unravel_index(way, (6, 6)), axis=1) + 1
    tiled = [np.tile(each, _THROWS) for each in (point, called, paid, no_roll)]
    number = 3 * np.arange(n)
    second = np.arange(2 * n) % 2 == 1
    follows = np.repeat(number, 2) + np.where(second, 1 + np.repeat(1 - tiled[2], 2), 0)
    felt = Throws(
        np.repeat(dice, 2, axis=0),
        np.repeat(tiled[0], 2),
        follows + 1,
        np.zeros(2 * n, np.int64),
        ~second | (np.repeat(tiled[3], 2) > 0),
        np.repeat(tiled[1], 2)[:, None],
    )
    once = _staked(game, of, part, _THROWS)
    stakes = Stakes(
        np.repeat(once.stake_cents, 2, axis=0),
        np.repeat(once.coupon_cents, 2, axis=0),
        np.zeros(2 * n, bool),
    )
    settled, _ = game.settle(rules, felt, stakes, None)
    net: Ints = house_net_cents(settled).sum(axis=(1, 2))[second].reshape(_THROWS, wagers).T
    return net
