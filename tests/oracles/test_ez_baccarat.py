"""EZ Baccarat over every coup from a fresh shoe, settled by the engine.

Published (8 decks): the Wizard of Odds; 6 decks by our own exact computation.
"""

from functools import cache

import pytest

from countroom.engine.edges import EDGES
from countroom.engine.edges.bets import Bet
from tests.plumbing import felts
from tests.plumbing.coups import settled_twice

DRAGON_7 = 112_633_011_329_024
PANDA_8 = 172_660_763_262_976


@cache
def found(**changes: object) -> dict[str, Bet]:
    rules = felts.rules("ez_baccarat", **changes)
    return {bet.bet: bet for bet in EDGES["ez_baccarat"]("an example", rules)}


def test_counts_of_eight_decks() -> None:
    assert found()["dragon_7"].counts["win"] == DRAGON_7
    assert found()["panda_8"].counts["win"] == PANDA_8
    assert "panda_8" not in found(panda_8_odds="none")


@pytest.mark.parametrize(
    ("decks", "bet", "edge", "rules"),
    [
        (8, "banker", 0.010183007571213657, "8 decks; Dragon 7 pushes"),
        (8, "player", 0.012350813289166138, "8 decks; 1 to 1"),
        (8, "dragon_7", 0.07611334472442846, "8 decks; 40 to 1"),
        (8, "panda_8", 0.10187632169321352, "8 decks; 25 to 1"),
        (6, "banker", 0.010160926506867578, "6 decks; Dragon 7 pushes"),
        (6, "dragon_7", 0.07606190477408634, "6 decks; 40 to 1"),
        (6, "panda_8", 0.1020738333426857, "6 decks; 25 to 1"),
    ],
)
def test_edges(decks: int, bet: str, edge: float, rules: str) -> None:
    of = found(decks=decks)[bet]
    assert float(of.edge) == pytest.approx(edge, abs=1e-12)
    assert of.rules == rules


PLAYED: list[dict[str, object]] = [
    {},
    {"panda_8_odds": "none", "coupon_on_push": "drops"},
    {"panda_8_odds": "51:2", "coupon_pays": "even_money", "decks": 6},
]


@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice("ez_baccarat", change, 150, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees_on_10_000_coups(change: dict[str, object]) -> None:
    settled_twice("ez_baccarat", change, 10_000, 6)
