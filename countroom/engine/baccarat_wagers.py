"""What baccarat's hands do to each wager; shared by its games.

Reference: 58 Pa. Code §§ 541.13, 545.8, 545.13, 627a.1, 631b.9.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from countroom.engine.baccarat_hands import Felt, ShoeRules, totals
from countroom.engine.cards import NO_CARD
from countroom.engine.game import TABLE_LIMITS, Breach, Ints
from countroom.engine.settlement import (
    LOSE,
    PUSH,
    WIN,
    Flags,
    Settlement,
    Stakes,
    settle_against_house,
)

EVEN: Final = Fraction(1)

Outcome = NDArray[np.int8]
"""``LOSE``, ``PUSH`` or ``WIN``, ``(n,)``."""


@dataclass(frozen=True, slots=True)
class Results:
    """How coups ended.

    Attributes:
        player: Outcome of the Player's Hand against the Banker's.
        dragon_7: The Banker's Hand won with 7 in three cards.
        panda_8: The Player's Hand won with 8 in three cards.
        margin: Points by which the Player's Hand leads, negative where it trails.
        natural: Either hand has 8 or 9 in two cards, which ends the coup: then both have two.
    """

    player: Outcome
    dragon_7: Flags
    panda_8: Flags
    margin: Outcome
    natural: Flags


def results(felt: Felt) -> Results:
    """Read off how coups ended."""
    player, banker = totals(felt.player), totals(felt.banker)
    margin = np.asarray(player - banker, np.int8)
    lead = np.asarray(np.sign(margin), np.int8)
    two = (felt.player[:, 2] == NO_CARD, felt.banker[:, 2] == NO_CARD)
    return Results(
        player=lead,
        dragon_7=(lead == LOSE) & (banker == 7) & ~two[1],
        panda_8=(lead == WIN) & (player == 8) & ~two[0],
        margin=margin,
        natural=((player >= 8) & two[0]) | ((banker >= 8) & two[1]),
    )


# --- wagers on a hand's margin: Dragon Bonus, Golden Talons -------------------------------

NATURAL_WIN: Final = 10
NATURAL_TIE: Final = 11

LINES: Final = (
    "no_line",
    *(f"win_by_{points}" for points in range(1, 10)),
    "natural_win",
    "natural_tie",
)
"""Lines a hand can fall on; ``win_by_`` are wins without a natural."""


@dataclass(frozen=True, slots=True)
class MarginTable:
    """What a wager on a hand's margin pays, to 1.

    Attributes:
        win_by: Points to odds, for wins without a natural; what is not named loses.
        natural_win: Whatever the margin.
        natural_tie: Both hands have the same natural; 0 is a push. Other ties lose.
    """

    win_by: Mapping[int, int]
    natural_win: int
    natural_tie: int

    def row(self) -> tuple[int, ...]:
        """Lay the odds out by line."""
        by_points = [self.win_by.get(points, 0) for points in range(10)]
        return (*by_points, self.natural_win, self.natural_tie)


def _table(*by_points: int, natural_tie: int = 0) -> MarginTable:
    """Make a table from the odds of winning by 9, 8, 7, 6, 5 and 4."""
    return MarginTable(dict(zip(range(9, 3, -1), by_points, strict=True)), 1, natural_tie)


DRAGON_BONUS: Final = {
    "A": _table(30, 10, 6, 4, 2, 1),
    "B": _table(20, 8, 7, 4, 3, 1),
    "C": _table(30, 10, 4, 4, 2, 2),
}
"""Reference: 58 Pa. Code § 541.13(d)."""

GOLDEN_TALONS: Final = {
    "A": _table(30, 10, 6, 4, 2, 1),
    "B": _table(20, 10, 5, 4, 2, 1, natural_tie=2),
    "C": _table(30, 12, 5, 3, 3, 1),
    "D": _table(20, 8, 7, 4, 3, 1),
    "E": _table(30, 10, 4, 4, 2, 2),
}
"""Reference: 58 Pa. Code § 631b.9(f)."""

Hand = Literal["player", "banker"]


def margin_lines(ended: Results, hand: Hand) -> NDArray[np.intp]:
    """Say on which of ``LINES`` a hand falls in each coup."""
    ahead = ended.margin.astype(np.intp) * (1 if hand == "player" else -1)
    line = np.where(ended.natural & (ahead > 0), NATURAL_WIN, np.maximum(ahead, 0))
    return np.where(ended.natural & (ahead == 0), NATURAL_TIE, line)


# --- paying -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pay:
    """What a wager does in each coup.

    Attributes:
        outcome: ``(n,)``.
        numerator: Odds of a win, ``(n,)``.
        denominator: Of all of them.
        offered: The table offers the wager; one it does not is given back.
    """

    outcome: Outcome
    numerator: Ints
    denominator: int = 1
    offered: bool = True


def pays(outcome: NDArray[np.integer], odds: Fraction | None) -> Pay:
    """Pay a wager at one odds; ``None`` where the table does not offer it."""
    if odds is None:
        return not_offered(len(outcome))
    numerator = np.broadcast_to(np.int64(odds.numerator), outcome.shape)
    return Pay(outcome.astype(np.int8), numerator, odds.denominator)


def hit(where: Flags, odds: Fraction | None) -> Pay:
    """Pay a wager that wins where something happened, and else loses."""
    return pays(np.where(where, WIN, LOSE), odds)


def not_offered(n: int) -> Pay:
    """Give back what stands on a wager the table does not offer."""
    return Pay(np.full(n, PUSH, np.int8), np.zeros(n, np.int64), offered=False)


def on_margin(ended: Results, hand: Hand, table: MarginTable | None) -> Pay:
    """Pay a wager on a hand's margin; without a table it is not offered."""
    if table is None:
        return not_offered(len(ended.player))
    outcomes, odds = _laid_out(table.row())
    line = margin_lines(ended, hand)
    return Pay(outcomes[line], odds[line])


@cache
def _laid_out(row: tuple[int, ...]) -> tuple[Outcome, Ints]:
    """Lay a table out by line: outcomes and odds."""
    odds = np.array(row, np.int64)
    outcome = np.where(odds > 0, WIN, LOSE)
    outcome[NATURAL_TIE] = WIN if odds[NATURAL_TIE] else PUSH
    return outcome.astype(np.int8), odds


def settle(rules: ShoeRules, stakes: Stakes, paid: Sequence[Pay]) -> Settlement:
    """Settle wagers, without vigorish: first what loses is collected, then seats are paid.

    Args:
        rules: The table's.
        stakes: What stands on the felt.
        paid: One for each wager of the game, in order.

    Raises:
        InexactError: A payout is not a whole number of cents.
    """
    outcome = np.stack([each.outcome for each in paid], axis=1)[:, None, :]
    numerator = np.stack([each.numerator for each in paid], axis=1)[:, None, :]
    denominator = np.array([each.denominator for each in paid], np.int64)
    phase = (outcome != LOSE).astype(np.int8)
    return settle_against_house(stakes, outcome, (numerator, denominator), rules, phase=phase)


def unoffered(offered: Sequence[bool], stakes: Stakes) -> Breach:
    """Find wagers that the table's rules do not offer, which nothing says how to settle."""
    where = (stakes.stake_cents > 0) & ~np.array(offered) & ~stakes.void[:, None, None]
    return Breach(TABLE_LIMITS, "This table's rules do not offer the wager.", where)
