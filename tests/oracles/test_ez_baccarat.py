"""EZ Baccarat over every sequence of six cards from a fresh shoe, settled by the engine.

Published (8 decks): the Wizard of Odds; 6 decks by our own exact computation.
"""

import pytest

from countroom.engine.games import ez_baccarat
from tests.plumbing import coups, felts

DRAGON_7 = 112_633_011_329_024
PANDA_8 = 172_660_763_262_976


def test_counts_of_eight_decks() -> None:
    rules = felts.rules("ez_baccarat")
    assert coups.nets("ez_baccarat", rules, ez_baccarat.DRAGON_7)[4000] == DRAGON_7
    assert coups.nets("ez_baccarat", rules, ez_baccarat.PANDA_8)[2500] == PANDA_8


@pytest.mark.parametrize(
    ("decks", "wager", "edge", "within"),
    [
        (8, ez_baccarat.BANKER, 0.010183007571213657, 1e-12),
        (8, ez_baccarat.PLAYER, 0.012350813289166138, 1e-12),
        (8, ez_baccarat.DRAGON_7, 0.07611334472442846, 1e-12),
        (8, ez_baccarat.PANDA_8, 0.10187632169321352, 1e-12),
        (6, ez_baccarat.BANKER, 0.010160926506867578, 1e-12),
        (6, ez_baccarat.DRAGON_7, 0.07606190477408634, 1e-12),
        (6, ez_baccarat.PANDA_8, 0.1020738333426857, 1e-12),
    ],
)
def test_edges(decks: int, wager: int, edge: float, within: float) -> None:
    rules = felts.rules("ez_baccarat", decks=decks)
    found = coups.edge(coups.nets("ez_baccarat", rules, wager))
    assert float(found) == pytest.approx(edge, abs=within)
