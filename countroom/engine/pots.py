"""Pots of poker: side pots, uncalled bets, rake and split shares, for a batch of hands."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from countroom.engine.odds import Cents


@dataclass(frozen=True, slots=True)
class SharedPots:
    """Where the money of each hand went.

    Attributes:
        uncalled_cents: ``(n, seats)``: what nobody matched, given back.
        drawn_cents: ``(n, seats)``: won out of pots.
        rake_cents: ``(n,)``.
    """

    uncalled_cents: Cents
    drawn_cents: Cents
    rake_cents: Cents


def share_pots(
    put_in_cents: Cents,
    strength: NDArray[np.int32],
    order: NDArray[np.int64],
    *,
    rake_of: Callable[[Cents], Cents],
    chip_cents: int,
) -> SharedPots:
    """Share out the pots of hands.

    A pot is a layer of what was put in: the part above the next smaller stake, of everyone
    who put in that much. Those in the layer and still in the hand play for it; a layer
    whose players all folded falls to the layer below. The rake comes from the main pot
    first.

    Args:
        put_in_cents: ``(n, seats)``.
        strength: ``(n, seats)``: -1 where the seat folded or is empty.
        order: ``(n, seats)``: who is nearest to the button's left, 0 first.
        rake_of: From the pots' total, ``(n,)``, the rake, ``(n,)``.
        chip_cents: Shares are whole chips; what is over goes one each in order.
    """
    levels = np.sort(put_in_cents, axis=1)
    heights = np.diff(levels, axis=1, prepend=0)
    within = put_in_cents[:, None, :] >= levels[:, :, None]
    plays = within & (strength >= 0)[:, None, :]
    amount = heights * within.sum(axis=2)
    alone = (within.sum(axis=2) == 1) & plays.any(axis=2)
    uncalled = (np.where(alone, amount, 0)[:, :, None] * plays).sum(axis=1)
    pot = _fallen(np.where(alone, 0, amount), np.asarray(plays.any(axis=2)))
    rake = rake_of(pot.sum(axis=1))
    net = pot - _from_the_bottom(pot, rake)
    best = np.where(plays, strength[:, None, :], -1).max(axis=2)
    wins = plays & (strength[:, None, :] == best[:, :, None])
    return SharedPots(uncalled, _shares(net, wins, order, chip_cents).sum(axis=1), rake)


def _fallen(amount: Cents, has_player: NDArray[np.bool_]) -> Cents:
    """Let layers that nobody plays for fall to the next layer below that somebody does."""
    pot = amount.copy()
    for layer in range(pot.shape[1] - 1, 0, -1):
        falls = np.where(has_player[:, layer], 0, pot[:, layer])
        pot[:, layer] -= falls
        pot[:, layer - 1] += falls
    return pot


def _from_the_bottom(pot: Cents, rake: Cents) -> Cents:
    """Take the rake layer by layer, the main pot first."""
    reached = np.minimum(pot.cumsum(axis=1), rake[:, None])
    taken: Cents = np.diff(reached, axis=1, prepend=0)
    return taken


def _shares(
    net: Cents, wins: NDArray[np.bool_], order: NDArray[np.int64], chip_cents: int
) -> Cents:
    """Split each layer among its winners, ``(n, layers, seats)``."""
    count = np.maximum(wins.sum(axis=2), 1)
    chips, loose = np.divmod(net, chip_cents)
    each, over = np.divmod(chips, count)
    ahead = wins[:, :, None, :] & (order[:, None, None, :] < order[:, None, :, None])
    turn = ahead.sum(axis=3)
    share = (each[:, :, None] + (turn < over[:, :, None])) * chip_cents
    won: Cents = wins * (share + loose[:, :, None] * (turn == 0))
    return won
