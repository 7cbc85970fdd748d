"""Craps, every wager followed throw by throw through the engine's settling to its end.

Published: the edges per bet resolved of the Wizard of Odds; the classic 244/495 of Pass, and
949/1925 of Don't Pass without its ties, by our own exact computation.
"""

from fractions import Fraction

import pytest

from countroom.engine.edges import EDGES
from countroom.engine.edges.bets import Bet
from countroom.engine.games import craps
from tests.oracles import plain_craps

PUBLISHED = {
    "pass": Fraction(7, 495),
    "dont_pass": Fraction(3, 220),
    "dont_pass_excl_ties": Fraction(27, 1925),
    "come": Fraction(7, 495),
    "dont_come": Fraction(3, 220),
    "place4": Fraction(1, 15),
    "place5": Fraction(1, 25),
    "place6": Fraction(1, 66),
    "place_lose4": Fraction(1, 33),
    "place_lose5": Fraction(1, 40),
    "place_lose6": Fraction(1, 55),
    "big6_8": Fraction(1, 11),
    "hard4_10": Fraction(1, 9),
    "hard6_8": Fraction(1, 11),
    "any7": Fraction(1, 6),
    "any_craps": Fraction(1, 9),
    "two_twelve": Fraction(5, 36),
    "three_eleven": Fraction(1, 9),
    "horn": Fraction(1, 8),
    "c_and_e": Fraction(1, 9),
    "hop_hard": Fraction(5, 36),
    "hop_easy": Fraction(1, 9),
}
ON_WIN = {
    "buy4.onwin": Fraction(1, 60),
    "buy5.onwin": Fraction(1, 50),
    "buy6.onwin": Fraction(1, 44),
    "lay4.onwin": Fraction(1, 60),
    "lay5.onwin": Fraction(1, 50),
    "lay6.onwin": Fraction(1, 44),
    "field_12_double": Fraction(1, 18),
}
UP_FRONT = {
    "buy4.upfront": Fraction(1, 21),
    "buy5.upfront": Fraction(1, 21),
    "buy6.upfront": Fraction(1, 21),
    "lay4.upfront": Fraction(1, 41),
    "lay5.upfront": Fraction(1, 31),
    "lay6.upfront": Fraction(1, 25),
    "field_12_double": Fraction(1, 18),
}
"""Of the bet and the vigorish together."""

TRIPLE = {name: each for name, each in ON_WIN.items() if not name.startswith("field")} | {
    "field_12_triple": Fraction(1, 36)
}
ODDS = {f"taking or laying odds on {number}" for number in (4, 5, 6)}


def bets(name: str) -> list[Bet]:
    return list(EDGES["craps"](name, craps.Rules.from_dict(craps.EXAMPLES[name])))


@pytest.mark.parametrize(
    ("name", "own"), list(zip(craps.EXAMPLES, [ON_WIN, UP_FRONT, TRIPLE], strict=True))
)
def test_edges(name: str, own: dict[str, Fraction]) -> None:
    found = bets(name)
    assert {bet.bet: bet.edge for bet in found if bet.bet != "odds"} == PUBLISHED | own
    odds = [bet for bet in found if bet.bet == "odds"]
    assert {bet.rules for bet in odds} == ODDS
    assert {bet.edge for bet in odds} == {Fraction(0)}
    assert {bet.method for bet in found} == {"exact"}


def test_chances() -> None:
    chances = {bet.bet: bet.counts for bet in bets(next(iter(craps.EXAMPLES)))}
    assert chances["pass"] == {"win": 244, "lose": 251, "push": 0}
    assert chances["dont_pass"] == {"win": 949, "lose": 976, "push": 55}
    assert chances["place4"] == {"win": 1, "lose": 2, "push": 0}
    assert chances["hard6_8"] == {"win": 1, "lose": 10, "push": 0}


@pytest.mark.parametrize("rules", plain_craps.RULE_SETS)
def test_a_plain_settlement_agrees(rules: dict[str, object]) -> None:
    plain_craps.agree("craps", rules, throws=400, seed=7)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", plain_craps.RULE_SETS)
def test_a_plain_settlement_agrees_on_many_throws(rules: dict[str, object]) -> None:
    plain_craps.agree("craps", rules, throws=10_000, seed=8)
