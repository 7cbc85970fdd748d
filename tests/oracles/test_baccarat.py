"""Baccarat over every sequence of six cards from a fresh shoe, settled by the engine.

Published (8 decks): the counts and edges of the Wizard of Odds; 6 decks by our own exact
computation.
"""

from fractions import Fraction

import pytest

from countroom.engine.games import baccarat
from tests.plumbing import coups, felts

TOTAL = 4_998_398_275_503_360
BANKER = 2_292_252_566_437_888
PLAYER = 2_230_518_282_592_256
TIE = 475_627_426_473_216

EXACT = {"vig_rounding": "exact"}


def test_counts_of_eight_decks() -> None:
    rules = felts.rules("baccarat", **EXACT)
    assert coups.nets("baccarat", rules, baccarat.PLAYER) == {100: PLAYER, -100: BANKER, 0: TIE}
    assert coups.nets("baccarat", rules, baccarat.BANKER) == {95: BANKER, -100: PLAYER, 0: TIE}
    assert coups.nets("baccarat", rules, baccarat.TIE) == {800: TIE, -100: TOTAL - TIE}


@pytest.mark.parametrize(
    ("wager", "exact"),
    [
        (baccarat.BANKER, Fraction(114753351728, 10847218479825)),
        (baccarat.PLAYER, Fraction(241149546272, 19524993263685)),
        (baccarat.TIE, Fraction(103841353768, 723147898655)),
    ],
)
def test_edges_of_eight_decks(wager: int, exact: Fraction) -> None:
    rules = felts.rules("baccarat", **EXACT)
    assert coups.edge(coups.nets("baccarat", rules, wager)) == exact


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        (baccarat.BANKER, 0.01055848695481882),
        (baccarat.PLAYER, 0.01237414898644739),
        (baccarat.TIE, 0.1443815979778091),
    ],
)
def test_edges_of_six_decks(wager: int, edge: float) -> None:
    rules = felts.rules("baccarat", **EXACT, decks=6)
    found = coups.edge(coups.nets("baccarat", rules, wager))
    assert float(found) == pytest.approx(edge, abs=1e-12)
