"""Edges of Baccarat: every coup from a fresh shoe, settled."""

from collections.abc import Iterator

from countroom.engine.edges import coups
from countroom.engine.edges.bets import Bet
from countroom.engine.edges.coups import Asked
from countroom.engine.games import baccarat


def edges(name: str, rules: baccarat.Rules) -> Iterator[Bet]:
    """Give every wager's edge; a pair is as likely in either hand and stands once."""
    del name
    return coups.bets(baccarat, rules, _asked(rules))


def _asked(rules: baccarat.Rules) -> Iterator[Asked]:
    yield coups.with_vigorish(rules, baccarat.BANKER)
    yield from coups.hands(rules, baccarat.TIE)
    if rules.talons_table is not None:
        table = rules.golden_talons.value
        said = f"§ 631b.9(f) table {table}"
        yield from coups.on_margins(baccarat.TALONS_PLAYER, said, table)
    if rules.pair_odds is not None:
        yield Asked(
            baccarat.PAIR_PLAYER,
            f"{coups.to_one(rules.pair_odds)}, rank pair",
            stake_cents=100 * rules.pair_odds.denominator,
            bet="pair",
            by_rank=True,
        )
