"""Games where patrons decide: what their first wagers bring, from rounds dealt by a seed.

How far a day's result may be off hangs on how hands at one table lie together (they meet the same
dealer, the same community cards), which no list of ways can hold. So rounds are dealt, played by
the game's stated strategy and settled, once a set of rules; a wager that follows from a decision
(a double, a street bet) counts with the first wager it follows from. The mean of that first wager
is the game's own edge where that was walked exactly.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.blackjack_hands import INSURANCE
from countroom.engine.edges import blackjack, mississippi_stud, pai_gow_poker
from countroom.engine.edges.bets import Bet
from countroom.engine.game import Game, Ints
from countroom.engine.games import GAMES
from countroom.engine.mississippi_rules import ANTE
from countroom.engine.pai_gow_table import BANK, BANK_HOUSE, DICE, FORTUNE, MAIN, TREASURE
from countroom.engine.records import Batch
from countroom.engine.settlement import Settlement, house_net_cents

ROUNDS: Final = 24_000
"""Rounds dealt for a set of rules, every seat taken."""

_SEED: Final = 1103
_UNIT_CENTS: Final = 100_00

Shares = NDArray[np.float64]

FOLLOWS: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    "blackjack": {0: tuple(range(INSURANCE)), INSURANCE: (INSURANCE,)},
    "mississippi_stud": {ANTE: (0, 1, 2, 3), **{each: (each,) for each in range(4, 8)}},
    "pai_gow_poker": {each: (each,) for each in (MAIN, FORTUNE, TREASURE, DICE, BANK, BANK_HOUSE)},
}
"""Game to each first wager and what counts with it."""


@dataclass(frozen=True, slots=True)
class Known:
    """What first wagers bring the house, a share of the stake; the coupon's share comes last.

    Attributes:
        mean: ``(w + 1,)``.
        seat: ``(w + 1, w + 1)``: covariance of two wagers of one seat.
        table: ``(w + 1, w + 1)``: covariance of two wagers of different seats.
    """

    mean: Shares
    seat: Shares
    table: Shares


def _banked(game: Game, stake_cents: Ints) -> NDArray[np.bool_]:
    """Rounds that a patron banks: the other wagers are then against him."""
    if game.CODE != "pai_gow_poker":
        return np.zeros(len(stake_cents), bool)
    return np.asarray((stake_cents[..., [BANK, BANK_HOUSE]] > 0).any(axis=(1, 2)))


def _first(game: Game, stake_cents: Ints, coupon_cents: Ints) -> Ints:
    """The first wagers of each seat, and its coupon: ``(n, seats, w + 1)``."""
    first = list(FOLLOWS[game.CODE])
    return np.concatenate(
        [stake_cents[..., first], coupon_cents.sum(axis=2, keepdims=True)], axis=2
    )


def _shares(game: Game, settled: Settlement, first: Ints) -> Shares:
    """What each first wager brought for one staked, nothing where it was not made."""
    net, won = house_net_cents(settled), settled.coupon_win_cents
    follows = FOLLOWS[game.CODE].values()
    brought = [(net + won)[..., list(some)].sum(axis=2) for some in follows]
    brought.append(-won.sum(axis=2))
    made = first > 0
    shares: Shares = np.divide(
        np.stack(brought, axis=2), first, out=np.zeros(first.shape), where=made
    )
    return shares


def _covariances(x: Shares, made: Shares, mean: Shares) -> tuple[Shares, Shares]:
    """Covariances within a seat and between seats, of wagers that were made together."""
    centred = (x - mean) * made
    within = np.einsum("nsi,nsj->ij", centred, centred)
    pairs = np.einsum("nsi,nsj->ij", made, made)
    whole, all_made = centred.sum(axis=1), made.sum(axis=1)
    between, all_pairs = whole.T @ whole - within, all_made.T @ all_made - pairs
    return _ratio(within, pairs), _ratio(between, all_pairs)


def _ratio(sums: Shares, of: Shares) -> Shares:
    ratio: Shares = np.divide(sums, of, out=np.zeros_like(sums), where=of > 0)
    return ratio


@lru_cache(maxsize=64)
def _dealt(code: str, rules: Any, rounds: int) -> tuple[Known, Known]:
    """Deal rounds and learn what wagers bring: against the house, and where a patron banks."""
    game, rng = GAMES[code], np.random.default_rng(_SEED)
    units = np.full((rounds, rules.seats), _UNIT_CENTS)
    felt, stakes = game.decide(rng, rules, game.deal(rng, rounds, rules), units, units)
    settled, _ = game.settle(rules, felt, stakes, None)
    first = _first(game, stakes.stake_cents, stakes.coupon_cents)
    x, made = _shares(game, settled, first), (first > 0).astype(np.float64)
    banked = _banked(game, stakes.stake_cents)
    known = []
    for some in (~banked, banked):
        mean = _ratio((x * made)[some].sum(axis=(0, 1)), made[some].sum(axis=(0, 1)))
        known.append(Known(mean, *_covariances(x[some], made[some], mean)))
    for place, edge in _walked(game, rules).items():
        known[0].mean[place] = edge
    return known[0], known[1]


_WALKED: Final[Mapping[str, Mapping[str, int]]] = {
    "blackjack": {"main": 0, "insurance": 1},
    "mississippi_stud": {"main": 0},
    "pai_gow_poker": {"main": 0},
}
"""What the edges of a game call a first wager, and which one it is."""


_SHUFFLES: Final = 30_000
"""Packs for Pai Gow Poker, whose every hand plays every other: a standard error of 1 in 10,000."""


def _walked(game: Game, rules: Any) -> dict[int, float]:
    """Edges of first wagers that the game knows better than some rounds can tell."""
    edges: Mapping[str, Callable[[], Iterable[Bet]]] = {
        "blackjack": lambda: blackjack.edges("", rules),
        "mississippi_stud": lambda: mississippi_stud.edges("", rules),
        "pai_gow_poker": lambda: pai_gow_poker.main_bets(rules, _SHUFFLES),
    }
    left = dict(_WALKED[game.CODE])
    found: dict[int, float] = {}
    bets = iter(edges[game.CODE]())
    while left:
        bet = next(bets)
        if bet.bet in left:
            found[left.pop(bet.bet)] = float(bet.edge)
    return found


def moments(game: Game, rules: Any, batch: Batch, rounds: int = ROUNDS) -> tuple[Shares, float]:
    """Give the mean of each first wager of recorded rounds, and the variance of all of them.

    Args:
        game: One of ``FOLLOWS``.
        rules: The table's.
        batch: The rounds; declared void they bring nothing.
        rounds: How many are dealt to learn from.

    Returns:
        ``(w + 1,)`` means, the coupon's last, and the variance; cents and their square.
    """
    live = ~batch.stakes.void
    stake, coupon = batch.stakes.stake_cents[live], batch.stakes.coupon_cents[live]
    banked = _banked(game, stake)
    mean, variance = np.zeros(len(FOLLOWS[game.CODE]) + 1), 0.0
    for known, some in zip(_dealt(game.CODE, rules, rounds), (~banked, banked), strict=True):
        s = _first(game, stake[some], coupon[some]).astype(np.float64)
        mean += s.sum(axis=(0, 1)) * known.mean
        tables = s.sum(axis=1)
        seats = np.einsum("nsi,nsj->ij", s, s)
        variance += float((tables.T @ tables * known.table).sum())
        variance += float((seats * (known.seat - known.table)).sum())
    return mean, max(variance, 0.0)
