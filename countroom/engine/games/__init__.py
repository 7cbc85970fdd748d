"""The games, one module each; no game knows another.

To add a game: write its module, add its line to ``GAMES``, give it golden rounds under
``tests/golden/rounds`` and an oracle under ``tests/oracles``.
"""

from typing import Final

from countroom.engine.game import Game
from countroom.engine.games import (
    baccarat,
    blackjack,
    craps,
    ez_baccarat,
    mini_craps,
    minibaccarat,
    mississippi_stud,
    pai_gow_poker,
    poker,
    roulette,
    sic_bo,
)

GAMES: Final[dict[str, Game]] = {
    mississippi_stud.CODE: mississippi_stud,
    baccarat.CODE: baccarat,
    ez_baccarat.CODE: ez_baccarat,
    minibaccarat.CODE: minibaccarat,
    poker.CODE: poker,
    blackjack.CODE: blackjack,
    sic_bo.CODE: sic_bo,
    roulette.CODE: roulette,
    craps.CODE: craps,
    mini_craps.CODE: mini_craps,
    pai_gow_poker.CODE: pai_gow_poker,
}
