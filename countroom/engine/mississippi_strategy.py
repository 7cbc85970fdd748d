"""How the patrons of a played Mississippi Stud table bet: a published points strategy.

A card from jack to ace counts 2 points, from six to ten 1, below nothing. The strategy is
within a hundredth of a percent of the best play.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countroom.engine.cards import Cards
from countroom.engine.settlement import Flags

Small = NDArray[np.int8]

_FIVE, _SIX, _SEVEN, _EIGHT, _TEN, _JACK, _ACE = 3, 4, 5, 6, 8, 9, 12


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a patron sees in two to four cards; each attribute has one value a hand.

    Attributes:
        low: The lowest rank.
        second: The highest rank but one.
        top: The highest rank.
        pairs: Neighbours of one rank: 1 a pair, 2 two pair or three of a kind.
        pair_rank: The highest rank held twice, or -1.
        suited: All of one suit.
        high: Cards from jack to ace.
        middle: Cards from six to ten.
    """

    low: Small
    second: Small
    top: Small
    pairs: Small
    pair_rank: Small
    suited: Flags
    high: Small
    middle: Small

    @property
    def points(self) -> Small:
        points: Small = 2 * self.high + self.middle
        return points

    @property
    def span(self) -> Small:
        """Distance from lowest to highest rank; more than any straight's when paired."""
        return np.where(self.pairs == 0, self.top - self.low, _ACE).astype(np.int8)

    @property
    def made(self) -> Flags:
        """At least a pair of sixes: it cannot lose any more."""
        return (self.pair_rank >= _SIX) | (self.pairs >= 2)

    @property
    def low_pair(self) -> Flags:
        low: Flags = (self.pairs == 1) & (self.pair_rank < _SIX)
        return low


def _look(cards: Cards) -> _Sight:
    ranks = np.sort(cards >> 2, axis=-1)
    alike = ranks[..., 1:] == ranks[..., :-1]
    suits = cards & 3
    return _Sight(
        low=ranks[..., 0],
        second=ranks[..., -2],
        top=ranks[..., -1],
        pairs=alike.sum(axis=-1, dtype=np.int8),
        pair_rank=np.where(alike, ranks[..., 1:], -1).max(axis=-1),
        suited=(suits == suits[..., :1]).all(axis=-1),
        high=(ranks >= _JACK).sum(axis=-1, dtype=np.int8),
        middle=((ranks >= _SIX) & (ranks < _JACK)).sum(axis=-1, dtype=np.int8),
    )


def street_multiple(cards: Cards, raised: Flags) -> Small:
    """Say how many Antes to bet: 0 folds, else 1 or 3.

    Args:
        cards: The cards seen, ``(..., k)``: k is 2 on 3rd, 3 on 4th, 4 on 5th Street.
        raised: ``(...)``: three Antes were bet on an earlier street.
    """
    sight = _look(cards)
    if cards.shape[-1] == 2:
        three, one = _on_third(sight)
    elif cards.shape[-1] == 3:
        three, one = _on_fourth(sight)
    else:
        three, one = _on_fifth(sight, raised)
    return np.where(three, 3, one).astype(np.int8)


def _on_third(sight: _Sight) -> tuple[Flags, Flags]:
    six_five = sight.suited & (sight.top == _SIX) & (sight.low == _FIVE)
    return sight.pairs > 0, (sight.points >= 2) | six_five


def _on_fourth(sight: _Sight) -> tuple[Flags, Flags]:
    span = sight.span
    flush_draw = (
        (sight.low >= _TEN)
        | ((span == 2) & (sight.top >= _SEVEN))
        | ((span == 3) & (sight.high >= 1))
        | ((span == 4) & (sight.high >= 2))
    )
    straight_draw = ((span == 2) & (sight.top >= _SIX)) | ((span == 3) & (sight.middle >= 2))
    three = sight.made | (sight.suited & flush_draw)
    return three, sight.suited | sight.low_pair | (sight.points >= 3) | straight_draw


def _on_fifth(sight: _Sight, raised: Flags) -> tuple[Flags, Flags]:
    span = sight.span
    open_ended = (span == 3) & (sight.top >= _EIGHT) & (sight.top < _ACE)
    wheel = (sight.pairs == 0) & (sight.top == _ACE) & (sight.second <= _FIVE)
    three = sight.made | sight.suited | open_ended
    one = (span <= 4) | wheel | sight.low_pair | (sight.points >= 4)
    return three, one | ((sight.middle >= 3) & raised)
