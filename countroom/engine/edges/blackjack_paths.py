"""Every way Blackjack hands can be played out, by values of cards, and how likely each is.

A hand is a row of ten counts: aces, twos, ... tens. Sequences of the same cards are equally
likely, so a row stands for all orders in which the rules and the strategy lead to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.blackjack_hands import Small, dealer_hits
from countroom.engine.blackjack_rules import Rules
from countroom.engine.blackjack_strategy import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Situation,
    choose,
)
from countroom.engine.game import Ints
from countroom.engine.settlement import Flags

Hand = tuple[int, ...]
Floats = NDArray[np.float64]

VALUES: Final = range(1, 11)
_LONGEST: Final = 40
"""More cards than two hands and the second cards of others hold."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Hands as they end.

    Attributes:
        held: ``(k, 10)``: cards by value.
        orders: ``(k,)``: in how many orders they can fall.
        doubled: ``(k,)``.
        surrendered: ``(k,)``.
    """

    held: Ints
    orders: Floats
    doubled: Flags
    surrendered: Flags

    def only(self, where: Flags) -> "Paths":
        """Take some of them."""
        return Paths(
            self.held[where], self.orders[where], self.doubled[where], self.surrendered[where]
        )

    @property
    def natural(self) -> Flags:
        """An ace and a ten, and nothing else."""
        two: Flags = (self.held.sum(axis=1) == 2) & (self.held[:, 0] == 1) & (self.held[:, 9] == 1)
        return two


def with_card(hand: Hand, value: int) -> Hand:
    """Add a card of a value."""
    return (*hand[: value - 1], hand[value - 1] + 1, *hand[value:])


NOTHING: Final[Hand] = (0,) * 10


def in_shoe(decks: int) -> Hand:
    """Count the cards of a fresh shoe by value."""
    return (*[4 * decks] * 9, 16 * decks)


def _totals(held: Ints) -> tuple[Small, Flags]:
    hard = held @ np.arange(1, 11)
    soft = (held[:, 0] > 0) & (hard <= 11)
    return np.asarray(hard + 10 * soft, np.int8), soft


def _gathered(found: list[tuple[Hand, int, bool, bool]]) -> Paths:
    return Paths(
        np.array([each[0] for each in found], np.int64).reshape(-1, 10),
        np.array([each[1] for each in found], float),
        np.array([each[2] for each in found], bool),
        np.array([each[3] for each in found], bool),
    )


@dataclass(frozen=True, slots=True)
class Seat:
    """From where a player's hands set out.

    Attributes:
        rules: The table's.
        up: Value of the dealer's up card.
        split: The hands come of a split.
        may_split: A pair may be split.
    """

    rules: Rules
    up: int
    split: bool
    may_split: bool


def starts() -> dict[Hand, int]:
    """Give every first two cards, and in how many orders they fall."""
    return {
        with_card(with_card(NOTHING, a), b): 1 + (a != b) for a in VALUES for b in VALUES if a <= b
    }


def as_dealt() -> Paths:
    """Give every first two cards, not acted on."""
    return _gathered([(hand, orders, False, False) for hand, orders in starts().items()])


def played(seat: Seat, begin: dict[Hand, int]) -> tuple[Paths, list[int]]:
    """Play hands of two cards out by the strategy.

    Returns:
        How they end, and which values are pairs that are split instead.
    """
    ended: list[tuple[Hand, int, bool, bool]] = []
    pairs: list[int] = []
    layer = begin
    while layer:
        further: dict[Hand, int] = {}
        for (hand, orders), act in zip(layer.items(), _acts(seat, layer), strict=True):
            if act == SPLIT:
                pairs.append(hand.index(2) + 1)
            elif act == HIT:
                for value in VALUES:
                    new = with_card(hand, value)
                    further[new] = further.get(new, 0) + orders
            elif act == DOUBLE:
                ended += [(with_card(hand, value), orders, True, False) for value in VALUES]
            else:
                ended.append((hand, orders, False, act == SURRENDER))
        layer = further
    return _gathered(ended), pairs


def _acts(seat: Seat, layer: dict[Hand, int]) -> list[int]:
    held = np.array(list(layer))
    total, soft = _totals(held)
    two = held.sum(axis=1) == 2
    pair = np.where((held == 2).any(axis=1) & two, held.argmax(axis=1) + 1, 0)
    rules = seat.rules
    act = choose(
        rules,
        Situation(
            total=total,
            soft=soft,
            pair=np.asarray(pair * seat.may_split, np.int8),
            up=np.full(len(held), seat.up, np.int8),
            may_double=two & (not seat.split or rules.das),
            may_surrender=two & (not seat.split),
        ),
    )
    natural = two & (total == 21) & (not seat.split)
    acts: list[int] = np.where(natural, STAND, act).tolist()
    return acts


def rested(begin: dict[Hand, int]) -> Paths:
    """Give split aces that have one card each."""
    return _gathered([(hand, orders, False, False) for hand, orders in begin.items()])


@cache
def dealers(up: int, *, h17: bool) -> Paths:
    """Play the dealer's hand out from his up card, which is among its cards."""
    ended: list[tuple[Hand, int, bool, bool]] = []
    layer = {with_card(NOTHING, up): 1}
    while layer:
        total, soft = _totals(np.array(list(layer)))
        hits = dealer_hits(total, soft, h17=h17).tolist()
        further: dict[Hand, int] = {}
        for (hand, orders), draws in zip(layer.items(), hits, strict=True):
            if not draws:
                ended.append((hand, orders, False, False))
                continue
            for value in VALUES:
                new = with_card(hand, value)
                further[new] = further.get(new, 0) + orders
        layer = further
    return _gathered(ended)


def split_ends(most: int) -> Iterator[tuple[bool, ...]]:
    """Give every way a split pair can end in hands, from left to right.

    A hand whose second card makes the pair again is split as long as there are fewer than
    ``most`` hands.

    Yields:
        Whether each hand's second card makes the pair again.

    >>> sorted(split_ends(2))
    [(False, False), (False, True), (True, False), (True, True)]
    """
    yield from _grown(2, 2, (), most)


def _grown(
    hands: int, pending: int, made: tuple[bool, ...], most: int
) -> Iterator[tuple[bool, ...]]:
    if not pending:
        yield made
        return
    yield from _grown(hands, pending - 1, (*made, False), most)
    if hands < most:
        yield from _grown(hands + 1, pending + 1, made, most)
    else:
        yield from _grown(hands, pending - 1, (*made, True), most)


def falling(count: int) -> Floats:
    """Tabulate ``count * (count - 1) * ...`` by the number of factors; 0 past the last."""
    return np.concatenate([[1.0], np.cumprod(np.maximum(count - np.arange(_LONGEST), 0.0))])


class Shoe:
    """A shoe from which some cards are gone, and how likely others are to follow."""

    def __init__(self, decks: int, gone: Hand) -> None:
        self.left = np.array(in_shoe(decks)) - np.array(gone)
        self.size = int(self.left.sum())
        self._falling = [falling(int(count)) for count in self.left]
        self._all = falling(self.size)
        self._factors = [*self._falling, 1 / self._all]

    def chances(self, player: Ints, dealer: Ints) -> Floats:
        """Give the chance of one order of each pair of hands' cards, ``(players, dealers)``."""
        hands = [np.column_stack([held, held.sum(axis=1)]) for held in (player, dealer)]
        chance = np.ones((len(player), len(dealer)))
        for place, table in enumerate(self._factors):
            held, further = (hand[:, place] for hand in hands)
            rows = np.arange(held.max(initial=0) + 1)[:, None]
            chance *= table[rows + further[None, :]][held]
        return chance

    def beside(self, pair: int, others: tuple[int, int]) -> Floats:
        """Give what a chance becomes if other hands hold known and unknown cards.

        Args:
            pair: A value.
            others: Cards of that value, and cards of any other value, that lie elsewhere.

        Returns:
            A factor, by how many cards of the value two hands have, and how many cards.
        """
        alike, unlike = others
        held = np.arange(_LONGEST - alike)[:, None]
        drawn = np.arange(_LONGEST - alike - unlike)[None, :]
        table = self._falling[pair - 1]
        factor = table[held + alike] / np.maximum(table[held], 1.0)
        other_left = self.size - int(self.left[pair - 1]) - (drawn - held)
        for taken in range(unlike):
            factor = factor * np.maximum(other_left - taken, 0)
        factor = factor * self._all[drawn] / self._all[drawn + alike + unlike]
        laid = np.zeros((_LONGEST, _LONGEST))
        laid[: factor.shape[0], : factor.shape[1]] = factor
        return laid


def crossed(pair: int, player: Ints, dealer: Ints) -> Ints:
    """Find the place of each pair of hands in a table of ``Shoe.beside``, laid flat."""
    key = player[:, pair - 1] * _LONGEST + player.sum(axis=1)
    other = dealer[:, pair - 1] * _LONGEST + dealer.sum(axis=1)
    return np.asarray(key[:, None] + other[None, :])
