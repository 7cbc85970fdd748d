"""What a wager costs its patron on average: counted, or estimated with its standard error."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import Game, Ints
from countroom.engine.settlement import Stakes, patrons_cents

EXACT: Final = "exact"
"""Every sequence that can fall was settled, each with its weight."""

SIMULATED: Final = "simulation"
"""Rounds were dealt from a seed and settled; the standard error says how far off that may be."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One wager under one set of rules.

    Attributes:
        bet: Code of the wager, or of what was counted about it.
        rules: The rules in words, the decks and what else the figure hangs on.
        paytable: Name of the pay table; empty where the wager has but one.
        edge: The house's share of the stake on average; a ``Fraction`` where it is exact.
        method: ``EXACT``, ``SIMULATED``, or in a word how else it was reckoned.
        standard_error: Of a simulation; None otherwise.
        counts: How many sequences win, lose and push, or fall on a line of the pay table.
    """

    bet: str
    rules: str
    paytable: str
    edge: Fraction | float
    method: str = EXACT
    standard_error: float | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Write it as plain values; ``fraction`` is null where the edge is not exact."""
        exact = self.edge if isinstance(self.edge, Fraction) else None
        return {
            "bet": self.bet,
            "rules": self.rules,
            "paytable": self.paytable,
            "edge": float(self.edge),
            "fraction": None if exact is None else f"{exact.numerator}/{exact.denominator}",
            "method": self.method,
            "standard_error": self.standard_error,
            "counts": dict(self.counts),
        }


Edges = Callable[[str, Any], Iterator[Bet]]
"""Gives every wager's edge under one rule set: its name, and the game's ``Rules``."""


def nets(
    game: Game, rules: Any, felt: Any, weight: Ints, wager: int, stake_cents: int = 100
) -> dict[int, int]:
    """Settle a wager of one seat on every felt given, and count what it brings.

    Args:
        game: The game's module; its ``settle`` alone decides.
        rules: Its rules.
        felt: ``n`` rounds of one seat.
        weight: ``(n,)``: how many sequences each of them stands for.
        wager: Place in ``WAGERS``.
        stake_cents: Large enough that every payout is whole.

    Returns:
        Net cents to the patron, to the sum of the weights.
    """
    stake = np.zeros((len(weight), 1, len(game.WAGERS)), np.int64)
    stake[..., wager] = stake_cents
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(weight), bool))
    settled, _ = game.settle(rules, felt, stakes, None)
    return weighed(patrons_cents(settled)[:, 0, wager], weight)


def weighed(net_cents: NDArray[np.int64], weight: Ints) -> dict[int, int]:
    """Sum weights by net result, in Python's own integers: nothing overflows."""
    return {
        int(net): sum(weight[net_cents == net].tolist()) for net in np.unique(net_cents).tolist()
    }


def edge_of(found: Mapping[int, int], stake_cents: int = 100) -> Fraction:
    """Give the house's share of the stake.

    >>> edge_of({100: 18, -100: 20})
    Fraction(1, 19)
    """
    return Fraction(
        -sum(net * many for net, many in found.items()), stake_cents * sum(found.values())
    )


def outcomes(found: Mapping[int, int]) -> dict[str, int]:
    """Count wins, losses and pushes.

    >>> outcomes({500: 2, -100: 3, 0: 1})
    {'win': 2, 'lose': 3, 'push': 1}
    """
    return {
        "win": sum(many for net, many in found.items() if net > 0),
        "lose": sum(many for net, many in found.items() if net < 0),
        "push": found.get(0, 0),
    }
