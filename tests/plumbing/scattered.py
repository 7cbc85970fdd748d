"""Rounds with stakes and coupons anywhere, void rounds among them, for settling twice."""

from collections.abc import Callable
from typing import Any

import numpy as np

from countroom.engine.games import GAMES
from countroom.engine.records import OUTCOME
from countroom.engine.settlement import Settlement, Stakes, check

Plainly = Callable[[int, str, int, int], dict[str, int]]
"""From the round's index, a wager's code, its stake and its coupon: what it does."""


def stakes(game: str, rules: Any, n: int, seed: int) -> Stakes:
    """Stakes on a few wagers of each seat, one in five with a coupon, one round in ten void."""
    rng = np.random.default_rng(seed)
    shape = (n, rules.seats, len(GAMES[game].WAGERS))
    made = rng.random(shape) < 4 / shape[2]
    stake = made * rng.integers(5, 50, shape) * 100
    coupon = np.where(made & (rng.random(shape) < 0.2), stake - stake % 500, 0)
    return Stakes(stake, coupon, rng.random(n) < 0.1)


def agree(game: str, settled: Settlement, given: Stakes, plainly: Plainly) -> None:
    """Assert that every wager does what the plain settlement says."""
    check(given, settled)
    codes = [wager.code for wager in GAMES[game].WAGERS]
    for n, seat, wager in np.argwhere(given.stake_cents).tolist():
        at = n, seat, wager
        got = {
            name: int(getattr(settled, name)[at])
            for name in OUTCOME
            if name != "rake_cents" and getattr(settled, name)[at]
        }
        wanted = plainly(n, codes[wager], int(given.stake_cents[at]), int(given.coupon_cents[at]))
        assert got == {name: value for name, value in wanted.items() if value}, (at, codes[wager])
