"""Mississippi Stud's edges: the best play over every card that can fall, and its bonuses.

Suits that differ in name only are settled once and weighed. What a hand is worth comes from
``settle``; here it is only added up, street by street from the last card back.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine import hands, three_cards
from countroom.engine.cards import NO_CARD, RANKS, Cards
from countroom.engine.edges.bets import Bet, edge_of, nets, outcomes, weighed
from countroom.engine.game import Game, Ints
from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_felt import Felt, plain
from countroom.engine.mississippi_rules import (
    ANTE,
    FIVE_CARD,
    MAGIC_CARD,
    NONE,
    OPTIONAL,
    PROGRESSIVE,
    SIX_CARD,
    THREE_CARD,
    Rules,
)
from countroom.engine.settlement import Stakes, patrons_cents

GAME: Final[Game] = mississippi_stud

STARTS: Final = 1326
SCALE: Final = 50 * 49 * 48
"""Ordered community cards after a start."""

_LEFT: Final = 50
_FIVES: Final = 4
_TENS: Final = 9
_JACKS: Final = 9

PER_ANTE: Final = (
    "1 deck; table 500/100/40/10/6/4/3/2/1, push 6s-10s; optimal play; per Ante; "
    "ties bet the maximum"
)


@dataclass(frozen=True, slots=True)
class Start:
    """Two cards that stand for all that differ from them in suits only.

    Attributes:
        name: Such as ``AKs``; s is suited, o is not.
        hole: The cards.
        weight: For how many they stand.
    """

    name: str
    hole: tuple[int, int]
    weight: int

    @property
    def left(self) -> Ints:
        """The other 50 cards."""
        return np.array([card for card in range(52) if card not in self.hole])


@dataclass(frozen=True, slots=True)
class Worth:
    """What a start is worth under the best play, over all ``SCALE`` endings.

    Attributes:
        start: The start.
        net: Antes won.
        bet: Antes bet.
        counts: Endings that win, lose and push.
        raises: What going on with one, two and three Antes is worth.
    """

    start: Start
    net: int
    bet: int
    counts: Mapping[str, int]
    raises: tuple[int, int, int]

    @property
    def choice(self) -> int:
        """The best bet on 3rd Street, 0 to fold; of equal ones the largest."""
        options = (-SCALE, *self.raises)
        return max(range(4), key=lambda bet: (options[bet], bet))


def starts() -> list[Start]:
    """List the 169 starts."""
    found = [Start(2 * RANKS[rank], (4 * rank, 4 * rank + 1), 6) for rank in range(13)]
    for low, high in combinations(range(13), 2):
        name = RANKS[high] + RANKS[low]
        found.append(Start(f"{name}s", (4 * low, 4 * high), 4))
        found.append(Start(f"{name}o", (4 * low, 4 * high + 1), 12))
    return found


@cache
def _triples() -> Ints:
    return np.array(list(combinations(range(_LEFT), 3)))


def _pays(rules: Rules, start: Start) -> Ints:
    """What each Ante bet wins or loses, ``(50, 50, 50)`` by community card; 0 twice the same."""
    triples = _triples()
    community = start.left[triples].astype(np.int8)
    n = len(community)
    hole = np.broadcast_to(np.array(start.hole, np.int8), (n, 1, 2))
    stake = np.zeros((n, 1, len(GAME.WAGERS)), np.int64)
    stake[..., :4] = 1
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(n, bool))
    settled, _ = GAME.settle(rules, plain(hole, community), stakes, None)
    net = patrons_cents(settled)[:, 0, ANTE]
    pays = np.zeros((_LEFT,) * 3, np.int64)
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        pays[tuple(triples[:, order].T)] = net
    return pays


_NET, _BET, _WON, _LOST, _PUSHED = range(5)
"""What is added up, stacked first: Antes won and bet, and endings that win, lose and push."""


def _best(stake: int, per_bet: Mapping[int, Ints], spread: int) -> Ints:
    """Choose the best bet: fold, or go on; of equal ones the largest.

    Args:
        stake: Antes that stand already.
        per_bet: For each bet what going on brings.
        spread: How many endings a fold stands for.
    """
    chosen = np.zeros_like(per_bet[1])
    chosen[_NET], chosen[_BET], chosen[_LOST] = -stake * spread, stake * spread, spread
    for going_on in (per_bet[bet] for bet in (1, 2, 3)):
        chosen = np.where(going_on[_NET] >= chosen[_NET], going_on, chosen)
    return chosen


def _on_fifth(stake: int, sums: Ints, endings: Ints) -> Ints:
    """What the best last bet brings, ``(5, 50, 50)`` by the two cards seen."""
    per_bet = {
        bet: np.stack([(stake + bet) * sums, np.full_like(sums, (stake + bet) * 48), *endings])
        for bet in (1, 2, 3)
    }
    chosen = _best(stake, per_bet, 48)
    chosen[:, np.arange(_LEFT), np.arange(_LEFT)] = 0
    return chosen


def under_best_play(rules: Rules, start: Start) -> Worth:
    """Play every ending of a start as well as can be."""
    pays = _pays(rules, start)
    sums, won, lost = pays.sum(axis=2), (pays > 0).sum(axis=2), (pays < 0).sum(axis=2)
    endings = np.stack([won, lost, 48 - won - lost])
    fifth = {stake: _on_fifth(stake, sums, endings).sum(axis=2) for stake in range(3, 8)}
    third: dict[int, Ints] = {}
    for first in (1, 2, 3):
        stake = 1 + first
        going_on = {bet: fifth[stake + bet] for bet in (1, 2, 3)}
        third[first] = _best(stake, going_on, 49 * 48).sum(axis=1)[:, None]
    net, bet, wins, loses, pushes = _best(1, third, SCALE)[:, 0].tolist()
    raises = (int(third[1][_NET, 0]), int(third[2][_NET, 0]), int(third[3][_NET, 0]))
    return Worth(start, net, bet, {"win": wins, "lose": loses, "push": pushes}, raises)


def best_play(rules: Rules) -> tuple[Worth, ...]:
    """Play every start as well as can be; optional wagers do not touch it."""
    terms = ("progression_percent", "seeds_cents", "envy_cents", "optional_limits_cents")
    nothing_offered = dict.fromkeys((*terms, *OPTIONAL), NONE)
    return _best_play(Rules.from_dict({**rules.to_dict(), **nothing_offered}))


@cache
def _best_play(rules: Rules) -> tuple[Worth, ...]:
    return tuple(under_best_play(rules, start) for start in starts())


def start_bet(worth: Worth) -> Bet:
    """Say what a start is worth to the house, in Antes."""
    choice = ("fold", "bet 1", "bet 2", "bet 3")[worth.choice]
    counts = {"starts": worth.start.weight, **worth.counts}
    rules = f"{PER_ANTE}; {choice} on 3rd Street"
    return Bet(f"start {worth.start.name}", rules, "", Fraction(-worth.net, SCALE), counts=counts)


def _main(rules: Rules) -> Iterator[Bet]:
    """Give the edge under the best play, and what goes with it."""
    played = best_play(rules)
    total = {
        name: sum(each.start.weight * each.counts[name] for each in played)
        for name in ("win", "lose", "push")
    }
    net = sum(each.start.weight * each.net for each in played)
    bet = sum(each.start.weight * each.bet for each in played)
    yield Bet("main", PER_ANTE, "", Fraction(-net, STARTS * SCALE), counts=total)
    yield Bet("average_bet", PER_ANTE, "", Fraction(bet, STARTS * SCALE))
    yield Bet("element_of_risk", PER_ANTE.replace("Ante", "unit bet"), "", Fraction(-net, bet))
    choices = {
        name: sum(each.start.weight for each in played if each.choice == bet)
        for bet, name in enumerate(("fold", "1x", "2x", "3x"))
    }
    says = "starting two-card combos: fold / raise 1x / raise 2x / raise 3x"
    yield Bet("strategy", says, "", Fraction(-net, STARTS * SCALE), counts=choices)


# --- hands of five and six cards, suits counted ---------------------------------------------


@cache
def weighed_hands(size: int) -> tuple[Cards, Ints]:
    """List hands of five or six cards that stand for all of their ranks and flushes.

    Returns:
        ``(n, size)`` cards, and for how many hands each stands.
    """
    found: list[tuple[list[int], int]] = []
    for ranks in combinations_with_replacement(range(13), size):
        held = [ranks.count(rank) for rank in sorted(set(ranks))]
        if max(held) > 4:
            continue
        flushes = list(_flushes(ranks))
        many = prod(comb(4, times) for times in held) - sum(weight for _, weight in flushes)
        mixed = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
        found += [(mixed, many), *flushes]
    cards, weights = zip(*found, strict=True)
    return np.array(cards, np.int8), np.array(weights, np.int64)


def _flushes(ranks: tuple[int, ...]) -> Iterator[tuple[list[int], int]]:
    """List hands of these ranks in which five or more are of one suit."""
    if len(set(ranks)) == len(ranks):
        yield [4 * rank for rank in ranks], 4
    if len(ranks) == 6 and len(set(ranks)) >= 5:
        for odd in range(6):
            others = ranks[:odd] + ranks[odd + 1 :]
            if len(set(others)) == 5 and ranks[odd - 1 if odd else 5] != ranks[odd]:
                yield [4 * rank + (place == odd) for place, rank in enumerate(ranks)], 12


def _five(rules: Rules) -> tuple[Felt, Ints]:
    cards, weight = weighed_hands(5)
    felt = plain(cards[:, None, :2], cards[:, 2:])
    shown = np.broadcast_to(np.append(rules.seeds, 0), felt.meters_cents.shape)
    return replace(felt, meters_cents=shown), weight


def _six(rules: Rules) -> tuple[Felt, Ints]:
    del rules
    cards, weight = weighed_hands(6)
    felt = plain(cards[:, None, :2], np.full((len(cards), 3), NO_CARD, np.int8))
    return replace(felt, extra=cards[:, 2:]), weight


def _three(rules: Rules) -> tuple[Felt, Ints]:
    del rules
    cards = np.array(list(combinations(range(52), 3)), np.int8)
    no_hole = np.full((len(cards), 1, 2), NO_CARD, np.int8)
    return plain(no_hole, cards), np.ones(len(cards), np.int64)


def _tally(names: Mapping[str, int], classes: NDArray[Any], weight: Ints) -> dict[str, int]:
    """Count hands by class."""
    return {name: sum(weight[classes == place].tolist()) for name, place in names.items()}


_FIVE_CARD_LINES: Final = {name.replace(" ", "_"): k for k, name in enumerate(hands.CLASS_NAMES)}
_THREE_CARD_LINES: Final = {
    "mini_royal": three_cards.MINI_ROYAL,
    "straight_flush": three_cards.STRAIGHT_FLUSH,
    "three_of_a_kind": three_cards.THREE_OF_A_KIND,
    "straight": three_cards.STRAIGHT,
    "flush": three_cards.FLUSH,
    "pair": three_cards.PAIR,
    "high_card": three_cards.HIGH_CARD,
}


def five_card_counts() -> dict[str, int]:
    """Count all hands of five cards by class, pairs by what the main wagers make of them."""
    cards, weight = weighed_hands(5)
    strength = hands.strength(cards)
    classes, rank = hands.class_of(strength), hands.leading_rank(strength)
    pair = classes == hands.ONE_PAIR
    counts = _tally(_FIVE_CARD_LINES, classes, weight)
    del counts["one_pair"]
    return counts | {
        "pair_jacks_or_better": int(weight[pair & (rank >= _JACKS)].sum()),
        "pair_6_to_10": int(weight[pair & (rank >= _FIVES) & (rank < _TENS)].sum()),
        "low_pair": int(weight[pair & (rank < _FIVES)].sum()),
    }


def _never_folding(rules: Rules) -> Bet:
    """Give the edge of one who always bets one Ante: every hand of five cards to its end."""
    felt, weight = _five(rules)
    stake = np.zeros((len(weight), 1, len(GAME.WAGERS)), np.int64)
    stake[..., :4] = 1
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(weight), bool))
    settled, _ = GAME.settle(rules, felt, stakes, None)
    net = int((patrons_cents(settled).sum(axis=(1, 2)) * weight).sum())
    says = "5 of 52 cards, 2,598,960 hands; never folds, one Ante on every street; per Ante"
    edge = Fraction(-net, int(weight.sum()))
    return Bet("never_folding", says, "", edge, counts=five_card_counts())


# --- optional wagers ----------------------------------------------------------------------


_Deal = Callable[[Rules], tuple[Felt, Ints]]


def _optional(rules: Rules, wager: int) -> Bet:
    """Settle an optional wager on every hand that can fall."""
    deals: dict[int, _Deal] = {
        PROGRESSIVE: _five,
        THREE_CARD: _three,
        FIVE_CARD: _five,
        SIX_CARD: _six,
    }
    felt, weight = deals[wager](rules)
    stake = rules.limits_cents[wager][0]
    found = nets(GAME, rules, felt, weight, wager, stake)
    counts = outcomes(found) | _lines(wager, felt, weight)
    code, table = GAME.WAGERS[wager].code, getattr(rules, GAME.WAGERS[wager].code)
    says = _WORDS[wager]
    if wager == PROGRESSIVE:
        says = f"{says}; {rules.seeds_cents} on the meters, in cents; a wager of {stake}"
    return Bet(code, says, table, edge_of(found, stake), counts=counts)


def envy_bet(rules: Rules) -> Bet:
    """Say what one other patron's hand brings a Progressive bettor, as a share of his wager.

    The other's cards stay on the table to the end; of several patrons each brings as much.
    """
    cards, weight = weighed_hands(5)
    hole = np.full((len(cards), 2, 2), NO_CARD, np.int8)
    hole[:, 0] = cards[:, :2]
    stake = np.zeros((len(cards), 2, len(GAME.WAGERS)), np.int64)
    stake[:, 0, :PROGRESSIVE], stake[:, 1, ANTE] = rules.minimum_cents, rules.minimum_cents
    least = rules.limits_cents[PROGRESSIVE][0]
    stake[:, 1, PROGRESSIVE] = least
    stakes = Stakes(stake, np.zeros_like(stake), np.zeros(len(cards), bool))
    settled, _ = GAME.settle(rules, plain(hole, cards[:, 2:]), stakes, None)
    found = weighed(patrons_cents(settled)[:, 1, PROGRESSIVE] + least, weight)
    says = f"what each other patron's hand of five cards adds; a wager of {least}"
    return Bet("envy_bonus", says, rules.envy_cents, edge_of(found, least), counts=outcomes(found))


_WORDS: Final = {
    PROGRESSIVE: "5 of 52 cards; without Envy Bonus",
    THREE_CARD: "3 of 52 cards, 22,100",
    FIVE_CARD: f"5 of 52 cards; nothing on its meter, without {MAGIC_CARD} and lucky_bonus",
    SIX_CARD: "6 of 52 cards, 20,358,520",
}


def _lines(wager: int, felt: Felt, weight: Ints) -> dict[str, int]:
    if wager == THREE_CARD:
        return _tally(_THREE_CARD_LINES, three_cards.class_of(felt.community), weight)
    common = felt.extra if wager == SIX_CARD else felt.community
    strength = hands.strength(np.concatenate([felt.hole[:, 0], common], axis=1))
    return _tally(_FIVE_CARD_LINES, hands.class_of(strength), weight)


def edges(name: str, rules: Rules) -> Iterator[Bet]:
    """Give every wager's edge under a rule set; each start's too but for further examples."""
    yield from _main(rules)
    yield _never_folding(rules)
    for wager in rules.limits_cents:
        yield _optional(rules, wager)
    if PROGRESSIVE in rules.limits_cents:
        yield envy_bet(rules)
    if name not in list(GAME.EXAMPLES)[1:]:
        yield from (start_bet(worth) for worth in best_play(rules))
