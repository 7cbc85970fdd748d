"""Mini-Craps: the edges of Craps, for the wagers that are offered.

Published: see ``test_craps``.
"""

from fractions import Fraction

import pytest

from countroom.engine.edges import EDGES
from countroom.engine.games import mini_craps
from tests.oracles import plain_craps

OFFERED = {
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
    "hard4_10": Fraction(1, 9),
    "hard6_8": Fraction(1, 11),
    "field_12_double": Fraction(1, 18),
    "any7": Fraction(1, 6),
    "any_craps": Fraction(1, 9),
    "two_twelve": Fraction(5, 36),
    "three_eleven": Fraction(1, 9),
    "horn": Fraction(1, 8),
    "c_and_e": Fraction(1, 9),
    "odds": Fraction(0),
}


def test_edges_of_what_is_offered() -> None:
    name, terms = next(iter(mini_craps.EXAMPLES.items()))
    found = list(EDGES["mini_craps"](name, mini_craps.Rules.from_dict(terms)))
    assert {bet.bet: bet.edge for bet in found} == OFFERED


def test_a_plain_settlement_agrees() -> None:
    plain_craps.agree("mini_craps", {}, throws=400, seed=9)


@pytest.mark.exhaustive
def test_a_plain_settlement_agrees_on_many_throws() -> None:
    plain_craps.agree("mini_craps", {}, throws=10_000, seed=10)
