"""Edges of Minibaccarat: every coup from a fresh shoe, settled."""

from collections.abc import Iterator

from countroom.engine.edges import coups
from countroom.engine.edges.bets import Bet
from countroom.engine.edges.coups import Asked
from countroom.engine.games import minibaccarat


def edges(name: str, rules: minibaccarat.Rules) -> Iterator[Bet]:
    """Give every wager's edge."""
    del name
    return coups.bets(minibaccarat, rules, _asked(rules))


def _asked(rules: minibaccarat.Rules) -> Iterator[Asked]:
    if rules.ez:
        yield Asked(minibaccarat.BANKER, coups.DRAGON_7_PUSHES)
    else:
        yield coups.with_vigorish(rules, minibaccarat.BANKER)
    yield from coups.hands(rules, minibaccarat.TIE)
    yield from coups.insurance(minibaccarat.DRAGON_7, rules.dragon_7_odds)
    yield from coups.insurance(minibaccarat.PANDA_8, rules.panda_8_odds)
    if rules.bonus_table is not None:
        table = rules.dragon_bonus.value
        yield from coups.on_margins(minibaccarat.BONUS_PLAYER, f"table {table}", table)
