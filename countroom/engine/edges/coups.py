"""Every coup from a fresh shoe of baccarat, and what the wagers of its games cost.

Shared by the baccarat family. Sequences of six cards are grouped by what is dealt of them:
each hand's first two cards in either order, then third cards as they are drawn. Each group is
settled once and stands for all its sequences. Vigorish that is marked is collected at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

import numpy as np

from countroom.engine import baccarat_wagers
from countroom.engine.baccarat_hands import Felt, ShoeRules, coups, values
from countroom.engine.baccarat_vigorish import VigRules
from countroom.engine.baccarat_wagers import LINES, Hand
from countroom.engine.cards import NO_CARD, Cards
from countroom.engine.edges.bets import Bet, edge_of, nets, outcomes, weighed
from countroom.engine.game import Game, Ints

_BY_VALUE: Final = np.array([32, 48, *range(0, 32, 4)], np.int8)
"""A card of each value: ten, ace, two to nine."""

_BY_RANK: Final = np.arange(0, 52, 4).astype(np.int8)

_SUITS: Final = 4


def sequences(decks: int) -> int:
    """Count the sequences of six cards from a fresh shoe, wherever the cards differ.

    >>> sequences(8)
    4998398275503360
    """
    return perm(52 * decks, 6)


@cache
def all_coups(decks: int, *, by_rank: bool = False) -> tuple[Felt, Ints]:
    """Deal every coup from a fresh shoe.

    Args:
        decks: In the shoe.
        by_rank: Tell the first two cards of the Player's Hand apart by rank and not by value
            alone, for wagers on pairs.

    Returns:
        Felts, and ``(n,)`` how many of ``sequences`` fall so.
    """
    first, second = _pairs(_BY_RANK if by_rank else _BY_VALUE), _pairs(_BY_VALUE)
    place = np.indices((len(first), len(second), 10, 10)).reshape(4, -1)
    six = np.empty((place.shape[1], 6), np.int8)
    six[:, 0:3:2], six[:, 1:4:2] = first[place[0]], second[place[1]]
    six[:, 4], six[:, 5] = _BY_VALUE[place[2]], _BY_VALUE[place[3]]
    felt, _ = coups(six, np.ones(len(six), np.int64))
    return _grouped(felt, _weight(six, decks, by_rank=by_rank))


def _pairs(kinds: Cards) -> Cards:
    """Lay out two cards of some kinds, the order not told apart."""
    low, high = np.triu_indices(len(kinds))
    return np.stack([kinds[low], kinds[high]], axis=1)


def _weight(six: Cards, decks: int, *, by_rank: bool) -> Ints:
    """Count the sequences that six kinds of cards stand for."""
    value = values(six)
    weight = np.ones(len(six), np.int64)
    drawn = [0, 2, 1, 3, 4, 5]
    for place, at in enumerate(drawn):
        kind = six if by_rank and at in {0, 2} else value
        held = np.where((kind[:, at] == 0) & (kind is value), 4, 1) * _SUITS * decks
        before = drawn[:place]
        weight *= held - (kind[:, before] == kind[:, at, None]).sum(axis=1)
    for hand in (six[:, 0:3:2], six[:, 1:4:2]):
        weight *= np.where(hand[:, 0] != hand[:, 1], 2, 1)
    return weight


def _grouped(felt: Felt, weight: Ints) -> tuple[Felt, Ints]:
    """Put coups that are the same, once what was not dealt is left out, together."""
    dealt = np.concatenate([felt.player, felt.banker], axis=1).astype(np.int64) - NO_CARD
    key = np.ravel_multi_index(tuple(dealt.T), (53,) * 6)
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    total = np.zeros(len(first), np.int64)
    np.add.at(total, group, weight)
    clears = np.ones((len(first), 1), bool)
    return Felt(felt.player[first], felt.banker[first], felt.shoe[first], clears), total


@dataclass(frozen=True, slots=True)
class Asked:
    """A wager whose edge is asked.

    Attributes:
        wager: Place in ``WAGERS``.
        rules: The rules in words, after the decks.
        paytable: Name of the pay table.
        stake_cents: Large enough that every payout is whole.
        hand: The wager goes by this hand's margin.
        bet: What it is called, unless by its code.
        by_rank: It goes by the ranks of the Player's first two cards.
    """

    wager: int
    rules: str
    paytable: str = ""
    stake_cents: int = 100
    hand: Hand | None = None
    bet: str = ""
    by_rank: bool = False


def bets(game: Game, rules: ShoeRules, asked: Iterator[Asked]) -> Iterator[Bet]:
    """Reckon the edges of wagers, each over every coup.

    Args:
        game: The game's module.
        rules: Its rules.
        asked: Which wagers.
    """
    for each in asked:
        felt, weight = all_coups(rules.decks, by_rank=each.by_rank)
        found = nets(game, rules, felt, weight, each.wager, each.stake_cents)
        yield Bet(
            bet=each.bet or game.WAGERS[each.wager].code,
            rules=f"{rules.decks} decks; {each.rules}",
            paytable=each.paytable,
            edge=edge_of(found, each.stake_cents),
            counts=outcomes(found) | _lines(felt, weight, each.hand),
        )


def to_one(odds: Fraction) -> str:
    """Write odds in words.

    >>> to_one(Fraction(8))
    '8 to 1'
    """
    return f"{odds.numerator} to {odds.denominator}"


def hands(rules: ShoeRules, tie: int) -> Iterator[Asked]:
    """Ask what every game of the family offers alike: the first wager, Player, and Tie."""
    yield Asked(0, to_one(baccarat_wagers.EVEN))
    yield Asked(tie, to_one(rules.tie_odds), stake_cents=100 * rules.tie_odds.denominator)


def with_vigorish(rules: VigRules, banker: int) -> Asked:
    """Ask what the Banker's Hand costs with vigorish; raised, it hangs on the stake."""
    step_cents = rules.vig_step_cents
    if step_cents is None:
        return Asked(banker, f"{rules.vig_percent}% vig exact, no rounding")
    stake_cents = rules.minimum_cents
    said = f"{rules.vig_percent}% vig raised to {step_cents} cents"
    said += f", on {stake_cents // 100}.{stake_cents % 100:02d}"
    return Asked(banker, said, stake_cents=stake_cents)


DRAGON_7_PUSHES: Final = "Dragon 7 pushes"


def insurance(wager: int, odds: Fraction | None) -> Iterator[Asked]:
    """Ask about a wager on Dragon 7 or Panda 8, where it is offered."""
    if odds is not None:
        yield Asked(wager, to_one(odds), stake_cents=100 * odds.denominator)


def on_margins(player: int, said: str, table: str) -> Iterator[Asked]:
    """Ask about a wager on a hand's margin: for the Player's Hand, and the next one."""
    yield Asked(player, said, table, hand="player")
    yield Asked(player + 1, said, table, hand="banker")


def _lines(felt: Felt, weight: Ints, hand: Hand | None) -> dict[str, int]:
    """Count on which line of a margin table a hand falls."""
    if hand is None:
        return {}
    line = baccarat_wagers.margin_lines(baccarat_wagers.results(felt), hand)
    return {LINES[at]: many for at, many in weighed(line, weight).items() if at}
