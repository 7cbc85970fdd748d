"""Minibaccarat over every coup from a fresh shoe, settled by the engine.

Published: Dragon Bonus by the Wizard of Odds, 8 and 6 decks; the rest is as in Baccarat and
EZ Baccarat.
"""

from functools import cache

import pytest

from countroom.engine.edges import EDGES
from countroom.engine.edges.bets import Bet
from countroom.engine.games import minibaccarat
from tests.plumbing import felts
from tests.plumbing.coups import settled_twice

WIN_BY_9 = 18_409_431_764_992

EZ: dict[str, object] = {
    "ez": True,
    "vig_percent": 0,
    "dragon_7_odds": "40:1",
    "panda_8_odds": "25:1",
}


@cache
def found(**changes: object) -> dict[str, Bet]:
    rules = felts.rules("minibaccarat", **changes)
    return {bet.bet: bet for bet in EDGES["minibaccarat"]("an example", rules)}


def test_counts_of_eight_decks() -> None:
    assert found(dragon_bonus="A")["dragon_bonus_player"].counts["win_by_9"] == WIN_BY_9


@pytest.mark.parametrize(
    ("decks", "bet", "edge", "within"),
    [
        (8, "dragon_bonus_player", 0.026517, 5e-7),
        (8, "dragon_bonus_player", 0.02651674532036616, 1e-12),
        (8, "dragon_bonus_banker", 0.093731, 5e-7),
        (8, "dragon_bonus_banker", 0.09373074012531578, 1e-12),
        (6, "dragon_bonus_player", 0.0267, 5e-5),
        (6, "dragon_bonus_player", 0.026675130012676334, 1e-12),
        (6, "dragon_bonus_banker", 0.0939, 5e-5),
        (6, "dragon_bonus_banker", 0.09388929961858423, 1e-12),
    ],
)
def test_edges_of_dragon_bonus(decks: int, bet: str, edge: float, within: float) -> None:
    of = found(decks=decks, dragon_bonus="A")[bet]
    assert float(of.edge) == pytest.approx(edge, abs=within)
    assert (of.rules, of.paytable) == (f"{decks} decks; table A", "A")


@pytest.mark.parametrize(
    ("changes", "bet", "edge"),
    [
        ({"vig_rounding": "exact"}, "banker", 0.010579057842472012),
        ({}, "player", 0.012350813289166138),
        ({}, "tie", 0.14359628778723826),
        (EZ, "banker", 0.010183007571213657),
        (EZ, "dragon_7", 0.07611334472442846),
        (EZ, "panda_8", 0.10187632169321352),
    ],
)
def test_edges_as_in_the_other_games(changes: dict[str, object], bet: str, edge: float) -> None:
    assert float(found(**changes)[bet].edge) == pytest.approx(edge, abs=1e-12)


def test_every_example_has_its_edges() -> None:
    for name, terms in minibaccarat.EXAMPLES.items():
        rules = minibaccarat.Rules.from_dict(terms)
        bets = [bet.bet for bet in EDGES["minibaccarat"](name, rules)]
        assert set(bets) == {
            wager.code
            for wager, offered in zip(minibaccarat.WAGERS, rules.offered, strict=True)
            if offered
        }


PLAYED: list[dict[str, object]] = [
    {"dragon_bonus": "A", "vig_collection": "marked"},
    {"dragon_bonus": "B", "vig_percent": 4, "vig_rounding": "exact", "dealt": "face_down"},
    {"dragon_bonus": "C", **EZ, "coupon_on_push": "drops"},
]


@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice("minibaccarat", change, 120, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees_on_10_000_coups(change: dict[str, object]) -> None:
    settled_twice("minibaccarat", change, 10_000, 6)
