"""What the house should have won of the wagers actually made, and how far it may be off.

Not a usual hold of the game: the very wagers on record, each with the edge that the engine's own
settling gives it, and the variance of their sum with whatever seats share.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, Final

from countroom.engine.edges import drawn, ways
from countroom.engine.game import Game
from countroom.engine.records import Columns, from_columns

EXACT: Final = "every way it can fall"
THROWS: Final = "every way each throw can fall"
DEALT: Final = f"edge of the first wager, spread from {drawn.ROUNDS:,} dealt rounds"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What rounds on record should have brought the house.

    Attributes:
        rounds: How many, without those declared void.
        stake_cents: All that was wagered, each throw counted anew where wagers stand.
        mean_cents: What the house should have won.
        deviation_cents: The standard deviation of that.
        method: How both were reckoned.
        wagers: Code of each wager, what stood on it and what that should have brought, cents.
    """

    rounds: int
    stake_cents: int
    mean_cents: int
    deviation_cents: int
    method: str
    wagers: tuple[tuple[str, int, int], ...] = ()


def expected(game: Game, rules: Any, columns: Columns) -> Expectation | None:
    """Reckon what recorded rounds should have brought, or nothing where the house does not bank.

    Args:
        game: The table's.
        rules: The table's.
        columns: The rounds, see ``records``; rows that make no sense are left out.

    Raises:
        EntryError: A column is missing or not of its type.
    """
    if game.CODE not in ways.SHARED and game.CODE not in drawn.FOLLOWS:
        return None
    batch, _ = from_columns(game, rules, columns)
    live = ~batch.stakes.void
    stake = batch.stakes.stake_cents[live].sum(axis=(0, 1))
    if game.CODE in ways.SHARED:
        found = ways.brought(game, rules, batch)
        mean, variance = found.moments()
        by_wager = [(place, round(each)) for place, each in found.by_wager.items()]
        method = THROWS if game.CODE in ways.THROWN else EXACT
    else:
        means, spread = drawn.moments(game, rules, batch)
        mean, variance = Fraction(sum(means.tolist())), Fraction(spread)
        first = list(drawn.FOLLOWS[game.CODE])
        by_wager = [
            (place, round(each)) for place, each in zip(first, means.tolist(), strict=False)
        ]
        method = DEALT
    return Expectation(
        rounds=int(live.sum()),
        stake_cents=int(stake.sum()),
        mean_cents=round(mean),
        deviation_cents=isqrt(int(variance)),
        method=method,
        wagers=tuple(_named(game, stake.tolist(), by_wager)),
    )


def _named(
    game: Game, stake_cents: list[int], by_wager: Iterable[tuple[int, int]]
) -> list[tuple[str, int, int]]:
    return [
        (game.WAGERS[place].code, stake_cents[place], mean)
        for place, mean in sorted(by_wager)
        if stake_cents[place]
    ]
