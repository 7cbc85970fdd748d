"""House edges, reckoned by settling: every sequence that can fall, or rounds from a seed.

One module a game with a function ``edges(name, rules)``, and its line in ``EDGES``. No edge is
worked out by a formula beside ``settle``: the figure is what the engine itself pays.
"""

from typing import Final

from countroom.engine.edges import (
    baccarat,
    blackjack,
    craps,
    ez_baccarat,
    mini_craps,
    minibaccarat,
    mississippi_stud,
    pai_gow_poker,
    roulette,
    sic_bo,
)
from countroom.engine.edges.bets import Bet, Edges

__all__ = ["EDGES", "Bet"]

EDGES: Final[dict[str, Edges]] = {
    "baccarat": baccarat.edges,
    "ez_baccarat": ez_baccarat.edges,
    "minibaccarat": minibaccarat.edges,
    "mississippi_stud": mississippi_stud.edges,
    "blackjack": blackjack.edges,
    "sic_bo": sic_bo.edges,
    "roulette": roulette.edges,
    "craps": craps.edges,
    "mini_craps": mini_craps.edges,
    "pai_gow_poker": pai_gow_poker.edges,
}
