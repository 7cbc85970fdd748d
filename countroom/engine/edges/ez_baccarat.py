"""Edges of EZ Baccarat: every coup from a fresh shoe, settled."""

from collections.abc import Iterator

from countroom.engine.edges import coups
from countroom.engine.edges.bets import Bet
from countroom.engine.edges.coups import Asked
from countroom.engine.games import ez_baccarat


def edges(name: str, rules: ez_baccarat.Rules) -> Iterator[Bet]:
    """Give every wager's edge."""
    del name
    return coups.bets(ez_baccarat, rules, _asked(rules))


def _asked(rules: ez_baccarat.Rules) -> Iterator[Asked]:
    yield Asked(ez_baccarat.BANKER, coups.DRAGON_7_PUSHES)
    yield from coups.hands(rules, ez_baccarat.TIE)
    yield from coups.insurance(ez_baccarat.DRAGON_7, ez_baccarat.DRAGON_7_ODDS)
    yield from coups.insurance(ez_baccarat.PANDA_8, rules.panda_8_odds)
