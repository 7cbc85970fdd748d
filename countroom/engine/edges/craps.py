"""Edges of Craps."""

from collections.abc import Iterator

from countroom.engine.edges import craps_walk
from countroom.engine.edges.bets import Bet
from countroom.engine.games import craps


def edges(name: str, rules: craps.Rules) -> Iterator[Bet]:
    """Give the edge of every wager that the table offers."""
    del name
    return craps_walk.edges(craps, rules)
